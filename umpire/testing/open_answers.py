"""Tests that a game is right about which of its answers and events everybody may read."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

from hypothesis import given

from umpire.games.base import CHANCE, AnyKind, DecisionKind
from umpire.match import Judgement
from umpire.testing.base import RANDOM, Tests, examples, viewer_name, viewers
from umpire.testing.calls import judge
from umpire.testing.matches import Played, random_answer, random_match, random_seed
from umpire.testing.report_places import is_revealing
from umpire.testing.twins import (
    appearance,
    events_for,
    other_answers,
    sample_two_worlds,
    whole_state,
)

_OTHERS = 3
"""How many other answers are tried in place of one that everybody may read."""
_OF_A_KIND = 15
"""How many answers of a kind that everybody may read are looked at."""
_ANSWERED, _MOMENTS = 30, 150
"""How many matches tell whether what is answered is hidden, and how many lines of each."""
_ENOUGH, _PLENTY, _AT_ONCE = 20, 60, 7
"""How many other answers must have been tried before they tell anything, and need not be more; of
those at one moment so many count."""
_PAIR = 2
_HIDE = (
    "Let `is_open` of its kind return False, or ask for it in secret (`Decision.secret`); if "
    "everybody may know it, `seen_by` must leave it in the state and `report` must show it."
)


class OpenAnswerTests(Tests):
    """An answer or event shows in the views of those who may read it, and in no other."""

    @given(random=RANDOM)
    @examples(5)
    def test_what_everybody_may_read_everybody_sees_the_effect_of(self, random: Random) -> None:
        """Else whoever reads the answer knows what their view hides."""
        entries = [entry for start in self.starts() for entry in random_match(start, random)]
        for entry in _sample_of_each_kind(
            [entry for entry in entries if entry.judgement.is_open], random
        ):
            for another in _other_open_answers(entry, random):
                for viewer in viewers(entry.before):
                    if viewer != entry.line["by"] and _is_blind(viewer, entry.judgement, another):
                        raise AssertionError(
                            f"{viewer_name(viewer)} may read that {entry.line['by']} answered "
                            f"{entry.judgement.understood!r} and not {another.understood!r}, but "
                            f"what came of it is hidden from them. {_HIDE}"
                        )

    def test_what_nobody_may_read_is_hidden(self) -> None:
        """An answer that `is_open` keeps from everybody does not show in everybody's view."""
        for start in self.starts():
            tried, hidden = Counter[tuple[AnyKind, str]](), set[tuple[AnyKind, str]]()
            for seed in range(_ANSWERED):
                for entry in islice(random_match(start, Random(seed)), _MOMENTS):
                    whose = _unreadable_kind(entry)
                    if whose is None or whose in hidden:
                        continue
                    others = [
                        *other_answers(entry.before, entry.line, entry.judgement, Random(seed))
                    ]
                    if others and is_revealing(entry.before, entry.judgement.match, None):
                        continue
                    tried[whose] += min(len(others), _AT_ONCE)
                    public = appearance(entry.judgement, None) if others else ""
                    if any(appearance(another, None) == public for another in others):
                        hidden.add(whose)
            for (kind, by), times in tried.items():
                assert (kind, by) in hidden or times < _ENOUGH, (
                    f"Nobody may read what {by} answers to {kind.name!r}, but everybody's view "
                    f"tells it: with another answer the view differed in {times} of {times} tries. "
                    "If everybody may know it, let `is_open` return True; if not, `seen_by` must "
                    "mask it, and `report` must be made of nothing else."
                )

    def test_what_is_told_to_one_alone_others_do_not_see(self) -> None:
        """Else they know what that player is told in secret."""
        start, counts = self.starts()[-1], _SecretTexts()
        # of two players, each may know from their own hand what the other one holds
        are_several = len(start.header.players) > _PAIR
        watching = viewers(start) if are_several else (None,)
        for seed in range(_ANSWERED):
            random = Random(seed)
            entries = random_match(start, random, seed=random_seed(random))
            for entry in islice(entries, _MOMENTS):
                for viewer in watching:
                    counts.count(entry, viewer, random)
        counts.check()


def _alternatives(
    entry: Played, viewer: str | None, random: Random
) -> Iterator[tuple[Judgement, Judgement]]:
    """Yield, twice each, what might have come of a line as far as a viewer knows.

    Chance might have answered otherwise; what a player answers might meet other secrets.
    """
    if entry.line["by"] == CHANCE:
        others = other_answers(entry.before, entry.line, entry.judgement, random)
        yield from ((entry.judgement, other) for other in islice(others, _AT_ONCE))
        return
    for _ in range(_OTHERS):
        both = sample_two_worlds(entry.before, viewer, random)
        first, second = (judge(match, entry.line) for match in both)
        if first.ok and second.ok:
            yield first, second


class _SecretTexts:
    """How often a viewer can see that something else was told to one player alone."""

    def __init__(self) -> None:
        self._seen = Counter[tuple[str, str, str | None]]()
        self._hidden = set[tuple[str, str, str | None]]()

    def count(self, entry: Played, viewer: str | None, random: Random) -> None:
        """Compare what came of a line with what might have come of it as far as a viewer knows."""
        decision = entry.judgement.decision
        if decision is None or entry.judgement.effect != "taken":
            return
        keys = {
            name: (decision.kind.name, name, viewer) for name in _texts_for_one(entry.judgement)
        }
        decided = self._hidden | {key for key, times in self._seen.items() if times > _PLENTY}
        left = {name: key for name, key in keys.items() if key not in decided}
        left.pop(viewer or "", None)
        for both in _alternatives(entry, viewer, random) if left else ():
            first, second = map(_texts_for_one, both)
            is_alike = len({appearance(judgement, viewer) for judgement in both}) == 1
            for name, key in left.items():
                texts, others = first.get(name, []), second.get(name, [])
                if texts != others and len(texts) == len(others):
                    self._seen[key] += 1
                    self._hidden |= {key} if is_alike else set()

    def check(self) -> None:
        """Fail if it could always be seen."""
        for key, times in self._seen.items():
            kind, name, viewer = key
            assert key in self._hidden or times < _ENOUGH, (
                f"What {name} alone is told after {kind!r} {viewer_name(viewer)} can see: in "
                f"{times} of {times} tries in which {name} was told something else, that view "
                "differed. Mask it in `seen_by`; if it is no secret, tell it to "
                "everybody who may see it."
            )


def _texts_for_one(judgement: Judgement) -> dict[str, list[str]]:
    """Return what players are told that nobody else is."""
    texts = defaultdict[str, list[str]](list)
    for event in judgement.events:
        if event.only in judgement.match.header.players:
            texts[str(event.only)].append(event.text)
    return texts


def _unreadable_kind(entry: Played) -> tuple[AnyKind, str] | None:
    """Return the kind and the author of an answer that nobody else may read; None if all may."""
    decision = entry.judgement.decision
    if decision is None or decision.is_secret or entry.judgement.effect != "taken":
        return None
    return None if entry.judgement.is_open else (decision.kind, decision.by)


def _sample_of_each_kind(answered: Sequence[Played], random: Random) -> Iterator[Played]:
    """Yield some answers to each kind of decision."""
    kinds = defaultdict[AnyKind | None, list[Played]](list)
    for entry in answered:
        decision = entry.judgement.decision
        kinds[None if decision is None else decision.kind].append(entry)
    for entries in kinds.values():
        yield from random.sample(entries, min(_OF_A_KIND, len(entries)))


def _other_open_answers(entry: Played, random: Random) -> Iterator[Judgement]:
    """Yield what would have come of other open answers, if the umpire would know it from this."""
    pending = entry.before.pending_of(entry.line["by"])
    if pending is None:
        return
    for _ in range(_OTHERS):
        say = random_answer(entry.before, pending, random)
        another = judge(entry.before, entry.line | {"say": say})
        is_another = another.is_open and another.understood != entry.judgement.understood
        if is_another and whole_state(another.match) != whole_state(entry.judgement.match):
            yield another


def _is_blind(viewer: str | None, first: Judgement, second: Judgement) -> bool:
    """Return whether a viewer sees no difference between what came of two open answers.

    Where a kind says itself which answers are open, an event that tells of them is enough.
    """
    assert first.decision is not None
    classes = type(first.decision.kind).__mro__
    defined_by = next(kind for kind in classes if "is_open" in vars(kind))
    if defined_by is not DecisionKind and events_for(first, viewer) != events_for(second, viewer):
        return False
    return appearance(first, viewer) == appearance(second, viewer)
