"""A match's log as CSV, for spreadsheets and for whoever counts."""

import csv
from io import StringIO

from umpire.export.history import History
from umpire.export.rows import head, rows

_FORMULA = tuple("=+-@＝＋－＠")  # spreadsheets for the East take the wide ones too


def comma_separated(history: History) -> bytes:
    """Return the table as RFC 4180 has it, in UTF-8: a row for each input.

    It begins with a byte order mark, without which Excel reads UTF-8 as something else.
    """
    file = StringIO(newline="")
    # Where a semicolon parts cells, what follows one in a text would be a cell of its own.
    writer = csv.writer(file, quoting=csv.QUOTE_ALL)
    writer.writerow(head(history))
    writer.writerows([*map(neutral, row)] for row in rows(history))
    return file.getvalue().encode("utf-8-sig")


def neutral(text: str) -> str:
    """Return a text that no spreadsheet reads as a formula: an apostrophe is put before it."""
    return f"'{text}" if text.lstrip().startswith(_FORMULA) else text
