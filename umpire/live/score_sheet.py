"""A score sheet: the column of one seat's entries, into which no write ever types."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from umpire.games.base import UMPIRE
from umpire.live.control import (
    CellName,
    Choices,
    ControlUpdate,
    OpenDecisions,
    Typed,
)
from umpire.match import asking
from umpire.projections import console
from umpire.projections.match_history import MatchHistory
from umpire.projections.scoresheet import LONGEST, Submission, count_used_rows, new_rows
from umpire.projections.sentences import open_question
from umpire.sheets.diff import choice_requests, plain_text_requests
from umpire.sheets.grid import Place


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
        processed = history.sheets[self.seat]
        open_decision = self._open_decision(history, open_decisions)
        is_umpires = self.seat == history.umpires_seat
        most = console.longest(history.match) if is_umpires else LONGEST
        rows = new_rows(self.seat, processed, self._column(typed), open_decision, most)
        return [replace(row, cell=cell_name(self.name, row.row or 0)) for row in rows]

    def rows_used(self, history: MatchHistory, typed: Typed) -> int:
        """Return how many rows are used, by typing or by a form, gaps included."""
        return max(count_used_rows(self._column(typed)), history.rows_used(self.seat))

    def plan_update(
        self, history: MatchHistory, typed: Typed, places: Mapping[str, Place], choices: Choices
    ) -> ControlUpdate:
        """Keep the column plain text, and offer answers in its next free row."""
        place, offered = places[self.name], self._offer(history, typed)
        update = ControlUpdate(accompanying=plain_text_requests([place]))
        update.offer(self.name, offered, choices, choice_requests(place, *offered))
        return update

    def _offer(self, history: MatchHistory, typed: Typed) -> tuple[int, tuple[str, ...], str]:
        """Return the next free row, the answers to offer there, and a text to help."""
        match, row = history.match, self.rows_used(history, typed)
        if self.seat == history.umpires_seat:
            return row, console.command_choices(match), console.help_text(match)
        pending = open_question(history, match.header.players[self.seat])
        if pending is None or history.is_paused_by_umpire:
            return 0, (), ""
        return row, asking.suggest(match, pending), asking.ask(match, pending)

    def _open_decision(self, history: MatchHistory, open_decisions: OpenDecisions) -> str | None:
        """Return the decision that its author owed; the umpire may always say something."""
        if self.seat == history.umpires_seat:
            return UMPIRE
        return open_decisions.get(history.match.header.players[self.seat])

    def _column(self, typed: Typed) -> list[Any]:
        return [row[0] if row else None for row in typed.get(self.name, ())]
