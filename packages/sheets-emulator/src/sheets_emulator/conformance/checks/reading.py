"""What a read answers, and how soon."""

import secrets
from statistics import median
from typing import Any

from sheets_emulator.conformance.accounts import NOT_FOUND, REFUSED, cells_in, must
from sheets_emulator.conformance.bench import Bench, CheckedTab
from sheets_emulator.conformance.checking import Checks
from sheets_emulator.conformance.checks import edits
from sheets_emulator.model import JsonObject

CHECKS = Checks()

_LOOK = (
    "properties(title,locale,timeZone),namedRanges,"
    "sheets(properties(sheetId,title,index,gridProperties),protectedRanges,"
    "data(startRow,startColumn,rowData.values(userEnteredValue,chipRuns)))"
)
_QUICK = 1.0
_TIMES = 5


@CHECKS.add(
    "3",
    "A read of cells (spreadsheets.get) takes the name of a range.",
    ["here", "below"],
)
def _name_in_ranges(bench: Bench, tab: CheckedTab) -> Any:
    place = tab.grid("C5:C6")
    must(bench.own.batch(edits.name("check_3", place), edits.write(place, "here", "below")))
    return [value.get("stringValue") for value in bench.own.typed("check_3")]


@CHECKS.add(
    "12",
    "Reading several ranges takes less than a second, and so does writing a few cells.",
    {"read": True, "write": True},
)
def _latency(bench: Bench, tab: CheckedTab) -> Any:
    some = edits.write(tab.grid("A1:A3"), "one", "two", "three")
    took = {
        "read": [must(bench.own.values(tab.a1("A1:C9"), tab.a1("D1:D9"))) for _ in range(_TIMES)],
        "write": [must(bench.own.batch(some)) for _ in range(_TIMES)],
    }
    seconds = {what: median(one.seconds for one in answers) for what, answers in took.items()}
    for what, taken in seconds.items():
        bench.journal.note(f"Median of {_TIMES} {what}s", f"{taken:.3f} s")
    return {what: taken < _QUICK for what, taken in seconds.items()}


@CHECKS.add(
    "14",
    "A read fails as a whole if one name is missing, with the words 'Unable to parse range: NAME'.",
    {"status": REFUSED, "words": "Unable to parse range: check_nowhere"},
)
def _missing_name(bench: Bench, tab: CheckedTab) -> Any:
    must(bench.own.batch(edits.name("check_14", tab.grid("A1"))))
    answer = bench.own.values("check_14", "check_nowhere")
    return {"status": answer.status, "words": answer.words}


@CHECKS.add(
    "17",
    "A read leaves out empty cells at the end, and says where a name is now.",
    {"values": [["x"]], "range": "'check 17'!A2:C5"},
)
def _trailing_empties(bench: Bench, tab: CheckedTab) -> Any:
    must(
        bench.own.batch(edits.name("check_17", tab.grid("A2:C5")), edits.write(tab.grid("A2"), "x"))
    )
    found = must(bench.own.values("check_17")).body["valueRanges"][0]
    return {"values": found.get("values"), "range": found.get("range")}


@CHECKS.add(
    "18", "A read of a spreadsheet that does not exist is answered with status 404.", NOT_FOUND
)
def _nowhere(bench: Bench, tab: CheckedTab) -> Any:
    never = f"1{secrets.token_urlsafe(33)[:43]}"
    return bench.own.ask("get", f"/v4/spreadsheets/{never}", fields="spreadsheetId").status


@CHECKS.add(
    "22a",
    "A read of cells by their places also says where every name is now, and distinguishes formulas "
    "from text.",
    {
        "cells": [{}, {}, {}, {"stringValue": "=1+1"}, {"formulaValue": "=1+1"}],
        "rows of the name": [3, 5],
    },
)
def _look_by_places(bench: Bench, tab: CheckedTab) -> Any:
    values = [{"stringValue": "=1+1"}, {"formulaValue": "=1+1"}]
    named = edits.name("check_22a", tab.grid("A3:A4"))
    put = edits.put(tab.grid("A3:A4"), values)
    must(bench.own.batch(named, put, edits.insert_row(tab.sheet)))
    found = must(bench.own.get(_LOOK, tab.a1("A1:A6"))).body
    (place,) = [one["range"] for one in found["namedRanges"] if one["name"] == "check_22a"]
    return {
        "cells": _typed(found),
        "rows of the name": [place["startRowIndex"], place["endRowIndex"]],
    }


@CHECKS.add(
    "22b",
    "The answer to a write can show cells as they are after it, under a field mask.",
    [{"stringValue": "now"}, {"stringValue": "before"}],
)
def _write_shows(bench: Bench, tab: CheckedTab) -> Any:
    must(bench.own.batch(edits.write(tab.grid("A2"), "before")))
    path, body = _shown_write(bench, edits.write(tab.grid("A1"), "now"), tab.a1("A1:A2"))
    answer = must(bench.own.ask("post", path, body, fields=f"updatedSpreadsheet({_LOOK})"))
    return _typed(answer.body["updatedSpreadsheet"])


@CHECKS.add("22c", "A write that asks to see a tab that does not exist is refused.", REFUSED)
def _write_that_shows_nothing(bench: Bench, tab: CheckedTab) -> Any:
    write = edits.write(tab.grid("A1"), "half")
    answer = bench.own.ask("post", *_shown_write(bench, write, "'check nowhere'!A1"))
    bench.own.typed(tab.a1("A1"))  # the journal shows whether it was carried out
    return answer.status


def _shown_write(bench: Bench, write: JsonObject, where: str) -> tuple[str, JsonObject]:
    return f"{bench.own.path}:batchUpdate", {
        "requests": [write],
        "includeSpreadsheetInResponse": True,
        "responseRanges": [where],
        "responseIncludeGridData": True,
    }


def _typed(spreadsheet: JsonObject) -> list[JsonObject]:
    return [cell.get("userEnteredValue", {}) for cell in cells_in(spreadsheet)]
