"""The commands on a match with secrets: who is told which link."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from own_games import PRIVATE

from sheets_emulator.app import LocalServer
from umpire.cli import cli
from umpire.errors import UsageError
from umpire.sheets.template import folder_of_templates
from umpire.store import Store

pytestmark = pytest.mark.end_to_end

Umpire = Callable[..., Result]
BY_ID = pytest.mark.parametrize("game", PRIVATE)


@pytest.fixture(scope="module")
def server() -> Iterator[LocalServer]:
    with LocalServer(None) as running:
        yield running


@BY_ID
def test_new_prints_a_link_for_each_player_the_board_and_all_for_the_umpire(
    umpire: Umpire, server: LocalServer, tmp_path: Path, game: str
) -> None:
    made = umpire("new", game, "--players", "Ana,Bo", "--server", server.base_url)
    told = dict(re.findall(r"^  (\S.*?) +(http\S+)$", made.output, re.MULTILINE))
    assert list(told) == [
        "Ana", "Bo", "umpire", "board",
        "umpire (the board)", "umpire (Ana's table)", "umpire (Bo's table)",
    ]  # fmt: skip
    with Store.open(tmp_path) as store:
        at = store.hosting(f"{game}-1").spreadsheets
    opens = {who: link.partition("#")[0].rpartition("/")[2] for who, link in told.items()}
    assert opens == {
        "Ana": at["table-1"],
        "Bo": at["table-2"],
        "umpire": at["console"],
        "board": at["board"],
        "umpire (the board)": at["board"],
        "umpire (Ana's table)": at["table-1"],
        "umpire (Bo's table)": at["table-2"],
    }


def test_status_tells_the_same_links(umpire: Umpire, server: LocalServer) -> None:
    game = PRIVATE[0]
    made = json.loads(
        umpire("new", game, "--players", "Ana,Bo", "--server", server.base_url, "--json").output
    )
    told = json.loads(umpire("status", made["id"], "--json").output)
    assert told["links"] == made["links"]
    assert len(told["links"]) == 7


def test_a_template_without_tables_does_not_fit(umpire: Umpire) -> None:
    own = str(folder_of_templates() / "denizens-of-tartarus")
    with pytest.raises(UsageError, match="has no tables"):
        umpire("new", PRIVATE[0], "--players", "Ana,Bo", "--template", own)


def test_a_template_with_tables_does_not_fit_a_game_without_secrets(umpire: Umpire) -> None:
    own = str(folder_of_templates() / PRIVATE[0])
    with pytest.raises(UsageError, match="has no secrets"):
        umpire("new", "denizens-of-tartarus", "--players", "Ana,Bo", "--template", own)


def test_a_private_game_is_registered() -> None:
    assert PRIVATE, "or none of this was tried"
    assert CliRunner().invoke(cli, ["games"]).exit_code == 0
