"""One live match at its spreadsheets: what each shows is adjudicated, and each then says so.

Nothing here sends a request: the driver does, when the planner says so.
"""

from collections.abc import Mapping, Sequence

from umpire.sheets.client import Block
from umpire.watch.session import Session
from umpire.watch.sheet import PUT_BACK, Sheet, noted_already, some


class Hosted:
    """A live match and its spreadsheets: one, or a board and a table for each player."""

    def __init__(self, session: Session, sheets: Sequence[Sheet]) -> None:
        self.session = session
        self.sheets = tuple(sheets)
        self._at = {seat: sheet for sheet in self.sheets for seat in sheet.part.seats}

    @property
    def findings(self) -> tuple[str, ...]:
        """Sentences for the umpire on what the spreadsheets should have and have not."""
        return tuple(
            f"{sheet.part.prefix}{finding}" for sheet in self.sheets for finding in sheet.findings
        )

    def see(
        self, sheet: Sheet, began: float, blocks: Mapping[str, Block], *, go_on: bool = True
    ) -> None:
        """Take in a read of one spreadsheet, and adjudicate what it shows.

        `began` is the match clock when the read began. A match that has paused by itself goes on
        once all its spreadsheets have been read, or is left alone if `go_on` is false.
        """
        changed = sheet.see(blocks)
        seats = sheet.part.seats
        if self.session.record.paused_by_itself:
            if not go_on or not all(one.was_read for one in self.sheets):
                return
            self.session.resume_itself()
            seats = tuple(self._at)  # what was typed meanwhile was typed while the clock stood
        forms = {seat: self._at[seat].form(seat) for seat in seats}
        self.session.hear(
            began,
            {seat: self._at[seat].column(seat) for seat in seats},
            self._cell,
            {seat: form for seat, form in forms.items() if form is not None},
        )
        if changed and not noted_already(self.session):
            self.session.note(f"{sheet.part.prefix}the sheet ({some(changed)}) {PUT_BACK}")

    def _cell(self, seat: int, row: int) -> str | None:
        return self._at[seat].cell(seat, row)
