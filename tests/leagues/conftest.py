"""A store with the made-up game as the only one, and matches of a league that are over in it."""

import pytest
from league_kit import Ended
from toy import GAME

from umpire.games.base import Outcome
from umpire.match import Header, Status, commitment
from umpire.store import Fixture, League, Store
from umpire.store.records import log_header
from umpire.store.worldtime import rfc3339

SEED = "5e" * 32
NOON = 1_767_268_800.0  # 2026-01-01T12:00:00Z


@pytest.fixture(autouse=True)
def numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("umpire.catalogue.games", lambda: {GAME.id: GAME})


@pytest.fixture
def ended(store: Store) -> Ended:
    """Keep a match as it stands at its end, without its log."""

    def keep(
        *players: str,
        winner: str | None = None,
        reason: str | None = "points",
        status: Status = "closed",
        league: str | None = None,
        number: int | None = None,
    ) -> str:
        match_id = store.new_id(GAME.id)
        header, at = Header(GAME.id, players, {}), NOON + 60 * int(match_id.rpartition("-")[2])
        about = (match_id, "0.1.0", rfc3339(at), commitment(header, SEED))
        store.create(
            match_id,
            log_header(header, *about),
            SEED,
            engine="0.1.0",
            started=rfc3339(at),
            status=status,
            outcome=None if reason is None else Outcome(winner, reason),
            fixture=None if league is None else Fixture(league, number),
        )
        return match_id

    return keep


@pytest.fixture
def cup(store: Store) -> League:
    league = League(
        *("cup", "The <script>Cup</script>", GAME.id, ("Ana", "Bo", "Cleo"), {}),
        {
            "points": "3/1/0/-1",
            "tie_breaks": ["head-to-head", "buchholz"],
            "pairing": "round-robin",
            "double": False,
            "rounds": 3,
        },
        rfc3339(NOON),
    )
    store.leagues.add(league)
    return league
