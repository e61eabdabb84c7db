"""What the tests of Devil's Deal share: a table to play at, and ways to come to a moment fast."""

from typing import Any

from at_a_table import AtATable

from umpire.games.base import Event
from umpire.games.devils_deal import GAME
from umpire.match import Header, Match, begin

PLAYERS = ("Ana", "Bo")
DEAL = "B1 B4 B7 G7 R9 B2 G3 G4 R4 R8"
"""Ana's pool and Bo's in most tests."""
SELECTION = "G5 B3 R3 R7 B6 G1 G2 G8 B5 R2 B9 G6"
"""The cards of the source's example of a division."""
DIVISION = "R2 B3 R3 G6 | G5 B9 | B6 G8 | G2 B5 R7 * | unused: G1"
"""The source's division: four piles of 14, of which three, 8 cards, are kept."""


class Table(AtATable):
    """A match of Ana and Bo, told what is said by whoever owes a decision.

    By default there is no clock and no break; `t` moves only by `wait` and `at`.
    """

    def __init__(self, *, players: tuple[str, str] = PLAYERS, **options: Any) -> None:
        given = {"clock": False, "break_seconds": 0} | options
        self.match: Match = begin(Header(GAME.id, players, given), GAME).match
        self.events: tuple[Event, ...] = ()

    def with_chips(self, ana: int, bo: int) -> "Table":
        """Let the players have so many chips at this moment, the rest being removed."""
        state = self.match.state
        removed = 60 - ana - bo - state.pot
        rich = state.replace(chips=(ana, bo), removed=removed)
        self.match = self.match.replace(state=rich)
        return self

    @property
    def refill(self) -> dict[str, Any]:
        """The last refill of the round in progress."""
        refill: dict[str, Any] = self.state["current"]["refills"][-1]
        return refill

    def pool(self, player: str) -> str:
        return " ".join(self.state["pools"][player])


def started(deal: str = DEAL, **options: Any) -> Table:
    """A table at which Ana has taken the start and is asked whether to refill."""
    return Table(**options).say(deal, "me")


def dividing(deal: str = DEAL, selection: str = SELECTION, **options: Any) -> Table:
    """A table at which Ana divides the cards of her first refill."""
    return started(deal, **options).say("yes", selection)


def drawing(division: str = DIVISION, deal: str = DEAL) -> Table:
    """A table at which chance owes discards that Ana's division does not name."""
    return dividing(deal, clock=True).say(division).wait(90.5)


def choosing(deal: str = DEAL, community: str = "R1", **options: Any) -> Table:
    """A table at which nobody has refilled and both choose their private cards."""
    return started(deal, **options).say("no", "no", community)


def betting(
    ana: str = "B4 R9",
    bo: str = "G4 R4",
    deal: str = DEAL,
    community: str = "R1",
    **options: Any,
) -> Table:
    """A table at which the bets of round 1 begin; Ana is first to act."""
    return choosing(deal, community, **options).say(ana, bo)
