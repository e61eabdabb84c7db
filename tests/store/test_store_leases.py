"""Two umpires never watch one match, and a command is carried out once."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from store_kit import ID, NOON, line, made

from umpire.store import Answer, CommandGone, Entry, LeaseHeld, LeaseLost, Store
from umpire.store.leases import has_ended, this_process
from umpire.store.worldtime import rfc3339

TTL = 10.0


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path) as opened:
        made(opened)
        yield opened


def test_a_lease_is_one_umpires_until_it_runs_out(store: Store) -> None:
    assert store.leases.take(ID, "one", TTL, NOON) is None
    with pytest.raises(LeaseHeld, match="wait 4 s") as refused:
        store.leases.take(ID, "two", TTL, NOON + 6)
    assert refused.value.expires == NOON + TTL
    store.leases.renew(ID, "one", TTL, NOON + 6, t=42.5)
    with pytest.raises(LeaseHeld):
        store.leases.take(ID, "two", TTL, NOON + TTL)
    before = store.leases.take(ID, "two", TTL, NOON + 16)
    assert before is not None
    assert (before.token, before.t) == ("one", 42.5)


def test_who_lost_the_lease_writes_nothing_more(store: Store) -> None:
    store.leases.take(ID, "one", TTL, NOON)
    store.leases.take(ID, "two", TTL, NOON + TTL)
    with pytest.raises(LeaseLost, match="taken over"):
        store.leases.renew(ID, "one", TTL, NOON + TTL, t=1)
    with pytest.raises(LeaseLost):
        store.append(ID, [line(2)], [Entry(0, 0, "x", "")], token="one")
    assert store.lines(ID) == []
    assert store.entries(ID) == []
    store.append(ID, [line(2)], token="two")
    store.leases.release(ID, "one")
    assert store.leases.held(ID, NOON + TTL) is not None


def test_a_late_heartbeat_keeps_the_lease_while_nobody_else_took_it(store: Store) -> None:
    store.leases.take(ID, "one", TTL, NOON)
    store.leases.renew(ID, "one", TTL, NOON + 60, t=5)
    assert store.leases.held(ID, NOON + 65) is not None


def test_a_lease_given_back_is_free_at_once_and_keeps_the_clock(store: Store) -> None:
    store.leases.take(ID, "one", TTL, NOON)
    store.leases.renew(ID, "one", TTL, NOON + 1, t=7)
    store.leases.release(ID, "one")
    assert store.leases.held(ID, NOON + 1) is None
    before = store.leases.take(ID, "two", TTL, NOON + 1)
    assert before is not None
    assert (before.token, before.t) == (None, 7)


def test_the_lease_of_a_killed_process_is_free_at_once(store: Store) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        holder = this_process().replace(f"/{this_process().split('/')[1]}/", f"/{other.pid}/")
        began = Path(f"/proc/{other.pid}/stat")
        if began.exists():
            ticks = began.read_text().rpartition(")")[2].split()[19]
            holder = f"{holder.rpartition('/')[0]}/{ticks}"
        store.leases.take(ID, "one", TTL, NOON, holder=holder)
        with pytest.raises(LeaseHeld):
            store.leases.take(ID, "two", TTL, NOON + 1)
        other.kill()
    before = store.leases.take(ID, "two", TTL, NOON + 1)
    assert before is not None
    assert before.holder == holder


@pytest.mark.parametrize("holder", ["elsewhere/1/1", "", "//", "elsewhere/x/", "nonsense"])
def test_a_holder_of_whom_nothing_is_known_has_not_ended(holder: str) -> None:
    assert not has_ended(holder)


def test_this_process_has_not_ended_but_an_earlier_one_of_its_number_has() -> None:
    assert not has_ended(this_process())
    if Path("/proc/self/stat").exists():
        assert has_ended(f"{this_process().rpartition('/')[0]}/1")


def test_a_command_is_answered_once(store: Store) -> None:
    first = store.inbox.put(ID, "umpire", "undo", rfc3339(NOON))
    second = store.inbox.put(ID, "Ana", "\ud800 \x00", rfc3339(NOON))
    assert [(c.id, c.by, c.say) for c in store.inbox.pending(ID)] == [
        (first, "umpire", "undo"),
        (second, "Ana", "\ud800 \x00"),
    ]
    assert store.inbox.result(first) is None
    store.append(ID, [line(2)], answers=[Answer(first, True, "One step was taken back.")])
    store.inbox.answer([Answer(second, False, "No.")])
    assert store.inbox.pending(ID) == []
    assert store.inbox.result(second) == Answer(second, False, "No.")


def test_a_command_can_be_withdrawn_until_it_is_answered(store: Store) -> None:
    command = store.inbox.put(ID, "umpire", "undo", rfc3339(NOON))
    assert store.inbox.withdraw(command)
    assert store.inbox.pending(ID) == []
    assert not store.inbox.withdraw(command)
    with pytest.raises(CommandGone):
        store.append(ID, [line(2)], answers=[Answer(command, True, "")])
    assert store.lines(ID) == []
    command = store.inbox.put(ID, "umpire", "undo", rfc3339(NOON))
    store.inbox.answer([Answer(command, True, "")])
    assert not store.inbox.withdraw(command)
    assert store.inbox.result(command) == Answer(command, True, "")
