"""The kind `board`: chance deals the board with which both players start, unless the header has it.

Also how a board is laid out, whoever made it.
"""

from collections.abc import Mapping
from typing import Final

from umpire.games.base import (
    CHANCE,
    ChanceKind,
    Decision,
    Dice,
    NotAllowed,
    NotUnderstood,
    Step,
    told,
)
from umpire.games.box_within_a_box.components import FACE_NAMED, FACES, TILES, Board, rows_of
from umpire.games.box_within_a_box.rules.reading import plain
from umpire.games.box_within_a_box.state import State
from umpire.games.notation import not_understood, quoted

_BLACK_TILES: Final = 25
_UPPER_ROWS: Final = 4


class BoardKind(ChanceKind[State, Board]):
    """Chance deals the tiles, in reading order."""

    name = "board"

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision("board", CHANCE, self),)

    def ask(self, seen: State, decision: Decision) -> str:
        return "Deal the board: 49 tiles from A7 to G1. Example: b3 w0 b1 and so on."

    def draw(self, state: State, decision: Decision, dice: Dice) -> str:
        """Draw numbers that are spread as evenly as may be, then the colours."""
        numbers = dice.draw(TILES, [str(place % 10) for place in range(TILES)])
        colors = dice.draw(TILES, ["b"] * _BLACK_TILES + ["w"] * (TILES - _BLACK_TILES))
        return " ".join([f"{color}{number}" for color, number in zip(colors, numbers, strict=True)])

    def read(self, state: State, decision: Decision, text: str) -> Board:
        """Read a board. Ruling 16: any faces do."""
        board = bytes([FACE_NAMED[tile] for tile in read_tiles(text)])
        if len(board) != TILES:
            raise NotAllowed(
                f"A board has {TILES} tiles, not {len(board)}. Name them from A7 to G1."
            )
        return board

    def format(self, answer: Board) -> str:
        return " ".join([FACES[face] for face in answer])

    def is_open(self, answer: Board) -> bool:
        return True

    def apply(self, state: State, answers: Mapping[str, Board]) -> Step[State]:
        board = answers[CHANCE]
        rows = rows_of(board)
        upper = f"Board, rows 7 to 4: {' / '.join(rows[:_UPPER_ROWS])}."
        lower = f"Board, rows 3 to 1: {' / '.join(rows[_UPPER_ROWS:])}."
        return Step(lay_out(state, board), told((upper, lower)))


def lay_out(state: State, board: Board) -> State:
    """Lay the same board out for both, and let them look at it."""
    laid = state.changed(boards=(board, board))
    if state.terms.options.seconds_examine_boards:
        return laid.changed(phase="examine-boards")
    return laid.changed(phase="deal", bout=1)


def read_tiles(text: str) -> list[str]:
    """Read a list of tiles; a slash between rows is a blank. Raises NotUnderstood."""
    tiles = plain(text).replace("/", " ").split()
    if not tiles or not FACE_NAMED.keys() >= set(tiles):
        wrong = next((tile for tile in tiles if tile not in FACE_NAMED), None)
        what = not_understood(text) if wrong is None else f"{quoted(wrong)} is not a tile."
        raise NotUnderstood(
            f"{what} A board is 49 tiles, A7 to G7, then A6 to G6 and so on, each b or w and a "
            "digit. Example: b3 w0 b1."
        )
    return tiles
