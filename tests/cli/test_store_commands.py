"""`umpire matches`, `umpire status` and `umpire export` at the command line."""

import json
from collections.abc import Callable

import pytest
from click.testing import Result
from export_kit import NOON, SEED, play
from freezegun import freeze_time
from live_kit import make_match
from toy import GAME

from umpire.errors import UmpireError
from umpire.store import Hosting, Link, Store

PHASES = [{"who": "chance"}, {"who": "each", "limit": 30, "reserve": True}]
OPTIONS = {"bank": 60, "phases": PHASES}
Umpire = Callable[..., Result]


pytestmark = pytest.mark.usefixtures("numbers")


def test_no_match_yet(umpire: Umpire) -> None:
    assert umpire("matches").output == "There is no match yet. 'umpire new' makes one.\n"
    assert json.loads(umpire("matches", "--json").output) == []


def test_matches_are_listed_with_what_they_wait_for(umpire: Umpire, store: Store) -> None:
    play(store, GAME, [(1, "Ana", "3"), (5, "umpire", "pause")], options=OPTIONS)
    play(store, GAME, [(1, "Ana", "3"), (754, "Bo", "9")], options=OPTIONS)
    lines = umpire("matches").output.splitlines()
    for name in ("Match", "Players", "Status", "Waiting for", "Limit or end"):
        assert name in lines[0]
    assert " ".join(lines[1].split()) == "numbers-1 Ana, Bo paused Bo to answer (number)"
    assert "over" in lines[2]
    assert "nothing: Ana won (sum)" in lines[2]
    assert "2026-01-01 12:12:34 UTC" in lines[2]


def test_a_match_that_nobody_has_watched_is_new(umpire: Umpire, store: Store) -> None:
    match_id = make_match(store, GAME, **OPTIONS).id
    (told,) = json.loads(umpire("matches", "--json").output)
    assert told["status"] == "new"
    assert json.loads(umpire("status", match_id, "--json").output)["status"] == "new"
    assert (
        "Not begun. Nobody watches it: run 'umpire watch numbers-1' to begin."
        in umpire("status", match_id).output
    )


@freeze_time("2026-01-01T12:00:20Z")
def test_matches_for_programs(umpire: Umpire, store: Store) -> None:
    match_id = play(store, GAME, [(1, "Ana", "3")], options=OPTIONS)
    (told,) = json.loads(umpire("matches", "--json").output)
    assert [pending["until"] for pending in told["pending"]] == [None], (
        "no clock runs: nobody watches"
    )
    store.leases.take(match_id, "token", 30, NOON + 15, holder="far/12/1")
    (told,) = json.loads(umpire("matches", "--json").output)
    assert told["id"] == "numbers-1"
    assert told["status"] == "running"
    assert told["pending"] == [
        {
            "by": "Bo",
            "decision": "1",
            "task": "answer (number)",
            "deadline": 30,
            "until": "2026-01-01T12:00:30.000Z",
        }
    ]
    assert told["problem"] is None
    assert SEED not in json.dumps(told)


def test_long_names_are_not_cut_off_when_piped(umpire: Umpire, store: Store) -> None:
    names = ("A" * 32, "B" * 32, "C" * 32, "D" * 32)
    play(store, GAME, [], players=names)
    assert ", ".join(names) in umpire("matches").output


def test_one_unreadable_match_does_not_hide_the_others(
    umpire: Umpire, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(store, GAME, [], options=OPTIONS)
    monkeypatch.setattr(GAME, "id", "other", raising=False)
    play(store, GAME, [], options=OPTIONS)
    monkeypatch.setattr("umpire.catalogue.games", lambda: {"other": GAME})
    output = umpire("matches").output
    assert "umpire status numbers-1" in output
    assert "Ana and Bo to answer (number)" in output


def test_names_cannot_write_to_the_terminal(umpire: Umpire, store: Store) -> None:
    players = ("[red]Ana[/red]", "B\x1b[31mo\u202e")
    match_id = play(store, GAME, [(1, players[1], "\x1b[2J")], players=players)
    store.set_hosting(match_id, Hosting("http://x", {"board": "b"}, (Link(1, "board", "s"),)))
    for output in (umpire("matches").output, umpire("status", match_id).output):
        assert "\x1b" not in output
        assert "\u202e" not in output
        assert "[red]Ana[/red]" in output


@freeze_time("2026-01-01T12:00:20Z")
def test_status_of_a_watched_match(umpire: Umpire, store: Store) -> None:
    match_id = play(store, GAME, [(1, "Ana", "3"), (4, "Bo", "x")], options=OPTIONS)
    store.leases.take(match_id, "token", 30, NOON + 15, holder="far/12/1")
    store.leases.renew(match_id, "token", 30, NOON + 18, t=20)
    link = Link(1, "board", "topsecret")
    store.set_hosting(match_id, Hosting("http://127.0.0.1:8765", {"board": "abc"}, (link,)))
    output = umpire("status", "num").output
    assert output.splitlines() == [
        "numbers-1: Numbers, Ana, Bo",
        "Running. 'umpire watch' runs: process 12 on far. Match clock 0:20.",
        "",
        "Waiting for",
        "  Bo to answer (number): 0:10 left, until 12:00:30 UTC, then 1:00 of reserve",
        "    Say a number from 1 to 6, such as 3.",
        "",
        "Reserve",
        "  Ana  1:00",
        "  Bo   1:00",
        "",
        "Last events",
        "  12:00:00 UTC  chance says 1.",
        "  12:00:01 UTC  Ana says 3.",
        "",
        "Links (each is a secret)",
        "  Bo  http://127.0.0.1:8765/s/topsecret/abc",
    ]
    told = json.loads(umpire("status", match_id, "--json").output)
    assert told["links"] == {"Bo": "http://127.0.0.1:8765/s/topsecret/abc"}
    assert told["watched_by"] == "far/12/1"
    assert told["t"] == 20
    assert told["pending"][0]["deadline"] == 30
    assert SEED not in output + json.dumps(told)


@freeze_time("2026-01-01T12:01:00Z")
def test_status_alone_tells_who_is_waited_for_the_longest_first(
    umpire: Umpire, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert umpire("status").output == "No match is running. 'umpire new' makes one.\n"
    assert json.loads(umpire("status", "--json").output) == []
    unlimited = {"phases": [{"who": "each"}, {"who": "Ana"}]}
    both = play(store, GAME, [(3, "umpire", "note x")], options=OPTIONS)
    watched = play(store, GAME, [(1, "Ana", "3")], options=OPTIONS)
    store.leases.take(watched, "token", 30, NOON + 59, holder="far/12/1")
    store.leases.renew(watched, "token", 30, NOON + 59, t=20)
    stopped = play(store, GAME, [(8, "umpire", "pause", "why")], options=unlimited)
    paused = play(store, GAME, [(2, "Bo", "3"), (9, "umpire", "pause")], options=unlimited)
    new = make_match(store, GAME, **OPTIONS).id
    for kept in ("archive", "demo"):
        store.shelve(play(store, GAME, [], options=OPTIONS), kept)
    play(store, GAME, [(1, "umpire", "forfeit Bo")], options=OPTIONS)
    assert [" ".join(line.split()) for line in umpire("status").output.splitlines()] == [
        "match players asked waits limit",
        "! numbers-3 Ana, Bo Ana, Bo: answer (number). Paused: why. 1:00",
        "numbers-2 Ana, Bo Bo: answer (number) 0:20 0:10",
        "numbers-1 Ana, Bo Ana, Bo: answer (number) 0:03 0:27",
        "numbers-4 Ana, Bo Paused by the umpire.",
        "numbers-5 Ana, Bo Not begun: it begins as soon as 'umpire watch' reads its sheets.",
    ]
    told = json.loads(umpire("status", "--json").output)
    assert [(one["id"], one["waits"]) for one in told] == [
        (stopped, 60.0),
        (watched, 20.0),
        (both, 3.0),
        (paused, None),
        (new, None),
    ]
    assert [pending["by"] for pending in told[1]["pending"]] == ["Bo"]
    monkeypatch.setattr("umpire.catalogue.games", dict)
    lines = umpire("status").output.splitlines()
    assert "there is no game 'numbers' here" in lines[1]


def test_status_tells_what_is_held_and_to_whom_something_was_told(
    umpire: Umpire, store: Store
) -> None:
    phases = [{"who": "group", "secret": True, "limit": 30, "rule": "last"}]
    said = [(1, "Ana", "5"), (2, "Bo", "4"), (3, "Bo", "lock"), (4, "umpire", "note a remark")]
    match_id = play(store, GAME, said, options={"phases": phases})
    output = umpire("status", match_id).output
    assert "  Ana to answer (number): 0:26 left; an answer is held\n" in output
    assert "  Bo to answer (number): 0:26 left; an answer is held and locked\n" in output
    assert "1 Jan 2026 12:00 UTC  (only to Ana) Your answer is held: 5\n" in output
    assert "(to umpire" not in output
    events = json.loads(umpire("status", match_id, "--json").output)["events"]
    assert {event["only"] for event in events} >= {"Ana", "umpire"}


def test_status_of_a_match_that_paused_by_itself(umpire: Umpire, store: Store) -> None:
    play(store, GAME, [(0, "umpire", "pause")], options=OPTIONS, note="the umpire is away")
    output = umpire("status", "num").output
    told = "Paused. Nobody watches it: run 'umpire watch numbers-1' to go on. Match clock 0:00."
    assert told in output


def test_status_of_a_match_that_the_umpire_paused_names_no_other_reason(
    umpire: Umpire, store: Store
) -> None:
    pauses = [
        (0, "umpire", "pause", "the umpire is away"),
        (0, "umpire", "resume", "umpire watch goes on"),
        (1, "umpire", "Pause"),
    ]
    play(store, GAME, pauses, options=OPTIONS)
    assert "Paused by the umpire. " in umpire("status", "num").output


def test_status_in_reserve_and_at_the_end(umpire: Umpire, store: Store) -> None:
    one = play(store, GAME, [(40, "umpire", "note late")], options=OPTIONS)
    assert "Ana to answer (number): 0:50 of reserve left" in umpire("status", one).output
    said = [(2, "umpire", "forfeit Bo"), (400, "umpire", "note late")]
    two = umpire("status", play(store, GAME, said, options=OPTIONS)).output
    assert "Over: Ana won (forfeit). " in two
    assert "It took 0:02." in two


def test_a_void_match_is_said_to_be_so_and_is_no_draw(umpire: Umpire, store: Store) -> None:
    match = play(store, GAME, [(2, "umpire", "void")], options=OPTIONS)
    assert "Over: void, without a result. " in umpire("status", match).output
    assert "nothing: void, without a result" in umpire("matches").output
    told = json.loads(umpire("status", match, "--json").output)
    assert (told["status"], told["winner"], told["reason"]) == ("over", None, "void")
    assert told["pending"] == []


def test_a_running_script_is_told_to_be_for_the_umpire(umpire: Umpire, store: Store) -> None:
    play(store, GAME, [(1, "Ana", "3")], options=OPTIONS)
    done = umpire("export", "num", "--format", "script")
    assert "holds what players may not know yet" in done.stderr
    seen = umpire("export", "num", "--format", "script", "--as", "public")
    assert seen.stderr == ""
    assert umpire("export", "num").stderr == ""


def test_a_file_that_cannot_be_written_is_one_sentence(umpire: Umpire, store: Store) -> None:
    play(store, GAME, [], options=OPTIONS)
    with pytest.raises(UmpireError, match=r"name another file with -o\.$"):
        umpire("export", "num", "-o", "/nowhere/x")
