"""How good each answer of a finished match looked to a bot that knew what its player knew.

The bot gets the match as it was before the answer. With half of its playouts, a `Thinker` looks for
the best answer. With the other half it compares that answer and the player's, side by side in the
same sampled worlds, so that no answer profits from having been selected for its luck. Randomness
follows from the match's id and the line's number, so the result is the same each time.
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
"""The playouts for each answer, with which a match of Devil's Deal takes about a minute."""
_MOMENTS: Final = 3
_LARGE_LOSS: Final = 0.1
"""An answer that lost less is no key moment for its loss alone."""
_SMALLEST_LOSS: Final = 0.01
"""Less than this does not count as a loss, however sure it is."""
_SURE_ERRORS: Final = 2.0
"""The number of standard errors above which a difference is hardly luck."""

Rating = Literal["only", "best", "good", "lost"]


@dataclass(frozen=True, slots=True)
class PlayerAnswer:
    """An accepted answer of a player, and the match just before it.

    `is_held` tells whether it could still be replaced.
    """

    line: int
    player: str
    text: str
    match: Match
    decision: str
    is_held: bool


@dataclass(frozen=True, slots=True)
class AnswerVerdict:
    """How good an answer looked: the expected worth of it, and of the best one (`chances`).

    1 is a victory, 0 a defeat. `margin` is how much less an answer may seem to be worth by luck
    alone. `is_only` tells whether no other answer was found. `decision` and `is_held` are those of
    the player's answer.
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
    """An answer that mattered for its loss, or for the player's chances `after` it.

    `after` is None if it mattered for its loss.
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
        """Return the answers that mattered most, in order.

        Large losses come before large swings of the chances. If there was nothing to choose, as
        with `ready`, a swing counts for the answer before. An answer that was replaced or taken
        back does not matter, and of moments at the same time only one counts.
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
    """The time from an answer up to a line, and the chances of its player `after` it."""

    verdict: AnswerVerdict
    end: int
    after: float | None = None

    @property
    def swing(self) -> float:
        """How much the chances had changed by then."""
        return 0.0 if self.after is None else abs(self.after - self.verdict.worth)

    def overlaps(self, other: "_Span") -> bool:
        """Return whether the two have a time in common."""
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
    """Return how good an answer looked after so many playouts, half of which seek a better one.

    Raises NotImplementedError if the game cannot sample worlds.
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
