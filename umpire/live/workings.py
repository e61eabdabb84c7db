"""The umpire's own sums on the console: a tick says the text that its row shows as a direction.

All but the ticks and the answers is the umpire's: nothing else is ever written there. Ticks are
processed once, like those of forms: a tick is new if a read has shown its box unticked since the
last one was processed. What the row shows may change meanwhile, and so does not count.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from umpire.live.control import CellName, Choices, ControlUpdate, OpenDecisions, Typed
from umpire.live.forms import is_ticked
from umpire.projections.match_history import MatchHistory
from umpire.projections.scoresheet import (
    Refusal,
    Submission,
    is_blank,
    mistaken_for,
    text_of,
)
from umpire.projections.sums import ROWS
from umpire.sheets.diff import Rows, value_request
from umpire.sheets.grid import Place, Rect
from umpire.sheets.layout import check_box_request
from umpire.sheets.ranges import DIRECTIONS, TICKS
from umpire.sheets.snapshot import FormulaError


@dataclass(frozen=True, slots=True)
class WorkingsTab:
    """The rows of the umpire's workings; `help_text` is the note at their boxes."""

    help_text: str | None

    @property
    def names(self) -> Sequence[str]:
        """The names of its ticks and directions; of directions what they show is read."""
        return (TICKS, DIRECTIONS)

    def new_submissions(
        self,
        history: MatchHistory,
        typed: Typed,
        open_decisions: OpenDecisions,
        cell_name: CellName,
    ) -> list[Submission]:
        """Return the ticks that are new, from the top down, and the rows that are unticked since.

        An unticked row keeps its answer.
        """
        seat, processed = history.workings_seat, history.sheets[history.workings_seat]
        submissions = []
        for row, value in enumerate(_first_cells(typed, TICKS)):
            ticked, before = is_ticked(value), processed.get(row)
            if ticked and (before is None or not before.value):
                cell = cell_name(DIRECTIONS, row)
                shown = _at(_first_cells(typed, DIRECTIONS), row)
                tick = Submission(seat, row, True, cell=cell, is_tick=True)
                submissions.append(_tick(tick, shown))
            elif before is not None and before.value and not ticked:
                same_answer = Refusal(before.answer, None)
                submissions.append(
                    Submission(seat, row, False, refusal=same_answer, line=before.line)
                )
        return submissions

    def plan_update(
        self, history: MatchHistory, typed: Typed, places: Mapping[str, Place], choices: Choices
    ) -> ControlUpdate:
        """Take out the ticks that were processed."""
        update = ControlUpdate()
        if TICKS not in places:
            return update
        processed, ticks = history.sheets[history.workings_seat], _first_cells(typed, TICKS)
        sheet, (top, left, *_) = places[TICKS]
        boxes = Place(sheet, Rect(top, left, top + len(ticks), left + 1))
        update.accompanying.append(check_box_request(boxes, self.help_text))
        done = {
            row
            for row, value in enumerate(ticks)
            if is_ticked(value) and row in processed and processed[row].value
        }
        for row in sorted(done):
            cell = Rect(top + row, left, top + row + 1, left + 1)
            update.needed.append(value_request(Place(sheet, cell), value=False))
        if done:
            update.typed[TICKS] = tuple(
                (False, *line[1:]) if row in done else line for row, line in enumerate(typed[TICKS])
            )
        return update


def _first_cells(typed: Typed, name: str) -> list[Any]:
    rows: Rows = typed.get(name, ())
    return [row[0] for row in rows[:ROWS] if row]


def _at(values: Sequence[Any], row: int) -> Any:
    return values[row] if row < len(values) else ""


def _tick(tick: Submission, shown: Any) -> Submission:
    """Return a tick with the text that its row shows, or why that is none."""
    text = text_of(shown)
    if text is not None and not is_blank(text):
        return replace(tick, text=text)
    cell = (tick.cell or "").rpartition("!")[2] or "the cell beside it"
    match shown:
        case FormulaError():
            problem = f"{cell} shows {shown.text}"
            advice = f"{shown.reason.strip() or 'Its formula has an error.'} Mend the formula."
        case {"error": error}:
            problem, advice = f"{cell} shows {error}", "Write a direction there."
        case str():
            problem = f"{cell} is empty"
            advice = "Write a direction there, or a formula that makes one."
        case _:
            problem = f"{cell} shows {mistaken_for(shown)[0]}, no text"
            advice = f'Make a direction of it, such as ="count all points +"&{cell}.'
    refusal = Refusal(f"refused: {problem}. {advice}", f"{tick.place} said nothing: {problem}")
    return replace(tick, refusal=refusal)
