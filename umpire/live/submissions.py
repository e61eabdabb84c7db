"""Apply submissions and commands: judge each, and add its lines and its answer to a transaction.

A row of a score sheet, a tick in a form, a row of the console and its box are all submissions, and
are judged in the same way. A command from a terminal is judged like one from the console. Nothing
is committed here.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from umpire.games.base import UMPIRE, NotUnderstood
from umpire.games.text import normalize
from umpire.live.forms import UNREADABLE, check_boxes, line_of_form
from umpire.live.limits import no_later_than_limit
from umpire.match import Match
from umpire.projections import console
from umpire.projections.console import read_row
from umpire.projections.judged_line import JudgedLine, command_answer
from umpire.projections.match_history import MatchHistory
from umpire.projections.pending_lines import PendingLines, Said
from umpire.projections.scoresheet import LONGEST, Refusal, Submission, quoted
from umpire.projections.sentences import AWAY
from umpire.sheets.ranges import LOCK, SEND
from umpire.store import Entry

BEGINS = "umpire watch begins"

_TOO_EARLY = "too early: this was written before you were asked"


@dataclass(frozen=True, slots=True)
class ReadContext:
    """The state of a match when a request began: its answer shows no entry for a later question.

    `clock` is the match clock, `open_decisions` holds the id of the decision that each player owed,
    and `epoch` counts how often the clock was stopped or started.
    """

    clock: float
    open_decisions: Mapping[str, str]
    epoch: int


def in_fair_order(
    history: MatchHistory, context: ReadContext, submissions: Iterable[Submission]
) -> list[Submission]:
    """Put the submissions of one snapshot into a fair order.

    The umpire's come first. Among players, the earlier comes first. Of those who came at
    the same moment, first come those who are not asked anything, because they cannot have seen an
    answer in this very snapshot. Then comes everybody's first row, everybody's second, and so on. A
    form comes after the rows of its player.
    """
    turns: list[tuple[tuple[float, ...], Submission]] = []
    places: Counter[int] = Counter()
    for submission in submissions:
        key: tuple[float, ...] = ()
        if submission.seat != history.umpires_seat:
            player = history.match.header.players[submission.seat]
            came = no_later_than_limit(history, context.clock, player)
            owes = player in context.open_decisions
            key = (came, owes, places[submission.seat], submission.seat)
        places[submission.seat] += 1
        turns.append((key, submission))
    return [submission for _, submission in sorted(turns, key=lambda turn: turn[0])]


def apply_submission(
    transaction: PendingLines, submission: Submission, t: float, open_decision: str | None
) -> None:
    """Judge a submission and add it with its answer; log a note if it cannot be judged.

    It counts as typed at `t`. `open_decision` is the id of the decision that its author owed when
    it was read. A form with both boxes ticked locks the answer that it sends if that one is held,
    and never one that was held before.
    """
    locks = (
        submission.is_form
        and submission.text is None
        and submission.value.get(SEND)
        and submission.value.get(LOCK)
    )
    outcome = submission.refusal or _judged(transaction, submission, t, open_decision)
    if submission.row is None:
        return
    if isinstance(outcome, Refusal):
        answer, number = outcome.answer, _noted(transaction, submission, outcome.note, t)
        text = UNREADABLE if submission.text is None else submission.text
        locks = False
    else:
        answer, number, text = command_answer(outcome), outcome.line.n, outcome.line.say or ""
        answer += " Nothing is locked." if locks and outcome.line.error else ""
        locks = locks and outcome.fate == "held"
    entry = Entry(
        submission.seat,
        submission.row,
        submission.value,
        answer,
        number,
        text if submission.is_form else None,
    )
    transaction.process(entry)
    if locks:
        apply_submission(
            transaction, replace(submission, row=submission.row + 1, text=LOCK), t, open_decision
        )


def apply_command(
    transaction: PendingLines,
    by: str,
    say: str,
    said_at: float,
    cell: str | None = None,
    row: int | None = None,
) -> JudgedLine:
    """Judge a command of the umpire, or a player's answer that the umpire enters.

    Raises NotUnderstood if it cannot be judged.
    """
    history, order = transaction.history, normalize(say)
    most = console.longest(history.match) if by == UMPIRE else LONGEST
    if len(say) > most:
        raise NotUnderstood(f"{len(say)} characters are too many: say it in at most {most}.")
    if history.stopped_by_itself and by == UMPIRE and order == "resume":
        raise NotUnderstood(_describe_resumption(history))
    t = no_later_than_limit(history, said_at)
    if history.paused_because is not None and order == "pause":
        transaction.judge_alone(resumption(history, "the umpire pauses it instead"))
    if not history.stopped_by_itself or by == UMPIRE:
        return transaction.judge(Said(t, by, say, cell, row))
    # The clock does not run for it: the match goes on, and is paused again at the same moment.
    transaction.judge(resumption(history, "the umpire enters an answer"))
    judged = transaction.judge(Said(t, by, say, cell))
    if transaction.history.match.status == "running":
        transaction.judge_alone(Said(t, UMPIRE, "pause", note=history.paused_because or AWAY))
    return judged


def resumption(history: MatchHistory, note: str) -> Said:
    """Return the line that starts the clock: in a new match it has a time alone."""
    t = history.match.now
    return Said(t, UMPIRE, "resume", note=note) if history.match.paused else Said(t, note=BEGINS)


def _judged(
    transaction: PendingLines, submission: Submission, t: float, open_decision: str | None
) -> JudgedLine | Refusal:
    """Judge a submission; return a refusal if it cannot be judged."""
    history = transaction.history
    players = history.match.header.players
    if submission.seat < len(players):
        said = _line(history.match, players[submission.seat], submission, open_decision)
        if isinstance(said, Refusal):
            return said
        at = no_later_than_limit(history, t)
        return transaction.judge(
            Said(at, players[submission.seat], said, submission.cell, submission.row)
        )
    try:
        by, say = read_row(submission.text or "", players)
        return apply_command(
            transaction, by, say, t, submission.cell, submission.row if by == UMPIRE else None
        )
    except NotUnderstood as error:
        return Refusal(
            f"refused: {error}", f"{submission.place} was refused: {quoted(submission.text)}"
        )


def _line(
    match: Match, player: str, submission: Submission, open_decision: str | None
) -> str | Refusal:
    """Return the line that a player has typed, or that a form stands for."""
    pending = match.pending_of(player)
    is_early = pending is not None and pending.decision.id != open_decision
    if submission.text is not None:
        if not is_early:
            return submission.text
        note = f"{submission.place} came before its question: {quoted(submission.text)}"
        return Refusal(f"{_TOO_EARLY}; write it again below.", note)
    if is_early:
        said: str | Refusal = Refusal(
            f"{_TOO_EARLY}; send it again.", "the form was sent before its question"
        )
    else:
        said = check_boxes(submission.value) or (
            line_of_form(match, pending, submission.value) if submission.value.get(SEND) else LOCK
        )
    return (
        replace(said, note=f"{submission.place}: {said.note}")
        if isinstance(said, Refusal)
        else said
    )


def _noted(
    transaction: PendingLines, submission: Submission, note: str | None, t: float
) -> int | None:
    """Log a note on a submission that was not judged; return the number of its line."""
    if note is None:
        return submission.line
    who = (*transaction.history.match.header.players, UMPIRE)[submission.seat]
    at = no_later_than_limit(transaction.history, t)
    about = Said(at, UMPIRE, f"note {who}: {note}", submission.cell, submission.row, "umpire")
    judged = transaction.judge(about)
    return judged.line.n if submission.line is None else submission.line


def _describe_resumption(history: MatchHistory) -> str:
    """Return a sentence that says when the match resumes by itself."""
    match_id, because = history.match.header.meta["id"], history.paused_because
    if because is None:
        return f"{match_id} begins as soon as 'umpire watch' reads its sheets."
    return (
        f"{match_id} has paused by itself ({because}): it goes on as soon as 'umpire watch' "
        "reads its sheets again."
    )
