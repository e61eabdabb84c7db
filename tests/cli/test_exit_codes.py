"""The same thing wrong is the same exit code and the same words, whatever the command."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from export_kit import play
from toy import GAME

from umpire import catalogue
from umpire.store import Store

pytestmark = pytest.mark.installed_games

Run = Callable[..., Any]
GAMES = catalogue.games

OF_A_MATCH = {
    "status": (),
    "say": ("Ana", "3"),
    "pause": (),
    "resume": (),
    "extend": ("Ana", "30"),
    "undo": (),
    "forfeit": ("Ana",),
    "void": ("--yes",),
    "close": (),
    "note": ("a remark",),
    "export": (),
    "watch": (),
    "share": ("Ana=ana@example.org",),
    "unshare": ("Ana",),
    "doctor": (),
    "archive": (),
    "delete": (),
}
CONTROL = ("say", "pause", "resume", "extend", "undo", "forfeit", "void", "close", "note")
OF_A_PLAYER = {"say": ("3",), "extend": ("30",), "forfeit": ()}


@pytest.fixture
def match(tmp_path: Path) -> str:
    """A match in the log that runs, on no server."""
    phases = [{"who": "Ana", "limit": 60}, {"who": "Bo"}]
    with Store.open(tmp_path) as store:
        return play(store, GAME, [], options={"phases": phases})


@pytest.fixture
def closed(tmp_path: Path) -> str:
    """A match that is closed."""
    said = [(1, "umpire", "forfeit Ana"), (2, "umpire", "close")]
    with Store.open(tmp_path) as store:
        return play(store, GAME, said, options={"phases": [{"who": "Ana"}]})


@pytest.mark.parametrize("command", OF_A_MATCH)
def test_an_unknown_match_is_used_wrongly(
    run: Run, tmp_path: Path, match: str, command: str
) -> None:
    ran = run("--home", str(tmp_path), command, "numbesr-1", *OF_A_MATCH[command])
    told = "there is no match 'numbesr-1': 'umpire matches' lists them. Did you mean 'numbers-1'?"
    assert (ran.status, told in ran.error) == (2, True), ran


@pytest.mark.parametrize("command", ["new", "games", "template", "demo"])
def test_an_unknown_game_is_used_wrongly(run: Run, tmp_path: Path, command: str) -> None:
    more = {"new": ("--players", "Ana,Bo"), "template": ("-o", "x.xlsx")}.get(command, ())
    ran = run("--home", str(tmp_path), command, "nubmers", *more)
    told = "there is no game 'nubmers' here; the games are: numbers. Did you mean 'numbers'?"
    assert (ran.status, told in ran.error) == (2, True), ran


@pytest.mark.parametrize("command", OF_A_PLAYER)
def test_an_unknown_player_is_used_wrongly(
    run: Run, tmp_path: Path, match: str, command: str
) -> None:
    ran = run("--home", str(tmp_path), command, match, "Cleo", *OF_A_PLAYER[command])
    told = "umpire: 'Cleo' fits no player; write the name of one: Ana, Bo.\n"
    assert (ran.status, ran.error) == (2, told)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("extend", "Ana", "soon"), "'soon' is not a number of seconds"),
        (("undo", "many"), "'many' is not a number of steps"),
        (("undo", "0"), "'0' is not a number of steps"),
    ],
)
def test_what_no_match_could_carry_out_is_used_wrongly(
    run: Run, tmp_path: Path, match: str, words: tuple[str, ...], told: str
) -> None:
    ran = run("--home", str(tmp_path), words[0], match, *words[1:])
    assert (ran.status, told in ran.error) == (2, True), ran
    with Store.open(tmp_path) as store:
        assert store.lines(match) == []


@pytest.mark.parametrize("command", CONTROL)
def test_what_a_closed_match_refuses_is_found_wrong(
    run: Run, tmp_path: Path, closed: str, command: str
) -> None:
    ran = run("--home", str(tmp_path), command, closed, *OF_A_MATCH[command])
    assert (ran.status, "is closed" in ran.error) == (1, True), ran


@pytest.mark.parametrize("words", [("adjudicate",), ("view", "--as", "Ana"), ("verify",)])
def test_a_file_that_is_not_there_is_used_wrongly(
    run: Run, tmp_path: Path, words: tuple[str, ...]
) -> None:
    ran = run("--home", str(tmp_path), *words, "nofile.jsonl")
    assert (ran.status, ran.out, ran.error.count("\n")) == (2, b"", 1), ran
    assert "nofile.jsonl" in ran.error
    assert "file" in ran.error


def test_a_server_that_is_away_is_found_wrong(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "games", GAMES)
    away = ("--server", "http://127.0.0.1:9")
    ran = run("--home", str(tmp_path), "new", "arcanoid", "--players", "Ana,Bo", *away)
    assert (ran.status, "'umpire serve'" in ran.error) == (1, True), ran


@pytest.mark.parametrize("command", ["matches", *OF_A_MATCH])
def test_a_log_that_cannot_be_used_is_found_wrong(run: Run, tmp_path: Path, command: str) -> None:
    with Store.open(tmp_path) as store:
        file = Path(store.name)
    file.write_bytes(b"no database" * 400)
    words = () if command == "matches" else ("numbers-1", *OF_A_MATCH[command])
    ran = run("--home", str(tmp_path), command, *words)
    assert (ran.status, f"The log {file} cannot be used" in ran.error) == (1, True), ran
    assert ran.error.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["matchs"], "There is no command 'matchs'. Did you mean 'matches'"),
        (["export", "numbers-1", "--format", "jsn"], "'jsn' is not one of"),
        (["export", "numbers-1", "--format", "jsn"], "Did you mean 'json'?"),
        (["league", "pari", "cup"], "There is no command 'pari'. Did you mean 'pair'?"),
        (["league", "pair", "cup", "--dryrun"], "no option '--dryrun'. Did you mean '--dry-run'?"),
        (["forfeit", "numbers-1", "Ana", "--resaon", "x"], "There is no option '--resaon'.\n"),
        (["--hom", "x", "matches"], "There is no option '--hom'. Did you mean '--home'?"),
        (
            ["export", "numbers-1", "-o", "x.hmtl"],
            ".hmtl is not a known ending: add --format, or end",
        ),
        (["export", "numbers-1", "-o", "x.hmtl"], "Did you mean '.html'?"),
    ],
)
def test_what_may_have_been_meant_is_offered_and_nothing_else(
    run: Run, words: list[str], told: str
) -> None:
    ran = run(*words)
    assert (ran.status, told in ran.error) == (2, True), ran
