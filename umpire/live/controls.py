"""The places in a spreadsheet where people type: score sheets, entry forms, the pause box.

Each kind knows which ranges it has, what is new in them, and what a write does there. A score sheet
is never written into: a write only offers choices in it. A form is unticked, and emptied of an
answer that is done with. The console's box is made to show whether the umpire has paused the match.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, Self, TypeAlias

from umpire.games.base import UMPIRE, Form, Screen
from umpire.json_types import JsonObject
from umpire.live.forms import (
    Cells,
    Preview,
    Tidying,
    as_cells,
    asked,
    fields_of,
    filled_fields,
    is_new,
    is_ticked,
    preview,
    remembered,
    tidied,
    tidying,
)
from umpire.match import Match, PendingDecision, asking
from umpire.projections import console
from umpire.projections.match_history import MatchHistory
from umpire.projections.scoresheet import LONGEST, Refusal, Submission, new_rows, text_of, used
from umpire.projections.sentences import open_question
from umpire.projections.spreadsheets import Spreadsheet
from umpire.sheets.context import Page
from umpire.sheets.diff import Rows, drop_down, keep_plain_text, offer, put
from umpire.sheets.grid import Place, Rect
from umpire.sheets.layout import check_box
from umpire.sheets.ranges import BOXES, FORM, LABEL, LOCK, NOTE, PAUSE, SEND, of_seat

Typed: TypeAlias = Mapping[str, Rows]
"""What was typed, by the name of the range."""

Offered: TypeAlias = Mapping[str, object]
"""What each range is known to offer in drop-downs."""

OpenDecisions: TypeAlias = Mapping[str, str]
"""The id of the decision that each player owes."""

CellName: TypeAlias = Callable[[str, int], str | None]
"""Names a cell by range and row, such as `'Ana'!B12`."""


@dataclass(slots=True)
class Work:
    """What a write does where people type.

    `due` is what makes a write necessary; `always` goes with every one, whatever it is for.
    `offered` is what each range offers then, and `typed` what stands in those it has changed.
    """

    due: list[JsonObject] = field(default_factory=list)
    always: list[JsonObject] = field(default_factory=list)
    offered: dict[str, object] = field(default_factory=dict)
    typed: dict[str, Rows] = field(default_factory=dict)

    def offer(self, name: str, choices: object, known: Offered, requests: list[JsonObject]) -> None:
        """Let a range offer something, unless it is known to already."""
        self.offered[name] = choices
        if known.get(name) != choices:
            self.due += requests


class Control(Protocol):
    """A place in one spreadsheet where people type."""

    @property
    def names(self) -> Sequence[str]:
        """The names of its ranges."""

    def new_submissions(
        self,
        history: MatchHistory,
        typed: Typed,
        open_decisions: OpenDecisions,
        cell_name: CellName,
    ) -> list[Submission]:
        """Return what is new there; `open_decisions` are those of the time when it was read."""

    def work(
        self, history: MatchHistory, typed: Typed, places: Mapping[str, Place], known: Offered
    ) -> Work:
        """Return what a write does there; `known` is what its ranges offer now."""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The column of a seat's entries; the seat after the players' is the umpire's commands."""

    seat: int
    name: str

    @property
    def names(self) -> Sequence[str]:
        """The name of its column."""
        return (self.name,)

    def new_submissions(
        self,
        history: MatchHistory,
        typed: Typed,
        open_decisions: OpenDecisions,
        cell_name: CellName,
    ) -> list[Submission]:
        """Return the rows that are new, from the top down."""
        known_rows, pending = history.sheets[self.seat], self._owed(history, open_decisions)
        is_umpires = self.seat == history.umpires_seat
        most = console.longest(history.match) if is_umpires else LONGEST
        found = new_rows(self.seat, known_rows, self._column(typed), pending, most)
        return [replace(one, cell=cell_name(self.name, one.row or 0)) for one in found]

    def rows_used(self, history: MatchHistory, typed: Typed) -> int:
        """Return how many rows are used, by whichever way, gaps among them."""
        return max(used(self._column(typed)), history.rows_used(self.seat))

    def work(
        self, history: MatchHistory, typed: Typed, places: Mapping[str, Place], known: Offered
    ) -> Work:
        """Keep the column plain text, and offer answers in its next free row."""
        work = Work(always=keep_plain_text([places[self.name]]))
        row, choices, help_text = offered = self._choices(history, typed)
        work.offer(self.name, offered, known, offer(places[self.name], row, choices, help_text))
        return work

    def _choices(self, history: MatchHistory, typed: Typed) -> tuple[int, tuple[str, ...], str]:
        match, row = history.match, self.rows_used(history, typed)
        if self.seat == history.umpires_seat:
            return row, console.offers(match), console.help_text(match)
        pending = open_question(history, match.header.players[self.seat])
        if pending is None or history.paused_by_umpire:
            return 0, (), ""
        return row, asking.suggest(match, pending), asking.ask(match, pending)

    def _owed(self, history: MatchHistory, open_decisions: OpenDecisions) -> str | None:
        """Return the decision that its author owed; the umpire may always say something."""
        if self.seat == history.umpires_seat:
            return UMPIRE
        return open_decisions.get(history.match.header.players[self.seat])

    def _column(self, typed: Typed) -> list[Any]:
        return [row[0] if row else None for row in typed.get(self.name, ())]


@dataclass(frozen=True, slots=True)
class EntryForm:
    """The cells of one seat's form: `cells` are their ranges, `helps` what their boxes say.

    `labels` are the texts of the labels of its cells, by the names of both. Its rows are those of
    its player's `column`. `entries` are the names of all score sheets. `filled` is what was last
    seen in its fields, and `filled_for` the decision that its player owed when that was seen first.
    """

    seat: int
    player: str
    cells: Mapping[str, str]
    helps: Mapping[str, str | None]
    labels: Mapping[str, tuple[str, str]]
    column: ScoreSheet
    entries: tuple[str, ...]
    filled: Cells = field(default_factory=dict)
    filled_for: str | None = None

    @property
    def names(self) -> Sequence[str]:
        """The names of all its cells."""
        return tuple(self.cells.values())

    def new_submissions(
        self,
        history: MatchHistory,
        typed: Typed,
        open_decisions: OpenDecisions,
        cell_name: CellName,
    ) -> list[Submission]:
        """Return the tick that has not been dealt with, or what the cells have become since."""
        shown, last = self._shown(typed), history.last_formed(self.seat)
        before = last.value if last else None
        if shown is None:
            return []
        if is_new(shown, before):
            row = self.column.rows_used(history, typed)
            box = next(box for box in BOXES if box in shown)
            cell = cell_name(self.cells[box], 0)
            return [Submission(self.seat, row, shown, cell=cell, is_form=True)]
        now = remembered(shown, before)
        if last is None or now == before:
            return []
        kept = Refusal(last.answer, None)
        return [Submission(self.seat, last.row, now, last.text, kept, last.line, is_form=True)]

    def blocks(self, history: MatchHistory, typed: Typed) -> Screen:
        """Return what the form says about itself now: what to fill in, what it would send.

        A cell that is not asked for has no label, nor a box that nothing can be sent or locked by.
        """
        form = self._asked(history, typed)
        pending = open_question(history, self.player) if form else None
        open_cells = {*form, *_open_boxes(history.match, pending, form)}
        labels = {
            name: text if cell in open_cells else "" for name, (cell, text) in self.labels.items()
        }
        told = self._preview(history, typed).text
        said = {of_seat(FORM + NOTE, self.seat): told, **labels}
        return {name: ((text,),) for name, text in said.items()}

    def told(self, history: MatchHistory, typed: Typed) -> JsonObject:
        """Return what a page is told of the form's preview: which texts in which cells it is of."""
        found, cells = self._preview(history, typed), self._then(history, typed) or {}
        texts = {self.cells[name]: text_of(value) for name, value in cells.items()}
        told = {"of": {name: text for name, text in texts.items() if text}, "line": found.line}
        more = {"more": found.more} if found.more else {}
        wrong = {"wrong": True} if found.is_wrong else {}
        return {"range": of_seat(FORM + NOTE, self.seat), **told, **more, **wrong}

    def _preview(self, history: MatchHistory, typed: Typed) -> Preview:
        form, cells = self._asked(history, typed), self._then(history, typed) or {}
        pending = open_question(history, self.player) if form else None
        return preview(history.match, pending, cells, form, dict(self.labels.values()))

    def finding(self, gone: Collection[str]) -> str | None:
        """Return what is missing where somebody has taken away some of its names, but not all."""
        lacking = [name for name in self.names if name in gone]
        if not lacking or len(lacking) == len(self.cells):
            return None
        return (
            f"The entry form of {self.player} has no range named {', '.join(lacking)}: define it "
            "again, or remove the whole form."
        )

    def work(
        self, history: MatchHistory, typed: Typed, places: Mapping[str, Place], known: Offered
    ) -> Work:
        """Untick and empty what was dealt with, and offer in each cell what may be chosen there.

        No cell that lies in a score sheet is touched.
        """
        work, form = Work(), self._asked(history, typed)
        there = self._places(places)
        tidy = self._tidying(history, typed)
        for cell in (*tidy.untick, *tidy.empty):
            if cell in there:
                value = False if cell in BOXES else None
                work.due.append(put(there[cell], value))
                work.typed[self.cells[cell]] = (("" if value is None else value,),)
        for cell, place in there.items():
            if cell in BOXES:
                work.always.append(check_box(place, self.helps[cell]))
            else:
                choices = form.get(cell, ())
                work.always += keep_plain_text([place])
                work.offer(self.cells[cell], choices, known, [drop_down(place, choices)])
        return work

    def _places(self, places: Mapping[str, Place]) -> dict[str, Place]:
        """Return where its cells lie; of a name that means more than one cell it is the first."""
        cells = {
            cell: first_cell(places[name]) for cell, name in self.cells.items() if name in places
        }
        entries = [places[name] for name in self.entries if name in places]
        return {
            cell: place
            for cell, place in cells.items()
            if not any(one.sheet == place.sheet and one.rect.meets(place.rect) for one in entries)
        }

    def _shown(self, typed: Typed) -> dict[str, Any] | None:
        """Return what stands in its cells; None if no box of it is there."""
        raw = {
            cell: typed[name][0][0]
            for cell, name in self.cells.items()
            if typed.get(name) and typed[name][0]
        }
        return as_cells(raw) if any(box in raw for box in BOXES) else None

    def seen(self, typed: Typed, open_decisions: OpenDecisions) -> Self:
        """Record what its fields hold; `open_decisions` are those of when it was read."""
        fields = fields_of(self._shown(typed) or {})
        if fields == self.filled:
            return self
        return replace(self, filled=fields, filled_for=open_decisions.get(self.player))

    def _tidying(self, history: MatchHistory, typed: Typed) -> Tidying:
        shown, last = self._shown(typed), history.last_formed(self.seat)
        if shown is None:
            return Tidying()
        processed = last.value if last else None
        closed = last is not None and history.is_settled(self.seat, last)
        tidy = tidying(shown, processed, closed=closed)
        is_left_over = self._is_left_over(history, shown) and not is_new(shown, processed)
        return replace(tidy, empty=filled_fields(shown)) if is_left_over else tidy

    def _is_left_over(self, history: MatchHistory, shown: Cells) -> bool:
        """Return whether the fields hold what was filled in for a question that is gone."""
        pending = open_question(history, self.player)
        is_gone = pending is None or pending.decision.id != self.filled_for
        return self.filled_for is not None and is_gone and fields_of(shown) == self.filled

    def _asked(self, history: MatchHistory, typed: Typed) -> Form:
        """Return the fields that its player is asked for, and what they offer.

        They are those of the form as it stands after the next write.
        """
        cells, match = self._then(history, typed), history.match
        return {} if cells is None else asked(match, open_question(history, self.player), cells)

    def _then(self, history: MatchHistory, typed: Typed) -> Cells | None:
        """Return what stands in its cells after the next write; None if nothing is asked now."""
        shown = self._shown(typed)
        if shown is None or history.paused_by_umpire:
            return None
        return tidied(shown, self._tidying(history, typed))


@dataclass(frozen=True, slots=True)
class PauseBox:
    """The console's box by which the umpire pauses the match; `help_text` is its note.

    The box shows a state, so what counts is who changed it. `known` are the states that are not the
    umpire's doing: the one that was read, or the one that a write put there. Both are in it while
    nobody knows whether a write succeeded, none before the first read.
    """

    name: str
    help_text: str | None
    known: frozenset[bool] = frozenset()

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
        """Return what the umpire has ordered with it since it was last seen."""
        ticked = _box(typed.get(self.name, ()))
        if ticked is None or history.match.outcome is not None:
            return []
        order = self.order(ticked, history.paused_by_umpire)
        cell = cell_name(self.name, 0)
        return [Submission(history.umpires_seat, None, ticked, order, cell=cell)] if order else []

    def order(self, ticked: bool, paused: bool) -> str | None:
        """Return the umpire's order that a read shows, None where there is none.

        `paused` is whether the umpire has the match paused already. At the first read an unticked
        box resumes nothing, for it may have been unticked long ago.
        """
        if ticked in self.known or ticked == paused:
            return None
        if ticked:
            return "pause"
        return "resume" if self.known else None

    def seen(self, typed: Typed) -> Self:
        """Note what it was seen to be, or what a write has set."""
        ticked = _box(typed.get(self.name, ()))
        return self if ticked is None else replace(self, known=frozenset({ticked}))

    def in_doubt(self, typed: Typed) -> Self:
        """Note that nobody knows whether a write has set it to this."""
        return replace(self, known=frozenset({False, True})) if self.name in typed else self

    def work(
        self, history: MatchHistory, typed: Typed, places: Mapping[str, Place], known: Offered
    ) -> Work:
        """Make it show whether the umpire has paused the match."""
        work, ticked, paused = Work(), _box(typed.get(self.name, ())), history.paused_by_umpire
        if self.name in places and ticked is not None:
            cell = first_cell(places[self.name])
            work.always.append(check_box(cell, self.help_text))
            if ticked != paused:
                work.due.append(put(cell, paused))
                work.typed[self.name] = ((paused,),)
        return work


def controls_of(spreadsheet: Spreadsheet) -> tuple[Control, ...]:
    """Return the places to type in that a spreadsheet's template lays out."""
    columns = {seat: ScoreSheet(seat, spreadsheet.entry(seat)) for seat in spreadsheet.seats}
    return (*_boxes(spreadsheet), *columns.values(), *_forms(spreadsheet, columns))


def form_notes(spreadsheet: Spreadsheet) -> set[str]:
    """Return the names of the cells in which forms say something about themselves."""
    notes = {of_seat(FORM + NOTE, seat) for seat in spreadsheet.seats}
    return {name for name in spreadsheet.names if name in notes or name.startswith(LABEL)}


def _boxes(spreadsheet: Spreadsheet) -> Iterable[PauseBox]:
    for page in spreadsheet.pages if spreadsheet.is_console else ():
        for area in page.tab.areas:
            if PAUSE in area.name:
                yield PauseBox(PAUSE, area.help and page.filled(area.help))


def _forms(spreadsheet: Spreadsheet, columns: Mapping[int, ScoreSheet]) -> Iterable[EntryForm]:
    for page in spreadsheet.pages:
        areas = {
            area.name[0].removeprefix(FORM): area
            for area in page.tab.areas
            if area.player_writes and area.name[0].startswith(FORM)
        }
        if areas and page.player is not None:
            seat = spreadsheet.context.players.index(page.player)
            helps = {cell: area.help and page.filled(area.help) for cell, area in areas.items()}
            cells = {cell: page.name(area.name[0]) for cell, area in areas.items()}
            entries = tuple(column.name for column in columns.values())
            labels = _labels(page, cells)
            yield EntryForm(seat, page.player, cells, helps, labels, columns[seat], entries)


def _open_boxes(match: Match, pending: PendingDecision | None, form: Form) -> tuple[str, ...]:
    """Return the boxes that do something now."""
    if pending is None or not form:
        return ()
    return (SEND, LOCK) if pending.rule_at(match.now) == "last" else (SEND,)


def _labels(page: Page, cells: Collection[str]) -> dict[str, tuple[str, str]]:
    """Return the labels of a form's cells: by name the cell, and its text in the template."""
    return {page.name(LABEL + cell): (cell, text) for cell, text in page.labels() if cell in cells}


def _box(rows: Rows) -> bool | None:
    return is_ticked(rows[0][0]) if rows and rows[0] else None


def first_cell(place: Place) -> Place:
    """Return the first cell of a place."""
    rect = place.rect
    return Place(place.sheet, Rect(rect.top, rect.left, rect.top + 1, rect.left + 1))
