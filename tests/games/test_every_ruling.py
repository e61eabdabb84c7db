"""Every ruling of every game is cited where it is implemented, and tested by its number."""

import re
from importlib import import_module
from inspect import getfile
from pathlib import Path

import pytest
from own_games import OURS

from umpire.games.base import AnyGame

pytestmark = pytest.mark.installed_games

GAMES = pytest.mark.parametrize("game", OURS.values(), ids=list(OURS))
OTHERS = ("rulings.py", "screen.py")


def package_of(game: AnyGame) -> Path:
    return Path(getfile(type(game))).parent


def rulings_of(game: AnyGame) -> set[int]:
    package = type(game).__module__.rpartition(".")[0]
    return set(import_module(f"{package}.rulings").RULINGS)


@GAMES
def test_rulings_are_numbered_from_1(game: AnyGame) -> None:
    assert sorted(rulings_of(game)) == list(range(1, len(rulings_of(game)) + 1))


@GAMES
def test_every_ruling_has_a_test_that_names_it(game: AnyGame) -> None:
    folder = Path(__file__).parent / package_of(game).name
    tests = "\n".join(path.read_text("utf-8") for path in folder.glob("test_*.py"))
    named = {int(number) for number in re.findall(r"def test_ruling_(\d+)_", tests)}
    assert named == rulings_of(game)


@GAMES
def test_every_ruling_is_cited_where_it_is_implemented(game: AnyGame) -> None:
    code = "\n".join(
        path.read_text("utf-8")
        for path in package_of(game).rglob("*.py")
        if path.name not in OTHERS
    )
    cited = re.findall(r"[Rr]ulings? (\d+)(?:,? and (\d+))?", code)
    assert {int(number) for pair in cited for number in pair if number} == rulings_of(game)
