"""Lines that are judged one by one and then committed to the log together."""

from dataclasses import dataclass, field, replace

from umpire.games.base import CHANCE
from umpire.match import chance_answer, explain_rejection, judge
from umpire.projections.judged_line import JudgedLine, judged_line
from umpire.projections.match_history import MatchHistory, append_line, with_entry
from umpire.store import Entry, LogLine
from umpire.store.replay import as_input, chained_hash


@dataclass(frozen=True, slots=True)
class NewInput:
    """An input that is not judged yet, and where it was entered.

    `cell` and `entry` are the cell and the row of a score sheet, and `note` is for the log.
    """

    t: float
    by: str | None = None
    say: str | None = None
    cell: str | None = None
    entry: int | None = None
    note: str | None = None


@dataclass(slots=True)
class PendingLines:
    """Lines that are judged but not committed yet, with the history after them."""

    history: MatchHistory
    seed: str = field(repr=False)
    at: str
    lines: list[LogLine] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)

    def judge(self, new_input: NewInput) -> JudgedLine:
        """Judge one input, then give all answers that chance owes after it."""
        judged = self.judge_alone(new_input)
        self.answer_chance(new_input.t)
        return judged

    def answer_chance(self, t: float) -> None:
        """Give all answers that chance owes now, from the seed, each in its own line."""
        while self.history.match.pending_of(CHANCE) is not None and not self.history.is_stopped:
            self.judge_alone(NewInput(t, CHANCE, chance_answer(self.history.match, self.seed)))

    def judge_alone(self, new_input: NewInput) -> JudgedLine:
        """Judge one input, without answering for chance after it.

        An input to a closed match is answered but not logged. It gets the number of the log's last
        line.
        """
        before = self.history
        line = LogLine(
            n=before.next_line,
            t=new_input.t,
            by=new_input.by,
            say=new_input.say,
            at=self.at,
            ok=True,
            cell=new_input.cell,
            entry=new_input.entry,
            note=new_input.note,
        )
        judgement = judge(before.match, as_input(line))
        error = explain_rejection(judgement, new_input.by, new_input.say or "")
        line = replace(line, ok=judgement.ok, code=judgement.code, error=error)
        if before.match.closed:
            line = replace(line, n=before.next_line - 1)
            return judged_line(line, judgement, before.open_decisions(), before.offset)
        if judgement.match.closed:
            line = replace(line, seed=self.seed)
        line = replace(line, hash=chained_hash(before.hash, line, judgement.match))
        self.history = append_line(before, line, judgement)
        self.lines.append(line)
        return self.history.judged_lines[-1]

    def process(self, entry: Entry) -> None:
        """Add a processed row of a score sheet."""
        self.history = with_entry(self.history, entry)
        self.entries.append(entry)
