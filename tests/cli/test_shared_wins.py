"""Several players win together: whoever tells of the match names them, and the others have lost."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from export_kit import play
from sqlalchemy import create_engine, text

from umpire.bots.thinking import value_for
from umpire.catalogue import find_game
from umpire.games.base import Outcome
from umpire.projections.ending import NO_LINKS, endings
from umpire.projections.match_history import rebuild
from umpire.projections.sentences import ask, headline
from umpire.projections.spreadsheets import match_context, spreadsheets_of
from umpire.sheets.template import find_template
from umpire.store import Store
from umpire.store.replay import outcome_of

PLAYERS = ("Ana", "Bo", "Cy")
END = [(1, "umpire", "end Ana and Bo: both reached 20"), (2, "umpire", "close")]
WON = "Ana and Bo have won together"

Umpire = Callable[..., Result]


@pytest.fixture
def match(store: Store) -> str:
    return play(store, find_game("by-hand"), END, players=PLAYERS)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("matches",), "Ana and Bo won (shared)"),
        (("status", "by-hand-1"), "Ana and Bo won (shared)"),
        (("export", "by-hand-1", "--format", "md"), WON),
        (("export", "by-hand-1", "--format", "md", "--brief"), WON),
        (("export", "by-hand-1", "--format", "html"), WON),
        (("export", "by-hand-1", "--format", "csv"), "Ana and Bo win together"),
        (("export", "by-hand-1", "--format", "json"), WON),
        (("standings", "--format", "md"), "Ana and Bo won (shared)"),
        (("standings", "--format", "html"), "Ana and Bo won (shared)"),
    ],
)
def test_whatever_tells_of_it_names_them(
    umpire: Umpire, match: str, arguments: tuple[str, ...], says: str
) -> None:
    told = umpire(*arguments).output
    assert says in told
    assert "a draw (" not in told


@pytest.mark.parametrize("command", [("matches",), ("export", "by-hand-1", "--format", "json")])
def test_programs_are_told_all_the_winners(
    umpire: Umpire, match: str, command: tuple[str, ...]
) -> None:
    told = json.loads(umpire(*command, *(("--json",) * (command == ("matches",)))).output)
    one = told[0] if isinstance(told, list) else told
    assert (one["winner"], one["winners"], one["reason"]) == (None, ["Ana", "Bo"], "shared")


def test_each_winner_has_the_points_of_a_win_and_the_others_have_lost(
    umpire: Umpire, match: str
) -> None:
    told = json.loads(umpire("standings", "--points", "3/1/0", "--format", "json").output)
    counted = [
        (row["place"], row["player"], row["points"], row["won"], row["drawn"], row["lost"])
        for row in told["rows"]
    ]
    assert counted == [(1, "Ana", 3, 1, 0, 0), (1, "Bo", 3, 1, 0, 0), (3, "Cy", 0, 0, 0, 1)]
    ana, bo, cy = (row["rating"] for row in told["rows"])
    assert ana == bo > 0 > cy
    assert told["matches"][0]["winners"] == ["Ana", "Bo"]


def test_each_page_says_who_has_won_and_whether_its_reader_has(store: Store, match: str) -> None:
    row = store.find(match)
    record = rebuild(row.header(), find_game("by-hand"), store.lines(match), ())
    context = match_context(match, row.header(), (), ("umpire@example.org",))
    told = {
        spreadsheet.viewer: each["end"]
        for spreadsheet in spreadsheets_of(find_template("by-hand"), context)
        for each in endings(record, spreadsheet, NO_LINKS)
    }
    assert {who: (end["headline"], end["reason"]) for who, end in told.items()} == {
        None: ("Ana and Bo won", ""),
        "Ana": ("You and Bo won", ""),
        "Bo": ("You and Ana won", ""),
        "Cy": ("You lost", "Ana and Bo won."),
    }
    assert headline(record) == f"★ {WON}."
    assert [ask(record, player) for player in PLAYERS] == [
        "★ You and Bo have won together.",
        "★ You and Ana have won together.",
        f"★ {WON}.",
    ]
    assert [value_for(record.match, player) for player in PLAYERS] == [1, 1, 0]


def test_an_older_store_which_does_not_name_them_is_read_by_the_log(
    umpire: Umpire, store: Store, match: str, tmp_path: Path
) -> None:
    assert store.find(match).outcome == Outcome(None, "shared", ("Ana", "Bo"))
    engine = create_engine(f"sqlite:///{tmp_path / 'umpire.db'}")
    with engine.begin() as connection:
        connection.execute(text("UPDATE matches SET winner = NULL"))
    engine.dispose()
    row = store.find(match)
    assert row.outcome == Outcome(None, "shared")
    assert outcome_of(store, row) == Outcome(None, "shared", ("Ana", "Bo"))
    for command in (("matches",), ("status", match), ("standings", "--format", "md")):
        assert "Ana and Bo won (shared)" in umpire(*command).output
