"""A match at one moment: everything that is decided, dealt and lying on the table."""

from dataclasses import dataclass
from typing import Final, Literal

from umpire.games.base import Outcome
from umpire.games.denizens_of_tartarus.cards import (
    MODULES,
    Card,
    Configuration,
    Deck,
    Hand,
    ModuleName,
)
from umpire.games.denizens_of_tartarus.modules import Modules, count_remaining
from umpire.games.spirits import Spirits
from umpire.games.two_players import BySide, Side, opponent
from umpire.games.values import Value

Phase = Literal["seats", "deal", "ban", "declare", "turn", "over"]

_BOTH_RECENT: Final = 5
_OWN_RECENT: Final = 3
"""From how many remaining modules on both players' most recent ones are closed, or one's own."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The time limit of each kind of decision, and each player's bank, in seconds."""

    # Ruling 4: the source times bans and turns; the other preparations take a ban's time.
    seats: float = 60.0
    ban: float = 60.0
    declare: float = 60.0
    turn: float = 90.0
    bank: float = 300.0


@dataclass(frozen=True, slots=True)
class State(Value):
    """A match at one moment. Pairs are by side: Player 1's first."""

    players: tuple[str, str]
    """In the header's order."""
    limits: Limits
    phase: Phase
    seats: tuple[str, str]
    """The names of Player 1 and Player 2."""
    left: str
    spirits: BySide[Spirits]
    """What is left of them. Ruling 6: Blocking and Mulligan share them."""
    modules: Modules
    decider: str | None = None
    """Who settles the seats first, if anybody does."""
    is_seated: bool = True
    """Whether the seats are, by the decider if there is one."""
    configurations: tuple[Configuration, ...] | None = ()
    """A to D as far as dealt or given; None where they may not be known yet."""
    bans: tuple[str, ...] = ()
    configuration: str | None = None
    turn: int = 0
    hands: BySide[Hand] = ((), ())
    deck: Deck = ()
    recent: BySide[ModuleName | None] = (None, None)
    blocked: ModuleName | None = None
    """The module named against the player to move, for this turn only."""
    blocks_made: BySide[frozenset[ModuleName]] = (frozenset(), frozenset())
    """What each side has named by Blocking so far."""
    last_cards: tuple[Card | None, Card | None] = (None, None)
    """What each side played in its last turn, as far as the match knows it."""
    last_side: Side | None = None
    """Whose play was the last of all."""
    wins: tuple[ModuleName, ...] = ()
    """The modules that were won in this match, in order: not those won before a given position."""
    outcome: Outcome | None = None

    @property
    def open_configurations(self) -> tuple[Configuration, ...]:
        """Return the configurations, which must not be masked."""
        assert self.configurations is not None, "the configurations are masked"
        return self.configurations

    @property
    def mover(self) -> Side:
        """The side whose turn this is: odd turns are Player 1's."""
        return 0 if self.turn % 2 else 1

    @property
    def to_move(self) -> str | None:
        """The player whose turn is pending, None if no turn is."""
        return self.seats[self.mover] if self.phase == "turn" else None

    @property
    def left_side(self) -> Side:
        """The side that is shown on the left."""
        return 0 if self.seats[0] == self.left else 1

    def side_of(self, player: str) -> Side:
        """Return the side of a player."""
        return 0 if self.seats[0] == player else 1

    def opponent_of(self, player: str) -> str:
        """Return the other player's name."""
        return self.seats[opponent(self.side_of(player))]

    @property
    def closed(self) -> tuple[ModuleName, ...]:
        """The modules closed to the player to move, in their order; none if no turn is pending.

        Ruling 11: most recent modules count won or not, and with 2 or fewer remaining neither does.
        """
        if self.phase != "turn":
            return ()
        modules, mover, left = self.modules, self.mover, count_remaining(self.modules)
        own, other = self.recent[mover], self.recent[opponent(mover)]
        closed = (
            self.blocked,
            own if left >= _OWN_RECENT else None,
            other if left >= _BOTH_RECENT else None,
        )
        return tuple([name for name in MODULES if name in closed or modules[name].won is not None])

    def is_closed(self, name: ModuleName) -> bool:
        """Return whether a module is closed to the player to move, whose turn must be pending."""
        if self.modules[name].won is None and name != self.blocked and name not in self.recent:
            return False
        return name in self.closed

    def end(self, outcome: Outcome) -> "State":
        """Return the end of the match; all else stays as it was."""
        return self.replace(phase="over", blocked=None, outcome=outcome)
