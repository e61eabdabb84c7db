"""Stores that an older umpire wrote: what is in them goes on, or is left alone with a sentence.

`tests/store/umpire-0.1.0` has a store that umpire 0.1.0 wrote, and what it exported of it.
"""

import json
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from live_kit import NOON, Hands

from umpire import __version__
from umpire.catalogue import games
from umpire.chat.announcer import Announcer, announcing
from umpire.chat.webhooks import Delivery, Webhooks
from umpire.errors import UmpireError
from umpire.export.script import script_lines
from umpire.live.match_log import MatchLog, new_token
from umpire.match import BadHeader, Header, canonical_state, line_hash
from umpire.match.header import check_header
from umpire.store import LogLine, Store
from umpire.store.announcements import Progress
from umpire.store.replay import as_logged
from umpire.store.worldtime import rfc3339

OLD = Path(__file__).parents[1] / "store" / "umpire-0.1.0"
GAME = "denizens-of-tartarus"
SAME, NAMES, OTHER_STATES, OTHER_STATES_CLOSED, OTHER_JUDGEMENT, OTHER_RESULT = (
    f"{GAME}-{n}" for n in range(1, 7)
)
"""A closed match that comes out the same, a running one of Board and All, and four that do not."""
FORMATS = ("md", "csv", "json", "html", "svg", "script")

Umpire = Callable[..., Result]


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Store]:
    """The old store, in the home of the commands."""
    with sqlite3.connect(tmp_path / "umpire.db") as database:
        database.executescript((OLD / "store.sql").read_text("utf-8"))
    database.close()
    with Store.open(tmp_path) as store:
        yield store


def change(store: Store, statement: str, *values: Any) -> None:
    """Change the store beside the program."""
    with sqlite3.connect(store.name) as database:
        database.execute(statement, values)
    database.close()


def with_hashes_of_other_states(store: Store, match: str) -> None:
    """Let the log be as if the older version had had other states, which are not known any more."""
    last = json.loads(script_lines(store, store.find(match))[0])["hash"]
    for line in store.lines(match):
        last = line_hash(last, as_logged(line), b'{"of":"an older version"}')
        change(
            store, "UPDATE log_lines SET hash = ? WHERE match_id = ? AND n = ?", last, match, line.n
        )


def begun_by_this_version(store: Store, match: str) -> None:
    change(store, "UPDATE matches SET engine = ? WHERE id = ?", __version__, match)


def opened(store: Store, match: str) -> MatchLog:
    hands = Hands()
    hands.move(3600)
    return MatchLog.open(store, store.find(match), new_token(), hands.clocks())


def whole(store: Store, match: str) -> tuple[object, list[LogLine], object]:
    return store.find(match), store.lines(match), store.entries(match)


def assert_goes_on(store: Store, match: str) -> None:
    """The match takes another line, chained to the last hash that the older version wrote."""
    before, exported = store.lines(match), script_lines(store, store.find(match))
    with opened(store, match) as live:
        assert live.command("umpire", "note it goes on").ok
    line = store.lines(match)[len(before)]
    game, after = live.history.match.game, live.history.match.state
    assert line.hash == line_hash(
        before[-1].hash, as_logged(line), canonical_state(game.report(after))
    )
    assert script_lines(store, store.find(match))[: len(exported)] == exported


def assert_left_alone(store: Store, umpire: Umpire, match: str, *, line: int) -> None:
    """Neither `watch` nor `export` goes on; both say why in a sentence, and nothing changes."""
    before = whole(store, match)
    engines = f"(?s)umpire 0.1.0 .* umpire {__version__}, which this is: .*line {line} "
    with pytest.raises(UmpireError, match=engines) as said:
        opened(store, match)
    assert str(said.value).endswith("so nothing was changed; go on with umpire 0.1.0.")
    assert store.leases.current(match, NOON + 3600) is None
    for form in FORMATS:
        with pytest.raises(UmpireError, match=engines):
            umpire("export", match, "--format", form)
    with pytest.raises(UmpireError, match=engines):
        umpire("status", match)
    with pytest.raises(UmpireError, match=engines):
        umpire("note", match, "nobody hears this")
    assert umpire("matches").exit_code == 0
    assert whole(store, match) == before


def assert_differs(ran: Result, why: str, engine: str = "0.1.0") -> None:
    """`verify` says first which versions differ."""
    versions, verdict, *_ = ran.output.splitlines()
    assert ran.exit_code == 1
    assert versions == f"judged by umpire {engine}; this is umpire {__version__}"
    assert verdict.startswith(f"differs (line {why}")


def test_what_comes_out_the_same_is_proved_as_before(old: Store, umpire: Umpire) -> None:
    ran = umpire("verify", SAME)
    assert ran.output.startswith("proved\n")
    for form in FORMATS:
        assert umpire("export", SAME, "--format", form).exit_code == 0
    assert umpire("export", SAME, "--format", "html").output.count('"proof":{') == 1


@pytest.mark.parametrize("match", [SAME, NAMES])
def test_the_script_of_an_older_version_is_exported_as_it_was(
    old: Store, umpire: Umpire, match: str
) -> None:
    ran = umpire("export", match, "--format", "script")
    assert ran.stdout_bytes == (OLD / f"{match}.jsonl").read_bytes()


def test_players_whose_names_are_refused_today_go_on(old: Store, umpire: Umpire) -> None:
    assert old.find(NAMES).players == ("Board", "All")
    assert_goes_on(old, NAMES)
    assert "Board, All" in umpire("matches").output
    assert "All to " in umpire("status", NAMES).output
    assert umpire("say", NAMES, "All", "Y2 Stones").exit_code == 0
    for form in FORMATS:
        for viewer in ((), ("--as", "Board"), ("--as", "All"), ("--as", "public")):
            assert umpire("export", NAMES, "--format", form, *viewer).exit_code == 0
    header, *_ = umpire("export", NAMES, "--format", "script").output.splitlines()
    assert json.loads(header)["meta"]["engine"] == "0.1.0"


def test_a_match_by_hand_with_a_counter_called_answer_goes_on(old: Store, umpire: Umpire) -> None:
    options = {"counters": {"answer": 3, "chips": 5}, "piles": {"deck": "R1-R3"}}
    header = Header("by-hand", ("Ana", "Bo"), options)
    with pytest.raises(BadHeader, match="counters, answer: must be another name"):
        check_header(header, games())
    match = "by-hand-1"
    old.create(match, header, "5e" * 32, engine="0.1.0", started=rfc3339(NOON))
    assert umpire("say", match, "umpire", "count Ana answer +1").exit_code == 0
    assert umpire("say", match, "umpire", "ask Bo: How many? = number 0 to answer").exit_code == 0
    assert umpire("say", match, "Bo", "2").exit_code == 0
    with_hashes_of_other_states(old, match)
    assert_goes_on(old, match)
    assert umpire("say", match, "umpire", "count Bo chips - answer").exit_code == 0
    for form in FORMATS:
        assert umpire("export", match, "--format", form).exit_code == 0
    assert "chips: Ana 5, Bo 3" in umpire("export", match, "--format", "md").output


def test_where_only_hashes_differ_a_match_goes_on_from_the_hash_that_is_kept(
    old: Store, umpire: Umpire
) -> None:
    with_hashes_of_other_states(old, NAMES)
    assert_goes_on(old, NAMES)
    for form in FORMATS:
        assert umpire("export", NAMES, "--format", form).exit_code == 0
    assert_differs(umpire("verify", NAMES), "")
    kept = [json.loads(line)["hash"] for line in script_lines(old, old.find(NAMES))[1:]]
    assert kept == [line.hash for line in old.lines(NAMES)]


@pytest.mark.parametrize("match", [OTHER_STATES, OTHER_STATES_CLOSED])
def test_a_limit_that_would_not_have_fallen_today_changes_states_and_no_judgement(
    old: Store, umpire: Umpire, match: str
) -> None:
    for form in FORMATS:
        assert umpire("export", match, "--format", form).exit_code == 0
    script = umpire("export", match, "--format", "script")
    assert script.stdout_bytes == (OLD / f"{match}.jsonl").read_bytes()
    ran = umpire("verify", "-", stdin=script.stdout_bytes)
    assert_differs(ran, "13: its hash should be ")
    if match == OTHER_STATES:
        assert_goes_on(old, match)


def test_after_an_undone_end_a_match_that_was_paused_is_left_alone(
    old: Store, umpire: Umpire
) -> None:
    assert_left_alone(old, umpire, OTHER_JUDGEMENT, line=13)
    ran = umpire("verify", OTHER_JUDGEMENT)
    assert_differs(ran, "13: it is logged as accepted, but the rules reject it")


def test_a_match_that_would_not_be_over_today_is_left_alone(old: Store, umpire: Umpire) -> None:
    assert_left_alone(old, umpire, OTHER_RESULT, line=14)


def test_a_replay_does_not_claim_the_states_of_hashes_that_an_older_version_made(
    old: Store, umpire: Umpire
) -> None:
    with_hashes_of_other_states(old, SAME)
    assert '"proof":null' in umpire("export", SAME, "--format", "html").output


def test_a_log_that_this_version_began_must_fit_to_the_last_hash(old: Store) -> None:
    begun_by_this_version(old, NAMES)
    with pytest.raises(UmpireError, match="line 2 leads to a different state"):
        opened(old, NAMES)


@pytest.mark.parametrize("said", ["Y1 Set", "nonsense"])
def test_where_a_judgement_differs_a_match_is_left_alone(
    old: Store, umpire: Umpire, said: str
) -> None:
    line = next(line.n for line in old.lines(NAMES) if line.by == "All")
    change(
        old,
        "UPDATE log_lines SET say = ? WHERE match_id = ? AND n = ?",
        json.dumps(said),
        NAMES,
        line,
    )
    assert_left_alone(old, umpire, NAMES, line=line)


def test_where_a_result_differs_a_match_is_left_alone(old: Store, umpire: Umpire) -> None:
    change(old, "UPDATE matches SET winner = ? WHERE id = ?", json.dumps("Bo"), SAME)
    assert_left_alone(old, umpire, SAME, line=old.lines(SAME)[-1].n)


def test_what_is_left_alone_is_not_announced_and_holds_up_no_other(
    old: Store, tmp_path: Path
) -> None:
    change(
        old,
        "UPDATE log_lines SET ok = 0, code = 'illegal' WHERE match_id = ? AND n = 4",
        OTHER_STATES_CLOSED,
    )
    webhooks, posts = Webhooks(tmp_path), list[str]()
    ids = [SAME, OTHER_STATES_CLOSED]
    for match in ids:
        webhooks.save(match, None, f"https://chat.example/{match}")
        old.announcements.begin(match, None, Progress())

    def send(url: str, text: str, picture: bytes | None) -> Delivery:
        posts.append(url)
        return Delivery(arrived=True)

    stop = threading.Event()
    with announcing(Announcer(old, webhooks, "daemon", 600.0, ids, send=send), stop):
        stop.set()
    assert posts == [f"https://chat.example/{SAME}"]


def test_verify_says_first_which_versions_differ_of_a_header_with_names_refused_today(
    old: Store, umpire: Umpire
) -> None:
    assert_goes_on(old, NAMES)
    exported = umpire("export", NAMES, "--format", "script").stdout_bytes
    for ran in (umpire("verify", NAMES), umpire("verify", "-", stdin=exported)):
        assert_differs(ran, "1: players[0]: nobody may be called 'Board'")


def refused(engine: str) -> bytes:
    header, *lines = (OLD / f"{SAME}.jsonl").read_text("utf-8").splitlines()
    first = json.loads(header)
    first["options"]["gone"] = 1
    first["meta"]["engine"] = engine
    return "\n".join([json.dumps(first), *lines]).encode()


def test_a_header_that_another_version_accepted_is_what_differs(umpire: Umpire) -> None:
    ran = umpire("verify", "-", stdin=refused("0.0.9"))
    assert_differs(ran, "1: options.gone: ", "0.0.9")
    told = json.loads(umpire("verify", "-", "--json", stdin=refused("0.0.9")).output)
    assert [*told.items()][:4] == [
        ("log", "-"),
        ("engine", "0.0.9"),
        ("version", __version__),
        ("word", "differs"),
    ]


def test_a_header_that_this_version_would_never_write_is_no_log(umpire: Umpire) -> None:
    ran = umpire("verify", "-", stdin=refused(__version__))
    assert ran.exit_code == 2
    assert "the log's header is wrong: options.gone" in ran.output


def test_options_that_fit_no_longer_name_the_version_that_took_them(old: Store) -> None:
    change(old, "UPDATE matches SET options = ? WHERE id = ?", '{"gone": 1}', NAMES)
    with pytest.raises(UmpireError, match=r"use umpire 0\.1\.0, the version that began the match"):
        opened(old, NAMES)
