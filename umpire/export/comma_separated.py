"""A match's log as CSV, for spreadsheets and for whoever counts."""

import csv
import re
from io import StringIO

from umpire.export.rows import column_names, rows
from umpire.export.transcript import Transcript

_SIGNS = "=+@＝＋－＠-"  # spreadsheets for the East take the wide ones too
_BEGINNING = re.compile(
    rf"""(\A|[;\t|\n\r\v\f\x1c-\x1e\x85\u2028\u2029])(?=[\s"\0\ufeff\u200b-\u200f\u2060]*[{_SIGNS}])"""
)
"""Where a formula begins for a reader who overlooks blanks, what cannot be seen, and quotes."""


def comma_separated(transcript: Transcript) -> bytes:
    """Return the table as RFC 4180 has it, in UTF-8: a row for each input.

    It begins with a byte order mark, without which Excel reads UTF-8 as something else.
    """
    file = StringIO(newline="")
    writer = csv.writer(file, quoting=csv.QUOTE_ALL)
    writer.writerow(column_names(transcript))
    writer.writerows([*map(neutral, row)] for row in rows(transcript))
    return file.getvalue().encode("utf-8-sig")


def neutral(text: str) -> str:
    """Return a text of which no part is read as a formula, whatever character parts the cells.

    An apostrophe is put before the text, and after each semicolon, tab, `|` and line break in it,
    where a formula would begin. Commas part the cells of our own files, so those in texts are
    quoted.
    """
    return _BEGINNING.sub(r"\1'", text)
