"""The board, the cards of a bout, and the time to examine each before the bets.

Chance deals the board with which both players start, unless the header has it, and the eight cards
of each bout. Both players look at the boards before the first bout, and at the cards of each bout
before they bet. An examination of 0 seconds does not exist.
"""

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Final

from umpire.games.base import (
    CHANCE,
    CHOICE,
    Answers,
    ChanceKind,
    Decision,
    Dice,
    NotAllowed,
    NotUnderstood,
    Tell,
)
from umpire.games.box_within_a_box.bet import open_bets
from umpire.games.box_within_a_box.board import BOUTS, FACE_BY_NAME, FACES, TILES, Board, rows_of
from umpire.games.box_within_a_box.cards import KINDS, POOL, listed_cards
from umpire.games.box_within_a_box.state import State
from umpire.games.box_within_a_box.text import normalize
from umpire.games.cards import without
from umpire.games.kinds import DrawKind, ReadyKind
from umpire.games.page import Field, Question
from umpire.games.text import join_words, not_understood, parse_digits, quote
from umpire.games.two_players import replace_side

_BLACK_TILES: Final = 25
_UPPER_ROWS: Final = 4
_OTHERWISE: Final = "then you are ready"


class BoardKind(ChanceKind[State, Board]):
    """The tiles of the board, which chance deals in reading order."""

    name = "board"

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision("board", CHANCE, self),)

    def ask(self, view: State, decision: Decision) -> str:
        return "Deal the board: 49 tiles from A7 to G1. Example: b3 w0 b1 and so on."

    def draw(self, state: State, decision: Decision, dice: Dice) -> str:
        """Draw the numbers, each as often as another if possible, then the colours."""
        numbers = dice.draw(TILES, [str(place % 10) for place in range(TILES)])
        colors = dice.draw(TILES, ["b"] * _BLACK_TILES + ["w"] * (TILES - _BLACK_TILES))
        return " ".join([f"{color}{number}" for color, number in zip(colors, numbers, strict=True)])

    def read(self, state: State, decision: Decision, text: str) -> Board:
        """Read a board; a slash between rows is a blank. Ruling 16: it may have any tiles."""
        tiles = normalize(text).replace("/", " ").split()
        unknown = [tile for tile in tiles if tile not in FACE_BY_NAME]
        if unknown or not tiles:
            problem = f"{quote(unknown[0])} is not a tile." if unknown else not_understood(text)
            raise NotUnderstood(
                f"{problem} A board is 49 tiles, A7 to G7, then A6 to G6 and so on, each b or w "
                "and a digit. Example: b3 w0 b1."
            )
        if len(tiles) != TILES:
            raise NotAllowed(
                f"A board has {TILES} tiles, not {len(tiles)}. Name them from A7 to G1."
            )
        return bytes([FACE_BY_NAME[tile] for tile in tiles])

    def format(self, answer: Board) -> str:
        return " ".join([FACES[face] for face in answer])

    def is_open(self, answer: Board) -> bool:
        return True

    def apply(self, state: State, answers: Answers[Board], tell: Tell) -> State:
        board = answers[CHANCE]
        rows = rows_of(board)
        for numbers, some in (("7 to 4", rows[:_UPPER_ROWS]), ("3 to 1", rows[_UPPER_ROWS:])):
            did = f"Rows {numbers} of the board were dealt"
            tell(f"Board, rows {numbers}: {' / '.join(some)}.", kind="deal", did=did)
        return set_up_boards(state, board)


def set_up_boards(state: State, board: Board) -> State:
    """Give both players the same board, and begin its examination."""
    state = state.replace(boards=(board, board), phase="examine-boards")
    return state if state.terms.options.seconds_examine_boards else _open_first_bout(state)


def _open_first_bout(state: State) -> State:
    return state.replace(phase="deal", bout=1)


class DealKind(DrawKind[State, int]):
    """The eight community cards of a bout, which chance deals by their numbers."""

    name = "deal"
    face_up = True

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision(f"deal {state.bout}", CHANCE, self),)

    def ask(self, view: State, decision: Decision) -> str:
        return (
            f"Deal the eight community cards of bout {view.bout} of {BOUTS} by their numbers. "
            "Example: 3 3 7 12 18 20 31 38."
        )

    def deck(self, state: State) -> list[int]:
        return [card.number for card in state.undealt]

    def count(self, state: State) -> int:
        return POOL

    def draw(self, state: State, decision: Decision, dice: Dice) -> str:
        return " ".join(sorted(super().draw(state, decision, dice).split(), key=int))

    def read_cards(self, state: State, text: str) -> tuple[int, ...]:
        words = normalize(text).split()
        unknown = [word for word in words if not (word.isascii() and word.isdecimal())]
        if unknown or not words:
            problem = not_understood(text)
            if unknown:
                problem = f"{quote(unknown[0])} is not the number of a card."
            raise NotUnderstood(
                f"{problem} A deal is the numbers of eight cards. Example: 3 3 7 12 18 20 31 38."
            )
        return tuple(sorted(map(parse_digits, words)))

    def wrong_count(self, state: State, number: int) -> NotAllowed:
        return NotAllowed(f"Deal {POOL} cards, not {number}.")

    def not_there(self, state: State, cards: tuple[int, ...]) -> NotAllowed:
        if not all(1 <= number <= KINDS for number in cards):
            return NotAllowed(f"The cards are numbered 1 to {KINDS}.")
        short = join_words([state.terms.cards.card_numbered(number).text for number in cards])
        return NotAllowed(f"There are not enough copies left of {short}.")

    def apply(self, state: State, answers: Answers[tuple[int, ...]], tell: Tell) -> State:
        """Lay the cards open; they are used up, even those that will not be played."""
        pool = tuple([state.terms.cards.card_numbered(number) for number in answers[CHANCE]])
        names = tuple([card.text for card in pool])
        bout = f"Bout {state.bout}"
        tell(f"{bout} cards: {listed_cards(pool)}.", kind="round", pieces=names, did=bout)
        state = state.replace(
            phase="examine-cards", pool=pool, undealt=without(state.undealt, pool)
        )
        return state if state.terms.options.seconds_examine_cards else open_bets(state)


class _ExamineKind(ReadyKind[State]):
    """An examination, which each player ends by `ready`."""

    hint = "Answer ready when you have seen enough."
    _seconds: ClassVar[str]
    """The name of the option with its time limit."""
    _condition: ClassVar[str]
    """What to do first, below the question on a page."""

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Ask the players who are not ready. Ruling 1: without a clock this has no limit."""
        seconds: float = getattr(state.terms.options, self._seconds)
        return tuple(
            [
                Decision(f"{self.name} {state.bout}.{side + 1}", player, self, seconds)
                for side, player in enumerate(state.players)
                if not state.ready[side]
            ]
        )

    def question(self, view: State, decision: Decision) -> Question:
        return Question("Are you ready?", self._condition, _OTHERWISE)

    def fields(
        self, view: State, decision: Decision, filled: Mapping[str, str]
    ) -> Mapping[str, Field]:
        return {CHOICE: Field("When you have seen enough")}

    def normalize_text(self, text: str) -> str:
        return normalize(text)

    def apply(self, state: State, answers: Answers[str], tell: Tell) -> State:
        (player,) = answers
        tell(f"{player} is ready.", by=player, did="got ready")
        ready = replace_side(state.ready, state.side_of(player), True)
        if not all(ready):
            return state.replace(ready=ready)
        return self._after_examination(state.replace(ready=(False, False)))

    @abstractmethod
    def _after_examination(self, state: State) -> State:
        """Return the state once both are ready."""


class ExamineBoardsKind(_ExamineKind):
    """The examination of the boards, before the first bout."""

    name = "examine-boards"
    task = "look at the boards"
    asks = "Before the first bout each player looks at the boards."
    limit = "seconds_examine_boards; then it counts as ready. With 0 nobody is asked"
    _seconds = "seconds_examine_boards"
    _condition = "Look at both boards."

    def ask(self, view: State, decision: Decision) -> str:
        return "Look at the boards. Are you ready?"

    def _after_examination(self, state: State) -> State:
        return _open_first_bout(state)


class ExamineCardsKind(_ExamineKind):
    """The examination of the eight cards of a bout."""

    name = "examine-cards"
    task = "look at the cards"
    asks = "In each bout each player looks at the eight community cards."
    limit = "seconds_examine_cards; then it counts as ready. With 0 nobody is asked"
    _seconds = "seconds_examine_cards"
    _condition = "Look at the eight cards."

    def ask(self, view: State, decision: Decision) -> str:
        return f"Bout {view.bout}: look at the eight community cards. Are you ready?"

    def _after_examination(self, state: State) -> State:
        return open_bets(state)
