"""What the umpire may say in every game, read from text."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from umpire.games.base import NotUnderstood
from umpire.games.names import did_you_mean, find_names, named
from umpire.games.text import narrow, printable

_FIRST_WORDS = {"pause", "resume", "extend", "undo", "forfeit", "void", "close", "note"}
_SECONDS = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")
_NUMBER = re.compile(r"[0-9]+")
_MOST_STEPS = 10**9
_USAGE = (
    "the umpire says pause, resume, extend NAME SECONDS, undo, undo N, forfeit NAME, void, close "
    "or note TEXT"
)


@dataclass(frozen=True, slots=True)
class Extend:
    """Add seconds to a player's running time limit."""

    player: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last steps."""

    steps: int


@dataclass(frozen=True, slots=True)
class Forfeit:
    """End the match for a player."""

    player: str


@dataclass(frozen=True, slots=True)
class Note:
    """Write a remark into the log."""

    text: str


PlainCommand = Literal["pause", "resume", "void", "close"]
Command = PlainCommand | Extend | Undo | Forfeit | Note


def is_command(text: str) -> bool:
    """Return whether a text begins with the first word of a command, right or wrong after it."""
    words = narrow(text).split(None, 1)
    return bool(words) and words[0].casefold() in _FIRST_WORDS


def read_command(text: str, players: Sequence[str]) -> Command:
    """Read a command of the umpire's in a match of these players. Raises NotUnderstood."""
    words = narrow(text).split()
    match [words[0].casefold() if words else "", *words[1:]]:
        case ["pause" | "resume" | "void" | "close" as command]:
            return command
        case ["extend", *name, seconds] if name:
            return Extend(read_player(" ".join(name), players), _read_seconds(seconds))
        case ["undo"]:
            return Undo(1)
        case ["undo", steps]:
            return Undo(_read_steps(steps))
        case ["forfeit", *name] if name:
            return Forfeit(read_player(" ".join(name), players))
        case ["note", _, *_]:
            return Note(text.split(None, 1)[1].strip())
    raise NotUnderstood(f"{printable(text)!r} is not a command: {_USAGE}.")


def read_player(name: str, players: Sequence[str]) -> str:
    """Return the only player that a name, or its beginning, fits. Raises NotUnderstood."""
    matches = find_names(name, players)
    if len(matches) == 1:
        return matches[0]
    raise NotUnderstood(
        f"{named(name)} fits {' and '.join(matches) or 'no player'}; "
        f"write the name of one: {', '.join(players)}."
        f"{'' if matches else did_you_mean(name, players)}"
    )


def _read_seconds(text: str) -> float:
    if _SECONDS.fullmatch(text) is None or not (seconds := float(text)):
        raise NotUnderstood(f"{printable(text)!r} is not a number of seconds above 0, such as 30.")
    return seconds


def _read_steps(text: str) -> int:
    digits = text.lstrip("0")
    if _NUMBER.fullmatch(digits) is None:
        raise NotUnderstood(f"{printable(text)!r} is not a number of steps, such as 2.")
    return int(digits) if len(digits) < 10 else _MOST_STEPS
