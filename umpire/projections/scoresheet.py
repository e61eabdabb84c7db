"""The new submissions in a player's score sheet, found from the cells of its column.

Entries are a column that only grows. The first text that is read in a row counts. The newest row
may be corrected while its decision is open and its answer is not final. A change in an older row is
ignored, with an answer and a note in the log. Several such changes at once, as after a deleted row,
have one note. This module judges no answer: it only finds the rows to judge, and rows without text.

The value of a cell is as it was typed: a text, a number (a date is one), a boolean, or one of
`{"formula": "=A1"}`, `{"chip": "@"}` and `{"error": "#N/A"}`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from umpire.games.text import join_words

Fate: TypeAlias = Literal["refused", "held", "taken"]

LONGEST, LONGEST_DIRECTION = 500, 4000
"""The most characters in an entry, and in an entry with which the umpire directs a game."""

_QUOTED = 60


@dataclass(frozen=True, slots=True)
class ProcessedRow:
    """A row that has been processed.

    `value` is the last known value of the cell and `answer` the text beside it. `text` is the text
    that was judged, None if there was none. `decision` is the id of the decision that was open for
    its player, None if none. `line` is the number of its log line, `line_answer` the answer to it.
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
    """The reason why a submission is not judged.

    `answer` is for its author. `note` is for the log, None where there is nothing to note.
    """

    answer: str
    note: str | None


@dataclass(frozen=True, slots=True)
class Submission:
    """An entry that is not processed yet, typed or made in any other way.

    `seat` is that of its author, the umpire's after the players'. `row` is its row of the score
    sheet, None if it has none. `value` is the value of its cell, or of a form (`is_form`) the
    values of the cells by name. `text` is None if there is no text, or if the match must join the
    cells of a form. With a `refusal` it is not judged. `line` is the log line that its row keeps in
    any case, and `cell` the cell where it was entered. A tick (`is_tick`) says what its row of the
    umpire's workings shows.
    """

    seat: int
    row: int | None
    value: Any
    text: str | None = None
    refusal: Refusal | None = None
    line: int | None = None
    cell: str | None = None
    is_form: bool = False
    is_tick: bool = False

    @property
    def place(self) -> str:
        """The name of the row in the log, counted from 1."""
        if self.is_tick and self.row is not None:
            return f"row {row_number(self.row)} of the workings"
        return "the box" if self.row is None else f"row {self.row + 1}"


def row_number(row: int) -> int:
    """Return the number of a row of workings, counted with the head."""
    return row + 2


def new_rows(
    seat: int,
    processed_rows: Mapping[int, ProcessedRow],
    column: Sequence[Any],
    open_decision: str | None,
    most: int = LONGEST,
) -> tuple[Submission, ...]:
    """Return the new submissions in a seat's column of cells, from the top row down.

    `open_decision` is the id of the open decision of the column's player. `most` is the greatest
    number of characters in an entry. If several older rows were changed, the first one's note is
    about all of them.
    """
    newest = max(processed_rows, default=-1)
    submissions: list[Submission] = []
    alterations: list[int] = []
    for row, value in enumerate(column):
        earlier = processed_rows.get(row)
        if earlier is None:
            if value != "" and not is_blank(value):
                submissions.append(
                    _new_submission(Submission(seat, row, value), processed_rows, most)
                )
        elif _differs(value, earlier):
            submission = Submission(seat, row, value, line=earlier.line)
            if row == newest and _may_be_corrected(earlier, open_decision):
                submissions.append(_correction(earlier, submission, most))
            else:
                submissions.append(_alteration(earlier, submission))
                if _is_noted(submissions[-1]):
                    alterations.append(len(submissions) - 1)
    return _with_one_note(submissions, alterations)


def text_of(value: Any) -> str | None:
    """Return the text that was typed; None for a number, a date, a boolean, a formula or a chip.

    One apostrophe in front is the spreadsheet's mark for text, not a part of it. Half a surrogate
    pair is replaced, since it cannot be stored.
    """
    if not isinstance(value, str):
        return None
    return value.removeprefix("'").encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def is_blank(value: Any) -> bool:
    """Return whether a cell holds nothing that could be a submission."""
    return value is None or (isinstance(value, str) and not value.strip())


def count_used_rows(column: Sequence[Any]) -> int:
    """Return the number of used rows of a column: all down to the last that is not empty."""
    for row in range(len(column), 0, -1):
        value = column[row - 1]
        if value != "" and not is_blank(value):
            return row
    return 0


def mistaken_for(value: Any) -> tuple[str, str]:
    """Return the kind of value for which the sheet mistook a text, and how to type it again."""
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


def quote(value: Any) -> str:
    """Return the value of a cell for a sentence, with a bounded length."""
    if isinstance(value, dict):
        value = next(iter(value.values()))
    text = value if isinstance(value, str) else repr(value)
    return f"“{text}”" if len(text) <= _QUOTED else f"“{text[:_QUOTED]}…” ({len(text)} characters)"


def _is_noted(submission: Submission) -> bool:
    return submission.refusal is not None and submission.refusal.note is not None


def _with_one_note(
    submissions: Sequence[Submission], alterations: Sequence[int]
) -> tuple[Submission, ...]:
    """Return the submissions with a single note, at the first altered row, about all of them."""
    if len(alterations) <= 1:
        return tuple(submissions)
    rows = [row for place in alterations if (row := submissions[place].row) is not None]
    note = (
        f"rows {_runs(rows)} were changed after they had been dealt with; what was first read "
        "there stands"
    )
    return tuple(
        replace(
            submission,
            refusal=replace(submission.refusal, note=note if place == alterations[0] else None),
        )
        if place in alterations and submission.refusal is not None
        else submission
        for place, submission in enumerate(submissions)
    )


def _runs(rows: Sequence[int]) -> str:
    """Return rows in words, counted from 1: of consecutive ones the first and the last."""
    runs: list[list[int]] = []
    for row in rows:
        if runs and row == runs[-1][-1] + 1:
            runs[-1].append(row)
        else:
            runs.append([row])
    return join_words(
        f"{run[0] + 1} to {run[-1] + 1}" if len(run) > 1 else str(run[0] + 1) for run in runs
    )


def _new_submission(
    submission: Submission, processed_rows: Mapping[int, ProcessedRow], most: int
) -> Submission:
    assert submission.row is not None
    if any(
        row > submission.row and later.fate != "refused" for row, later in processed_rows.items()
    ):
        return _with_refusal(
            submission,
            "ignored: a row below this one was taken already; write in the next free row.",
            f"was filled after a later row was taken: {quote(submission.value)} is ignored",
        )
    return _with_text(submission, most)


def _with_refusal(submission: Submission, answer: str, note: str | None) -> Submission:
    return replace(submission, refusal=Refusal(answer, note and f"{submission.place} {note}"))


def _differs(value: Any, earlier: ProcessedRow) -> bool:
    before = earlier.value
    if is_blank(value) or is_blank(before):
        return is_blank(value) != is_blank(before)
    if earlier.text is None and isinstance(before, str) and value == {"formula": before}:
        return False  # an older log stores a formula as its text
    return bool(value != before) or isinstance(value, bool) != isinstance(before, bool)


def _may_be_corrected(earlier: ProcessedRow, open_decision: str | None) -> bool:
    """Return whether new text in the newest row is a new submission.

    It is while the decision of the row is open. A text that came too early has no decision, and may
    be replaced once there is one.
    """
    if open_decision is None or earlier.fate == "taken":
        return False
    return earlier.decision == open_decision or (
        earlier.decision is None and earlier.fate == "refused"
    )


def _correction(earlier: ProcessedRow, submission: Submission, most: int) -> Submission:
    if is_blank(submission.value):
        return _with_refusal(submission, earlier.answer, None)  # so that the same text counts anew
    return _with_text(replace(submission, line=None), most)


def _with_text(submission: Submission, most: int) -> Submission:
    text = text_of(submission.value)
    if text is None:
        mistake, remedy = mistaken_for(submission.value)
        return _with_refusal(
            submission,
            f"refused: the sheet took this for {mistake}; type it again {remedy}.",
            f"holds {mistake}, no text: {quote(submission.value)} was not judged",
        )
    if len(text) > most:
        return _with_refusal(
            submission,
            f"refused: {len(text)} characters are too many (at most {most}); "
            "type it again, shorter.",
            f"holds too much: {quote(text)} was not judged",
        )
    return replace(submission, text=text)


_APOSTROPHE = "with an apostrophe in front, such as '3-4"
_SIGNED = ("=+", "=-")
"""The beginnings of formulas that were typed without the `=`."""


def _alteration(earlier: ProcessedRow, submission: Submission) -> Submission:
    if earlier.text is not None and text_of(submission.value) == earlier.text:
        return _with_refusal(submission, earlier.line_answer, None)
    before = "what was first read" if earlier.text is None else quote(earlier.text)
    change = "emptied" if is_blank(submission.value) else f"changed to {quote(submission.value)}"
    return _with_refusal(
        submission,
        f"ignored: {before} was answered here and still counts; write in the next free row.",
        f"was {change} after it had been dealt with; {before} stands",
    )
