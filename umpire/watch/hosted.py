"""One live match at its spreadsheets: what each shows is adjudicated, and each then says so.

Nothing here sends a request: the driver does, when the planner says so.
"""

from collections.abc import Iterable, Mapping, Sequence

from umpire.sheets.client import Block, Typed
from umpire.watch.live_match import LiveMatch
from umpire.watch.live_sheet import PUT_BACK, LiveSheet, noted_already, some


class HostedMatch:
    """A live match and its spreadsheets: one, or a board and a table for each player.

    Its console is among them if it has one; nobody plays there, and the match goes on without it.
    """

    def __init__(self, live: LiveMatch, sheets: Sequence[LiveSheet]) -> None:
        self.live = live
        self.sheets = tuple(sheets)
        self._played_at = tuple(sheet for sheet in self.sheets if sheet.spreadsheet.is_played_in)
        self._at = {seat: sheet for sheet in self._played_at for seat in sheet.spreadsheet.seats}

    @property
    def findings(self) -> tuple[str, ...]:
        """Sentences for the umpire on what the spreadsheets should have and have not."""
        return tuple(
            f"{sheet.spreadsheet.prefix}{finding}"
            for sheet in self.sheets
            for finding in sheet.findings
        )

    @property
    def troubles(self) -> tuple[str, ...]:
        """Sentences on what is wrong with its spreadsheets."""
        return _troubles(self.sheets)

    @property
    def obstacles(self) -> tuple[str, ...]:
        """Those of the troubles that keep the match from going on."""
        return _troubles(self._played_at)

    @property
    def is_shown(self) -> bool:
        """Whether every spreadsheet that is still there shows all that it should."""
        return all(
            sheet.is_shown or sheet.health.status.lost or sheet.is_done_without
            for sheet in self.sheets
        )

    def see(
        self,
        sheet: LiveSheet,
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
        played_in = sheet.spreadsheet.is_played_in
        self._hear_box(sheet, began)
        seats = sheet.spreadsheet.seats if played_in else ()
        if self.live.record.paused_by_itself:
            if go_on and all(one.was_read for one in self._played_at):
                self.live.resume_itself()
                seats = tuple(self._at)  # what was typed meanwhile was typed while the clock stood
            elif go_on or played_in:
                return
        forms = {seat: self._at[seat].form(seat) for seat in seats}
        self.live.hear(
            began,
            {seat: self._at[seat].column(seat) for seat in seats},
            self._cell,
            {seat: form for seat, form in forms.items() if form is not None},
        )
        for seat in () if played_in else sheet.seats:
            self.live.hear_umpire(began, sheet.column(seat), sheet.cell)
        if changed and not noted_already(self.live):
            self.live.note(f"{sheet.spreadsheet.prefix}the sheet ({some(changed)}) {PUT_BACK}")

    def tell(self, findings: tuple[str, ...]) -> None:
        """Let the console tell the umpire what is to be seen to."""
        for sheet in self.sheets:
            if not sheet.spreadsheet.is_played_in and sheet.remarks != findings:
                sheet.remarks = findings

    def _hear_box(self, sheet: LiveSheet, began: float) -> None:
        """Carry out what the umpire said by ticking or unticking the box, and nobody else's."""
        order = sheet.order()
        if order is not None:
            self.live.hear_box(began, *order)

    def _cell(self, seat: int, row: int) -> str | None:
        return self._at[seat].cell(seat, row)


def _troubles(sheets: Iterable[LiveSheet]) -> tuple[str, ...]:
    return tuple(sheet.health.trouble for sheet in sheets if sheet.health.trouble is not None)
