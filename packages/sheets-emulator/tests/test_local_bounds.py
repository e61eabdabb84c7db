"""What one request, spreadsheet, account and connection may cost at most."""

import asyncio
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import requests
from fuzz_kit import Link
from server_kit import Book, Json, box, lines

from sheets_emulator import accounts, bounds, endpoints, formulas, ledger, page
from sheets_emulator.access import Caller
from sheets_emulator.answers import JsonResponse
from sheets_emulator.app import LocalServer
from sheets_emulator.batch import apply
from sheets_emulator.creation import fresh
from sheets_emulator.effective import EffectiveValues
from sheets_emulator.errors import ApiError
from sheets_emulator.formulas import Calculation
from sheets_emulator.lanes import Lanes
from sheets_emulator.model import Area, Box, Cell, ConditionalRule, Document, Formula, Grant
from sheets_emulator.page_view import TabViews
from sheets_emulator.render import spreadsheet
from sheets_emulator.service import Service
from sheets_emulator.storage import Storage

NINES = "9" * 5000
TOO_LONG = "Your input contains more than the maximum of 50000 characters in a single cell."


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/drive/v3/files?pageSize=²"),
        ("GET", "/drive/v3/files?pageToken=~²"),
        ("GET", f"/drive/v3/files?pageToken=~{NINES}"),
        ("POST", "{book}/sheets/²:copyTo"),
        ("POST", f"{{book}}/sheets/{NINES}:copyTo"),
        ("GET", f"{{book}}/values/R{NINES}C1"),
    ],
)
def test_what_is_no_number_is_refused(book: Book, method: str, path: str) -> None:
    error = book.account.error(
        method, path.format(book=book.path), {} if method == "POST" else None
    )
    assert error["code"] == 400


@pytest.mark.parametrize("value", [f"2026-{NINES}-1", f"1/2/{NINES}", "1e999", f"R{NINES}C1"])
def test_a_typed_text_of_nines_stays_a_text(book: Book, value: str) -> None:
    book.write("A1", [[value]], "USER_ENTERED")
    assert book.values("A1") == [[value]]


@pytest.mark.parametrize("body", ['{"values": [[1e999]]}', '{"values": [[%s]]}' % ("9" * 400)])
def test_a_number_too_large_for_a_cell_is_no_json(book: Book, body: str) -> None:
    answer = book.account.session.put(
        book.account.base_url + book.values_path("A1"),
        data=body,
        params={"valueInputOption": "RAW"},
        timeout=10,
    )
    assert answer.json()["error"]["message"].startswith("Invalid JSON payload received.")


@pytest.mark.parametrize("pattern", ["0." + "0" * 400, "0" + "%" * 400, "[" + "h" * 400 + "]"])
def test_a_pattern_of_hundreds_of_places_can_be_shown(book: Book, pattern: str) -> None:
    book.write("A1", [[1]])
    form = {"numberFormat": {"type": "NUMBER", "pattern": pattern}}
    cell = {"userEnteredFormat": form}
    book.batch({"repeatCell": {"range": box(0, 1, 0, 1), "cell": cell, "fields": "*"}})
    book.write("A1", [[1]])
    assert book.get(includeGridData=True)


def too_long(book: Book) -> dict[str, Any]:
    """Every way in which a text gets into a cell, with one that is too long."""
    text = "x" * 50_001
    half = "x" * 40_000
    book.write("A1", [[half]])
    start = {"sheetId": 0, "rowIndex": 1, "columnIndex": 0}
    string, formula = {"stringValue": text}, {"formulaValue": f"={text}"}

    def cells(kind: str, data: Any, **where: Any) -> Any:
        rows = [{"values": [data]}]
        return {kind: {"rows": rows, "fields": "*", **where}}

    return {
        "updateCells": cells("updateCells", {"userEnteredValue": string}, start=start),
        "a formula": cells("updateCells", {"userEnteredValue": formula}, start=start),
        "a note": cells("updateCells", {"note": text}, start=start),
        "appendCells": cells("appendCells", {"userEnteredValue": string}, sheetId=0),
        "repeatCell": {"repeatCell": {"range": box(1, 2, 0, 1), "fields": "*",
                                      "cell": {"userEnteredValue": string}}},
        "findReplace": {"findReplace": {"find": "x", "replacement": "xx", "allSheets": True}},
        "findReplace at large": {"findReplace": {"find": "x", "replacement": "y" * 50_000,
                                                 "allSheets": True}},
    }  # fmt: skip


def test_a_text_that_is_too_long_gets_into_no_cell(book: Book) -> None:
    for name, request in too_long(book).items():
        error = book.account.error("POST", f"{book.path}:batchUpdate", {"requests": [request]})
        assert error["message"].endswith(TOO_LONG), name
    text = "x" * 50_001
    for option in ("RAW", "USER_ENTERED"):
        where = {"valueInputOption": option}
        one = {"values": [[text]]}
        for error in (
            book.account.error("PUT", book.values_path("A2"), one, **where),
            book.account.error("POST", f"{book.values_path('A2')}:append", one, **where),
        ):
            assert error["message"] == TOO_LONG
    assert book.values("A1:A9") == [["x" * 40_000]]


@pytest.mark.parametrize(
    "request_",
    [
        {"insertDimension": {"range": {"dimension": "ROWS", "startIndex": 0,
                                       "endIndex": 2**31 - 1}}},
        {"appendDimension": {"dimension": "ROWS", "length": 2**31 - 1}},
        {"updateSheetProperties": {"properties": {"gridProperties": {"rowCount": 10**6}},
                                   "fields": "gridProperties.rowCount"}},
        {"addSheet": {"properties": {"gridProperties": {"rowCount": 10**6}}}},
    ],
)  # fmt: skip
def test_no_request_makes_more_cells_than_google_has(book: Book, request_: Any) -> None:
    error = book.account.error("POST", f"{book.path}:batchUpdate", {"requests": [request_]})
    assert error["message"].endswith(
        "This action would increase the number of cells in the workbook above the limit of "
        "10000000 cells."
    )


def of_ten_million(book: Book) -> Book:
    """The book with as many cells as Google lets it have."""
    size = {"rowCount": 100_000, "columnCount": 100}
    fields = "gridProperties(rowCount,columnCount)"
    book.batch({"updateSheetProperties": {"properties": {"gridProperties": size},
                                          "fields": fields}})  # fmt: skip
    return book


CELL = {"userEnteredValue": {"stringValue": "x"}}


@pytest.mark.parametrize(
    "request_",
    [
        {"repeatCell": {"range": {}, "cell": CELL, "fields": "*"}},
        {"updateCells": {"range": {}, "fields": "*"}},
        {"updateBorders": {"range": {}, "top": {"style": "SOLID"}}},
        {"setDataValidation": {"range": {}}},
        {"copyPaste": {"source": box(0, 1, 0, 1), "destination": {}}},
        {"sortRange": {"range": {}, "sortSpecs": [{}]}},
        {"mergeCells": {"range": {}, "mergeType": "MERGE_ROWS"}},
    ],
)
def test_a_request_touches_only_so_many_cells(book: Book, request_: Any) -> None:
    of_ten_million(book)
    began = time.monotonic()
    error = book.account.error("POST", f"{book.path}:batchUpdate", {"requests": [request_]})
    assert (error["code"], error["status"]) == (400, "INVALID_ARGUMENT")
    assert time.monotonic() - began < 5
    assert book.values("A1:C3") == []


def test_cells_lie_no_further_apart_than_all_can_be_read(book: Book) -> None:
    for name, count in (("columnCount", 5), ("rowCount", 2_000_000)):
        book.batch({"updateSheetProperties": {
            "properties": {"gridProperties": {name: count}},
            "fields": f"gridProperties.{name}"}})  # fmt: skip
    body = {"values": [["x"]]}
    far = book.values_path("E2000000")
    error = book.account.error("PUT", far, body, valueInputOption="RAW")
    assert "too far apart" in error["message"]
    book.write("E200000", [["x"]])
    mask = "sheets.data.rowData.values.userEnteredValue"
    rows = book.get(fields=mask)["sheets"][0]["data"][0]["rowData"]
    assert (len(rows), rows[0]) == (200_000, {})


def big_chart(count: int) -> Json:
    source = {"sourceRange": {"sources": [box(0, 5, 0, 1)] * count}}
    place = {"overlayPosition": {"anchorCell": {}}}
    return {"addChart": {"chart": {"spec": {"pieChart": {"series": source}}, "position": place}}}


@pytest.mark.parametrize(
    "requests_",
    [
        [big_chart(50_000)] + [{"insertDimension": {"range": lines("ROWS", 0, 1)}}] * 1000,
        [big_chart(50_000)] + [{"duplicateSheet": {"sourceSheetId": 0}}] * 150,
        [{"appendDimension": {"sheetId": 0, "dimension": "ROWS", "length": 19_000}}] +
        [{"addBanding": {"bandedRange": {
            "range": box(row, row + 1, 0, 1),
            "rowProperties": {"firstBandColor": {}, "secondBandColor": {}}}}}
         for row in range(20_000)],
        [{"randomizeRange": {"range": box(0, 1000, 0, 26)}}] * 1000,
        [{"deleteDuplicates": {"range": box(0, 1000, 0, 26)}}] * 1000,
        [{"autoFill": {"sourceAndDestination": {
            "source": box(0, 1, 0, 26), "dimension": "ROWS", "fillLength": 900}}}] * 1000,
        [{"insertRange": {"range": box(0, 1, 0, 1), "shiftDimension": "ROWS"}}] * 20_000,
        [{"textToColumns": {"source": box(0, 1000, 0, 1), "delimiterType": "COMMA"}}] * 20_000,
        [{"pasteData": {"coordinate": {"rowIndex": 0}, "data": "x,\n" * 900, "delimiter": ","}}]
        * 2000,
        [{"setBasicFilter": {"filter": {"filterSpecs": [
            {"columnIndex": 0, "filterCriteria": {"hiddenValues": ["x"]}}]}}}] * 2000,
    ],
)  # fmt: skip
def test_no_batch_holds_the_server_up(requests_: list[Json]) -> None:
    document = fresh("id", "title", "owner@example.com", "")
    document.sheets[0].cells = {at: Cell("a,b") for at in Box(0, 1000, 0, 26).cells()}
    began = time.process_time()
    with bounds.bounded(), pytest.raises(ApiError, match="would read or change more than"):
        apply(document, "owner@example.com", requests_)
    assert time.process_time() - began < 10


@pytest.mark.end_to_end
def test_nothing_that_others_write_keeps_a_spreadsheet_from_being_read(book: Book) -> None:
    book.account.patience = 60.0  # it takes seconds, and others may be at work
    rows = [{"values": [{"userEnteredValue": {"formulaValue": "=" + "A1+" * 12_000 + "A1"},
                         "note": "x" * 20_000}]}] * 100  # fmt: skip
    start = {"sheetId": 0, "rowIndex": 1, "columnIndex": 0}
    book.batch({"updateCells": {"start": start, "rows": rows, "fields": "*"}})
    assert book.values("A2:A101")[-1] == ["#ERROR!"]
    assert book.get(fields="sheets.data.rowData.values.userEnteredValue", ranges="A1:A101")


def fill_rows(book: Book, count: int, text: str = "text") -> None:
    """Fill so many rows of 26 columns, and format the first of them."""
    book.write("A1", [[f"{text} {row} {column}" for column in range(26)] for row in range(count)])
    look = {"textFormat": {"bold": True}, "backgroundColor": {"red": 1}}
    book.batch({"repeatCell": {"range": box(0, count // 2, 0, 26), "fields": "userEnteredFormat",
                               "cell": {"userEnteredFormat": look}}})  # fmt: skip


@pytest.mark.end_to_end
def test_a_full_tab_can_be_read_with_all_its_formats(book: Book) -> None:
    """As pygsheets reads it for `find` and `get_all_values(returnas="cells")`."""
    book.write("A1", [[f"text {row} {column}" for column in range(26)] for row in range(1000)])
    answer = book.account.session.get(
        f"{book.account.base_url}{book.path}",
        params={"fields": "sheets/data/rowData", "ranges": "Sheet1", "includeGridData": "true"},
        timeout=60,
    )
    assert answer.status_code == 200
    cell = answer.json()["sheets"][0]["data"][0]["rowData"][999]["values"][25]
    assert cell["userEnteredValue"] == {"stringValue": "text 999 25"}
    assert cell["effectiveFormat"]["textFormat"]["bold"] is False


@pytest.mark.parametrize("text", ["x", "Ω😀", "\x01\n"])
def test_an_answer_is_counted_as_long_as_it_is(server: LocalServer, book: Book, text: str) -> None:
    fill_rows(book, 40, text)
    document = server.service._documents[book.id]
    with bounds.bounded():
        found = spreadsheet(EffectiveValues(document), document.owner, None, True, {})
        counted = bounds.answered()
        assert counted == pytest.approx(len(JsonResponse(found, {}).body), rel=0.02)


def test_an_answer_has_only_so_many_bytes(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    fill_rows(book, 40)
    monkeypatch.setattr(bounds, "MOST_ANSWER", 700_000)
    error = book.account.error("GET", book.path, includeGridData="true")
    assert error["message"] == (
        "The answer would be longer than 700000 bytes: ask for less at once."
    )


def test_an_answer_laid_out_in_lines_is_longer(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    fill_rows(book, 40)
    monkeypatch.setattr(bounds, "MOST_ANSWER", 1_500_000)
    book.get(includeGridData="true")
    error = book.account.error("GET", book.path, includeGridData="true", prettyPrint="true")
    assert "ask for less" in error["message"]


def test_answers_take_up_only_so_much_memory_together(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill_rows(book, 400)  # more than lies between a client and a server
    monkeypatch.setattr(bounds, "MOST_ANSWERS", 10_000_000)
    url = f"{book.account.base_url}{book.path}"
    with book.account.session.get(
        url, params={"includeGridData": "true"}, stream=True, timeout=30
    ) as first:
        assert first.status_code == 200
        error = book.account.error("GET", book.path, includeGridData="true")
        assert (error["code"], error["status"]) == (429, "RESOURCE_EXHAUSTED")
        assert book.values("A1") == [["text 0 0"]]
        assert first.content.endswith(b"}")
    assert book.get(includeGridData="true")
    deadline = time.monotonic() + 5
    while bounds._ANSWERS.bytes > 100_000:  # until the server has noticed that they are taken
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_body_is_no_larger_than_google_takes(book: Book) -> None:
    body = b" " * (bounds.MOST_BODY + 1)
    answer = book.account.session.post(
        f"{book.account.base_url}{book.path}:batchUpdate", data=body, timeout=10
    )
    assert answer.status_code == 400
    assert answer.json()["error"]["message"] == (
        "Request payload size exceeds the limit: 10485760 bytes."
    )


@pytest.fixture
def service() -> Iterator[Service]:
    with Storage(None) as storage:
        made = Service(storage)
        document = fresh("id", "title", "owner", "")
        document.grants.append(Grant("1", "user", "writer", "guest"))
        made.add(document)
        yield made


def fill(service: Service, account: str, cells: int, text: str = "x") -> None:
    """Let an account write so many more cells."""

    def write(document: Document) -> None:
        sheet = document.sheets[0]
        for row in range(len(sheet.cells), len(sheet.cells) + cells):
            sheet.put(row, 0, Cell(text))

    service.change(account, "id", write)


@pytest.mark.parametrize(
    ("bound", "most", "text"), [("MOST_FILLED", 4, "x"), ("MOST_TEXT", 40, "x" * 10)]
)
def test_who_it_was_shared_with_may_fill_half_of_a_spreadsheet(
    service: Service, monkeypatch: pytest.MonkeyPatch, bound: str, most: int, text: str
) -> None:
    monkeypatch.setattr(bounds, bound, most)
    fill(service, "guest", 2, text)
    with pytest.raises(ApiError, match="at most"):
        fill(service, "guest", 1, text)
    fill(service, "owner", 2, text)
    with pytest.raises(ApiError, match="at most"):
        fill(service, "owner", 1, text)


def test_names_rules_and_metadata_are_bounded(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MOST_NAMES", 1)
    monkeypatch.setattr(bounds, "MOST_FURNITURE", 1)
    marked = {"metadataKey": "key", "metadataValue": "x" * 20_000, "visibility": "DOCUMENT",
              "location": {"spreadsheet": True}}  # fmt: skip
    for words, *both in (
        ("1 named ranges", *({"addNamedRange": {"namedRange": {"name": name, "range": {}}}}
                             for name in ("one", "two"))),
        ("1 merges", *({"mergeCells": {"range": box(top, top + 2, 0, 2)}} for top in (0, 4))),
        ("30000 characters", *[{"createDeveloperMetadata": {"developerMetadata": marked}}] * 2),
    ):  # fmt: skip
        book.batch(both[0])
        requests = {"requests": [both[1]]}
        error = book.account.error("POST", f"{book.path}:batchUpdate", requests)
        assert words in error["message"]


@pytest.mark.parametrize("bound", ["MOST_OWNED", "MOST_SPREADSHEETS", "MOST_KEPT"])
def test_an_account_has_room_for_so_much(
    service: Service, monkeypatch: pytest.MonkeyPatch, bound: str
) -> None:
    monkeypatch.setattr(ledger, bound, 1)
    with pytest.raises(ApiError) as refused:
        service.add(fresh("second", "", "owner", ""))
    assert (refused.value.code, refused.value.reason) == (403, "storageQuotaExceeded")
    fill(service, "owner", 1)  # what is small may always grow
    monkeypatch.setattr(ledger, "SMALL", 1)
    if bound == "MOST_KEPT":
        with pytest.raises(ApiError, match="storage quota"):
            fill(service, "owner", 1)
    service.delete("owner", "id")
    service.add(fresh("second", "", "owner", ""))


def test_the_oldest_of_too_many_tokens_and_sessions_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(accounts.MOST_TOKENS, "refresh", 2)
    monkeypatch.setattr(accounts, "MOST_SESSIONS", 2)
    with Storage(None) as storage:
        kept = accounts.Accounts(storage)
        other = kept.new_refresh("ben", "app", ())
        tokens = [kept.new_refresh("ana", "app", ()) for _ in range(3)]
        assert [kept.refresh(one) is not None for one in (other, *tokens)] == [
            True,
            False,
            True,
            True,
        ]
        cookies = [kept.open_session(one) for one in ("ana", "ben", "cleo")]
        assert [kept.signed_in(one) for one in cookies] == [None, "ben", "cleo"]
        assert len(list(accounts.Accounts(storage)._sessions)) == 2


def test_an_account_asks_so_often_a_minute() -> None:
    now = 1000.0
    lanes = Lanes(lambda: now)
    for _ in range(bounds.REQUESTS_A_MINUTE):
        lanes.admit("ana")
    with pytest.raises(ApiError) as refused:
        lanes.admit("ana")
    assert (refused.value.code, refused.value.message[:14]) == (429, "Quota exceeded")
    lanes.admit("ben")
    now += 0.01
    lanes.admit("ana")
    lanes.close()


@pytest.mark.parametrize(
    "formula",
    ["=SUM($A$1:$A$5000)", "=SUM(B:B)" + "+1" * 9000, "=COUNTA(" + "A1:A9," * 8000 + "1)"],
)
def test_formulas_that_take_too_long_say_so_and_the_rest_can_be_read(
    formula: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(formulas, "MOST_COMPUTED", 50_000)
    document = fresh("id", "title", "owner", "")
    sheet = document.sheets[0]
    sheet.row_count = 5000
    for row in range(5000):
        sheet.put(row, 1, Cell(Formula(formula)))
    sheet.put(0, 2, Cell("read me"))
    calculation = Calculation(document)
    began = time.monotonic()
    shown = [calculation.text(sheet, row, 1) for row in range(5000)]
    assert shown[-1] == "#ERROR!"
    assert calculation.text(sheet, 0, 2) == "read me"
    assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    "formula",
    [
        "=ARRAYFORMULA(SUM(B1:B1000*TRANSPOSE(B1:B1000)))",
        "=SUM(SEQUENCE(1000000000,1000000000))",
        "=SEQUENCE(1,100,ROW())",
        '=ARRAYFORMULA(REPT("x",50000)&B1:B1000)',
        '=JOIN("",ARRAYFORMULA(REPT(B1:B1000,50000)))',
        '=SUBSTITUTE(A1,"x",A1)',
        "=LEN(UPPER(A1)&PROPER(A1))",
        '=COUNTA(SPLIT(A1,"x",TRUE,FALSE))',
        '=COUNTIF(A1:A9,"*"&REPT("x",24000)&"b")',
        "=COUNTIF(A1,A1)",
        "=YEAR(A1)+VALUE(A1)",
        "=SUM(SORT(B1:B1000" + ",1,TRUE" * 3000 + "))",
        "=" + "{" * 20_000,
        "=" + "IF(1," * 9000,
        "=CHOOSE(1" + ",A1" * 9000 + ")",
        "=DATE(1E300,1,1)+CHAR(1E300)+ROUND(1,1E300)+TIME(1E300,1,1)+EDATE(1,1E9)",
    ],
)
def test_no_function_takes_long_or_makes_much(
    formula: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(formulas, "MOST_COMPUTED", 50_000)
    document = fresh("id", "title", "owner", "2026-01-31T18:00:00.000Z")
    sheet = document.sheets[0]
    sheet.column_count = 200
    sheet.put(0, 0, Cell("x" * 50_000))
    for row in range(1000):
        sheet.put(row, 1, Cell(float(row)))
        sheet.put(row, 2, Cell(Formula(formula)))
    calculation = Calculation(document)
    began = time.thread_time()
    shown = [calculation.text(sheet, row, 2) for row in range(1000)]
    assert time.thread_time() - began < 3
    made = sum(map(len, shown)) + sum(len(str(one)) for one in calculation.spread(sheet).values())
    assert made < 3_000_000


def test_joined_texts_grow_no_further_than_a_cell(book: Book) -> None:
    book.write("A1", [["x" * 40_000, "=" + "A1&" * 10_000 + "A1"]], "USER_ENTERED")
    assert book.values("B1") == [["#VALUE!"]]


def test_a_page_shows_no_more_than_it_can() -> None:
    document = fresh("id", "title", "owner", "")
    sheet = document.sheets[0]
    sheet.row_count, sheet.column_count = 2_000_000, 5
    sheet.put(0, 0, Cell("x"))
    rule = {"booleanRule": {"condition": {"type": "NOT_BLANK"}, "format": {}}}
    sheet.conditional_rules.append(ConditionalRule((Area(),), rule))
    sheet.put(1_999_999, 4, Cell("x"))
    view = TabViews().of(document, Caller(document, "owner"))
    assert view.tabs[0].cells == {"0,0": {"t": "There is too much in this tab to show on a page."}}


def test_views_of_spreadsheets_that_are_gone_are_forgotten(service: Service) -> None:
    lanes = Lanes()
    people = accounts.Accounts(Storage(None))
    pages = page._Page(service, people, lanes, page.ShownFiles(service, people))
    for number in range(page._MANY_VIEWS + 1):
        pages._views_of(f"gone {number}")
    kept = pages._views_of("id")
    assert len(pages._views) < 5
    assert pages._views_of("id") is kept
    lanes.close()


def test_few_views_are_kept_that_nobody_looks_at(service: Service) -> None:
    lanes = Lanes()
    people = accounts.Accounts(Storage(None))
    pages = page._Page(service, people, lanes, page.ShownFiles(service, people))
    documents = [fresh(f"id {number}", "title", "owner", "") for number in range(7)]
    for one in documents:
        pages._views_of(one.spreadsheet_id).seen_by(one, "owner")
    for one in [documents[0], *documents, documents[2]]:
        pages._left_by_all(one.spreadsheet_id)
    made = [bool(pages._views_of(one.spreadsheet_id)._made.tabs) for one in documents]
    assert made == [False, False, True, True, True, True, True]
    lanes.close()


def test_a_view_that_nobody_looks_at_keeps_only_where_cells_moved() -> None:
    document = fresh("id", "title", "owner", "")
    document.sheets[0].put(0, 0, Cell("x"))
    views = TabViews()
    shown = views.of(document, Caller(document, "owner"))
    views.forget()
    assert not views._made.tabs
    assert not views.moved(document, 0, document.version)
    assert views.of(document, Caller(document, "owner")) == shown


def test_a_format_has_only_so_many_characters(book: Book) -> None:
    form = {"numberFormat": {"type": "NUMBER", "pattern": "0" * 1001}}
    request = {"repeatCell": {"range": {}, "fields": "*", "cell": {"userEnteredFormat": form}}}
    error = book.account.error("POST", f"{book.path}:batchUpdate", {"requests": [request]})
    assert "1000 characters at most" in error["message"]


def test_a_link_has_only_so_many_pages_open(
    server: LocalServer, book: Book, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "MOST_STREAMS", 1)
    path = f"/s/{token}/{book.id}/events"
    with requests.get(server.base_url + path, stream=True, timeout=5) as first:
        assert first.raw.readline()
        assert requests.get(server.base_url + path, timeout=5).status_code == 429


@pytest.mark.end_to_end
def test_a_slow_request_holds_up_nobody_else(server: LocalServer, book: Book) -> None:
    book.batch({"updateSheetProperties": {
        "properties": {"gridProperties": {"rowCount": 1000, "columnCount": 90}},
        "fields": "gridProperties(rowCount,columnCount)"}})  # fmt: skip
    fills = [
        {"repeatCell": {"range": {}, "fields": "*",
                        "cell": {"userEnteredValue": {"stringValue": f"{number}"}}}}
        for number in range(9)
    ]  # fmt: skip
    other = Link(server.port, "somebody-else")
    made = other.json("POST", "/v4/spreadsheets", {})["spreadsheetId"]
    slow = threading.Thread(target=book.batch, args=fills)
    began = time.monotonic()
    slow.start()
    waits: list[float] = []
    while slow.is_alive():
        asked = time.monotonic()
        other.json("GET", f"/v4/spreadsheets/{made}/values/A1")
        waits.append(time.monotonic() - asked)
        time.sleep(0.01)
    whole = time.monotonic() - began
    other.close()
    assert len(waits) >= 5
    assert sorted(waits)[len(waits) * 9 // 10] < whole / 4


def test_work_that_nobody_waits_for_keeps_its_place_in_the_lane() -> None:
    release = threading.Event()
    done: list[int] = []

    def work() -> None:
        release.wait(5)
        done.append(1)

    async def abandon() -> None:
        lanes = Lanes()
        waiting = [asyncio.create_task(lanes.run("ana", work)) for _ in range(4)]
        await asyncio.sleep(0.05)
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        late = asyncio.create_task(lanes.run("ana", lambda: len(done)))
        await asyncio.sleep(0.05)
        assert not late.done()
        assert await lanes.run("ben", lambda: "at once") == "at once"
        release.set()
        assert await late >= 2
        lanes.close()

    asyncio.run(abandon())


def test_only_so_much_of_large_bodies_is_held(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoints, "MOST_HELD", 1)
    book.write("A1", [["a small one"]])
    body = {"values": [["x" * 40_000] * 20]}
    error = book.account.error("PUT", book.values_path("A1:T1"), body, valueInputOption="RAW")
    assert error["code"] == 429
    monkeypatch.undo()
    book.account.ok("PUT", book.values_path("A1:T1"), body, valueInputOption="RAW")
