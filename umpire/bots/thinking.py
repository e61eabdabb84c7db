"""A bot for any game, which thinks ahead instead of choosing at random.

It samples matches that may be the real one (`umpire.sample_world`), gives an answer in each of
them, and plays on at random for a few answers. The bot's answer is the one with the best results.

- If the next player has few possible answers, the bot tries two of them and takes the one that is
  better for that player, as in the rollouts of Baier and Winands, "Monte-Carlo Tree Search and
  Minimax Hybrids" (2013). Otherwise it would seem best to bet everything, because a random opponent
  calls at random.
- A bandit chooses which answer is tried next, so that most playouts go to promising answers: UCB1
  of Auer, Cesa-Bianchi and Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem" (2002).
- Each playout guesses anew what is hidden (determinization), as in Cowling, Powley and Whitehouse,
  "Information Set Monte Carlo Tree Search" (2012). Their tree, in which the other players choose
  well too, has lost as many matches here as it has won, and is left out.

This module knows no game's rules: it tries the game's `bot_moves`, and random answers.
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
"""How long a bot of each level thinks, as a share of its pace; level 1 chooses at random."""
_CURIOSITY: Final = 0.5
"""How much answers with few tries are preferred to answers with good results."""
_MOST_FIRST_CANDIDATES: Final = 16
_PLAYOUT_STEPS: Final = 6
"""The most steps of a playout; then the players' scores are compared. Longer playouts are more luck
than judgement: they lost in every game."""
_UNDECIDED_MARGIN: Final = 0.3
"""The least distance of an undecided match from a defeat (0) and from a victory (1)."""


@dataclass(slots=True)
class Candidate:
    """An answer that is tried: the number of tries, and the sum of their values.

    A defeat has the value 0, a victory 1.
    """

    text: str
    tries: int = 0
    total_value: float = 0.0

    @property
    def mean(self) -> float:
        """The average value of the tries; 0.5 before the first."""
        return self.total_value / self.tries if self.tries else 0.5


class Playout:
    """A continuation of a match: the state of its game, and the answers of an unfinished group.

    It plays about twice as fast as a `Match`, which also has a history, clocks and held answers.
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
        """Play on at random for at most that many steps; in each, a whole group answers.

        It stops at the end of the match, and when the umpire must answer.
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
        """Return the next player to answer, and the continuations after two of their answers.

        Return "" and no continuations if several players answer together, or if the decision is not
        one of few possible answers: listing many would take too long.
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
    """A source of random numbers whose `choice` takes a quarter of `random.Random`'s time."""

    def __init__(self, source: RandomSource) -> None:
        random = self.random = source.random
        self.choice = lambda seq: seq[int(random() * len(seq))]


class Thinker:
    """Compares the answers that a player may give to an open decision.

    Every call of `play_out` improves the comparison, and `best` can be read at any time. It uses
    only what the player may know. Raises NotImplementedError for a game without sampled worlds, or
    one that its umpire directs, so that nobody can play it on.
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
        """The answers that are tried, the best first."""
        return sorted(
            self._candidates.values(), key=lambda candidate: (-candidate.tries, -candidate.mean)
        )

    @property
    def best(self) -> str:
        """The text of the answer that looks best so far."""
        return self.candidates[0].text

    def play_out(self) -> None:
        """Try one answer in one sampled world."""
        world, pending = self._sample_world()
        if len(self._candidates) < sqrt(2 * self._playouts) + 2:
            self._consider_another(world, pending)
        candidate = max(self._candidates.values(), key=self._upper_confidence_bound)
        self._playouts += 1
        candidate.tries += 1
        candidate.total_value += self._playout_value(world, pending, candidate.text)

    def consider(self, text: str) -> None:
        """Also try this legal answer, even if it is too incomplete to be locked."""
        self._candidates.setdefault(text, Candidate(text))

    def compare(self, *texts: str) -> list[float]:
        """Return the value of each answer in one sampled world, the same world for all."""
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
            return  # a secret group is offered the same answers, legal for each member or not
        if not asking.incomplete(match, pending, answer):
            formatted = kind.format(answer)
            self._candidates.setdefault(formatted, Candidate(formatted))

    def _consider_another(self, match: Match, pending: PendingDecision) -> None:
        self._consider(match, pending, asking.random_answer(match, pending, self._random))


class Thinkers:
    """Several bots that think at once: they take turns at playouts until their time is over.

    So each answers in time, no matter how many others think, and for how long.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._thinkers: dict[int, tuple[Thinker, float]] = {}

    def __len__(self) -> int:
        """Return how many bots are thinking."""
        return len(self._thinkers)

    def begin(
        self, number: int, match: Match, player: str, random: RandomSource, seconds: float
    ) -> None:
        """Begin to think for so many seconds about a player's answer. Raises as `Thinker` does."""
        end = self._clock() + seconds
        self._thinkers[number] = Thinker(match, player, random), end

    def step(self) -> Iterator[tuple[int, str]]:
        """Let each bot try one answer; yield number and best answer of those whose time is over."""
        for number, (thinker, end) in [*self._thinkers.items()]:
            if self._clock() < end:
                thinker.play_out()
            else:
                del self._thinkers[number]
                yield number, thinker.best


def thinking_seconds(level: int, pace: float) -> float:
    """Return for how many seconds a bot of a level thinks; 0 if it chooses at random.

    `pace` is the bot's, in seconds.
    """
    return _SHARES[level] * pace


def value_for(end: "Match | Playout", player: str) -> float:
    """Return the value of a match for a player: 1 if they won, 0 if they lost.

    The value of an undecided match is the player's average share of all players' scores.
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
