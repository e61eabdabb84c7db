"""What lies on the table before bets are made: the board, the cards of a bout, and a look at each.

Chance deals the board with which both players start, unless the header has it, and the eight cards
of each bout. Both players look at the boards before the first bout, and at the cards of each bout
before they bet. An examination of 0 seconds does not exist.
"""

import re
from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Final, Literal

from umpire.games.base import (
    CHANCE,
    CHOICE,
    Answers,
    ChanceKind,
    ChoiceKind,
    Decision,
    Dice,
    NotAllowed,
    NotUnderstood,
    Tell,
)
from umpire.games.box_within_a_box.bet import open_bets
from umpire.games.box_within_a_box.board import BOUTS, FACE_NAMED, FACES, TILES, Board, rows_of
from umpire.games.box_within_a_box.cards import KINDS, POOL, Cards, kinds, listed_cards
from umpire.games.box_within_a_box.state import State
from umpire.games.box_within_a_box.text import cell, normalize
from umpire.games.cards import without
from umpire.games.text import listed, not_understood, parse_digits, quoted
from umpire.games.two_players import replace_side

_BLACK_TILES: Final = 25
_UPPER_ROWS: Final = 4


class BoardKind(ChanceKind[State, Board]):
    """Chance deals the tiles, in reading order."""

    name = "board"

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision("board", CHANCE, self),)

    def ask(self, view: State, decision: Decision) -> str:
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

    def apply(self, state: State, answers: Answers[Board], tell: Tell) -> State:
        board = answers[CHANCE]
        rows = rows_of(board)
        tell(f"Board, rows 7 to 4: {' / '.join(rows[:_UPPER_ROWS])}.", kind="deal")
        tell(f"Board, rows 3 to 1: {' / '.join(rows[_UPPER_ROWS:])}.", kind="deal")
        return lay_out(state, board)


def lay_out(state: State, board: Board) -> State:
    """Lay the same board out for both, and let them look at it."""
    laid = state.replace(boards=(board, board))
    if state.terms.options.seconds_examine_boards:
        return laid.replace(phase="examine-boards")
    return laid.replace(phase="deal", bout=1)


def read_tiles(text: str) -> list[str]:
    """Read a list of tiles; a slash between rows is a blank. Raises NotUnderstood."""
    tiles = normalize(text).replace("/", " ").split()
    if not tiles or not FACE_NAMED.keys() >= set(tiles):
        wrong = next((tile for tile in tiles if tile not in FACE_NAMED), None)
        what = not_understood(text) if wrong is None else f"{quoted(wrong)} is not a tile."
        raise NotUnderstood(
            f"{what} A board is 49 tiles, A7 to G7, then A6 to G6 and so on, each b or w and a "
            "digit. Example: b3 w0 b1."
        )
    return tiles


_DIGITS: Final = re.compile(r"[0-9]+")


class DealKind(ChanceKind[State, Cards]):
    """Chance deals eight cards by their numbers, in any order."""

    name = "deal"

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision(f"deal {state.bout}", CHANCE, self),)

    def ask(self, view: State, decision: Decision) -> str:
        return (
            f"Deal the eight community cards of bout {view.bout} of {BOUTS} by their numbers. "
            "Example: 3 3 7 12 18 20 31 38."
        )

    def draw(self, state: State, decision: Decision, dice: Dice) -> str:
        drawn = dice.draw(POOL, [str(card.number) for card in state.undealt])
        return " ".join(sorted(drawn, key=int))

    def read(self, state: State, decision: Decision, text: str) -> Cards:
        numbers = read_numbers(text)
        if len(numbers) != POOL:
            raise NotAllowed(f"Deal {POOL} cards, not {len(numbers)}.")
        if not all(1 <= number <= KINDS for number in numbers):
            raise NotAllowed(f"The cards are numbered 1 to {KINDS}.")
        dealt = tuple([state.terms.cards.numbered(number) for number in sorted(numbers)])
        left = state.undealt
        short = [card.text for card in kinds(dealt) if dealt.count(card) > left.count(card)]
        if short:
            raise NotAllowed(f"There are not enough copies left of {listed(short)}.")
        return dealt

    def format(self, answer: Cards) -> str:
        return " ".join([str(card.number) for card in answer])

    def is_open(self, answer: Cards) -> bool:
        return True

    def apply(self, state: State, answers: Answers[Cards], tell: Tell) -> State:
        """Lay the cards out; they count as used, whether they will be played or not."""
        pool = answers[CHANCE]
        tell(
            f"Bout {state.bout} cards: {listed_cards(pool)}.",
            kind="deal",
            pieces=tuple([card.text for card in pool]),
        )
        after = state.replace(pool=pool, undealt=without(state.undealt, pool))
        if state.terms.options.seconds_examine_cards:
            return after.replace(phase="examine-cards")
        return open_bets(after)


def read_numbers(text: str) -> list[int]:
    """Read a list of numbers, whatever they are. Raises NotUnderstood."""
    words = normalize(text).split()
    if not _DIGITS.fullmatch("".join(words)):
        wrong = next((word for word in words if not _DIGITS.fullmatch(word)), None)
        what = (
            not_understood(text)
            if wrong is None
            else f"{quoted(wrong)} is not the number of a card."
        )
        raise NotUnderstood(
            f"{what} A deal is the numbers of eight cards. Example: 3 3 7 12 18 20 31 38."
        )
    return [parse_digits(word) for word in words]


Ready = Literal["ready"]


def read_ready(text: str) -> Ready:
    """Read `ready`. Raises NotUnderstood."""
    if normalize(text) != "ready":
        raise NotUnderstood(f"{not_understood(text)} Answer ready when you have seen enough.")
    return "ready"


class _Examination(ChoiceKind[State, Ready]):
    """Something to look at until both are ready, each by themselves."""

    notation = "ready"
    examples = ("ready",)
    _option: ClassVar[str]
    """The option that has its seconds."""

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Ask who is not ready. Ruling 1: without a clock no limit falls, and they wait."""
        seconds: float = getattr(state.terms.options, self._option)
        return tuple(
            [
                Decision(f"{self.name} {state.bout}.{side + 1}", player, self, seconds)
                for side, player in enumerate(state.players)
                if not state.ready[side]
            ]
        )

    def read(self, state: State, decision: Decision, text: str) -> Ready:
        return read_ready(text)

    def default_answer(self, state: State, decision: Decision) -> Ready:
        return "ready"

    def apply(self, state: State, answers: Answers[Ready], tell: Tell) -> State:
        (by,) = answers
        tell(f"{by} is ready.", by=by)
        both = replace_side(state.ready, state.side_of(by), True)
        if all(both):
            return self._go_on(state.replace(ready=(False, False)))
        return state.replace(ready=both)

    @abstractmethod
    def _go_on(self, state: State) -> State:
        """Return the state once both are ready."""

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        return ("ready",)

    def form_line(self, view: State, decision: Decision, filled: Mapping[str, str]) -> str:
        return cell(filled, CHOICE)


class ExamineBoardsKind(_Examination):
    """The boards, before the first bout."""

    name = "examine-boards"
    task = "look at the boards"
    asks = "Before the first bout each player looks at the boards."
    limit = "seconds_examine_boards; then it counts as ready. With 0 nobody is asked"
    _option = "seconds_examine_boards"

    def ask(self, view: State, decision: Decision) -> str:
        return "Look at the boards. Are you ready?"

    def _go_on(self, state: State) -> State:
        return state.replace(phase="deal", bout=1)


class ExamineCardsKind(_Examination):
    """The eight cards of a bout."""

    name = "examine-cards"
    task = "look at the cards"
    asks = "In each bout each player looks at the eight community cards."
    limit = "seconds_examine_cards; then it counts as ready. With 0 nobody is asked"
    _option = "seconds_examine_cards"

    def ask(self, view: State, decision: Decision) -> str:
        return f"Bout {view.bout}: look at the eight community cards. Are you ready?"

    def _go_on(self, state: State) -> State:
        return open_bets(state)
