"""What a tab tells of itself for whoever plays on it: its places, and what makes no sense."""

import json
from dataclasses import replace
from typing import Any

import pytest

from sheets_emulator.model import (
    Area,
    Box,
    ConditionalRule,
    Document,
    Metadata,
    NamedRange,
    Sheet,
)
from umpire.sheets.play import Play
from umpire.table.piece_colors import piece_colors
from umpire.table.plays import stage_of, table_of, view_of

NAMES = [
    NamedRange("1", "ask_1", 7, Area(0, 1, 1, 7)),
    NamedRange("2", "title_1", 7, Area(0, 1, 8, 12)),
    NamedRange("3", "form_card_1", 7, Area(21, 22, 2, 4)),
    NamedRange("4", "label_card_1", 7, Area(21, 22, 1, 2)),
    NamedRange("5", "form_card_2", 7, Area(21, 22, 5, 7)),
    NamedRange("6", "hand_1", 7, Area(5, 6, 1, 7)),
    NamedRange("7", "hand_2", 7, Area(7, 8, 1, 7)),
    NamedRange("8", "form_lock", 7, Area(24, 25, 6, 7)),
    NamedRange("9", "label_lock", 7, Area(24, 25, 4, 6)),
    NamedRange("10", "elsewhere", 8, Area(0, 1, 0, 1)),
]
MERGES = [Box(25, 27, 3, 4), Box(25, 27, 4, 5)]
TABS = [Sheet(7, "Table", row_count=30, column_count=20, merges=MERGES), Sheet(8, "Rules")]


def document(told: Any, beside: Any = ()) -> Document:
    text = told if isinstance(told, str) else json.dumps(told)
    kept = [
        Metadata(1, "play", text, "DOCUMENT", sheet_id=7),
        Metadata(2, "countdown", json.dumps(list(beside)), "DOCUMENT"),
    ]
    return Document("id", "Title", sheets=TABS, names=NAMES, metadata=kept)


def table(told: Any) -> Any:
    return table_of(document(told), TABS[0])


def test_places_are_names_ranges_and_boxes_between_two_of_these() -> None:
    places = ["ask_1", "B6:G6", "C3", "hand_1:hand_2", "hand_1:C12"]
    assert table({"board": places})["board"] == [
        [0, 1, 1, 7],
        [5, 6, 1, 7],
        [2, 3, 2, 3],
        [5, 8, 1, 7],
        [5, 12, 1, 7],
    ]


def test_a_place_has_the_whole_of_merged_cells() -> None:
    assert table({"board": ["B26:E26", "D27:D28"]})["board"] == [[25, 27, 1, 5], [25, 28, 3, 4]]


@pytest.mark.parametrize("place", ["nothing", "elsewhere", "hand_1:nothing", "ZZ9999"])
def test_a_place_that_is_none_of_the_tab_is_left_out(place: str) -> None:
    told = {"board": [place, "C3"], "events": place, "question": {"ask": place}}
    found = table(told)
    assert found["board"] == [[2, 3, 2, 3]]
    assert "events" not in found
    assert "ask" not in found["question"]


def test_a_cell_of_the_form_has_its_label_or_that_of_the_cell_before() -> None:
    label = [21, 22, 1, 2]
    assert table({"form": ["form_card_1", "form_card_2"]})["form"] == [
        {"cell": [21, 22, 2, 4], "label": label, "own": True},
        {"cell": [21, 22, 5, 7], "label": label, "own": False},
    ]


def test_a_cell_of_the_form_may_have_a_place_on_the_table() -> None:
    cell = {"cell": "form_card_2", "called": "second", "place": "C3:D4"}
    (told,) = table({"form": [cell]})["form"]
    assert (told["called"], told["place"]) == ("second", [2, 4, 2, 4])
    (told,) = table({"form": [{**cell, "place": "nowhere"}]})["form"]
    assert "place" not in told


def test_groups_and_repeated_cells_are_boxes_of_the_form() -> None:
    first, second = [21, 22, 2, 4], [21, 22, 5, 7]
    found = table(
        {
            "form": ["form_card_1", "form_card_2"],
            "groups": [
                {"cells": ["form_card_1", "elsewhere"], "called": "Bet 1", "shape": "bet"},
                {"cells": ["form_card_2"]},
                {"cells": ["elsewhere"], "called": "Gone"},
            ],
            "repeat": ["form_card_1:form_card_2", "form_card_2", "elsewhere:form_card_1"],
        }
    )
    assert found["groups"] == [
        {"cells": [first], "called": "Bet 1", "shape": "bet"},
        {"cells": [second]},
    ]
    assert found["repeat"] == [[first, second], [second]]


def test_the_lock_has_its_label() -> None:
    send = table({"send": {"lock": "form_lock", "tick": "nothing"}})["send"]
    assert send == {"lock": [24, 25, 6, 7], "lockLabel": [24, 25, 4, 6]}


def test_what_stands_over_the_board_is_found_by_its_name() -> None:
    assert table({})["question"] == {"title": [0, 1, 8, 12]}


def test_a_feed_needs_a_source_and_a_cell() -> None:
    feeds = [
        {"from": "hand_1", "into": ["form_card_1"], "match": "last", "heads": True},
        {
            "from": ["hand_1", "hand_2"],
            "into": ["form_card_1"],
            "name": 1,
            "several": True,
        },
        {"from": "hand_1", "into": ["nothing"]},
        {"from": "nothing", "into": ["form_card_1"]},
    ]
    first, second = [5, 6, 1, 7], [7, 8, 1, 7]
    into = [[21, 22, 2, 4]]
    assert table({"feeds": feeds})["feeds"] == [
        {"from": [first], "into": into, "match": "last", "heads": True},
        {"from": [first, second], "into": into, "several": True, "name": 1},
    ]


@pytest.mark.parametrize("told", ["no JSON", "[]", "3", "[" * 100_000])
def test_what_is_no_table_is_none(told: str) -> None:
    assert table(told) is None


@pytest.mark.parametrize("value", [3, [[]], {"x": 1}])
@pytest.mark.parametrize("key", ["question", "form", "send", "feeds", "hints", "hand", "sheet"])
def test_a_table_that_no_file_of_a_tab_could_hold_is_none(key: str, value: Any) -> None:
    told = {key: value, "board": ["C3"]}
    assert view_of(document(told), TABS[0]) is None


def test_a_table_is_what_the_file_of_the_tab_says_of_it() -> None:
    given = {
        "fact": "The first wins.",
        "hand": "hand_1",
        "form": ["form_card_1"],
        "hints": {"aim": "Win."},
    }
    called = {name.name: name.name for name in NAMES}
    assert table(Play.model_validate(given).to_json(called)) == table(given)


def test_places_follow_their_names_and_the_merges() -> None:
    told = document({"board": ["hand_1"]})
    found = [table_of(told, TABS[0])]
    told.names = [NamedRange("6", "hand_1", 7, Area(6, 7, 1, 7))]
    found.append(table_of(told, TABS[0]))
    found.append(table_of(told, replace(TABS[0], merges=[Box(6, 8, 1, 2)])))
    assert [one and one["board"] for one in found] == [
        [[5, 6, 1, 7]],
        [[6, 7, 1, 7]],
        [[6, 8, 1, 7]],
    ]


def test_other_tabs_are_told_nothing() -> None:
    assert view_of(document({"board": ["C3"]}), TABS[1]) is None


def test_a_help_page_tells_the_boxes_of_its_sections_and_of_the_rows_that_hold_at_times() -> None:
    sections = ["hand_1:hand_2", {"block": "D26:D27", "called": "Time", "cells": True}, "gone"]
    told = {"sections": sections, "now": {"step:bets": ["hand_1", "gone"], "hand:x": "B30"}}
    assert view_of(document(told), TABS[0]) == {
        "rules": {
            "sections": [
                {"box": [5, 8, 1, 7]},
                {"box": [25, 27, 3, 4], "called": "Time", "cells": True},
            ],
            "now": {"step:bets": [[5, 6, 1, 7]], "hand:x": [[29, 30, 1, 2]]},
        }
    }


def test_how_the_match_stands_is_told_of_the_tab_of_its_range() -> None:
    beside = [
        {"range": "ask_1", "kind": "cards"},
        {"range": "ask_1", "over": True, "end": {"won": "you"}},
        {"range": "elsewhere", "kind": "bet"},
        {"range": "nothing", "kind": "bet"},
        {"range": "ask_1", "kind": 5},
    ]
    told = document({}, beside)
    assert stage_of(told, TABS[0]) == {"kind": "cards", "over": True, "end": {"won": "you"}}
    assert stage_of(told, TABS[1]) == {"kind": "bet"}
    assert view_of(told, TABS[0]) == {
        "play": table_of(told, TABS[0]),
        "stage": stage_of(told, TABS[0]),
    }


def test_cells_that_were_opened_at_the_end_are_found_in_their_ranges() -> None:
    opened = {"hand_1": [[0, 2], "x", [0]], "nowhere": [[0, 0]], "title_1": 5}
    told = document({}, [{"range": "ask_1", "end": {"opened": opened}}])
    assert stage_of(told, TABS[0]) == {"end": {"opened": [[5, 3]]}}


def test_a_preview_is_told_with_the_places_of_the_texts_that_it_is_of() -> None:
    of = {"ask_1": "G8", "nowhere": "B1", "label_x": 5}
    told = document({}, [{"range": "ask_1", "of": of, "line": "G8", "wrong": True}])
    assert stage_of(told, TABS[0])["preview"] == {
        "of": [[0, 1, "G8"]],
        "line": "G8",
        "more": "",
        "isWrong": True,
    }
    assert "preview" not in stage_of(told, TABS[1])


ASKED = {"text": "Your card?", "condition": "Not 3.", "otherwise": "then none", "final": False}
FORM = {
    "range": "ask_1",
    "of": {"form_card_1": "G8"},
    "line": "G8",
    "fields": {
        "form_card_1": {"label": "Your card", "least": 0, "most": 9, "ends": ["0", "all: 9"]},
        "form_card_2": {"label": "Another", "optional": True, "at_most": 2},
        "nowhere": {"label": "None"},
    },
    "says": [
        {"of": ["form_card_1", "form_card_2", "nowhere"], "texts": {"G8": "costs 2"}},
    ],
    "draft": {
        "say": "You keep 5.",
        "missing": "Discard 1 more.",
        "sums": {"form_card_1": {"text": "9", "ok": False}, "nowhere": {"text": "1"}},
        "blocks": [{"title": "Pool", "rows": [{"pieces": ["G8"], "good": True}]}],
    },
}


def test_a_question_is_told_of_the_tab_of_its_range() -> None:
    told = document({}, [{"range": "ask_1", "question": ASKED}])
    assert stage_of(told, TABS[0]) == {"question": ASKED}
    assert stage_of(told, TABS[1]) == {}
    told = document({}, [{"range": "ask_1", "question": {"text": "Ready?"}}])
    assert stage_of(told, TABS[0])["question"]["final"] is True


def test_fields_and_sums_are_told_of_the_cells_of_the_form() -> None:
    stage = stage_of(document({}, [FORM]), TABS[0])
    assert stage["fields"] == {
        "21,2": {
            "label": "Your card",
            "least": 0,
            "most": 9,
            "ends": ["0", "all: 9"],
            "says": {"G8": "costs 2"},
        },
        "21,5": {
            "label": "Another",
            "optional": True,
            "at_most": 2,
            "says": {"G8": "costs 2"},
        },
    }
    assert stage["draft"] == {
        "of": [[21, 2, "G8"]],
        "say": "You keep 5.",
        "missing": "Discard 1 more.",
        "sums": {"21,2": {"text": "9", "ok": False}},
        "blocks": [{"title": "Pool", "rows": [{"pieces": ["G8"], "good": True}]}],
    }
    assert stage["preview"]["line"] == "G8"


@pytest.mark.parametrize(
    "data",
    [
        {"question": "Ready?"},
        {"question": {"condition": "now"}},
        {"question": {"text": ["x"]}},
        {"events": {"text": "x"}},
        {"events": [5, "x", {"pieces": "R9"}, {"by": ["Ana"]}]},
        {"now": "step"},
        {"now": [5, None]},
    ],
)
def test_what_makes_no_sense_is_no_part_of_the_stage(data: dict[str, Any]) -> None:
    assert stage_of(document({}, [{"range": "ask_1", **data}]), TABS[0]) == {}


@pytest.mark.parametrize(
    "data",
    [
        {"fields": ["form_card_1"], "draft": "You keep 5."},
        {"fields": {"form_card_1": {"most": "many"}}},
        {"fields": {"form_card_1": {"ends": ["1"]}}, "draft": {"sums": {"form_card_1": "9"}}},
        {"says": [{"of": "form_card_1", "texts": {}}], "draft": {"blocks": [{"rows": ["x"]}]}},
    ],
)
def test_a_form_that_makes_no_sense_has_its_preview_alone(data: dict[str, Any]) -> None:
    beside = [{"range": "ask_1", "of": {}, "line": "", **data}]
    assert stage_of(document({}, beside), TABS[0]).keys() == {"preview"}


def test_events_and_the_rules_that_hold_are_told_of_the_tab_of_their_range() -> None:
    events = [
        {"by": "Ana", "did": "raised", "pieces": ["4"], "end": "pot 9", "kind": "move"},
        {"text": "The match is on.", "round": "Round 1"},
    ]
    told = document({}, [{"range": "ask_1", "events": events, "now": ["step:bets", 5]}])
    assert stage_of(told, TABS[0]) == {"events": events, "now": ["step:bets"]}
    assert stage_of(told, TABS[1]) == {}


RESULT = {
    "name": "Round 2",
    "title": "{Ana} won 17 chips",
    "won": "Ana",
    "detail": "Straight beat a flush",
    "rows": [{"by": "Ana", "label": "x", "pieces": ["G4"], "makes": "Straight", "from": "8"}],
}
FOUGHT = {
    "title": "{Bo} won",
    "rows": [{"by": "Bo", "to": "7", "columns": [["4", "-1"], []]}],
    "columns": [{"head": "2", "won": "Bo", "why": "{Ana's} Four was alone there."}, {"head": "3"}],
}


def test_results_are_told_of_the_tab_of_their_range_to_its_reader() -> None:
    results = [RESULT, FOUGHT]
    told = document({}, [{"range": "ask_1", "reader": "Ana", "results": results}])
    assert stage_of(told, TABS[0]) == {"reader": "Ana", "results": results}
    assert stage_of(told, TABS[1]) == {}


@pytest.mark.parametrize(
    "given",
    [
        "no list",
        {"title": "no list"},
        ["no result", 5, None, [RESULT]],
        [{**RESULT, "title": 5}],
        [{**RESULT, "won": None}],
        [{**RESULT, "rows": "no rows"}],
        [{**RESULT, "rows": [{"pieces": "G4"}]}],
        [{**RESULT, "rows": [{"pieces": [4]}]}],
        [{**RESULT, "rows": [{"columns": ["4"]}]}],
        [{**RESULT, "columns": [5]}],
        [{**RESULT, "rows": [{}] * 201}],
        [{**RESULT, "rows": [{"pieces": ["G4"] * 201}]}],
    ],
)
def test_results_that_make_no_sense_are_left_out(given: Any) -> None:
    told = document({}, [{"range": "ask_1", "results": given, "reader": ["Ana"]}])
    assert stage_of(told, TABS[0]) == {}


def test_of_results_the_newest_are_told_and_nothing_else_that_is_beside_them() -> None:
    results = [{"title": str(number), "script": "x"} for number in range(300)]
    told = document({}, [{"range": "ask_1", "results": [*results, "x"]}])
    shown = stage_of(told, TABS[0])["results"]
    assert shown == [{"title": str(number)} for number in range(101, 300)]


def test_notes_are_told_with_the_places_of_their_blocks() -> None:
    notes = [
        {"blocks": ["hand_1", "elsewhere", "nowhere"], "texts": {"4": ["Four", "Alone, 4 more."]}},
        {"texts": {"R3": ["Red 3", "A red 3."]}},
        {"blocks": ["elsewhere"], "texts": {"x": ["X", "Not on this tab."]}},
        {"blocks": "hand_1", "texts": {"x": ["X", "No list of blocks."]}},
        {"blocks": [], "texts": {"x": ["X"]}},
        "no notes",
    ]
    told = document({}, [{"range": "ask_1", "notes": notes}])
    assert stage_of(told, TABS[0])["notes"] == [
        {"boxes": [[5, 6, 1, 7]], "texts": {"4": ["Four", "Alone, 4 more."]}},
        {"boxes": [], "texts": {"R3": ["Red 3", "A red 3."]}},
    ]
    assert "notes" not in stage_of(told, TABS[1])


def test_seats_and_more_names_are_boxes_of_cells() -> None:
    seats = [
        {"name": "ask_1", "state": "nothing", "cards": ["hand_1", "nothing"]},
        {"score": "title_1"},
        {"name": "nothing"},
    ]
    blocks = {"names": ["C3:C4"], "reference": "hand_1:hand_2", "zones": ["hand_2", "nothing"]}
    blocks["compact"] = ["hand_2"]
    found = table({"seats": seats, **blocks})
    assert found["seats"] == [
        {"name": [0, 1, 1, 7], "cards": [[5, 6, 1, 7]]},
        {"score": [0, 1, 8, 12], "cards": []},
    ]
    assert found["names"] == [[2, 4, 2, 3]]
    assert found["zones"] == [[7, 8, 1, 7]]
    assert found["compact"] == [[7, 8, 1, 7]]
    assert found["reference"] == [[5, 8, 1, 7]]


def test_a_finished_round_needs_its_block_and_the_cells_that_tell_of_it() -> None:
    finished = {"block": "hand_1:hand_2", "where": "title_1", "clears": ["C3", "nothing"]}
    assert table({"finished": finished})["finished"] == {
        "block": [5, 8, 1, 7],
        "where": [0, 1, 8, 12],
        "clears": [[2, 3, 2, 3]],
    }
    assert "finished" not in table({"finished": {**finished, "where": "nothing"}})


def rule(kind: str, text: str, fill: float, ink: float | None = None) -> ConditionalRule:
    style = {} if ink is None else {"textFormat": {"foregroundColorStyle": grey(ink)}}
    condition = {"type": kind, "values": [{"userEnteredValue": text}]}
    format_ = {"backgroundColorStyle": grey(fill), **style}
    return ConditionalRule((), {"booleanRule": {"condition": condition, "format": format_}})


def grey(part: float) -> dict[str, Any]:
    return {"rgbColor": {"red": part, "green": part, "blue": part}}


def test_pieces_have_the_colours_that_conditional_formats_give_their_texts() -> None:
    rules = [
        rule("TEXT_STARTS_WITH", "B", 0.2, 1),
        rule("TEXT_EQ", '="G 8"', 0.2, 1),
        rule("TEXT_EQ", '="say ""no"""', 1),
        rule("TEXT_EQ", "=A1", 0.5),
        rule("CUSTOM_FORMULA", '=A1="R7"', 0.5),
        ConditionalRule((), {"gradientRule": {}}),
        ConditionalRule((), {"booleanRule": {"condition": {"type": "BLANK"}, "format": {}}}),
    ]
    assert piece_colors(replace(TABS[0], conditional_rules=rules)) == [
        {"fill": "#333333", "ink": "#ffffff", "begins": ["B"], "equals": ["G 8"]},
        {"fill": "#ffffff", "ink": "#000000", "begins": [], "equals": ['say "no"']},
    ]
