"""What a request, a spreadsheet and an account may cost at most.

Some of these bounds are Google's own. The others are there because this is one small server: they
lie far above what programs ask, and no request can hold it up for long or fill its memory. All are
refused as Google refuses: a code, a sentence, a status.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from threading import Lock
from typing import Final

from pydantic_core import to_json

from sheets_emulator.errors import ApiError, invalid, too_many_requests
from sheets_emulator.model import Axis, Document, Formula, RichText, Sheet, Value

# Google's own.
MOST_BODY: Final = 10 * 2**20  # bytes of a request
MOST_CELLS: Final = 10_000_000
MOST_COLUMNS: Final = 18278
MOST_TABS: Final = 200
MOST_CHARACTERS: Final = 50_000  # in a cell
MOST_METADATA: Final = 30_000  # characters at the spreadsheet, and as many at each tab
MOST_GRANTS: Final = 600

# This server's, of a spreadsheet.
MOST_FILLED: Final = 100_000  # cells that hold anything, be it a format
MOST_SPAN: Final = 250_000  # cells of its rows, each up to the last that is not blank, and rows
MOST_TEXT: Final = 10_000_000  # characters
MOST_SAVED: Final = 20_000_000  # characters on disk, formats and all
MOST_NAMES: Final = 2000
MOST_FURNITURE: Final = 20_000  # merges, groups, protections, rules and their ranges, charts

MOST_PATTERN: Final = 1000  # characters of a number format
MOST_COMPUTED: Final = 500_000  # cells that all its formulas read
TEXT_PER_CELL: Final = 50  # characters of a text that they make and that count as much as a cell
MOST_SPREAD: Final = 50_000  # cells of the arrays they come to, and those before them in their rows

# This server's, of a request.
MOST_WORK: Final = 1_000_000  # cells (or what takes as long) that it reads and changes
MOST_ANSWER: Final = 100_000_000  # bytes: all cells that a spreadsheet may have, with formats

# This server's, of accounts.
MOST_OWNED: Final = 2000  # spreadsheets of one account
MOST_SPREADSHEETS: Final = 5000
MOST_KEPT: Final = 100_000_000  # characters on disk, of one account
MOST_KEPT_IN_ALL: Final = 1_000_000_000
SMALL: Final = 500_000  # characters that there is always room for, however full all is
MOST_HELD: Final = 200 * 2**20  # bytes of the bodies of requests that are not answered yet
MOST_ANSWERS: Final = 300_000_000  # bytes of the answers that are being made and sent
REQUESTS_A_MINUTE: Final = 12_000  # of one account


class _Budget:
    """What is left to a request, and what its answer takes up so far."""

    def __init__(self) -> None:
        self.work = MOST_WORK
        self.answer = 0


class _Answers:
    """What the answers take up that are being made and sent, in bytes."""

    def __init__(self) -> None:
        self.bytes = 0
        self.lock = Lock()

    def grow(self, count: int) -> int:
        with self.lock:
            self.bytes += count
            return self.bytes


_ANSWERS = _Answers()
_BUDGET: ContextVar[_Budget | None] = ContextVar("budget", default=None)


@contextmanager
def bounded() -> Iterator[None]:
    """Let what is done inside spend no more than one request may; outside nothing is counted."""
    token = _BUDGET.set(_Budget())
    try:
        yield
    finally:
        let_go(hand_over())
        _BUDGET.reset(token)


def spend(work: int) -> None:
    """Count work (in cells) before it is done; raises 400 for more than a request may cause."""
    budget = _BUDGET.get()
    if budget is not None:
        budget.work -= work
        if budget.work < 0:
            raise invalid(
                f"This request would read or change more than {MOST_WORK} cells: ask for less at "
                "once."
            )


def spend_answer(count: int) -> None:
    """Count the bytes that an answer grows by.

    Raises 400 for one that is too long, 429 where all answers together are.
    """
    budget = _BUDGET.get()
    if budget is not None:
        budget.answer += count
        together = _ANSWERS.grow(count)
        if budget.answer > MOST_ANSWER:
            raise invalid(
                f"The answer would be longer than {MOST_ANSWER} bytes: ask for less at once."
            )
        if together > MOST_ANSWERS and budget.answer > SMALL:
            raise too_many_requests()


def answered() -> int:
    """Return how long the answer to this request is so far, in bytes."""
    budget = _BUDGET.get()
    return 0 if budget is None else budget.answer


def hand_over() -> int:
    """Return what the answer to this request takes up; from now on it is the caller's to let go."""
    budget = _BUDGET.get()
    if budget is None:
        return 0
    count, budget.answer = budget.answer, 0
    return count


def let_go(count: int) -> None:
    """Count so many bytes of answers no more."""
    _ANSWERS.grow(-count)


def too_long() -> ApiError:
    """400: a text that no cell holds."""
    return invalid(
        f"Your input contains more than the maximum of {MOST_CHARACTERS} characters "
        "in a single cell."
    )


def check_text(text: object) -> None:
    """Raise Google's refusal of a text that is too long for a cell."""
    if isinstance(text, Formula):
        text = text.text
    if isinstance(text, str) and len(text) > MOST_CHARACTERS:
        raise too_long()


def check_size(document: Document) -> None:
    """Raise Google's refusal of a spreadsheet with too many columns, cells or tabs."""
    if any(sheet.column_count > MOST_COLUMNS for sheet in document.sheets):
        raise invalid(f"A sheet can have {MOST_COLUMNS} columns at most.")
    if sum(sheet.row_count * sheet.column_count for sheet in document.sheets) > MOST_CELLS:
        raise invalid(
            "This action would increase the number of cells in the workbook above the limit of "
            f"{MOST_CELLS} cells."
        )
    if len(document.sheets) > MOST_TABS:
        raise invalid(
            "This action would increase the number of sheets in the workbook above the limit of "
            f"{MOST_TABS} sheets."
        )


def check_growth(document: Document, sheet: Sheet, axis: Axis, count: int) -> None:
    """Raise Google's refusal before so many rows or columns make a spreadsheet too large."""
    rows, columns = (count, 0) if axis == "ROWS" else (0, count)
    grown = replace(
        sheet,
        row_count=sheet.row_count + rows,
        column_count=sheet.column_count + columns,
    )
    others = [one for one in document.sheets if one is not sheet]
    check_size(replace(document, sheets=[*others, grown]))


def furniture(document: Document) -> int:
    """Count what lies about in a spreadsheet beside its cells."""
    return sum(
        len(sheet.merges)
        + len(sheet.protections)
        + sum(len(rule.areas) for rule in sheet.conditional_rules)
        + sum(len(groups) for groups in sheet.groups.values())
        + len(sheet.banded_ranges)
        + len(sheet.charts)
        for sheet in document.sheets
    )


def check_furniture(document: Document) -> int:
    """Return how much furniture there is.

    Raises the refusal of a spreadsheet with more names, rules and the like than it may have.
    """
    if len(document.names) > MOST_NAMES:
        raise invalid(f"A spreadsheet can have {MOST_NAMES} named ranges at most.")
    laid = furniture(document)
    if laid > MOST_FURNITURE:
        raise invalid(
            f"A spreadsheet can have {MOST_FURNITURE} merges, groups, protected and banded ranges, "
            "ranges of conditional formats and charts at most."
        )
    kept: dict[int | None, int] = {}
    for one in document.metadata:
        kept[one.sheet_id] = kept.get(one.sheet_id, 0) + len(one.key) + len(one.value)
        if kept[one.sheet_id] > MOST_METADATA:
            raise invalid(
                f"Developer metadata can have {MOST_METADATA} characters at most at a spreadsheet, "
                "and as many at each of its sheets."
            )
    return laid


def check_document(document: Document, account: str) -> None:
    """Raise the refusal of a spreadsheet that an account has made too large to keep.

    Whoever it was shared with may fill half of it, so that its owner can always go on.
    """
    share = 1 if account == document.owner else 2
    check_size(document)
    check_furniture(document)
    if len(document.grants) > MOST_GRANTS:
        raise ApiError(
            403,
            f"A file can be shared with {MOST_GRANTS} users and groups at most.",
            reason="sharingRateLimitExceeded",
        )
    if sum(_filled(sheet) for sheet in document.sheets) > MOST_FILLED // share:
        raise invalid(f"A spreadsheet can have {MOST_FILLED} cells that are not blank at most.")
    largest = sum(sheet.row_count * (sheet.column_count + 1) for sheet in document.sheets)
    if (
        largest > MOST_SPAN // share
        and sum(_span(sheet) for sheet in document.sheets) > MOST_SPAN // share
    ):
        raise invalid("The filled cells of a spreadsheet are too far apart.")
    characters = len(document.page or "") + sum(map(_characters, document.sheets))
    if characters > MOST_TEXT // share:
        raise too_much_text()


def too_much_text() -> ApiError:
    """400: a spreadsheet with more text, formats and all, than can be kept."""
    return invalid(f"A spreadsheet can hold texts of {MOST_TEXT} characters in all at most.")


def _filled(sheet: Sheet) -> int:
    return len(sheet.cells) + sum(len(lines) for lines in sheet.lines.values())


def _span(sheet: Sheet) -> int:
    """Count what a reader of all cells is answered, blank ones before others too."""
    ends: dict[int, int] = {}
    for row, column in sheet.cells:
        ends[row] = max(ends.get(row, 0), column + 1)
    return max(ends, default=-1) + 1 + sum(ends.values())


def _characters(sheet: Sheet) -> int:
    return sum(
        len(cell.note) + _length(cell.value)
        for cell in sheet.cells.values()
        if cell.note or cell.value is not None
    ) + sum(len(to_json(one.spec)) for one in sheet.charts)


def _length(value: Value) -> int:
    if isinstance(value, RichText):
        return len(value) + sum(len(repr(run)) for run in (*value.chips, *value.formats))
    if isinstance(value, Formula):
        return len(value.text)
    return len(value) if isinstance(value, str) else 8
