"""How good each answer of a finished match looked, to a bot that knew what its player knew.

For every answer the match is as it was when it was given. A `Thinker` looks for the best answer
with half of its playouts. With the others it tries that one and the one that was given, side by
side in the same imagined matches: what is compared was not chosen for how well it did. All is
drawn from the match's id and the line's number, so it comes out the same each time.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from operator import sub
from random import Random
from statistics import mean, stdev
from typing import Final, Literal, NamedTuple

from umpire.bots.thinking import Thinker
from umpire.games.base import CHANCE, UMPIRE
from umpire.match import Match, judge
from umpire.match.cutting import CUT
from umpire.store.replay import ReplayedLine

PLAYOUTS: Final = 1000
"""How many for each answer: a match of Devil's Deal takes about a minute."""
_MOMENTS: Final = 3
_LARGE_LOSS: Final = 0.1
"""An answer that lost less matters no more than what happened by itself."""
_SMALLEST_LOSS: Final = 0.01
"""Less than this is nothing lost, however sure it is."""
_SURE_ERRORS: Final = 2.0
"""How many standard errors a difference has that is hardly luck."""

Rating = Literal["only", "best", "good", "lost"]


@dataclass(frozen=True, slots=True)
class PlayerAnswer:
    """An accepted answer of a player, and the match in which it was given.

    `is_held` is one that could still be replaced.
    """

    line: int
    player: str
    text: str
    match: Match
    decision: str
    is_held: bool


@dataclass(frozen=True, slots=True)
class AnswerVerdict:
    """How good an answer looked: what it and the best one were expected to be worth.

    1 is a victory, 0 a defeat. `margin` is how much less than the best one an answer may seem to
    be worth by luck alone. `is_only` is one beside which no other was found. `decision` and
    `is_held` are as in what was given.
    """

    line: int
    player: str
    answer: str
    worth: float
    best: str
    chances: float
    margin: float
    is_only: bool
    decision: str
    is_held: bool

    @property
    def loss(self) -> float:
        """How much less the answer seemed to be worth than the best one."""
        return self.chances - self.worth

    @property
    def rating(self) -> Rating:
        """The verdict in a word."""
        if self.is_only:
            return "only"
        if self.answer == self.best:
            return "best"
        return "lost" if self.loss > max(self.margin, _SMALLEST_LOSS) else "good"


class KeyMoment(NamedTuple):
    """An answer that mattered, for what it lost, or for how the player's chances were afterwards.

    `after` is None where it counts for what it lost.
    """

    verdict: AnswerVerdict
    after: float | None


@dataclass(frozen=True, slots=True)
class Analysis:
    """The verdicts on a match's answers, in order.

    There are fewer than `answer_count` if the analysis was stopped. `results` is what each player
    had in the end, 1 for a victory. `undone_lines` are the lines that were taken back.
    """

    playouts: int
    answer_count: int
    verdicts: tuple[AnswerVerdict, ...]
    results: Mapping[str, float]
    undone_lines: frozenset[int]

    @property
    def is_whole(self) -> bool:
        """Whether there is a verdict on every answer."""
        return len(self.verdicts) == self.answer_count

    def moments(self) -> list[KeyMoment]:
        """Return the answers that mattered most, in order: those that lost much, then by swings.

        Where there was nothing to choose, as with `ready`, what followed counts for the answer
        before. An answer that was replaced or taken back did not matter, and what happened at one
        time counts once.
        """
        verdicts = [
            verdict
            for verdict in self._final()
            if verdict.line not in self.undone_lines and not verdict.is_only
        ]
        losing = [
            verdict
            for verdict in verdicts
            if verdict.rating == "lost" and verdict.loss >= _LARGE_LOSS
        ]
        mistakes = [_Span(verdict, verdict.line + 1) for verdict in losing]
        moments = sorted(mistakes, key=lambda span: -span.verdict.loss)[:_MOMENTS]
        for swing in sorted(self._swings(verdicts), key=lambda span: -span.swing):
            if len(moments) < _MOMENTS and not any(map(swing.overlaps, moments)):
                moments.append(swing)
        moments.sort(key=lambda span: span.verdict.line)
        return [KeyMoment(span.verdict, span.after) for span in moments]

    def _final(self) -> Iterator[AnswerVerdict]:
        """Yield the verdicts on answers that their players did not replace."""
        for own in _by_player(self.verdicts).values():
            for verdict, later in zip(own, [*own[1:], None], strict=True):
                if later is None or not verdict.is_held or later.decision != verdict.decision:
                    yield verdict

    def _swings(self, verdicts: Iterable[AnswerVerdict]) -> Iterator["_Span"]:
        for player, own in _by_player(verdicts).items():
            for verdict, later in pairwise(own):
                yield _Span(verdict, later.line, later.chances)
            if self.is_whole:
                yield _Span(own[-1], self.verdicts[-1].line + 1, self.results[player])


class _Span(NamedTuple):
    """What followed an answer, up to a line: how the chances of its player were `after` it."""

    verdict: AnswerVerdict
    end: int
    after: float | None = None

    @property
    def swing(self) -> float:
        """How much the chances had changed by then."""
        return 0.0 if self.after is None else abs(self.after - self.verdict.worth)

    def overlaps(self, other: "_Span") -> bool:
        """Return whether the two followed their answers at the same time."""
        return self.verdict.line < other.end and other.verdict.line < self.end


def _by_player(verdicts: Iterable[AnswerVerdict]) -> dict[str, list[AnswerVerdict]]:
    by_player: dict[str, list[AnswerVerdict]] = {}
    for verdict in verdicts:
        by_player.setdefault(verdict.player, []).append(verdict)
    return by_player


def player_answers(replays: Iterable[ReplayedLine]) -> Iterator[PlayerAnswer]:
    """Yield the accepted answers of players in a log, except their cuts of the deck."""
    for replayed in replays:
        line, judgement = replayed.line, replayed.judgement
        decision, text = judgement.decision, judgement.understood
        if decision is None or text is None or decision.kind is CUT:
            continue
        if decision.by not in (CHANCE, UMPIRE):
            # the limits that fell before it have fallen
            match = judge(replayed.before, {"t": line.t}).match
            is_held = judgement.effect == "held"
            yield PlayerAnswer(line.n, decision.by, text, match, decision.id, is_held)


def evaluate_answer(answer: PlayerAnswer, playouts: int) -> AnswerVerdict:
    """Return how good an answer looked after so many playouts, of which half look for a better one.

    Raises NotImplementedError for a game that cannot be imagined.
    """
    seed = f"{answer.match.header.meta.get('id')} {answer.line}"
    thinker = Thinker(answer.match, answer.player, Random(seed))
    thinker.consider(answer.text)
    for _ in range(playouts // 2):
        thinker.play_out()
    candidates = [answer.text] if thinker.best == answer.text else [answer.text, thinker.best]
    rounds = max(2, playouts // 2 // len(candidates))
    results = [thinker.compare(*candidates) for _ in range(rounds)]
    results_of_answer = [result[0] for result in results]
    results_of_best = [result[-1] for result in results]
    is_best = mean(results_of_answer) >= mean(results_of_best)
    return AnswerVerdict(
        line=answer.line,
        player=answer.player,
        answer=answer.text,
        worth=mean(results_of_answer),
        best=answer.text if is_best else thinker.best,
        chances=max(mean(results_of_answer), mean(results_of_best)),
        margin=_SURE_ERRORS * stdev(map(sub, results_of_best, results_of_answer)) / sqrt(rounds),
        is_only=len(thinker.candidates) == 1,
        decision=answer.decision,
        is_held=answer.is_held,
    )
