"""Tests that chance gives everything that may come, by the dice that it is handed alone.

The kit knows no odds. It draws hundreds of times, and compares that with what `read` would take,
and of dice and decks with what their kind says of itself.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from math import comb, sqrt
from random import Random
from typing import Any, Final, NamedTuple

from umpire.games.base import CHANCE, AnyKind, Decision, Rejected
from umpire.games.kinds import DrawKind, RollKind
from umpire.games.randomness import Shuffler
from umpire.match import Match
from umpire.testing.base import LINES, Tests
from umpire.testing.matches import random_match
from umpire.testing.report_places import words_of
from umpire.testing.vocabulary import vocabulary

_MATCHES: Final = 3
"""In so many matches from each start it is looked for kinds that chance answers."""
_MOMENTS: Final = 2
"""At so many moments each of them is drawn."""
_TIMES: Final = 40
"""So often each word should come in all draws, if all come equally often."""
_DRAWS: Final = (400, 4_000)
"""How many draws, at least and at most."""
_EXPECTED: Final = 14
"""What should come so often does not stay away by accident."""
_SAMPLES, _PLACES = 3, 6
"""In so many draws, and at so many places, it is tried whether another word may stand there."""
_NO_ACCIDENT: Final = (4.5, 3.5)
"""So many standard deviations from fair draws, and so many in other draws after that."""


class ChanceTests(Tests):
    """Chance may answer everything that it is asked for, by the dice that are handed in."""

    def test_chance_draws_all_that_may_come_by_its_dice_alone(self) -> None:
        for question in self._chances():
            draws, again = question.draws(seed=0), question.draws(seed=0)
            unlike = [pair for pair in zip(draws, again, strict=False) if pair[0] != pair[1]]
            assert not unlike, (
                f"`draw` of {question.name!r} gives {unlike[0][0]!r} and then {unlike[0][1]!r} for "
                "the same dice: it may use no luck but that of the `dice` that it is handed, or "
                "no log can be verified."
            )
            _assert_all_come(question, draws)
            _assert_fair(question)

    def _chances(self) -> Iterator["_Question"]:
        """Yield some moments at which chance is asked, of each kind."""
        times = Counter[AnyKind]()
        for seed in range(_MATCHES):
            for start in self.starts():
                for entries in islice(random_match(start, Random(seed)), LINES):
                    pending = entries.before.pending_of(CHANCE)
                    if pending is not None and times[pending.decision.kind] < _MOMENTS:
                        times[pending.decision.kind] += 1
                        yield _Question(entries.before, pending.decision)


class _Question(NamedTuple):
    """A moment at which chance is asked something."""

    match: Match
    decision: Decision

    @property
    def name(self) -> str:
        return self.decision.kind.name

    def draws(self, *, seed: int, base: Any = None) -> list[str]:
        """Return enough draws that every word should come; as a `base` class draws, if given."""
        (match, decision), (least, most) = self, _DRAWS
        cls: Any = base or type(decision.kind)
        draw, dice = cls.draw, Shuffler(Random(seed))
        drawn: list[str] = []
        while len(drawn) < least:
            drawn.append(draw(decision.kind, match.state, decision, dice))
            if len(drawn) == _DRAWS[0]:
                words = [word for text in drawn for word in text.split()]
                enough = _TIMES * len({*words}) * len(drawn) // max(1, len(words))
                least = min(most, max(least, enough))
        return drawn

    def canonical(self, text: str) -> str | None:
        """Return how an answer is written; None if chance may not give it."""
        kind = self.decision.kind
        with suppress(Rejected):
            return kind.format(kind.read(self.match.state, self.decision, text))
        return None

    def other_answers(self, answers: Sequence[list[str]]) -> list[str]:
        """Return answers in which another word stands, or two of the words change places."""
        drawn_words = {word for answer in answers for word in answer}
        report = self.match.game.report(self.match.state)
        words = sorted({*vocabulary(self.decision.kind), *words_of(report), *drawn_words})
        others: list[str] = []
        for answer in answers[:_SAMPLES]:
            for at in range(min(len(answer), _PLACES)):
                swapped = (
                    [
                        answer[at],
                        *answer[1:at],
                        answer[0],
                        *answer[at + 1 :],
                    ]
                    if at
                    else answer
                )
                texts = [[*answer[:at], word, *answer[at + 1 :]] for word in words]
                canonical = (self.canonical(" ".join(text)) for text in (swapped, *texts))
                others += [text for text in canonical if text and text.split() != answer]
        return others


def _assert_all_come(question: _Question, draws: Sequence[str]) -> None:
    """Fail if chance may give what no draw has: another answer, another word, or a word twice."""
    answers = [text.split() for text in draws]
    words = [word for answer in answers for word in answer]
    drawn_words, count = {*words}, f"in {len(draws):,} draws"
    if len(words) < _EXPECTED * (len(drawn_words) + 1):
        return
    others = question.other_answers(answers)
    assert not others or len({*draws}) > 1, (
        f"`draw` of {question.name!r} always gives {draws[0]!r}, {count}, and `read` takes "
        f"{others[0]!r} too: draw with the `dice` that it is handed."
    )
    for text in others:
        strange = [word for word in text.split() if word not in drawn_words]
        assert not strange, (
            f"`draw` of {question.name!r} never gives {strange[0]!r}, {count}, and `read` takes "
            f"{text!r}: it must draw from everything that may come."
        )
    pairs = sum(comb(len(answer), 2) for answer in answers) / len(drawn_words)
    if pairs >= _EXPECTED and not any(map(_has_pair, answers)):
        twice = next((text for text in others if _has_pair(text.split())), None)
        assert twice is None, (
            f"`draw` of {question.name!r} never gives the same twice, {count}, and `read` takes "
            f"{twice!r}: dice are rolled with `dice.roll`, cards drawn with `dice.draw`."
        )


def _has_pair(words: Sequence[str]) -> bool:
    return len({*words}) < len(words)


def _assert_fair(question: _Question) -> None:
    """Fail if dice or a deck with a `draw` of their own give something too often somewhere.

    The deal may have to meet a condition: then `read` refuses any other.
    """
    kind = question.decision.kind
    base = next((cls for cls in (DrawKind, RollKind) if isinstance(kind, cls)), None)
    cls: Any = type(kind)
    if base is None or cls.draw is base.draw:
        return
    for seed, deviations in enumerate(_NO_ACCIDENT):
        draws = question.draws(seed=seed)
        fair = [
            text for text in question.draws(seed=-1 - seed, base=base) if question.canonical(text)
        ]
        first = draws[0]
        is_ordered = question.canonical(" ".join(first.split()[::-1])) != question.canonical(first)
        place, word, more = _most_unfair(draws, fair, is_ordered=is_ordered)
        if more < deviations:
            return
    raise AssertionError(
        f"`draw` of {question.name!r} is not fair: {word!r} comes more often {place} than if all "
        f"{'cards of `deck`' if base is DrawKind else 'sides'} came equally often, as in "
        f"{' | '.join(draws[:3])}."
    )


def _most_unfair(
    draws: Sequence[str], fair: Sequence[str], *, is_ordered: bool
) -> tuple[str, str, float]:
    """Return where which word comes too often, by how many standard deviations."""
    least = min(len(draws), len(fair))
    places = {"in all": slice(None)}
    if is_ordered:
        places |= {"at the beginning": slice(1), "at the end": slice(-1, None)}
    unfair = [("", "", 0.0)]
    for place, part in places.items():
        ours, theirs = (
            Counter(word for text in texts[:least] for word in text.split()[part])
            for texts in (draws, fair)
        )
        unfair += [
            (place, word, (times - theirs[word]) / sqrt(times + theirs[word]))
            for word, times in ours.items()
        ]
    return max(unfair, key=lambda entry: entry[2])
