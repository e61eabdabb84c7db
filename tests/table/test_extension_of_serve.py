"""`umpire serve` and `umpire demo` bring the page to play on."""

import re
from pathlib import Path

import requests

from sheets_emulator.app import LocalServer
from umpire.cli.serve import local_server

TOKEN = "a-token-of-somebody"


def files_of_the_page(server: LocalServer) -> set[str]:
    """The scripts and styles that a page loads, without their version."""
    with requests.Session() as session:
        session.trust_env = False
        session.headers["Authorization"] = f"Bearer {TOKEN}"
        made = session.post(f"{server.base_url}/v4/spreadsheets", json={}, timeout=5).json()
        page = session.get(f"{server.base_url}/s/{TOKEN}/{made['spreadsheetId']}", timeout=5).text
        found = re.findall(r'"(/static/[^"]+)"', page)
        assert all(session.get(server.base_url + one, timeout=5).ok for one in found)
    return {one.split("/", 3)[3] for one in found}


def test_the_page_of_umpire_s_server_is_extended_and_that_of_the_emulator_is_not(
    tmp_path: Path,
) -> None:
    with LocalServer(None) as alone:
        own = files_of_the_page(alone)
    with local_server(tmp_path, 0) as server:
        extended = files_of_the_page(server)
    assert {"table/table.js", "table/play.css", "table/end.css"} < extended - own
    assert own == {one for one in extended if not one.startswith("table/")}
