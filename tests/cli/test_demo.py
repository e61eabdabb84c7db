"""`umpire demo` as a process of its own."""

import shlex
import signal
import socket
import time
from html import escape
from pathlib import Path
from random import Random

import pytest
import requests
from click.testing import CliRunner, Result
from process_kit import arguments_of, daemons_of, turns, umpire, until
from umpires_server import UmpiresServer

from umpire.bots.seats import FollowedMatch
from umpire.cli import cli
from umpire.errors import UmpireError
from umpire.hosting import demos
from umpire.hosting.plan import MatchRequest
from umpire.match import asking
from umpire.sheets.account import Connect
from umpire.store import MatchRow, Store
from umpire.store.worldtime import rfc3339

pytestmark = [
    pytest.mark.end_to_end,
    pytest.mark.begun_first,
    pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds processes in /proc"),
]
GAME = "denizens-of-tartarus"
EXAMPLES = Path(__file__).parents[2] / "examples" / "by-hand"


def run(folder: Path, *arguments: str) -> Result:
    """The same in this process; an error reaches the test as it was raised."""
    home = ["--home", str(folder)]
    return CliRunner().invoke(cli, [*home, *arguments], catch_exceptions=False)


def test_links_are_opened_and_ctrl_c_ends_everything_cleanly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, opened = stub_browser(tmp_path, monkeypatch)
    home = tmp_path / "home"
    with umpire(home, "demo", "--port", "0") as demo:
        until(lambda: len([one for one in opened.iterdir() if "</a>" in one.read_text()]) == 4)
        arguments = b"".join(map(arguments_of, Path("/proc").glob("[0-9]*")))
        until(lambda: running(home))
        daemons = daemons_of(demo.pid)
        demo.send_signal(signal.SIGINT)
        output, _ = demo.communicate(timeout=90)
    assert demo.returncode == 0
    assert "Traceback" not in output
    for words in ("serve --port", "You play Ana and Bo", "No clock runs"):
        assert words in output
    assert daemons
    assert [pid for pid in daemons if Path(f"/proc/{pid}").exists()] == []
    with Store.open(home) as store:
        hosting = store.hosting(f"{GAME}-1")
        assert store.matches()[0].options == {"clock": False}
        assert store.lines(f"{GAME}-1")[-1].note == "the umpire is away"
        assert store.leases.current(f"{GAME}-1", time.time()) is None
    assert str(browser).encode() in arguments
    assert not [link for link in hosting.links if link.secret.encode() in arguments]
    pages = [one.read_text() for one in opened.iterdir()]
    assert all(page.startswith("600\n700\n<!doctype html>") for page in pages)
    links = hosting.addresses()
    opened_first = [*links.players.values(), next(iter(links.umpire.values())), links.board]
    addresses = [escape(address) for address in opened_first]
    assert all(any(f'url={address}"' in page for page in pages) for address in addresses)
    assert not list(home.glob("links-*"))


def stub_browser(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """A browser that only writes down, in a folder, each page that it is to open."""
    browser, opened = folder / "browser", folder / "opened"
    opened.mkdir()
    browser.write_text(
        f'#!/bin/sh\nstat -c %a "${{1#file://}}" > {opened}/$$\n'
        f'stat -c %a "$(dirname "${{1#file://}}")" >> {opened}/$$\n'
        f'cat "${{1#file://}}" >> {opened}/$$\nsleep 5\n'
    )
    browser.chmod(0o700)
    monkeypatch.setenv("BROWSER", f"{browser} %s &")
    return browser, opened


def test_against_bots_the_first_seat_is_yours_and_only_your_link_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, opened = stub_browser(tmp_path, monkeypatch)
    home = tmp_path / "home"
    with umpire(home, "demo", "--against-bots", "--pace", "0.2", "--port", "0") as demo:
        until(
            lambda: home.exists() and turns(home) == 1
        )  # Bo bans a module, and then it is Ana's turn
        demo.send_signal(signal.SIGINT)
        output, _ = demo.communicate(timeout=90)
    with Store.open(home) as store:
        (row,) = store.matches()
        links = store.hosting(row.id).addresses()
        typed = [line for line in store.lines(row.id) if line.by in row.players]
    assert [line.by for line in typed] == ["Bo"]
    assert row.options == {"clock": False}
    assert "You are Ana." in output
    assert (links.players[0] in output, links.players[1] in output) == (True, False)
    pages = "".join(page.read_text() for page in opened.iterdir())
    assert pages.count("<!doctype html>") == 1
    assert escape(links.players[0]) in pages


def test_who_directs_against_bots_reads_what_to_type_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, opened = stub_browser(tmp_path, monkeypatch)
    home, options = tmp_path / "home", str(EXAMPLES / "auction.toml")
    arguments = ("by-hand", "--options", options, "--players", "3", "--against-bots")
    with umpire(home, "demo", *arguments, "--port", "0") as demo:
        until(lambda: len([one for one in opened.iterdir() if "</a>" in one.read_text()]) == 2)
        demo.send_signal(signal.SIGINT)
        output, _ = demo.communicate(timeout=90)
    with Store.open(home) as store:
        (row,) = store.matches()
        links = store.hosting(row.id).addresses()
    assert "You are the umpire too" in output
    assert "\n  do lot\n" in output
    pages = "".join(page.read_text() for page in opened.iterdir())
    assert escape(links.players[0]) in pages
    assert escape(links.umpire["console"]) in pages


def test_a_match_that_is_over_is_played_again_when_somebody_opens_the_next(tmp_path: Path) -> None:
    def rows() -> list[MatchRow]:
        with Store.open(tmp_path) as store:
            return store.matches()

    arguments = ("demo", GAME, "--against-bots", "--pace", "0", "--no-browser", "--port", "0")
    arguments = (*arguments, "--clock")
    with umpire(tmp_path, *arguments) as demo:
        until(lambda: running(tmp_path))
        assert run(tmp_path, "forfeit", GAME, "Bo").exit_code == 0
        until(lambda: len(rows()) == 2)
        with Store.open(tmp_path) as store:
            first, second = (store.hosting(row.id) for row in store.matches())
        assert [row.players for row in rows()] == [("Ana", "Bo"), ("Bo", "Ana")]
        assert [row.people for row in rows()] == [("Ana",), ("Ana",)]
        assert first.link(0).secret == second.link(1).secret
        page = second.addresses().players[1].partition("#")[0]
        assert requests.get(page, timeout=10).ok
        time.sleep(5)
        with Store.open(tmp_path) as store:
            assert store.lines(rows()[1].id) == [], "nobody has asked for it"
        assert len(daemons_of(demo.pid)) == 1
        with requests.get(f"{page}/events", stream=True, timeout=90) as shown:
            until(lambda: [row.status for row in rows()] == ["closed", "running"])
            assert shown.ok
        demo.send_signal(signal.SIGINT)
        output, _ = demo.communicate(timeout=90)
    assert "Traceback" not in output
    # nobody has played the second one
    assert [row.status for row in rows()] == ["closed"]


def test_the_bot_goes_on_where_a_killed_demo_is_served_and_watched(tmp_path: Path) -> None:
    arguments = ("demo", GAME, "--against-bots", "--pace", "0.3", "--no-browser", "--port", "0")

    def answers_of_bot() -> int:
        with Store.open(tmp_path) as store:
            (row,) = store.matches()
            return sum(line.by == "Bo" for line in store.lines(row.id))

    with umpire(tmp_path, *arguments) as demo:
        until(lambda: running(tmp_path) and answers_of_bot() == 1)
        demo.kill()
        demo.wait()
    with Store.open(tmp_path) as store:
        (row,) = store.matches()
        server = store.hosting(row.id).server
    assert server is not None
    port = server.rpartition(":")[2]
    with umpire(tmp_path, "serve", "--port", port), umpire(tmp_path, "watch", row.id):
        until(lambda: ana_answers(tmp_path, row) and answers_of_bot() > 1)


def test_what_serve_says_at_another_port_makes_a_match_there(tmp_path: Path) -> None:
    home = tmp_path / "a home"
    with umpire(home, "serve", "--port", "0") as serve:
        assert serve.stdout is not None
        told = (shlex.split(line) for line in serve.stdout if line.startswith("  umpire "))
        new, watch = next(told), next(told)
        names = {"GAME": GAME, "NAMES": "Ana,Bo"}
        made = CliRunner().invoke(cli, [names.get(word, word) for word in new[1:]])
        assert made.exit_code == 0, made.output
        with umpire(home, *watch[3:]):
            until(lambda: running(home))


def test_bots_alone_or_against_you(tmp_path: Path) -> None:
    with pytest.raises(UmpireError, match="give only one of them"):
        run(tmp_path, "demo", "--bots", "--against-bots", "--no-browser")


@pytest.mark.parametrize(
    ("given", "clock"),
    [
        ((), False),
        (("--clock",), True),
        (("--no-clock",), False),
        (("--options", '{"clock": true}'), True),
        (("--bots",), True),
        (("--bots", "--no-clock"), False),
        (("--against-bots",), False),
        (("--against-bots", "--clock"), True),
    ],
)
def test_a_clock_runs_if_only_bots_play_or_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: tuple[str, ...], clock: bool
) -> None:
    class Told(Exception):
        """Nothing further is to be done."""

    def made(_store: Store, _connect: Connect, request: MatchRequest) -> None:
        raise Told(request.header.clock)

    monkeypatch.setattr(demos, "make_demo_match", made)
    with pytest.raises(Told) as told:
        run(tmp_path, "demo", "--port", "0", "--no-browser", *given)
    assert told.value.args == (clock,)


def running(folder: Path) -> bool:
    with Store.open(folder) as store:
        return any(row.status == "running" for row in store.matches())


def ana_answers(folder: Path, row: MatchRow) -> bool:
    """Let Ana answer whatever she is asked; return whether she has answered before."""
    with Store.open(folder) as store:
        match = FollowedMatch.of(row).catch_up(store).match
        pending = match.pending_of("Ana")
        if pending is not None and not match.paused and row.id not in store.inbox.waiting():
            text = asking.random_answer(match, pending, Random(1))
            store.inbox.put(row.id, "Ana", text, rfc3339(time.time()))
        return any(line.by == "Ana" and line.ok for line in store.lines(row.id))


def is_gone(pid: int) -> bool:
    process = Path(f"/proc/{pid}/stat")
    return not process.exists() or " Z " in process.read_text()


def test_a_port_in_use_is_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        with pytest.raises(UmpireError, match=f"port {port}.*another one with --port"):
            run(tmp_path, "demo", "--no-browser", "--port", port)


def test_a_daemon_without_a_server_is_a_sentence(tmp_path: Path) -> None:
    with UmpiresServer(None) as server:
        run(tmp_path, "new", GAME, "--players", "Ana,Bo", "--server", server.base_url)
    with pytest.raises(UmpireError, match="nothing answers at http"):
        run(tmp_path, "watch")


@pytest.mark.parametrize(
    ("game", "players", "sentence"),
    [
        ("arcanoid", "1", "Arcanoid is for 2 to 10 players, not 1."),
        ("arcanoid", "11", "Arcanoid is for 2 to 10 players, not 11."),
        ("arcanoid", "-2", "Arcanoid is for 2 to 10 players, not -2."),
        (GAME, "3", "Denizens of Tartarus is for 2 players, not 3."),
    ],
)
def test_a_game_is_not_played_by_more_or_fewer_than_it_is_for(
    tmp_path: Path, game: str, players: str, sentence: str
) -> None:
    with pytest.raises(UmpireError) as refused:
        run(tmp_path, "demo", game, "--players", players, "--no-browser")
    assert str(refused.value) == sentence
    assert list(tmp_path.iterdir()) == []


def test_ten_bots_play_at_ten_tables_and_their_daemon_ends_with_the_demo(tmp_path: Path) -> None:
    arguments = ("arcanoid", "--players", "10", "--bots", "--pace", "0.1")
    with umpire(tmp_path, "demo", *arguments, "--no-browser", "--port", "0") as demo:
        until(lambda: turns(tmp_path) >= 3, 180.0)
        (daemon,) = daemons_of(demo.pid)
        demo.kill()
        until(lambda: is_gone(daemon))
        output, _ = demo.communicate(timeout=90)
    with Store.open(tmp_path) as store:
        (row,) = store.matches()
    assert row.status == "paused"
    assert len(row.players) == 10
    for name in row.players:
        assert f"  {name} " in output
