"""Devil's Deal: its decisions, how a match begins and ends, and who sees what."""

from collections.abc import Mapping
from typing import Final

from umpire.games.base import Decision, Game, Outcome, Tell
from umpire.games.cards import HIDDEN, HiddenCards
from umpire.games.devils_deal.betting import BetKind, PrivateKind, turning_point
from umpire.games.devils_deal.bots import determinize
from umpire.games.devils_deal.cards import PrivateCards
from umpire.games.devils_deal.division import DivideKind
from umpire.games.devils_deal.options import Limits
from umpire.games.devils_deal.page import now
from umpire.games.devils_deal.refills import (
    DiscardKind,
    RefillKind,
    SelectionKind,
    TakeKind,
)
from umpire.games.devils_deal.report import report
from umpire.games.devils_deal.results import results
from umpire.games.devils_deal.rounds import (
    LOSSES,
    LOST_BECAUSE,
    BreakKind,
    CommunityKind,
    DealKind,
    StartKind,
    lose,
)
from umpire.games.devils_deal.screen import screen
from umpire.games.devils_deal.state import Round, State
from umpire.games.results import mention
from umpire.games.two_players import SIDES, Side, by_name, opponent
from umpire.games.values import memoize

_BOTH_HIDDEN: Final = (HIDDEN, HIDDEN)
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
    results = staticmethod(results)
    now = staticmethod(now)
    screen = staticmethod(screen)

    def ended(self, outcome: Outcome) -> str:
        return f"{outcome.winner} has won: the opponent {LOSSES[outcome.reason]}"

    def reason(self, view: State) -> str:
        outcome = view.outcome
        if outcome is None or outcome.winner is None:
            return ""
        loser = view.players[opponent(view.side_of(outcome.winner))]
        return f"{mention(loser)} {LOST_BECAUSE[outcome.reason]}"

    def initial_state(self, players: tuple[str, ...], options: Limits) -> State:
        first, second = players
        return State((first, second), options)

    def forfeit(self, state: State, player: str, tell: Tell) -> State:
        return lose(state, state.side_of(player), "forfeit", tell)

    def seen_by(self, state: State, viewer: str | None) -> State:
        """Mask the pools, and private cards not revealed, but the viewer's own (ruling 35)."""
        own = state.side_of(viewer) if viewer in state.players else None
        first, second = state.pools
        return state.replace(
            pools=(
                first if own == 0 else HiddenCards(first),
                second if own == 1 else HiddenCards(second),
            ),
            current=state.current and _mask(state.current, own),
            history=tuple([_mask(round_, own) for round_ in state.history]),
        )

    def bot_moves(self, view: State, decision: Decision) -> tuple[str, ...]:
        """Return divisions too, which nobody else may be helped with (ruling 37)."""
        if isinstance(decision.kind, DivideKind):
            return decision.kind.bot_moves(view)
        return super().bot_moves(view, decision)

    def scores(self, view: State) -> Mapping[str, Mapping[str, float]]:
        return {"Chips": by_name(view.players, view.chips)}


def _mask(round_: Round, own: Side | None) -> Round:
    """Return a round without the private cards that were not revealed, but for the own ones."""
    if round_.private is None or round_.revealed == len(_BOTH_HIDDEN):
        return round_
    return _mask_private(round_, round_.private, own)


@memoize
def _mask_private(
    round_: Round, private: tuple[PrivateCards, PrivateCards], own: Side | None
) -> Round:
    hidden = _BOTH_HIDDEN[round_.revealed :]
    first, second = (
        cards if side == own else cards[: round_.revealed] + hidden
        for side, cards in zip(SIDES, private, strict=True)
    )
    return round_.replace(private=(first, second))
