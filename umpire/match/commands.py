"""What the umpire may say in every game, read from text."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from umpire.games.base import NotUnderstood
from umpire.games.names import did_you_mean, fitting, named
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
class Pause:
    """Stop the match clock."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Restart the match clock."""


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
class Void:
    """End the match without a result."""


@dataclass(frozen=True, slots=True)
class Close:
    """Make the result final."""


@dataclass(frozen=True, slots=True)
class Note:
    """Write a remark into the log."""

    text: str


Command = Pause | Resume | Extend | Undo | Forfeit | Void | Close | Note


def is_command(text: str) -> bool:
    """Return whether a text begins as a command does, well said or not."""
    words = narrow(text).split(None, 1)
    return bool(words) and words[0].casefold() in _FIRST_WORDS


def read_command(text: str, players: Sequence[str]) -> Command:
    """Read what the umpire said in a match of these players. Raises NotUnderstood."""
    words = narrow(text).split()
    match [words[0].casefold() if words else "", *words[1:]]:
        case ["pause"]:
            return Pause()
        case ["resume"]:
            return Resume()
        case ["extend", *name, seconds] if name:
            return Extend(read_player(" ".join(name), players), _read_seconds(seconds))
        case ["undo"]:
            return Undo(1)
        case ["undo", steps]:
            return Undo(_read_steps(steps))
        case ["forfeit", *name] if name:
            return Forfeit(read_player(" ".join(name), players))
        case ["void"]:
            return Void()
        case ["close"]:
            return Close()
        case ["note", _, *_]:
            return Note(text.split(None, 1)[1].strip())
    raise NotUnderstood(f"{printable(text)!r} is not a command: {_USAGE}.")


def read_player(name: str, players: Sequence[str]) -> str:
    """Return the one player whom a name, or its beginning, means. Raises NotUnderstood."""
    meant = fitting(name, players)
    if len(meant) == 1:
        return meant[0]
    who = " and ".join(meant) if meant else "no player"
    raise NotUnderstood(
        f"{named(name)} fits {who}; write the name of one: {', '.join(players)}."
        f"{'' if meant else did_you_mean(name, players)}"
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
