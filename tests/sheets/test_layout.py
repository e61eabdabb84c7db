"""The loader: a template and a match become one batch of requests for an empty spreadsheet."""

import json

import pytest
from paper import Paper

from sheets_emulator.schema import read
from umpire.sheets.context import Context, pages
from umpire.sheets.grid import looks_like_a_cell
from umpire.sheets.layout import template_places
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
PAPER = Paper().apply(REQUESTS)

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


def test_they_are_small_enough_for_one_request():
    assert len(json.dumps(REQUESTS)) < 1_000_000


def test_they_come_in_the_order_in_which_each_finds_what_it_needs():
    kinds = [kind for request in REQUESTS for kind in request]
    assert [kind for kind in dict.fromkeys(kinds) if kind in ORDER] == ORDER
    assert kinds[-1] == "deleteSheet"


def test_the_locale_is_set_and_the_empty_tab_goes():
    assert PAPER.properties == {
        "title": "Denizens of Tartarus: Ana and Bo (tartarus-1)",
        "locale": "en_GB",
        "timeZone": "Etc/UTC",
    }
    assert list(PAPER.titles.values()) == ["Ana", "Bo", "Board", "Moves", "Rules"]


def test_ids_are_the_same_at_every_call_so_that_a_repeat_is_recognised():
    assert setup_requests(TEMPLATE, ANA_AND_BO, 0, SIDES) == REQUESTS
    wanted = TargetState.of(TEMPLATE, ANA_AND_BO)
    assert kind_of(wanted, SpreadsheetMetadata.read(PAPER.metadata())) == "ours"
    assert kind_of(wanted, SpreadsheetMetadata.read(Paper().metadata())) == "empty"


def test_only_names_and_titles_distinguish_the_players_tabs():
    places = template_places(pages(TEMPLATE, ANA_AND_BO))
    assert places == SpreadsheetMetadata.read(PAPER.metadata()).named_places
    assert places["entry_1"].rect == places["entry_2"].rect
    assert places["entry_1"].sheet != places["entry_2"].sheet


def test_the_columns_of_a_score_sheet_share_their_rows():
    places = template_places(pages(TEMPLATE, ANA_AND_BO))
    columns = [places[f"{name}_1"].rect for name in ("number", "entry", "answer")]
    ((top, bottom),) = {(rect.top, rect.bottom) for rect in columns}
    assert bottom - top == 60
    assert bottom == PAPER.sizes[places["entry_1"].sheet]["rowCount"]
    assert [row[0] for row in PAPER.block("number_1")] == [str(n) for n in range(1, 61)]


def test_entry_cells_are_plain_text_empty_and_merged_row_by_row():
    for seat in (1, 2):
        sheet, top, bottom, left, right = PAPER.names[f"entry_{seat}"]
        for row in range(top, bottom):
            assert PAPER.look(sheet, row, left)["numberFormat"] == {"type": "TEXT", "pattern": "@"}
            assert not PAPER.texts.get((sheet, row, left))
        merged = [
            (kind, given["startRowIndex"], given["endRowIndex"], given["endColumnIndex"])
            for given, kind in PAPER.merges
            if given["sheetId"] == sheet
            and given["endRowIndex"] > top
            and given["startColumnIndex"] == left
        ]
        assert merged == [("MERGE_ROWS", top, bottom, right)]


def test_every_cell_is_plain_text_but_for_boxes_in_which_a_tick_would_be_a_word():
    boxes = {
        cell for cell, rule in PAPER.validations.items() if rule["condition"]["type"] == "BOOLEAN"
    }
    assert {PAPER.names[f"form_send_{seat}"][:2] for seat in (1, 2)} == {
        (sheet, row) for sheet, row, _ in boxes
    }
    for cell, look in PAPER.looks.items():
        kind = None if cell in boxes else {"type": "TEXT", "pattern": "@"}
        assert look["numberFormat"] == kind
    assert {PAPER.texts[cell] for cell in boxes} == {"FALSE"}


def test_merged_cells_do_not_overlap():
    seen = set()
    for given, _ in PAPER.merges:
        cells = set(PAPER.cells(given))
        assert not cells & seen
        seen |= cells


def test_no_text_hides_under_a_merge():
    for given, kind in PAPER.merges:
        for sheet, row, column in PAPER.cells(given):
            first_row = kind == "MERGE_ROWS" or row == given["startRowIndex"]
            if not (first_row and column == given["startColumnIndex"]):
                assert not PAPER.texts.get((sheet, row, column))


def test_all_but_a_players_own_entries_is_the_umpires():
    whole = {
        protection["range"]["sheetId"]: protection
        for protection in PAPER.protections.values()
        if protection["range"].keys() == {"sheetId"}
    }
    assert whole.keys() == PAPER.titles.keys()
    for protection in whole.values():
        assert protection["editors"] == {"users": ["daemon@x", "umpire@x"]}


@pytest.mark.parametrize(("seat", "account"), [(1, "ana@x"), (2, "bo@x")])
def test_a_players_entries_and_form_are_that_players_alone(seat, account):
    names = [name for name in PAPER.names if name.startswith(("entry_", "form_"))]
    written = {name for name in names if name.endswith(f"_{seat}")} - {f"form_note_{seat}"}
    assert {f"entry_{seat}", f"form_card_{seat}", f"form_send_{seat}"} < written
    ranges = [PAPER._range(*PAPER.names[name]) for name in written]
    sheet = PAPER.names[f"entry_{seat}"][0]
    of_tab = [p for p in PAPER.protections.values() if p["range"]["sheetId"] == sheet]
    (unprotected,) = (p["unprotectedRanges"] for p in of_tab if "unprotectedRanges" in p)
    assert sorted(map(str, unprotected)) == sorted(map(str, ranges))
    for one in ranges:
        (own,) = (p for p in of_tab if p["range"] == one)
        assert own["editors"] == {"users": ["daemon@x", "umpire@x", account]}


def test_colours_by_text_lie_on_one_tab_each():
    coloured = {sheet: rules for sheet, rules in PAPER.rules.items() if rules}
    assert len(coloured) == 3
    for sheet, rules in coloured.items():
        assert {given["sheetId"] for rule in rules for given in rule["ranges"]} == {sheet}


def test_a_players_name_takes_that_sides_colour():
    rules = PAPER.rules[PAPER.names["headline"][0]]
    winners = [
        rule["booleanRule"]
        for rule in rules
        if rule["booleanRule"]["condition"]["type"] == "TEXT_EQ"
    ]
    looks = {rule["condition"]["values"][0]["userEnteredValue"]: rule["format"] for rule in winners}
    assert looks['="★ Ana"'] != looks['="★ Bo"']


@pytest.mark.parametrize("name", ['=A1+"x"', "3-4", "7", "TRUE", "May 5", "O'Hara"])
def test_a_name_that_typing_would_change_goes_as_a_literal(name):
    context = named([name, "Bo"])
    requests = setup_requests(TEMPLATE, context, 0, {"left_name": name, "right_name": "Bo"})
    doubled = name.replace('"', '""')
    assert f'="★ {doubled}"' in [
        value["userEnteredValue"]
        for request in requests
        if "addConditionalFormatRule" in request
        for value in request["addConditionalFormatRule"]["rule"]["booleanRule"]["condition"].get(
            "values", []
        )
    ]


def test_names_of_players_stay_texts():
    context = named(["=IMAGE(1)", "{player2}"])
    texts = Paper().apply(setup_requests(TEMPLATE, context, 0)).texts.values()
    assert all(isinstance(text, str) for text in texts)


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


def test_drop_downs_check_boxes_and_notes_come_from_the_files(tmp_path):
    (tmp_path / "template.toml").write_text(
        'title = "t"\nlocale = "en_GB"\ntime_zone = "Etc/UTC"\ntabs = ["tab.toml"]'
    )
    (tmp_path / "tab.toml").write_text(
        'title = "T"\nrows = 3\ncolumns = 2\nstyle = "page"\nareas = [\n'
        '{ at = "A1", choices = ["yes", "no"], help = "Say which, {player1}." },\n'
        '{ at = "A2", check_box = true },\n'
        '{ at = "B1:B2", help = "Look." },\n]'
    )
    paper = Paper().apply(setup_requests(find_template("", tmp_path), ANA_AND_BO, 0))
    (sheet,) = paper.titles
    choice, box = paper.validations[sheet, 0, 0], paper.validations[sheet, 1, 0]
    assert choice["condition"]["type"] == "ONE_OF_LIST"
    assert (choice["strict"], choice["showCustomUi"]) == (False, True)
    assert choice["inputMessage"] == "Say which, Ana."
    assert box["condition"]["type"] == "BOOLEAN"
    assert paper.notes == {(sheet, 0, 1): "Look."}
