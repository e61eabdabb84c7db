"""Spreadsheets as files of Drive, and who is let in."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sheets_emulator.conformance.accounts import must
from sheets_emulator.conformance.bench import Bench, CheckedTab
from sheets_emulator.conformance.checking import Checks
from sheets_emulator.model import JsonObject

CHECKS = Checks()

_FILES = "/drive/v3/files"
_LOOKS = 3
"""How often a new file is looked for: Drive may list it a moment later."""


@CHECKS.add(
    "10a",
    "A spreadsheet can be made with a program's own mark and found again by that mark.",
    "it alone",
)
def _find_by_mark(bench: Bench, tab: CheckedTab) -> Any:
    mark = secrets.token_hex(8)
    query = f"appProperties has {{ key='check' and value='{mark}' }} and trashed=false"
    with _file(bench, appProperties={"check": mark}) as file:
        for _ in range(_LOOKS):
            found = must(bench.own.ask("get", _FILES, q=query, fields="files(id)")).body["files"]
            if found:
                break
            bench.own.rest(1.0)
    return "it alone" if found == [{"id": file}] else f"{len(found)} files"


@CHECKS.add("10b", "The owner can keep writers from sharing a file.", {"writersCanShare": False})
def _writers_cannot_share(bench: Bench, tab: CheckedTab) -> Any:
    with _file(bench) as file:
        path = f"{_FILES}/{file}"
        must(bench.own.ask("patch", path, {"writersCanShare": False}, fields="id"))
        return must(bench.own.ask("get", path, fields="writersCanShare")).body


@CHECKS.add(
    "10c",
    "A file can be opened to everybody with the link, and closed again.",
    {"let in": ["reader"], "closed": []},
)
def _share_by_link(bench: Bench, tab: CheckedTab) -> Any:
    anyone = {"type": "anyone", "role": "reader", "allowFileDiscovery": False}
    with _file(bench) as file:
        path = f"{_FILES}/{file}/permissions"
        must(bench.own.ask("post", path, anyone, fields="id"))
        opened = [one for one in _let_in(bench, file) if one["type"] == "anyone"]
        for one in opened:
            bench.own.ask("delete", f"{path}/{one['id']}")
        closed = [one["role"] for one in _let_in(bench, file) if one["type"] == "anyone"]
    return {"let in": [one["role"] for one in opened], "closed": closed}


@CHECKS.add(
    "10d",
    "An account can be let in as a writer without an e-mail, and is listed with its address.",
    ["writer"],
    "second",
)
def _share_with_account(bench: Bench, tab: CheckedTab) -> Any:
    address = bench.second_address.casefold()
    found = _let_in(bench, bench.spreadsheet)
    return [one["role"] for one in found if one.get("emailAddress", "").casefold() == address]


@contextmanager
def _file(bench: Bench, **more: object) -> Iterator[str]:
    """Make an empty spreadsheet, and delete it at the end. Raises Untried if that is refused."""
    kind = "application/vnd.google-apps.spreadsheet"
    body = {"name": "a check, may be deleted", "mimeType": kind, **more}
    file: str = must(bench.own.ask("post", _FILES, body, fields="id")).body["id"]
    try:
        yield file
    finally:
        bench.own.ask("delete", f"{_FILES}/{file}")


def _let_in(bench: Bench, file: str) -> list[JsonObject]:
    fields = "permissions(id,type,role,emailAddress)"
    answer = must(bench.own.ask("get", f"{_FILES}/{file}/permissions", fields=fields))
    found: list[JsonObject] = answer.body["permissions"]
    return found
