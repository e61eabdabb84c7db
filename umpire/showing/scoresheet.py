"""A player's score sheet: from what a column holds now to what is new in it.

Entries are a column that only grows. What counts is a row's text when first read; the newest row
may be corrected while its decision is open and nothing of it was finally taken; a change in an
older row is ignored, answered as such, and logged. Nothing here judges an answer: it only says
which rows speak, and what those hold that cannot be taken for text.

What a cell holds is what was typed there: a text, a number (a date is one), a boolean, or one of
`{"formula": "=A1"}`, `{"chip": "@"}` and `{"error": "#N/A"}`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

Fate: TypeAlias = Literal["refused", "held", "taken"]

LONGEST = 500
"""The most characters that an entry may have."""

_QUOTED = 60


@dataclass(frozen=True, slots=True)
class ProcessedRow:
    """A row that has been processed.

    `value` is what the cell held when last looked at and `answer` the text beside it. `text` is
    what was judged, None if it was no text. `decision` is the id of the decision that its player
    owed then, None if none. `line` is the log line that came of it, `standing` the answer to it.
    """

    row: int
    value: Any
    answer: str
    text: str | None
    fate: Fate
    decision: str | None
    line: int
    standing: str


@dataclass(frozen=True, slots=True)
class Submission:
    """A row whose text is to be judged."""

    row: int
    value: Any
    text: str


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A row that holds no text, or too much: `answer` asks for it again, `note` is for the log."""

    row: int
    value: Any
    answer: str
    note: str


@dataclass(frozen=True, slots=True)
class Altered:
    """A row that changed, or was filled, after its time.

    `note` is for the log, None where the row is as it was judged again.
    """

    row: int
    value: Any
    answer: str
    note: str | None


Found: TypeAlias = Submission | Unreadable | Altered


def new_rows(
    processed: Mapping[int, ProcessedRow], column: Sequence[Any], open_decision: str | None
) -> tuple[Found, ...]:
    """Return what is new in a column of cells, from the top row down.

    `open_decision` is the id of the decision that the column's player owes now.
    """
    newest = max(processed, default=-1)
    found: list[Found] = []
    for row, value in enumerate(column):
        known = processed.get(row)
        if known is None:
            if not is_blank(value):
                found.append(_first_seen(row, value, processed))
        elif _differs(value, known):
            if row == newest and _may_be_corrected(known, open_decision):
                found.append(_corrected(known, value))
            else:
                found.append(_altered(known, value))
    return tuple(found)


def text_of(value: Any) -> str | None:
    """Return the text that was typed; None for a number, a date, a boolean, a formula or a chip.

    One apostrophe in front is the spreadsheet's sign for text, not a part of it. Half a pair of
    surrogates is no character and cannot be kept.
    """
    if not isinstance(value, str):
        return None
    return value.removeprefix("'").encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def is_blank(value: Any) -> bool:
    """Return whether a cell holds nothing that could be a submission."""
    return value is None or (isinstance(value, str) and not value.strip())


def used(column: Sequence[Any]) -> int:
    """Return how many rows of a column are used: all down to the last that holds something."""
    return max((row for row, value in enumerate(column, 1) if not is_blank(value)), default=0)


def mistaken_for(value: Any) -> tuple[str, str]:
    """Return what the sheet took a typed text for, and how to type it again so that it does not."""
    if isinstance(value, bool):
        return "a tick or TRUE/FALSE", "as text, with an apostrophe in front"
    if not isinstance(value, dict):
        return "a number or a date", _APOSTROPHE
    if "chip" in value:
        return "a smart chip", "as plain text, without what the sheet offers at @"
    if "error" in value:
        return "an error", _APOSTROPHE
    if value["formula"].startswith(_SIGNED):
        return "a formula", _APOSTROPHE
    return "a formula", "without the = in front"


def quoted(value: Any) -> str:
    """Return what was typed in a cell for a sentence, bounded."""
    if isinstance(value, dict):
        value = next(iter(value.values()))
    text = value if isinstance(value, str) else repr(value)
    return f"“{text}”" if len(text) <= _QUOTED else f"“{text[:_QUOTED]}…” ({len(text)} characters)"


def _first_seen(row: int, value: Any, processed: Mapping[int, ProcessedRow]) -> Found:
    if any(later.row > row and later.fate != "refused" for later in processed.values()):
        return Altered(
            row,
            value,
            "ignored: a row below this one was taken already; write in the next free row.",
            f"row {row + 1} was filled after a later row was taken: {quoted(value)} is ignored",
        )
    return _speaking(row, value)


def _differs(value: Any, known: ProcessedRow) -> bool:
    before = known.value
    if is_blank(value) or is_blank(before):
        return is_blank(value) != is_blank(before)
    if known.text is None and isinstance(before, str) and value == {"formula": before}:
        return False  # logs of before formulas were told from texts keep them so
    return bool(value != before) or isinstance(value, bool) != isinstance(before, bool)


def _may_be_corrected(known: ProcessedRow, open_decision: str | None) -> bool:
    """Return whether new text in the newest row is a new submission.

    It is while the decision that the row answered is open; one that came too early answered none,
    and may be written anew once there is one.
    """
    if open_decision is None or known.fate == "taken":
        return False
    return known.decision == open_decision or (known.decision is None and known.fate == "refused")


def _corrected(known: ProcessedRow, value: Any) -> Found:
    if is_blank(value):
        return Altered(known.row, value, known.answer, None)  # so that the same text counts anew
    return _speaking(known.row, value)


def _speaking(row: int, value: Any) -> Submission | Unreadable:
    text = text_of(value)
    if text is None:
        what, remedy = mistaken_for(value)
        return Unreadable(
            row,
            value,
            f"refused: the sheet took this for {what}; type it again {remedy}.",
            f"row {row + 1} holds {what}, no text: {quoted(value)} was not judged",
        )
    if len(text) > LONGEST:
        return Unreadable(
            row,
            value,
            f"refused: {len(text)} characters are too many (at most {LONGEST}); "
            "type it again, shorter.",
            f"row {row + 1} holds too much: {quoted(text)} was not judged",
        )
    return Submission(row, value, text)


_APOSTROPHE = "with an apostrophe in front, such as '3-4"
_SIGNED = ("=+", "=-")
"""How formulas begin that were typed without the =."""


def _altered(known: ProcessedRow, value: Any) -> Altered:
    if known.text is not None and text_of(value) == known.text:
        return Altered(known.row, value, known.standing, None)
    was = "what was first read" if known.text is None else quoted(known.text)
    now = "emptied" if is_blank(value) else f"changed to {quoted(value)}"
    return Altered(
        known.row,
        value,
        f"ignored: {was} was dealt with here and stands; write in the next free row.",
        f"row {known.row + 1} was {now} after it had been dealt with; {was} stands",
    )
