"""The places where people type: score sheets, entry forms, the pause box, the umpire's workings.

Each kind knows its ranges, what is new in them, and what the next write changes there. A score
sheet is never written into: a write only offers choices in it. A form is unticked, and emptied once
its answer is settled. The console's box is set to show whether the umpire has paused the match.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from umpire.live.control import (
    CellName,
    Choices,
    Control,
    ControlUpdate,
    OpenDecisions,
    Typed,
    first_cell,
)
from umpire.live.entry_form import EntryForm
from umpire.live.forms import (
    is_ticked,
)
from umpire.live.score_sheet import ScoreSheet
from umpire.live.workings import WorkingsTab
from umpire.projections.match_history import MatchHistory
from umpire.projections.scoresheet import Submission
from umpire.projections.spreadsheets import Spreadsheet
from umpire.sheets.context import Page
from umpire.sheets.diff import Rows, value_request
from umpire.sheets.grid import Place
from umpire.sheets.layout import check_box_request
from umpire.sheets.ranges import FORM, LABEL, NOTE, PAUSE, TICKS, of_seat


@dataclass(frozen=True, slots=True)
class PauseBox:
    """The console's box by which the umpire pauses the match; `help_text` is its note.

    The box shows a state, so what counts is who changed it. `expected` are the states that are no
    command of the umpire: the one that was read last, or that a write has set. It holds both while
    nobody knows whether a write succeeded, and none before the first read.
    """

    name: str
    help_text: str | None
    expected: frozenset[bool] = frozenset()

    @property
    def names(self) -> Sequence[str]:
        """The name of its cell."""
        return (self.name,)

    def new_submissions(
        self,
        history: MatchHistory,
        typed: Typed,
        open_decisions: OpenDecisions,
        cell_name: CellName,
    ) -> list[Submission]:
        """Return the command that the umpire has given with it since it was last read."""
        ticked = _box(typed.get(self.name, ()))
        if ticked is None or history.match.outcome is not None:
            return []
        command = self.command(ticked, paused=history.is_paused_by_umpire)
        if command is None:
            return []
        cell = cell_name(self.name, 0)
        return [Submission(history.umpires_seat, None, ticked, command, cell=cell)]

    def command(self, ticked: bool, *, paused: bool) -> str | None:
        """Return the command that a read shows, None if there is none.

        `paused` says whether the umpire has paused the match already. At the first read an unticked
        box resumes nothing, for it may have been unticked long ago.
        """
        if ticked in self.expected or ticked == paused:
            return None
        if ticked:
            return "pause"
        return "resume" if self.expected else None

    def record_state(self, typed: Typed) -> Self:
        """Record the state that was read, or that a write has set."""
        ticked = _box(typed.get(self.name, ()))
        if ticked is None or self.expected == {ticked}:
            return self
        return replace(self, expected=frozenset({ticked}))

    def record_doubt(self, typed: Typed) -> Self:
        """Record that nobody knows whether a write of these cells has succeeded."""
        return replace(self, expected=frozenset({False, True})) if self.name in typed else self

    def plan_update(
        self, history: MatchHistory, typed: Typed, places: Mapping[str, Place], choices: Choices
    ) -> ControlUpdate:
        """Set it to show whether the umpire has paused the match."""
        ticked, paused = _box(typed.get(self.name, ())), history.is_paused_by_umpire
        update = ControlUpdate()
        if self.name in places and ticked is not None:
            cell = first_cell(places[self.name])
            update.accompanying.append(check_box_request(cell, self.help_text))
            if ticked != paused:
                update.needed.append(value_request(cell, paused))
                update.typed[self.name] = ((paused,),)
        return update


def controls_of(spreadsheet: Spreadsheet) -> tuple[Control, ...]:
    """Return the places to type in that a spreadsheet's template lays out."""
    columns = {seat: ScoreSheet(seat, spreadsheet.entry(seat)) for seat in spreadsheet.seats}
    forms, workings = _forms(spreadsheet, columns), _workings(spreadsheet)
    return (*_boxes(spreadsheet), *columns.values(), *forms, *workings)


def form_note_names(spreadsheet: Spreadsheet) -> set[str]:
    """Return the names of the cells with texts about forms."""
    notes = {of_seat(FORM + NOTE, seat) for seat in spreadsheet.seats}
    return {name for name in spreadsheet.names if name in notes or name.startswith(LABEL)}


def _boxes(spreadsheet: Spreadsheet) -> Iterable[PauseBox]:
    for page in spreadsheet.pages if spreadsheet.is_console else ():
        for area in page.tab.areas:
            if PAUSE in area.name:
                yield PauseBox(PAUSE, area.help and page.fill(area.help))


def _workings(spreadsheet: Spreadsheet) -> Iterable[WorkingsTab]:
    for page in spreadsheet.pages if spreadsheet.has_workings else ():
        for name, area in page.named_areas():
            if name == TICKS:
                yield WorkingsTab(area.help and page.fill(area.help))


def _forms(spreadsheet: Spreadsheet, columns: Mapping[int, ScoreSheet]) -> Iterable[EntryForm]:
    for page in spreadsheet.pages:
        areas = {
            area.name[0].removeprefix(FORM): area
            for area in page.tab.areas
            if area.player_writes and area.name[0].startswith(FORM)
        }
        if areas and page.player is not None:
            seat = spreadsheet.context.players.index(page.player)
            cells = {cell: page.name(area.name[0]) for cell, area in areas.items()}
            yield EntryForm(
                seat,
                page.player,
                cells,
                {cell: area.help and page.fill(area.help) for cell, area in areas.items()},
                _labels(page, cells),
                columns[seat],
                tuple(column.name for column in columns.values()),
            )


def _labels(page: Page, cells: Collection[str]) -> dict[str, tuple[str, str]]:
    """Return the cell and the text of each label of a form, by the label's range."""
    return {page.name(LABEL + cell): (cell, text) for cell, text in page.labels() if cell in cells}


def _box(rows: Rows) -> bool | None:
    return is_ticked(rows[0][0]) if rows and rows[0] else None
