"""How a turn is written: in one line, or cell by cell in its entry form.

The line is `[play] card [on] module [piles] [draw] [invocation]`. The cells of the form follow from
one another: each drop-down offers what is legal with what is filled in so far.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import permutations
from typing import Final

from umpire.games.base import Form, NotUnderstood
from umpire.games.denizens_of_tartarus.components import HAND, MODULES, Card, ModuleName
from umpire.games.denizens_of_tartarus.rules.invocation import (
    Block,
    format_invocation,
    read_invocation,
)
from umpire.games.denizens_of_tartarus.rules.line import EXAMPLE, MODULE_SPELT, Line, read_cards
from umpire.games.denizens_of_tartarus.rules.modules import UNTOUCHED
from umpire.games.denizens_of_tartarus.rules.modules.shuffle import (
    PILE_ORDERS,
    SAME_PILES,
    read_piles,
)
from umpire.games.denizens_of_tartarus.rules.playing import Turn, open_now, play, plays, tried
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.notation import plain

_PASS: Final = ("pass",)
_PLAY: Final = ("play",)
_ON: Final = ("on", "to")
_DRAW: Final = ("draw",)
_TOP: Final = ("top",)
_MODULE: Final[tuple[str, ...]] = ("module", "mod")
_OPTION: Final = ("option",)
"""The words of the line, each as it may be spelt."""

_CARD: Final = "card"
_ON_MODULE: Final = "module"
_PILES: Final = "piles"
_DRAWN: Final = "draw"
_ARGUMENT: Final = "argument"
_SPIRIT: Final = "spirit"
_TARGET: Final = "target"
"""The cells of the form."""

_NONE: Final = "none"
_BLOCK: Final = "block"
_MULLIGAN: Final = "mulligan"
_ATTUNED: Final = "attuned "
"""What the drop-down of the invocations offers, put together."""

Filled = Mapping[str, str]


def read_turn(text: str, example: Callable[[], str] = lambda: EXAMPLE) -> Turn | None:
    """Read a whole turn, None for a wish to pass.

    What is wrong is told with a play as an example, which is asked for only then.
    """
    line = Line(text, example=example)
    if line.take(_PASS):
        line.end("Name the card and the module. Example: {example}.")
        return None
    line.take(_PLAY)
    card = line.card("Begin with the card that you play. Example: {example}.")
    line.take(_ON)
    module = line.module()
    if not line.next():
        return Turn(card, module)
    piles = read_piles(line) if module == "Shuffle" else None
    option = _read_draw(line)
    pick = UNTOUCHED[module].read_pick(line) if option else None
    if option and module == "Shuffle" and piles is None:
        piles = read_piles(line)
    spirit = read_invocation(line)
    line.end("The order is card, module, piles, draw, invocation. Example: {example}, draw top.")
    return Turn(card, module, option, pick, piles or SAME_PILES, spirit)


def format_turn(turn: Turn) -> str:
    """Return the canonical text of a turn."""
    text = f"{turn.card} {turn.module}"
    if turn.option:
        text += ", draw module"
        if turn.pick is not None:
            text += f" {turn.pick}"
    if turn.piles != SAME_PILES:
        text += f" {turn.piles}"
    if turn.spirit is not None:
        text += f"; {format_invocation(turn.spirit)}"
    return text


def _read_draw(line: Line) -> bool:
    """Read how to draw, and return whether it is the module's option."""
    if line.take(_DRAW):
        if line.take(_TOP):
            return False
        missing = _MODULE
    elif line.take(_MODULE):
        missing = _DRAW
    else:
        return False
    if not line.take(missing):
        raise NotUnderstood(
            line.filled(
                "Say draw top, or draw module for the module's draw option. "
                "Example: {example}, draw top."
            )
        )
    line.take(_OPTION)
    return True


def turn_form(seen: State, filled: Filled) -> Form:
    """Return the cells that a turn asks to be filled, with what their drop-downs offer."""
    card, module = _card(filled), MODULE_SPELT.get(plain(filled.get(_ON_MODULE, "")))
    draws = _draws(seen, card, module, filled)
    turn = _turn(seen, _asked(draws, filled))
    return {**draws, **_invocations(seen, card, turn, filled)}


def turn_form_line(seen: State, filled: Filled) -> str:
    """Return the line that a filled-in form stands for, empty if nothing is filled in."""
    asked = _asked(turn_form(seen, filled), filled)
    spirit = "" if plain(asked[_SPIRIT]) == _NONE else asked[_SPIRIT]
    played = _played(asked)
    return f"{played}; {spirit} {asked.get(_TARGET, '')}".strip() if spirit else played


def _asked(cells: Form, filled: Filled) -> Filled:
    """Return what is filled into the cells that are asked for, and only into those."""
    return {name: filled.get(name, "") for name in cells}


def _played(asked: Filled) -> str:
    """Join a turn as far as its draw."""
    draw = f", draw {asked[_DRAWN]}" if plain(asked[_DRAWN]) not in ("", *_TOP) else ""
    parts = (f"{asked[_CARD]} {asked[_ON_MODULE]}{draw}", asked.get(_ARGUMENT), asked.get(_PILES))
    return " ".join(part for part in parts if part).strip()


def _draws(seen: State, card: Card | None, module: ModuleName | None, filled: Filled) -> Form:
    """Return the cells of a turn as far as its draw."""
    legal = plays(seen)
    playable = {played for played, _ in legal}
    takers = {name for played, name in legal if card not in playable or played is card}
    hand = seen.hands[seen.mover]
    picks = () if module is None else seen.modules[module].picks(card, hand, seen.deck)
    cells = {
        _CARD: tuple([str(held) for held in hand if held in playable]),
        _ON_MODULE: tuple([name for name in open_now(seen) if name in takers]),
    }
    if module == "Shuffle":
        cells[_PILES] = PILE_ORDERS
    cells[_DRAWN] = _TOP
    if card is None or module is None or picks or tried(seen, Turn(card, module, option=True)):
        cells[_DRAWN] = (*_TOP, _MODULE[0])
    if picks and plain(filled.get(_DRAWN, "")) in _MODULE:
        cells[_ARGUMENT] = picks
    return cells


def _invocations(seen: State, card: Card | None, turn: Turn | None, filled: Filled) -> Form:
    """Return the cells of an invocation at the end of a turn."""
    cells = {_SPIRIT: (_NONE, *_spirits(seen, turn))}
    words = plain(filled.get(_SPIRIT, "")).split()
    attuned = _ATTUNED.strip() in words
    if _BLOCK in words:
        cells[_TARGET] = _to_block(seen, turn, attuned)
    elif _MULLIGAN in words:
        cells[_TARGET] = _to_discard(seen, turn, card, HAND if attuned else 1)
    return cells


def _card(filled: Filled) -> Card | None:
    try:
        cards = read_cards(filled.get(_CARD, ""))
    except NotUnderstood:
        return None
    return cards[0] if len(cards) == 1 else None


def _turn(seen: State, asked: Filled) -> Turn | None:
    """Return the turn without its invocation; None while it is not complete or not legal."""
    try:
        turn = read_turn(_played(asked))
    except NotUnderstood:
        return None
    return turn if turn is not None and tried(seen, turn) else None


def _spirits(seen: State, turn: Turn | None) -> Iterator[str]:
    """Yield the invocations that are left and can be used."""
    for attuned in (False, True):
        if seen.spirits[seen.mover].left(attuned):
            mark = _ATTUNED if attuned else ""
            if _to_block(seen, turn, attuned):
                yield f"{mark}{_BLOCK}"
            yield f"{mark}{_MULLIGAN}"


def _to_block(seen: State, turn: Turn | None, attuned: bool) -> tuple[str, ...]:
    """Return the modules that Blocking may name after a turn."""
    if turn is None:
        return MODULES
    return tuple(
        [name for name in MODULES if tried(seen, turn._replace(spirit=Block(name, attuned)))]
    )


def _to_discard(seen: State, turn: Turn | None, card: Card | None, most: int) -> tuple[str, ...]:
    """Return what a Mulligan may discard at the end of a turn, in every order."""
    hand = seen.hands[seen.mover]
    if turn is None:
        held = tuple([kept for kept in hand if kept is not card])
    else:
        held = play(seen, turn).after.hands[seen.mover]
    return tuple(
        " ".join(map(str, cards))
        for count in range(1, most + 1)
        for cards in permutations(held, count)
    )
