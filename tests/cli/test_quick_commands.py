"""Which modules are loaded for what people get at once: help, wrong usage, and short lists.

Every module takes its time: SQLAlchemy alone a seventh of a second. So the lists are of all that
may be loaded.
"""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from importlib.metadata import entry_points
from pathlib import Path

import click
import pytest
from click.testing import Result
from own_games import OURS

from sheets_emulator import app
from umpire import catalogue
from umpire.cli import COMMANDS, cli, standings
from umpire.cli.commands import defaults
from umpire.export import analysis, formats
from umpire.hosting import accounts, demos, players
from umpire.leagues import results
from umpire.live import match_log
from umpire.match import Header
from umpire.store import Store, glance, records
from umpire.terminal import dashboard
from umpire.testing.playthroughs import WRITES

Umpire = Callable[..., Result]

FOR_HELP = {
    "umpire",
    "umpire.app_context",
    "umpire.cli",
    "umpire.cli.choice",
    "umpire.cli.completion",
    "umpire.cli.groups",
    "umpire.leagues.names_file",
    "umpire.errors",
    "umpire.games",
    "umpire.games.names",
    "umpire.games.reserved",
    "umpire.games.text",
    "umpire.leagues",
    "umpire.leagues.names",
    "umpire.live",
    "umpire.live.rates",
}
"""The modules of Umpire that help and wrong usage may load, beside those of `umpire.cli.commands`.

Of others there is click, and what is Python's own.
"""

FOR_GAMES = FOR_HELP | {
    *("umpire.catalogue", "umpire.cli.games", "umpire.json_types"),
    "email",  # of Python's own that finds what is installed
}
FOR_MATCHES = FOR_HELP | {
    *("umpire.store", "umpire.store.glance", "umpire.store.home", "umpire.store.version"),
    "platformdirs",
}

SLOW_OF_PYTHON = {"asyncio", "concurrent", "email", "http", "multiprocessing", "ssl", "unittest"}

LOADED = """
import contextlib, io, json, sys
before = {*sys.modules}
from umpire.cli import main
found = {}
for arguments in json.loads(sys.argv[1]):
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            main(arguments)
        except SystemExit as ended:
            status = ended.code or 0
    found[" ".join(arguments)] = [status, sorted({*sys.modules} - before)]
    before |= {*sys.modules}
print(json.dumps(found))
"""
"""Calls commands one after the other; prints the status of each and what it was first to load."""


def load(*calls: list[str], home: Path | None = None) -> Iterator[tuple[str, int, set[str]]]:
    """Yield for each call of `umpire` its exit status, and what it was the first to load."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("UMPIRE_")}
    done = subprocess.run(
        [sys.executable, "-c", LOADED, json.dumps(calls)],
        env=ours if home is None else {**ours, "UMPIRE_HOME": str(home)},
        capture_output=True,
        text=True,
        check=True,
    )
    for words, (status, names) in json.loads(done.stdout).items():
        yield words, status, {_shortened(name) for name in names} - {None, "click"}


def _shortened(name: str) -> str | None:
    """Return a module of Umpire, the package of another; None if it does not matter."""
    package = name.partition(".")[0]
    if package == "umpire":
        return None if f"{name}.".startswith("umpire.cli.commands.") else name
    if package in sys.stdlib_module_names and package not in SLOW_OF_PYTHON:
        return None
    return package


def every_command() -> Iterator[list[str]]:
    """Yield the words of each command and of each command of a group."""
    for name in COMMANDS:
        command = cli.get_command(click.Context(cli), name)
        yield [name]
        if isinstance(command, click.Group):
            yield from ([name, part] for part in command.commands)


GAME_AND_PLAYERS = ("--game", "devils-deal", "--players", "Ana,Bo")
WRONG = [
    [],
    ["wach"],
    ["--wrong"],
    ["league", "jion"],
    ["archive"],
    ["logout", "now"],
    ["new", "devils-deal", "--on", "the moon"],
    ["new", "devils-deal", "--players", "Ana,Bo", "--share", "Ana=ana@example.org"],
    ["serve", "--port", "http"],
    ["watch", "--interval", "inf"],
    ["demo", "--level", "9"],
    ["export", "devils-deal-1", "--format", "bmp"],
    ["verify", "match.jsonl", "--head", "5f"],
    ["verify", "match.jsonl", "other.jsonl", "--head", "5f" * 32],
    ["matches", "--all", "--demos"],
    ["matches", "--all", "--league", "winter"],
    ["share", "devils-deal-1"],
    ["demo", "--bots", "--against-bots"],
    ["serve", "--google", "--public-url", "https://umpire.example.org"],
    ["standings", "--league", "winter", "--game", "devils-deal"],
    ["login", "--key", __file__],
    ["template", "devils-deal"],
    ["template", "devils-deal", "-o", "deal.xlsx", "--files", "my-deal"],
    ["export", "devils-deal-1", "--playouts", "100"],
    ["announce", "--for", "Ana"],
    ["new", "devils-deal"],
    ["delete", "devils-deal-1", "--json"],
    ["league", "new", "winter", *GAME_AND_PLAYERS, "--pairing", "swiss", "--double"],
    ["league", "new", "winter", *GAME_AND_PLAYERS, "--rounds", "3"],
    ["league", "delete", "winter", "--json"],
    ["doctor", "--second", "other.json"],
    ["doctor", "--live", "--on", "local"],
]


def test_help_and_wrong_usage_load_no_more_than_they_need() -> None:
    words = list(every_command())
    assert len(words) > 35
    helps = [["--help"], *([*one, "--help"] for one in words)]
    wrong = [*WRONG, *([*one, "--wrong"] for one in words)]
    found = [*load(*helps, *wrong)]
    assert [status for _, status, _ in found] == [0] * len(helps) + [2] * len(wrong)
    too_much = {words: names - FOR_HELP for words, _, names in found if names - FOR_HELP}
    assert too_much == {}


def test_a_list_of_the_games_loads_no_more_than_it_needs() -> None:
    ((_, status, names),) = load(["games"])
    assert (status, names - FOR_GAMES) == (0, set())


@pytest.mark.installed_games
def test_a_list_of_the_games_loads_none_of_ours_beside_those_from_outside() -> None:
    ((_, status, names),) = load(["games"])
    ours = tuple(f"umpire.games.{game.replace('-', '_')}" for game in OURS)
    assert (status, [name for name in names if name.startswith(ours)]) == (0, [])


def create(store: Store, match: str, status: records.Status, shelf: records.Shelf | None) -> None:
    header = Header("eighteenth-hell", ("Ana", "Bo"), {})
    store.create(match, header, "5e" * 32, engine="0.2.0", started="2026", status=status)
    if shelf is not None:
        store.shelve(match, shelf)


def test_where_no_match_runs_no_more_is_loaded_than_it_takes_to_say_so(tmp_path: Path) -> None:
    empty = [["matches"], ["matches", "--json"], ["status"], ["status", "--json"]]
    for words, status, names in load(*empty, home=tmp_path):
        assert (words, status, names - FOR_MATCHES) == (words, 0, set())
    assert not (tmp_path / "umpire.db").exists()
    with Store.open(tmp_path) as store:
        create(store, "eighteenth-hell-1", "closed", None)
        create(store, "eighteenth-hell-2", "paused", "demo")
    ((_, status, names),) = load(["status"], home=tmp_path)
    assert (status, names - FOR_MATCHES) == (0, set())
    ((_, _, names),) = load(["matches"], home=tmp_path)
    assert "sqlalchemy" in names, "a match that is listed is read from the store"


def test_what_is_said_at_once_is_what_the_store_says(
    umpire: Umpire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = [("matches",), ("matches", "--json"), ("status",), ("status", "--json")]
    with Store.open(tmp_path) as store:
        for shelf in (None, "demo", "archive"):
            if shelf is not None:
                create(store, f"eighteenth-hell-{shelf}", "paused", shelf)
            quick = [umpire(*call).output for call in calls]
            with monkeypatch.context() as without:
                without.setattr(glance, "_ask", lambda *_: None)
                assert [umpire(*call).output for call in calls] == quick
    assert "2 archived or demos not listed" in quick[0]


@pytest.mark.parametrize("shelf", [None, "archive", "demo"])
@pytest.mark.parametrize("status", ["running", "paused", "over", "closed"])
def test_a_glance_sees_what_the_store_lists(
    tmp_path: Path, status: records.Status, shelf: records.Shelf | None
) -> None:
    assert glance.has_no_match(tmp_path)
    with Store.open(tmp_path) as store:
        assert glance.has_no_match(tmp_path)
        create(store, "eighteenth-hell-1", status, shelf)
        (row,) = store.matches()
        assert not glance.has_no_match(tmp_path)
        assert glance.has_no_running_match(tmp_path) == (row.is_over or row.shelf is not None)
        assert glance.all_on_shelves(tmp_path) == (None if row.shelf is None else 1)


def test_of_a_file_that_it_cannot_read_a_glance_says_nothing(tmp_path: Path) -> None:
    with Store.open(tmp_path):
        pass
    with closing(sqlite3.connect(tmp_path / "umpire.db")) as log, log:
        log.execute("UPDATE umpire_schema SET version = 99")
    assert not glance.has_no_match(tmp_path)
    (tmp_path / "umpire.db").write_bytes(b"no database" * 100)
    assert not glance.has_no_running_match(tmp_path)
    (tmp_path / "umpire.db").write_bytes(b"")
    assert not glance.has_no_league(tmp_path)


def test_the_numbers_in_help_texts_are_those_that_count() -> None:
    assert app.DEFAULT_PORT == defaults.DEFAULT_PORT
    assert match_log.CLOSE_AFTER == defaults.CLOSE_AFTER
    assert records.LEVELS == defaults.LEVELS
    assert records.USUAL_PACE == defaults.USUAL_PACE
    assert demos.BOTS_PACE == defaults.BOTS_PACE
    assert players.USUAL_LEVEL == defaults.USUAL_LEVEL
    assert accounts.LOCAL_SERVER == defaults.DEFAULT_SERVER
    assert analysis.PLAYOUTS == defaults.PLAYOUTS
    assert [*formats.FORMATS] == [*defaults.FORMATS]
    assert tuple(standings.FORMATS) == defaults.STANDINGS_FORMATS
    assert str(results.USUAL_POINTS) == defaults.USUAL_POINTS
    assert results.Rules().tie_breaks == defaults.USUAL_TIE_BREAKS
    assert tuple(results.TIE_BREAKS) == defaults.TIE_BREAKS
    assert dashboard.NOTHING == defaults.NO_MATCH_RUNS


def test_the_listing_has_the_summary_of_each_game_as_written() -> None:
    values = {point.name: point.value for point in entry_points(group=catalogue.GROUP)}
    told = {values[name]: catalogue.summary_of(game) for name, game in sorted(OURS.items())}
    text = f"{json.dumps(told, indent=1, ensure_ascii=False)}\n"
    if os.environ.get(WRITES) == "write":
        catalogue.LISTING.write_text(text, "utf-8")
    assert catalogue.LISTING.read_text("utf-8") == text, f"run pytest with {WRITES}=write"
