"""Protected ranges, and what those may do whom they let in."""

from typing import Any

from sheets_emulator.conformance.accounts import OK, REFUSED, must
from sheets_emulator.conformance.bench import ROWS, Bench, CheckedTab
from sheets_emulator.conformance.checking import Checks
from sheets_emulator.conformance.checks import edits
from sheets_emulator.model import JsonObject

CHECKS = Checks()


@CHECKS.add("5a", "A writer cannot insert rows into a protected tab.", REFUSED, "second")
def _insert_rows(bench: Bench, tab: CheckedTab) -> Any:
    _protect(bench, tab)
    return bench.other.batch(edits.insert_row(tab.sheet)).status


@CHECKS.add("5b", "A writer can add a tab to a spreadsheet.", OK, "second")
def _add_a_tab(bench: Bench, tab: CheckedTab) -> Any:
    return bench.other.batch({"addSheet": {"properties": {"title": "of a writer"}}}).status


@CHECKS.add(
    "5c",
    "A writer can change only the protected ranges that they are an editor of.",
    {"add their own": OK, "move ours": REFUSED, "delete ours": REFUSED},
    "second",
)
def _change_a_protection(bench: Bench, tab: CheckedTab) -> Any:
    _protect(bench, tab)
    ours = {"protectedRangeId": 5301, "editors": {"users": [bench.address]}}
    must(bench.own.batch(edits.protect(tab.grid("C1"), **ours)))
    moved = {"protectedRangeId": 5301, "range": tab.grid("A2")}
    update = {"updateProtectedRange": {"protectedRange": moved, "fields": "range"}}
    asked = {
        "add their own": edits.protect(tab.grid("A1"), protectedRangeId=5302),
        "move ours": update,
        "delete ours": edits.unprotect(5301),
    }
    return {what: bench.other.batch(request).status for what, request in asked.items()}


@CHECKS.add("5d", "A writer can change the spreadsheet's locale.", OK, "second")
def _change_the_locale(bench: Bench, tab: CheckedTab) -> Any:
    answer = bench.other.batch(_locale("de_DE"))
    bench.own.batch(_locale("en_GB"))
    return answer.status


def _locale(locale: str) -> JsonObject:
    return {"updateSpreadsheetProperties": {"properties": {"locale": locale}, "fields": "locale"}}


@CHECKS.add(
    "5e",
    "A cell that is cut loses its plain-text format.",
    {"is plain text": False},
    "second",
)
def _cut_a_cell(bench: Bench, tab: CheckedTab) -> Any:
    _protect(bench, tab)
    must(bench.other.batch(edits.write(tab.grid("A1"), "cut")))
    target = {"sheetId": tab.sheet, "rowIndex": 3, "columnIndex": 0}
    cut = {"source": tab.grid("A1"), "destination": target, "pasteType": "PASTE_NORMAL"}
    must(bench.other.batch({"cutPaste": cut}))
    left, *_ = bench.own.cells(tab.a1("A1:A4"), "userEnteredValue,userEnteredFormat.numberFormat")
    number_format = left.get("userEnteredFormat", {}).get("numberFormat", {})
    return {"is plain text": number_format.get("type") == "TEXT"}


@CHECKS.add(
    "5f",
    "A writer can write where the protection names them, and is refused elsewhere with the "
    "words 'protected cell or object'.",
    {"their own cell": OK, "another": REFUSED, "in these words": True},
    "second",
)
def _write_as_a_writer(bench: Bench, tab: CheckedTab) -> Any:
    _protect(bench, tab)
    own = bench.other.batch(edits.write(tab.grid("A1"), "mine"))
    another = bench.other.batch(edits.write(tab.grid("B1"), "not mine"))
    words = "protected cell or object" in another.words
    return {"their own cell": own.status, "another": another.status, "in these words": words}


def _protect(bench: Bench, tab: CheckedTab) -> None:
    """Protect a check's tab but for the first column, which is the second account's."""
    column, us, both = tab.grid("A1:A10"), [bench.address], [bench.address, bench.second_address]
    whole = edits.protect({"sheetId": tab.sheet}, unprotectedRanges=[column], editors={"users": us})
    theirs = edits.protect(column, editors={"users": both})
    must(bench.own.batch(edits.plain_text(column), whole, theirs))


@CHECKS.add(
    "7a",
    "Deleting or changing a protected range by an unknown id is refused.",
    {"delete": REFUSED, "describe": REFUSED},
)
def _unknown_id(bench: Bench, tab: CheckedTab) -> Any:
    asked = {"delete": edits.unprotect(7101), "describe": edits.describe(7101)}
    return {what: bench.own.batch(request).status for what, request in asked.items()}


@CHECKS.add("7c", "Giving a protected range the description that it already has is accepted.", OK)
def _same_description_again(bench: Bench, tab: CheckedTab) -> Any:
    place = tab.grid("A1")
    made = edits.protect(place, protectedRangeId=7301, description="check")
    must(bench.own.batch(made))
    return bench.own.batch(edits.describe(7301)).status


@CHECKS.add(
    "21a",
    "An account that a protection names can do in the tab what its owner can: write, change "
    "and replace the protection, add names, rules and rows.",
    OK,
    "second",
)
def _work_as_an_editor(bench: Bench, tab: CheckedTab) -> Any:
    place, whole = tab.grid("A1"), {"sheetId": tab.sheet}
    users = {"editors": {"users": [bench.address, bench.second_address]}}
    protect = edits.protect(whole, protectedRangeId=2101, **users)
    opened = {"protectedRangeId": 2101, "range": whole, "unprotectedRanges": [place], **users}
    rows = {"sheetId": tab.sheet, "gridProperties": {"rowCount": ROWS + 10}}
    must(bench.own.batch(protect))
    answer = bench.other.batch(
        edits.write(place, "written"),
        {"updateProtectedRange": {"protectedRange": opened, "fields": "unprotectedRanges"}},
        edits.unprotect(2101),
        protect,
        edits.name("check_21a", place),
        edits.colour(place, "TEXT_EQ", "written"),
        {"updateSheetProperties": {"properties": rows, "fields": "gridProperties.rowCount"}},
    )
    return answer.status
