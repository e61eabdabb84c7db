"""What people's pastes and deletions do to a sheet is put back, and score sheets never end."""

import pickle

import pytest
from paper import Paper

from sheets_emulator.schema import read
from umpire.sheets.context import Context
from umpire.sheets.growth import LEAST_FREE, plan_growth
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


@pytest.fixture(scope="module")
def laid_out():
    return pickle.dumps(Paper().apply(setup_requests(TEMPLATE, CONTEXT, 0, SIDES)))


@pytest.fixture
def paper(laid_out):
    return pickle.loads(laid_out)


def put_back(paper, texts=SIDES, owner=None):
    wanted = TargetState.of(TEMPLATE, CONTEXT, texts, owner)
    requests = list(plan_upkeep(wanted, SpreadsheetMetadata.read(paper.metadata())).requests)
    if requests:
        read("BatchUpdateSpreadsheetRequest", {"requests": requests})
    return requests


def rules(paper):
    return {sheet: list(rules) for sheet, rules in paper.rules.items() if rules}


def test_what_is_as_it_should_be_needs_nothing(paper):
    assert put_back(paper) == []


DAMAGES = {
    "a rule is gone": lambda rules: rules.pop(3),
    "all rules are gone": lambda rules: rules.clear(),
    "a paste brought a rule": lambda rules: rules.insert(0, rules[5]),
    "rules changed places": lambda rules: rules.reverse(),
    "a paste cut a hole into a rule": lambda rules: rules.__setitem__(
        0, {**rules[0], "ranges": rules[0]["ranges"][1:]}
    ),
    "a rule became a colour scale": lambda rules: rules.__setitem__(
        0, {"ranges": rules[0]["ranges"], "gradientRule": {}}
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_colours_are_put_back(paper, damage, monkeypatch):
    monkeypatch.setattr("paper.as_google_shows", lambda rule: rule)
    before = rules(paper)
    board = paper.names["headline"][0]
    DAMAGES[damage](paper.rules[board])
    paper.apply(put_back(paper))
    assert rules(paper) == before
    assert put_back(paper) == []


def rule_of_the_deck(paper):
    """Which rule is the first to colour the deck."""
    board, top, _, left, _ = paper.names["deck"]
    return next(
        number
        for number, rule in enumerate(paper.rules[board])
        for given in rule["ranges"]
        if (given["startRowIndex"], given["startColumnIndex"]) == (top, left)
    )


def test_a_rule_whose_ranges_are_only_written_otherwise_is_the_same(paper):
    board, number = paper.names["deck"][0], rule_of_the_deck(paper)
    rule = paper.rules[board][number]
    deck = next(r for r in rule["ranges"] if r["endColumnIndex"] - r["startColumnIndex"] == 19)
    halves = [{**deck, "endColumnIndex": 10}, {**deck, "startColumnIndex": 10}]
    others = [given for given in rule["ranges"] if given is not deck]
    paper.rules[board][number] = {**rule, "ranges": [*halves, *others]}
    assert put_back(paper) == []


def test_rules_filled_with_the_matchs_texts_follow_them(paper):
    swapped = {"left_name": "Bo", "right_name": "Ana"}
    paper.apply(put_back(paper, swapped))
    board = paper.names["headline"][0]
    values = [
        rule["booleanRule"]["condition"]["values"][0]["userEnteredValue"]
        for rule in paper.rules[board]
        if rule["booleanRule"]["condition"]["type"] == "TEXT_EQ"
    ]
    assert [value for value in values if "★" in value] == ['="★ Bo"', '="★ Ana"']
    assert put_back(paper, swapped) == []


def test_rules_go_where_the_names_have_gone(paper):
    """Those that count: it is the protected range that has gone with the cells."""
    _, top, _, left, _ = paper.names["deck"]
    number = rule_of_the_deck(paper)
    paper.protections[protection_id("deck")]["range"]["startRowIndex"] += 2
    paper.protections[protection_id("deck")]["range"]["endRowIndex"] += 2
    paper.apply(put_back(paper))
    board = paper.names["headline"][0]
    assert (top + 2, left) in {
        (given["startRowIndex"], given["startColumnIndex"])
        for given in paper.rules[board][number]["ranges"]
    }
    assert put_back(paper) == []


def test_a_lost_name_is_no_reason_to_fail(paper):
    del paper.names["deck"]
    paper.apply(put_back(paper))
    assert put_back(paper) == []


def own_protection(paper, seat):
    sheet, top, *_ = paper.names[f"entry_{seat}"]
    return next(
        protection
        for protection in paper.protections.values()
        if protection["range"]["sheetId"] == sheet
        and protection["range"].get("startRowIndex") == top
    )


def test_protection_is_put_back(paper):
    before = {number: dict(one) for number, one in paper.protections.items()}
    own = own_protection(paper, 1)
    del paper.protections[own["protectedRangeId"]]
    own_protection(paper, 2)["editors"] = {"users": ["daemon@x", "umpire@x", "ana@x"]}
    whole = next(one for one in paper.protections.values() if "unprotectedRanges" in one)
    whole["unprotectedRanges"] = []
    paper.protections[99] = {"protectedRangeId": 99, "range": whole["range"]}
    paper.apply(put_back(paper))
    kept = ("range", "unprotectedRanges", "editors")
    assert {
        number: {key: one[key] for key in kept if key in one}
        for number, one in paper.protections.items()
    } == {number: {key: one[key] for key in kept if key in one} for number, one in before.items()}
    assert put_back(paper) == []


def test_the_owner_among_the_editors_is_no_change(paper):
    for protection in paper.protections.values():
        protection["editors"] = {"users": ["Owner@x", *protection["editors"]["users"]]}
    assert put_back(paper, owner="owner@x") == []


def growth(paper, used):
    wanted = TargetState.of(TEMPLATE, CONTEXT, SIDES)
    update = plan_growth(wanted, SpreadsheetMetadata.read(paper.metadata()), used)
    if update.requests:
        read("BatchUpdateSpreadsheetRequest", {"requests": list(update.requests)})
    return update


def test_a_score_sheet_with_room_does_not_grow(paper):
    update = growth(paper, {1: ROWS - LEAST_FREE, 2: 0})
    assert update.requests == update.findings == ()


def test_one_that_is_nearly_full_grows_at_its_end_with_all_that_belongs_to_it(paper):
    update = growth(paper, {1: ROWS - LEAST_FREE + 1, 2: 0})
    assert update.findings == ()
    kinds = {kind for request in update.requests for kind in request}
    assert not kinds & {"insertDimension", "appendDimension", "appendCells"}
    paper.apply(update.requests)
    places = SpreadsheetMetadata.read(paper.metadata()).named_places
    columns = ("number", "entry", "answer")
    assert [places[f"{name}_1"].rect.height for name in columns] == [ROWS + 100] * 3
    assert places["entry_2"].rect.height == ROWS
    assert paper.block("number_1")[-1] == [str(ROWS + 100)]
    sheet = places["entry_1"].sheet
    assert paper.sizes[sheet]["rowCount"] == places["entry_1"].rect.bottom
    first, last = places["entry_1"].rect.top, places["entry_1"].rect.bottom - 1
    assert paper.look(sheet, last, 1) == paper.look(sheet, first, 1)
    assert own_protection(paper, 1)["range"] == places["entry_1"].grid_range()
    assert put_back(paper) == []
    assert growth(paper, {1: ROWS - LEAST_FREE + 1, 2: 0}).requests == ()


def test_growing_twice_after_a_lost_answer_is_growing_once(paper):
    requests = growth(paper, {1: ROWS - 1}).requests
    paper.apply(requests)
    grown = paper.metadata()
    paper.apply([request for request in requests if "addConditionalFormatRule" not in request
                 and "deleteConditionalFormatRule" not in request])  # fmt: skip
    assert paper.metadata() == grown


def test_entries_are_never_written_by_growth(paper):
    requests = growth(paper, {1: ROWS - 1, 2: ROWS - 1}).requests
    columns = {paper.names[f"entry_{seat}"][0]: paper.names[f"entry_{seat}"][3] for seat in (1, 2)}
    for request in requests:
        if "updateCells" in request:
            start = request["updateCells"]["start"]
            assert start["columnIndex"] != columns[start["sheetId"]]


def test_what_lies_below_the_entries_is_said_instead_of_overwritten(paper):
    sheet = paper.names["entry_1"][0]
    paper.sizes[sheet]["rowCount"] += 5
    update = growth(paper, {1: ROWS - 1})
    assert update.requests == ()
    (finding,) = update.findings
    assert "Ana" in finding
