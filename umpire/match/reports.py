"""The report of a match, and the view, screen and results of a viewer.

The JSON may share parts with the match: copy it before you change it.
"""

from typing import Any

from umpire.games.base import UMPIRE, PendingView, Screen, Situation
from umpire.games.names import are_short, with_short_names
from umpire.games.results import Note, Result
from umpire.json_types import JsonObject
from umpire.match.state import Match, PendingDecision
from umpire.match.viewers import read_viewer


def report(match: Match) -> JsonObject:
    """Return the whole report: everything that the umpire knows."""
    state = match.game.report(match.state)
    return _report(match, state, [_pending_entry(pending) for pending in match.pending])


def view(match: Match, viewer: str | None) -> JsonObject:
    """Return the report as a viewer may know it: a player, None for the public, or UMPIRE.

    Raises UnknownViewer.
    """
    viewer = read_viewer(match, viewer)
    if viewer == UMPIRE or _is_revealed(match):
        return report(match)
    state = match.game.report(match.game.seen_by(match.state, viewer))
    pending = [
        entry if entry["by"] == viewer else entry | {"held": None, "locked": None}
        for entry in map(_pending_entry, match.known_to(viewer))
    ]
    return _report(match, state, pending)


def known_options(match: Match, viewer: str | None) -> JsonObject:
    """Return the header's options as a viewer may know them by now; None is the public.

    UMPIRE knows all of them, and everybody does once the match is closed.
    """
    options = match.header.options
    if viewer == UMPIRE or match.closed:
        return options
    return match.game.known_options(match.game.seen_by(match.state, viewer), options)


def screen(match: Match, viewer: str | None) -> Screen:
    """Return the named blocks of a player's spreadsheet, or with None those of the public board.

    UMPIRE gets the console's in a game that the umpire directs, and the whole board in any other.
    A match that is closed hides nothing. Long names of players are shortened to fit their cells.
    Raises UnknownViewer.
    """
    viewer = read_viewer(match, viewer)
    blocks = match.game.screen(_shown(match, viewer), _situation(match, viewer), viewer)
    names = match.header.players
    if are_short(names):
        return blocks
    return {
        block: tuple(tuple(with_short_names(text, names) for text in row) for row in rows)
        for block, rows in blocks.items()
    }


def results(match: Match, viewer: str | None) -> tuple[Result, ...]:
    """Return the results of the rounds that are over, the newest last, as a viewer may know them.

    UMPIRE knows all of them, and everybody does once the match is closed. Raises UnknownViewer.
    """
    return match.game.results(_shown(match, read_viewer(match, viewer)))


def notes(match: Match, viewer: str | None) -> tuple[Note, ...]:
    """Return what the pieces of a match do, as a viewer may know it. Raises UnknownViewer."""
    return match.game.notes(_shown(match, read_viewer(match, viewer)))


def rules_now(match: Match, viewer: str | None) -> tuple[str, ...]:
    """Return the keys of the rules that hold now for a viewer. Raises UnknownViewer."""
    return match.game.now(_shown(match, read_viewer(match, viewer)))


def _shown(match: Match, viewer: str | None) -> Any:
    """Return the state that is shown to a viewer: a match that is closed hides nothing."""
    knows_all = viewer == UMPIRE or match.closed
    return match.state if knows_all else match.game.seen_by(match.state, viewer)


def _is_revealed(match: Match) -> bool:
    """Return whether views hide nothing any more.

    Closing a match reveals everything, except in private games without a directing umpire.
    """
    return match.closed and (match.game.is_directed or not match.game.private)


def _situation(match: Match, viewer: str | None) -> Situation:
    return Situation(
        players=match.header.players,
        paused=match.paused,
        pending={
            pending.by: _pending_view(pending, pending.by == viewer)
            for pending in match.known_to(viewer)
        },
        reserve=match.reserve_left(),
        void=match.is_void,
    )


def _pending_view(pending: PendingDecision, is_own: bool) -> PendingView:
    if not is_own:
        return PendingView(pending.decision.kind, held=False, locked=False)
    return PendingView(
        pending.decision.kind, pending.held is not None, pending.locked, pending.held
    )


def _report(match: Match, state: JsonObject, pending: list[JsonObject]) -> JsonObject:
    outcome = match.outcome
    return {
        "game": match.header.game,
        "players": list(match.header.players),
        "status": match.status,
        **({"cut": match.cut} if match.header.cut else {}),
        "t": match.now,
        "pending": pending,
        "reserve": match.reserve_left(),
        "winner": outcome.winner if outcome else None,
        "reason": outcome.reason if outcome else None,
        "state": state,
    }


def _pending_entry(pending: PendingDecision) -> JsonObject:
    return {
        "by": pending.by,
        "kind": pending.decision.kind.name,
        "held": pending.held is not None,
        "locked": pending.locked,
        "deadline": pending.deadline,
    }
