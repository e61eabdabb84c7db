"""What happens in a turn: the play, the draw, an invocation, and the end of the match."""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, cast

from umpire.games.base import NotAllowed, Outcome, Tell, tell_nobody
from umpire.games.cards import names
from umpire.games.denizens_of_tartarus.cards import MODULES, Card, ModuleName, as_hand
from umpire.games.denizens_of_tartarus.modules import (
    SAME_PILES,
    Balance,
    Draw,
    Effect,
    Modules,
    Pick,
    Play,
    count_remaining,
    modules_won,
)
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.results import mention
from umpire.games.spirits import Spirits
from umpire.games.text import join_words, pluralize
from umpire.games.two_players import Side, opponent, replace_side

HOW_WON: Final = {"modules": "with three modules", "time": "on time", "forfeit": "by forfeit"}
"""How a match was won, by the reason that the report gives, in a player's words."""
_LOST_BY: Final = {"time": "has run out of time", "forfeit": "forfeits"}
_DID_LOSE: Final = {"time": "ran out of time", "forfeit": "forfeited"}

_MODULES_TO_WIN: Final = 3
"""Modules won, at the end of one's own turn, that win the match."""

MODULES_FOR_BLOCKING: Final = 7
MODULES_FOR_ATTUNED_BLOCKING: Final = 6
"""The modules that must remain for Blocking."""


@dataclass(frozen=True, slots=True)
class Block:
    """Blocking: the module is closed to the opponent in their next turn."""

    module: ModuleName
    attuned: bool


@dataclass(frozen=True, slots=True)
class Mulligan:
    """Mulligan: these cards are discarded, in this order, for as many from the top."""

    cards: tuple[Card, ...]
    attuned: bool


Spirit = Block | Mulligan


class Turn(NamedTuple):
    """A whole turn, as one line says it."""

    card: Card
    module: ModuleName
    option: bool = False
    """Whether the draw option of the module is used in place of the top card."""
    pick: Pick = None
    """For the option: Matching's card or its place from 1, or the card that Stones discards."""
    piles: str = SAME_PILES
    """Shuffle's piles in their new order from the top; SAME_PILES on every other module."""
    spirit: Spirit | None = None


def judge(state: State, turn: Turn) -> None:
    """Raise NotAllowed at the first part of a turn that the rules forbid."""
    hand, module = state.hands[state.mover], state.modules[turn.module]
    if turn.card not in hand:
        raise NotAllowed(f"You do not have {turn.card}. Your hand is {names(hand)}.")
    if state.is_closed(turn.module):
        raise NotAllowed(
            f"{turn.module} is closed to you: {why_closed(state, turn.module)}. "
            f"Open: {join_words(open_modules(state))}."
        )
    if not module.playable_cards((turn.card,)):
        raise NotAllowed(module.why_refused(turn.card))
    if turn.option:
        draw_cards(state, turn)
    if turn.spirit is not None:
        _check_supply(state.spirits[state.mover], turn.spirit)
        play_turn(state, turn, tell_nobody)  # an invocation is judged at what it will meet


def _check_supply(spirits: Spirits, spirit: Spirit) -> None:
    """Raise NotAllowed if an invocation is not left.

    Ruling 7: an attuned one is spent if it is named so, and never else.
    """
    if spirits.left(spirit.attuned):
        return
    kind, other = ("attuned", "normal") if spirit.attuned else ("normal", "attuned")
    others = spirits.left(not spirit.attuned)
    if not others:
        raise NotAllowed("You have no invocation left.")
    raise NotAllowed(f"You have no {kind} invocation left. You still have {others} {other}.")


def is_legal(state: State, turn: Turn) -> bool:
    """Return whether the rules allow a turn, to its end."""
    try:
        judge(state, turn)
    except NotAllowed:
        return False
    return True


def open_modules(state: State) -> tuple[ModuleName, ...]:
    """Return the modules that are open to the player to move."""
    closed = state.closed
    return tuple([name for name in MODULES if name not in closed])


def legal_plays(state: State) -> list[tuple[Card, ModuleName]]:
    """Return the cards of the mover with the modules they may be played on: there is always one."""
    hand, modules, closed = state.hands[state.mover], state.modules, state.closed
    by_module = [
        (name, modules[name].playable_cards(hand)) for name in MODULES if name not in closed
    ]
    return [(card, name) for card in hand for name, playable in by_module if card in playable]


def why_closed(state: State, name: ModuleName) -> str:
    """Return why a module is closed to the player to move, as the end of a sentence."""
    won = state.modules[name].won
    other = state.seats[opponent(state.mover)]
    if won is not None:
        return f"{state.seats[won]} has won it"
    if name == state.blocked:
        return f"{other} has closed it for this turn"
    if name == state.recent[state.mover]:
        return "it is your most recent module"
    return f"it is {other}'s most recent module"


def play_card(state: State, turn: Turn) -> Play:
    """Take the card of a turn out of the mover's hand, on its way to the module."""
    side = state.mover
    hand = state.hands[side]
    at = hand.index(turn.card)
    rest = hand[:at] + hand[at + 1 :]
    return Play(side, state.left_side, turn.card, rest, state.deck, turn.pick, turn.piles)


def draw_cards(state: State, turn: Turn) -> Draw:
    """Draw as a turn says. Raises NotAllowed if the draw option cannot be had."""
    module, play = state.modules[turn.module], play_card(state, turn)
    return module.draw_by_option(play) if turn.option else module.draw(play)


def play_turn(state: State, turn: Turn, tell: Tell) -> State:
    """Play a whole turn that the rules allow. Raises NotAllowed at an invocation they forbid."""
    side = state.mover
    player, module = state.seats[side], state.modules[turn.module]
    play = play_card(state, turn)
    effect = module.effect(play)
    modules, point = _count_point(state, effect)
    # Ruling 22: the module lends its option also if this very play has won it.
    draw = module.draw_by_option(play) if turn.option else module.draw(play)
    if tell is not tell_nobody:  # bots play many turns of which nobody is told
        gainer = effect.gainer
        to = "" if gainer in (None, side) else f" for {mention(state.seats[gainer])}"
        gained = "" if gainer is None else f", 1 point{to}"
        piles = "" if turn.piles == SAME_PILES else f", piles {turn.piles}"
        tell(
            f"{player} plays {turn.card.name} on {turn.module}: {effect.note}{piles}{point}. "
            f"{player} {_draw_text(draw, turn.option)}.",
            by=player,
            kind="move",
            pieces=(turn.card.name,),
            did=f"played on {turn.module}: {effect.brief}{gained}",
            end=f"drew {names(draw.drawn)}",
        )
    wins = () if effect.gainer is None else _modules_just_won(state, modules)
    _tell_wins(state, modules, wins, tell)
    after = state.replace(
        turn=state.turn + 1,
        modules=modules,
        hands=replace_side(state.hands, side, as_hand(draw.hand)),
        # Ruling 21: the card played goes under what Stones' option has discarded.
        deck=(*draw.deck, turn.card),
        recent=replace_side(state.recent, side, turn.module),
        blocked=None,
        last_cards=replace_side(state.last_cards, side, turn.card),
        last_side=side,
        wins=(*state.wins, *wins),
    )
    if turn.spirit is not None:
        after = _invoke(after, side, turn.spirit, tell)
    # Ruling 10: only the mover can win here; the opponent's third module waits for their own turn.
    if [each.won for each in modules.values()].count(side) < _MODULES_TO_WIN:
        return after
    won = join_words(modules_won(modules, side))
    tell(
        f"{player} wins the match with {won}.",
        by=player,
        kind="result",
        did=f"won the match with {won}",
    )
    return after.replace(turn=state.turn).end(Outcome(player, "modules"))


def _count_point(state: State, effect: Effect) -> tuple[Modules, str]:
    """Count the point of a play, also on Balance; return the modules then, and a text on it.

    Ruling 13: whose point it was makes no difference to Balance, which counts no longer once it
    is won.
    """
    modules, module, gainer = state.modules, effect.module, effect.gainer
    if gainer is None:
        return {**modules, module.name: module}, ""
    with_point = {**modules, module.name: module.with_point(gainer)}
    point = f". A point for {state.seats[gainer]}"
    balance = cast(Balance, modules["Balance"])
    if balance.won is not None:
        return with_point, point
    heavier_side = balance.heavier_side()
    if heavier_side is None:
        whose = "none"
    else:
        whose = "one more" if heavier_side == gainer else f"one for {state.seats[heavier_side]}"
    weights = f"{max(balance.weight)} to {min(balance.weight)}"
    return {
        **with_point,
        "Balance": balance.after_point_elsewhere(),
    }, f"{point}, {whose} on Balance ({weights})"


def _draw_text(draw: Draw, option: bool) -> str:
    drawn = f"draws {names(draw.drawn)}"
    if draw.discarded:
        return f"discards {names(draw.discarded)} and {drawn}"
    return f"{drawn} by the draw option" if option else drawn


def _modules_just_won(before: State, modules: Modules) -> tuple[ModuleName, ...]:
    return tuple(
        [
            name
            for name, module in modules.items()
            if module.won is not None and before.modules[name].won is None
        ]
    )


def _tell_wins(state: State, modules: Modules, wins: tuple[ModuleName, ...], tell: Tell) -> None:
    """Tell of each module that has just been won."""
    for name in wins:
        winner = state.seats[modules[name].won or 0]
        tell(f"{winner} wins {name}.", by=winner, kind="result", did=f"won {name}")


def _invoke(state: State, side: Side, spirit: Spirit, tell: Tell) -> State:
    """Spend an invocation of a side at the end of its turn. Raises NotAllowed."""
    spirits = replace_side(state.spirits, side, state.spirits[side].spent(spirit.attuned))
    state = state.replace(spirits=spirits)
    if isinstance(spirit, Block):
        return _block(state, side, spirit, tell)
    return _mulligan(state, side, spirit, tell)


def _block(state: State, side: Side, spirit: Block, tell: Tell) -> State:
    """Close a module to the opponent in their next turn. Ruling 8: not one that is so anyway."""
    name = spirit.module
    player, other = state.seats[side], state.seats[opponent(side)]
    left = count_remaining(state.modules)
    if left < (MODULES_FOR_ATTUNED_BLOCKING if spirit.attuned else MODULES_FOR_BLOCKING):
        raise NotAllowed(
            f"Blocking needs {MODULES_FOR_BLOCKING} modules left at the end of the turn, "
            f"or {MODULES_FOR_ATTUNED_BLOCKING} if it is attuned. {left} will be left."
        )
    if state.modules[name].won is not None:
        raise NotAllowed(f"{name} is won, so it is closed to both. Name another module.")
    if name in state.closed:
        whose = "your" if name == state.recent[side] else f"{other}'s"
        raise NotAllowed(
            f"{name} will be closed to {other} anyway: it is {whose} most recent module. "
            "Name another module."
        )
    if name in state.blocks_made[side]:
        raise NotAllowed(f"You have blocked {name} before in this match. Name another module.")
    tell(
        f"{player} invokes Blocking{_attuned_mark(spirit)}: {name} is closed to {other} next turn.",
        by=player,
        kind="move",
        did=f"closed {name} to {mention(other)} for a turn",
    )
    blocks = replace_side(state.blocks_made, side, state.blocks_made[side] | {name})
    return state.replace(blocked=name, blocks_made=blocks)


def _mulligan(state: State, side: Side, spirit: Mulligan, tell: Tell) -> State:
    """Discard cards in the order named, the last to the very bottom, and draw as many."""
    hand, player = state.hands[side], state.seats[side]
    discarded = spirit.cards
    if len(discarded) > 1 and not spirit.attuned:
        raise NotAllowed(
            "A normal Mulligan discards one card. For two or three say attuned mulligan."
        )
    for card in discarded:
        if card not in hand:
            raise NotAllowed(f"You no longer hold {card} then. Your hand will be {names(hand)}.")
        if discarded.count(card) > 1:
            raise NotAllowed(f"{card} is named twice.")
    # Ruling 21: these go under the card that was played.
    deck = (*state.deck, *discarded)
    drawn, deck = deck[: len(discarded)], deck[len(discarded) :]
    tell(
        f"{player} invokes Mulligan{_attuned_mark(spirit)}: {names(discarded)} for {names(drawn)}.",
        by=player,
        kind="move",
        pieces=tuple([card.name for card in discarded + drawn]),
        did=f"exchanged {pluralize(len(drawn), 'card')} by Mulligan",
    )
    rest = [card for card in hand if card not in discarded]
    return state.replace(hands=replace_side(state.hands, side, as_hand((*rest, *drawn))), deck=deck)


def _attuned_mark(spirit: Spirit) -> str:
    return " (attuned)" if spirit.attuned else ""


def lose(state: State, player: str, reason: Literal["time", "forfeit"], tell: Tell) -> State:
    """End the match with a player's loss."""
    winner = state.opponent_of(player)
    tell(
        f"{player} {_LOST_BY[reason]}. {winner} wins the match.",
        by=player,
        kind="result",
        did=_DID_LOSE[reason],
    )
    return state.end(Outcome(winner, reason))
