"""A game with secrets: the board without players' tabs, and a spreadsheet for each of them."""

from dataclasses import replace
from pathlib import Path

import pytest
from layout_kit import bodies, metadata_of, read_metadata

from umpire.sheets.context import Context, pages, title
from umpire.sheets.growth import plan_growth
from umpire.sheets.layout import template_places
from umpire.sheets.reconcile import TargetState, kind_of, plan_upkeep, setup_requests
from umpire.sheets.spreadsheet_metadata import SpreadsheetMetadata
from umpire.sheets.template import read_template

TEMPLATE = read_template(Path(__file__).parents[1] / "live" / "secret_sheets")
BOARD = Context(
    "m-1",
    "Secrets",
    ("Ana", "Bo"),
    ("daemon@x", "umpire@x"),
    {"Ana": "ana@x", "Bo": "bo@x"},
)
TABLES = [replace(BOARD, seat=1), replace(BOARD, seat=2)]
EVERY = [BOARD, *TABLES]


@pytest.mark.parametrize(
    ("context", "named", "tabs"),
    [
        (BOARD, "Secrets: Ana and Bo", ["Board", "Rules"]),
        (TABLES[0], "Secrets: Ana's table", ["Ana", "Rules"]),
        (TABLES[1], "Secrets: Bo's table", ["Bo", "Rules"]),
    ],
)
def test_each_spreadsheet_has_its_title_and_its_tabs(context, named, tabs):
    assert title(TEMPLATE, context) == named
    assert [page.title for page in pages(TEMPLATE, context)] == tabs
    requests = setup_requests(TEMPLATE, context, 0)
    assert requests[0]["updateSpreadsheetProperties"]["properties"]["title"] == named
    assert [tab["properties"]["title"] for tab in bodies(requests, "addSheet")] == tabs


def test_a_table_has_the_names_of_its_seat_alone():
    assert "said" in template_places(pages(TEMPLATE, BOARD))
    for seat, context in enumerate(TABLES, 1):
        names = set(template_places(pages(TEMPLATE, context)))
        assert {f"entry_{seat}", f"ask_{seat}", f"mine_{seat}"} <= names
        assert all(name.endswith(f"_{seat}") for name in names)


def protections(context):
    requests = setup_requests(TEMPLATE, context, 0)
    return [body["protectedRange"] for body in bodies(requests, "addProtectedRange")]


def test_nobody_but_the_keepers_and_its_player_edits_a_table():
    for context, own in zip(TABLES, ("ana@x", "bo@x"), strict=True):
        editors = {one["description"]: set(one["editors"]["users"]) for one in protections(context)}
        keepers = {"daemon@x", "umpire@x"}
        (written,) = [told for told in editors if "written by" in told]
        assert editors.pop(written) == keepers | {own}
        assert set(map(frozenset, editors.values())) == {frozenset(keepers)}


def test_nobody_but_the_keepers_edits_the_board():
    for protection in protections(BOARD):
        assert protection["editors"]["users"] == ["daemon@x", "umpire@x"]
        assert "unprotectedRanges" not in protection


@pytest.mark.parametrize("context", EVERY, ids=["board", "table-1", "table-2"])
def test_each_is_installed_for_itself_and_needs_no_upkeep_then(context):
    there = read_metadata(setup_requests(TEMPLATE, context, 0))
    assert plan_upkeep(TargetState.of(TEMPLATE, context), there).requests == ()
    for other in EVERY:
        same_tabs = len(pages(TEMPLATE, other)) == len(there.tabs)
        assert (kind_of(TargetState.of(TEMPLATE, other), there) == "ours") is same_tabs


def test_what_is_taken_away_from_a_table_is_put_back():
    requests = setup_requests(TEMPLATE, TABLES[1], 0)
    metadata = metadata_of(requests)
    for tab in metadata["sheets"]:
        tab["conditionalFormats"].clear()
        protected = tab["protectedRanges"]
        tab["protectedRanges"] = [
            one for one in protected if "written by" not in one["description"]
        ]
    wanted = TargetState.of(TEMPLATE, TABLES[1])
    back = plan_upkeep(wanted, SpreadsheetMetadata.read(metadata)).requests
    (own,) = (one for one in protections(TABLES[1]) if "bo@x" in one["editors"]["users"])
    assert bodies(back, "addProtectedRange") == [{"protectedRange": own}]
    kind = "addConditionalFormatRule"
    assert bodies(back, kind) == bodies(requests, kind) != []


def rows_after_growth(template, context, used):
    """The names of what grows, with the rows that they have then."""
    there = read_metadata(setup_requests(template, context, 0))
    requests = plan_growth(TargetState.of(template, context), there, used).requests
    named = [body["namedRange"] for body in bodies(requests, "updateNamedRange")]
    return {
        one["name"]: one["range"]["endRowIndex"] - one["range"]["startRowIndex"] for one in named
    }


def test_a_table_grows_for_its_own_player():
    assert rows_after_growth(TEMPLATE, TABLES[1], {1: 60}) == {}
    columns = ("number_2", "entry_2", "answer_2")
    assert rows_after_growth(TEMPLATE, TABLES[1], {2: 40}) == dict.fromkeys(columns, 160)


def test_lines_that_come_from_a_form_grow_with_the_score_sheet(tmp_path):
    for file in (Path(__file__).parents[1] / "live" / "secret_sheets").iterdir():
        text = file.read_text()
        column = '{ at = "D11:D70", name = "formed" },\n  { at = "C11'
        (tmp_path / file.name).write_text(text.replace('{ at = "C11', column))
    rows = rows_after_growth(read_template(tmp_path), TABLES[0], {1: 40})
    assert rows["formed_1"] == rows["entry_1"] == 160
