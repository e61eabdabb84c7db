"""Two umpires never watch one match, and a command is carried out once."""

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from postgres_kit import behind_its_back
from store_kit import ID, NOON, line, made

from umpire.store import CommandAnswer, CommandGone, Entry, Lease, LeaseHeld, LeaseLost, Store
from umpire.store.leases import has_ended, this_process
from umpire.store.worldtime import rfc3339

TTL = 10.0


HOLDER = """
from umpire.store.leases import this_process
print(this_process(), flush=True)
input()
"""


class House:
    """A store with a match in it, and the time there."""

    def __init__(self, place: Path | str, store: Store) -> None:
        self.store = store
        self._place = place
        self.now = NOON

    def take(self, token: str, holder: str | None = None) -> Lease | None:
        return self.store.leases.take(ID, token, TTL, self.now, holder=holder)

    def see_free(self, token: str) -> None:
        self.store.leases.check_free(ID, token, self.now)

    def renew(self, token: str, t: float = 0.0) -> None:
        self.store.leases.renew(ID, token, TTL, self.now, t)

    def held(self) -> Lease | None:
        return self.store.leases.current(ID, self.now)

    def wait(self, seconds: float) -> None:
        """Let time pass: a server's clock cannot be set, so the lease is made older there."""
        if isinstance(self._place, str):
            behind_its_back(self._place, f"UPDATE leases SET expires = expires - {seconds}")
        else:
            self.now += seconds


@pytest.fixture
def house(place: Path | str) -> Iterator[House]:
    with Store.open(place) as store:
        made(store)
        yield House(place, store)


@pytest.fixture
def store(house: House) -> Store:
    return house.store


def test_a_lease_is_one_umpires_until_it_runs_out(house: House) -> None:
    assert house.take("one") is None
    house.wait(6)
    for try_it in (house.take, house.see_free):
        with pytest.raises(LeaseHeld, match=r"wait [234] s"):
            try_it("two")
    house.see_free("one")
    house.renew("one", t=42.5)
    house.wait(4)
    with pytest.raises(LeaseHeld):
        house.take("two")
    house.wait(6)
    house.see_free("two")
    before = house.take("two")
    assert before is not None
    assert (before.token, before.t) == ("one", 42.5)


def test_who_lost_the_lease_writes_nothing_more(house: House, store: Store) -> None:
    house.take("one")
    house.wait(TTL)
    house.take("two")
    with pytest.raises(LeaseLost, match="taken over"):
        house.renew("one")
    with pytest.raises(LeaseLost):
        store.append(ID, [line(2)], [Entry(0, 0, "x", "")], token="one")
    assert store.lines(ID) == []
    assert store.entries(ID) == []
    store.append(ID, [line(2)], token="two")
    store.leases.release(ID, "one")
    assert house.held() is not None


def test_a_late_heartbeat_keeps_the_lease_while_nobody_else_took_it(house: House) -> None:
    house.take("one")
    house.wait(60)
    assert house.held() is None
    house.renew("one", t=5)
    house.wait(5)
    assert house.held() is not None


def test_many_leases_are_renewed_at_once_and_those_that_are_lost_told(
    house: House, store: Store
) -> None:
    for match_id in ("tic-2", "tic-3"):
        made(store, match_id)
        store.leases.take(match_id, "one", TTL, house.now)
    house.take("one")
    house.wait(TTL)
    house.take("two")
    clocks = {ID: 1.0, "tic-2": 2.0, "tic-9": 9.0}
    assert store.leases.renew_all(clocks, "one", TTL, house.now) == {ID, "tic-9"}
    assert store.leases.renew_all({}, "one", TTL, house.now) == set()
    held = {
        match_id: store.leases.current(match_id, house.now) for match_id in (ID, "tic-2", "tic-3")
    }
    assert {match_id: lease and (lease.token, lease.t) for match_id, lease in held.items()} == {
        ID: ("two", 0.0),
        "tic-2": ("one", 2.0),
        "tic-3": None,
    }


def test_a_lease_given_back_is_free_at_once_and_keeps_the_clock(house: House) -> None:
    house.take("one")
    house.renew("one", t=7)
    house.store.leases.release(ID, "one")
    assert house.held() is None
    before = house.take("two")
    assert before is not None
    assert (before.token, before.t) == (None, 7)


def test_one_alone_takes_a_lease_that_is_free(house: House, place: Path | str) -> None:
    def take(token: int) -> int:
        try:
            with Store.open(place) as store:
                store.leases.take(ID, str(token), TTL, house.now)
        except LeaseHeld:
            return 0
        return 1

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(take, range(4))) == 1
        house.wait(TTL)
        assert sum(pool.map(take, range(4, 8))) == 1


def test_the_lease_of_a_killed_process_is_free_at_once(house: House) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        holder = other.stdout.readline().strip()
        house.take("one", holder)
        with pytest.raises(LeaseHeld):
            house.take("two")
        other.kill()
    before = house.take("two")
    assert before is not None
    assert before.holder == holder


def of_another_machine(holder: str) -> str:
    """Name a process that has the number of one here, on a machine that has this one's name."""
    host, process, start = holder.split("/")
    return f"{host}/{process}/{'0' * 12}.{start.partition('.')[2]}"


def test_the_number_of_a_process_says_nothing_of_another_machine() -> None:
    named, _, began = this_process().rpartition(".")
    elsewhere = of_another_machine(f"{named}.{began}1")
    assert has_ended(f"{named}.{began}1")
    assert not has_ended(elsewhere)


@pytest.mark.parametrize(
    "holder", ["elsewhere/1/1", "", "//", "elsewhere/x/", "nonsense", "elsewhere/1/machine.2"]
)
def test_a_holder_of_whom_nothing_is_known_has_not_ended(holder: str) -> None:
    assert not has_ended(holder)


def test_this_process_has_not_ended_but_an_earlier_one_of_its_number_has() -> None:
    assert not has_ended(this_process())
    if Path("/proc/self/stat").exists():
        assert has_ended(f"{this_process().rpartition('.')[0]}.1")


def test_a_command_is_answered_once(store: Store) -> None:
    first = store.inbox.put(ID, "umpire", "undo", rfc3339(NOON))
    second = store.inbox.put(ID, "Ana", "\ud800 \x00", rfc3339(NOON))
    assert [(c.id, c.by, c.say) for c in store.inbox.pending(ID)] == [
        (first, "umpire", "undo"),
        (second, "Ana", "\ud800 \x00"),
    ]
    assert store.inbox.waiting() == {ID}
    assert store.inbox.result(first) is None
    store.append(ID, [line(2)], answers=[CommandAnswer(first, True, "One step was taken back.")])
    store.append(ID, [], answers=[CommandAnswer(second, False, "No.")])
    assert store.inbox.pending(ID) == []
    assert store.inbox.waiting() == set()
    assert store.inbox.result(second) == CommandAnswer(second, False, "No.")


def test_a_command_can_be_withdrawn_until_it_is_answered(store: Store) -> None:
    command = store.inbox.put(ID, "umpire", "undo", rfc3339(NOON))
    assert store.inbox.withdraw(command)
    assert store.inbox.pending(ID) == []
    assert not store.inbox.withdraw(command)
    with pytest.raises(CommandGone):
        store.append(ID, [line(2)], answers=[CommandAnswer(command, True, "")])
    assert store.lines(ID) == []
    command = store.inbox.put(ID, "umpire", "undo", rfc3339(NOON))
    store.append(ID, [], answers=[CommandAnswer(command, True, "")])
    assert not store.inbox.withdraw(command)
    assert store.inbox.result(command) == CommandAnswer(command, True, "")
