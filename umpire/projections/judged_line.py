"""A judged line of the log, and the answer that its author reads."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from umpire.games.base import UMPIRE, Event
from umpire.games.text import normalize
from umpire.match import Judgement, asking
from umpire.match.state import Step
from umpire.projections.scoresheet import Fate
from umpire.store import LogLine
from umpire.store.worldtime import time_or_date


@dataclass(frozen=True, slots=True)
class JudgedLine:
    """A line of the log, its events and answer, and the decisions that were open before it.

    `last_step` is the last step of the match after the line.
    """

    line: LogLine
    open_before: Mapping[str, str]
    events: tuple[Event, ...]
    answer: str
    fate: Fate
    last_step: Step | None = field(default=None, repr=False, compare=False)

    @property
    def is_undo(self) -> bool:
        """Whether the umpire took something back with this line."""
        return self.line.by == UMPIRE and normalize(self.line.say or "").split()[:1] == ["undo"]


def judged_line(
    line: LogLine, judgement: Judgement, open_before: Mapping[str, str], offset: float | None
) -> JudgedLine:
    """Return a judged line; `offset` is that of the match's history."""
    return JudgedLine(
        line=line,
        open_before=open_before,
        events=judgement.events,
        answer=answer_to(judgement, line, offset),
        fate=_fate(judgement),
        last_step=judgement.match.last_step,
    )


def answer_to(judgement: Judgement, line: LogLine, offset: float | None) -> str:
    """Return the answer to a line, for its author; `offset` is that of the match's history."""
    match judgement.effect:
        case "taken":
            return _with_warning(f"taken: {judgement.understood}", judgement.warning)
        case "held":
            return _held_text(judgement, line.by, offset)
        case "locked":
            return "locked: your answer is held; write another to unlock"
    if judgement.code == "not-pending" and judgement.match.status == "running":
        return f"too early: {line.error}"
    return f"refused: {line.error}" if line.error else "done"


def command_answer(judged: JudgedLine) -> str:
    """Return the answer to a command of the umpire, or to a player's line, to show beside it."""
    if judged.line.by != UMPIRE:
        return judged.answer
    if judged.line.error is not None:
        return f"refused: {judged.line.error}"
    text = text_for_umpire(judged.events)
    return f"done: {text}" if text else "done"


def text_for_umpire(events: Iterable[Event]) -> str:
    """Return the texts of events for the umpire, with a mark on those for one player alone.

    If some are for the umpire, those for one player are left out.
    """
    readable = list(events)
    if any(event.only == UMPIRE for event in readable):
        readable = [event for event in readable if event.is_told_to(UMPIRE)]
    return " ".join(
        event.text if event.is_told_to(UMPIRE) else f"(only to {event.only}) {event.text}"
        for event in readable
    )


def _held_text(judgement: Judgement, by: str | None, offset: float | None) -> str:
    """Return the text for a held answer: its words, its deadline, and a warning."""
    match, until, warning = judgement.match, "", judgement.warning
    pending = None if by is None else match.pending_of(by)
    if pending is not None:
        if pending.deadline is not None and offset is not None:
            until = f" until {time_or_date(offset + pending.deadline, offset + match.now)}"
        if not asking.can_lock(match, pending):
            return f"held, incomplete: {warning} Change it{until}. It is: {judgement.understood}"
    return _with_warning(f"held: {judgement.understood}; change it{until}, or write lock", warning)


def _with_warning(answer: str, warning: str) -> str:
    return f"{answer}. {warning}" if warning else answer


def _fate(judgement: Judgement) -> Fate:
    if not judgement.ok:
        return "refused"
    return "taken" if judgement.effect == "taken" else "held"
