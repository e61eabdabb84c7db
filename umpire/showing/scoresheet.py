"""A player's score sheet: from what a column holds now to what is new in it.

Entries are a column that only grows. What counts is a row's text when first read; the newest row
may be corrected while its decision is open and nothing of it was finally taken; a change in an
older row is ignored, answered as such, and logged. Of several at once, as where somebody deletes a
row, the log has one note. Nothing here judges an answer: it only says which rows speak, and what
those hold that cannot be taken for text.

What a cell holds is what was typed there: a text, a number (a date is one), a boolean, or one of
`{"formula": "=A1"}`, `{"chip": "@"}` and `{"error": "#N/A"}`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from umpire.games.text import listed

Fate: TypeAlias = Literal["refused", "held", "taken"]

LONGEST, LONGEST_DIRECTION = 500, 4000
"""The most characters that an entry may have, and one in which the umpire directs a game."""

_QUOTED = 60


@dataclass(frozen=True, slots=True)
class ProcessedRow:
    """A row that has been processed.

    `value` is what the cell held when last looked at and `answer` the text beside it. `text` is
    what was judged, None if it was no text. `decision` is the id of the decision that its player
    owed then, None if none. `line` is the log line that came of it, `line_answer` the answer to it.
    """

    row: int
    value: Any
    answer: str
    text: str | None
    fate: Fate
    decision: str | None
    line: int
    line_answer: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something that was entered is not judged.

    `answer` is for its author. `note` is for the log, None where there is nothing to note.
    """

    answer: str
    note: str | None


@dataclass(frozen=True, slots=True)
class Submission:
    """Something that somebody has entered and that has not been dealt with, whichever way it came.

    `seat` is its author's, the umpire's after the players'. `row` is the row of the score sheet
    that it takes, None if it takes none; `value` is what its cell holds, of a form (`is_form`) its
    cells by name. `text` is what it says, None if it holds no text or the match must be asked what
    a form's cells come to. With a `refusal` it is not judged. `line` is the log line that its row
    keeps in any case, and `cell` where it was entered.
    """

    seat: int
    row: int | None
    value: Any
    text: str | None = None
    refusal: Refusal | None = None
    line: int | None = None
    cell: str | None = None
    is_form: bool = False

    @property
    def place(self) -> str:
        """What the log calls the row, counted from 1."""
        return "the box" if self.row is None else f"row {self.row + 1}"


def new_rows(
    seat: int,
    processed: Mapping[int, ProcessedRow],
    column: Sequence[Any],
    open_decision: str | None,
    most: int = LONGEST,
) -> tuple[Submission, ...]:
    """Return what is new in a seat's column of cells, from the top row down.

    `open_decision` is the id of the decision that the column's player owes now. An entry may have
    so many characters at `most`. If several older rows were changed, the first says so for all.
    """
    newest = max(processed, default=-1)
    found: list[Submission] = []
    altered: list[int] = []
    for row, value in enumerate(column):
        known = processed.get(row)
        if known is None:
            if value != "" and not is_blank(value):
                found.append(_first_seen(Submission(seat, row, value), processed, most))
        elif _differs(value, known):
            changed = Submission(seat, row, value, line=known.line)
            if row == newest and _may_be_corrected(known, open_decision):
                found.append(_corrected(known, changed, most))
            else:
                found.append(_altered(known, changed))
                if _is_noted(found[-1]):
                    altered.append(len(found) - 1)
    return _noted_once(found, altered)


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
    for row in range(len(column), 0, -1):
        value = column[row - 1]
        if value != "" and not is_blank(value):
            return row
    return 0


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


def _is_noted(one: Submission) -> bool:
    return one.refusal is not None and one.refusal.note is not None


def _noted_once(found: Sequence[Submission], altered: Sequence[int]) -> tuple[Submission, ...]:
    """Return what was found with one note, at the first of them, about all altered rows."""
    if len(altered) <= 1:
        return tuple(found)
    rows = [row for place in altered if (row := found[place].row) is not None]
    note = (
        f"rows {_runs(rows)} were changed after they had been dealt with; what was first read "
        "there stands"
    )
    return tuple(
        replace(one, refusal=replace(one.refusal, note=note if place == altered[0] else None))
        if place in altered and one.refusal is not None
        else one
        for place, one in enumerate(found)
    )


def _runs(rows: Sequence[int]) -> str:
    """Name rows, counted from 1, those that follow one another by the first and the last."""
    runs: list[list[int]] = []
    for row in rows:
        if runs and row == runs[-1][-1] + 1:
            runs[-1].append(row)
        else:
            runs.append([row])
    return listed(
        f"{run[0] + 1} to {run[-1] + 1}" if len(run) > 1 else str(run[0] + 1) for run in runs
    )


def _first_seen(one: Submission, processed: Mapping[int, ProcessedRow], most: int) -> Submission:
    assert one.row is not None
    if any(row > one.row and later.fate != "refused" for row, later in processed.items()):
        return _refused(
            one,
            "ignored: a row below this one was taken already; write in the next free row.",
            f"was filled after a later row was taken: {quoted(one.value)} is ignored",
        )
    return _speaking(one, most)


def _refused(one: Submission, answer: str, note: str | None) -> Submission:
    return replace(one, refusal=Refusal(answer, note and f"{one.place} {note}"))


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


def _corrected(known: ProcessedRow, one: Submission, most: int) -> Submission:
    if is_blank(one.value):
        return _refused(one, known.answer, None)  # so that the same text counts anew
    return _speaking(replace(one, line=None), most)


def _speaking(one: Submission, most: int) -> Submission:
    text = text_of(one.value)
    if text is None:
        what, remedy = mistaken_for(one.value)
        return _refused(
            one,
            f"refused: the sheet took this for {what}; type it again {remedy}.",
            f"holds {what}, no text: {quoted(one.value)} was not judged",
        )
    if len(text) > most:
        return _refused(
            one,
            f"refused: {len(text)} characters are too many (at most {most}); "
            "type it again, shorter.",
            f"holds too much: {quoted(text)} was not judged",
        )
    return replace(one, text=text)


_APOSTROPHE = "with an apostrophe in front, such as '3-4"
_SIGNED = ("=+", "=-")
"""How formulas begin that were typed without the =."""


def _altered(known: ProcessedRow, one: Submission) -> Submission:
    if known.text is not None and text_of(one.value) == known.text:
        return _refused(one, known.line_answer, None)
    was = "what was first read" if known.text is None else quoted(known.text)
    now = "emptied" if is_blank(one.value) else f"changed to {quoted(one.value)}"
    return _refused(
        one,
        f"ignored: {was} was answered here and still counts; write in the next free row.",
        f"was {now} after it had been dealt with; {was} stands",
    )
