"""The loader: a template and a match become one batch of requests for an empty spreadsheet."""

import pytest
from layout_kit import bodies, read_metadata

from sheets_emulator.schema import read
from umpire.sheets.context import Context, pages
from umpire.sheets.grid import Rect, looks_like_a_cell, read_grid_range, read_rect
from umpire.sheets.layout import template_places
from umpire.sheets.layout_simulator import simulate
from umpire.sheets.reconcile import TargetState, kind_of, setup_requests
from umpire.sheets.spreadsheet_metadata import SpreadsheetMetadata
from umpire.sheets.template import find_template

TEMPLATE = find_template("denizens-of-tartarus")
ANA_AND_BO = Context(
    "tartarus-1",
    "Denizens of Tartarus",
    ("Ana", "Bo"),
    ("daemon@x", "umpire@x"),
    {"Ana": "ana@x", "Bo": "bo@x"},
)
SIDES = {"left_name": "Ana", "right_name": "Bo"}
REQUESTS = setup_requests(TEMPLATE, ANA_AND_BO, 0, SIDES)
LAID_OUT = simulate(REQUESTS)
PROTECTIONS = [body["protectedRange"] for body in bodies(REQUESTS, "addProtectedRange")]
RULES = [body["rule"] for body in bodies(REQUESTS, "addConditionalFormatRule")]
PLAIN_TEXT = {"type": "TEXT", "pattern": "@"}

ORDER = [
    "updateSpreadsheetProperties",
    "addSheet",
    "addNamedRange",
    "addConditionalFormatRule",
    "addProtectedRange",
    "deleteSheet",
]


def named(players):
    return Context("m", "g", tuple(players))


def test_the_requests_are_what_the_api_takes():
    body = {"requests": REQUESTS}
    assert read("BatchUpdateSpreadsheetRequest", body) == body


def test_they_come_in_the_order_in_which_each_finds_what_it_needs():
    kinds = [kind for request in REQUESTS for kind in request]
    assert [kind for kind in dict.fromkeys(kinds) if kind in ORDER] == ORDER
    assert kinds[-1] == "deleteSheet"


def test_the_locale_is_set_and_the_empty_tab_goes():
    assert REQUESTS[0]["updateSpreadsheetProperties"]["properties"] == {
        "title": "Denizens of Tartarus: Ana and Bo (tartarus-1)",
        "locale": "en_GB",
        "timeZone": "Etc/UTC",
    }
    assert REQUESTS[-1] == {"deleteSheet": {"sheetId": 0}}
    assert [tab.title for tab in LAID_OUT.tabs.values()] == ["Ana", "Bo", "Board", "Moves", "Rules"]


def test_ids_are_the_same_at_every_call_so_that_a_repeat_is_recognised():
    assert setup_requests(TEMPLATE, ANA_AND_BO, 0, SIDES) == REQUESTS
    wanted = TargetState.of(TEMPLATE, ANA_AND_BO)
    assert kind_of(wanted, read_metadata(REQUESTS)) == "ours"
    empty = {"sheets": [{"properties": {"sheetId": 0, "title": "Tabelle1"}}]}
    assert kind_of(wanted, SpreadsheetMetadata.read(empty)) == "empty"


def test_only_names_and_titles_distinguish_the_players_tabs():
    places = template_places(pages(TEMPLATE, ANA_AND_BO))
    assert places == read_metadata(REQUESTS).named_places == LAID_OUT.names
    assert places["entry_1"].rect == places["entry_2"].rect
    assert places["entry_1"].sheet != places["entry_2"].sheet


def test_the_rows_of_a_score_sheet_are_numbered():
    sheet, rect = LAID_OUT.names["number_1"]
    assert [LAID_OUT.tabs[sheet].cells[at].value["stringValue"] for at in rect.cells()] == [
        str(number) for number in range(1, 61)
    ]


def test_entry_cells_are_plain_text_empty_and_merged_row_by_row():
    for seat in (1, 2):
        sheet, rect = LAID_OUT.names[f"entry_{seat}"]
        for at in rect.cells():
            cell = LAID_OUT.tabs[sheet].cells[at]
            assert (cell.look["numberFormat"], cell.value) == (PLAIN_TEXT, {})
        rows = [one for one in LAID_OUT.tabs[sheet].merges if one.overlaps(rect)]
        assert rows == [
            Rect(row, rect.left, row + 1, rect.right) for row in range(rect.top, rect.bottom)
        ]


def test_every_cell_is_plain_text_but_for_boxes_in_which_a_tick_would_be_a_word():
    boxes = {
        (sheet, *at)
        for sheet, tab in LAID_OUT.tabs.items()
        for rect, rule in tab.validations
        if rule["condition"]["type"] == "BOOLEAN"
        for at in rect.cells()
    }
    sends = [LAID_OUT.names[f"form_send_{seat}"] for seat in (1, 2)]
    assert boxes == {(sheet, *at) for sheet, rect in sends for at in rect.cells()}
    for sheet, tab in LAID_OUT.tabs.items():
        for at, cell in tab.cells.items():
            is_box = (sheet, *at) in boxes
            assert cell.look["numberFormat"] == (None if is_box else PLAIN_TEXT)
            assert (cell.value == {"boolValue": False}) is is_box


def test_merged_cells_do_not_overlap_and_no_text_hides_under_a_merge():
    seen = set()
    for body in bodies(REQUESTS, "mergeCells"):
        sheet, rect = read_grid_range(body["range"], {})
        cells = {(sheet, *at) for at in rect.cells()}
        assert not cells & seen
        seen |= cells
        for row, column in rect.cells():
            is_first = body["mergeType"] == "MERGE_ROWS" or row == rect.top
            if not (is_first and column == rect.left):
                assert not LAID_OUT.tabs[sheet].cells[row, column].value


def test_all_but_a_players_own_entries_is_the_umpires():
    whole = [one for one in PROTECTIONS if one["range"].keys() == {"sheetId"}]
    assert [one["range"]["sheetId"] for one in whole] == [*LAID_OUT.tabs]
    assert all(one["editors"] == {"users": ["daemon@x", "umpire@x"]} for one in whole)


@pytest.mark.parametrize(("seat", "account"), [(1, "ana@x"), (2, "bo@x")])
def test_a_players_entries_and_form_are_that_players_alone(seat, account):
    names = [name for name in LAID_OUT.names if name.startswith(("entry_", "form_"))]
    written = {name for name in names if name.endswith(f"_{seat}")} - {f"form_note_{seat}"}
    assert {f"entry_{seat}", f"form_card_{seat}", f"form_send_{seat}"} < written
    ranges = [LAID_OUT.names[name].grid_range() for name in written]
    sheet = LAID_OUT.names[f"entry_{seat}"].sheet
    of_tab = [one for one in PROTECTIONS if one["range"]["sheetId"] == sheet]
    (unprotected,) = (p["unprotectedRanges"] for p in of_tab if "unprotectedRanges" in p)
    assert sorted(map(str, unprotected)) == sorted(map(str, ranges))
    for one in ranges:
        (own,) = (p for p in of_tab if p["range"] == one)
        assert own["editors"] == {"users": ["daemon@x", "umpire@x", account]}


def test_colours_by_text_lie_on_one_tab_each():
    tabs = [{given["sheetId"] for given in rule["ranges"]} for rule in RULES]
    assert {len(sheets) for sheets in tabs} == {1}
    assert len(set.union(*tabs)) == 3


def looks_by_text(rules):
    """The formats of rules for a whole text, by that text."""
    found = [rule["booleanRule"] for rule in rules]
    return {
        rule["condition"]["values"][0]["userEnteredValue"]: rule["format"]
        for rule in found
        if rule["condition"]["type"] == "TEXT_EQ"
    }


def test_a_players_name_takes_that_sides_colour():
    looks = looks_by_text(RULES)
    assert looks['="★ Ana"'] != looks['="★ Bo"']


@pytest.mark.parametrize("name", ['=A1+"x"', "3-4", "7", "TRUE", "May 5", "O'Hara"])
def test_a_name_that_typing_would_change_goes_as_a_literal(name):
    requests = setup_requests(TEMPLATE, named([name, "Bo"]), 0, {**SIDES, "left_name": name})
    doubled = name.replace('"', '""')
    rules = [body["rule"] for body in bodies(requests, "addConditionalFormatRule")]
    assert f'="★ {doubled}"' in looks_by_text(rules)


def test_names_of_players_stay_texts():
    template_places = simulate(setup_requests(TEMPLATE, named(["=IMAGE(1)", "{player2}"]), 0))
    cells = [cell for tab in template_places.tabs.values() for cell in tab.cells.values()]
    assert {kind for cell in cells for kind in cell.value} == {"stringValue", "boolValue"}


TITLES = [
    (["Ana", "Bo"], ["Ana", "Bo"]),
    (["Board", "rules"], ["Board (player 1)", "rules (player 2)"]),
    (["entry_1", "HEADLINE"], ["entry_1 (player 1)", "HEADLINE (player 2)"]),
    (["B3", "r1c1"], ["B3 (player 1)", "r1c1 (player 2)"]),
    (["a/b", "a:b"], ["a b", "a b (player 2)"]),
    (["'", "[]"], ["(player 1)", "(player 2)"]),
    (["x" * 32, "X" * 31 + "y"], ["x" * 31, "X" * 20 + " (player 2)"]),
    (["Ana!A1", "'q'"], ["Ana A1", "q"]),
    (["😈" * 32, "a" + "😈" * 32], ["😈" * 15, "a" + "😈" * 15]),
]


@pytest.mark.parametrize(("players", "titles"), TITLES)
def test_a_score_sheets_title_is_the_name_made_legal_and_unique(players, titles):
    made = pages(TEMPLATE, named(players))
    assert [page.title for page in made if page.player] == titles
    folded = [page.title.casefold() for page in made]
    assert len(set(folded)) == len(folded)
    assert not {title for page in made for title in page.names} & set(folded)
    assert not any(looks_like_a_cell(page.title) for page in made)


def of_one_tab(folder, tab):
    """The requests for a template of one tab."""
    (folder / "template.toml").write_text(
        'title = "t"\nlocale = "en_GB"\ntime_zone = "Etc/UTC"\ntabs = ["tab.toml"]'
    )
    (folder / "tab.toml").write_text(f'title = "T"\nstyle = "page"\n{tab}')
    return setup_requests(find_template("", folder), ANA_AND_BO, 0)


def test_drop_downs_check_boxes_and_notes_come_from_the_files(tmp_path):
    requests = of_one_tab(
        tmp_path,
        "rows = 3\ncolumns = 2\nareas = [\n"
        '{ at = "A1", choices = ["yes", "no"], help = "Say which, {player1}." },\n'
        '{ at = "A2", check_box = true },\n'
        '{ at = "B1:B2", help = "Look." },\n]',
    )
    (tab,) = simulate(requests).tabs.values()
    (choices, choice), (boxes, box) = sorted(tab.validations)
    assert (choices, boxes) == (Rect(0, 0, 1, 1), Rect(1, 0, 2, 1))
    assert choice["condition"]["type"] == "ONE_OF_LIST"
    assert (choice["strict"], choice["showCustomUi"]) == (False, True)
    assert choice["inputMessage"] == "Say which, Ana."
    assert box["condition"]["type"] == "BOOLEAN"
    assert {at: cell.note for at, cell in tab.cells.items() if cell.note} == {(0, 1): "Look."}


POOL = """
rows = 9
columns = 4
areas = [
  { at = "A1", name = "state" },
  { at = "A3:B6", name = "pool" },
  { at = "D3:D6", name = "played" },
]
colours = [ { on = "pool", style = "closed", %s } ]
"""


@pytest.mark.parametrize(
    ("colour", "asked"),
    [
        ('where = "state", equals = "shut"', '=$A$1="shut"'),
        ('where = "state", equals = ["shut", "won"]', '=OR($A$1="shut",$A$1="won")'),
        ('where = "state", filled = true', '=$A$1<>""'),
        ('where = "state", blank = true', '=$A$1=""'),
        ('where = "state", begins = "Wait"', '=LEFT($A$1,4)="Wait"'),
        ('where = "played", filled = true', '=$D3<>""'),
        ('where = "played", equals = "Ana"', '=$D3="Ana"'),
    ],
)
def test_a_colour_may_ask_one_cell_for_all_or_in_a_column_the_one_in_its_row(
    tmp_path, colour, asked
):
    (added,) = bodies(of_one_tab(tmp_path, POOL % colour), "addConditionalFormatRule")
    (given,) = added["rule"]["ranges"]
    assert read_grid_range(given, {}).rect == read_rect("A3:B6")
    condition = added["rule"]["booleanRule"]["condition"]
    assert condition == {"type": "CUSTOM_FORMULA", "values": [{"userEnteredValue": asked}]}
