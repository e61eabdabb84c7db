"""The countdowns beside the cells: they say what the cells' own texts say, as data."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest
from live_kit import Table

from umpire.catalogue import find_game
from umpire.live.page_data import StoredPageData, page_data
from umpire.match import Header, begin
from umpire.projections.sentences import ask, clock, headline
from umpire.projections.spreadsheets import spreadsheets_of
from umpire.sheets.addresses import local_account
from umpire.sheets.context import Context
from umpire.sheets.ranges import clocks_of_seat
from umpire.sheets.template import find_template, read_template
from umpire.testing.outputs import transaction_of

Opens = Callable[..., Table]
TEMPLATES = Path(__file__).parent


def beside(match: Table, role: str, template: str = "secret_sheets") -> list[dict[str, Any]]:
    """What is kept beside one spreadsheet of a match."""
    context = Context("m", "Numbers", match.row.players)
    made = spreadsheets_of(read_template(TEMPLATES / template), context)
    (spreadsheet,) = [one for one in made if one.role == role]
    return json.loads(page_data(match.live.history, spreadsheet))  # type: ignore[no-any-return]


def told(match: Table, role: str, template: str = "secret_sheets") -> list[dict[str, Any]]:
    """The countdowns in one spreadsheet of a match."""
    return [one for one in beside(match, role, template) if "until" in one]


def awaited(match: Table, role: str, template: str = "secret_sheets") -> list[str]:
    """Where those type in one spreadsheet of a match whose turn it is."""
    return ranges([one for one in beside(match, role, template) if one.get("awaited")])


def ranges(found: Sequence[dict[str, Any]]) -> list[str]:
    return [one["range"] for one in found]


MINUTE = {"who": "Ana", "limit": 60}
EACH = {"who": "each", "limit": 60}
UNTIL = "2026-01-01T12:01:00.000Z"


def test_every_cell_that_says_until_when_is_told_of(table: Opens) -> None:
    match = table(MINUTE)
    assert told(match, "board") == [
        {"range": "headline", "at": 23, "until": UNTIL, "instead": 20},
        {"range": "clock_1", "until": UNTIL, "instead": 18},
    ]
    assert told(match, "table-1") == [
        {"range": "clock_1", "until": UNTIL, "instead": 18},
        {"range": "ask_1", "at": 37, "until": UNTIL, "instead": 20},
    ]
    (first, second) = told(match, "console")
    assert (first["range"], second["range"], second["row"]) == ("due", "clock", 0)


def test_a_countdown_stands_instead_of_the_words_that_say_until_when(table: Opens) -> None:
    match = table(MINUTE)
    shown = {"headline": headline(match.live.history), "clock_1": clock(match.live.history, "Ana")}
    said = [
        shown[one["range"]][one.get("at", 0) :][: one["instead"]] for one in told(match, "board")
    ]
    assert said == ["(until 12:01:00 UTC)", "until 12:01:00 UTC"]


def test_who_waits_sees_the_limits_of_those_who_are_asked(table: Opens) -> None:
    match = table(MINUTE)
    (one,) = told(match, "table-2")
    assert one["range"] == "ask_2"
    text = ask(match.live.history, "Bo")
    assert text[one["at"] :][: one["instead"]] == "(until 12:01:00 UTC)"
    assert text.removeprefix("Waiting for ") == headline(match.live.history)


def test_a_spreadsheet_is_told_of_the_names_that_it_has(table: Opens) -> None:
    found = ranges(told(table(MINUTE), "board", "numbers_sheets"))
    assert found == ["headline", "ask_1", "ask_2"]


def test_who_has_other_limits_is_counted_down_at_the_place_in_the_headline(table: Opens) -> None:
    match = table(EACH, players=("Ana𝄞", "Bo"))
    match.live.command("umpire", "extend Bo 30")
    first, second = [one for one in told(match, "board") if one["range"] == "headline"]
    shown = headline(match.live.history).encode("utf-16-le")
    said = [
        shown[2 * one["at"] : 2 * (one["at"] + one["instead"])].decode("utf-16-le")
        for one in (first, second)
    ]
    assert said == ["(until 12:01:00 UTC)", "(until 12:01:30 UTC)"]
    assert first["until"] == UNTIL
    assert second["until"] == "2026-01-01T12:01:30.000Z"


@pytest.mark.parametrize(
    ("options", "reserve", "end"),
    [
        ({"bank": 300}, 300, "2026-01-01T12:06:00.000Z"),
        ({"bank": 12.5}, 12.5, "2026-01-01T12:01:12.000Z"),
        ({"periods": [3, 30]}, 90, "2026-01-01T12:02:30.000Z"),
    ],
)
def test_the_reserve_runs_after_the_limit_and_then_to_its_own_end(
    table: Opens, options: dict[str, Any], reserve: float, end: str
) -> None:
    match = table({**MINUTE, "reserve": True}, **options)
    (_, one) = told(match, "table-1")
    assert (one["range"], one["until"], one["reserve"]) == ("ask_1", UNTIL, reserve)
    match.hands.move(61)
    match.live.command("umpire", "note so that time passes")
    (_, one) = told(match, "table-1")
    assert (one["range"], one["until"], one.get("reserve")) == ("ask_1", end, None)


@pytest.mark.parametrize(
    ("phase", "options"),
    [({"who": "Ana"}, {}), (MINUTE, {"clock": False}), ({"who": "Ana", "limit": 1e300}, {})],
    ids=["no limit", "no clock", "the far future"],
)
def test_without_a_moment_there_is_no_countdown(
    table: Opens, phase: dict[str, Any], options: dict[str, Any]
) -> None:
    assert told(table(phase, **options), "board") == []


def test_an_opponents_clock_stands_where_two_play() -> None:
    assert clocks_of_seat(1, players=2) == {"own_clock_2": 1, "other_clock_2": 0}
    assert clocks_of_seat(1, players=3) == {"own_clock_2": 1}


@pytest.mark.parametrize(
    ("phase", "options", "ana", "bo"),
    [
        (MINUTE, {}, True, False),
        (MINUTE, {"clock": False}, True, False),
        (EACH, {}, True, True),
        ({"who": "Bo"}, {}, False, True),
        (MINUTE, {"cut": True}, True, True),
    ],
    ids=["a limit", "no clock", "both", "no limit", "cutting"],
)
def test_whose_turn_it_is_lies_where_they_type(
    table: Opens, phase: dict[str, Any], options: dict[str, Any], ana: bool, bo: bool
) -> None:
    match = table(phase, **options)
    assert awaited(match, "table-1") == ["entry_1"] * ana
    assert awaited(match, "table-2") == ["entry_2"] * bo
    assert awaited(match, "board", "numbers_sheets") == ["entry_1"] * ana + ["entry_2"] * bo
    assert awaited(match, "board") == awaited(match, "console") == []


def test_nothing_counts_down_and_it_is_nobodys_turn_while_it_is_paused_or_over(
    table: Opens,
) -> None:
    match = table(MINUTE)
    for order, runs in (("pause", False), ("resume", True), ("forfeit Ana", False)):
        match.live.command("umpire", order)
        assert bool(told(match, "board")) == runs
        assert awaited(match, "table-1") == ["entry_1"] * runs


def test_every_range_with_times_is_told_of_always(table: Opens) -> None:
    match = table({"who": "Ana"})
    match.live.command("umpire", "forfeit Ana")
    for role, wanted in (("board", "headline"), ("table-1", "ask_1"), ("console", "log_at")):
        found = [one["range"] for one in beside(match, role) if one.get("utc")]
        assert wanted in found
        assert len(found) == len(set(found))


class TestKept:
    """The request that keeps it is right whether or not something is kept already."""

    THERE: ClassVar = {"metadataId": 9, "metadataKey": "countdown", "metadataValue": "[]"}

    def test_what_is_not_there_is_made_under_an_id_of_our_own(self) -> None:
        (request,) = StoredPageData().plan_update("[1]")
        made = request["createDeveloperMetadata"]["developerMetadata"]
        assert (made["metadataKey"], made["metadataValue"]) == ("countdown", "[1]")
        after = StoredPageData().record_write("[1]")
        assert after.plan_update("[1]") == []
        assert after.id == made["metadataId"]

    def test_what_is_there_is_changed_by_its_id(self) -> None:
        kept = StoredPageData.read_from([{"metadataKey": "other"}, self.THERE])
        assert kept == StoredPageData(9, "[]")
        assert kept.plan_update("[]") == []
        (request,) = kept.plan_update("[1]")
        update = request["updateDeveloperMetadata"]
        assert update["dataFilters"] == [{"developerMetadataLookup": {"metadataId": 9}}]
        assert update["developerMetadata"] == {"metadataValue": "[1]"}

    def test_what_nobody_knows_to_be_there_is_written_again(self) -> None:
        assert StoredPageData(9, "[1]").record_doubt().plan_update("[1]") != []


def test_who_is_asked_is_told_of_what_kind_the_question_is(table: Opens) -> None:
    match = table(EACH)
    kinds = {one["range"]: one["kind"] for one in beside(match, "table-1") if "kind" in one}
    assert kinds == {"entry_1": match.live.history.match.pending[0].decision.kind.name}
    assert not any("kind" in one for one in beside(match, "board"))
    match.live.command("umpire", "pause")
    assert not any("kind" in one for one in beside(match, "table-1"))


def test_who_holds_an_answer_that_could_be_locked_is_told_so_and_nobody_else(table: Opens) -> None:
    match = table({"who": "group", "rule": "last"})
    assert not any("held" in one for one in beside(match, "table-1"))
    match.live.command("Ana", "3")
    held = [one["range"] for one in beside(match, "table-1") if one.get("held")]
    assert held == ["entry_1"]
    for role in ("table-2", "board"):
        assert not any("held" in one for one in beside(match, role))
    match.live.command("Ana", "lock")
    assert awaited(match, "table-1") == []


def test_once_the_match_is_over_nothing_is_typed_any_more(table: Opens) -> None:
    match = table(MINUTE)
    assert not any(one.get("over") for one in beside(match, "table-1"))
    match.live.command("umpire", "forfeit Bo")
    assert {"range": "entry_1", "over": True} in beside(match, "table-1")
    assert {"range": "entry_2", "over": True} in beside(match, "table-2")
    assert not any("kind" in one for one in beside(match, "table-1"))


def test_tabs_that_are_drawn_as_tables_are_told_who_plays() -> None:
    match = begin(Header("devils-deal", ("Ana", "Bo")), find_game("devils-deal")).match
    history = transaction_of(match, ()).history
    for keepers, names in (((local_account("secret"),), ["ask_1"]), ((), [])):
        context = Context("m", "Game", ("Ana", "Bo"), keepers)
        made = spreadsheets_of(find_template("devils-deal"), context)
        (spreadsheet,) = [one for one in made if one.role == "table-1"]
        found = [one for one in json.loads(page_data(history, spreadsheet)) if "players" in one]
        assert [one["range"] for one in found] == names
        assert all(one["players"] == ["Ana", "Bo"] for one in found)
