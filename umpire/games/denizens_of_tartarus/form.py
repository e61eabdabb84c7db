"""The entry form: its cells for each kind of decision, and the line that they make together."""

from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Final

from umpire.games.base import Decision, Form, NotUnderstood
from umpire.games.denizens_of_tartarus.answers import Block, Turn
from umpire.games.denizens_of_tartarus.bot import is_legal, suggest
from umpire.games.denizens_of_tartarus.components import HAND, MODULES, NUMBERS, Card, ModuleName
from umpire.games.denizens_of_tartarus.notation import (
    MODULE_SPELT,
    PILE_ORDERS,
    read_cards,
    read_turn,
)
from umpire.games.denizens_of_tartarus.rules.turn import open_now, play, plays
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.notation import plain

CHOICE: Final = "choice"
"""Holds the whole answer to everything but a turn."""

CARD: Final = "card"
MODULE: Final = "module"
PILES: Final = "piles"
DRAW: Final = "draw"
ARGUMENT: Final = "argument"
SPIRIT: Final = "spirit"
TARGET: Final = "target"

_TOP: Final = "top"
_OPTION: Final = "module"
_OPTIONS: Final = (_OPTION, "mod")
_NONE: Final = "none"
_BLOCK: Final = "block"
_MULLIGAN: Final = "mulligan"
_ATTUNED: Final = "attuned "

Filled = Mapping[str, str]


def form(state: State, decision: Decision, filled: Filled) -> Form:
    """Return the cells that a decision asks to be filled, with what their drop-downs offer."""
    if decision.kind != "turn":
        return {CHOICE: suggest(state, decision)}
    card, module = _card(filled), MODULE_SPELT.get(plain(filled.get(MODULE, "")))
    draws = _draws(state, card, module, filled)
    turn = _turn(state, _asked(draws, filled))
    return {**draws, **_invocations(state, card, turn, filled)}


def join(state: State, decision: Decision, filled: Filled) -> str:
    """Return the line that a filled-in form stands for, empty if nothing is filled in."""
    asked = _asked(form(state, decision, filled), filled)
    if decision.kind != "turn":
        return asked[CHOICE]
    spirit = "" if plain(asked[SPIRIT]) == _NONE else asked[SPIRIT]
    return (
        f"{_played(asked)}; {spirit} {asked.get(TARGET, '')}".strip() if spirit else _played(asked)
    )


def _asked(cells: Form, filled: Filled) -> Filled:
    """Return what is filled into the cells that are asked for, and only into those."""
    return {name: filled.get(name, "") for name in cells}


def _played(asked: Filled) -> str:
    """Join a turn as far as its draw."""
    draw = f", draw {asked[DRAW]}" if plain(asked[DRAW]) not in ("", _TOP) else ""
    parts = (f"{asked[CARD]} {asked[MODULE]}{draw}", asked.get(ARGUMENT), asked.get(PILES))
    return " ".join(part for part in parts if part).strip()


def _draws(state: State, card: Card | None, module: ModuleName | None, filled: Filled) -> Form:
    """Return the cells of a turn as far as its draw."""
    legal = list(plays(state))
    playable = {played for played, _ in legal}
    cells = {
        CARD: tuple([str(held) for held in state.hands[state.mover] if held in playable]),
        MODULE: tuple([name for name in open_now(state) if _takes(legal, card, name)]),
    }
    if module == "Shuffle":
        cells[PILES] = PILE_ORDERS
    cells[DRAW] = (_TOP, _OPTION) if _has_option(state, card, module) else (_TOP,)
    picks = _picks(state, card, module)
    if picks and plain(filled.get(DRAW, "")) in _OPTIONS:
        cells[ARGUMENT] = picks
    return cells


def _invocations(state: State, card: Card | None, turn: Turn | None, filled: Filled) -> Form:
    """Return the cells of an invocation at the end of a turn."""
    cells = {SPIRIT: (_NONE, *_spirits(state, turn))}
    words = plain(filled.get(SPIRIT, "")).split()
    attuned = _ATTUNED.strip() in words
    if _BLOCK in words:
        cells[TARGET] = _to_block(state, turn, attuned)
    elif _MULLIGAN in words:
        cells[TARGET] = _to_discard(state, turn, card, HAND if attuned else 1)
    return cells


def _card(filled: Filled) -> Card | None:
    try:
        cards = read_cards(filled.get(CARD, ""))
    except NotUnderstood:
        return None
    return cards[0] if len(cards) == 1 else None


def _takes(legal: list[tuple[Card, ModuleName]], card: Card | None, name: ModuleName) -> bool:
    """Return whether the card, or any if it is not one that can be played, may go on a module."""
    known = any(card is played for played, _ in legal)
    return any(name == on and (not known or card is played) for played, on in legal)


def _has_option(state: State, card: Card | None, module: ModuleName | None) -> bool:
    """Return whether a module's draw option can be had, as far as that is known."""
    if card is None or module is None or module in ("Matching", "Stones"):
        return True
    return is_legal(state, Turn(card, module, option=True))


def _picks(state: State, card: Card | None, module: ModuleName | None) -> tuple[str, ...]:
    """Return what may be said after `draw module`; nothing where nothing needs to be."""
    if module == "Stones":
        return tuple([str(held) for held in state.hands[state.mover] if held is not card])
    if module != "Matching":
        return ()
    if card is None:
        return tuple(map(str, NUMBERS))
    topmost = state.deck[: card.number]
    return (*map(str, range(1, card.number + 1)), *map(str, topmost))


def _turn(state: State, asked: Filled) -> Turn | None:
    """Return the turn without its invocation; None while it is not complete or not legal."""
    try:
        turn = read_turn(_played(asked))
    except NotUnderstood:
        return None
    return turn if isinstance(turn, Turn) and is_legal(state, turn) else None


def _spirits(state: State, turn: Turn | None) -> Iterator[str]:
    """Yield the invocations that are left and can be used."""
    for attuned in (False, True):
        if state.spirits[state.mover].left(attuned):
            mark = _ATTUNED if attuned else ""
            if _to_block(state, turn, attuned):
                yield f"{mark}{_BLOCK}"
            yield f"{mark}{_MULLIGAN}"


def _to_block(state: State, turn: Turn | None, attuned: bool) -> tuple[str, ...]:
    """Return the modules that Blocking may name after a turn."""
    if turn is None:
        return MODULES
    return tuple(
        [name for name in MODULES if is_legal(state, turn._replace(spirit=Block(name, attuned)))]
    )


def _to_discard(state: State, turn: Turn | None, card: Card | None, most: int) -> tuple[str, ...]:
    """Return what a Mulligan may discard at the end of a turn, in every order."""
    hand = state.hands[state.mover]
    if turn is None:
        held = tuple([kept for kept in hand if kept is not card])
    else:
        held = play(state, turn).after.hands[state.mover]
    return tuple(
        " ".join(map(str, cards))
        for count in range(1, most + 1)
        for cards in permutations(held, count)
    )
