"""The sentences on a match's sheets: the open questions, their deadlines, and the answers.

Times in the world are in UTC, since a sheet is read everywhere.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from umpire.games.base import UMPIRE, Outcome, Periods
from umpire.games.text import join_words, pluralize
from umpire.match import PendingDecision, asking
from umpire.match.clock import Reserve
from umpire.projections.match_history import MatchHistory
from umpire.store.worldtime import duration, rfc3339_if_any, time_or_date

BETWEEN = " · "
"""The separator between different questions in the headline."""

WAIT = "Waiting for "
"""The words before the questions to others, for a player who is not asked."""

WON = "★ "
"""The sign before the headline of a match that is over."""

_FEW_SECONDS = 120
"""The longest time that is written in seconds."""

OPENS_SOON = "The umpire opens the match soon. No clock runs yet."
"""The words below a question while nobody has watched a new match yet."""

_BEGINS_SOON = "Not begun: it begins as soon as 'umpire watch' reads its sheets."
"""The same for the umpire."""

AWAY = "the umpire is away"
"""The reason, for everybody, why a match has paused while nobody watches it."""

_LOCKED = "Waiting. Your answer is locked."
"""The words in place of a question for a player who has answered and knows of no other question."""

_GOES_ON = "'umpire watch' goes on with it."
"""The words for the umpire after a headline about such a pause."""


def waits_for(history: MatchHistory) -> str:
    """Return the players for whom a match waits, or its state, for the umpire."""
    if _status_sentence(history, UMPIRE) is not None:
        return umpires_headline(history)
    return f"{WAIT}{_all_asked(history, UMPIRE, times=False)}"


def umpires_headline(history: MatchHistory) -> str:
    """Return the headline for the umpire, with the way to resume the match."""
    if history.has_to_begin:
        return _BEGINS_SOON
    text = headline(history, viewer=UMPIRE)
    return f"{text} {_GOES_ON}" if history.paused_because == AWAY else text


class Phrase(NamedTuple):
    """A question to players, or their deadline; `time` is the part with the deadline."""

    text: str
    pending: PendingDecision
    time: str = ""


def headline(
    history: MatchHistory,
    closes_at: float | None = None,
    viewer: str | None = None,
    *,
    times: bool = True,
) -> str:
    """Return the open questions with their deadlines, or the state of the match, for a viewer.

    `closes_at` is the time in the world at which the result becomes final, if it should be
    mentioned. Without `times` the deadlines are left out.
    """
    status = _status_sentence(history, viewer)
    if status is not None and closes_at is not None and not history.match.closed:
        return f"{status} The umpire may take that back until {_ending(history, closes_at)}."
    if status is not None:
        return status
    text = _all_asked(history, viewer, times=times)
    return f"T{text[1:]}" if text.startswith(asking.name_in_sentence(UMPIRE)) else text


def _all_asked(history: MatchHistory, viewer: str | None, *, times: bool) -> str:
    return _join(questions(history, viewer, times=times))


def _join(phrases: Iterable[Phrase]) -> str:
    return BETWEEN.join(phrase.text for phrase in phrases)


def questions(history: MatchHistory, viewer: str | None, *, times: bool = True) -> list[Phrase]:
    """Return the open questions with their deadlines, as a viewer knows them.

    Players with the same question share a phrase, which has the decision of one of them. The umpire
    is asked only if nobody else is.
    """
    return _phrases(history.match.awaited_by(viewer), history, times)


def _phrases(
    decisions: Iterable[PendingDecision], history: MatchHistory, times: bool
) -> list[Phrase]:
    groups: dict[tuple[str, str], list[PendingDecision]] = {}
    for pending in decisions:
        groups.setdefault((pending.decision.task, _in_brackets(history, pending)), []).append(
            pending
        )
    return [
        Phrase(
            f"{_names(group)} to {task}{time if times else ''}",
            group[0],
            time.strip() if times else "",
        )
        for (task, time), group in groups.items()
    ]


def open_question(history: MatchHistory, player: str) -> PendingDecision | None:
    """Return a player's open decision; None if there is none, or its answer is locked."""
    pending = history.match.pending_of(player)
    return None if pending is not None and pending.locked else pending


def ask(history: MatchHistory, player: str, *, times: bool = True) -> str:
    """Return the question to a player, even if the match has paused by itself.

    Without `times` it mentions neither the deadline nor the pause, which `due_text` does.
    """
    status, pending = _status_sentence(history, player), open_question(history, player)
    if status is not None and (pending is None or not history.is_stopped_by_itself):
        return _to_the_winner(history, player, status)
    if pending is None:
        others = _join(questions_to_others(history, player, times=times))
        return f"{WAIT}{others}" if others else _LOCKED
    question = asking.ask(history.match, pending)
    if not times:
        return question
    return (
        f"{question}{_in_brackets(history, pending)}" if status is None else f"{question}\n{status}"
    )


def questions_to_others(history: MatchHistory, player: str, *, times: bool = True) -> list[Phrase]:
    """Return the questions to others, as a player knows them."""
    return _phrases(
        [pending for pending in history.match.awaited_by(player) if pending.by != player],
        history,
        times,
    )


def due_text(history: MatchHistory, viewer: str | None) -> str:
    """Return the deadline of a viewer, or else the deadlines of others that the viewer knows.

    Once the match is over, return the time of its end. If a player is asked although no clock runs,
    return the reason.
    """
    if history.match.outcome is not None:
        return (
            "" if history.ended_at is None else f"Over since {time_or_date(history.ended_at, 0.0)}"
        )
    is_asked = viewer in history.match.header.players and open_question(history, viewer) is not None
    if is_asked and history.is_stopped_by_itself:
        return _clock_stopped(history, viewer)
    return _join(due_times(history, viewer))


def due_times(history: MatchHistory, viewer: str | None) -> list[Phrase]:
    """Return the parts of `due_text` while limits run."""
    if _status_sentence(history, viewer) is not None:
        return []
    own = None if viewer is None else history.match.pending_of(viewer)
    if own is not None and viewer != UMPIRE:
        limit = _limit(history, own)
        text = limit[:1].upper() + limit[1:]
        return [Phrase(text, own, text)] if text else []
    groups: dict[str, list[PendingDecision]] = {}
    for pending in history.match.known_to(viewer):
        if time := _limit(history, pending):
            groups.setdefault(time, []).append(pending)
    return [
        Phrase(f"{_names(group)} {_have(group)} {time}", group[0], time)
        for time, group in groups.items()
    ]


def _clock_stopped(history: MatchHistory, viewer: str | None) -> str:
    """Return a short sentence that no clock runs, without faults that the umpire must repair."""
    if history.has_to_begin:
        return OPENS_SOON
    why = f": {AWAY}" if history.paused_because == AWAY else ""
    return f"Paused{why}.{_clock_stands(history, viewer)}"


def _names(group: list[PendingDecision]) -> str:
    return join_words(asking.name_in_sentence(pending.by) for pending in group)


def _have(group: list[PendingDecision]) -> str:
    return "have" if len(group) > 1 else "has"


def clock(history: MatchHistory, player: str, viewer: str | None = None) -> str:
    """Return the deadline of a player's limit, the time left of a stopped one, or else the reserve.

    A limit that the viewer does not know of is ignored.
    """
    match = history.match
    pending = match.pending_of(player)
    if pending is not None and not match.knows(viewer, pending.decision):
        pending = None
    if match.outcome is not None:
        return ""
    if pending is None or pending.clock is None:
        left = _reserve(match.reserve, match.reserves[player])
        return f"{left} left" if left else ""
    if history.is_stopped:
        before = pending.clock.until_limit(match.now)
        return f"stopped, {duration(before)} left" if before >= 0 else "stopped, in reserve"
    return _limit(history, pending)


def held_answer(history: MatchHistory, player: str) -> str:
    """Return the answer of a player that the match has not used yet, for that player."""
    match = history.match
    pending = match.pending_of(player)
    if pending is not None and pending.held is not None:
        complete = asking.can_lock(match, pending)
        how = " (locked)" if pending.locked else "" if complete else " (incomplete)"
        return f"{pending.decision.kind.format(pending.held)}{how}"
    answers = (answer for answer in match.taken_answers if answer.decision.by == player)
    answer = next(answers, None)
    return "" if answer is None else answer.decision.kind.format(answer.answer)


def reply(history: MatchHistory, seat: int) -> str:
    """Return the umpire's last answer on a player's score sheet.

    One that was not final, such as `held`, disappears with its question, one to an answer that was
    taken back with the answer.
    """
    processed = *history.sheets[seat].values(), *history.forms[seat].values()
    last = max(processed, key=lambda row: (row.line, row.row), default=None)
    if last is None or (last.fate != "taken" and history.is_decision_closed(seat, last)):
        return ""
    if last.fate == "taken" and history.is_taken_back(last.line):
        return ""
    return last.answer


@dataclass(frozen=True, slots=True)
class Fairness:
    """The proof of fair dealing on a match's boards.

    `seed` is None while the match is not closed. `closes_at` is the time in the world (seconds
    since 1970) at which the result becomes final, None while nobody knows it.
    """

    commitment: str
    seed: str | None = None
    closes_at: float | None = None


def fairness(history: MatchHistory, fair: Fairness) -> str:
    """Return the commitment and the time at which the result becomes final, or at last the seed."""
    if fair.seed is not None:
        return (
            f"Closed: the result is final.\nSeed: {fair.seed}\nCommitment: {fair.commitment}\n"
            f"Head of the log: {history.hash}"
        )
    commitment = f"Commitment to the secret seed: {fair.commitment}"
    if fair.closes_at is None:
        return commitment
    until = _ending(history, fair.closes_at)
    return f"The result stands until {until} unless the umpire takes it back.\n{commitment}"


def moments(
    history: MatchHistory, viewer: str | None, closes_at: float | None = None
) -> dict[str, float]:
    """Return the times in headlines and questions, each with its seconds since 1970."""
    limits = (history.limit_of(pending) for pending in history.match.known_to(viewer))
    ends = [(at, limit.now) for limit in limits if limit for at in (limit.falls, limit.ends)]
    texts = {time_or_date(at, now): at for at, now in ends if rfc3339_if_any(at)}
    return texts if closes_at is None else {**texts, _ending(history, closes_at): closes_at}


def _ending(history: MatchHistory, closes_at: float) -> str:
    """Return the time at which a result becomes final."""
    return time_or_date(closes_at, closes_at if history.ended_at is None else history.ended_at)


def _in_brackets(history: MatchHistory, pending: PendingDecision) -> str:
    """Return a decision's deadline in brackets, for the end of a sentence; "" without one."""
    limit = _limit(history, pending)
    return f" ({limit})" if limit else ""


def _limit(history: MatchHistory, pending: PendingDecision) -> str:
    """Return the deadline of a decision, and the reserve after it."""
    limit = history.limit_of(pending)
    if limit is None:
        return ""
    kind, falls = limit.clock.reserve, time_or_date(limit.falls, limit.now)
    reserve = _reserve(kind, limit.clock.reserve_left)
    if limit.in_reserve:
        periods = f" ({reserve})" if isinstance(kind, Periods) else ""
        return f"in reserve until {time_or_date(limit.ends, limit.now)}{periods}"
    return f"until {falls}, then {reserve}" if reserve else f"until {falls}"


def _reserve(reserve: Reserve | None, left: float) -> str:
    """Return the words for the rest of a reserve; "" if nothing is left."""
    if not left:
        return ""
    if isinstance(reserve, Periods):
        count = round(left / reserve.seconds)
        return f"{pluralize(count, 'period')} of {_length(reserve.seconds)}"
    return f"{duration(left)} of reserve"


def _length(seconds: float) -> str:
    """Return a duration, in seconds if they are few, else as on a clock."""
    if seconds > _FEW_SECONDS:
        return duration(seconds)
    return "1 second" if seconds == 1 else f"{round(seconds, 1):.12g} seconds"


def _to_the_winner(history: MatchHistory, player: str, text: str) -> str:
    """Return the result of a match, addressed to a player if that player has won."""
    outcome = history.match.outcome
    if outcome is None or not text.startswith(WON):
        return text
    return f"{WON}{to_a_winner(outcome, player, text.removeprefix(WON))}"


def to_a_winner(outcome: Outcome, viewer: str | None, text: str) -> str:
    """Return a sentence that begins with the winner, addressed to the viewer if they have won."""
    if viewer is None or viewer not in outcome.winners:
        return text
    beginning = f"{join_words(outcome.winners)} have " if outcome.shared_by else f"{viewer} has "
    if not text.startswith(beginning):
        return text
    others = [player for player in outcome.winners if player != viewer]
    rest = text.removeprefix(beginning).replace("the opponent", "your opponent")
    return f"{join_words(['You', *others])} have {rest}"


def _status_sentence(history: MatchHistory, viewer: str | None) -> str | None:
    """Return the reason, for a viewer, why nobody is asked anything; None if somebody is."""
    match = history.match
    if match.outcome is not None:
        return f"{WON}{match.result}."
    if history.has_to_begin:
        return OPENS_SOON
    if not match.paused:
        return None
    why = f": {history.paused_because}" if history.paused_because else " by the umpire"
    return f"Paused{why}.{_clock_stands(history, viewer)}"


def _clock_stands(history: MatchHistory, viewer: str | None) -> str:
    """Return words for a pause of a match; nothing where the viewer knows of no limit that runs."""
    limits = [pending.clock for pending in history.match.known_to(viewer) if pending.clock]
    return " The clock stands." if limits else ""
