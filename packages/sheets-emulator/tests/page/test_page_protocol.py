"""What the page's addresses answer, without a browser."""

import gzip
import http.client
import json
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.resources import files
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest
from page_kit import BOARD, ENTRY, FREE, HELP, Book, Json, box, lines, made_book

from sheets_emulator.app import LocalServer

STATIC = ("sheet.js", "sheet.css", "plain.css", "icon.svg", "grid.js")


class Answer:
    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def ask(book: Book, path: str, method: str = "GET", body: object = None, **headers: str) -> Answer:
    connection = http.client.HTTPConnection(urlsplit(book.base).netloc, timeout=5)
    try:
        connection.request(
            method,
            path,
            body=body if body is None or isinstance(body, bytes) else json.dumps(body).encode(),
            headers={name.replace("_", "-"): value for name, value in headers.items()},
        )
        return Answer(connection.getresponse())
    finally:
        connection.close()


def edit(tab: int, row: int, column: int, *rows: list[str], version: int = 1000) -> Json:
    blocks = [{"row": row, "column": column, "rows": list(rows)}]
    return {"version": version, "sheet": tab, "blocks": blocks}


def post(book: Book, token: str, body: object, **headers: str) -> Answer:
    return ask(book, f"{book.path(token)}/type", "POST", body, **({"Origin": book.base} | headers))


@contextmanager
def stream(book: Book, token: str) -> Iterator[Iterator[tuple[str, Json]]]:
    """The events of a page, as (name, data)."""
    connection = http.client.HTTPConnection(urlsplit(book.base).netloc, timeout=5)
    connection.request("GET", f"{book.path(token)}/events")
    response = connection.getresponse()
    assert response.headers["Content-Type"].startswith("text/event-stream")

    def events() -> Iterator[tuple[str, Json]]:
        name = ""
        while line := response.readline().decode():
            field, _, value = line.rstrip("\n").partition(": ")
            if field == "event":
                name = value
            elif field == "data":
                yield name, json.loads(value)

    try:
        yield events()
    finally:
        response.close()
        connection.close()


def tab(message: Json, sheet_id: int) -> Json:
    found: Json = next(one for one in message["tabs"] if one["id"] == sheet_id)
    return found


# ---- who gets in


def test_a_link_opens_its_spreadsheet_and_says_nothing_in_the_page_itself(book: Book) -> None:
    answer = ask(book, book.path(book.reader))
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert b"Everything" not in answer.body


@pytest.mark.parametrize("part", ["", "/events", "/type"])
def test_an_unknown_secret_or_spreadsheet_is_not_found(book: Book, part: str) -> None:
    method = "POST" if part == "/type" else "GET"
    for path in (f"/s/nobody/{book.spreadsheet_id}", f"/s/{book.owner}/nothing"):
        answer = ask(book, path + part, method, {} if part == "/type" else None)
        assert answer.status == 404
        assert b"There is no spreadsheet at this link" in answer.body


def test_a_secret_lists_its_spreadsheets(book: Book) -> None:
    answer = ask(book, f"/s/{book.writer}")
    assert answer.status == 200
    assert f'href="{book.path(book.writer)}"'.encode() in answer.body
    assert b">Everything</a>" in answer.body
    assert ask(book, "/s/nobody").status == 404


def test_a_title_is_escaped_in_the_list(book: Book) -> None:
    title = "<script>alert(1)</script>"
    book.request(
        [{"updateSpreadsheetProperties": {"properties": {"title": title}, "fields": "title"}}]
    )
    assert b"<script" not in ask(book, f"/s/{book.writer}").body


@pytest.mark.parametrize("name", STATIC)
def test_the_pages_own_files_are_served(book: Book, name: str) -> None:
    assert ask(book, f"/static/{name}").status == 200


@pytest.mark.parametrize("name", ["nothing.js", "..%2Fpage.py", "%2e%2e/page.py", "sheet.html/x"])
def test_no_other_file_is_served(book: Book, name: str) -> None:
    assert ask(book, f"/static/{name}").status == 404


def test_the_stream_begins_before_the_other_files_are_read(book: Book) -> None:
    shell = ask(book, book.path(book.writer)).body.decode()
    scripts = re.findall(r'<script [^>]*src="[^"]*/(\w+\.js)"', shell)
    assert (scripts[0], scripts[-1]) == ("live.js", "sheet.js")
    assert " async " in shell.partition("live.js")[0].rpartition("<script")[2]
    assert shell.index("live.js") < shell.index("modulepreload")


def test_only_what_is_the_same_for_everybody_is_compressed(book: Book) -> None:
    """How long a compressed secret is would tell of it."""
    packed = ask(book, "/static/sheet.js", Accept_Encoding="gzip")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.body) == ask(book, "/static/sheet.js").body
    assert ask(book, book.path(book.writer), Accept_Encoding="gzip").headers["Content-Encoding"]
    typed = post(book, book.writer, edit(FREE, 0, 0, ["x"]), Accept_Encoding="gzip")
    listing = ask(book, f"/s/{book.writer}", Accept_Encoding="gzip")
    with closing(http.client.HTTPConnection(urlsplit(book.base).netloc, timeout=5)) as connection:
        path = f"{book.path(book.writer)}/events"
        connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
        events = connection.getresponse()
    assert not any("Content-Encoding" in one.headers for one in (typed, listing, events))


def test_the_page_s_files_are_asked_for_at_once_and_kept_until_they_change(book: Book) -> None:
    shell = ask(book, book.path(book.owner))
    page = shell.body.decode()
    assert shell.headers["Cache-Control"] == "no-store"
    asked = re.findall(r'"(/static/[^"]+)"', page)
    modules = {one.removeprefix("/static/") for one in asked if one.endswith(".js")}
    versions = {one.split("/")[0] for one in modules}
    assert len(versions) == 1
    names = [one.name for one in files("sheets_emulator").joinpath("static").iterdir()]
    own = {one.split("/", 1)[1] for one in modules if "/table/" not in one}
    assert own == {x for x in names if x.endswith(".js")}
    for one in asked:
        answer = ask(book, one)
        assert answer.status == 200
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert ask(book, asked[0].replace(versions.pop(), "0123456789ab")).status == 404


def test_every_answer_carries_the_headers_that_keep_it_safe(book: Book) -> None:
    answers = [
        ask(book, book.path(book.owner)),
        ask(book, f"/s/{book.owner}"),
        ask(book, "/s/nobody"),
        ask(book, "/static/sheet.js"),
        post(book, book.owner, edit(FREE, 0, 0, ["x"])),
    ]
    for answer in answers:
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_a_rebound_host_name_is_refused(book: Book) -> None:
    assert ask(book, book.path(book.owner), Host="evil.example:80").status == 403
    assert post(book, book.owner, edit(FREE, 0, 0, ["x"]), Host="evil.example").status == 403


# ---- typing


def test_an_edit_is_applied_and_answered_with_the_new_version(book: Book) -> None:
    with stream(book, book.reader) as events:
        _, whole = next(events)
        answer = post(book, book.writer, edit(FREE, 0, 1, ["a", "2.0"], ["", "=C1*2"]))
        name, change = next(events)
    assert answer.json == {"version": whole["version"] + 1, "read": {"0,2": "2"}}
    assert (name, change["version"]) == ("change", whole["version"] + 1)
    sent = tab(change, FREE)["cells"]
    assert sent["0,1"] == {"t": "a"}
    assert (sent["0,2"]["t"], sent["0,2"]["r"]) == ("2", True)
    assert (sent["1,2"]["t"], sent["1,2"]["e"]) == ("4", "=C1*2")


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://127.0.0.1"]
)
def test_an_edit_from_another_page_is_refused(book: Book, origin: str) -> None:
    assert post(book, book.owner, edit(FREE, 0, 0, ["x"]), Origin=origin).status == 403


def test_an_edit_without_an_origin_is_refused(book: Book) -> None:
    path = f"{book.path(book.owner)}/type"
    assert ask(book, path, "POST", edit(FREE, 0, 0, ["x"])).status == 403


def test_nobody_types_where_they_may_not(book: Book) -> None:
    assert post(book, book.reader, edit(FREE, 0, 0, ["x"])).status == 403
    refused = post(book, book.writer, edit(BOARD, 0, 0, ["x"]))
    assert refused.status == 400
    assert "protected" in refused.json["error"]
    assert post(book, book.writer, edit(ENTRY, 2, 0, ["x"])).status == 400
    assert post(book, book.writer, edit(ENTRY, 2, 1, ["x"])).status == 200
    assert post(book, book.owner, edit(BOARD, 0, 0, ["x"])).status == 200


def test_blocks_are_written_together_or_not_at_all(book: Book) -> None:
    both = {
        "version": 1000,
        "sheet": ENTRY,
        "blocks": [
            {"row": 2, "column": 1, "rows": [["allowed"]]},
            {"row": 2, "column": 3, "rows": [["not allowed"]]},
        ],
    }
    assert post(book, book.writer, both).status == 400
    with stream(book, book.writer) as events:
        cells = tab(next(events)[1], ENTRY)["cells"]
    assert "t" not in cells["2,1"]


def test_a_text_is_not_written_where_another_cell_may_stand_by_now(book: Book) -> None:
    with stream(book, book.owner) as events:
        seen = next(events)[1]["version"]
        book.write(FREE, 0, 0, "written meanwhile")
        assert post(book, book.owner, edit(FREE, 5, 1, ["x"], version=seen)).status == 200
        book.request([{"insertDimension": {"range": lines(FREE, 2, 3)}}])
        refused = post(book, book.owner, edit(FREE, 5, 1, ["y"], version=seen))
        assert refused.status == 409
        assert "moved" in refused.json["error"]
        assert post(book, book.owner, edit(ENTRY, 5, 1, ["z"], version=seen)).status == 200
        assert post(book, book.owner, edit(FREE, 6, 1, ["y"], version=seen + 4)).status == 200


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"nonsense",
        b"[]",
        b"\xff\xfe",
        b'{"version": 1, "sheet": NaN, "blocks": []}',
        {"version": 1, "sheet": FREE},
        {"version": 1, "sheet": FREE, "blocks": []},
        {"version": 1, "sheet": "103", "blocks": [{"row": 0, "column": 0, "rows": [["x"]]}]},
        {"version": 1, "sheet": FREE, "blocks": [{"row": -1, "column": 0, "rows": [["x"]]}]},
        {"version": 1, "sheet": FREE, "blocks": [{"row": 0, "column": 0, "rows": [[1]]}]},
        {
            "version": 1,
            "sheet": FREE,
            "blocks": [{"row": 0, "column": 0, "rows": [["x"]], "more": 1}],
        },
        {"sheet": FREE, "blocks": [{"row": 0, "column": 0, "rows": [["x"]]}]},
    ],
)
def test_what_is_no_edit_is_refused_in_one_sentence(book: Book, body: object) -> None:
    answer = post(book, book.owner, body)
    assert answer.status == 400
    assert set(answer.json) == {"error"}


@pytest.mark.parametrize(
    ("tab_id", "row", "column"),
    [(999, 0, 0), (FREE, 10_000, 0), (FREE, 0, 10_000), (FREE, 2**70, 0)],
)
def test_a_place_that_is_not_there_is_refused(
    book: Book, tab_id: int, row: int, column: int
) -> None:
    assert post(book, book.owner, edit(tab_id, row, column, ["x"])).status in (400, 404)


def test_an_edit_of_any_length_is_answered(book: Book) -> None:
    assert post(book, book.owner, edit(FREE, 0, 0, ["x" * 50_001])).status == 400
    assert post(book, book.owner, edit(FREE, 0, 0, ["x" * 3_000_000])).status == 413


def test_text_that_is_no_text_does_no_harm(book: Book) -> None:
    body = (
        b'{"version": 1000, "sheet": %d, '
        b'"blocks": [{"row": 0, "column": 0, "rows": [["\\ud800 \\u0000 \\u2028"]]}]}'
    )
    assert post(book, book.owner, body % FREE).status in (200, 400)
    with stream(book, book.owner) as events:
        assert next(events)[0] == "whole"


# ---- the stream


def test_the_stream_begins_with_the_whole_and_goes_on_with_what_changes(book: Book) -> None:
    with stream(book, book.writer) as events:
        name, whole = next(events)
        assert name == "whole"
        assert [one["title"] for one in whole["tabs"]] == ["Board", "Entry", "Free"]
        assert (whole["title"], whole["canEdit"]) == ("Everything", True)
        assert tab(whole, BOARD)["locks"]["sealed"]
        validation = whole["pool"][str(tab(whole, ENTRY)["cells"]["2,1"]["v"])]
        assert validation == {"options": ["Y5 set", "Y5 set draw module", "none"], "help": HELP}
        book.write(FREE, 3, 3, "new")
        name, change = next(events)
        assert name == "change"
        assert tab(change, FREE)["cells"] == {"3,3": {"t": "new"}}
        assert all("shape" not in one and "locks" not in one for one in change["tabs"])
        assert "cells" not in tab(change, BOARD)


def test_every_event_carries_the_servers_clock(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter((1_767_268_800.0, 1_767_268_842.5))
    shown = SimpleNamespace(time=lambda: next(clock))
    monkeypatch.setattr("sheets_emulator.page.time", shown)
    with stream(book, book.reader) as events:
        assert next(events)[1]["now"] == 1_767_268_800_000
        book.write(FREE, 3, 3, "new")
        assert next(events)[1]["now"] == 1_767_268_842_500


def test_a_new_protection_reaches_only_whom_it_concerns(book: Book) -> None:
    with stream(book, book.writer) as writer, stream(book, book.owner) as owner:
        next(writer)
        next(owner)
        book.request([{"addProtectedRange": {"protectedRange": {"range": box(FREE, 0, 2, 0, 1)}}}])
        locks = tab(next(writer)[1], FREE)["locks"]
        assert locks == {"closed": [{"box": [0, 2, 0, 1], "but": []}], "sealed": False}
        assert "locks" not in tab(next(owner)[1], FREE)


def test_the_stream_of_who_may_no_longer_look_ends(book: Book) -> None:
    with stream(book, book.reader) as events:
        next(events)
        book.unshare(book.reader)
        assert next(events)[0] == "gone"
        assert list(events) == []
    assert ask(book, f"{book.path(book.reader)}/events").status == 404


def test_the_stream_begins_with_what_else_the_link_opens_and_nothing_more(
    book: Book, server: LocalServer
) -> None:
    with (
        made_book(server, "Table", book.writer) as table,
        made_book(server, "Foreign"),
        stream(book, book.writer) as writer,
        stream(book, book.reader) as reader,
    ):
        assert next(writer)[1]["others"] == [{"id": table.spreadsheet_id, "title": "Table"}]
        assert next(reader)[1]["others"] == []
        book.write(FREE, 3, 3, "new")
        assert "others" not in next(writer)[1]
