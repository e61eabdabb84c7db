"""What the shell offers where Tab is pressed."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from export_kit import play
from toy import GAME

from umpire.cli import COMMANDS, cli
from umpire.store import Store

OPTIONS = {"phases": [{"who": "Ana"}]}
OFFERING = {"game", "match", "matches", "league"}
"""What a parameter takes where something can be offered; a league's commands call it `name`."""


def offered(*words: str, incomplete: str = "") -> list[str]:
    shell = ShellComplete(cli, {}, "umpire", "_UMPIRE_COMPLETE")
    return [item.value for item in shell.get_completions(list(words), incomplete)]


def parameters() -> Iterator[tuple[str, click.Parameter]]:
    for name in COMMANDS:
        command = cli.get_command(click.Context(cli), name)
        assert command is not None
        for each in (command, *getattr(command, "commands", {}).values()):
            yield from ((f"{name} {each.name}", parameter) for parameter in each.params)


def test_a_game_is_completed() -> None:
    assert offered("games", incomplete="de") == ["denizens-of-tartarus", "devils-deal"]
    assert offered("league", "new", "winter", "--game", incomplete="arc") == ["arcanoid"]


@pytest.mark.usefixtures("numbers")
def test_a_match_is_completed_one_on_a_shelf_only_once_it_is_begun(
    store: Store, tmp_path: Path
) -> None:
    one, two = (play(store, GAME, [], options=OPTIONS) for _ in range(2))
    store.shelve(two, "demo")
    at_home = ("--home", str(tmp_path))
    assert offered(*at_home, "undo") == [one]
    assert offered(*at_home, "watch", one, incomplete="num") == [one, two]
    assert offered(*at_home, "status", incomplete="devils") == []


def test_where_the_log_cannot_be_read_nothing_is_offered(tmp_path: Path) -> None:
    (tmp_path / "umpire.db").write_bytes(b"no database" * 100)
    assert offered("--home", str(tmp_path), "undo") == []
    assert offered("--home", str(tmp_path), "league", "pair") == []


def test_every_command_completes_the_games_matches_and_leagues_that_it_takes() -> None:
    lacking = [
        (command, parameter.name)
        for command, parameter in parameters()
        if parameter.name in OFFERING and parameter._custom_shell_complete is None
    ]
    assert lacking == []
