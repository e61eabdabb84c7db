"""How a turn is written: `[play] card [on] module [piles] [draw] [invocation]`, in one line."""

from collections.abc import Callable

from umpire.games.base import NotUnderstood, RandomSource
from umpire.games.denizens_of_tartarus.components import Card
from umpire.games.denizens_of_tartarus.rules.invocation import (
    format_invocation,
    read_invocation,
    spelt_invocation,
)
from umpire.games.denizens_of_tartarus.rules.line import EXAMPLE, Line, spelt_card, spelt_module
from umpire.games.denizens_of_tartarus.rules.modules import UNTOUCHED
from umpire.games.denizens_of_tartarus.rules.modules.shuffle import (
    SAME_PILES,
    read_piles,
    spelt_piles,
)
from umpire.games.denizens_of_tartarus.rules.playing import Turn
from umpire.games.sampling import any_of

_Words = tuple[str, ...]

_PASS: _Words = ("pass",)
_PLAY: _Words = ("play",)
_ON: _Words = ("on", "to")
_DRAW: _Words = ("draw",)
_TOP: _Words = ("top",)
_MODULE: _Words = ("module", "mod")
_OPTION: _Words = ("option",)


def read_turn(text: str, example: Callable[[], str] = lambda: EXAMPLE) -> Turn | None:
    """Read a whole turn, None for a wish to pass.

    What is wrong is told with a play as an example, which is asked for only then.
    """
    line = Line(text, example=example)
    if line.take(_PASS):
        line.end("say the card and the module, e.g. {example}.")
        return None
    line.take(_PLAY)
    card = line.card("Say first which card you play, e.g. {example}.")
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
    line.end(
        "a turn is card, module, piles (on Shuffle), draw, invocation, in this order, "
        "e.g. {example}, draw top."
    )
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


def spelt_turn(turn: Turn, random: RandomSource) -> str:
    """Return a turn in one of the many ways it may be written."""
    parts = [
        any_of(random, ("", "play ")) + spelt_card(turn.card, random),
        any_of(random, ("", "on ", "to ")) + spelt_module(turn.module, random),
    ]
    piles = spelt_piles(turn.piles, random) if turn.module == "Shuffle" else ""
    pick = spelt_card(turn.pick, random) if isinstance(turn.pick, Card) else str(turn.pick or "")
    if turn.option:
        draw = any_of(random, ("draw module", "draw mod", "module draw", "mod draw option"))
        parts += (
            any_of(random, ([piles, draw], [f"{draw} {piles}"])) if piles else [f"{draw} {pick}"]
        )
    else:
        parts += [piles, any_of(random, ("", "draw top"))]
    if turn.spirit is not None:
        parts.append(spelt_invocation(turn.spirit, random))
    mark = any_of(random, (" ", " ", ", ", "; ", "  "))
    return mark.join(part.strip() for part in parts if part)


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
                "Say draw top, or draw module for the module's draw option, "
                "e.g. {example}, draw top."
            )
        )
    line.take(_OPTION)
    return True
