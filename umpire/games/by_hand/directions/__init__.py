"""All that the umpire can direct: each direction a value, in the module of its section.

No first word is one of the contract's commands, which it reads before (ruling 3).
Procedures run one step after another, as if the umpire had said it. There are no conditions
(ruling 13): `wait` is all that a step may depend on.
"""

from collections.abc import Iterable
from typing import Final

from umpire.games.base import UMPIRE, Tell
from umpire.games.by_hand.directions.asking import Ask, Reveal, Withdraw
from umpire.games.by_hand.directions.base import Direction, Line
from umpire.games.by_hand.directions.cards import Deal, Face, Move, NewPile, Show, Shuffle
from umpire.games.by_hand.directions.counting import Count, NewCounter, Roll, UncoverCounter
from umpire.games.by_hand.directions.playing import Back, End, NameTeam, Out
from umpire.games.by_hand.directions.procedures import WAIT, Do, Stop
from umpire.games.by_hand.directions.telling import Headline, TellPlayers, Write
from umpire.games.by_hand.names import MatchNames, Names
from umpire.games.by_hand.state import State
from umpire.games.errors import NotUnderstood, Rejected
from umpire.games.names import did_you_mean
from umpire.games.text import narrow, normalize, not_understood, quote

DIRECTIONS: Final[tuple[type[Direction], ...]] = (
    Ask,
    Withdraw,
    Reveal,
    TellPlayers,
    Headline,
    Write,
    Count,
    NewCounter,
    UncoverCounter,
    NewPile,
    Deal,
    Move,
    Show,
    Face,
    Shuffle,
    Roll,
    Out,
    Back,
    End,
    NameTeam,
    Do,
    Stop,
)
_BEGIN: Final = " Begin with a direction, such as ask, deal, move, tell or roll."
"""What is offered for a word that is like none of them; not all, which no cell has room for."""
_BY_WORD: Final = {direction.word: direction for direction in DIRECTIONS}
_LONGEST_WORD: Final = 12
"""So much of a wrong first word is compared with those that there are."""
_UP_COUNTER: Final = ["up", "counter"]
_NO_STEPS: Final = (Do.word, Stop.word)


def read_direction(text: str, names: MatchNames) -> Direction:
    """Read what the umpire directs in a match with these names. Raises NotUnderstood."""
    return _read(text, names, names.procedures)


def read_step(text: str, names: Names) -> Direction:
    """Read a step of a procedure that is a direction. Raises NotUnderstood."""
    first = text.split(None, 1)[:1]
    if first and narrow(first[0]).casefold() in _NO_STEPS:
        raise NotUnderstood(f"{quote(first[0])} cannot be a step of a procedure.")
    return _read(text, names, ())


def _read(text: str, names: Names, procedures: Iterable[str]) -> Direction:
    head, colon, _ = narrow(text).partition(":")
    first, *words = head.split() or [""]
    direction = _BY_WORD.get(first.casefold())
    if direction is None:
        valid = [*_BY_WORD, *(f"{Do.word} {name}" for name in procedures)]
        hint = did_you_mean(first[:_LONGEST_WORD], valid) or _BEGIN
        raise NotUnderstood(f"{not_understood(text)}{hint}")
    if direction is Face and len(words) > 2 and [*map(str.casefold, words[:2])] == _UP_COUNTER:
        direction = UncoverCounter
    after_colon = text[len(head) + 1 :]  # narrow letters are as many
    line = Line(direction, tuple(words), after_colon, names, text)
    if direction.colon != "optional" and bool(colon) != (direction.colon == "required"):
        raise line.usage_error()
    return direction.read(line)


def next_step(state: State, tell: Tell) -> State | None:
    """Return the state after the next step that remains; None if none can run now.

    While chance is asked or the match is paused none can.
    """
    if not state.todo or state.waiting is not None or state.paused:
        return None
    text, *rest = state.todo
    after = state.replace(todo=tuple(rest))
    if normalize(text) == WAIT:
        return None if state.open_questions else after
    try:
        return read_step(text, state.names).perform(after, tell)
    except Rejected as refusal:
        tell(f"The step {quote(text)} is refused, and the rest is dropped. {refusal}", UMPIRE)
        return state.replace(todo=())
