"""What a match's sheets say in words: what is asked of whom, until when, and what was answered.

Times in the world are in UTC, since a sheet is read everywhere.
"""

from dataclasses import dataclass

from umpire.games.base import Periods
from umpire.games.notation import listed
from umpire.match import PendingDecision, asking
from umpire.match.clock import Reserve
from umpire.showing.record import Record
from umpire.store.worldtime import span, time_or_date

BETWEEN = " · "
"""Stands in the headline between those who are asked different things."""

WAIT = "Wait: "
"""Begins what stands where a player would be asked, while others are; the headline follows."""

WON = "★ "
"""Begins the headline of a match that is over."""

OPENS_SOON = "The umpire opens the match soon. No clock runs yet."
"""Stands below what is asked while nobody has watched a new match yet."""

_BEGINS_SOON = "Not begun: it begins as soon as 'umpire watch' reads its sheets."
"""Tells the umpire the same."""


AWAY = "the umpire is away"
"""Why a match has paused that nobody watches, as all read it."""

_GOES_ON = "'umpire watch' goes on with it."
"""Tells the umpire more."""


def umpires_headline(record: Record) -> str:
    """Return the headline as the umpire reads it, who is told what lets a match go on."""
    if record.has_to_begin:
        return _BEGINS_SOON
    told = headline(record)
    return f"{told} {_GOES_ON}" if record.paused_because == AWAY else told


def headline(record: Record, closes: float | None = None) -> str:
    """Return what is asked of whom and until when, or how the match stands.

    `closes` is when in the world the result becomes final, if it is to be told.
    """
    waits = _standing(record)
    if waits is not None and closes is not None and not record.match.closed:
        return f"{waits} The umpire may take that back until {_ending(record, closes)}."
    if waits is not None:
        return waits
    return BETWEEN.join(text for text, _ in asked(record))


def asked(record: Record) -> list[tuple[str, PendingDecision]]:
    """Return who is to answer what until when; who is asked alike together, with one's decision."""
    alike: dict[str, list[PendingDecision]] = {}
    for owed in record.match.pending:
        alike.setdefault(f"{owed.decision.task}{until(record, owed)}", []).append(owed)
    return [
        (f"{listed(owed.by for owed in group)} to {what}", group[0])
        for what, group in alike.items()
    ]


def ask(record: Record, player: str) -> str:
    """Return what is wanted of a player; above the notice where the match has paused by itself."""
    waits, owed = _standing(record), record.match.owed_by(player)
    if waits is not None:
        if owed is None or not record.stopped_by_itself:
            return waits
        return f"{asking.ask(record.match, owed)}\n{waits}"
    if owed is None:
        return f"{WAIT}{BETWEEN.join(text for text, _ in asked(record))}"
    return f"{asking.ask(record.match, owed)}{until(record, owed)}"


def until(record: Record, owed: PendingDecision) -> str:
    """Return the end of a sentence, when a decision's limit falls; "" without one."""
    limit = _limit(record, owed)
    return f" — {limit}" if limit else ""


def clock(record: Record, player: str) -> str:
    """Return when a player's running limit falls, or how long it has to run; else what is left."""
    match = record.match
    owed = match.owed_by(player)
    if match.outcome is not None:
        return ""
    if owed is None or owed.clock is None:
        left = _reserve(match.reserve, match.left[player])
        return f"{left} left" if left else ""
    if record.is_stopped:
        before = round(owed.clock.until_limit(match.now), 1)
        return f"stands, {span(before)} before the limit" if before >= 0 else "stands in reserve"
    return _limit(record, owed)


def held(record: Record, player: str) -> str:
    """Return what a player has answered that the match does not know of yet, for their own eyes."""
    match = record.match
    owed = match.owed_by(player)
    if owed is not None and owed.held is not None:
        complete = asking.can_lock(match, owed)
        how = " (locked)" if owed.locked else "" if complete else " (incomplete)"
        return f"{owed.decision.kind.format(owed.held)}{how}"
    kept = [
        kept.decision.kind.format(kept.answer) for kept in match.taken if kept.decision.by == player
    ]
    return kept[0] if kept else ""


def reply(record: Record, seat: int) -> str:
    """Return the last answer on a player's score sheet.

    One that was not final, such as `held`, goes with the question that it answered.
    """
    processed = *record.sheets[seat].values(), *record.forms[seat].values()
    last = max(processed, key=lambda one: (one.line, one.row), default=None)
    if last is None or (last.fate != "taken" and record.is_done_with(seat, last)):
        return ""
    return last.answer


@dataclass(frozen=True, slots=True)
class Fairness:
    """What a match's boards show of fair dealing.

    `seed` is None while the match is not closed. `closes` is when in the world the result becomes
    final (seconds since 1970), None while that is not known.
    """

    commitment: str
    seed: str | None = None
    closes: float | None = None


def fairness(record: Record, fair: Fairness) -> str:
    """Return what was committed to, until when a result may be taken back, and at last the seed."""
    if fair.seed is not None:
        return (
            f"Closed: the result is final.\nSeed: {fair.seed}\nCommitment: {fair.commitment}\n"
            f"Head of the log: {record.hash}"
        )
    committed = f"Commitment to the secret seed: {fair.commitment}"
    if fair.closes is None:
        return committed
    until = _ending(record, fair.closes)
    return f"The result stands until {until} unless the umpire takes it back.\n{committed}"


def _ending(record: Record, closes: float) -> str:
    """Return when a result becomes final."""
    return time_or_date(closes, closes if record.ended is None else record.ended)


def _limit(record: Record, owed: PendingDecision) -> str:
    """Return when a decision's limit falls, or fell, and what reserve there is after it."""
    limit = record.limit_of(owed)
    if limit is None:
        return ""
    kind, falls = limit.clock.reserve, time_or_date(limit.falls, limit.now)
    reserve = _reserve(kind, limit.clock.left)
    if limit.in_reserve:
        periods = f" ({reserve})" if isinstance(kind, Periods) else ""
        return f"in reserve since {falls}, until {time_or_date(limit.ends, limit.now)}{periods}"
    return f"until {falls}{f', then {reserve}' if reserve else ''}"


def _reserve(reserve: Reserve | None, left: float) -> str:
    """Return how much of a reserve is left; "" if nothing is."""
    if not left:
        return ""
    if isinstance(reserve, Periods):
        count = round(left / reserve.seconds)
        return f"{count} period{'s' if count > 1 else ''} of {span(reserve.seconds)}"
    return f"{span(round(left, 1))} of reserve"


def _standing(record: Record) -> str | None:
    """Return why nobody is asked anything; None where somebody is."""
    match = record.match
    if match.outcome is not None:
        return f"{WON}{match.game.ended(match.outcome)}."
    if record.has_to_begin:
        return OPENS_SOON
    if not match.paused:
        return None
    why = f": {record.paused_because}" if record.paused_because else " by the umpire"
    return f"Paused{why}. The clock stands."
