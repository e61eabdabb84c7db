"""One live match at its spreadsheets: what each shows is adjudicated, and each then says so.

Nothing here sends a request: the driver does, when the planner says so.
"""

from collections.abc import Mapping, Sequence

from umpire.sheets.client import Block, Typed
from umpire.watch.session import Session
from umpire.watch.sheet import PUT_BACK, Sheet, noted_already, some


class Hosted:
    """A live match and its spreadsheets: one, or a board and a table for each player.

    Its console is among them if it has one; nobody plays there, and the match goes on without it.
    """

    def __init__(self, session: Session, sheets: Sequence[Sheet]) -> None:
        self.session = session
        self.sheets = tuple(sheets)
        self._played_at = tuple(sheet for sheet in self.sheets if not sheet.part.is_console)
        self._at = {seat: sheet for sheet in self._played_at for seat in sheet.part.seats}

    @property
    def findings(self) -> tuple[str, ...]:
        """Sentences for the umpire on what the spreadsheets should have and have not."""
        return tuple(
            f"{sheet.part.prefix}{finding}" for sheet in self.sheets for finding in sheet.findings
        )

    def see(
        self,
        sheet: Sheet,
        began: float,
        blocks: Mapping[str, Block],
        typed: Mapping[str, Typed] | None = None,
        *,
        go_on: bool = True,
    ) -> None:
        """Take in a read of one spreadsheet, and adjudicate what it shows.

        `typed` is what was typed in the ranges that had to be confirmed, and `began` is the match
        clock when the read began. A match that has paused by itself goes on once all the
        spreadsheets in which it is played have been read, or is left alone if `go_on` is false;
        what was said in the console waits as long as it is about to go on.
        """
        changed = sheet.see(blocks, typed)
        console = sheet.part.is_console
        if console:
            self._hear_box(sheet, began)
        seats = () if console else sheet.part.seats
        if self.session.record.paused_by_itself:
            if go_on and all(one.was_read for one in self._played_at):
                self.session.resume_itself()
                seats = tuple(self._at)  # what was typed meanwhile was typed while the clock stood
            elif go_on or not console:
                return
        forms = {seat: self._at[seat].form(seat) for seat in seats}
        self.session.hear(
            began,
            {seat: self._at[seat].column(seat) for seat in seats},
            self._cell,
            {seat: form for seat, form in forms.items() if form is not None},
        )
        for seat in sheet.seats if console else ():
            self.session.hear_umpire(began, sheet.column(seat), sheet.cell)
        if changed and not noted_already(self.session):
            self.session.note(f"{sheet.part.prefix}the sheet ({some(changed)}) {PUT_BACK}")

    def tell(self, findings: tuple[str, ...]) -> None:
        """Let the console tell the umpire what is to be seen to."""
        for sheet in self.sheets:
            if sheet.part.is_console and sheet.remarks != findings:
                sheet.remarks = findings

    def _hear_box(self, sheet: Sheet, began: float) -> None:
        """Carry out what the umpire said by ticking or unticking the box, and nobody else's."""
        order = sheet.order()
        if order is not None:
            self.session.hear_box(began, *order)

    def _cell(self, seat: int, row: int) -> str | None:
        return self._at[seat].cell(seat, row)
