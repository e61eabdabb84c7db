"""A match's log as CSV, for spreadsheets and for statistics."""

import csv
import re
from io import StringIO

from umpire.export.rows import column_names, rows
from umpire.export.transcript import Transcript

_SIGNS = "=+@＝＋－＠-"  # East Asian spreadsheets also read the wide ones
_BEGINNING = re.compile(
    rf"""(\A|[;\t|\n\r\v\f\x1c-\x1e\x85\u2028\u2029])(?=[\s"\0\ufeff\u200b-\u200f\u2060]*[{_SIGNS}])"""
)
"""The places where a formula may begin, if blanks, invisible characters and quotes are skipped."""


def comma_separated(transcript: Transcript) -> bytes:
    """Return the table in the format of RFC 4180, in UTF-8: a row for each input.

    It begins with a byte order mark, without which Excel does not read UTF-8.
    """
    file = StringIO(newline="")
    writer = csv.writer(file, quoting=csv.QUOTE_ALL)
    writer.writerow(column_names(transcript))
    writer.writerows([*map(neutral, row)] for row in rows(transcript))
    return file.getvalue().encode("utf-8-sig")


def neutral(text: str) -> str:
    """Return a text of which no part is read as a formula, whatever character separates cells.

    An apostrophe is put wherever a formula would begin: before the text, and after each semicolon,
    tab, `|` and line break in it. Commas need none, since texts with commas are quoted.
    """
    return _BEGINNING.sub(r"\1'", text)
