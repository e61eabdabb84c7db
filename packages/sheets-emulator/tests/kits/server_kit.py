"""Plain HTTP to the local server, for tests that look at the very words of an answer."""

from typing import Any
from urllib.parse import quote

import requests

Json = dict[str, Any]


class Account:
    """One account's requests to one server."""

    def __init__(self, base_url: str, token: str | None) -> None:
        self.base_url = base_url
        self.patience = 10.0
        """How many seconds an answer may take."""
        self.session = requests.Session()
        self.session.trust_env = False
        if token is not None:
            self.session.headers["Authorization"] = f"Bearer {token}"

    def ask(self, method: str, path: str, body: Any = None, **params: Any) -> requests.Response:
        return self.session.request(
            method, self.base_url + path, json=body, params=params, timeout=self.patience
        )

    def ok(self, method: str, path: str, body: Any = None, **params: Any) -> Json:
        answer = self.ask(method, path, body, **params)
        assert answer.ok, answer.text
        found: Json = answer.json() if answer.content else {}
        return found

    def error(self, method: str, path: str, body: Any = None, **params: Any) -> Json:
        answer = self.ask(method, path, body, **params)
        assert not answer.ok, answer.text
        error: Json = answer.json()["error"]
        assert error["code"] == answer.status_code
        return error


class Book:
    """One spreadsheet as one account reaches it."""

    def __init__(self, account: Account, spreadsheet_id: str) -> None:
        self.account = account
        self.id = spreadsheet_id
        self.path = f"/v4/spreadsheets/{spreadsheet_id}"

    def seen_by(self, account: Account) -> "Book":
        return Book(account, self.id)

    def get(self, **params: Any) -> Json:
        return self.account.ok("GET", self.path, **params)

    def sheet(self, number: int = 0, **params: Any) -> Json:
        found: Json = self.get(**params)["sheets"][number]
        return found

    def cells(self, text: str, fields: str) -> list[list[Json]]:
        """What the mask names of each cell of a range."""
        mask = f"sheets.data.rowData.values({fields})"
        data = self.get(ranges=text, fields=mask)["sheets"][0]["data"][0]
        return [row.get("values", []) for row in data.get("rowData", [])]

    def batch(self, *requests_: Json) -> list[Json]:
        body = {"requests": list(requests_)}
        found: list[Json] = self.account.ok("POST", f"{self.path}:batchUpdate", body)["replies"]
        return found

    def refuse(self, *requests_: Json) -> Json:
        return self.account.error("POST", f"{self.path}:batchUpdate", {"requests": list(requests_)})

    def values_path(self, text: str) -> str:
        return f"{self.path}/values/{quote(text, safe='')}"

    def read(self, text: str, **params: Any) -> Json:
        return self.account.ok("GET", self.values_path(text), **params)

    def values(self, text: str, **params: Any) -> list[list[Any]]:
        found: list[list[Any]] = self.read(text, **params).get("values", [])
        return found

    def write(self, text: str, values: list[list[Any]], option: str = "RAW", **params: Any) -> Json:
        return self.account.ok(
            "PUT", self.values_path(text), {"values": values}, valueInputOption=option, **params
        )

    def append(self, text: str, values: list[list[Any]], **params: Any) -> Json:
        return self.account.ok(
            "POST",
            f"{self.values_path(text)}:append",
            {"values": values},
            valueInputOption="RAW",
            **params,
        )


def box(top: int, bottom: int, left: int, right: int, sheet_id: int = 0) -> Json:
    """A GridRange."""
    return {
        "sheetId": sheet_id,
        "startRowIndex": top,
        "endRowIndex": bottom,
        "startColumnIndex": left,
        "endColumnIndex": right,
    }


def lines(dimension: str, start: int, end: int, sheet_id: int = 0) -> Json:
    """A DimensionRange."""
    return {"sheetId": sheet_id, "dimension": dimension, "startIndex": start, "endIndex": end}
