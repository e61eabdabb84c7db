"""The two betting phases, what is revealed after each, and the showdown.

A phase begins with the ante or the one before it, and ends with a call or because a player has no
chips. What a player does in it is `bet`.
"""

from typing import Final

from umpire.games.base import Decisive
from umpire.games.devils_deal.components import ANTE_POT
from umpire.games.devils_deal.rules.hands import Hand, hand_name, hand_of
from umpire.games.devils_deal.rules.rounds import end_round
from umpire.games.devils_deal.state import Round, State
from umpire.games.notation import counted
from umpire.games.two_players import SIDES, Side, with_mine

_PHASES: Final = 2
_ANTE_BACK, _ANTE_ODD = divmod(ANTE_POT, len(SIDES))
"""What each takes of the ante in a tie, and what is left of it then."""


def begin_phase(state: State, before: Round) -> State:
    """Begin the next betting phase of a round, or reveal at once if a player has no chips.

    What the phase before is over with is revealed. Ruling 33: a phase that nobody can bet in is
    skipped, its reveal is not.
    """
    current = before.changed(revealed=before.betting, betting=before.betting + 1)
    begun = state.changed(phase="bet", acting=current.starter, current=current)
    return begun if all(state.chips) else end_phase(begun, current)


def end_phase(state: State, current: Round) -> State:
    """Reveal a card of each; then comes the next phase of the round or the showdown."""
    if current.betting < _PHASES:
        return begin_phase(state, current)
    return _show_down(state, current)


def _show_down(state: State, current: Round) -> State:
    first, second = hand_in(current, 0), hand_in(current, 1)
    shown = current.changed(revealed=current.betting, hands=(first.name, second.name))
    if first.worth == second.worth:
        return _tie(state, shown.changed(result="tie"))
    winner: Side = 0 if first.worth > second.worth else 1
    return end_round(pay_out(state, winner), shown.changed(result="win", winner=winner))


def _tie(state: State, over: Round) -> State:
    """Return the bets back. Ruling 26: of the ante each takes 1 chip and the odd one is removed."""
    mine, theirs = (state.chips[side] + over.bets[side] + _ANTE_BACK for side in SIDES)
    back = state.changed(chips=(mine, theirs), removed=state.removed + _ANTE_ODD)
    return end_round(back, over)


def pay_out(state: State, winner: Side) -> State:
    """Let the winner take the pot. Ruling 25: all of it, the antes too."""
    return state.changed(chips=with_mine(state.chips, winner, state.chips[winner] + state.pot))


def hand_in(current: Round, side: Side) -> Hand:
    """Return a player's hand in a round."""
    assert current.private is not None, "there are hands once the private cards are chosen"
    assert current.community is not None, "and the community card is there before them"
    return hand_of(current.private[side], current.community)


def pot_of(now: Round) -> int:
    """Return what was at stake in a round, as far as it has come."""
    return ANTE_POT + sum(now.bets)


def as_it_went_on(was: Round, after: State) -> Round:
    """Return a round that was in progress as it stands, or went on record, afterwards."""
    now = after.current
    return now if now is not None and now.number == was.number else after.history[-1]


def tell_revealed(after: State, was: Round, now: Round) -> list[str]:
    """Return the sentences on the cards revealed, and on the showdown if all are."""
    assert now.private is not None, "only told once the private cards are chosen"
    sentences = []
    for place in range(was.revealed, now.revealed):
        if all(action.phase != place + 1 for action in now.actions):
            sentences.append("Nobody bets: a player has no chips left.")
        cards = [f"{after.players[side]} {now.private[side][place]}" for side in SIDES]
        sentences.append(f"The {('first', 'second')[place]} cards are shown: {', '.join(cards)}.")
    return sentences if now.hands is None else [*sentences, _tell_showdown(after, now)]


def _tell_showdown(after: State, now: Round) -> str:
    assert now.hands is not None, "only told of a showdown"
    shown = [f"{after.players[side]}: {hand_name(hand_in(now, side))}" for side in SIDES]
    if now.winner is None:
        end = (
            "A tie: each player takes back their bet and 1 chip of the ante. The third chip leaves "
            "the game"
        )
    else:
        end = f"{after.players[now.winner]} wins the pot of {counted(pot_of(now), 'chip')}"
    return f"{', '.join(shown)}. {end}."


def decisive(state: State) -> Decisive | None:
    """Return the largest pot that the winner of a match took; None if there was none."""
    outcome = state.outcome
    if outcome is None:
        return None
    won = [one for one in state.history if one.winner is not None]
    taken = [one for one in won if state.players[one.winner or 0] == outcome.winner]
    if not taken:
        return None
    best = max(taken, key=pot_of)
    is_largest = pot_of(best) == max(map(pot_of, won))
    largest = "of the match" if is_largest else f"that {outcome.winner} won"
    return Decisive(
        f"Round {best.number}: {outcome.winner} wins {counted(pot_of(best), 'chip')}",
        f"The largest pot {largest}.",
        f"Round {best.number}. ",
        "which hand is better" if best.hands else "when a player folds",
    )
