"""The edge to spreadsheets: one request a call, and each failure by its name."""

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import gspread
import pytest
import requests
from gspread.http_client import HTTPClient
from umpires_server import UmpiresServer

from sheets_emulator.faults import Fault
from umpire.sheets import cells
from umpire.sheets.addresses import local_account
from umpire.sheets.client import CONNECT_SECONDS, SheetsClient, connect_local, local_client
from umpire.sheets.error_messages import SignIn
from umpire.sheets.errors import Forbidden, Gone, NameMissing, Refused, Unreachable
from umpire.sheets.grid import Place, read_rect
from umpire.sheets.snapshot import in_a1

PLACE = Place(0, read_rect("A1"))


@pytest.fixture(scope="module")
def server() -> Iterator[UmpiresServer]:
    with UmpiresServer(None) as running:
        yield running


@pytest.fixture
def sheets(server: UmpiresServer) -> Iterator[SheetsClient]:
    server.faults.coming.clear()
    connection = connect_local(server.base_url, "owner")
    yield connection
    connection.close()


@pytest.fixture
def book(sheets: SheetsClient) -> str:
    spreadsheet_id = sheets.create("tartarus-1", "tag/board")
    for name, columns in (("entry_1", 1), ("board", 3)):
        area = {
            "sheetId": 0,
            "startRowIndex": 1,
            "endRowIndex": 4,
            "startColumnIndex": 0,
            "endColumnIndex": columns,
        }
        sheets.write(
            spreadsheet_id, [{"addNamedRange": {"namedRange": {"name": name, "range": area}}}]
        )
    return spreadsheet_id


def test_every_call_is_one_request(server: UmpiresServer, sheets: SheetsClient, book: str) -> None:
    server.faults.calls.clear()
    sheets.fetch_if_changed(book, None, None)
    sheets.write(book, [{"updateSpreadsheetProperties": {"properties": {"title": "t"},
                                                         "fields": "title"}}])  # fmt: skip
    sheets.metadata(book, "namedRanges,sheets.properties")
    sheets.share(book, local_account("player"), "writer")
    kinds = [call.kind for call in server.faults.calls]
    assert kinds == ["read", "write", "read", "drive"]


def test_what_was_typed_is_told_from_what_comes_of_it(
    server: UmpiresServer, sheets: SheetsClient, book: str
) -> None:
    client = local_client(server.base_url, "owner")
    spreadsheet = client.open_by_key(book)
    spreadsheet.sheet1.update(
        [["=1+1", "x", 7], ["", "2020-01-01", "=1/0"], ["'=1+1", True, ""]], "B3", raw=False
    )
    spreadsheet.add_worksheet("Ana's own", 9, 9).update([["=A2", "two"]], "A1", raw=False)
    client.http_client.session.close()
    other = sheets.fetch_if_changed(book, None, None).snapshot.titles
    (own,) = (tab for tab, title in other.items() if title == "Ana's own")
    asked = [
        Place(own, read_rect("A1:B1")),
        Place(0, read_rect("B3:D5")),
        Place(own, read_rect("C9")),
        Place(0, read_rect("A1:B3")),
    ]
    server.faults.calls.clear()
    ranges = {in_a1(place, other): place for place in asked}
    assert [*ranges] == ["'Ana''s own'!A1:B1", "Sheet1!B3:D5", "'Ana''s own'!C9", "Sheet1!A1:B3"]
    snapshot = sheets.fetch_if_changed(book, ranges, None).snapshot
    assert [snapshot.values(place) for place in asked] == [
        (({"formula": "=A2"}, "two"),),
        (({"formula": "=1+1"}, "x", 7), ("", 43831, {"formula": "=1/0"}), ("=1+1", True, "")),
        (("",),),
        (("", ""), ("", ""), ("", {"formula": "=1+1"})),
    ]
    assert snapshot.values(Place(0, read_rect("E1"))) is None
    assert [call.kind for call in server.faults.calls] == ["read"]


def test_a_snapshot_tells_where_names_lie_and_a_full_one_everything(
    server: UmpiresServer, sheets: SheetsClient, book: str
) -> None:
    place = Place(0, read_rect("A2:A4"))
    rows = {"sheetId": 0, "dimension": "ROWS", "startIndex": 0, "endIndex": 2}
    sheets.write(book, [{"insertDimension": {"range": rows, "inheritFromBefore": False}}])
    snapshot = sheets.fetch_if_changed(book, {"Sheet1!A2:A4": place}, None).snapshot
    moved = Place(0, read_rect("A4:A6"))
    assert snapshot.structure.named_places["entry_1"] == moved
    assert snapshot.values(moved) is None
    assert (snapshot.full, snapshot.titles) == (None, {0: "Sheet1"})
    full = sheets.fetch_if_changed(book, None, None).snapshot
    assert full.values(moved) == (("",),) * 3
    assert full.full is not None
    assert full.full.settings["locale"] == "en_US"
    assert all("data" not in tab for tab in full.full.tabs.values())  # nobody needs cells twice


def test_a_write_shows_what_stands_after_it_in_one_request(
    server: UmpiresServer, sheets: SheetsClient, book: str
) -> None:
    place = Place(0, read_rect("A1:B2"))
    server.faults.calls.clear()
    snapshot = sheets.write_and_fetch(
        book, cells.write_requests(0, {(0, 1): "=1+1"}), {"Sheet1!A1:B2": place}
    )
    assert snapshot.values(place) == (("", "=1+1"), ("", ""))
    assert snapshot.structure.name_ids.keys() == {"entry_1", "board"}
    assert [call.kind for call in server.faults.calls] == ["write"]


def test_chips_and_errors_are_no_texts(
    monkeypatch: pytest.MonkeyPatch, sheets: SheetsClient
) -> None:
    person = {"personProperties": {"email": "bo@example.org"}}
    values = [
        {
            "userEnteredValue": {"stringValue": "with @"},
            "chipRuns": [{"chip": {}}, {"startIndex": 5, "chip": person}],
        },
        {"userEnteredValue": {"stringValue": "plain"}, "chipRuns": [{"chip": {}}]},
        {"userEnteredValue": {"errorValue": {"type": "N_A", "message": "nothing there"}}},
        {"userEnteredValue": {"errorValue": {"type": "NEW_KIND"}}},
    ]
    data = {"startRow": 1, "startColumn": 2, "rowData": [{"values": values}]}
    found = {"sheets": [{"properties": {"sheetId": 1, "title": "Ana"}, "data": [data]}]}
    answer = requests.Response()
    answer.status_code, answer._content = 200, json.dumps(found).encode()
    monkeypatch.setattr(HTTPClient, "request", lambda *_, **_how: answer)
    place = Place(1, read_rect("C2:F2"))
    snapshot = sheets.fetch_if_changed("id", {"Ana!C2:F2": place}, None).snapshot
    assert snapshot.values(place) == (
        ({"chip": "with @"}, "plain", {"error": "#N/A"}, {"error": "#NEW_KIND"}),
    )


def test_replies_come_in_order(sheets: SheetsClient, book: str) -> None:
    replies = sheets.write(book, [{"addSheet": {"properties": {"sheetId": 7}}},
                                  {"deleteSheet": {"sheetId": 7}}])  # fmt: skip
    assert replies[0]["addSheet"]["properties"]["sheetId"] == 7
    assert replies[1] == {}


def test_a_missing_name_is_named(sheets: SheetsClient, book: str) -> None:
    with pytest.raises(NameMissing) as caught:
        sheets.fetch_if_changed(book, {"Sheet1!A1": PLACE, "entry_9": PLACE}, None)
    assert caught.value.name == "entry_9"


@pytest.mark.faulty_traffic
def test_a_request_that_makes_no_sense_is_refused(sheets: SheetsClient, book: str) -> None:
    with pytest.raises(Refused, match=r"No sheet with id: 99\.$"):
        sheets.write(book, [{"deleteSheet": {"sheetId": 99}}])
    with pytest.raises(Refused):
        sheets.metadata(book, "nothing")


def test_who_may_not_is_forbidden(server: UmpiresServer, sheets: SheetsClient, book: str) -> None:
    stranger = connect_local(server.base_url, "stranger")
    with pytest.raises(Forbidden):
        stranger.metadata(book, "properties")
    sheets.share(book, local_account("stranger"), "reader")
    assert stranger.metadata(book, "properties")
    with pytest.raises(Forbidden):
        stranger.write(book, [{"addSheet": {}}])
    stranger.close()


def test_what_was_deleted_is_gone(sheets: SheetsClient, book: str) -> None:
    sheets.trash(book)
    with pytest.raises(Gone):
        sheets.metadata(book, "properties")


@pytest.mark.parametrize(
    ("status", "html"),
    [
        *((status, True) for status in (429, 500, 502, 503, 504)),
        *((s, False) for s in (429, 500, 503)),
    ],
)
def test_a_server_in_trouble_is_unreachable_for_now(
    server: UmpiresServer, sheets: SheetsClient, book: str, status: int, html: bool
) -> None:
    server.faults.plan(Fault("status", status=status, html=html, retry_after=3))
    with pytest.raises(Unreachable) as caught:
        sheets.metadata(book, "properties")
    assert (caught.value.status, caught.value.retry_after) == (status, 3)
    assert sheets.metadata(book, "properties")


@pytest.mark.parametrize("what", ["reset", "lost"])
def test_a_broken_connection_is_unreachable(
    server: UmpiresServer, sheets: SheetsClient, book: str, what: str
) -> None:
    server.faults.plan(Fault(what))  # type: ignore[arg-type]
    with pytest.raises(Unreachable) as caught:
        sheets.write(book, [{"addSheet": {"properties": {"title": "new"}}}])
    assert (caught.value.status, caught.value.retry_after) == (None, None)
    titles = str(sheets.metadata(book, "sheets.properties.title"))
    assert ("new" in titles) == (what == "lost")


def test_an_answer_that_never_comes_is_unreachable(
    server: UmpiresServer, sheets: SheetsClient, book: str
) -> None:
    sheets.client.set_timeout((CONNECT_SECONDS, 0.1))
    server.faults.plan(Fault("late", seconds=0.4))
    with pytest.raises(Unreachable, match="in time"):
        sheets.metadata(book, "properties")


CALLS: dict[str, Callable[[SheetsClient], object]] = {
    "fetch_if_changed": lambda sheets: sheets.fetch_if_changed("id", None, None),
    "write_and_fetch": lambda sheets: sheets.write_and_fetch("id", [{"addSheet": {}}], {}),
    "write": lambda sheets: sheets.write("id", [{"addSheet": {}}]),
    "metadata": lambda sheets: sheets.metadata("id", "properties"),
    "me": lambda sheets: sheets.me(),
    "create": lambda sheets: sheets.create("a title", "tag/board"),
    "create_shared": lambda sheets: sheets.create_shared("a title", "tag/board"),
    "upload_page": lambda sheets: sheets.upload_page("a title", "tag/replay", "<p>a page</p>"),
    "find": lambda sheets: sheets.find("tag/board"),
    "owner": lambda sheets: sheets.owner("id"),
    "file_state": lambda sheets: sheets.file_state("id"),
    "shares": lambda sheets: sheets.shares("id"),
    "share": lambda sheets: sheets.share("id", "ana@example.org", "writer"),
    "share_link": lambda sheets: sheets.share_link("id"),
    "unshare": lambda sheets: sheets.unshare("id", "share"),
    "restrict_sharing": lambda sheets: sheets.restrict_sharing("id"),
    "trash": lambda sheets: sheets.trash("id"),
    "request": lambda sheets: sheets.request("get", "/v4/spreadsheets/id"),
    "listen": lambda sheets: list(sheets.listen("a listener")),
}


def test_every_call_is_listed_here() -> None:
    public = {name for name in vars(SheetsClient) if not name.startswith("_")}
    assert public - {"close", "set_listener_name"} == CALLS.keys()


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_every_request_has_its_time_outs(
    monkeypatch: pytest.MonkeyPatch, call: Callable[[SheetsClient], object]
) -> None:
    waited: list[object] = []

    def send(*_: object, **how: object) -> None:
        waited.append(how["timeout"])
        raise requests.ConnectionError

    monkeypatch.setattr(requests.Session, "send", send)
    connection = connect_local("http://127.0.0.1:9", "x")
    with pytest.raises(Unreachable):
        call(connection)
    assert waited == [(5.0, 30.0)]
    connection.close()


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_server_that_takes_the_call_and_never_answers_is_given_up(
    call: Callable[[SheetsClient], object],
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        connection = connect_local(f"http://127.0.0.1:{silent.getsockname()[1]}", "x")
        connection.client.set_timeout((CONNECT_SECONDS, 0.05))
        with pytest.raises(Unreachable, match="in time"):
            call(connection)
        connection.close()


def test_a_server_that_is_not_there_is_unreachable() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    connection = connect_local(f"http://127.0.0.1:{port}", "x")
    with pytest.raises(Unreachable, match=f"{port}: start it with 'umpire serve --port {port}'"):
        connection.metadata("id", "properties")
    connection.close()


class _Answering(BaseHTTPRequestHandler):
    """Answers with JSON in UTF-8, called plain text as a proxy may call it."""

    body = b""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    do_POST = do_GET  # noqa: N815

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def answer_once(body: bytes) -> Iterator[SheetsClient]:
    """A connection to something that answers one request."""
    handler = type("Handler", (_Answering,), {"body": body})
    with HTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        sheets = connect_local(f"http://127.0.0.1:{server.server_port}", "x")
        yield sheets
        thread.join()
        sheets.close()


@pytest.mark.faulty_traffic
@pytest.mark.parametrize("body", [b"hello", b"[]", b"{}"])
def test_an_answer_that_is_nonsense_is_unreachable(body: bytes) -> None:
    """Something answers on the port, and it is no sheets server."""
    with answer_once(body) as sheets, pytest.raises(Unreachable):
        sheets.write("id", [])


def test_an_answer_is_utf_8_whatever_its_type_says() -> None:
    owner = {"emailAddress": "Ａｎａ ♠"}
    body = json.dumps({"owners": [owner]}, ensure_ascii=False).encode()
    with answer_once(body) as sheets:
        assert sheets.owner("book") == "Ａｎａ ♠"


def test_nobody_without_a_sign_in(server: UmpiresServer) -> None:
    connection = connect_local(server.base_url, "")
    with pytest.raises(Forbidden):
        connection.metadata("id", "properties")
    connection.close()


def test_plain_gspread_talks_to_the_local_server(server: UmpiresServer) -> None:
    client = local_client(server.base_url, "owner")
    assert isinstance(client, gspread.Client)
    made = client.create("plain")
    made.sheet1.update([["x"]], "A1")
    assert client.open("plain").sheet1.acell("A1").value == "x"
    client.http_client.session.close()


def test_what_has_not_changed_is_not_read_again(
    server: UmpiresServer, sheets: SheetsClient, book: str
) -> None:
    ranges = {"Sheet1!A1:B2": Place(0, read_rect("A1:B2"))}
    first = sheets.fetch_if_changed(book, ranges, None)
    assert sheets.fetch_if_changed(book, ranges, first) is first
    sheets.write(book, cells.write_requests(0, {(0, 1): "new"}))
    changed = sheets.fetch_if_changed(book, ranges, first)
    assert changed.snapshot.values(ranges["Sheet1!A1:B2"]) == (("", "new"), ("", ""))
    assert sheets.fetch_if_changed(book, ranges, changed) is changed


def test_where_something_else_has_changed_it_is_the_snapshot_of_before(
    sheets: SheetsClient, book: str
) -> None:
    ranges = {"Sheet1!A1:B2": Place(0, read_rect("A1:B2"))}
    first = sheets.fetch_if_changed(book, ranges, None)
    sheets.write(book, cells.write_requests(0, {(9, 1): "new"}))
    second = sheets.fetch_if_changed(book, ranges, first)
    assert second.snapshot is first.snapshot
    assert sheets.fetch_if_changed(book, ranges, second) is second


def test_a_snapshot_of_something_else_is_not_the_one_before(
    sheets: SheetsClient, book: str
) -> None:
    first = sheets.fetch_if_changed(book, {"Sheet1!A1:B2": Place(0, read_rect("A1:B2"))}, None)
    place = Place(0, read_rect("C1:C2"))
    second = sheets.fetch_if_changed(book, {"Sheet1!C1:C2": place}, first)
    assert second.snapshot.values(place) == (("",), ("",))


def test_who_signs_in_for_an_hour_repeats_no_request_of_before(
    server: UmpiresServer, sheets: SheetsClient, book: str
) -> None:
    on_google = SheetsClient(local_client(server.base_url, "owner"), SignIn("oauth", "owner"))
    assert sheets.fetch_if_changed(book, None, None).again is not None
    assert on_google.fetch_if_changed(book, None, None).again is None
    on_google.close()
