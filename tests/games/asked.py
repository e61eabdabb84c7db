"""What a page is told of a question, as its owner knows it: the same way in every game."""

from collections.abc import Mapping

from umpire.games.page import Draft, Field, Question
from umpire.match import Match, PendingDecision


def _pending(match: Match, player: str) -> PendingDecision:
    pending = match.pending_of(player)
    assert pending is not None, f"{player} owes nothing"
    return pending


def question(match: Match, player: str) -> Question:
    pending = _pending(match, player)
    view = match.game.seen_by(match.state, player)
    return pending.decision.kind.question(view, pending.decision)


def fields(match: Match, player: str, **filled: str) -> Mapping[str, Field]:
    pending = _pending(match, player)
    view = match.game.seen_by(match.state, player)
    return pending.decision.kind.fields(view, pending.decision, filled)


def draft(match: Match, player: str, **filled: str) -> Draft:
    """What a form would do that is filled in so."""
    drafted = draft_or_none(match, player, **filled)
    assert drafted is not None, "the refusal says it all"
    return drafted


def draft_or_none(match: Match, player: str, **filled: str) -> Draft | None:
    pending = _pending(match, player)
    view = match.game.seen_by(match.state, player)
    return pending.decision.kind.draft(view, pending.decision, filled)


def lines(drafted: Draft) -> tuple[str, str, str]:
    """What it says, what follows, and what is missing."""
    return drafted.say, drafted.more, drafted.missing


def block(drafted: Draft, title: str) -> list[tuple[str, ...]]:
    """The rows of a block: the label, then the pieces or the columns."""
    rows = next(block.rows for block in drafted.blocks if block.title == title)
    return [(row.label, *row.pieces, *row.columns) for row in rows]


def note(drafted: Draft, title: str) -> str:
    return next(block.note for block in drafted.blocks if block.title == title)


def feeds(drafted: Draft, title: str) -> str:
    """Return the cell of the form that takes the pieces of the block with this title."""
    return next(block.feeds for block in drafted.blocks if block.title == title)
