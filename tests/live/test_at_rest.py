"""A match that waits costs next to nothing: what is done at a look that shows nothing new."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import requests
from hosting_kit import RATE, Game, House, open_house
from live_kit import ANA

from umpire.live.health import Health
from umpire.live.layout import Layout
from umpire.live.match_session import MatchSession
from umpire.live.rates import RateLimit
from umpire.live.request_history import RequestHistory
from umpire.live.spreadsheet_state import SpreadsheetState
from umpire.live.updated import updated
from umpire.sheets import client
from umpire.sheets.snapshot import Snapshot


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    with open_house(tmp_path, monkeypatch) as house:
        yield house


@pytest.fixture
def match(house: House) -> Game:
    """A match that waits for Ana, and has settled."""
    match = house.match("Ana", "Bo")
    house.run(10)
    return match


@pytest.fixture
def done(match: Game, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often answers are read, looks compared, screens drawn and writes planned from now on.

    Requests are counted by the status of their answers.
    """
    counted: Counter[str] = Counter()

    def count(owner: Any, name: str, what: Callable[[Any], str] = lambda _: "") -> None:
        do = getattr(owner, name)

        def counting(*about: Any, **how: Any) -> Any:
            found = do(*about, **how)
            counted[what(found) or name] += 1
            return found

        monkeypatch.setattr(owner, name, counting)

    count(client, "read_snapshot")
    count(SpreadsheetState, "record_snapshot")
    count(SpreadsheetState, "new_submissions")
    count(SpreadsheetState, "screen")
    count(SpreadsheetState, "next_write")
    count(requests.Session, "send", lambda answer: str(answer.status_code))
    return counted


def session_of(house: House) -> MatchSession:
    (connection,) = house.watch._connections.values()
    (session,) = connection
    return session


def test_a_quiet_look_is_answered_in_short_and_nothing_is_done(
    match: Game, done: Counter[str]
) -> None:
    match.house.run(20)
    assert set(done) == {"304"}
    assert done["304"] > 30


def test_nothing_is_planned_anew_while_nothing_happens(
    match: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned: list[float] = []
    histories = MatchSession.request_histories

    def counting(
        session: MatchSession, asked: Sequence[RequestHistory], now: float, rate: RateLimit
    ) -> tuple[RequestHistory, ...]:
        planned.append(now)
        return histories(session, asked, now, rate)

    monkeypatch.setattr(MatchSession, "request_histories", counting)
    hands, connection = match.house.hands, next(iter(match.house.watch._connections.values()))
    connection.begin()
    for _ in range(10):
        connection.begin()
        hands.move(0.001)
    assert len(planned) <= 2


def test_only_what_has_changed_is_thought_about_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(5):
        house.match("Ana", "Bo")
    house.run(10)
    (connection,) = house.watch._connections.values()
    connection.begin()
    thought: Counter[str] = Counter()
    history, troubles = MatchSession._request_history, MatchSession._find_troubles

    def counted(session: MatchSession, *about: Any) -> RequestHistory:
        thought[session.log.row.id] += 1
        return history(session, *about)

    def told(session: MatchSession) -> tuple[str, ...]:
        thought[f"troubles of {session.log.row.id}"] += 1
        return troubles(session)

    monkeypatch.setattr(MatchSession, "_request_history", counted)
    monkeypatch.setattr(MatchSession, "_find_troubles", told)
    _, changed, *_ = connection
    changed.replace_sheet(updated(changed.sheets[0], is_lease_in_doubt=True))
    connection.begin()
    its = changed.log.row.id
    assert thought == {its: len(changed.sheets), f"troubles of {its}": 1}


def test_what_is_typed_after_a_long_rest_is_answered_as_soon_as_ever(
    match: Game, done: Counter[str]
) -> None:
    match.house.run(20)
    match.types(ANA, "3")
    match.house.run(RATE.floor + 0.1)
    assert match.answers(ANA) == ["taken: 3"]
    assert done["read_snapshot"]


def test_what_is_changed_by_hand_after_a_long_rest_is_put_back(match: Game) -> None:
    shown = match.shows("headline")
    match.house.run(20)
    match.writes("headline", "nonsense")
    match.house.run(20)
    assert match.shows("headline") == shown


def test_a_limit_falls_though_no_look_shows_anything(house: House) -> None:
    match = house.match({"who": "Ana", "limit": 30}, "Bo")
    house.run(40)
    assert match.log() == [(None, None, None)]


def test_where_answers_bear_no_tag_the_same_one_is_read_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sheets_emulator.api.SheetsApi.tag", lambda *_: None)
    match = house.match("Ana", "Bo")
    house.run(10)
    read: list[object] = []
    monkeypatch.setattr(client, "read_snapshot", lambda *about: read.append(about))
    house.forget_calls()
    house.run(20)
    assert len(match.house.calls("read")) > 30
    assert not read


class TestTheNextWrite:
    def test_it_is_planned_anew_for_whatever_else_is_known_of_a_spreadsheet(
        self, house: House, match: Game, done: Counter[str]
    ) -> None:
        session = session_of(house)
        sheet = session.sheets[0]
        session.next_write(sheet.id)
        assert not done["next_write"]
        session.replace_sheet(updated(sheet, is_lease_in_doubt=True))
        session.next_write(sheet.id)
        assert done["next_write"] == 1

    def test_all_of_it_counts(self) -> None:
        assert all(
            one.compare
            for part in (SpreadsheetState, Layout, Health, Snapshot)
            for one in fields(part)
        )


@pytest.mark.parametrize(("first", "then"), [(1, True), (True, 1), (1, 2)])
def test_a_number_that_becomes_a_tick_is_answered_as_any_other_change(
    match: Game, first: object, then: object
) -> None:
    match.types(ANA, first)
    match.house.run()
    assert match.answers(ANA)[0].startswith("refused: the sheet took this for")
    match.types(ANA, "3")
    match.house.run()
    match.writes("entry_1", then, who="Ana")
    match.house.run()
    assert match.answers(ANA)[0].startswith("ignored: what was first read was answered here")
