"""The replay of a match beside its sheets: once it is closed, once, and in nobody's way."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
from hosting_kit import DAEMON, Game, House, house_of

from sheets_emulator.faults import Call, Fault
from umpire.catalogue import find_game
from umpire.games.base import UMPIRE
from umpire.hosting.replays import replay_of
from umpire.live.replays import AGAIN
from umpire.match import Header
from umpire.sheets.addresses import local_account
from umpire.store import Link
from umpire.store.records import READER_LINK, change_seats
from umpire.store.worldtime import rfc3339

pytestmark = pytest.mark.end_to_end

GAME = "denizens-of-tartarus"
PATIENCE = 30.0


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with house_of(tmp_path, find_game(GAME)) as house:
        yield house


def match_of(house: House, *players: str, links: tuple[Link, ...] = ()) -> Game:
    match = house.make(Header(GAME, players, {"clock": False}), links)
    house.run()
    return match


def says(match: Game, *commands: str) -> None:
    """Let the umpire say something."""
    for command in commands:
        at = rfc3339(match.house.hands.clocks().wall())
        match.house.store.inbox.put(match.row.id, UMPIRE, command, at)
        match.house.run(1)


def settle(match: Game) -> str | None:
    """Let the daemon go on until the pages lead on to the replay; return where they do."""
    until = time.monotonic() + PATIENCE
    watch: str | None = None
    while (watch := told(match)["watch"]) is None and time.monotonic() < until:
        match.house.run(0.5)
        time.sleep(0.02)  # it is made in a thread of its own
    return watch


def told(match: Game) -> dict[str, Any]:
    """What a player's page is told of the end."""
    seen = match.house.server.service.open(local_account(DAEMON), match.spreadsheet)
    (kept,) = [one for one in seen.document.metadata if one.key == "countdown"]
    end: dict[str, Any] = next(one["end"] for one in json.loads(kept.value) if "end" in one)
    return end


def is_upload(call: Call) -> bool:
    return call.path.startswith("/upload/")


def uploads(house: House) -> int:
    return sum(map(is_upload, house.server.faults.calls))


def test_it_is_there_once_the_match_is_closed_for_all_who_have_a_link(house: House) -> None:
    match = match_of(house, "Ana", "Bo")
    says(match, "forfeit Ana")
    assert told(match)["closed"] is False
    assert replay_of(house.sheets(DAEMON), match.row) is None
    says(match, "close")
    watch = settle(match)
    for who in ("Ana", "Bo", READER_LINK):
        secret = match.link_of(who).secret
        page = requests.get(f"{house.server.base_url}/s/{secret}/{watch}", timeout=10)
        assert page.ok
        assert f'"id":"{match.row.id}"' in page.text


def test_it_is_made_once_although_an_answer_is_lost_and_the_daemon_dies(house: House) -> None:
    match = match_of(house, "Ana", "Bo")
    house.server.faults.plan(Fault("lost", when=is_upload))
    says(match, "forfeit Ana", "close")
    while not uploads(house):
        house.run(0.5)
        time.sleep(0.02)
    house.stop()
    house.watch = house.daemon(ids=[match.row.id])
    house.watch._look_for_matches(start=True)
    assert settle(match) is not None
    assert uploads(house) == 1


def test_a_failure_is_tried_again_and_holds_up_no_other_match(house: House) -> None:
    over, other = match_of(house, "Ana", "Bo"), match_of(house, "Cleo", "Dan")
    house.server.faults.plan(Fault("status", status=503, when=is_upload))
    says(over, "forfeit Ana", "close")
    other.types(0, "nonsense")
    house.run(2)
    assert other.answers(0)
    house.run(AGAIN)
    assert settle(over) is not None


def test_the_next_match_of_a_demo_is_told_to_each_player(house: House) -> None:
    first = match_of(house, "Ana", "Bo")
    house.store.shelve(first.row.id, "demo")
    house.stop()
    house.watch = house.daemon(ids=[first.row.id], rematches=True)
    house.watch._look_for_matches(start=True)
    says(first, "forfeit Ana", "close")
    assert (told(first)["again"], told(first)["played_again"]) == (None, True)
    house.hands.move(1)
    links = change_seats(first.hosting.links, ("Ana", "Bo"), ("Bo", "Ana"))
    other = house.make(Header(GAME, ("Bo", "Ana"), {"clock": False}), links)
    house.store.shelve(other.row.id, "demo")
    settle(first)
    house.run(5)
    place = told(first)["again"]
    link = other.link_of("Ana")
    assert link.secret == first.link_of("Ana").secret
    assert other.hosting.addresses().players[1].endswith(f"/s/{link.secret}/{place}")
