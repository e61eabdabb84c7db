"""Devil's Deal: its decisions, how a match begins and ends, and who sees what."""

from collections.abc import Mapping
from typing import Final

from umpire.games.base import Decision, Game, Outcome, Tell
from umpire.games.cards import HIDDEN, HiddenCards
from umpire.games.devils_deal.betting import BetKind, PrivateKind, turning_point
from umpire.games.devils_deal.bots import determinize
from umpire.games.devils_deal.cards import Private
from umpire.games.devils_deal.division import DivideKind
from umpire.games.devils_deal.options import Limits
from umpire.games.devils_deal.refills import (
    DiscardKind,
    RefillKind,
    SelectionKind,
    TakeKind,
)
from umpire.games.devils_deal.report import report
from umpire.games.devils_deal.rounds import (
    LOSSES,
    BreakKind,
    CommunityKind,
    DealKind,
    StartKind,
    lose,
)
from umpire.games.devils_deal.screen import screen
from umpire.games.devils_deal.state import Round, State
from umpire.games.two_players import SIDES, Side, by_name
from umpire.games.values import memoize

_UNKNOWN: Final = (HIDDEN, HIDDEN)
"""Private cards of which none is revealed."""


class DevilsDeal(Game[Limits, State]):
    """Two players, two pools of cards, 30 chips each; three-card hands with one shared card."""

    id = "devils-deal"
    title = "Devil's Deal"
    summary = (
        "Two players bet chips on three-card hands from dwindling pools of cards, and pay chips to "
        "refill them. A player who cannot form a hand, pay the ante or a penalty loses."
    )
    seats = range(2, 3)
    options = Limits
    kinds = (
        DealKind(),
        StartKind(),
        RefillKind(),
        SelectionKind(),
        DivideKind(),
        DiscardKind(),
        TakeKind(),
        CommunityKind(),
        PrivateKind(),
        BetKind(),
        BreakKind(),
    )
    private = True
    greeting = (
        "Outlast your opponent: a player who runs out of cards or chips loses.",
        "Each round you may buy new cards. Then you both choose two cards in secret and bet twice.",
        "Your hand is those two and the community card. The better hand wins the pot.",
        "Fill in the yellow cells and tick send, or type one line in the yellow cell below them.",
    )

    turning_point = staticmethod(turning_point)
    determinize = staticmethod(determinize)
    report = staticmethod(report)
    screen = staticmethod(screen)

    def ended(self, outcome: Outcome) -> str:
        return f"{outcome.winner} has won: the opponent {LOSSES[outcome.reason]}"

    def initial_state(self, players: tuple[str, ...], options: Limits) -> State:
        first, second = players
        return State((first, second), options)

    def forfeit(self, state: State, player: str, tell: Tell) -> State:
        return lose(state, state.side_of(player), "forfeit", tell)

    def seen_by(self, state: State, viewer: str | None) -> State:
        """Mask the pools, and private cards not revealed, but the viewer's own (ruling 35)."""
        own = state.side_of(viewer) if viewer in state.players else None
        one, two = state.pools
        return state.replace(
            pools=(one if own == 0 else HiddenCards(one), two if own == 1 else HiddenCards(two)),
            current=state.current and _masked(state.current, own),
            history=tuple([_masked(over, own) for over in state.history]),
        )

    def bot_moves(self, view: State, decision: Decision) -> tuple[str, ...]:
        """Return divisions too, which nobody else may be helped with (ruling 37)."""
        if isinstance(decision.kind, DivideKind):
            return decision.kind.bot_moves(view)
        return super().bot_moves(view, decision)

    def scores(self, view: State) -> Mapping[str, Mapping[str, float]]:
        return {"Chips": by_name(view.players, view.chips)}


def _masked(shown: Round, own: Side | None) -> Round:
    if shown.private is None or shown.revealed == len(_UNKNOWN):
        return shown
    return _with_hidden(shown, shown.private, own)


@memoize
def _with_hidden(shown: Round, private: tuple[Private, Private], own: Side | None) -> Round:
    hidden = _UNKNOWN[shown.revealed :]
    masked = [
        cards if side == own else cards[: shown.revealed] + hidden
        for side, cards in zip(SIDES, private, strict=True)
    ]
    return shown.replace(private=tuple(masked))
