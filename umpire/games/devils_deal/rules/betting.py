"""The two betting phases, folding and the showdown."""

from umpire.games.base import NotAllowed
from umpire.games.devils_deal.answers import Bet
from umpire.games.devils_deal.components import (
    ANTE,
    ANTE_REMOVED,
    PENALTY,
    SIDES,
    Side,
    opponent,
    with_mine,
)
from umpire.games.devils_deal.rules.hands import Hand, hand_of
from umpire.games.devils_deal.rules.rounds import end_round
from umpire.games.devils_deal.state import Action, Round, State
from umpire.games.values import changed

_PHASES = 2
_ANTE_BACK = (len(SIDES) * ANTE - ANTE_REMOVED) // len(SIDES)
_ANTE_ODD = (len(SIDES) * ANTE - ANTE_REMOVED) % len(SIDES)
"""What each takes of the ante in a tie, and what is left of it then."""


def begin_phase(state: State) -> State:
    """Begin the next betting phase, or reveal at once if a player has no chips.

    Ruling 33: such a phase is skipped, its reveal is not.
    """
    current = changed(state.playing, betting=state.playing.betting + 1)
    begun = changed(state, phase="bet", acting=current.starter, current=current)
    return begun if all(state.chips) else _end_phase(begun)


def _end_phase(state: State) -> State:
    current = changed(state.playing, revealed=state.playing.betting)
    revealed = changed(state, current=current)
    return begin_phase(revealed) if current.betting < _PHASES else _show_down(revealed)


def may_call(state: State) -> bool:
    """Return whether there is something to call, or was: not for who acts first in a phase."""
    return not state.playing.first_to_act


def highest_raise(state: State) -> int:
    """Return the most chips by which the player to act may raise; 0 if that is not possible.

    Ruling 28: no more than the opponent has in hand, and than is left after calling.
    """
    side = state.acting
    return min(state.chips[opponent(side)], state.chips[side] - state.to_call)


def judge_bet(state: State, bet: Bet) -> None:
    """Make sure that an action is allowed. Raises NotAllowed."""
    if bet.action == "call" and not may_call(state):
        raise NotAllowed("There is nothing to call yet: raise, e.g. raise 1, or fold.")
    if bet.action == "raise" and not 1 <= bet.chips <= highest_raise(state):
        raise NotAllowed(_why_no_raise(state))


def _why_no_raise(state: State) -> str:
    most = highest_raise(state)
    if most < 1:
        return "You cannot raise, because one of you has no chips left for it: call or fold."
    return f"You can raise by 1 to {most}: no more than either of you has left after the call."


def act(state: State, bet: Bet) -> State:
    """Take an action of the player to act."""
    side, current = state.acting, state.playing
    told = f"raise {bet.chips}" if bet.action == "raise" else bet.action
    acted = changed(current, actions=(*current.actions, Action(current.betting, side, told)))
    if bet.action == "fold":
        return _fold(state, acted, side)
    paid = state.to_call + bet.chips
    after = changed(
        state,
        acting=opponent(side),
        chips=with_mine(state.chips, side, state.chips[side] - paid),
        pot=state.pot + paid,
        current=changed(acted, bets=with_mine(acted.bets, side, acted.bets[side] + paid)),
    )
    return after if bet.action == "raise" else _end_phase(after)


def _fold(state: State, current: Round, folder: Side) -> State:
    """Let the other player take the pot, and the folder pay for a high card.

    Ruling 29: folding by the time limit is no different. Ruling 31: the whole hand counts.
    """
    winner = opponent(folder)
    over = changed(current, result="fold", winner=winner)
    after = _pay_out(state, winner)
    if _hand(current, folder).name != "high card":
        return end_round(after, over)
    # Ruling 30: paid out of what the folder has left, in full or not at all.
    mine, theirs = after.chips[folder], after.chips[winner]
    if mine < PENALTY:
        return end_round(after, changed(over, penalty="unpaid"), loser=folder)
    chips = with_mine(with_mine(after.chips, folder, mine - PENALTY), winner, theirs + PENALTY)
    return end_round(changed(after, chips=chips), changed(over, penalty="paid"))


def _pay_out(state: State, winner: Side) -> State:
    """Let the winner take the pot. Ruling 25: all of it, the antes too."""
    return changed(state, chips=with_mine(state.chips, winner, state.chips[winner] + state.pot))


def _show_down(state: State) -> State:
    current = state.playing
    first, second = _hand(current, 0), _hand(current, 1)
    shown = changed(current, hands=(first.name, second.name))
    if first.worth == second.worth:
        return _tie(state, changed(shown, result="tie"))
    winner: Side = 0 if first.worth > second.worth else 1
    return end_round(_pay_out(state, winner), changed(shown, result="win", winner=winner))


def _tie(state: State, over: Round) -> State:
    """Return the bets back. Ruling 26: of the ante each takes 1 chip and the odd one is removed."""
    mine, theirs = (state.chips[side] + over.bets[side] + _ANTE_BACK for side in SIDES)
    back = changed(state, chips=(mine, theirs), removed=state.removed + _ANTE_ODD)
    return end_round(back, over)


def _hand(current: Round, side: Side) -> Hand:
    assert current.private is not None, "there are hands once the private cards are chosen"
    assert current.community is not None, "and the community card is there before them"
    return hand_of(current.private[side], current.community)
