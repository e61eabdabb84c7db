"""A match at one moment: pools, chips, the round in progress and those that are over.

In a masked state pools and private cards that the viewer may not know are `HIDDEN`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from umpire.games.base import Outcome
from umpire.games.devils_deal.cards import (
    ANTE_POT,
    START_CHIPS,
    Card,
    Cards,
    Hand,
    HandName,
    PrivateCards,
    hand_of,
)
from umpire.games.devils_deal.options import Limits
from umpire.games.two_players import BySide, Side
from umpire.games.values import Value

Phase = Literal[
    "deal",
    "start",
    "refill",
    "selection",
    "divide",
    "discard",
    "take",
    "community",
    "private",
    "bet",
    "break",
    "over",
]
"""The kind of what is pending."""
_Result = Literal["fold", "win", "tie"]


@dataclass(frozen=True, slots=True)
class Refill(Value):
    """A refill. A field is None until it is settled."""

    by: Side
    selection: Cards | None = None
    """In the order dealt."""
    piles: tuple[Cards, ...] | None = None
    """The piles kept."""
    aside: Cards = ()
    unused: Cards = ()
    discarded: Cards = ()
    random: Cards | None = None
    """Those of the discards that chance drew."""
    taken: Card | Literal["pass"] | None = None
    taken_discard: Card | None = None

    @property
    def if_divided(self) -> "Refill | None":
        """Itself, None before its cards are divided."""
        return None if self.piles is None else self

    @property
    def offered(self) -> Cards:
        """The cards of which the opponent may take one."""
        return self.aside + self.unused


class Action(NamedTuple):
    """What somebody did in a betting phase: `call`, `fold` or `raise N`."""

    phase: int
    by: Side
    action: str


@dataclass(frozen=True, slots=True)
class Round(Value):
    """A round, in progress or over. Pairs are by side."""

    number: int
    starter: Side
    refills: tuple[Refill, ...] = ()
    community: Card | None = None
    private: BySide[PrivateCards] | None = None
    revealed: int = 0
    betting: int = 0
    """The betting phase in progress or last begun, 0 before the ante is paid."""
    bets: BySide[int] = (0, 0)
    actions: tuple[Action, ...] = ()
    hands: BySide[HandName] | None = None
    result: _Result | None = None
    winner: Side | None = None
    penalty: Literal["paid", "unpaid"] | None = None

    @property
    def is_first_action(self) -> bool:
        """Whether nobody has acted yet in the betting phase in progress."""
        return not self.actions or self.actions[-1].phase != self.betting

    @property
    def pot(self) -> int:
        """The chips that are or were at stake, once the ante is paid."""
        return ANTE_POT + sum(self.bets)

    def discards(self, side: Side) -> Iterator[Card]:
        """Yield the cards that a player has discarded in this round, all of them in public."""
        for refill in self.refills:
            if refill.by == side:
                yield from refill.discarded
            elif refill.taken_discard is not None:
                yield refill.taken_discard

    def hand(self, side: Side) -> Hand:
        """Return a player's hand, whether the private cards are revealed or not."""
        assert self.private is not None, "hands exist once the private cards are chosen"
        assert self.community is not None, "the community card is dealt before that"
        return hand_of(self.private[side], self.community)


@dataclass(frozen=True, slots=True)
class State(Value):
    """A match at one moment. Pairs are by side: the first player's first."""

    players: tuple[str, str]
    limits: Limits
    phase: Phase = "deal"
    round: int = 0
    """How many rounds have begun."""
    starter: Side | None = None
    acting_side: Side = 0
    """The player who decides next; while chance draws for a refill, its buyer."""
    chips: BySide[int] = (START_CHIPS, START_CHIPS)
    pot: int = 0
    removed: int = 0
    start_pools: BySide[Cards] | None = None
    pools: BySide[Cards] = ((), ())
    """In card order."""
    current: Round | None = None
    history: tuple[Round, ...] = ()
    ready: tuple[bool, bool] = (False, False)
    """Who has ended the break."""
    outcome: Outcome | None = None

    @property
    def actor(self) -> str:
        """The name of the player who acts."""
        return self.players[self.acting_side]

    @property
    def current_round(self) -> Round:
        """The round in progress, where there must be one."""
        assert self.current is not None, "only asked within a round"
        return self.current

    @property
    def rounds(self) -> tuple[Round, ...]:
        """All rounds that have begun, in order."""
        return self.history if self.current is None else (*self.history, self.current)

    @property
    def current_refill(self) -> Refill:
        """The refill in progress, where there must be one."""
        return self.current_round.refills[-1]

    @property
    def refill_number(self) -> str:
        """The number of the refill in progress, as the ids of its decisions have it."""
        return f"{self.current_round.number}.{len(self.current_round.refills)}"

    @property
    def last_round(self) -> Round | None:
        """The round whose cards lie on the table: the last one, until the next has begun."""
        return self.rounds[-1] if self.rounds else None

    def replace_refill(self, refill: Refill, **fields: Any) -> "State":
        """Return a copy, the refill in progress changed and some other fields too."""
        refills = (*self.current_round.refills[:-1], refill)
        return self.replace(current=self.current_round.replace(refills=refills), **fields)

    @property
    def to_call(self) -> int:
        """How many chips the player to act needs for a call."""
        first, second = self.current_round.bets
        return second - first if self.acting_side == 0 else first - second

    def side_of(self, player: str) -> Side:
        """Return the side of a player."""
        return 0 if self.players[0] == player else 1
