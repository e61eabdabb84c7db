"""The commands on a match with secrets: who is told which link."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result
from umpires_server import UmpiresServer

from umpire.errors import UsageError
from umpire.sheets.template import folder_of_templates
from umpire.store import Store

pytestmark = pytest.mark.end_to_end

Umpire = Callable[..., Result]
GAME = "devils-deal"


@pytest.fixture(scope="module")
def server() -> Iterator[UmpiresServer]:
    with UmpiresServer(None) as running:
        yield running


def test_new_and_status_tell_a_link_for_each_player_the_board_and_all_for_the_umpire(
    umpire: Umpire, server: UmpiresServer, tmp_path: Path
) -> None:
    made = umpire("new", GAME, "--players", "Ana,Bo", "--server", server.base_url)
    told = re.findall(r"^  (.*?) +(http\S+)(?:  \((.*)\))?$", made.output, re.MULTILINE)
    assert [(label, note) for label, _, note in told] == [
        ("Ana", ""),
        ("Bo", ""),
        ("board", ""),
        ("umpire", ""),
        ("", "the board"),
        ("", "Ana's table"),
        ("", "Bo's table"),
    ]
    with Store.open(tmp_path) as store:
        at = store.hosting(f"{GAME}-1").spreadsheets
    opens = [link.partition("#")[0].rpartition("/")[2] for _, link, _ in told]
    roles = ["table-1", "table-2", "board", "console", "board", "table-1", "table-2"]
    assert opens == [at[role] for role in roles]
    status = json.loads(umpire("status", f"{GAME}-1", "--json").output)
    links = [link for _, link, _ in told]
    assert status["links"] == dict(zip(("Ana", "Bo", "board", "umpire"), links, strict=False))
    assert status["umpire_links"] == dict(zip(roles[3:], links[3:], strict=True))


def test_a_template_without_tables_does_not_fit(umpire: Umpire) -> None:
    own = str(folder_of_templates() / "denizens-of-tartarus")
    with pytest.raises(UsageError, match="has no tables"):
        umpire("new", GAME, "--players", "Ana,Bo", "--template", own)


def test_a_template_with_tables_does_not_fit_a_game_without_secrets(umpire: Umpire) -> None:
    own = str(folder_of_templates() / GAME)
    with pytest.raises(UsageError, match="has no secrets"):
        umpire("new", "denizens-of-tartarus", "--players", "Ana,Bo", "--template", own)
