"""Rows of a CSV file that no spreadsheet program reads formulas out of."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

from umpire.games.notation import narrow, printable

_FORMULA = tuple("=+-@")
_LONGEST = 50_000
"""No spreadsheet program takes more characters in a cell."""

Value = str | float | None


def csv_text(head: Sequence[str], rows: Iterable[Sequence[Value]]) -> str:
    """Return a CSV file; every text is quoted, so that no other separator can split it."""
    file = StringIO()
    writer = csv.writer(file, quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(head)
    writer.writerows([safe(value) for value in row] for row in rows)
    return file.getvalue()


def safe(value: Value) -> Value:
    """Return a value as a cell may hold it; a number stays one.

    An apostrophe in front is the sign that a text is no formula; what is not printed is escaped.
    """
    if not isinstance(value, str):
        return value
    text = printable(value, _LONGEST)
    return f"'{text}" if narrow(text).lstrip().startswith(_FORMULA) else text
