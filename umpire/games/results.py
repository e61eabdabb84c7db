"""How a finished round came out, and what a piece does: data from which a page draws a match.

A game makes both from a view, so they hold only what its viewer knows. In titles, details, labels,
heads and reasons `{Bo}` and `{Bo's}` mention a player: a page says "you" and "your" to Bo, and the
name to everybody else. Verbs in the past tense are right for both. Words that a person wrote
mention nobody (`verbatim`).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = [
    "Note",
    "Result",
    "ResultColumn",
    "ResultRow",
    "addressed",
    "mention",
    "possessive",
    "verbatim",
]


def mention(player: str) -> str:
    """Return a player for the text of a result: `{Bo}`."""
    return f"{{{player}}}"


def possessive(player: str) -> str:
    """Return a player who owns something for the text of a result: `{Bo's}`."""
    return f"{{{player}'s}}"


def verbatim(text: str) -> str:
    """Return words that a person wrote, such that braces in them mention nobody.

    A sign that is not seen stands behind each brace; pages leave it out.
    """
    return text.replace("{", "{\u2060")


def addressed(text: str, players: Iterable[str], reader: str | None = None) -> str:
    """Return a text that says "you" and "your" to its reader, and the names of other players."""
    words = {mention(player): player for player in players}
    words |= {possessive(player): f"{player}'s" for player in players}
    if reader is not None:
        words |= {mention(reader): "you", possessive(reader): "your"}
    return re.sub("|".join(map(re.escape, words)), lambda match: words[match[0]], text)


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A row of a result.

    `by` is the player whose row it is, None if it is nobody's. `label` says what the row is about,
    where that is not just the player. `pieces` are written as on the board, and `makes` says what
    they come to: `Straight`. `before` and `after` are a number of the player before and after the
    result. In a result with columns, `columns` has the row's pieces in each.
    """

    by: str | None = None
    label: str = ""
    pieces: tuple[str, ...] = ()
    makes: str = ""
    before: str = ""
    after: str = ""
    columns: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class ResultColumn:
    """A column of a result, such as a battlefield: its head, who won it, None for nobody, and why.

    `head` is written as on the board, and `why` is a sentence or empty.
    """

    head: str
    won: str | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a finished round.

    `name` is the round's (`Bout 4`), `title` the result in a few words and `detail` perhaps a
    little more, all without a full stop. `won` is the player who won it alone, None in a tie.
    """

    name: str
    title: str
    won: str | None = None
    detail: str = ""
    rows: tuple[ResultRow, ...] = ()
    columns: tuple[ResultColumn, ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """What a piece does: its name, and a sentence or a few.

    `piece` is its text on the board. It counts in the `blocks` of the screen that are named, in any
    block if none is: elsewhere the same text may mean something else.
    """

    piece: str
    name: str
    text: str
    blocks: tuple[str, ...] = ()
