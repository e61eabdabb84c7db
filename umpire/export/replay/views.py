"""What a reader of the replay may choose to see: everything, or what one viewer saw.

A view is made from what its viewer knew at each moment, and from nothing else. Everything is open
only in a complete transcript, which is of a closed match.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from umpire.export.replay.frames import Pane
from umpire.export.replay.move_list import RowPool, is_aside
from umpire.export.transcript import Transcript, Turn
from umpire.games.base import UMPIRE
from umpire.json_types import JsonObject
from umpire.match import Match, results
from umpire.projections.round_data import whole_result
from umpire.store import FIRST_LINE


@dataclass(slots=True)
class View:
    """A view: its viewer, UMPIRE if everything is open, and the results that its viewer knew.

    `results` has each result once that was known in a frame, and `newest` for each frame the number
    of the newest, None before the first. `rounds` has the numbers of the last frame's results.
    """

    viewer: str | None
    results: list[JsonObject] = field(default_factory=list)
    newest: list[int | None] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    _numbers: dict[str, int] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The words by which a reader chooses the view."""
        if self.viewer == UMPIRE:
            return "All open"
        return f"As {self.viewer or 'everybody'} saw it"

    def add_frame(self, match: Match) -> None:
        """Add the results that were known after a line."""
        self.rounds = [self._number(whole_result(each)) for each in results(match, self.viewer)]
        self.newest.append(self.rounds[-1] if self.rounds else None)

    def _number(self, result: JsonObject) -> int:
        number = self._numbers.setdefault(json.dumps(result), len(self.results))
        if number == len(self.results):
            self.results.append(result)
        return number

    def data(self, panes: Sequence[Pane]) -> JsonObject:
        """Return the view for the page's script; its panes are those of its viewer."""
        changes: list[list[int | None]] = []
        for frame, number in enumerate(self.newest):
            if number != (changes[-1][1] if changes else None):
                changes.append([frame, number])
        return {
            "title": self.title,
            "of": self.viewer,
            "panes": [at for at, pane in enumerate(panes) if pane.viewer == self.viewer],
            "results": self.results,
            "newest": changes,
            "rounds": self.rounds,
        }


def views_of(panes: Sequence[Pane]) -> list[View]:
    """Return the views of the panes, one for each viewer."""
    return [View(viewer) for viewer in dict.fromkeys(pane.viewer for pane in panes)]


def turn_data(
    transcript: Transcript, turn: Turn, match: Match, views: Sequence[View], pool: RowPool
) -> JsonObject:
    """Return the parts of a turn that depend on who looks: its rows, and who was waited for.

    `seen` has them for each other view in which they differ, None where the turn is unknown.
    """
    whole = _part(turn, match, transcript.viewer, pool)
    judged = transcript.all_turns[turn.number - FIRST_LINE]
    seen: JsonObject = {}
    for view in views:
        if view.viewer not in (UMPIRE, transcript.viewer):
            part = None
            if (known := transcript.turn_known_to(judged, view.viewer)) is not None:
                part = _part(known, match, view.viewer, pool)
                if known.line.say != judged.line.say:
                    part["unsaid"] = True  # or a page would take the words from the log
            if part != whole:
                seen[view.viewer or ""] = part
    return whole | ({"seen": seen} if seen else {})


def _part(turn: Turn, match: Match, viewer: str | None, pool: RowPool) -> JsonObject:
    rows = pool.of_turn(turn, is_all_open=viewer == UMPIRE)
    data: JsonObject = {"rows": rows, "waits": waits(match, viewer)}
    if is_aside(turn) or turn.number in pool.replaced:
        data["aside"] = True
    return data


def waits(match: Match, viewer: str | None) -> list[str]:
    """Return the players who had to answer, as far as a viewer knew."""
    players = match.header.players
    return [pending.by for pending in match.awaited_by(viewer) if pending.by in players]
