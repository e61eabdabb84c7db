"""How a turn is written: `[play] card [on] module [piles] [draw] [invocation]`, in one line."""

from collections.abc import Callable

from umpire.games.base import NotUnderstood
from umpire.games.denizens_of_tartarus.rules.invocation import format_invocation, read_invocation
from umpire.games.denizens_of_tartarus.rules.line import EXAMPLE, Line
from umpire.games.denizens_of_tartarus.rules.modules import UNTOUCHED
from umpire.games.denizens_of_tartarus.rules.modules.shuffle import SAME_PILES, read_piles
from umpire.games.denizens_of_tartarus.rules.playing import Turn, new_turn

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
        line.end("Name the card and the module. Example: {example}.")
        return None
    line.take(_PLAY)
    card = line.card("Begin with the card that you play. Example: {example}.")
    line.take(_ON)
    module = line.module()
    if not line.next():
        return new_turn(card, module)
    piles = read_piles(line) if module == "Shuffle" else None
    option = _read_draw(line)
    pick = UNTOUCHED[module].read_pick(line) if option else None
    if option and module == "Shuffle" and piles is None:
        piles = read_piles(line)
    spirit = read_invocation(line)
    line.end("The order is card, module, piles, draw, invocation. Example: {example}, draw top.")
    return new_turn(card, module, option, pick, piles or SAME_PILES, spirit)


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
