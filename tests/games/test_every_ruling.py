"""Every ruling on a game's page is cited where it is implemented, and tested by its number."""

import re
from inspect import getfile
from pathlib import Path

import pytest
from own_games import OURS

from umpire.games.base import AnyGame

pytestmark = pytest.mark.installed_games

GAMES = pytest.mark.parametrize("game", OURS.values(), ids=list(OURS))
PAGES = Path(__file__).parents[2] / "docs" / "games"


def package_of(game: AnyGame) -> Path:
    return Path(getfile(type(game))).parent


def rulings_on_the_page(game: AnyGame) -> list[int]:
    text = (PAGES / f"{game.id}.md").read_text("utf-8")
    _, rulings = text.split("\n## Rulings\n")
    return [int(number) for number in re.findall(r"^(\d+)\. ", rulings.split("\n## ")[0], re.M)]


def rulings_of(game: AnyGame) -> set[int]:
    return {*rulings_on_the_page(game)}


@GAMES
def test_rulings_are_numbered_from_1(game: AnyGame) -> None:
    rulings = rulings_on_the_page(game)
    assert rulings == list(range(1, len(rulings) + 1)) != []


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
        if path.name != "screen.py"
    )
    cited = re.findall(r"[Rr]ulings? (\d+)(?:,? and (\d+))?", code)
    assert {int(number) for pair in cited for number in pair if number} == rulings_of(game)
