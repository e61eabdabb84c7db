"""Submissions and commands: each is judged, and its lines and its answer join a transaction.

A row of a score sheet, a tick in a form, a row of the console and its box are all submissions, and
are judged in the same way. A command from a terminal is judged like one from the console. Nothing
is committed here.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from operator import itemgetter

from umpire.games.base import UMPIRE, NotUnderstood
from umpire.games.text import normalize
from umpire.live.forms import UNREADABLE, check_boxes, line_of_form
from umpire.live.limits import no_later_than_limit
from umpire.match import Match
from umpire.projections import console
from umpire.projections.console import read_row
from umpire.projections.judged_line import JudgedLine, command_answer
from umpire.projections.match_history import TO_UMPIRE, MatchHistory
from umpire.projections.pending_lines import NewInput, PendingLines
from umpire.projections.scoresheet import (
    LONGEST,
    ProcessedRow,
    Refusal,
    Submission,
    quote,
    row_number,
)
from umpire.projections.sentences import AWAY
from umpire.sheets.ranges import LOCK, SEND
from umpire.store import Entry

BEGINS = "umpire watch begins"

_TOO_EARLY = "too early: this was written before you were asked"


@dataclass(frozen=True, slots=True)
class ReadContext:
    """The state of a match when a request began, whose answer has no entry for a later question.

    `clock` is the match clock, `open_decisions` holds the id of the decision that each player owed,
    and `epoch` counts how often the clock was stopped or started.
    """

    clock: float
    open_decisions: Mapping[str, str]
    epoch: int


def in_fair_order(
    history: MatchHistory, context: ReadContext, submissions: Iterable[Submission]
) -> list[Submission]:
    """Return the submissions of one snapshot in a fair order.

    The umpire's come first. Among players, the earlier comes first. Of those that came at the same
    moment, first come those of players who owe no answer, because they cannot have seen an answer
    in this snapshot. Then comes everybody's first row, everybody's second, and so on. A form comes
    after the rows of its player.
    """
    keyed: list[tuple[tuple[float, ...], Submission]] = []
    rows: Counter[int] = Counter()
    for submission in submissions:
        key: tuple[float, ...] = ()
        seat = submission.seat
        if seat < history.umpires_seat:
            player = history.match.header.players[seat]
            t = no_later_than_limit(history, context.clock, player)
            key = (t, player in context.open_decisions, rows[seat], seat)
        rows[seat] += 1
        keyed.append((key, submission))
    return [submission for _, submission in sorted(keyed, key=itemgetter(0))]


def apply_submission(
    transaction: PendingLines, submission: Submission, t: float, open_decision: str | None
) -> None:
    """Judge a submission and add it with its answer; log a note if it cannot be judged.

    It counts as typed at `t`. `open_decision` is the id of the decision that its author owed when
    it was read. A form with both boxes ticked locks the answer that it sends if that one is held,
    and never one that was held before.
    """
    outcome = submission.refusal or _judge(transaction, submission, t, open_decision)
    if submission.row is None:
        return
    locks = _sends_and_locks(submission)
    if isinstance(outcome, Refusal):
        answer, number = outcome.answer, _log_note(transaction, submission, outcome.note, t)
        text = UNREADABLE if submission.text is None else submission.text
        locks = False
    else:
        answer, number, text = command_answer(outcome), outcome.line.n, outcome.line.say or ""
        answer += " Nothing is locked." if locks and outcome.line.error else ""
        locks = locks and outcome.fate == "held"
    form_text = text if submission.is_form else None
    transaction.process(
        Entry(submission.seat, submission.row, submission.value, answer, number, form_text)
    )
    if locks:
        lock = replace(submission, row=submission.row + 1, text=LOCK)
        apply_submission(transaction, lock, t, open_decision)


def apply_ticks(transaction: PendingLines, ticks: Iterable[Submission], t: float) -> None:
    """Judge ticks of the umpire's workings from the top down, until one is refused.

    Those below it are not said, and answered so. All are committed together, or else a crash could
    let one be said later.
    """
    refused: ProcessedRow | None = None
    for tick in ticks:
        said = tick
        if refused is not None:
            answer = f"not said, since row {row_number(refused.row)} was refused"
            said = replace(tick, refusal=Refusal(answer, None), line=refused.line)
        apply_submission(transaction, said, t, None)
        processed = transaction.history.sheets[tick.seat]
        if refused is None and tick.row is not None and processed[tick.row].fate == "refused":
            refused = processed[tick.row]


def apply_command(
    transaction: PendingLines,
    by: str,
    say: str,
    said_at: float,
    cell: str | None = None,
    row: int | None = None,
) -> JudgedLine:
    """Judge a command of the umpire, or a player's answer that the umpire enters.

    It was said at `said_at` on the match clock, in `cell` or row `row` of the console if it was
    typed there. Raises NotUnderstood if it cannot be judged.
    """
    history, command = transaction.history, normalize(say)
    most = console.longest(history.match) if by == UMPIRE else LONGEST
    if len(say) > most:
        raise NotUnderstood(f"{len(say)} characters are too many: say it in at most {most}.")
    if history.is_stopped_by_itself and by == UMPIRE and command == "resume":
        raise NotUnderstood(_describe_resumption(history))
    t = no_later_than_limit(history, said_at)
    if history.paused_because is not None and command == "pause":
        transaction.judge_alone(resumption(history, "the umpire pauses it instead"))
    if not history.is_stopped_by_itself or by == UMPIRE:
        return transaction.judge(NewInput(t, by, say, cell, row))
    # The clock does not run meanwhile: the match resumes, and is paused again at the same moment.
    transaction.judge(resumption(history, "the umpire enters an answer"))
    judged = transaction.judge(NewInput(t, by, say, cell))
    if transaction.history.match.status == "running":
        transaction.judge_alone(NewInput(t, UMPIRE, "pause", note=history.paused_because or AWAY))
    return judged


def resumption(history: MatchHistory, note: str) -> NewInput:
    """Return the line that starts the clock: that of a new match has only a time."""
    t = history.match.now
    return (
        NewInput(t, UMPIRE, "resume", note=note)
        if history.match.paused
        else NewInput(t, note=BEGINS)
    )


def _sends_and_locks(submission: Submission) -> bool:
    """Return whether both boxes of a form are ticked that is not read as a line yet."""
    if not submission.is_form or submission.text is not None:
        return False
    return bool(submission.value.get(SEND) and submission.value.get(LOCK))


def _judge(
    transaction: PendingLines, submission: Submission, t: float, open_decision: str | None
) -> JudgedLine | Refusal:
    """Judge a submission; return a refusal if it cannot be judged."""
    history = transaction.history
    players = history.match.header.players
    if submission.seat < len(players):
        player = players[submission.seat]
        say = _line_of(history.match, player, submission, open_decision)
        if isinstance(say, Refusal):
            return say
        at = no_later_than_limit(history, t)
        return transaction.judge(NewInput(at, player, say, submission.cell, submission.row))
    try:
        by, say = read_row(submission.text or "", players)
        return apply_command(
            transaction, by, say, t, submission.cell, submission.row if by == UMPIRE else None
        )
    except NotUnderstood as error:
        return Refusal(
            f"refused: {error}", f"{submission.place} was refused: {quote(submission.text)}"
        )


def _line_of(
    match: Match, player: str, submission: Submission, open_decision: str | None
) -> str | Refusal:
    """Return the line that a player has typed, or that their form stands for."""
    pending = match.pending_of(player)
    is_early = pending is not None and pending.decision.id != open_decision
    if submission.text is not None:
        if not is_early:
            return submission.text
        note = f"{submission.place} came before its question: {quote(submission.text)}"
        return Refusal(f"{_TOO_EARLY}; write it again below.", note)
    say: str | Refusal = LOCK
    if is_early:
        say = Refusal(f"{_TOO_EARLY}; send it again.", "the form was sent before its question")
    elif refusal := check_boxes(submission.value):
        say = refusal
    elif submission.value.get(SEND):
        say = line_of_form(match, pending, submission.value)
    if isinstance(say, Refusal):
        return replace(say, note=f"{submission.place}: {say.note}")
    return say


def _log_note(
    transaction: PendingLines, submission: Submission, note: str | None, t: float
) -> int | None:
    """Log a note on a submission that was not judged; return the number of its line."""
    if note is None:
        return submission.line
    players = transaction.history.match.header.players
    author = players[submission.seat] if submission.seat < len(players) else UMPIRE
    at = no_later_than_limit(transaction.history, t)
    judged = transaction.judge(
        NewInput(at, UMPIRE, f"note {author}: {note}", submission.cell, submission.row, TO_UMPIRE)
    )
    return judged.line.n if submission.line is None else submission.line


def _describe_resumption(history: MatchHistory) -> str:
    """Return a sentence that says when the match resumes by itself."""
    match_id, reason = history.match.header.meta["id"], history.paused_because
    if reason is None:
        return f"{match_id} begins as soon as 'umpire watch' reads its sheets."
    return (
        f"{match_id} has paused by itself ({reason}): it goes on as soon as 'umpire watch' "
        "reads its sheets again."
    )
