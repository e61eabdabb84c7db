"""The table `[play]` of a tab: what a page to play on is told, and how it gets there."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from layout_kit import bodies
from pydantic import ValidationError

from umpire.catalogue import games
from umpire.games.base import AnyGame, ChanceKind
from umpire.sheets.context import Context, Page, pages
from umpire.sheets.grid import Rect, read_rect
from umpire.sheets.play import Play
from umpire.sheets.reconcile import TargetState, plan_repair, setup_requests
from umpire.sheets.spreadsheet_metadata import SpreadsheetMetadata
from umpire.sheets.tabs import Tab
from umpire.sheets.template import find_template

Json = dict[str, Any]
DEAL = find_template("devils-deal")


def context(seat: int | None = 1, *, clock: bool = True) -> Context:
    return Context("m-1", "Devil's Deal", ("Ana", "Bo"), ("daemon@umpire.local",), {}, seat, clock)


def play_of(page: Page) -> Json:
    return json.loads(page.play)  # type: ignore[no-any-return]


def laid_out(page: Page) -> list[Json]:
    """The metadata of a tab as the template lays it out."""
    told = {"metadataId": 900 + page.sheet, "metadataKey": "play", "metadataValue": page.play}
    return [told] if page.play else []


def seen(*kept: Json, at_spreadsheet: tuple[int, ...] = ()) -> SpreadsheetMetadata:
    """A table of Devil's Deal as the template lays it out, with this metadata at its first tab."""
    first, *_ = made = pages(DEAL, context())
    tabs = [
        {
            "properties": {
                "sheetId": page.sheet,
                "title": page.title,
                "gridProperties": {"rowCount": page.tab.rows, "columnCount": page.tab.columns},
            },
            "developerMetadata": [*kept] if page is first else laid_out(page),
        }
        for page in made
    ]
    beside = [{"metadataId": one} for one in at_spreadsheet]
    return SpreadsheetMetadata.read({"sheets": tabs, "developerMetadata": beside})


def mended(observed: SpreadsheetMetadata) -> list[Json]:
    """The requests about metadata that a repair makes."""
    made = plan_repair(TargetState.of(DEAL, context()), observed).requests
    return [one for one in made if any("DeveloperMetadata" in kind for kind in one)]


def test_names_are_those_of_the_players_own_tab() -> None:
    (table, *_) = pages(DEAL, context(2))
    told = play_of(table)
    assert told["question"] == {"ask": "ask_2", "due": "due_2", "reply": "reply_2"}
    assert "pool_title_2:hand_2_2" in told["hand"]
    assert {"from": ["dealt_1_2:dealt_2_2"], "into": ["form_choice_2"]} in told["feeds"]
    assert told["hints"]["cut"].startswith("Type any word.")


def test_what_only_a_match_with_clocks_has_is_left_out_of_others() -> None:
    (clocked, *_), (free, *_) = (pages(DEAL, context(clock=clock)) for clock in (True, False))
    assert play_of(clocked)["send"] == {"tick": "form_send_1", "lock": "form_lock_1"}
    assert play_of(free)["send"] == {"tick": "form_send_1"}


def test_cells_are_left_as_they_are_and_what_is_not_said_is_not_told() -> None:
    play = Play.model_validate(
        {
            "board": ["O5:R11", "gone", "a:b"],
            "form": [
                "f",
                {"cell": "b", "called": "a second trait", "place": "gone"},
                {"cell": "c", "called": "c"},
                {"cell": "f", "place": "a:b"},
            ],
            "feeds": [
                {"from": "A1", "into": "f", "heads": True, "match": "last"},
                {"from": "a", "into": "f", "where": "b", "says": "now"},
                {"from": "gone", "into": "f"},
                {"from": "a", "into": "f", "where": "gone", "says": "now"},
            ],
        }
    )
    assert json.loads(play.to_json({"a": "a_1", "b": "b_1", "f": "f_1"})) == {
        "board": ["O5:R11", "a_1:b_1"],
        "form": [
            "f_1",
            {"cell": "b_1", "called": "a second trait"},
            {"cell": "f_1", "place": "a_1:b_1"},
        ],
        "feeds": [
            {"from": ["A1"], "into": ["f_1"], "match": "last", "heads": True},
            {"from": ["a_1"], "into": ["f_1"], "where": "b_1", "says": "now"},
        ],
    }


def test_groups_and_repeated_cells_are_those_of_the_players_own_tab() -> None:
    play = Play.model_validate(
        {
            "form": ["a", "b", {"cell": "c"}, "d"],
            "groups": [
                {"cells": ["a", "b"], "called": "Bet 1", "shape": "number on palette"},
                {"cells": ["c", "gone"]},
                {"cells": "gone", "called": "Gone"},
            ],
            "repeat": ["b:d", "a:gone", "c"],
        }
    )
    told = json.loads(play.to_json({name: f"{name}_2" for name in "abcd"}))
    assert told["groups"] == [
        {"cells": ["a_2", "b_2"], "called": "Bet 1", "shape": "number on palette"},
        {"cells": ["c_2"]},
    ]
    assert told["repeat"] == ["b_2:d_2", "c_2"]
    again = Play.read(json.dumps(told))
    assert again is not None
    assert [*again.repeated_cells()] == [["b_2", "c_2", "d_2"], ["c_2"]]


@pytest.mark.parametrize(
    ("play", "fault"),
    [
        ({"groups": [{"cells": ["a", "b"]}]}, "key 'groups', key 'cells': 'b' is not in 'form'"),
        ({"groups": [{"cells": "x"}]}, "key 'groups', key 'cells': no area .* the name 'x'"),
        ({"repeat": "a:b"}, "key 'repeat': 'b' is not in 'form'"),
        ({"repeat": "a:x"}, "key 'repeat': no area .* the name 'x'"),
    ],
)
def test_groups_and_repeated_cells_are_cells_of_the_form(play: Json, fault: str) -> None:
    rects = {"a": Rect(0, 0, 1, 1), "b": Rect(1, 0, 2, 1)}
    found = Play.model_validate({"form": "a", **play}).fault(rects, Rect(0, 0, 9, 9))
    assert found is not None
    assert re.search(fault, found)


@pytest.mark.parametrize("group", [{"called": "Bet"}, {"cells": "a", "shape": "round"}])
def test_a_group_has_cells_and_one_of_the_shapes(group: Json) -> None:
    with pytest.raises(ValidationError):
        Play.model_validate({"form": "a", "groups": [group]})


def test_a_new_spreadsheet_is_told_at_each_tab_that_has_something_to_tell() -> None:
    table, moves, rules = pages(DEAL, context())
    made = [
        one["developerMetadata"]
        for one in bodies(setup_requests(DEAL, context(), 0), "createDeveloperMetadata")
    ]
    told = [(one["metadataKey"], one["metadataValue"], one["location"]) for one in made]
    assert [one for one in told if one[0] == "play"] == [
        ("play", page.play, {"sheetId": page.sheet}) for page in (table, rules)
    ]
    assert not moves.play


def test_a_help_page_tells_its_sections_and_the_rows_that_hold_at_times() -> None:
    *_, rules = pages(DEAL, context())
    told = play_of(rules)
    assert told["sections"][0] == {"block": "L3:P15", "called": "Hands"}
    assert told["now"]["hand:flush"] == ["L10:P11"]


def test_a_section_whose_name_the_tab_lacks_is_left_out() -> None:
    told = {"sections": ["a:b", "gone", {"block": "b", "called": "Time"}, {"block": "gone"}]}
    assert json.loads(Play.model_validate(told).to_json({"a": "a_1", "b": "b_1"})) == {
        "sections": ["a_1:b_1", {"block": "b_1", "called": "Time"}]
    }


def test_what_is_there_is_not_written_again() -> None:
    (table, *_) = pages(DEAL, context())
    kept = {"metadataId": 5, "metadataKey": "play", "metadataValue": table.play}
    assert mended(seen(kept)) == []


def test_what_is_out_of_date_is_written_anew_under_its_own_id() -> None:
    (table, *_) = pages(DEAL, context())
    (request,) = mended(seen({"metadataId": 5, "metadataKey": "play", "metadataValue": "{}"}))
    body = request["updateDeveloperMetadata"]
    assert body["dataFilters"] == [{"developerMetadataLookup": {"metadataId": 5}}]
    assert body["developerMetadata"] == {"metadataValue": table.play}


def test_what_is_missing_gets_an_id_that_nobody_has_taken() -> None:
    def its_id(observed: SpreadsheetMetadata) -> int:
        (request,) = mended(observed)
        made = request["createDeveloperMetadata"]["developerMetadata"]
        assert made["location"] == {"sheetId": pages(DEAL, context())[0].sheet}
        return int(made["metadataId"])

    first = its_id(seen())
    assert its_id(seen()) == first
    assert its_id(seen(at_spreadsheet=(first,))) == first + 1
    other = {"metadataId": first, "metadataKey": "mine", "metadataValue": ""}
    assert its_id(seen(other, at_spreadsheet=(first + 1,))) == first + 2


def test_a_repair_says_that_a_tab_had_no_play_view() -> None:
    found = plan_repair(TargetState.of(DEAL, context()), seen())
    (change,) = (one for one in found.changes if one.subject == "play view")
    assert change.repair == "The play view of the tab Ana was missing or out of date and is back."


def test_a_tab_without_the_table_tells_nothing() -> None:
    (table, *_) = pages(DEAL, context())
    bare = replace(table, tab=table.tab.model_copy(update={"play": None}))
    assert bare.play == ""


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_every_kind_of_question_has_a_hint_and_no_other(game: AnyGame) -> None:
    template = find_template(game.id)
    own = next(tab for tab in (*template.tables, *template.tabs) if tab.for_each)
    if own.play is None or not own.play.hints:
        return
    asked = {kind.name for kind in game.kinds if not isinstance(kind, ChanceKind)}
    assert own.play.hints.keys() == (asked - {"direct"}) | {"aim", "cut"}


def first_cells(tab: Tab) -> set[tuple[int, int, int]]:
    """The rows and the column of each cell with which an entry of a help page begins."""
    return {(area.at.top, area.at.bottom, area.at.left) for area in tab.areas if area.text}


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_the_rows_that_hold_at_times_are_rows_of_a_section_of_the_rules(game: AnyGame) -> None:
    template = find_template(game.id)
    rules = next(tab for tab in (*template.tables, *template.tabs) if tab.title == "Rules")
    if rules.play is None:
        return
    sections = [read_rect(section.block) for section in rules.play.parts()]
    for row in (read_rect(text) for texts in rules.play.now.values() for text in texts):
        assert (row.top, row.bottom, row.left) in first_cells(rules), row
        (section,) = (section for section in sections if section.encloses(row))
        assert (row.left, row.right) == (section.left, section.right), row
