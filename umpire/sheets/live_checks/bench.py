"""The scratch spreadsheet that assumptions are checked on, and who may ask of it."""

import json
import re
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from umpire.errors import UmpireError
from umpire.json_types import JsonObject
from umpire.sheets.client import Answer, Kind, Sheets
from umpire.sheets.errors import SheetsError
from umpire.sheets.grid import Place, Rect, cell_name

ROWS, COLUMNS = 20, 6
OK = 200

_FIRST_SHEET = 501
_TITLE = "umpire doctor: scratch, may be deleted"
_PACE = {"read": 50, "write": 50}
"""How many requests of a kind are made in a minute; Google allows ten more."""

_LATER = {429, 500, 502, 503}
_TRIES = 3
_LONGEST = 1200

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Exchange:
    """What was sent and what came back, as a report may show it."""

    sent: str
    came: str


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab of the scratch spreadsheet, one check's own."""

    sheet: int
    title: str

    def place(self, top: int, left: int, bottom: int, right: int) -> Place:
        """Return a rectangle of it: rows and columns from 0, ends exclusive."""
        return Place(self.sheet, Rect(top, left, bottom, right))

    def a1(self, cells: str) -> str:
        """Return the A1 name of cells of it."""
        return f"'{self.title}'!{cells}"

    def column(self, count: int, left: int = 0) -> str:
        """Return the A1 name of the first cells of a column."""
        return self.a1(f"{cell_name(0, left)}:{cell_name(count - 1, left)}")


class Untried(UmpireError):
    """A check cannot be carried out here."""


class Journal:
    """What was sent and received since the last check began, with nothing secret in it.

    Addresses are masked and ids shortened; tokens are never part of what is written down.
    """

    def __init__(self) -> None:
        self.exchanges: list[Exchange] = []
        self._ids: set[str] = set()

    def hide(self, spreadsheet: str) -> None:
        """Shorten an id from now on."""
        self._ids.add(spreadsheet)

    def note(self, sent: str, came: object) -> None:
        """Keep one exchange."""
        self.exchanges.append(Exchange(self.cleaned(sent), self.cleaned(_text(came))))

    def taken(self) -> tuple[Exchange, ...]:
        """Return what was kept, and begin anew."""
        kept, self.exchanges = tuple(self.exchanges), []
        return kept

    def cleaned(self, text: str) -> str:
        """Mask addresses and what else tells whose account this is."""
        for spreadsheet in self._ids:
            text = text.replace(spreadsheet, f"{spreadsheet[:4]}…")
        text = _ADDRESS.sub(lambda found: f"{found[1]}***@***{found[2]}", text)
        text = _PROJECT.sub(r"\1…", text)
        text = _TOKEN.sub("[secret]", text)
        return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} … ({len(text)} characters)"


_ADDRESS = re.compile(r"([A-Za-z0-9])[A-Za-z0-9._%+-]*@[A-Za-z0-9.-]*(\.[A-Za-z]{2,})\b")
_PROJECT = re.compile(r"(project_number:|projects/|project )\d+")
_TOKEN = re.compile(r"\bya29\.[\w.-]+|\b1//[\w-]+|Bearer [\w.-]+")


def _text(came: object) -> str:
    return came if isinstance(came, str) else json.dumps(came, ensure_ascii=False, default=str)


class Side:
    """One account at the scratch spreadsheet."""

    def __init__(
        self, sheets: Sheets, spreadsheet: str, journal: Journal, rest: Callable[[float], None]
    ) -> None:
        self.sheets = sheets
        self.spreadsheet = spreadsheet
        self._journal = journal
        self._rest = rest
        self.path = f"/v4/spreadsheets/{spreadsheet}"

    def ask(
        self,
        kind: Kind,
        method: str,
        path: str,
        body: JsonObject | None = None,
        params: Mapping[str, str | list[str]] | None = None,
        *,
        patient: bool = True,
    ) -> Answer:
        """Make a request, not too many a minute, and again if the server says to come later."""
        for tried in range(_TRIES if patient else 1):
            if patient:
                self.make_room(kind)
            answer = self.sheets.ask(kind, method, path, body, params)
            if answer.status not in _LATER:
                break
            if patient and tried + 1 < _TRIES:
                self._rest(2.0 ** (tried + 2))
        sent = f"{method.upper()} {path}"
        if params:
            sent += f" {_text(dict(params))}"
        if body is not None:
            sent += f" {_text(body)}"
        self._journal.note(sent, f"{answer.status} {_text(answer.body)}")
        return answer

    def make_room(self, kind: Kind) -> None:
        """Wait until one more request of the kind fits into the minute."""
        while self.sheets.requests_made.this_minute(kind) >= _PACE.get(kind, 1000):
            self._rest(1.0)

    def batch(self, *requests: JsonObject) -> Answer:
        """Make one batchUpdate."""
        return self.ask("write", "post", f"{self.path}:batchUpdate", {"requests": list(requests)})

    def get(self, fields: str, *ranges: str) -> Answer:
        """Make one spreadsheets.get."""
        params: dict[str, str | list[str]] = {"fields": fields}
        if ranges:
            params["ranges"] = list(ranges)
        return self.ask("read", "get", self.path, params=params)

    def values(self, *ranges: str, render: str = "UNFORMATTED_VALUE") -> Answer:
        """Make one values.batchGet."""
        params: dict[str, str | list[str]] = {"ranges": list(ranges), "valueRenderOption": render}
        return self.ask("read", "get", f"{self.path}/values:batchGet", params=params)

    def enter(self, where: str, texts: Iterable[str]) -> Answer:
        """Put texts into a column as if they were typed (USER_ENTERED)."""
        data = [{"range": where, "values": [[text] for text in texts]}]
        body = {"valueInputOption": "USER_ENTERED", "data": data}
        return self.ask("write", "post", f"{self.path}/values:batchUpdate", body)

    def cells(self, where: str, fields: str) -> list[JsonObject]:
        """Return what the mask names of the cells of a column.

        {} for one of which nothing is known.

        Raises Untried if it cannot be read.
        """
        answer = must(self.get(f"sheets.data.rowData.values({fields})", where))
        blocks = answer.body.get("sheets", [{}])[0].get("data", [{}])
        return [(row.get("values") or [{}])[0] for row in blocks[0].get("rowData", [])]

    def call(self, told: str, act: Callable[[], Value]) -> Value:
        """Use the program's own client; `told` is what the report says was sent."""
        try:
            found = act()
        except SheetsError as error:
            self._journal.note(told, f"{type(error).__name__}: {error}")
            raise
        self._journal.note(told, _text(found if found is not None else "done"))
        return found


def must(answer: Answer) -> Answer:
    """Return an answer that is no refusal. Raises Untried."""
    if answer.status != OK:
        raise Untried(f"what the check needs first was refused (status {answer.status})")
    return answer


@dataclass(slots=True)
class Bench:
    """What the checks work on: the scratch spreadsheet as its owner and as a second account see it.

    `second` is None where there is none, and `no_second` says why. `person` tells a person what to
    do, waits until it is done, and gives the answer.
    """

    own: Side
    second: Side | None
    second_address: str
    no_second: str
    me: str
    tag: str
    is_made_here: bool
    tabs: Mapping[str, Tab]
    journal: Journal
    person: Callable[[str], str] | None = None
    measured: dict[str, float] = field(default_factory=dict)

    def tab(self, number: str) -> Tab:
        """Return a check's own tab."""
        return self.tabs[number]

    @property
    def other(self) -> Side:
        """The second account. Raises Untried."""
        if self.second is None:
            raise Untried(self.no_second)
        return self.second


@contextmanager
def set_up(
    sheets: Sheets,
    numbers: Iterable[str],
    *,
    second: Sheets | None = None,
    table: str | None = None,
    person: Callable[[str], str] | None = None,
    rest: Callable[[float], None] = time.sleep,
) -> Iterator[Bench]:
    """Make the scratch spreadsheet with a tab for each check, and delete it at the end.

    `table` is the id of an empty spreadsheet to use instead, as a service account must: what was
    put into it is taken out again. Raises SheetsError if there can be none.
    """
    me = sheets.me()
    tag = f"doctor-{secrets.token_hex(8)}"
    spreadsheet = table or sheets.create(_TITLE, tag)
    journal = Journal()
    journal.hide(spreadsheet)
    own = Side(sheets, spreadsheet, journal, rest)
    tabs = {
        number: Tab(_FIRST_SHEET + place, f"check {number}") for place, number in enumerate(numbers)
    }
    try:
        sheets.write(spreadsheet, [_settings(), *map(_add, tabs.values())])
        other, address, why = None, "", "it needs a second account (--second FILE)"
        if second is not None:
            try:
                address = second.me()
                sheets.share(spreadsheet, address, "writer")
                second.metadata(spreadsheet, "spreadsheetId")
                other = Side(second, spreadsheet, journal, rest)
            except SheetsError as error:
                why = f"the second account cannot open the scratch spreadsheet ({error})"
        made_here = table is None
        yield Bench(own, other, address, why, me, tag, made_here, tabs, journal, person)
    finally:
        with suppress(SheetsError):
            _clear_away(sheets, spreadsheet, tag, made=table is None)


def _settings() -> JsonObject:
    properties = {"locale": "en_GB", "timeZone": "Etc/UTC"}
    return {"updateSpreadsheetProperties": {"properties": properties, "fields": "locale,timeZone"}}


def _add(tab: Tab) -> JsonObject:
    grid = {"rowCount": ROWS, "columnCount": COLUMNS}
    properties = {"sheetId": tab.sheet, "title": tab.title, "gridProperties": grid}
    return {"addSheet": {"properties": properties}}


def _clear_away(sheets: Sheets, spreadsheet: str, tag: str, *, made: bool) -> None:
    if made:
        sheets.trash(spreadsheet)
        return
    found: Any = sheets.metadata(spreadsheet, "namedRanges.namedRangeId,sheets.properties.sheetId")
    names = [named["namedRangeId"] for named in found.get("namedRanges", [])]
    ours = [sheet["properties"].get("sheetId", 0) for sheet in found["sheets"]]
    requests: list[JsonObject] = [{"deleteNamedRange": {"namedRangeId": one}} for one in names]
    requests += [{"deleteSheet": {"sheetId": one}} for one in ours if one >= _FIRST_SHEET]
    if requests:
        sheets.write(spreadsheet, requests)
