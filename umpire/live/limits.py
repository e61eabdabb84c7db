"""Times at the sheets compared with limits, to the millisecond of the log.

Whatever a read shows for the first time counts as typed when the read began, but no later than at a
limit. A limit takes effect in the first millisecond after it.
"""

from umpire.projections.match_history import MatchHistory


def no_later_than_limit(history: MatchHistory, t: float, author: str | None = None) -> float:
    """Return a time on the match clock, moved back to the limit if that is earlier.

    The limit is that of the `author` if they owe an answer, and otherwise the next of anybody. The
    result is never before the time that the log has reached, nor after it while the clock is
    stopped.
    """
    match = history.match
    if history.is_stopped:
        return match.now
    pending = None if author is None else match.pending_of(author)
    limit = match.falls_at() if pending is None else pending.falls
    if limit is not None and t > limit:
        rounded = round(limit, 3)
        t = rounded if rounded <= limit else limit
    return max(t, match.now)


def just_after(limit: float) -> float:
    """Return the first millisecond after a limit: at the limit itself it has no effect yet."""
    t = round(limit, 3)
    return t if t > limit else round(t + 0.001, 3)
