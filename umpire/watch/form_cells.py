"""The entry forms of one spreadsheet: which cells they have, and what the next write does there.

A form is the one place where the daemon writes into what a player fills in: it unticks a box, and
empties the fields of an answer that is done with. It never does so where a score sheet lies.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from umpire.games.base import Form
from umpire.json_types import JsonObject
from umpire.sheets.diff import Rows, drop_down, keep_plain_text, put
from umpire.sheets.grid import Place, Rect
from umpire.sheets.layout import check_box
from umpire.sheets.ranges import BOXES, FORM, NOTE, of_seat
from umpire.watch.forms import (
    Shown,
    Tidying,
    as_cells,
    asked,
    is_new,
    note,
    tidied,
    tidying,
)
from umpire.watch.live_match import LiveMatch
from umpire.watch.spreadsheets import Spreadsheet


@dataclass(frozen=True, slots=True)
class FormCells:
    """The cells of one seat's form: `names` are their ranges, `helps` what their boxes say."""

    player: str
    names: Mapping[str, str]
    helps: Mapping[str, str | None]

    def places(self, places: Mapping[str, Place], entries: Sequence[Place]) -> dict[str, Place]:
        """Return where its cells lie, those left out that lie in one of the `entries`.

        Of a name that means more than one cell it is the first.
        """
        cells = {
            cell: first_cell(places[name]) for cell, name in self.names.items() if name in places
        }
        return {
            cell: place
            for cell, place in cells.items()
            if not any(one.sheet == place.sheet and one.rect.meets(place.rect) for one in entries)
        }

    def finding(self, dropped: Collection[str]) -> str | None:
        """Return what is missing where somebody has taken away some of its names, but not all."""
        gone = [name for name in self.names.values() if name in dropped]
        if not gone or len(gone) == len(self.names):
            return None
        return (
            f"The entry form of {self.player} lacks {', '.join(gone)}: name it again, or take the "
            "whole form away."
        )


@dataclass(slots=True)
class Work:
    """What a write does in forms.

    `requests` are due now; `kinds` go with every write, whatever it is for. `offered` is what each
    name offers then, `stands` what stands under those that were unticked or emptied.
    """

    requests: list[JsonObject] = field(default_factory=list)
    kinds: list[JsonObject] = field(default_factory=list)
    offered: dict[str, tuple[str, ...]] = field(default_factory=dict)
    stands: dict[str, Rows] = field(default_factory=dict)


class Forms:
    """The entry forms of one spreadsheet, by seat; none where its template has none.

    `dropped` are the names of cells that somebody has taken away, `offered` what each name is known
    to offer.
    """

    def __init__(self, live: LiveMatch, spreadsheet: Spreadsheet) -> None:
        self._live = live
        self._cells = _laid_out(spreadsheet)
        notes = (of_seat(FORM + NOTE, seat) for seat in spreadsheet.seats)
        self._notes = [name for name in notes if name in spreadsheet.names]
        self._stands: Mapping[str, Rows] = {}
        self._ranges: Mapping[str, str] = {}
        self._asked: tuple[object, dict[int, Form]] | None = None
        self.dropped: frozenset[str] = frozenset()
        self.offered: Mapping[str, tuple[str, ...]] = {}

    @property
    def names(self) -> list[str]:
        """The names of all cells that are there: an umpire may take a form away."""
        return [name for name in self._all_cells() if name not in self.dropped]

    @property
    def findings(self) -> list[str]:
        """Sentences for the umpire on forms of which only a part is there."""
        found = [form.finding(self.dropped) for form in self._cells.values()]
        return [finding for finding in found if finding is not None]

    def find(self, there: Collection[str]) -> bool:
        """Take in which names the spreadsheet has; return whether others are there than before."""
        before = self.dropped
        self.dropped = frozenset({*self._all_cells(), *self._notes}.difference(there))
        return self.dropped != before

    def see(self, stands: Mapping[str, Rows], ranges: Mapping[str, str]) -> None:
        """Take in what stands in the spreadsheet, and where each name is."""
        self._stands, self._ranges, self._asked = stands, ranges, None

    def shown(self, seat: int) -> Shown | None:
        """Return what stands in a seat's form; None if no box of one is there."""
        return self._shown_in(seat, self._stands)

    def newly_ticked(self, stands: Mapping[str, Rows]) -> list[str]:
        """Return the names of the cells of all forms that hold a tick not processed yet."""
        found: list[str] = []
        for seat, form in self._cells.items():
            shown, last = self._shown_in(seat, stands), self._live.record.last_formed(seat)
            if shown is not None and is_new(shown.cells, last.cells if last else None):
                found += [name for name in form.names.values() if name in stands]
        return found

    def _shown_in(self, seat: int, stands: Mapping[str, Rows]) -> Shown | None:
        form = self._cells.get(seat)
        if form is None:
            return None
        raw = {
            cell: stands[name][0][0]
            for cell, name in form.names.items()
            if stands.get(name) and stands[name][0]
        }
        boxes = [box for box in BOXES if box in raw]
        return Shown(as_cells(raw), self._ranges.get(form.names[boxes[0]])) if boxes else None

    def notes(self) -> dict[int, str]:
        """Return what each form says about itself now."""
        return {seat: note(fields) for seat, fields in self._asked_now().items()}

    def work(self, places: Mapping[str, Place], entries: Sequence[Place]) -> Work:
        """Return what a write does in the forms."""
        work = Work()
        for seat, form in self._cells.items():
            cells = form.places(places, entries)
            self._tidy(work, seat, cells)
            for cell, place in cells.items():
                if cell in BOXES:
                    work.kinds.append(check_box(place, form.helps[cell]))
                    continue
                choices = self._asked_now()[seat].get(cell, ())
                work.kinds += keep_plain_text([place])
                work.offered[form.names[cell]] = choices
                if self.offered.get(form.names[cell]) != choices:
                    work.requests.append(drop_down(place, choices))
        return work

    def _tidy(self, work: Work, seat: int, cells: Mapping[str, Place]) -> None:
        tidy = self._tidying(seat)
        for cell in (*tidy.untick, *tidy.empty):
            if cell in cells:
                value = False if cell in BOXES else None
                work.requests.append(put(cells[cell], value))
                work.stands[self._cells[seat].names[cell]] = (("" if value is None else value,),)

    def _tidying(self, seat: int) -> Tidying:
        shown, last = self.shown(seat), self._live.record.last_formed(seat)
        if shown is None or last is None:
            return Tidying()
        closed = self._live.record.is_done_with(last)
        return tidying(shown.cells, last.cells, closed=closed)

    def _asked_now(self) -> dict[int, Form]:
        """Return for each form the fields that its player is asked for, and what they offer.

        They are those of the form as it stands after the next write.
        """
        record = self._live.record
        if self._asked is None or self._asked[0] is not record:
            self._asked = record, {seat: self._asked_of(seat) for seat in self._cells}
        return self._asked[1]

    def _asked_of(self, seat: int) -> Form:
        match, shown = self._live.record.match, self.shown(seat)
        owed = match.owed_by(match.header.players[seat])
        if shown is None or owed is None or match.paused:
            return {}
        cells = tidied(shown.cells, self._tidying(seat))
        return asked(match, owed, cells)

    def _all_cells(self) -> list[str]:
        return [name for form in self._cells.values() for name in form.names.values()]


def _laid_out(spreadsheet: Spreadsheet) -> dict[int, FormCells]:
    """Return the forms that a spreadsheet's template lays out."""
    found: dict[int, FormCells] = {}
    for page in spreadsheet.pages():
        areas = {
            area.name[0].removeprefix(FORM): area
            for area in page.tab.areas
            if area.player_writes and area.name[0].startswith(FORM)
        }
        if areas and page.player is not None:
            helps = {cell: area.help and page.filled(area.help) for cell, area in areas.items()}
            names = {cell: page.name(area.name[0]) for cell, area in areas.items()}
            found[spreadsheet.context.players.index(page.player)] = FormCells(
                page.player, names, helps
            )
    return found


def first_cell(place: Place) -> Place:
    """Return the first cell of a place."""
    rect = place.rect
    return Place(place.sheet, Rect(rect.top, rect.left, rect.top + 1, rect.left + 1))
