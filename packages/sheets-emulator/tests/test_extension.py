"""What a program adds to the page: files, routes, and a value beside the cells of each tab."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
from server_kit import Account
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from sheets_emulator.access import Caller
from sheets_emulator.app import LocalServer
from sheets_emulator.bounds import MOST_WORK, spend
from sheets_emulator.model import Cell, Document, Grant, Sheet
from sheets_emulator.page_extension import PageExtension
from sheets_emulator.page_files import PageFiles
from sheets_emulator.page_view import Feed, TabViews
from sheets_emulator.public import PublicAddress

NAME = "sheets.example.org"


def count(_document: Document, sheet: Sheet) -> Any:
    return {"cells": len(sheet.cells)} if sheet.title == "Counted" else None


async def hello(request: Request) -> Response:
    return JSONResponse({"hello": request.path_params["who"]})


@pytest.fixture
def chart(tmp_path: Path) -> PageExtension:
    folder = tmp_path / "chart"
    (folder / "more").mkdir(parents=True)
    (folder / "chart.js").write_text("import './bars.js';")
    (folder / "bars.js").write_text("// bars")
    (folder / "chart.css").write_text("main { color: red }")
    (folder / "logo.png").write_bytes(b"\x89PNG")
    return PageExtension(
        "chart",
        folder=folder,
        styles=("chart.css",),
        scripts=("chart.js",),
        routes=(Route("/hello/{who}", hello),),
        view=count,
    )


@pytest.fixture
def extended(chart: PageExtension) -> Iterator[LocalServer]:
    public = PublicAddress.read(f"https://{NAME}")
    with LocalServer(None, extensions=[chart], public=public) as running:
        yield running


@pytest.fixture
def ask(extended: LocalServer) -> Iterator[Callable[..., requests.Response]]:
    account = Account(extended.base_url, "a-token-of-somebody")

    def get(path: str, **headers: str) -> requests.Response:
        url = extended.base_url + path
        return account.session.get(url, headers=headers, timeout=10)

    with account.session:
        made = account.ok("POST", "/v4/spreadsheets", {"properties": {"title": "A book"}})
        get.page = f"/s/a-token-of-somebody/{made['spreadsheetId']}"  # type: ignore[attr-defined]
        yield get


def test_its_files_are_served_beside_the_page_s_own_and_kept_until_they_change(ask: Any) -> None:
    page = ask(ask.page).text
    (version,) = {found.split("/")[2] for found in re.findall(r'"(/static/[^"]+\.js)"', page)}
    for name, kind in (("bars.js", "text/javascript"), ("logo.png", "image/png")):
        answer = ask(f"/static/{version}/chart/{name}")
        assert answer.status_code == 200
        assert answer.headers["Content-Type"].startswith(kind)
        assert answer.headers["Content-Encoding"] == "gzip"
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert ask("/static/chart/bars.js").headers["Cache-Control"] == "no-store"
    assert ask("/static/chart/none.js").status_code == 404


def test_the_page_loads_its_styles_after_its_own_and_its_scripts_before(ask: Any) -> None:
    page = ask(ask.page).text
    loaded = re.findall(r'<(?:link rel="stylesheet" href|script type="module" src)="([^"]+)"', page)
    names = [one.split("/", 3)[3] for one in loaded]
    assert names == ["sheet.css", "chart/chart.css", "chart/chart.js", "sheet.js"]
    assert re.search(r'<link rel="modulepreload" href="/static/\w+/chart/bars.js">', page)


def test_a_browser_asks_anew_when_one_of_its_files_has_changed(
    chart: PageExtension, tmp_path: Path
) -> None:
    asked = Request({"type": "http", "headers": []})
    before = PageFiles((chart,)).shell(asked).body
    assert PageFiles((chart,)).shell(asked).body == before
    (tmp_path / "chart" / "bars.js").write_text("// others")
    assert PageFiles((chart,)).shell(asked).body != before


def test_its_routes_have_the_page_s_headers_and_a_public_address(ask: Any) -> None:
    for headers in ({}, {"Host": NAME, "X-Forwarded-For": "203.0.113.7"}):
        answer = ask("/hello/ana", **headers)
        assert answer.json() == {"hello": "ana"}
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert ask("/hello").status_code == 404


def test_what_it_tells_of_a_tab_is_beside_its_cells_and_told_again_when_it_changes(
    chart: PageExtension,
) -> None:
    views = TabViews([chart, PageExtension("silent")])
    feed = Feed(views.pool)
    told = []
    counted, other = Sheet(1, "Counted"), Sheet(2, "Other")
    for version, title in enumerate(("Counted", "Counted", "Counted", "Renamed"), 1):
        counted = counted.copy()
        counted.title = title
        if version == 3:
            counted.cells[0, 0] = Cell("x")
        document = Document("id", "A book", version, sheets=[counted, other])
        document.grants = [Grant("1", "user", "owner", "ana")]
        new = views.of(document, Caller(document, "ana"))
        told.append([tab.get("beside") for tab in feed.next(new)["tabs"]])
    assert told == [
        [{"chart": {"cells": 0}}, None],
        [None, None],
        [{"chart": {"cells": 1}}, None],
        [{"chart": None}, None],
    ]


def test_what_it_tells_is_bounded_as_the_page_is() -> None:
    def endless(_document: Document, _sheet: Sheet) -> Any:
        spend(MOST_WORK + 1)

    document = Document("id", "A book", 1, sheets=[Sheet(1, "Tab")])
    document.grants = [Grant("1", "user", "owner", "ana")]
    (tab,) = (
        TabViews([PageExtension("chart", view=endless)]).of(document, Caller(document, "ana")).tabs
    )
    assert tab.cells["0,0"]["t"] == "There is too much in this tab to show on a page."


@pytest.mark.parametrize("name", ["", "Chart", "a/b", "..", "a b"])
def test_its_name_is_a_part_of_an_address(name: str) -> None:
    with pytest.raises(ValueError, match="no name for a part of an address"):
        PageExtension(name)
