"""The rounds that are over, as a page draws them: both hands, who won what, the chips in hand."""

from typing import NamedTuple

from umpire.games.cards import HIDDEN
from umpire.games.devils_deal.cards import (
    ANTE,
    ANTE_POT,
    PENALTY,
    REFILL_PRICE,
    START_CHIPS,
    hand_name,
    hand_with_article,
)
from umpire.games.devils_deal.state import Round, State
from umpire.games.results import Result, ResultRow, mention
from umpire.games.text import pluralize
from umpire.games.two_players import SIDES, BySide, Side, opponent


class _Chips(NamedTuple):
    """The chips in hand when a round is settled, and after that."""

    before: BySide[int]
    after: BySide[int]


def results(view: State) -> tuple[Result, ...]:
    """Return the results of the rounds that are over, with the cards that the viewer knows."""
    chips, all_results = (START_CHIPS, START_CHIPS), list[Result]()
    for round_ in view.history:
        settlement = _settle(round_, chips)
        all_results.append(_result(view, round_, settlement))
        chips = settlement.after
    return tuple(all_results)


def _settle(round_: Round, chips: BySide[int]) -> _Chips:
    """Return the chips of a round that began with so many in hand."""
    before, after = list(chips), list(chips)
    for side in SIDES:
        refills = sum(refill.by == side for refill in round_.refills)
        before[side] -= REFILL_PRICE * refills + ANTE + round_.bets[side]
        after[side] = before[side]
        if round_.winner is None:  # ruling 26
            after[side] += round_.bets[side] + ANTE_POT // 2
    if round_.winner is not None:
        paid = PENALTY if round_.penalty == "paid" else 0
        after[round_.winner] += round_.pot + paid
        after[opponent(round_.winner)] -= paid
    return _Chips((before[0], before[1]), (after[0], after[1]))


def _result(view: State, round_: Round, chips: _Chips) -> Result:
    winner = None if round_.winner is None else view.players[round_.winner]
    title = "A tie" if winner is None else f"{mention(winner)} won {pluralize(round_.pot, 'chip')}"
    return Result(
        name=f"Round {round_.number}",
        title=title,
        won=winner,
        detail=_detail(view, round_),
        rows=tuple([_row(view, round_, chips, side) for side in SIDES]),
    )


def _row(view: State, round_: Round, chips: _Chips, side: Side) -> ResultRow:
    """Return a player's hand as far as it is known, and the chips before and after, if they differ.

    A card that is not known is a question mark.
    """
    assert round_.private is not None, "a round is over after its cards were chosen"
    private, before, after = round_.private[side], chips.before[side], chips.after[side]
    is_known = HIDDEN not in private
    cards = ["?" if card == HIDDEN else card for card in private]
    return ResultRow(
        by=view.players[side],
        pieces=(*cards, round_.community or ""),
        makes=hand_name(round_.hand(side)).capitalize() if is_known else "",
        before=str(before),
        after="" if after == before else str(after),
    )


def _detail(view: State, round_: Round) -> str:
    """Return how a round was decided."""
    if round_.winner is None:
        return f"Both had {hand_with_article(round_.hand(0))}"
    winner, other = round_.winner, opponent(round_.winner)
    if round_.result == "fold":
        folder, penalty = mention(view.players[other]), pluralize(PENALTY, "chip")
        if round_.penalty is None:
            return f"{folder} folded"
        paid = f"paid {penalty}" if round_.penalty == "paid" else f"could not pay {penalty}"
        return f"{folder} folded a high card and {paid}"
    better, worse = round_.hand(winner), round_.hand(other)
    if hand_name(better) == hand_name(worse):
        return f"The better {hand_name(better)} won"
    return f"{hand_name(better).capitalize()} beat {hand_with_article(worse)}"
