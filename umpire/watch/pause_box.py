"""The console's box by which the umpire pauses the match: what it says, what is written to it.

Apart from entry forms it is the one place where the daemon writes what somebody may tick: so that
the box shows whether the umpire has the match paused, however that came about.
"""

from collections.abc import Mapping

from umpire.sheets.diff import Rows, put
from umpire.sheets.grid import Place
from umpire.sheets.layout import check_box
from umpire.sheets.ranges import PAUSE
from umpire.watch.console import Box
from umpire.watch.form_cells import Work, first_cell
from umpire.watch.forms import is_ticked
from umpire.watch.live_match import LiveMatch
from umpire.watch.spreadsheets import Spreadsheet


class PauseBox:
    """The box in one spreadsheet; there is none but in a console."""

    def __init__(self, live: LiveMatch, spreadsheet: Spreadsheet) -> None:
        self._live = live
        self._is_here = spreadsheet.is_console and PAUSE in spreadsheet.names
        self._help = _help(spreadsheet) if self._is_here else None
        self._box = Box()

    @property
    def names(self) -> list[str]:
        """The name of its cell, if there is one."""
        return [PAUSE] if self._is_here else []

    def order(self, stands: Mapping[str, Rows]) -> str | None:
        """Take in a read; return what the umpire has ordered with the box since the last one."""
        ticked = _ticked(stands)
        if ticked is None:
            return None
        order = self._box.order(ticked, self._live.record.paused_by_umpire)
        self._box = self._box.seen(ticked)
        return None if self._live.record.match.outcome is not None else order

    def add(self, work: Work, places: Mapping[str, Place], stands: Mapping[str, Rows]) -> None:
        """Add what a write does in the box."""
        ticked = _ticked(stands)
        if PAUSE not in places or ticked is None:
            return
        cell, paused = first_cell(places[PAUSE]), self._live.record.paused_by_umpire
        work.kinds.append(check_box(cell, self._help))
        if ticked != paused:
            work.requests.append(put(cell, paused))
            work.stands[PAUSE] = ((paused,),)

    def see_written(self, work: Work) -> None:
        """Note that a write was carried out."""
        if PAUSE in work.stands:
            self._box = self._box.written(self._live.record.paused_by_umpire)

    def see_unwritten(self, work: Work) -> None:
        """Note that nobody knows whether a write was carried out."""
        if PAUSE in work.stands:
            self._box = self._box.in_doubt()


def _ticked(stands: Mapping[str, Rows]) -> bool | None:
    rows = stands.get(PAUSE)
    return is_ticked(rows[0][0]) if rows and rows[0] else None


def _help(spreadsheet: Spreadsheet) -> str | None:
    """Return what the template says of the box."""
    return next(
        area.help and page.filled(area.help)
        for page in spreadsheet.pages()
        for area in page.tab.areas
        if PAUSE in area.name
    )
