"""The entry form of one seat in a spreadsheet.

The line that its cells stand for follows in `forms.py`. It is unticked once it was processed, and
emptied once its answer is settled.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from umpire.games.base import Screen
from umpire.games.values import memoize
from umpire.json_types import JsonObject
from umpire.live.control import (
    CellName,
    Choices,
    ControlUpdate,
    OpenDecisions,
    Typed,
    first_cell,
)
from umpire.live.forms import (
    Cells,
    FilledForm,
    Tidying,
    after_tidying,
    are_same,
    cells_to_remember,
    draft,
    fields_of,
    fields_on_page,
    filled_fields,
    filled_form,
    has_new_tick,
    normalize_cells,
    plan_tidying,
)
from umpire.live.score_sheet import ScoreSheet
from umpire.match import Match
from umpire.projections.form_data import form_data
from umpire.projections.match_history import MatchHistory
from umpire.projections.scoresheet import Refusal, Submission, text_of
from umpire.projections.sentences import open_question
from umpire.sheets.diff import drop_down_request, plain_text_requests, value_request
from umpire.sheets.grid import Place
from umpire.sheets.layout import check_box_request
from umpire.sheets.ranges import BOXES, FORM, LOCK, NOTE, SEND, of_seat


@dataclass(frozen=True, slots=True)
class EntryForm:
    """The entry form of one seat.

    `cells` are the ranges of its cells, and `help_texts` the notes at them, both by cell. `labels`
    are the cell and the text of each label, by its range. Its rows are those of its player's
    `column`. `entry_ranges` are the names of all score sheets. `last_fields` is what its fields
    held last, and `last_decision` the decision that its player owed when they first did. `is_drawn`
    says whether a page draws its tab as a table.
    """

    seat: int
    player: str
    cells: Mapping[str, str]
    help_texts: Mapping[str, str | None]
    labels: Mapping[str, tuple[str, str]]
    column: ScoreSheet
    entry_ranges: tuple[str, ...]
    is_drawn: bool = False
    last_fields: Cells = field(default_factory=dict)
    last_decision: str | None = None

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
        """Return the tick that was not processed yet, or what to remember of the cells since."""
        cells, last = self._cells(typed), history.last_form_row(self.seat)
        processed = last.value if last else None
        if cells is None:
            return []
        if has_new_tick(cells, processed):
            row = self.column.rows_used(history, typed)
            box = next(box for box in BOXES if box in cells)
            cell = cell_name(self.cells[box], 0)
            return [Submission(self.seat, row, cells, cell=cell, is_form=True)]
        value = cells_to_remember(cells, processed)
        if last is None or value == processed:
            return []
        same_answer = Refusal(last.answer, None)
        return [
            Submission(self.seat, last.row, value, last.text, same_answer, last.line, is_form=True)
        ]

    def blocks(self, history: MatchHistory, typed: Typed) -> Screen:
        """Return the texts about the form: what to fill in, or what it would send, and its labels.

        A cell that the question does not use has no label, nor a box that does nothing now.
        """
        now = self._filled_in(history, typed)
        open_cells = {*now.form, *_open_boxes(history.match, now)}
        labels = {
            name: text if cell in open_cells else "" for name, (cell, text) in self.labels.items()
        }
        texts = {of_seat(FORM + NOTE, self.seat): now.preview.text, **labels}
        return {name: ((text,),) for name, text in texts.items()}

    def preview_data(self, history: MatchHistory, typed: Typed) -> JsonObject:
        """Return the data of the form's preview for a page, with the texts that it belongs to.

        A page that draws a table gets what the game says of the form too.
        """
        now = self._filled_in(history, typed)
        texts = {self.cells[name]: text_of(value) for name, value in now.cells.items()}
        data = {
            "range": of_seat(FORM + NOTE, self.seat),
            "of": {name: text for name, text in texts.items() if text},
            "line": now.preview.line,
            **({"more": now.preview.more} if now.preview.more else {}),
            **({"wrong": True} if now.preview.is_wrong else {}),
        }
        if now.pending is None or not self.is_drawn:
            return data
        return data | _drawn_data(history.match, now, self.cells)

    def _filled_in(self, history: MatchHistory, typed: Typed) -> FilledForm:
        """Return the form as it will be after the next write."""
        cells = self._next_cells(history, typed) or {}
        pending = open_question(history, self.player) if cells else None
        return filled_form(history.match, pending, cells, self.labels)

    def finding(self, missing: Collection[str]) -> str | None:
        """Return a sentence on its missing names if some are missing, but not all."""
        lacking = [name for name in self.names if name in missing]
        if not lacking or len(lacking) == len(self.cells):
            return None
        return (
            f"The entry form of {self.player} has no range named {', '.join(lacking)}: define it "
            "again, or remove the whole form."
        )

    def plan_update(
        self, history: MatchHistory, typed: Typed, places: Mapping[str, Place], choices: Choices
    ) -> ControlUpdate:
        """Untick and empty what was processed, and offer the choices of each field.

        No cell in a score sheet is touched.
        """
        update, form = ControlUpdate(), self._filled_in(history, typed).form
        cell_places = self._cell_places(places)
        tidying = self._tidying(history, typed)
        for cell in (*tidying.untick, *tidying.empty):
            if cell in cell_places:
                value = False if cell in BOXES else None
                update.needed.append(value_request(cell_places[cell], value))
                update.typed[self.cells[cell]] = (("" if value is None else value,),)
        for cell, place in cell_places.items():
            if cell in BOXES:
                update.accompanying.append(check_box_request(place, self.help_texts[cell]))
            else:
                texts = form.get(cell, ())
                update.accompanying += plain_text_requests([place])
                update.offer(self.cells[cell], texts, choices, [drop_down_request(place, texts)])
        return update

    def _cell_places(self, places: Mapping[str, Place]) -> dict[str, Place]:
        """Return the place of each of its cells, the first cell of a larger range."""
        cells = {
            cell: first_cell(places[name]) for cell, name in self.cells.items() if name in places
        }
        entries = [places[name] for name in self.entry_ranges if name in places]
        return {
            cell: place
            for cell, place in cells.items()
            if not any(
                entry.sheet == place.sheet and entry.rect.overlaps(place.rect) for entry in entries
            )
        }

    def _cells(self, typed: Typed) -> dict[str, Any] | None:
        """Return the contents of its cells; None if it has no box."""
        raw = {
            cell: typed[name][0][0]
            for cell, name in self.cells.items()
            if typed.get(name) and typed[name][0]
        }
        return normalize_cells(raw) if any(box in raw for box in BOXES) else None

    def record_fields(self, typed: Typed, open_decisions: OpenDecisions) -> Self:
        """Record what its fields hold; `open_decisions` are those of when it was read."""
        fields = fields_of(self._cells(typed) or {})
        if are_same(fields, self.last_fields):
            return self
        return replace(self, last_fields=fields, last_decision=open_decisions.get(self.player))

    def _tidying(self, history: MatchHistory, typed: Typed) -> Tidying:
        cells, last = self._cells(typed), history.last_form_row(self.seat)
        if cells is None:
            return Tidying()
        processed = last.value if last else None
        closed = last is not None and history.is_answer_final(self.seat, last)
        tidying = plan_tidying(cells, processed, closed=closed)
        is_left_over = self._is_left_over(history, cells) and not has_new_tick(cells, processed)
        return replace(tidying, empty=filled_fields(cells)) if is_left_over else tidying

    def _is_left_over(self, history: MatchHistory, cells: Cells) -> bool:
        """Return whether the fields hold what was filled in for a question that is gone."""
        pending = open_question(history, self.player)
        is_gone = pending is None or pending.decision.id != self.last_decision
        is_unchanged = are_same(fields_of(cells), self.last_fields)
        return self.last_decision is not None and is_gone and is_unchanged

    def _next_cells(self, history: MatchHistory, typed: Typed) -> Cells | None:
        """Return the contents of its cells after the next write; None if it has no use now."""
        cells = self._cells(typed)
        if cells is None or history.is_paused_by_umpire:
            return None
        return after_tidying(cells, self._tidying(history, typed))


@memoize
def _drawn_data(match: Match, now: FilledForm, cells: Mapping[str, str]) -> JsonObject:
    """Return what the game says of a form that asks for something; `cells` are its ranges."""
    assert now.pending is not None
    fields = fields_on_page(match, now.pending, now.cells)
    return form_data(now.form, cells, fields, draft(match, now.pending, now.cells, now.preview))


def _open_boxes(match: Match, now: FilledForm) -> tuple[str, ...]:
    """Return the boxes that do something now."""
    if now.pending is None:
        return ()
    return (SEND, LOCK) if now.pending.rule_at(match.now) == "last" else (SEND,)
