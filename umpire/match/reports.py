"""What a match has come to, all of it or what a viewer may know: as JSON, and as a screen.

Parts of the JSON may belong to the match: whoever wants to change it copies it first.
"""

from umpire.games.base import UMPIRE, PendingView, Screen, Situation
from umpire.games.names import are_short, with_short_names
from umpire.json_types import JsonObject
from umpire.match.state import Match, PendingDecision
from umpire.match.viewers import read_viewer


def report(match: Match) -> JsonObject:
    """Return the whole report: everything the umpire knows."""
    state = match.game.report(match.state)
    return _report(match, state, [_pending(o) for o in match.pending])


def view(match: Match, viewer: str | None) -> JsonObject:
    """Return the report as a player may know it; None is the public, UMPIRE knows all of it.

    Raises UnknownViewer.
    """
    viewer = read_viewer(match, viewer)
    if viewer == UMPIRE or _hides_nothing(match):
        return report(match)
    state = match.game.report(match.game.seen_by(match.state, viewer))
    pending = [
        _pending(each) if each.by == viewer else _pending(each) | {"held": None, "locked": None}
        for each in match.known_to(viewer)
    ]
    return _report(match, state, pending)


def known_options(match: Match, viewer: str | None) -> JsonObject:
    """Return the header's options as a player may know them by now; None is the public.

    UMPIRE knows all of them, and once the match is closed everybody does.
    """
    options = match.header.options
    if viewer == UMPIRE or match.closed:
        return options
    return match.game.known_options(match.game.seen_by(match.state, viewer), options)


def screen(match: Match, viewer: str | None) -> Screen:
    """Return the named blocks that a player's spreadsheet shows; None is the public board's.

    UMPIRE is the console's in a game that is directed, and the whole board in any other. Once a
    match is closed all that was hidden is shown to everybody. Long names of players are shortened,
    so that they fit their cells. Raises UnknownViewer.
    """
    viewer = read_viewer(match, viewer)
    whole = viewer == UMPIRE or match.closed
    visible = match.state if whole else match.game.seen_by(match.state, viewer)
    blocks = match.game.screen(visible, _situation(match, viewer), viewer)
    names = match.header.players
    if are_short(names):
        return blocks
    return {
        block: tuple(tuple(with_short_names(text, names) for text in row) for row in rows)
        for block, rows in blocks.items()
    }


def _hides_nothing(match: Match) -> bool:
    """Return whether the views hide nothing any more.

    Closing a match opens them, but where a game that is private keeps its secrets.
    """
    return match.closed and (match.game.is_directed or not match.game.private)


def _situation(match: Match, viewer: str | None) -> Situation:
    return Situation(
        players=match.header.players,
        paused=match.paused,
        pending={
            each.by: _pending_view(each, each.by == viewer) for each in match.known_to(viewer)
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


def _pending(pending: PendingDecision) -> JsonObject:
    return {
        "by": pending.by,
        "kind": pending.decision.kind.name,
        "held": pending.held is not None,
        "locked": pending.locked,
        "deadline": pending.deadline,
    }
