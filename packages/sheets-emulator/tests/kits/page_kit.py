"""A spreadsheet with something of everything, made as a program would make it, and a person.

The spreadsheet has three tabs: `Board`, which only its owner may change; `Entry`, where the
writer may type in B3:B20 (a list that allows other text), C3 (a check box) and C4 (a strict
list); and `Free`, where every writer may type anywhere.
"""

import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import requests
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from sheets_emulator.access import account_email
from sheets_emulator.app import LocalServer

Result = TypeVar("Result")
Json = dict[str, Any]

BOARD, ENTRY, FREE = 101, 102, 103
HELP = "A card and a module, for example Y5 set"
STRICT_HELP = "Choose yes or no."
NASTY = '<b>bold</b><script>document.title="owned"</script>'
ORANGE = {"red": 0.835, "green": 0.369, "blue": 0}


@dataclass(frozen=True)
class Book:
    """A spreadsheet: links for its owner, a writer and a reader, and a way to write to it."""

    base: str
    spreadsheet_id: str
    owner: str
    writer: str
    reader: str
    request: Callable[[list[Json]], None]
    unshare: Callable[[str], None]

    def link(self, token: str, tab: int = FREE) -> str:
        return f"{self.base}/s/{token}/{self.spreadsheet_id}#gid={tab}"

    def path(self, token: str) -> str:
        return f"/s/{token}/{self.spreadsheet_id}"

    def write(self, tab: int, row: int, column: int, text: str) -> None:
        """Write to a cell as the daemon does: through the API, as the owner."""
        value = {"userEnteredValue": {"stringValue": text}}
        self.request([cells(tab, row, column, [[value]], "userEnteredValue")])


def cells(tab: int, row: int, column: int, rows: list[list[Json]], fields: str) -> Json:
    return {
        "updateCells": {
            "start": {"sheetId": tab, "rowIndex": row, "columnIndex": column},
            "rows": [{"values": values} for values in rows],
            "fields": fields,
        }
    }


def box(tab: int, top: int, bottom: int, left: int, right: int) -> Json:
    return {
        "sheetId": tab,
        "startRowIndex": top,
        "endRowIndex": bottom,
        "startColumnIndex": left,
        "endColumnIndex": right,
    }


def text(value: str, **cell_format: Any) -> Json:
    cell: Json = {"userEnteredValue": {"stringValue": value}}
    return cell | ({"userEnteredFormat": cell_format} if cell_format else {})


def add_tab(tab: int, title: str, rows: int, columns: int, **grid: Any) -> Json:
    size = {"rowCount": rows, "columnCount": columns, **grid}
    return {"addSheet": {"properties": {"sheetId": tab, "title": title, "gridProperties": size}}}


def one_of(*items: str) -> Json:
    values = [{"userEnteredValue": item} for item in items]
    return {"condition": {"type": "ONE_OF_LIST", "values": values}, "showCustomUi": True}


def validation(tab: int, area: tuple[int, int, int, int], rule: Json) -> Json:
    return {"setDataValidation": {"range": box(tab, *area), "rule": rule}}


def lines(tab: int, start: int, end: int, axis: str = "ROWS") -> Json:
    return {"sheetId": tab, "dimension": axis, "startIndex": start, "endIndex": end}


def column_width(tab: int, column: int, pixels: int) -> Json:
    return _size(lines(tab, column, column + 1, "COLUMNS"), pixels)


def row_height(tab: int, row: int, pixels: int) -> Json:
    return _size(lines(tab, row, row + 1), pixels)


def _size(span: Json, pixels: int) -> Json:
    return {
        "updateDimensionProperties": {
            "range": span,
            "properties": {"pixelSize": pixels},
            "fields": "pixelSize",
        }
    }


def everything() -> list[Json]:
    """The requests that make the three tabs in an empty spreadsheet."""
    solid = {"style": "SOLID", "colorStyle": {"rgbColor": {}}}
    plain_text = {"numberFormat": {"type": "TEXT", "pattern": "@"}}
    red_is_red = {
        "ranges": [box(BOARD, 2, 10, 0, 4)],
        "booleanRule": {
            "condition": {"type": "TEXT_EQ", "values": [{"userEnteredValue": "Red"}]},
            "format": {"backgroundColorStyle": {"rgbColor": ORANGE}, "textFormat": {"bold": True}},
        },
    }
    return [
        add_tab(BOARD, "Board", 30, 6, frozenRowCount=2, frozenColumnCount=1),
        add_tab(ENTRY, "Entry", 20, 4, frozenRowCount=2),
        add_tab(FREE, "Free", 300, 12),
        column_width(BOARD, 0, 140),
        row_height(BOARD, 0, 40),
        cells(
            BOARD,
            0,
            1,
            [[text("Ana to move", horizontalAlignment="CENTER", textFormat={"bold": True})]],
            "userEnteredValue,userEnteredFormat",
        ),
        {"mergeCells": {"range": box(BOARD, 0, 1, 1, 4), "mergeType": "MERGE_ALL"}},
        cells(
            BOARD,
            2,
            0,
            [
                [text("Red"), text("Blue"), text("2:1", borders={"bottom": solid})],
                [text(NASTY) | {"note": "a <i>note</i>"}],
                [text("this runs over the empty cells at its right, as far as it can")],
                [text("", textFormat={"strikethrough": True, "italic": True})],
                [text("wraps onto more than one line", wrapStrategy="WRAP")],
            ],
            "userEnteredValue,userEnteredFormat,note",
        ),
        {"addConditionalFormatRule": {"index": 0, "rule": red_is_red}},
        cells(
            ENTRY,
            1,
            0,
            [[text("No"), text("What I write"), text("Sure?"), text("The program's answer")]],
            "userEnteredValue",
        ),
        column_width(ENTRY, 1, 220),
        {
            "repeatCell": {
                "range": box(ENTRY, 2, 20, 1, 2),
                "cell": {"userEnteredFormat": plain_text},
                "fields": "userEnteredFormat.numberFormat",
            }
        },
        validation(
            ENTRY,
            (2, 20, 1, 2),
            one_of("Y5 set", "Y5 set draw module", "none") | {"inputMessage": HELP},
        ),
        validation(ENTRY, (2, 3, 2, 3), {"condition": {"type": "BOOLEAN"}}),
        validation(
            ENTRY,
            (3, 4, 2, 3),
            one_of("yes", "no") | {"strict": True, "inputMessage": STRICT_HELP},
        ),
        {"addProtectedRange": {"protectedRange": {"range": {"sheetId": BOARD}}}},
        {
            "addProtectedRange": {
                "protectedRange": {
                    "range": {"sheetId": ENTRY},
                    "unprotectedRanges": [box(ENTRY, 2, 20, 1, 2), box(ENTRY, 2, 4, 2, 3)],
                }
            }
        },
        {"deleteSheet": {"sheetId": 0}},
    ]


@contextmanager
def made_book(
    server: LocalServer, title: str = "Everything", writer: str | None = None
) -> Iterator[Book]:
    """A spreadsheet made through the API as any program would, shared with two more accounts.

    The writer may be the one of another spreadsheet.
    """
    owner, reader = secrets.token_urlsafe(18), secrets.token_urlsafe(18)
    writer = writer or secrets.token_urlsafe(18)
    with requests.Session() as session:
        session.trust_env = False
        session.headers["Authorization"] = f"Bearer {owner}"

        def call(method: str, path: str, body: Json | None = None) -> Any:
            answer = session.request(method, server.base_url + path, json=body, timeout=5)
            assert answer.ok, answer.text
            return answer.json() if answer.content else None

        made = call("POST", "/v4/spreadsheets", {"properties": {"title": title}})
        book_id = made["spreadsheetId"]
        grants = {}
        for token, role in ((writer, "writer"), (reader, "reader")):
            grant = {"type": "user", "role": role, "emailAddress": account_email(token)}
            granted = call("POST", f"/drive/v3/files/{book_id}/permissions", grant)
            grants[token] = granted["id"]

        def change(asked: list[Json]) -> None:
            call("POST", f"/v4/spreadsheets/{book_id}:batchUpdate", {"requests": asked})

        def unshare(token: str) -> None:
            call("DELETE", f"/drive/v3/files/{book_id}/permissions/{grants[token]}")

        change(everything())
        yield Book(server.base_url, book_id, owner, writer, reader, change, unshare)


def until(look: Callable[[], Result], what: str, seconds: float = 5.0) -> Result:
    """Wait until `look` gives something true, and return it."""
    end = time.monotonic() + seconds
    pause = 0.01
    while True:
        # An element that was replaced while one looked at it is looked for again.
        with suppress(StaleElementReferenceException):
            found = look()
            if found:
                return found
        assert time.monotonic() < end, what
        time.sleep(pause)
        pause = min(1.3 * pause, 0.05)  # what takes longer is not worth a look at every moment


class Person:
    """Somebody at a browser."""

    def __init__(self, driver: Chrome) -> None:
        self.driver = driver

    def opens(self, link: str) -> None:
        if self.is_at(link.partition("#")[0]):  # which would only turn to another tab
            self.driver.get("about:blank")
        self.driver.get(link)
        self.sees_state("live")

    def is_at(self, address: str) -> bool:
        """Whether the page that is open has an address that begins like this."""
        return self.driver.current_url.startswith(address)

    def forgets(self, site: str) -> None:
        """Forget what the pages of a site have kept in this browser."""
        kept = {"origin": site, "storageTypes": "local_storage"}
        self.driver.execute_cdp_cmd("Storage.clearDataForOrigin", kept)

    def sees_state(self, state: str) -> None:
        element = self.driver.find_element(By.ID, "connection")
        until(lambda: element.get_attribute("data-state") == state, f"never {state}")

    def cell(self, name: str) -> WebElement:
        return self.driver.find_element(By.ID, name)

    def text(self, name: str) -> str:
        script = "return document.querySelector(`#${arguments[0]} > .text`)?.textContent ?? ''"
        shown: str = self.driver.execute_script(script, name)
        return shown

    def sees(self, name: str, wanted: str, seconds: float = 5.0) -> None:
        until(lambda: self.text(name) == wanted, f"{name} never shows {wanted!r}", seconds)

    def text_width(self, name: str) -> float:
        """How wide the text of a cell may be before it is cut."""
        script = "return document.querySelector(`#${arguments[0]} > .text`).offsetWidth"
        width: float = self.driver.execute_script(script, name)
        return width

    def style(self, name: str, css: str) -> str:
        return self.cell(name).value_of_css_property(css)

    def box(self, css: str) -> dict[str, float]:
        """Where an element is drawn in the window, in pixels."""
        script = "return document.querySelector(arguments[0]).getBoundingClientRect().toJSON()"
        found: dict[str, float] = self.driver.execute_script(script, css)
        return found

    @property
    def active(self) -> str:
        script = "return document.querySelector('[data-active]').id"
        found: str = self.driver.execute_script(script)
        return found

    @property
    def chosen(self) -> list[str]:
        found = self.driver.find_elements(By.CSS_SELECTOR, "td[aria-selected=true]")
        return [td.get_attribute("id") or "" for td in found]

    @property
    def editor(self) -> WebElement | None:
        found = self.driver.find_elements(By.CSS_SELECTOR, "textarea.editor")
        return found[0] if found else None

    @property
    def entry(self) -> WebElement:
        return self.driver.find_element(By.ID, "entry")

    @property
    def choices(self) -> list[str]:
        found = self.driver.find_elements(By.CSS_SELECTOR, "#list [role=option]")
        return [option.text for option in found]

    def is_told(self, sentence: str) -> None:
        shelf = self.driver.find_element(By.ID, "toasts")
        until(lambda: sentence in shelf.text, f"never told {sentence!r}")

    def clicks(self, name: str) -> None:
        self.cell(name).click()

    def presses(self, *keys: str) -> None:
        actions = ActionChains(self.driver)
        for key in keys:
            actions.send_keys(key)
        actions.perform()

    def holds(self, modifier: str, *keys: str) -> None:
        actions = ActionChains(self.driver).key_down(modifier)
        for key in keys:
            actions.send_keys(key)
        actions.key_up(modifier).perform()

    def types(self, name: str, what: str) -> None:
        self.clicks(name)
        self.presses(what, Keys.ENTER)

    def selects(self, first: str, last: str) -> None:
        self.clicks(first)
        actions = ActionChains(self.driver).key_down(Keys.SHIFT).click(self.cell(last))
        actions.key_up(Keys.SHIFT).perform()

    def paste(self, text: str, html: str = "") -> None:
        """Paste what another program has put on the clipboard."""
        self.driver.execute_script(
            "const data = new DataTransfer(); data.setData('text/plain', arguments[0]);"
            "if (arguments[1]) data.setData('text/html', arguments[1]);"
            "document.activeElement.dispatchEvent(new ClipboardEvent('paste',"
            " {clipboardData: data, bubbles: true, cancelable: true}));",
            text,
            html,
        )

    def opens_tab(self, title: str) -> None:
        for tab in self.driver.find_elements(By.CSS_SELECTOR, "[role=tab]"):
            if tab.text == title:
                tab.click()

    def taps(self, css: str) -> None:
        element = self.driver.find_element(By.CSS_SELECTOR, css)
        x, y = self.driver.execute_script(
            "const box = arguments[0].getBoundingClientRect();"
            "return [box.x + box.width / 2, box.y + box.height / 2]",
            element,
        )
        for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
            self.driver.execute_cdp_cmd(
                "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points}
            )
