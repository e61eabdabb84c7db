"""The scratch spreadsheet that checks are made on, and who may ask of it."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import gspread
from gspread.utils import a1_range_to_grid_range

from sheets_emulator.conformance.accounts import Account, Untried, must
from sheets_emulator.conformance.journal import Journal
from sheets_emulator.model import JsonObject

ROWS, COLUMNS = 20, 6
_FIRST_SHEET = 501
_MADE = "namedRanges.namedRangeId,sheets.properties.sheetId"


@dataclass(frozen=True, slots=True)
class CheckedTab:
    """A tab of the scratch spreadsheet, one check's own."""

    sheet: int
    title: str

    def a1(self, cells: str) -> str:
        """Return how a read names cells of it, given as in `A1:B3`."""
        return f"'{self.title}'!{cells}"

    def grid(self, cells: str) -> JsonObject:
        """Return how a change names them: the API's GridRange."""
        return {**a1_range_to_grid_range(cells), "sheetId": self.sheet}


@dataclass(slots=True)
class Bench:
    """What checks work on: the scratch spreadsheet as its owner and as a second account see it.

    `no_second` says why there is no second account where there is none. `person` tells a person
    what to do, waits until it is done, and gives the answer; None where nobody is there.
    """

    spreadsheet: str
    own: Account
    address: str
    journal: Journal
    tabs: Mapping[str, CheckedTab]
    second: Account | None = None
    second_address: str = ""
    no_second: str = "it needs a second account"
    person: Callable[[str], str] | None = None

    @property
    def other(self) -> Account:
        """The second account. Raises Untried."""
        if self.second is None:
            raise Untried(self.no_second)
        return self.second

    def ask_person(self, what: str) -> str:
        """Have a person do something; what they answer. Raises Untried if nobody is there."""
        if self.person is None:
            raise Untried("it has to be done by hand")
        return self.person(what)


@contextmanager
def set_up(
    client: gspread.Client,
    spreadsheet: str,
    numbers: Iterable[str],
    *,
    second: gspread.Client | None = None,
    person: Callable[[str], str] | None = None,
    rest: Callable[[float], None] = time.sleep,
) -> Iterator[Bench]:
    """Give each of the numbered checks a tab of a spreadsheet, and take them out at the end.

    `client` may write in the spreadsheet, which is empty, and `second` is let in. Raises Untried if
    there can be no tabs.
    """
    journal = Journal()
    own = Account(client, spreadsheet, journal, rest)
    before = must(own.get(_MADE)).body
    tabs = {
        number: CheckedTab(_FIRST_SHEET + place, f"check {number}")
        for place, number in enumerate(numbers)
    }
    bench = Bench(spreadsheet, own, _address(own), journal, tabs, person=person)
    try:
        must(own.batch(_settings(), *map(_add, tabs.values())))
        if second is not None:
            _let_in(bench, Account(second, spreadsheet, journal, rest))
        yield bench
    finally:
        with suppress(Untried):
            _clear_away(own, before)


def _let_in(bench: Bench, second: Account) -> None:
    try:
        bench.second_address = _address(second)
        path = f"/drive/v3/files/{bench.spreadsheet}/permissions"
        body = {"type": "user", "role": "writer", "emailAddress": bench.second_address}
        must(bench.own.ask("post", path, body, sendNotificationEmail="false"))
        must(second.get("spreadsheetId"))
    except Untried as error:
        bench.no_second = f"the second account cannot open the scratch spreadsheet ({error})"
    else:
        bench.second = second


def _address(account: Account) -> str:
    about = must(account.ask("get", "/drive/v3/about", fields="user(emailAddress)"))
    return str(about.body["user"]["emailAddress"])


def _settings() -> JsonObject:
    properties = {"locale": "en_GB", "timeZone": "Etc/UTC"}
    return {"updateSpreadsheetProperties": {"properties": properties, "fields": "locale,timeZone"}}


def _add(tab: CheckedTab) -> JsonObject:
    grid = {"rowCount": ROWS, "columnCount": COLUMNS}
    properties = {"sheetId": tab.sheet, "title": tab.title, "gridProperties": grid}
    return {"addSheet": {"properties": properties}}


def _clear_away(own: Account, before: JsonObject) -> None:
    """Take out the names and tabs that were not there before."""
    after = must(own.get(_MADE)).body
    names, tabs = (now - then for now, then in zip(_made(after), _made(before), strict=True))
    requests: list[JsonObject] = [{"deleteNamedRange": {"namedRangeId": one}} for one in names]
    requests += [{"deleteSheet": {"sheetId": one}} for one in tabs]
    if requests:
        own.batch(*requests)


def _made(found: JsonObject) -> tuple[set[object], set[object]]:
    names = {named["namedRangeId"] for named in found.get("namedRanges", [])}
    return names, {sheet["properties"].get("sheetId", 0) for sheet in found["sheets"]}
