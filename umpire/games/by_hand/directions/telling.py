"""Telling players, and writing on the board (5.2)."""

import re
from typing import Final

from umpire.games.base import Tell
from umpire.games.by_hand.directions.base import Direction, Line, recipients, tell_players
from umpire.games.by_hand.names import Who
from umpire.games.by_hand.state import State, TextMessage
from umpire.games.by_hand.text import free_text, sentence

COLUMNS: Final = "ABCDEFGHIJKL"
ROWS: Final = range(1, 21)
_CELL: Final = re.compile(r"[a-l]([1-9]|1[0-9]|20)")


class TellPlayers(Direction):
    """Words to some players, or to everybody."""

    usage = "tell WHO: TEXT"
    examples = ("tell Ana: You are the wolf.", "tell all: All votes are in.")
    pattern = "tell {who}: {text}"
    does = "Tell players something in secret, or everybody openly"
    colon = "required"

    who: Who
    text: str

    @classmethod
    def read(cls, line: Line) -> "TellPlayers":
        return cls(line.who(), free_text(line.text))

    def perform(self, state: State, tell: Tell) -> State:
        """Tell each of them in secret, `all` openly."""
        to = recipients(state, self.who, out_too=True)
        said = sentence(self.text)
        tell_players(tell, to, said if to is None else f"To you: {said}", "Told", said)
        return state.with_message(TextMessage(to, self.text))


class Headline(Direction):
    """The first line of the board."""

    usage = "headline: [TEXT]"
    examples = ("headline: Round 2", "headline:")
    pattern = "headline: {text}"
    does = "Set the first line of the board; without a text clear it"
    colon = "required"

    text: str

    @classmethod
    def read(cls, line: Line) -> "Headline":
        if line.words:
            raise line.usage_error()
        return cls(free_text(line.text, may_be_empty=True))

    def perform(self, state: State, tell: Tell) -> State:
        if self.text and self.text != state.headline:
            tell(sentence(self.text))
        return state.replace(headline=self.text or None)


class Write(Direction):
    """A cell of the board's free table."""

    usage = "write CELL: [TEXT], with a cell from A1 to L20"
    examples = ("write B3: the mill", "write B3:")
    pattern = "write {cell}: {text}"
    does = "Write into a cell of the board's free table; without a text clear it"
    colon = "required"

    cell: str
    text: str

    @classmethod
    def read(cls, line: Line) -> "Write":
        cell = " ".join(line.folded)
        if _CELL.fullmatch(cell) is None:
            raise line.usage_error()
        return cls(cell.upper(), free_text(line.text, may_be_empty=True))

    def perform(self, state: State, tell: Tell) -> State:
        board = {cell: text for cell, text in state.board.items() if cell != self.cell}
        if self.text:
            board[self.cell] = self.text
        return state.replace(board=dict(sorted(board.items(), key=_reading_order)))


def _reading_order(entry: tuple[str, str]) -> tuple[int, str]:
    cell = entry[0]
    return int(cell[1:]), cell[0]
