"""`umpire template`: print the new workbooks, and how to use them."""

import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path

from umpire.games.text import join_words
from umpire.hosting.workbooks import Workbooks
from umpire.projections.spreadsheets import BOARD, CONSOLE


def lines(workbooks: Workbooks, files: Mapping[str, Path], template: Path | None) -> Iterator[str]:
    """Yield the files, each with its spreadsheet, and the next steps."""
    widest = max(len(str(file)) for file in files.values())
    yield f"Made for {join_words(workbooks.header.players)}:"
    for spreadsheet in workbooks.spreadsheets:
        yield f"  {files[spreadsheet.role]!s:<{widest}}  {spreadsheet.name}"
    if workbooks.is_dealt:
        yield "Open them in any spreadsheet program, or upload them to Google Drive."
        return
    yield "Upload each to Google Drive, open it there, and choose 'Save as Google Sheets' from the"
    yield "File menu. Share the new spreadsheets with umpire's service account as Editor,"
    yield "and give umpire their links:"
    yield f"  {shlex.join(_new_match(workbooks, template))}"
    yield "That adds what a workbook cannot hold: check boxes, protection, some colours."


def _new_match(workbooks: Workbooks, template: Path | None) -> Iterator[str]:
    """Yield the words of the command that makes a match of the uploaded workbooks."""
    names = workbooks.header.players
    yield from ("umpire", "new", workbooks.game.id, "--players", ",".join(names), "--on", "google")
    for spreadsheet in workbooks.spreadsheets:
        if spreadsheet.viewer in names:
            yield from ("--table", f"{spreadsheet.viewer}=URL")
        elif spreadsheet.role in (BOARD, CONSOLE):
            yield from (f"--{spreadsheet.role}", "URL")
    if template is not None:
        yield from ("--template", str(template))
