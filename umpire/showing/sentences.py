"""What a match's sheets say in words: what is asked of whom, until when, and what was answered.

Times in the world are in UTC, since a sheet is read everywhere.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from umpire.games.base import UMPIRE, Outcome, Periods
from umpire.games.text import counted, listed
from umpire.match import PendingDecision, asking
from umpire.match.clock import Reserve
from umpire.showing.match_history import MatchHistory
from umpire.store.worldtime import duration, rfc3339_if_any, time_or_date

BETWEEN = " · "
"""Stands in the headline between those who are asked different things."""

WAIT = "Waiting for "
"""Begins what stands where a player would be asked, while others are; the headline follows."""

WON = "★ "
"""Begins the headline of a match that is over."""

_FEW_SECONDS = 120
"""A length of at most so many seconds is told in seconds."""

OPENS_SOON = "The umpire opens the match soon. No clock runs yet."
"""Stands below what is asked while nobody has watched a new match yet."""

_BEGINS_SOON = "Not begun: it begins as soon as 'umpire watch' reads its sheets."
"""Tells the umpire the same."""


AWAY = "the umpire is away"
"""Why a match has paused that nobody watches, as all read it."""

_LOCKED = "Waiting. Your answer is locked."
"""Stands where a player would be asked who has answered, and knows of nobody else who is asked."""

_GOES_ON = "'umpire watch' goes on with it."
"""Tells the umpire more."""


def waits_for(record: MatchHistory) -> str:
    """Return whom a match waits for, as the umpire reads it, or how it stands."""
    if _standing(record) is not None:
        return umpires_headline(record)
    return f"{WAIT}{_all_asked(record, UMPIRE, times=False)}"


def umpires_headline(record: MatchHistory) -> str:
    """Return the headline as the umpire reads it, who is told what lets a match go on."""
    if record.has_to_begin:
        return _BEGINS_SOON
    told = headline(record, viewer=UMPIRE)
    return f"{told} {_GOES_ON}" if record.paused_because == AWAY else told


class Told(NamedTuple):
    """Who is asked what, or has how much time: `time` are the words in it that say until when."""

    text: str
    pending: PendingDecision
    time: str = ""


def headline(
    record: MatchHistory,
    closes: float | None = None,
    viewer: str | None = None,
    *,
    times: bool = True,
) -> str:
    """Return what is asked of whom and until when, or how the match stands, as a viewer knows it.

    `closes` is when in the world the result becomes final, if that should be told. Without `times`
    it does not say until when.
    """
    waits = _standing(record)
    if waits is not None and closes is not None and not record.match.closed:
        return f"{waits} The umpire may take that back until {_ending(record, closes)}."
    if waits is not None:
        return waits
    told = _all_asked(record, viewer, times=times)
    return f"T{told[1:]}" if told.startswith(asking.name_in_sentence(UMPIRE)) else told


def _all_asked(record: MatchHistory, viewer: str | None, *, times: bool) -> str:
    return _joined(asked(record, viewer, times=times))


def _joined(told: Iterable[Told]) -> str:
    return BETWEEN.join(one.text for one in told)


def asked(record: MatchHistory, viewer: str | None, *, times: bool = True) -> list[Told]:
    """Return who is to answer what until when, as a viewer knows it.

    Who is asked alike stands together, with one's decision; the umpire only where nobody else does.
    """
    return _told(record.match.awaited_by(viewer), record, times)


def _told(all_owed: Iterable[PendingDecision], record: MatchHistory, times: bool) -> list[Told]:
    alike: dict[tuple[str, str], list[PendingDecision]] = {}
    for pending in all_owed:
        alike.setdefault((pending.decision.task, _in_brackets(record, pending)), []).append(pending)
    return [
        Told(
            f"{_named(group)} to {task}{time if times else ''}",
            group[0],
            time.strip() if times else "",
        )
        for (task, time), group in alike.items()
    ]


def still_owed(record: MatchHistory, player: str) -> PendingDecision | None:
    """Return what a player is asked; None if it is nothing, or their answer is locked."""
    pending = record.match.pending_of(player)
    return None if pending is not None and pending.locked else pending


def ask(record: MatchHistory, player: str, *, times: bool = True) -> str:
    """Return what is wanted of a player, also where the match has paused by itself.

    Without `times` it says neither until when nor that the match has paused: `due` does.
    """
    waits, pending = _standing(record), still_owed(record, player)
    if waits is not None and (pending is None or not record.stopped_by_itself):
        return _to_the_winner(record, player, waits)
    if pending is None:
        others = _joined(waited_for(record, player, times=times))
        return f"{WAIT}{others}" if others else _LOCKED
    question = asking.ask(record.match, pending)
    if not times:
        return question
    return f"{question}{_in_brackets(record, pending)}" if waits is None else f"{question}\n{waits}"


def waited_for(record: MatchHistory, player: str, *, times: bool = True) -> list[Told]:
    """Return who else is to answer what until when, as a player knows it who is not asked."""
    return _told(
        [one for one in record.match.awaited_by(player) if one.by != player], record, times
    )


def due(record: MatchHistory, viewer: str | None) -> str:
    """Return until when a viewer is asked, or else until when others are, as the viewer knows it.

    Once the match is over it is since when; and where a player is asked although no clock runs, it
    is why.
    """
    if record.match.outcome is not None:
        return "" if record.ended_at is None else f"Over since {time_or_date(record.ended_at, 0.0)}"
    is_asked = viewer in record.match.header.players and still_owed(record, viewer) is not None
    if is_asked and record.stopped_by_itself:
        return _stands(record)
    return BETWEEN.join(one.text for one in due_times(record, viewer))


def due_times(record: MatchHistory, viewer: str | None) -> list[Told]:
    """Return the parts of what `due` says while limits run."""
    if _standing(record) is not None:
        return []
    own = None if viewer is None else record.match.pending_of(viewer)
    if own is not None and viewer != UMPIRE:
        limit = _limit(record, own)
        return [Told(told, own, told)] if (told := limit[:1].upper() + limit[1:]) else []
    alike: dict[str, list[PendingDecision]] = {}
    for pending in record.match.known_to(viewer):
        if time := _limit(record, pending):
            alike.setdefault(time, []).append(pending)
    return [
        Told(f"{_named(group)} {_have(group)} {time}", group[0], time)
        for time, group in alike.items()
    ]


def _stands(record: MatchHistory) -> str:
    """Return in few words that no clock runs; what the umpire has to mend is not told."""
    if record.has_to_begin:
        return OPENS_SOON
    return f"Paused{f': {AWAY}' if record.paused_because == AWAY else ''}. The clock stands."


def _named(group: list[PendingDecision]) -> str:
    return listed(asking.name_in_sentence(one.by) for one in group)


def _have(group: list[PendingDecision]) -> str:
    return "have" if len(group) > 1 else "has"


def clock(record: MatchHistory, player: str, viewer: str | None = None) -> str:
    """Return when a player's running limit falls, or how long it has to run; else what is left.

    One that the viewer does not know of is as if none ran.
    """
    match = record.match
    pending = match.pending_of(player)
    if pending is not None and not match.knows(viewer, pending.decision):
        pending = None
    if match.outcome is not None:
        return ""
    if pending is None or pending.clock is None:
        left = _reserve(match.reserve, match.reserves[player])
        return f"{left} left" if left else ""
    if record.is_stopped:
        before = pending.clock.until_limit(match.now)
        return f"stopped, {duration(before)} left" if before >= 0 else "stopped, in reserve"
    return _limit(record, pending)


def held(record: MatchHistory, player: str) -> str:
    """Return what a player has answered that the match does not know of yet, for their own eyes."""
    match = record.match
    pending = match.pending_of(player)
    if pending is not None and pending.held is not None:
        complete = asking.can_lock(match, pending)
        how = " (locked)" if pending.locked else "" if complete else " (incomplete)"
        return f"{pending.decision.kind.format(pending.held)}{how}"
    kept = [
        kept.decision.kind.format(kept.answer)
        for kept in match.taken_answers
        if kept.decision.by == player
    ]
    return kept[0] if kept else ""


def reply(record: MatchHistory, seat: int) -> str:
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


def fairness(record: MatchHistory, fair: Fairness) -> str:
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


def moments(
    record: MatchHistory, viewer: str | None, closes: float | None = None
) -> dict[str, float]:
    """Return the times that a headline or a question may tell, each with its seconds since 1970."""
    known = (record.limit_of(pending) for pending in record.match.known_to(viewer))
    found = [(at, limit.now) for limit in known if limit for at in (limit.falls, limit.ends)]
    told = {time_or_date(at, now): at for at, now in found if rfc3339_if_any(at)}
    return told if closes is None else {**told, _ending(record, closes): closes}


def _ending(record: MatchHistory, closes: float) -> str:
    """Return when a result becomes final."""
    return time_or_date(closes, closes if record.ended_at is None else record.ended_at)


def _in_brackets(record: MatchHistory, pending: PendingDecision) -> str:
    """Return the end of a sentence, when a decision's limit falls; "" without one."""
    limit = _limit(record, pending)
    return f" ({limit})" if limit else ""


def _limit(record: MatchHistory, pending: PendingDecision) -> str:
    """Return when a decision's limit falls, or fell, and what reserve there is after it."""
    limit = record.limit_of(pending)
    if limit is None:
        return ""
    kind, falls = limit.clock.reserve, time_or_date(limit.falls, limit.now)
    reserve = _reserve(kind, limit.clock.reserve_left)
    if limit.in_reserve:
        periods = f" ({reserve})" if isinstance(kind, Periods) else ""
        return f"in reserve until {time_or_date(limit.ends, limit.now)}{periods}"
    return f"until {falls}, then {reserve}" if reserve else f"until {falls}"


def _reserve(reserve: Reserve | None, left: float) -> str:
    """Return how much of a reserve is left; "" if nothing is."""
    if not left:
        return ""
    if isinstance(reserve, Periods):
        count = round(left / reserve.seconds)
        return f"{counted(count, 'period')} of {_length(reserve.seconds)}"
    return f"{duration(left)} of reserve"


def _length(seconds: float) -> str:
    """Return how long a time is: in seconds where they are few, else as a clock shows it."""
    if seconds > _FEW_SECONDS:
        return duration(seconds)
    return "1 second" if seconds == 1 else f"{round(seconds, 1):.12g} seconds"


def _to_the_winner(record: MatchHistory, player: str, told: str) -> str:
    """Return how a match ended, addressed to a player if that player has won."""
    outcome = record.match.outcome
    if outcome is None or not told.startswith(WON):
        return told
    return f"{WON}{to_a_winner(outcome, player, told.removeprefix(WON))}"


def to_a_winner(outcome: Outcome, viewer: str | None, told: str) -> str:
    """Return a sentence that begins with who has won, addressed to a viewer who has."""
    if viewer is None or viewer not in outcome.winners:
        return told
    won = f"{listed(outcome.winners)} have " if outcome.shared_by else f"{viewer} has "
    if not told.startswith(won):
        return told
    others = [player for player in outcome.winners if player != viewer]
    rest = told.removeprefix(won).replace("the opponent", "your opponent")
    return f"{listed(['You', *others])} have {rest}"


def _standing(record: MatchHistory) -> str | None:
    """Return why nobody is asked anything; None where somebody is."""
    match = record.match
    if match.outcome is not None:
        return f"{WON}{match.result}."
    if record.has_to_begin:
        return OPENS_SOON
    if not match.paused:
        return None
    why = f": {record.paused_because}" if record.paused_because else " by the umpire"
    return f"Paused{why}. The clock stands."
