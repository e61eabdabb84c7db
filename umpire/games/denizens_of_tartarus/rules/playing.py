"""How a turn is resolved, step by step from the play to its end, and what is told of it."""

from operator import attrgetter
from typing import Final, Literal, NamedTuple, cast

from umpire.games.base import Event, NotAllowed, Outcome, Step, told
from umpire.games.denizens_of_tartarus.components import MODULES, Card, ModuleName, as_hand, names
from umpire.games.denizens_of_tartarus.rules.invocation import Spirit, invoke, invoked
from umpire.games.denizens_of_tartarus.rules.modules import (
    Balance,
    Effect,
    Pick,
    Play,
    Table,
    modules_won,
)
from umpire.games.denizens_of_tartarus.rules.modules.shuffle import SAME_PILES
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.notation import listed
from umpire.games.two_players import Side, opponent, with_mine

_NEEDED = 3
"""Modules won, at the end of one's own turn, that win the match."""

_LOST: Final = {"time": "has run out of time", "forfeit": "forfeits"}


class Turn(NamedTuple):
    """A whole turn, as one line says it."""

    card: Card
    module: ModuleName
    option: bool = False
    """Whether the draw option of the module is used in place of the top card."""
    pick: Pick = None
    """What the option is told: Matching's card or its place from 1, the card Stones discards."""
    piles: str = SAME_PILES
    """Shuffle's piles in their new order from the top; as they lie on every other module."""
    spirit: Spirit | None = None


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


_won = attrgetter("won")


def play(state: State, turn: Turn) -> Played:
    """Play a whole turn. Raises NotAllowed, at its first part that the rules forbid."""
    side = state.mover
    module = state.modules[turn.module]
    _judge_card(state, turn)
    coming = out_of_hand(state, turn)
    effect = module.effect(coming)
    modules, tipped = _score(state.modules, effect)
    # Ruling 22: the module lends its option also if this very play has won it.
    draw = module.option(coming) if turn.option else module.draw(coming)
    after = state.changed(
        turn=state.turn + 1,
        modules=modules,
        hands=with_mine(state.hands, side, as_hand(draw.hand)),
        # Ruling 21: the card played goes under what Stones' option has discarded.
        deck=(*draw.deck, turn.card),
        recent=with_mine(state.recent, side, turn.module),
        blocked=None,
        last_cards=with_mine(state.last_cards, side, turn.card),
        last_side=side,
    )
    drawn_by_mulligan: tuple[Card, ...] = ()
    if turn.spirit is not None:
        after, drawn_by_mulligan = invoke(after, side, turn.spirit)
    # Ruling 10: only the mover can win here; the opponent's third module waits for their own turn.
    if [*map(_won, modules.values())].count(side) >= _NEEDED:
        won = Outcome(state.seats[side], "modules")
        after = after.over(won).changed(turn=state.turn)
    return Played(state, turn, after, effect, tipped, draw.drawn, drawn_by_mulligan)


def lose(state: State, player: str, reason: Literal["time", "forfeit"]) -> Step[State]:
    """End the match with a player's loss."""
    winner = state.opponent_of(player)
    sentence = f"{player} {_LOST[reason]}. {winner} wins the match."
    return Step(state.over(Outcome(winner, reason)), told([sentence]))


def tried(state: State, turn: Turn) -> Played | None:
    """Return a turn played out, None if the rules do not allow it."""
    try:
        return play(state, turn)
    except NotAllowed:
        return None


def tried_with(played: Played, spirit: Spirit) -> Played | None:
    """Return a turn played out with an invocation too, None if the rules do not allow that."""
    turn = Turn(*played.turn[:-1], spirit)
    if played.after.outcome is not None:
        return tried(played.before, turn)  # it comes before the end of the match
    try:
        after, drawn = invoke(played.after, played.before.mover, spirit)
    except NotAllowed:
        return None
    return played._replace(turn=turn, after=after, drawn_by_mulligan=drawn)


def open_now(state: State) -> tuple[ModuleName, ...]:
    """Return the modules that are open to the player to move."""
    shut = state.closed
    return tuple([name for name in MODULES if name not in shut])


def plays(state: State) -> list[tuple[Card, ModuleName]]:
    """Return the cards of the mover with the modules they may be played on: there is always one."""
    hand = state.hands[state.mover]
    on = [(name, state.modules[name].taken_of(hand)) for name in open_now(state)]
    return [(card, name) for card in hand for name, taken in on if card in taken]


def _judge_card(state: State, turn: Turn) -> None:
    """Raise NotAllowed if the card may not be played on the module."""
    hand = state.hands[state.mover]
    if turn.card not in hand:
        raise NotAllowed(f"You do not have {turn.card}. Your hand is {names(hand)}.")
    if state.is_closed(turn.module):
        raise NotAllowed(
            f"{turn.module} is closed to you: {_why_closed(state, turn.module)}. "
            f"Open: {listed(open_now(state))}."
        )
    module = state.modules[turn.module]
    if not module.taken_of((turn.card,)):
        raise NotAllowed(module.why_refused(turn.card))


def _why_closed(state: State, name: ModuleName) -> str:
    """Tell the player to move why a module is closed, as the end of a sentence."""
    won = state.modules[name].won
    other = state.seats[opponent(state.mover)]
    if won is not None:
        return f"{state.seats[won]} has won it"
    if name == state.blocked:
        return f"{other} has closed it for this turn"
    if name == state.recent[state.mover]:
        return "it is your most recent module"
    return f"it is {other}'s most recent module"


def out_of_hand(state: State, turn: Turn) -> Play:
    """Take the card out of the hand, from which it may be played on the module."""
    side = state.mover
    hand = state.hands[side]
    at = hand.index(turn.card)
    kept = hand[:at] + hand[at + 1 :]
    return Play(side, state.left_side, turn.card, kept, state.deck, turn.pick, turn.piles)


def tell(played: Played) -> tuple[Event, ...]:
    """Tell the play and the draw, each module won, the invocation, the end."""
    before, turn, after = played.before, played.turn, played.after
    side = before.mover
    mover = before.seats[side]
    sentences = [f"{_play_told(played, mover)} {_draw_told(played, mover)}."]
    if played.effect.gainer is not None:
        sentences += [
            f"{before.seats[won]} wins {name}."
            for name in MODULES
            if (won := after.modules[name].won) is not None and before.modules[name].won is None
        ]
    if turn.spirit is not None:
        other = before.seats[opponent(side)]
        sentences.append(invoked(turn.spirit, mover, other, played.drawn_by_mulligan))
    if after.outcome is not None:
        sentences.append(f"{mover} wins the match with {listed(modules_won(after.modules, side))}.")
    return told(sentences)


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


def _play_told(played: Played, mover: str) -> str:
    before, turn = played.before, played.turn
    text = f"{mover} plays {turn.card.name} on {turn.module}: {played.effect.note}"
    if turn.piles != SAME_PILES:
        text += f", piles {turn.piles}"
    gainer = played.effect.gainer
    if gainer is None:
        return f"{text}."
    point = f"{text}. A point for {before.seats[gainer]}"
    if played.tipped is None:
        return f"{point}."
    return f"{point}, {_tip_told(before, played.tipped, gainer)}."


def _tip_told(before: State, balance: Balance, gainer: Side) -> str:
    heavier = balance.heavier()
    if heavier is None:
        return f"none on Balance ({balance.weight[0]} to {balance.weight[1]})"
    more, less = balance.weight[heavier], balance.weight[opponent(heavier)]
    whose = "one more" if heavier == gainer else f"one for {before.seats[heavier]}"
    return f"{whose} on Balance ({more} to {less})"


def _draw_told(played: Played, mover: str) -> str:
    turn = played.turn
    drawn = names(played.drawn)
    if not turn.option:
        return f"{mover} draws {drawn}"
    if turn.module == "Stones":
        return f"{mover} discards {turn.pick} and draws {drawn}"
    return f"{mover} draws {drawn} by the draw option"
