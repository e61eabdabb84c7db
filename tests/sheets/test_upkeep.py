"""What people's pastes and deletions do to a sheet is put back, and score sheets never end."""

import pickle
from copy import deepcopy

import pytest
from layout_kit import bodies, metadata_of

from sheets_emulator.schema import read
from umpire.sheets.context import Context
from umpire.sheets.growth import LEAST_FREE, plan_growth
from umpire.sheets.layout import template_places
from umpire.sheets.protection import protection_id
from umpire.sheets.reconcile import TargetState, plan_upkeep, setup_requests
from umpire.sheets.spreadsheet_metadata import SpreadsheetMetadata
from umpire.sheets.template import find_template

TEMPLATE = find_template("denizens-of-tartarus")
CONTEXT = Context(
    "tartarus-1",
    "Denizens of Tartarus",
    ("Ana", "Bo"),
    ("daemon@x", "umpire@x"),
    {"Ana": "ana@x", "Bo": "bo@x"},
)
ROWS = 60
"""Of each score sheet, before it grows."""
SIDES = {"left_name": "Ana", "right_name": "Bo"}
WANTED = TargetState.of(TEMPLATE, CONTEXT, SIDES)
PLACES = template_places(WANTED.pages)
BOARD = PLACES["headline"].sheet


@pytest.fixture(scope="module")
def as_set_up():
    return pickle.dumps(metadata_of(setup_requests(TEMPLATE, CONTEXT, 0, SIDES)))


@pytest.fixture
def metadata(as_set_up):
    return pickle.loads(as_set_up)


def tab(metadata, sheet):
    return next(one for one in metadata["sheets"] if one["properties"]["sheetId"] == sheet)


def rules(metadata):
    """Those of the board."""
    return tab(metadata, BOARD)["conditionalFormats"]


def put_back(metadata, texts=SIDES, owner=None):
    wanted = TargetState.of(TEMPLATE, CONTEXT, texts, owner)
    requests = [*plan_upkeep(wanted, SpreadsheetMetadata.read(metadata)).requests]
    if requests:
        read("BatchUpdateSpreadsheetRequest", {"requests": requests})
    return requests


def test_what_is_as_it_should_be_needs_nothing(metadata):
    assert put_back(metadata) == []


def gradient(rules):
    return {"ranges": rules[0]["ranges"], "gradientRule": {}}


DAMAGES = {
    "a rule is gone": lambda rules: rules.pop(3),
    "all rules are gone": lambda rules: rules.clear(),
    "a paste brought a rule": lambda rules: rules.insert(0, rules[5]),
    "rules changed places": lambda rules: rules.reverse(),
    "a paste cut a hole into a rule": lambda rules: rules.__setitem__(
        0, {**rules[0], "ranges": rules[0]["ranges"][1:]}
    ),
    "a rule became a colour scale": lambda rules: rules.__setitem__(0, gradient(rules)),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_colours_are_put_back(metadata, damage):
    before = [*rules(metadata)]
    damage(rules(metadata))
    assert put_back(metadata) == [
        *[{"deleteConditionalFormatRule": {"sheetId": BOARD, "index": 0}}] * len(rules(metadata)),
        *[
            {"addConditionalFormatRule": {"index": index, "rule": rule}}
            for index, rule in enumerate(before)
        ],
    ]


def rule_of_the_deck(rules):
    """Which rule is the first to colour the deck."""
    deck = PLACES["deck"].grid_range()
    return next(number for number, rule in enumerate(rules) if deck in rule["ranges"])


def test_a_rule_whose_ranges_are_only_written_otherwise_is_the_same(metadata):
    rule, deck = rules(metadata)[rule_of_the_deck(rules(metadata))], PLACES["deck"].grid_range()
    halves = [{**deck, "endColumnIndex": 10}, {**deck, "startColumnIndex": 10}]
    rule["ranges"] = [*halves, *(given for given in rule["ranges"] if given != deck)]
    assert put_back(metadata) == []


def test_rules_are_the_same_whichever_way_their_colours_are_written(metadata):
    """Google shows colours in shortest form, without zeros, each with a twin."""

    def shown(look, key):
        if f"{key}Style" in look:
            rgb = look[f"{key}Style"]["rgbColor"]
            look[key] = {channel: value + 1e-9 for channel, value in rgb.items() if value}
            look[f"{key}Style"] = {"rgbColor": look[key]}

    for rule in rules(metadata):
        look = rule["booleanRule"]["format"] = deepcopy(rule["booleanRule"]["format"])
        shown(look, "backgroundColor")
        shown(look.get("textFormat", {}), "foregroundColor")
    assert put_back(metadata) == []


def test_rules_filled_with_the_matchs_texts_follow_them(metadata):
    requests = put_back(metadata, {"left_name": "Bo", "right_name": "Ana"})
    added = [body["rule"] for body in bodies(requests, "addConditionalFormatRule")]
    conditions = [
        rule["booleanRule"]["condition"] for rule in added if rule["ranges"][0]["sheetId"] == BOARD
    ]
    assert [
        value["userEnteredValue"]
        for condition in conditions
        if condition["type"] == "TEXT_EQ"
        for value in condition["values"]
        if "★" in value["userEnteredValue"]
    ] == ['="★ Bo"', '="★ Ana"']


def test_rules_go_where_the_names_have_gone(metadata):
    """Those that count: it is the protected range that has gone with the cells."""
    number, deck = rule_of_the_deck(rules(metadata)), PLACES["deck"].grid_range()
    moved = {key: at + 2 if "Row" in key else at for key, at in deck.items()}
    protection(metadata, "deck")["range"] = moved
    added = bodies(put_back(metadata), "addConditionalFormatRule")
    assert moved in added[number]["rule"]["ranges"]


def test_a_lost_name_is_no_reason_to_fail(metadata):
    named = metadata["namedRanges"]
    metadata["namedRanges"] = [one for one in named if one["name"] != "deck"]
    assert put_back(metadata) == []


def protection(metadata, name):
    found = tab(metadata, PLACES[name].sheet)["protectedRanges"]
    return next(one for one in found if one["protectedRangeId"] == protection_id(name))


def test_protection_is_put_back(metadata):
    ana, bo = (tab(metadata, PLACES[f"entry_{seat}"].sheet) for seat in (1, 2))
    wanted = deepcopy(
        [protection(metadata, "entry_2"), protection(metadata, "entry_1"), bo["protectedRanges"][0]]
    )
    ana["protectedRanges"].remove(protection(metadata, "entry_1"))
    protection(metadata, "entry_2")["editors"] = {"users": ["daemon@x", "umpire@x", "ana@x"]}
    bo["protectedRanges"][0]["unprotectedRanges"] = []
    ana["protectedRanges"].append(
        {"protectedRangeId": 99, "range": ana["protectedRanges"][0]["range"]}
    )
    requests = put_back(metadata)
    assert bodies(requests, "deleteProtectedRange") == [{"protectedRangeId": 99}]
    assert bodies(requests, "addProtectedRange") == [{"protectedRange": wanted[1]}]
    updated = bodies(requests, "updateProtectedRange")
    assert [body["protectedRange"] for body in updated] == [
        {"warningOnly": False, **one} for one in (wanted[2], wanted[0])
    ]
    assert len(requests) == 4


def test_the_owner_among_the_editors_is_no_change(metadata):
    for sheet in metadata["sheets"]:
        for one in sheet["protectedRanges"]:
            one["editors"] = {"users": ["Owner@x", *one["editors"]["users"]]}
    assert put_back(metadata, owner="owner@x") == []


def growth(metadata, used):
    update = plan_growth(WANTED, SpreadsheetMetadata.read(metadata), used)
    if update.requests:
        read("BatchUpdateSpreadsheetRequest", {"requests": [*update.requests]})
    return update


def test_a_score_sheet_with_room_does_not_grow(metadata):
    update = growth(metadata, {1: ROWS - LEAST_FREE, 2: 0})
    assert update.requests == update.findings == ()


ABSOLUTE = {
    *("updateSheetProperties", "updateDimensionProperties", "repeatCell", "mergeCells"),
    *("updateCells", "updateNamedRange", "updateProtectedRange"),
    *("deleteConditionalFormatRule", "addConditionalFormatRule"),
}
"""What may be done twice after a lost answer, and inserts nothing."""


def test_one_that_is_nearly_full_grows_at_its_end_with_all_that_belongs_to_it(metadata):
    update = growth(metadata, {1: ROWS - LEAST_FREE + 1, 2: 0})
    assert update.findings == ()
    assert {kind for request in update.requests for kind in request} == ABSOLUTE
    entry = PLACES["entry_1"]
    grown = entry._replace(rect=entry.rect._replace(bottom=entry.rect.bottom + 100)).grid_range()
    named = {
        body["namedRange"]["name"]: body["namedRange"]["range"]
        for body in bodies(update.requests, "updateNamedRange")
    }
    assert named.keys() == {"number_1", "entry_1", "answer_1"}
    assert {one["endRowIndex"] for one in named.values()} == {grown["endRowIndex"]}
    (size,) = bodies(update.requests, "updateSheetProperties")
    assert size["properties"]["gridProperties"] == {"rowCount": grown["endRowIndex"]}
    protected = [body["protectedRange"] for body in bodies(update.requests, "updateProtectedRange")]
    (own,) = (one for one in protected if one["protectedRangeId"] == protection_id("entry_1"))
    assert named["entry_1"] == own["range"] == grown
    assert any(grown in one.get("unprotectedRanges", ()) for one in protected)
    (written,) = bodies(update.requests, "updateCells")
    numbers = [row["values"][0]["userEnteredValue"]["stringValue"] for row in written["rows"]]
    assert numbers == [str(number) for number in range(ROWS + 1, ROWS + 101)]
    start = {"sheetId": entry.sheet, "rowIndex": entry.rect.bottom, "columnIndex": 0}
    assert written["start"] == start, "no entry is written"


def test_what_lies_below_the_entries_is_said_instead_of_overwritten(metadata):
    tab(metadata, PLACES["entry_1"].sheet)["properties"]["gridProperties"]["rowCount"] += 5
    update = growth(metadata, {1: ROWS - 1})
    assert update.requests == ()
    (finding,) = update.findings
    assert "Ana" in finding
