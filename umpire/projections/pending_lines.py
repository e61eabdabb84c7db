"""Lines that are judged one after the other and then committed to the log at once."""

from dataclasses import dataclass, field, replace

from umpire.games.base import CHANCE
from umpire.match import chance_answer, explain_rejection, judge
from umpire.projections.judged_line import JudgedLine, judged_line
from umpire.projections.match_history import MatchHistory, append_line, with_entry
from umpire.store import Entry, LogLine
from umpire.store.replay import as_input, chained


@dataclass(frozen=True, slots=True)
class Said:
    """Something to judge, and the place that it came from."""

    t: float
    by: str | None = None
    say: str | None = None
    cell: str | None = None
    entry: int | None = None
    note: str | None = None


@dataclass(slots=True)
class PendingLines:
    """Lines that are judged but not committed yet: a history that runs ahead of the log."""

    history: MatchHistory
    seed: str = field(repr=False)
    at: str
    lines: list[LogLine] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)

    def judge(self, said: Said) -> JudgedLine:
        """Judge one line, then answer everything that chance owes after it."""
        judged = self.judge_alone(said)
        self.answer_chance(said.t)
        return judged

    def answer_chance(self, t: float) -> None:
        """Answer everything that chance owes now from the seed, in a line for each answer."""
        while self.history.match.pending_of(CHANCE) is not None and not self.history.is_stopped:
            self.judge_alone(Said(t, CHANCE, chance_answer(self.history.match, self.seed)))

    def judge_alone(self, said: Said) -> JudgedLine:
        """Judge one line, without answering for chance after it.

        A line for a closed match is answered but not logged. It gets the number of the log's last
        line.
        """
        before = self.history
        line = LogLine(
            n=before.next_line,
            t=said.t,
            by=said.by,
            say=said.say,
            at=self.at,
            ok=True,
            cell=said.cell,
            entry=said.entry,
            note=said.note,
        )
        judgement = judge(before.match, as_input(line))
        error = explain_rejection(judgement, said.by, said.say or "")
        line = replace(line, ok=judgement.ok, code=judgement.code, error=error)
        if before.match.closed:
            line = replace(line, n=before.next_line - 1)
            return judged_line(line, judgement, before.open_decisions(), before.offset)
        if judgement.match.closed:
            line = replace(line, seed=self.seed)
        line = replace(line, hash=chained(before.hash, line, judgement.match))
        self.history = append_line(before, line, judgement)
        self.lines.append(line)
        return self.history.judged[-1]

    def process(self, entry: Entry) -> None:
        """Add a processed row of a score sheet."""
        self.history = with_entry(self.history, entry)
        self.entries.append(entry)
