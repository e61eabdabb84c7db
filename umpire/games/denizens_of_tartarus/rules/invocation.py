"""Invocations at the end of a turn: Blocking closes a module, Mulligan changes cards."""

from dataclasses import dataclass
from typing import Final

from umpire.games.base import NotAllowed, NotUnderstood, RandomSource
from umpire.games.denizens_of_tartarus.components import (
    MODULES,
    Card,
    Hand,
    ModuleName,
    as_hand,
    names,
)
from umpire.games.denizens_of_tartarus.rules.line import Line
from umpire.games.denizens_of_tartarus.rules.modules import remaining
from umpire.games.denizens_of_tartarus.state import Spirits, State
from umpire.games.sampling import drawn
from umpire.games.two_players import Side, opponent, with_mine

_BLOCKING: Final = 7
_BLOCKING_ATTUNED: Final = 6
"""The modules that must remain for Blocking."""

_ATTUNED = ("attuned", "att")
_BLOCK = ("block",)
_MULLIGAN = ("mulligan", "mull")
_INVOCATION = ("invocation",)
_COLON = (":",)


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


def read_invocation(line: Line) -> Spirit | None:
    """Read `block module` or `mulligan card {card}` with one `attuned` somewhere, None at the end.

    Between them `invocation` and a colon may stand. What is neither is left in the line.
    """
    if not line.next():
        return None
    before = line.take(_ATTUNED)
    blocks = line.take(_BLOCK)
    if not blocks and not line.take(_MULLIGAN):
        if before:
            raise NotUnderstood("Attuned goes with block or mulligan. Example: attuned block pair.")
        return None
    behind = line.take(_ATTUNED)
    line.take(_INVOCATION)
    line.take(_COLON)
    if blocks:
        module = line.module()
    else:
        cards = [line.card("Say which card the mulligan discards. Example: mulligan G4.")]
        while (card := line.card_or_none()) is not None:
            cards.append(card)
    last = line.take(_ATTUNED)
    if before + behind + last > 1:
        raise NotUnderstood("Say attuned only once.")
    attuned = before or behind or last
    return Block(module, attuned) if blocks else Mulligan(tuple(cards), attuned)


def format_invocation(spirit: Spirit) -> str:
    """Return the canonical text of an invocation."""
    attuned = "attuned " if spirit.attuned else ""
    if isinstance(spirit, Block):
        return f"{attuned}block {spirit.module}"
    return f"{attuned}mulligan {names(spirit.cards)}"


def invoke(state: State, side: Side, spirit: Spirit) -> tuple[State, tuple[Card, ...]]:
    """Spend an invocation of a side at the end of its turn; give the cards it drew as well.

    Ruling 7: an attuned one is spent if it is named so, and never else. Raises NotAllowed.
    """
    spirits = state.spirits[side]
    if not spirits.left(spirit.attuned):
        kind, other = ("attuned", "normal") if spirit.attuned else ("normal", "attuned")
        if not spirits.left(not spirit.attuned):
            raise NotAllowed("You have no invocation left.")
        raise NotAllowed(
            f"You have no {kind} invocation left. You still have "
            f"{spirits.left(not spirit.attuned)} {other}."
        )
    left = with_mine(state.spirits, side, spirits.spent(spirit.attuned))
    if isinstance(spirit, Block):
        return _block(state, side, spirit, left), ()
    return _mulligan(state, side, spirit, left)


def invoked(spirit: Spirit, player: str, other: str, drawn: tuple[Card, ...]) -> str:
    """Return the sentence about an invocation; `drawn` is what a Mulligan has drawn."""
    attuned = " (attuned)" if spirit.attuned else ""
    if isinstance(spirit, Block):
        closed_to = f"{spirit.module} is closed to {other} next turn"
        return f"{player} invokes Blocking{attuned}: {closed_to}."
    return f"{player} invokes Mulligan{attuned}: {names(spirit.cards)} for {names(drawn)}."


def random_invocation(hand: Hand, random: RandomSource) -> Spirit:
    """Return an invocation that may be legal for who holds this hand at the end of the turn."""
    attuned = random.random() < 0.5
    if random.random() < 0.5:
        return Block(random.choice(MODULES), attuned)
    count = random.choice((1, 2, 3)) if attuned else 1
    return Mulligan(tuple(drawn(count, hand, random)), attuned)


def _block(state: State, side: Side, spirit: Block, spirits: tuple[Spirits, Spirits]) -> State:
    """Close a module to the opponent in their next turn. Ruling 8: not one that is so anyway.

    `spirits` are those left after it, of both sides.
    """
    name = spirit.module
    other = state.seats[opponent(side)]
    left = remaining(state.modules)
    if left < (_BLOCKING_ATTUNED if spirit.attuned else _BLOCKING):
        raise NotAllowed(
            f"Blocking needs {_BLOCKING} modules left at the end of the turn, "
            f"or {_BLOCKING_ATTUNED} if it is attuned. {left} will be left."
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
    blocks = with_mine(state.blocks_made, side, state.blocks_made[side] | {name})
    return state.changed(blocked=name, blocks_made=blocks, spirits=spirits)


def _mulligan(
    state: State, side: Side, spirit: Mulligan, spirits: tuple[Spirits, Spirits]
) -> tuple[State, tuple[Card, ...]]:
    """Discard cards in the order named, the last to the very bottom, and draw as many."""
    hand = state.hands[side]
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
    kept = (card for card in hand if card not in discarded)
    hands = with_mine(state.hands, side, as_hand((*kept, *drawn)))
    return state.changed(hands=hands, deck=deck, spirits=spirits), drawn
