"""A turn, from the play to its end, step by step."""

from collections.abc import Iterator
from typing import NamedTuple, cast

from umpire.games.base import NotAllowed, Outcome
from umpire.games.denizens_of_tartarus.answers import Turn
from umpire.games.denizens_of_tartarus.components import (
    MODULES,
    Card,
    ModuleName,
    Side,
    as_hand,
    names,
    with_mine,
)
from umpire.games.denizens_of_tartarus.modules import Balance, Effect, Play, Table
from umpire.games.denizens_of_tartarus.rules.closed import closed_now, is_closed_now, why_closed
from umpire.games.denizens_of_tartarus.rules.invocation import invoke
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.notation import listed
from umpire.games.values import changed

_NEEDED = 3
"""Modules won, at the end of one's own turn, that win the match."""


class Played(NamedTuple):
    """A turn played out: the state before and after it, and what there is to tell of it."""

    before: State
    turn: Turn
    after: State
    effect: Effect
    tipped: Balance | None
    """Balance as it stood when a point elsewhere tipped it, None if none did."""
    drawn: tuple[Card, ...]
    drawn_by_mulligan: tuple[Card, ...] = ()


def play(state: State, turn: Turn) -> Played:
    """Play a whole turn. Raises NotAllowed, at its first part that the rules forbid."""
    side = state.mover
    module = state.modules[turn.module]
    coming = _out_of_hand(state, turn)
    effect = module.effect(coming)
    modules, tipped = _score(state.modules, effect)
    # Ruling 22: the module lends its option also if this very play has won it.
    draw = module.option(turn, coming) if turn.option else module.draw(turn, coming)
    after = changed(
        state,
        turn=state.turn + 1,
        modules=modules,
        hands=with_mine(state.hands, side, as_hand(draw.hand)),
        # Ruling 21: the card played goes under what Stones' option has discarded.
        deck=(*draw.deck, turn.card),
        recent=with_mine(state.recent, side, turn.module),
        blocked=None,
    )
    drawn_by_mulligan: tuple[Card, ...] = ()
    if turn.spirit is not None:
        after, drawn_by_mulligan = invoke(after, side, turn.spirit)
    # Ruling 10: only the mover can win here; the opponent's third module waits for their own turn.
    if [module.won for module in modules.values()].count(side) >= _NEEDED:
        won = Outcome(state.seats[side], "modules")
        after = changed(over(after, won), turn=state.turn)
    return Played(state, turn, after, effect, tipped, draw.drawn, drawn_by_mulligan)


def open_now(state: State) -> tuple[ModuleName, ...]:
    """Return the modules that are open to the player to move."""
    shut = closed_now(state)
    return tuple([name for name in MODULES if name not in shut])


def plays(state: State) -> Iterator[tuple[Card, ModuleName]]:
    """Yield the cards of the mover with the modules they may be played on: there is always one."""
    on = open_now(state)
    for card in state.hands[state.mover]:
        for name in on:
            if state.modules[name].refuses(card) is None:
                yield card, name


def modules_won(modules: Table, side: Side) -> tuple[ModuleName, ...]:
    """Return the modules that a side has won."""
    return tuple([name for name in MODULES if modules[name].won == side])


def _out_of_hand(state: State, turn: Turn) -> Play:
    side = state.mover
    hand = state.hands[side]
    if turn.card not in hand:
        raise NotAllowed(f"You do not have {turn.card}; your hand is {names(hand)}.")
    if is_closed_now(state, turn.module):
        raise NotAllowed(
            f"{turn.module} is closed to you: {why_closed(state, turn.module)}. "
            f"Open to you: {listed(open_now(state))}."
        )
    refusal = state.modules[turn.module].refuses(turn.card)
    if refusal is not None:
        raise NotAllowed(refusal)
    kept = tuple([card for card in hand if card is not turn.card])
    return Play(side, turn.card, kept, state.deck)


def _score(modules: Table, effect: Effect) -> tuple[Table, Balance | None]:
    """Count the point of a play, tip Balance for it, and note which modules are won by that.

    Ruling 13: whose point it was makes no difference to Balance, which counts no longer once it
    is won.
    """
    module = effect.module
    if effect.gainer is None:
        return {**modules, module.name: module}, None
    scored = {**modules, module.name: module.scored(effect.gainer)}
    balance = cast(Balance, modules["Balance"])
    if balance.won is not None:
        return scored, None
    return {**scored, "Balance": balance.tipped()}, balance


def over(state: State, outcome: Outcome) -> State:
    """End the match; all else stays as the end found it."""
    return changed(state, phase="over", blocked=None, outcome=outcome)


def lose(state: State, player: str, reason: str) -> State:
    """End the match with a player's loss."""
    return over(state, Outcome(state.opponent_of(player), reason))
