"""Tests that any text in a cell can be read, in a time that grows no faster than the text."""

import re
from collections import defaultdict
from collections.abc import Iterator
from math import inf
from random import Random
from time import process_time
from typing import Final

from hypothesis import given

from umpire.games.base import UMPIRE, AnyKind, NotUnderstood, Rejected
from umpire.json_types import JsonObject
from umpire.match import Match, PendingDecision
from umpire.testing import calls
from umpire.testing.answers import assert_canonical, assert_sentence
from umpire.testing.base import RANDOM, Tests, examples
from umpire.testing.calls import judge
from umpire.testing.matches import random_answer, random_match
from umpire.testing.vocabulary import edit, vocabulary

SIZES: Final = (20, 24, 28, 2_000, 32_000)
"""So many characters are read; a cell holds 50,000. The first few show time that doubles with each
character, before anybody has to wait for it."""
SOON: Final = 0.2
"""In so many seconds of processor time a text may be read however the time grows."""
UNEVEN: Final = 2.5
"""So many times as fast as the text the time may grow, for no measurement is exact."""
TRIES: Final = 4
"""So often a text is read before it is called slow. The least time counts."""

_HELD: Final = "held"
_MATCHES: Final = 60
"""In so many matches at most a kind of decision is looked for."""
_NONSENSE: Final = (
    *(" ", ",", ";", "\n", ":", "-", "+", "|", "/", "(", ")", "()", "[", "a", "a ", "1", "0 "),
    "\uff0c",  # a comma in full width
    "\ufdfa",  # one letter that NFKC makes eighteen of
)
_OF_A_KIND: Final = 4
"""At so many moments of a match words are said to a kind of decision."""
_EDITED: Final = 30
"""So many answers with a word that is another are said there."""
_ASKED_IN: Final = 12
"""In so many matches it is tried what a kind's examples are."""
_WORD: Final = re.compile(r"[^\s,;]+")


class ParsingTests(Tests):
    """Every kind of decision reads long nonsense, and so do the umpire's words."""

    def test_the_time_to_read_a_text_grows_no_faster_than_the_text(self) -> None:
        for match, who in self._moments_of_kinds().values():
            for piece, before, behind in _patterns(match, who):
                _assert_linear(match, who, piece, before, behind)

    @given(random=RANDOM)
    @examples(4)
    def test_whatever_it_takes_has_a_canonical_text_and_can_be_applied(
        self, random: Random
    ) -> None:
        """Words of the code and answers with another word are said, which no random answer says."""
        start = random.choice(self.starts())
        moments_of = defaultdict[AnyKind, list[tuple[Match, PendingDecision]]](list)
        for entry in random_match(start, random):
            for pending in entry.before.pending:
                moments_of[pending.decision.kind].append((entry.before, pending))
        for kind, moments in moments_of.items():
            words = (*vocabulary(kind), *(name.casefold() for name in start.header.players))
            for match, pending in random.sample(moments, min(_OF_A_KIND, len(moments))):
                answers = [random_answer(match, pending, random) for _ in range(_EDITED)]
                answers += kind.examples
                spoken = tuple(word for answer in answers for word in answer.split())
                texts = [*words, *answers, *calls.suggest(match, pending)]
                texts += [edit(answer, words, random) for answer in answers]
                texts += [edit(answer, spoken, random) for answer in answers]
                for text in dict.fromkeys(texts):
                    _say(match, pending, text)

    def test_the_examples_of_a_kind_can_be_read(self) -> None:
        """Each of them says something somewhere, though it may not be allowed there."""
        unread: dict[AnyKind, set[str]] = {}
        for seed in range(_ASKED_IN):
            random = Random(seed)
            for entry in random_match(random.choice(self.starts()), random):
                for pending in entry.before.pending:
                    kind = pending.decision.kind
                    left = unread.setdefault(kind, {*kind.examples})
                    left -= {text for text in left if _is_understood(entry.before, pending, text)}
            if not any(unread.values()):
                break
        for kind, left in unread.items():
            assert not left, (
                f"{min(left)!r} is one of the `examples` of {kind.name!r}, and `read` never "
                "understands it."
            )

    def _moments_of_kinds(self) -> dict[str, tuple[Match, str]]:
        """Return moments at which each kind is asked, and one at which an answer is held."""
        moments: dict[str, tuple[Match, str]] = {}
        kinds = {kind.name for kind in self.game.kinds}
        for seed in range(_MATCHES):
            random = Random(seed)
            start = self.opened(random.choice(self.game.seats), cut=True)
            moments[UMPIRE] = start, UMPIRE
            for entry in random_match(start, random, mistakes=0.1):
                for pending in entry.before.pending:
                    moments[_HELD if pending.held else pending.decision.kind.name] = (
                        entry.before,
                        pending.by,
                    )
            if kinds <= moments.keys():
                break
        return moments


def _say(match: Match, pending: PendingDecision, text: str) -> None:
    """Fail unless a text is refused in a sentence, or means what its canonical text means."""
    kind, decision = pending.decision.kind, pending.decision
    try:
        answer = kind.read(match.state, decision, text)
    except Rejected as rejected:
        assert_sentence(text, rejected)
        return
    except Exception as error:
        raise AssertionError(f"{kind.name!r} cannot read {text!r}: {error!r}.") from error
    assert_canonical(match, decision, text, answer)
    try:
        judge(match, {"t": match.now, "by": pending.by, "say": text})
    except AssertionError as error:
        raise AssertionError(
            f"{kind.name!r} takes {text!r} for an answer, which cannot be applied: {error} Let "
            "`read` refuse it."
        ) from error


def _is_understood(match: Match, pending: PendingDecision, text: str) -> bool:
    return not isinstance(calls.rejection(match, pending.decision, text), NotUnderstood)


def _patterns(match: Match, who: str) -> Iterator[tuple[str, str, str]]:
    """Yield what is repeated, and what stands before and behind it."""
    pending = match.pending_of(who)
    texts = ["extend Ana 5"]
    if pending is not None:
        texts = [random_answer(match, pending, Random(0)), *pending.decision.kind.examples]
    words = dict.fromkeys(word for text in texts for word in _WORD.findall(text))
    for piece in _NONSENSE:
        yield piece, "", ""
        yield piece, "", "!"
    for word in words:
        yield f"{word} ", "", "!"
        yield f"{word},", "", ""
    for text in texts:
        for piece in (" ", ",", f" {text}"):
            yield piece, text, "!"


def _assert_linear(match: Match, who: str, piece: str, before: str, behind: str) -> None:
    size, seconds = SIZES[0], 0.0
    for longer in SIZES:
        text = before + piece * (longer // len(piece)) + behind
        enough = max(SOON, UNEVEN * seconds * longer / size)
        needed = _seconds(match, {"t": match.now, "by": who, "say": text}, enough)
        pending = match.pending_of(who)
        reader = f"{pending.decision.kind.name!r}" if pending else "the umpire's words"
        assert needed <= enough, (
            f"To read {longer:,} characters takes {reader} {needed:.2f} s, and {size:,} take "
            f"{seconds:.3f} s: {before!r}, many times {piece!r}, {behind!r}. Anybody may paste "
            "that into a cell, and all matches wait. Look for a regular expression in which a "
            "repeat is tried again from every character, or for a loop within a loop over the text."
        )
        size, seconds = longer, needed


def _seconds(match: Match, line: JsonObject, enough: float) -> float:
    """Return the least time that judging a line took, tried again while it is not quick enough."""
    least = inf
    for _ in range(TRIES):
        begun = process_time()
        judge(match, line)
        least = min(least, process_time() - begun)
        if least <= enough:
            break
    return least
