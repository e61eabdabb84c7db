"""The validator of traffic finds what Google would not take or send, and nothing else."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from traffic_rules import Exchange, check, kinds, parse_mask

HERE = Path(__file__).parent
SHEETS = "https://sheets.googleapis.com/v4/spreadsheets"
DRIVE = "http://127.0.0.1:8765/drive/v3"
AREA = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 1}


def exchange(
    method: str,
    url: str,
    body: Any = None,
    status: int | None = 200,
    answer: Any = None,
    **more: Any,
) -> Exchange:
    sent = None if body is None else json.dumps(body)
    return Exchange(method, url, sent, status, "" if answer is None else json.dumps(answer), **more)


def batch(*requests: Any, answer: Any = None, **more: Any) -> Exchange:
    body = {"requests": list(requests)}
    return exchange("POST", f"{SHEETS}/id:batchUpdate", body, answer=answer or {}, **more)


def answered(answer: Any, query: str = "", **more: Any) -> Exchange:
    return exchange("GET", f"{SHEETS}/id{query}", answer=answer, **more)


def refused(error: Any, status: int = 400) -> Exchange:
    return exchange("GET", f"{SHEETS}/id", status=status, answer=error)


PAINT = {
    "repeatCell": {
        "range": AREA,
        "cell": {"userEnteredFormat": {"numberFormat": {"type": "TEXT", "pattern": "@"}}},
        "fields": "userEnteredFormat(numberFormat.type,textFormat/bold)",
    }
}
GOOD = {
    "a batch": batch(PAINT, {"addSheet": {}}, answer={"spreadsheetId": "id", "replies": [{}, {}]}),
    "a null": batch({"addSheet": {"properties": {"title": None}}}),
    "a poll": exchange(
        "GET",
        f"{SHEETS}/id/values:batchGet?ranges=a&ranges=b&valueRenderOption=UNFORMATTED_VALUE",
        answer={"valueRanges": [{"range": "A1", "values": [[1, "x", True, 0.5]]}]},
    ),
    "a confirming read": answered(
        {"sheets": [{"data": [{"startRow": 3, "rowData": [{"values": [{}]}]}]}]},
        "?ranges=A1&fields=sheets(properties(title),data(startRow,rowData.values(chipRuns)))",
    ),
    "a mask of all": answered({"sheets": [{"properties": {"title": "x"}}]}, "?fields=*"),
    "a mask of all below": answered({"sheets": [{"properties": {}}]}, "?fields=sheets/*"),
    "nothing of a mask": answered({}, "?fields=namedRanges"),
    "a file": exchange(
        "POST",
        f"{DRIVE}/files?fields=id",
        {"name": "x", "appProperties": {"umpire": "tag"}, "writersCanShare": False},
        answer={"id": "x"},
    ),
    "a number as text": exchange("GET", f"{DRIVE}/files/x", answer={"version": "12"}),
    "a deletion": exchange("DELETE", f"{DRIVE}/files/x", status=204),
    "an export": exchange("GET", f"{DRIVE}/files/x/export?mimeType=text/csv", answer=[1]),
    "no answer": exchange("GET", f"{SHEETS}/id", status=None),
    "a refusal": refused(
        {
            "error": {
                "code": 400,
                "message": "no.",
                "status": "INVALID_ARGUMENT",
                "details": [{"@type": "type.googleapis.com/google.rpc.BadRequest"}],
            }
        }
    ),
    "a refusal of Drive": exchange(
        "GET",
        f"{DRIVE}/files/x",
        status=404,
        answer={
            "error": {
                "code": 404,
                "message": "no.",
                "errors": [{"message": "no.", "domain": "global", "reason": "notFound"}],
            }
        },
    ),
    "a page in the place of a refusal": Exchange("GET", f"{SHEETS}/id", None, 502, "<html>"),
    "what others send in snake case": batch(
        {"add_sheet": {"properties": {"sheet_id": "7", "title": 5}}}, ours=False
    ),
    "lists in lists that others send": batch([{"addSheet": {}}], [[PAINT]], ours=False),
    "what others send to Drive": exchange(
        "GET", f"{DRIVE}/about?nonsense=1", answer={}, ours=False
    ),
    "a page": exchange("GET", "http://127.0.0.1:8765/s/secret/id", ours=False),
}

FAULTY = {
    "an unknown field": (batch({"addSheet": {"properties": {"colour": 1}}}), "colour: a SheetProp"),
    "an unknown field in an answer": (answered({"colour": 1}), "colour: a Spreadsheet has no such"),
    "snake case": (batch({"deleteSheet": {"sheet_id": 7}}), "sheet_id: a DeleteSheet"),
    "a wrong type": (batch({"addSheet": {"properties": {"title": 5}}}), 'is 5, and must be "str'),
    "a number as text": (batch({"deleteSheet": {"sheetId": "7"}}), 'is "7", and must be "int32"'),
    "a boolean as number": (batch({"deleteSheet": {"sheetId": True}}), "is true, and must be"),
    "a large number": (batch({"deleteSheet": {"sheetId": 2**31}}), "must be"),
    "a wrong type in an answer": (answered({"sheets": {}}), "the body.sheets is {}, and must be a"),
    "a null in an answer": (answered({"spreadsheetId": None}), "is null, and must be"),
    "a wrong message": (batch({"addSheet": []}), "is [], and must be a AddSheetRequest"),
    "a wrong enum": (
        batch({"appendDimension": {"dimension": "DIAGONALS"}}),
        'dimension is "DIAGONALS", and must be ["DIMENSION_UNSPECIFIED"',
    ),
    "a wrong enum in an answer": (
        answered({"properties": {"autoRecalc": "NEVER"}}),
        'autoRecalc is "NEVER", and must be',
    ),
    "a wrong enum in a query": (
        exchange("GET", f"{SHEETS}/id/values/A1?valueRenderOption=RAW", answer={}),
        "'valueRenderOption' is 'RAW', and must be one of",
    ),
    "an unknown parameter": (answered({}, "?colour=1"), "there is no parameter 'colour'"),
    "an unknown parameter of Drive": (
        exchange("GET", f"{DRIVE}/about?colour=1", answer={}),
        "there is no parameter 'colour'",
    ),
    "a parameter twice": (answered({}, "?fields=sheets&fields=sheets"), "was given twice"),
    "a wrong boolean": (answered({}, "?includeGridData=yes"), "must be true or false"),
    "an unknown name in a mask": (answered({}, "?fields=sheets.colour"), "has no 'sheets.colour'"),
    "a mask below a text": (answered({}, "?fields=spreadsheetId.x"), "has no 'spreadsheetId.x'"),
    "what is no mask": (answered({}, "?fields=sheets((data)"), "'sheets((data)' is no mask"),
    "an unknown name in a request's mask": (
        batch({"repeatCell": {"range": AREA, "fields": "userEnteredFormat.colour"}}),
        "a CellData has no 'userEnteredFormat.colour'",
    ),
    "no mask in a request": (batch({"repeatCell": {"range": AREA}}), "at least one field must be"),
    "more than the mask asks for": (
        answered({"sheets": [{"properties": {}}]}, "?fields=sheets.data"),
        "the body.sheets[0].properties was not asked for",
    ),
    "two kinds in one request": (batch({"addSheet": {}, "deleteSheet": {}}), "is of one kind"),
    "no kind in a request": (batch({}), "is of one kind, not of []"),
    "two of one": (
        answered({"sheets": [{"data": [{"rowData": [{"values": [
            {"userEnteredValue": {"stringValue": "1", "numberValue": 1}}]}]}]}]}),
        "a ExtendedValue has only one of",
    ),
    "a method that is none": (exchange("GET", f"{SHEETS}/id:batchUpdate"), "no such method"),
    "a path that is none": (exchange("GET", f"{DRIVE}/folders"), "no such method"),
    "an API that is none": (exchange("GET", "http://127.0.0.1:1/drive/v2/files"), "no such API"),
    "a body where none belongs": (exchange("GET", f"{DRIVE}/about", {}, answer={}), "takes none"),
    "an answer where none belongs": (
        exchange("DELETE", f"{DRIVE}/files/x", answer={}),
        "answers none",
    ),
    "a body that is no JSON": (
        Exchange("POST", f"{SHEETS}/id:batchUpdate", "{", 200, "{}"),
        "the body is no JSON",
    ),
    "an answer that is no JSON": (Exchange("GET", f"{SHEETS}/id", None, 200, "x"), "no JSON"),
    "a refusal without an error": (refused({"message": "no."}), "400 without an error"),
    "a refusal of another code": (
        refused({"error": {"code": 500, "message": "no.", "status": "INTERNAL"}}),
        "400, and the error's code is 500",
    ),
    "a refusal without a status": (refused({"error": {"code": 400, "message": "n"}}), "'status'"),
    "a refusal with more": (
        refused({"error": {"code": 400, "message": "n", "status": "X", "colour": 1}}),
        "there is no 'colour' in an error",
    ),
    "a refusal of Drive without reasons": (
        exchange(
            "GET", f"{DRIVE}/about", status=403, answer={"error": {"code": 403, "message": "n"}}
        ),
        "403 without 'errors'",
    ),
    "a map of numbers": (
        exchange("POST", f"{DRIVE}/files", {"appProperties": {"umpire": 1}}, answer={}),
        'appProperties.umpire is 1, and must be "string"',
    ),
    "a date that is none": (
        exchange("GET", f"{DRIVE}/files/x", answer={"createdTime": "yesterday"}),
        'createdTime is "yesterday", and must be "date-time"',
    ),
}  # fmt: skip


@pytest.mark.parametrize("one", GOOD.values(), ids=GOOD)
def test_what_google_takes_and_sends(one: Exchange) -> None:
    assert check(one) == []


@pytest.mark.parametrize(("one", "fault"), FAULTY.values(), ids=FAULTY)
def test_what_google_would_not_take_or_send(one: Exchange, fault: str) -> None:
    (found,) = check(one)
    assert fault in found


def test_what_is_asked_for() -> None:
    assert kinds(batch(PAINT, PAINT)) == ["sheets.spreadsheets.batchUpdate", *["repeatCell"] * 2]
    assert kinds(exchange("GET", f"{DRIVE}/about")) == ["drive.about.get"]


def test_a_mask_is_a_tree_in_which_nothing_below_a_name_means_all_of_it() -> None:
    assert parse_mask("a.b,a/c(d, e.f),g,g.h,a.c") == {"a": {"b": {}, "c": {}}, "g": {}}


SENDS = """
from umpire.sheets.client import connect_local
from umpire.errors import UmpireError
sheets = connect_local({address!r}, "x")
try:
    sheets.metadata("id", "colour")
except UmpireError:
    pass
sheets.close()
"""


@pytest.mark.end_to_end
@pytest.mark.parametrize(
    ("how", "workers"), [("itself", "0"), ("a process", "0"), ("a process afterwards", "1")]
)
def test_faulty_traffic_fails_whatever_makes_it(tmp_path: Path, how: str, workers: str) -> None:
    script = tmp_path / "sends.py"
    script.write_text(SENDS.format(address="http://127.0.0.1:9"))
    run = f"subprocess.run([sys.executable, {str(script)!r}], check=True)"
    act = {
        "itself": f"exec(open({str(script)!r}).read())",
        "a process": run,
        "a process afterwards": f"atexit_like.append(lambda: {run})",
    }[how]
    (tmp_path / "conftest.py").write_text(
        "import subprocess, sys\n"
        "atexit_like = []\n"
        "def pytest_sessionfinish():\n"
        "    for act in atexit_like: act()\n"
    )
    (tmp_path / "test_it.py").write_text(
        f"import subprocess, sys\nfrom conftest import atexit_like\ndef test_sends():\n    {act}\n"
    )
    own = {name: value for name, value in os.environ.items() if name != "UMPIRE_TRAFFIC"}
    own["PYTHONPATH"] = os.pathsep.join((str(HERE), str(HERE / "tap"), own["PYTHONPATH"]))
    own["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # to import them all takes longer than the rest
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "xdist", "-p", "traffic_recorder", "-n", workers,
         str(tmp_path),
         "-c", "/dev/null", "--rootdir", str(tmp_path), "-p", "no:cacheprovider"],
        env=own, cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stdout + done.stderr
    assert "sheets.spreadsheets.get: fields: a Spreadsheet has no 'colour'" in done.stdout
