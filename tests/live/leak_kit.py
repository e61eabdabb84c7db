"""Whether what a player may not know is sent to a spreadsheet that they can open.

A *recorder* keeps the body of every request that a daemon makes in a real match, so that whatever
somebody typed can be looked for where it has no business. (What twin matches are sent
`umpire.testing` compares.)
"""

import json
from collections.abc import Collection
from typing import Any

from gspread.urls import SPREADSHEET_URL

from sheets_emulator.schema import messages
from umpire.sheets.client import SheetsClient


class Recorder:
    """Keeps what a connection sends: for each request the address and the body as one text."""

    def __init__(self, sheets: SheetsClient) -> None:
        self.sent: list[tuple[str, str]] = []
        http = sheets._http
        request = http.request

        def recorded(method: str, endpoint: str, *args: Any, **kwargs: Any) -> Any:
            body = json.dumps([args, kwargs], ensure_ascii=False, default=str)
            self.sent.append((endpoint, body))
            return request(method, endpoint, *args, **kwargs)

        http.request = recorded  # type: ignore[method-assign]

    def to(self, spreadsheet: str, since: int = 0) -> list[str]:
        """What was sent to a spreadsheet."""
        return [body for address, body in self.sent[since:] if spreadsheet in address]


def everything(sheets: SheetsClient, spreadsheet: str) -> str:
    """All that an account may read of a spreadsheet: cells, notes, rules, names, protection.

    Of how cells look there is what has texts: number formats, fonts, links and the rules.
    """
    cells = _all_of("CellData", but=("effectiveFormat", "userEnteredFormat"))
    cells += ",userEnteredFormat(numberFormat,textFormat(fontFamily,link))"
    data = f"{_all_of('GridData', but=('rowData',))},rowData.values({cells})"
    tabs = f"{_all_of('Sheet', but=('data',))},data({data})"
    fields = {"fields": f"properties,namedRanges,sheets({tabs}),developerMetadata"}
    return sheets._http.request("get", SPREADSHEET_URL % spreadsheet, params=fields).text


def _all_of(message: str, but: Collection[str]) -> str:
    return ",".join(name for name in messages()[message] if name not in but)
