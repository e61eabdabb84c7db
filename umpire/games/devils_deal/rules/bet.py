"""`bet`: call, raise or fold, in one of the two betting phases of a round."""

import re
from collections.abc import Callable, Mapping
from typing import Final, Literal, NamedTuple

from umpire.games.base import (
    ChoiceKind,
    Decision,
    Event,
    NotAllowed,
    NotUnderstood,
    RandomSource,
    Step,
    told,
)
from umpire.games.devils_deal.components import PENALTY
from umpire.games.devils_deal.rules.betting import (
    as_it_went_on,
    end_phase,
    hand_in,
    pay_out,
    pot_of,
    tell_revealed,
)
from umpire.games.devils_deal.rules.rounds import end_round, tell_next
from umpire.games.devils_deal.state import Action, Round, State
from umpire.games.notation import counted, listed, not_understood, plain
from umpire.games.stakes import ladder
from umpire.games.two_players import Side, opponent, with_mine


class Bet(NamedTuple):
    """An action of a betting phase; `chips` is what a raise adds on top of the call."""

    action: Literal["call", "raise", "fold"]
    chips: int = 0


_EXAMPLE: Final = "raise 3"
_CALL: Final = Bet("call")
_FOLD: Final = Bet("fold")
_NUMBER: Final = r"(?:\+ ?)?(?P<{}>[0-9]+)"
_BET: Final = re.compile(
    r"(?:(?P<call>c|call)|(?P<fold>f|fold)"
    rf"|(?:r|raise)(?: ?[:,]| by)? ?{_NUMBER.format('behind')}(?: ?chips?)?"
    rf"|{_NUMBER.format('before')}(?: ?chips? | ?)r) ?\.?"
)
_FAR: Final = 6
"""A raise by a number of more digits than this is beyond everybody's chips, whatever it is."""

_OFTEN_FOLDED: Final = 0.15
_OFTEN_CALLED: Final = 0.6
_OFTEN_ALL_IN: Final = 0.15
"""How often a random player does this and that."""


class BetKind(ChoiceKind[State, Bet]):
    """What the player to act does."""

    name = "bet"
    task = "bet"
    asks = "Whether to call, raise or fold. A call matches the opponent's bet, a raise goes on top."
    notation = "call (c), raise N (r N, N r, raise by N) or fold (f)"
    examples = ("raise 3", "c", "5R", "fold")
    limit = "simple_seconds; then fold"

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Ask the player to act, the starting player first in each phase."""
        action = f"bet {state.round}.{len(state.playing.actions) + 1}"
        return (Decision(action, state.actor, self, state.limits.simple_seconds),)

    def ask(self, seen: State, decision: Decision) -> str:
        calls, most = _may_call(seen), _highest_raise(seen)
        up_to = f"raise by up to {most}" if most > 1 else "raise by 1"
        may = listed([*["call"] * calls, *[up_to] * (most > 0), "fold"], "or")
        other = seen.players[opponent(seen.acting)]
        before = f"{other} raised by {seen.to_call}." if calls else "You bet first."
        return f"{before} {may[:1].upper()}{may[1:]}?"

    def read(self, state: State, decision: Decision, text: str) -> Bet:
        """Read an action; there must be something to call, and the chips for a raise."""
        bet = parse(text, lambda: self.suggest(state, decision)[0])
        if bet.action == "call" and not _may_call(state):
            raise NotAllowed("There is nothing to call yet. Raise or fold. Example: raise 1.")
        if bet.action == "raise" and not 1 <= bet.chips <= _highest_raise(state):
            raise NotAllowed(_why_no_raise(state))
        return bet

    def format(self, answer: Bet) -> str:
        return f"raise {answer.chips}" if answer.action == "raise" else answer.action

    def default_answer(self, state: State, decision: Decision) -> Bet:
        """Return a fold. Ruling 29: the penalty applies as to any fold."""
        return _FOLD

    def apply(self, state: State, answers: Mapping[str, Bet]) -> Step[State]:
        (bet,) = answers.values()
        side, current = state.acting, state.playing
        actions = (*current.actions, Action(current.betting, side, self.format(bet)))
        after = _fold(state, actions) if bet.action == "fold" else _pay(state, actions, bet)
        return Step(after, lambda: _tell(state, bet, after))

    def foresee(self, seen: State, decision: Decision, answer: Bet) -> str:
        if answer.action == "fold":
            return ""
        left = seen.chips[seen.acting] - seen.to_call - answer.chips
        return f"It leaves you {counted(left, 'chip') if left else 'no chips'}."

    def suggest(self, seen: State, decision: Decision) -> tuple[str, ...]:
        """Return the actions that are possible; raises between those may be legal too."""
        calls = ["call"] if _may_call(seen) else []
        raises = [f"raise {chips}" for chips in ladder(_highest_raise(seen))]
        return (*calls, *raises, "fold")

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> Bet:
        """Return a fold now and then, mostly a call, small raises, and all in."""
        return _random_bet(state, random)


def parse(text: str, example: Callable[[], str] = lambda: _EXAMPLE) -> Bet:
    """Read `call`, `raise N` or `fold`, whatever is possible.

    What is none of these is answered with an example, which is asked for only then.
    """
    said = _BET.fullmatch(plain(text))
    if said is None:
        raise NotUnderstood(
            f"{not_understood(text)} Call, fold, or raise by a number. Example: {example()}."
        )
    match said.lastgroup:
        case "call":
            return _CALL
        case "fold":
            return _FOLD
    digits = said[said.lastgroup or 0].lstrip("0") or "0"
    return Bet("raise", int(digits) if len(digits) <= _FAR else 10**_FAR)


def _may_call(state: State) -> bool:
    """Return whether there is something to call, or was: not for who acts first in a phase."""
    return not state.playing.first_to_act


def _highest_raise(state: State) -> int:
    """Return the most chips by which the player to act may raise; 0 if that is not possible.

    Ruling 28: no more than the opponent has in hand, and than is left after calling.
    """
    side = state.acting
    return min(state.chips[opponent(side)], state.chips[side] - state.to_call)


def _why_no_raise(state: State) -> str:
    most = _highest_raise(state)
    if most < 1:
        return "You cannot raise: one of you has no chips left for it. Call or fold."
    return f"You can raise by 1 to {most}, no more than either of you has left after the call."


def _pay(state: State, actions: tuple[Action, ...], bet: Bet) -> State:
    """Pay what is to call and the raise; a raise is the opponent's to answer."""
    side, paid = state.acting, state.to_call + bet.chips
    current = state.playing
    bets = with_mine(current.bets, side, current.bets[side] + paid)
    current = current.changed(actions=actions, bets=bets)
    after = state.changed(
        acting=opponent(side),
        chips=with_mine(state.chips, side, state.chips[side] - paid),
        pot=state.pot + paid,
        current=current,
    )
    return after if bet.action == "raise" else end_phase(after, current)


def _fold(state: State, actions: tuple[Action, ...]) -> State:
    """Let the other player take the pot, and the folder pay for a high card.

    Ruling 29: folding by the time limit is no different. Ruling 31: the whole hand counts.
    """
    folder: Side = state.acting
    winner = opponent(folder)
    over = state.playing.changed(actions=actions, result="fold", winner=winner)
    after = pay_out(state, winner)
    if hand_in(over, folder).name != "high card":
        return end_round(after, over)
    # Ruling 30: paid out of what the folder has left, in full or not at all.
    mine, theirs = after.chips[folder], after.chips[winner]
    if mine < PENALTY:
        return end_round(after, over.changed(penalty="unpaid"), loser=folder)
    chips = with_mine(with_mine(after.chips, folder, mine - PENALTY), winner, theirs + PENALTY)
    return end_round(after.changed(chips=chips), over.changed(penalty="paid"))


def _tell(before: State, bet: Bet, after: State) -> tuple[Event, ...]:
    was = before.playing
    now = as_it_went_on(was, after)
    sentences = [_tell_action(before, bet), *tell_revealed(after, was, now)]
    if bet.action == "fold":
        sentences += _tell_fold(after, now)
    return told([*sentences, *tell_next(before, after)])


def _tell_action(before: State, bet: Bet) -> str:
    match bet.action:
        case "fold":
            return f"{before.actor} folds."
        case "call":
            return f"{before.actor} calls {counted(before.to_call, 'chip')}."
        case "raise":
            called = f"calls {counted(before.to_call, 'chip')} and " if before.to_call else ""
            return f"{before.actor} {called}raises by {counted(bet.chips, 'chip')}."


def _tell_fold(after: State, now: Round) -> list[str]:
    assert now.winner is not None, "somebody wins by a fold"
    winner, folder = after.players[now.winner], after.players[opponent(now.winner)]
    takes = f"{winner} wins the pot of {counted(pot_of(now), 'chip')}."
    penalty = counted(PENALTY, "chip")
    match now.penalty:
        case "paid":
            return [takes, f"{folder} folded a high card and pays {winner} {penalty}."]
        case "unpaid":
            return [takes, f"{folder} folded a high card and cannot pay the {penalty}."]
    return [takes]


def _random_bet(state: State, random: RandomSource) -> Bet:
    most = _highest_raise(state)
    if random.random() < _OFTEN_FOLDED:
        return _FOLD
    if _may_call(state) and (not most or random.random() < _OFTEN_CALLED):
        return _CALL
    few = min(most, 3)
    all_in = random.random() < _OFTEN_ALL_IN
    return Bet("raise", most if all_in else random.choice(range(1, few + 1)))
