"""What a page needs to draw a match as a table, for each tab and masked for its viewer.

It is data beside the cells, like the countdowns. No cell needs it, so it is given only on the local
server, whose page reads it, and only for tabs that are drawn as a table. What a form would do comes
with its preview (`form_data`), since that changes with every cell.
"""

from collections.abc import Iterator
from typing import Final

from umpire.json_types import JsonObject
from umpire.match import asking, lot, rules_now
from umpire.projections.event_data import fitting_events
from umpire.projections.form_data import lot_data, question_data
from umpire.projections.match_history import MatchHistory
from umpire.projections.round_data import fitting_notes, fitting_results, with_older_rows
from umpire.projections.sentences import open_question
from umpire.projections.sized_json import filled, size_of, sized
from umpire.projections.spreadsheets import Spreadsheet
from umpire.sheets.context import Page
from umpire.sheets.ranges import ASK, HEADLINE

_ROOM: Final = 20_000
"""The most characters that a tab may have."""
_ROOM_FOR_EVENTS: Final = 6_000
"""The most of these that events may take, and never more than a third."""
_ROOM_FOR_NOTES: Final = 16_000
"""The most of these that notes may take."""
_ROOM_FOR_OLDER_ROWS: Final = 6_000
"""The most of these that rows of older results may take before the match is over."""
_NOTHING: Final[JsonObject] = {"events": [], "notes": [], "results": []}


def table_data(history: MatchHistory, spreadsheet: Spreadsheet, room: int) -> Iterator[JsonObject]:
    """Yield the data of each tab of a spreadsheet, in at most `room` characters.

    `reader` is the player whose tab it is, whom texts that mention them address. If there is no
    room for all, results come before notes, and the rows of older results come last.
    """
    if not spreadsheet.context.is_local:
        return
    tabs = [(page, name) for page in spreadsheet.pages if (name := _named(page)) is not None]
    for page, name in tabs:
        viewer = page.player or spreadsheet.viewer
        about = filled({"range": page.name(name), "reader": viewer})
        known = _known(history, page.player, viewer)
        left = min(_ROOM, room // len(tabs)) - sized(about | known | _NOTHING).size
        if left < 0:
            continue
        events = fitting_events(history, viewer, min(_ROOM_FOR_EVENTS, left // 3))
        left -= size_of(events)
        results = fitting_results(history.match, viewer, left)
        left -= size_of(results)
        notes = fitting_notes(history.match, viewer, page, min(_ROOM_FOR_NOTES, left))
        left -= size_of(notes)
        if history.match.outcome is None:
            left = min(left, _ROOM_FOR_OLDER_ROWS)
        results = with_older_rows(results, history.match, viewer, left)
        found = {"events": events, "notes": notes, "results": results}
        lists = {key: [each.data for each in entries] for key, entries in found.items()}
        if data := filled(known | lists):
            yield about | data


def _named(page: Page) -> str | None:
    """Return a name on a tab that is drawn as a table; None for other tabs."""
    names = (name for name in (ASK, HEADLINE) if name in page.tab.named_rects)
    return next(names, None) if page.play else None


def _known(history: MatchHistory, player: str | None, viewer: str | None) -> JsonObject:
    """Return the question to the player of a tab, and what is large or holds for its viewer."""
    is_paused = history.is_paused_by_umpire
    pending = None if player is None or is_paused else open_question(history, player)
    asked = None if pending is None else asking.question(history.match, pending)
    large = lot(history.match, viewer)
    return filled(
        {
            "question": asked and question_data(asked),
            "lot": large and lot_data(large),
            "now": [*rules_now(history.match, viewer)],
        }
    )
