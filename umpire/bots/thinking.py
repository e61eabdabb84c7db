"""A bot for any game, which thinks ahead instead of choosing at random.

It samples matches that may be the real one (`umpire.sample_world`), gives an answer in each of
them, and plays on at random for a few answers. The answer with the best results is the bot's. If
the next player has few answers, the bot takes the better of two for them, as in the rollouts of
Baier and Winands, "Monte-Carlo Tree Search and Minimax Hybrids" (2013): against a player who calls
at random it would seem best to bet all. A bandit chooses which answer is tried next, so that most
playouts go to what looks good: UCB1 of Auer, Cesa-Bianchi and Fischer, "Finite-time Analysis of the
Multiarmed Bandit Problem" (2002). Each playout guesses anew what is hidden, which is
determinization, as in Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search"
(2012). Their tree, in which the others choose well too, has lost as many matches as it has won
here, and is left out. No rules of a game are in this module: it tries the game's `bot_moves` and
random answers.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import islice
from math import log, sqrt
from typing import Any, Final

from umpire.games.base import (
    UMPIRE,
    Answers,
    AnyGame,
    AnyKind,
    ChoiceKind,
    Decision,
    NotAllowed,
    NotUnderstood,
    Outcome,
    RandomSource,
    tell_nobody,
)
from umpire.games.randomness import sample
from umpire.match import Match, asking, sample_world
from umpire.match.state import PendingDecision

_SHARES: Final = {1: 0.0, 2: 1 / 3, 3: 2 / 3, 4: 4 / 3, 5: 8 / 3}
"""How long a bot of each level thinks, in shares of its pace; the lowest chooses at random."""
_CURIOSITY: Final = 0.5
"""How much is tried what has been tried seldom, beside what looked good."""
_MOST_FIRST_CANDIDATES: Final = 16
_PLAYOUT_STEPS: Final = 6
"""After so many steps a playout ends, and what the players have then is compared. Longer ones are
more luck than judgement: they were beaten in every game."""
_UNDECIDED_MARGIN: Final = 0.3
"""How near to a defeat or a victory a match can come that is not over."""


@dataclass(slots=True)
class Candidate:
    """An answer that is tried: how often, and what came of it: 0 a defeat, 1 a victory each."""

    text: str
    tries: int = 0
    total_value: float = 0.0

    @property
    def mean(self) -> float:
        """What it was worth on average; half a victory before it is tried."""
        return self.total_value / self.tries if self.tries else 0.5


class Playout:
    """A match as it goes on in thoughts: a state of its game, and who has answered already.

    It is played on in about half of the time that a match takes, which keeps what was before, and
    clocks, and what is held.
    """

    def __init__(self, match: Match) -> None:
        self.game: AnyGame = match.game
        self.state: Any = match.state
        self.outcome: Outcome | None = match.outcome
        self._answers = {taken.decision.id: taken.answer for taken in match.taken_answers}

    def say(self, decision: Decision, answer: Any) -> None:
        """Answer a decision; it is applied once every member of its group has answered."""
        answers = self._answers
        answers[decision.id] = answer
        group = _group(self.game.pending(self.state), decision)
        if all(member.id in answers for member in group):
            self._apply(
                decision.kind, Answers({member.by: answers.pop(member.id) for member in group})
            )

    def play_on(self, random: RandomSource, most: int) -> None:
        """Go on at random for that many steps; in each, a whole group answers.

        Where the umpire must say something, and at the end, it stops.
        """
        game, earlier, state, outcome = self.game, self._answers, self.state, self.outcome
        for _ in range(most):
            pending = () if outcome is not None else game.pending(state)
            if not pending or pending[0].by == UMPIRE:
                break
            decision = pending[0] if len(pending) == 1 else random.choice(pending)
            kind = decision.kind
            answers: Answers[Any] = Answers()
            for member in (decision,) if decision.group is None else _group(pending, decision):
                answer = earlier.pop(member.id, None) if earlier else None
                answers[member.by] = (
                    kind.random_choice(state, member, random) if answer is None else answer
                )
            state = kind.apply(state, answers, tell_nobody)
            outcome = game.outcome(state)
        self.state, self.outcome = state, outcome

    def replies(self, random: RandomSource) -> "tuple[str, list[Playout]]":
        """Return who answers next, and how it goes on after either of two answers of theirs.

        That is nobody where several answer together, or where there are more answers than few: only
        of few is it quick to say which there are.
        """
        pending = () if self.outcome is not None else self.game.pending(self.state)
        if len(pending) != 1 or not isinstance(pending[0].kind, ChoiceKind) or pending[0].group:
            return "", []
        (decision,) = pending
        suggestions = decision.kind.suggest(self.state, decision)
        return decision.by, [
            self._after(decision, text)
            for text in sample(min(2, len(suggestions)), suggestions, random)
        ]

    def _after(self, decision: Decision, text: str) -> "Playout":
        playout = copy(self)
        playout._answers = {}
        playout.say(decision, decision.kind.read(self.state, decision, text))
        return playout

    def _apply(self, kind: AnyKind, answers: Answers[Any]) -> None:
        self.state = kind.apply(self.state, answers, tell_nobody)
        self.outcome = self.game.outcome(self.state)


def _group(pending: Sequence[Decision], decision: Decision) -> Sequence[Decision]:
    if decision.group is None:
        return (decision,)
    return [member for member in pending if member.group == decision.group]


class _FastRandom:
    """Luck of a source's, which chooses in a quarter of the time that `random.Random` takes."""

    def __init__(self, source: RandomSource) -> None:
        random = self.random = source.random
        self.choice = lambda seq: seq[int(random() * len(seq))]


class Thinker:
    """What somebody who owes an answer thinks of the answers that they may give.

    It thinks as long as it is asked to, and has an opinion at every moment. Of the match it knows
    what its player may know. Raises NotImplementedError for a game that cannot be imagined, or
    that nobody can play on because its umpire directs it.
    """

    def __init__(self, match: Match, player: str, random: RandomSource) -> None:
        if match.game.is_directed:
            raise NotImplementedError(f"{match.title} is directed, so nobody can play it on")
        self._match = match
        self._player = player
        self._random = _FastRandom(random)
        self._playouts = 0
        self._candidates: dict[str, Candidate] = {}
        world, pending = self._sample_world()
        for text in islice(asking.bot_moves(world, pending), _MOST_FIRST_CANDIDATES):
            self._consider(world, pending, text)
        self._consider_another(world, pending)

    @property
    def candidates(self) -> list[Candidate]:
        """The answers that were tried, the best first."""
        return sorted(
            self._candidates.values(), key=lambda candidate: (-candidate.tries, -candidate.mean)
        )

    @property
    def best(self) -> str:
        """The text of the answer that looks best so far."""
        return self.candidates[0].text

    def play_out(self) -> None:
        """Try one answer in one imagined match."""
        world, pending = self._sample_world()
        if len(self._candidates) < sqrt(2 * self._playouts) + 2:
            self._consider_another(world, pending)
        candidate = max(self._candidates.values(), key=self._upper_confidence_bound)
        self._playouts += 1
        candidate.tries += 1
        candidate.total_value += self._playout_value(world, pending, candidate.text)

    def consider(self, text: str) -> None:
        """Try a legal answer too, even one that lacks something to be locked."""
        self._candidates.setdefault(text, Candidate(text))

    def compare(self, *texts: str) -> list[float]:
        """Return what comes of each of these answers in one imagined match, the same for all."""
        world, pending = self._sample_world()
        return [self._playout_value(world, pending, text) for text in texts]

    def _playout_value(self, world: Match, pending: PendingDecision, text: str) -> float:
        playout = Playout(world)
        playout.say(
            pending.decision, pending.decision.kind.read(world.state, pending.decision, text)
        )
        other, playouts = playout.replies(self._random)
        if not playouts or other == self._player:
            playout.play_on(self._random, _PLAYOUT_STEPS)
            return value_for(playout, self._player)
        for playout in playouts:
            playout.play_on(self._random, _PLAYOUT_STEPS)
        return value_for(max(playouts, key=lambda playout: value_for(playout, other)), self._player)

    def _sample_world(self) -> tuple[Match, PendingDecision]:
        match = sample_world(self._match, self._player, self._random)
        pending = match.pending_of(self._player)
        if pending is None:
            raise ValueError(f"{self._player} owes no answer")
        return match, pending

    def _upper_confidence_bound(self, candidate: Candidate) -> float:
        if not candidate.tries:
            return float("inf")
        return candidate.mean + _CURIOSITY * sqrt(log(self._playouts) / candidate.tries)

    def _consider(self, match: Match, pending: PendingDecision, text: str) -> None:
        kind = pending.decision.kind
        try:
            answer = kind.read(match.state, pending.decision, text)
        except (NotUnderstood, NotAllowed):
            return  # what a secret group is offered is the same for all, legal for each or not
        if not asking.incomplete(match, pending, answer):
            formatted = kind.format(answer)
            self._candidates.setdefault(formatted, Candidate(formatted))

    def _consider_another(self, match: Match, pending: PendingDecision) -> None:
        self._consider(match, pending, asking.random_answer(match, pending, self._random))


class Thinkers:
    """What several bots think at once: a playout each in turn, until the time of each is over.

    So each answers at its own time, however many think beside it and for how long.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._thinkers: dict[int, tuple[Thinker, float]] = {}

    def __len__(self) -> int:
        """Return how many are thinking."""
        return len(self._thinkers)

    def begin(
        self, number: int, match: Match, player: str, random: RandomSource, seconds: float
    ) -> None:
        """Think for so many seconds what a player answers. Raises as `Thinker` does."""
        end = self._clock() + seconds
        self._thinkers[number] = Thinker(match, player, random), end

    def step(self) -> Iterator[tuple[int, str]]:
        """Try one answer each; yield the number and the best answer of those whose time is over."""
        for number, (thinker, end) in [*self._thinkers.items()]:
            if self._clock() < end:
                thinker.play_out()
            else:
                del self._thinkers[number]
                yield number, thinker.best


def thinking_seconds(level: int, pace: float) -> float:
    """Return for how many seconds a bot of a level thinks; 0 if it chooses at random.

    `pace` is about how many seconds it takes to answer.
    """
    return _SHARES[level] * pace


def value_for(end: "Match | Playout", player: str) -> float:
    """Return what a match is worth to a player: 1 if it is won, 0 if it is lost.

    A match that is not over is compared by its prospects: a player's share of all.
    """
    if end.outcome is not None:
        winners = end.outcome.winners
        return float(player in winners) if winners else 0.5
    shares = [_share(by_player, player) for by_player in end.game.evaluate(end.state).values()]
    mean = sum(shares) / len(shares) if shares else 0.5
    return _UNDECIDED_MARGIN + (1 - 2 * _UNDECIDED_MARGIN) * mean


def _share(scores: Mapping[str, float], player: str) -> float:
    least = min(0.0, *scores.values())
    total = sum(score - least for score in scores.values())
    return (scores.get(player, 0.0) - least) / total if total else 1 / len(scores)
