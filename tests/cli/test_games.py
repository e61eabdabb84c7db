"""`umpire games`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from own_games import OURS

from umpire.errors import UsageError
from umpire.games.base import AnyKind, ChanceKind
from umpire.hosting.match_requests import header_for
from umpire.hosting.options_file import read_options

pytestmark = pytest.mark.installed_games

EXAMPLES = Path(__file__).parents[2] / "examples" / "by-hand"

Run = Callable[..., Any]
Umpire = Callable[..., Result]


def test_games_lists_players_and_options(run: Run) -> None:
    ran = run("games")
    shown = ran.out.decode()
    assert ran.status == 0
    assert "numbers: Numbers, 2 to 4 players" in shown
    assert "Options: phases, bank, periods, clock, cut, update." in shown


def test_one_game_is_shown_with_what_its_options_mean(run: Run) -> None:
    shown = run("games", "numbers").out.decode()
    assert "highest sum wins" in shown
    assert "what is asked" in shown
    assert "whether there are time limits" in shown


def test_json_is_for_programs(run: Run) -> None:
    ((one,),) = run("games", "--json").lines
    assert (one["id"], one["players"]) == ("numbers", {"fewest": 2, "most": 4})
    (alone,) = run("games", "numbers", "--json").lines
    assert alone == one
    assert "clock" in alone["options"]


@pytest.mark.parametrize("arguments", [("--schema",), ("numbers", "--schema", "--json")])
def test_a_schema_is_of_one_game(run: Run, arguments: tuple[str, ...]) -> None:
    ran = run("games", *arguments)
    assert (ran.status, ran.out) == (2, b"")
    assert "umpire games GAME --schema" in ran.error


def test_a_file_of_options_to_begin_with_makes_a_match(umpire: Umpire, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    told = umpire("games", "by-hand", "--start", str(file)).output
    assert f"umpire new by-hand --players Ana,Bo,Cy --options {file}" in told
    header = header_for("by-hand", ("Ana", "Bo", "Cy"), read_options(str(file)), clock=True)
    assert header.options["title"] == "My game"
    with pytest.raises(UsageError, match="is there already"):
        umpire("games", "by-hand", "--start", str(file))


@pytest.mark.parametrize("name", ["auction", "duels", "market", "minority", "vote"])
def test_a_file_of_a_complete_games_name_is_that_game(
    umpire: Umpire, tmp_path: Path, name: str
) -> None:
    umpire("games", "by-hand", "--start", str(tmp_path / f"{name}.toml"))
    written = read_options(str(tmp_path / f"{name}.toml"))
    assert written == read_options(str(EXAMPLES / f"{name}.toml"))
    assert written["title"].casefold() == name
    assert written["workings"]


def test_the_page_of_a_game_lists_its_complete_games(umpire: Umpire) -> None:
    shown = " ".join(umpire("games", "by-hand").output.split())
    told = json.loads(umpire("games", "by-hand", "--json").output)["complete_games"]
    assert [*told] == ["auction.toml", "duels.toml", "market.toml", "minority.toml", "vote.toml"]
    for file, text in told.items():
        assert f"{file} {text}" in shown
    assert "Complete games" not in umpire("games", "devils-deal").output


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("devils-deal", "--start", "x.toml"), "has no options file to begin with"),
        (("--start", "x.toml"), "--start goes with one game alone"),
        (("by-hand", "--json", "--start", "x.toml"), "--start goes with one game alone"),
        (("by-hand", "--start", "/nowhere/at/all.toml"), "cannot be written"),
    ],
)
def test_a_file_to_begin_with_is_of_one_game(
    umpire: Umpire, arguments: tuple[str, ...], told: str
) -> None:
    with pytest.raises(UsageError, match=told):
        umpire("games", *arguments)


def of_players(game: str) -> list[AnyKind]:
    """The kinds of decisions that are not chance's."""
    return [k for k in OURS[game].kinds if k.asks or not isinstance(k, ChanceKind)]


@pytest.mark.parametrize("game", OURS)
class TestEveryGame:
    def test_its_page_has_every_kind_of_decision_with_examples(
        self, umpire: Umpire, game: str
    ) -> None:
        shown = " ".join(umpire("games", game).output.split())
        kinds = of_players(game)
        assert kinds
        for kind in kinds:
            words = (kind.name, kind.asks, kind.notation, kind.limit, *kind.examples)
            for text in words:
                assert text
                assert " ".join(text.split()) in shown

    def test_its_page_has_every_format_and_no_line_that_is_too_long(
        self, umpire: Umpire, game: str
    ) -> None:
        shown = umpire("games", game).output
        for title, text in OURS[game].formats.items():
            assert f"\n{title}:\n" in shown
            assert " ".join(text.split()) in " ".join(shown.split())
        assert max(map(len, shown.splitlines())) <= 80

    def test_its_json_has_kinds_and_formats(self, umpire: Umpire, game: str) -> None:
        told = json.loads(umpire("games", game, "--json").output)
        assert [kind["name"] for kind in told["kinds"]] == [k.name for k in of_players(game)]
        assert told["formats"] == OURS[game].formats

    def test_its_schema_knows_every_option(self, umpire: Umpire, game: str) -> None:
        schema = json.loads(umpire("games", game, "--schema").output)
        assert list(schema["properties"]) == [*OURS[game].option_help, "clock", "cut", "update"]
        assert schema["additionalProperties"] is False
        assert all(one["description"] for one in schema["properties"].values())
        assert OURS[game].title in schema["title"]
