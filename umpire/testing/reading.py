"""The time to read a text grows no faster than the text, whatever is pasted into a cell."""

import re
from collections.abc import Iterator
from math import inf
from random import Random
from time import process_time
from typing import Final

from umpire.games.base import UMPIRE
from umpire.json_types import JsonObject
from umpire.match import Match, asking, judge
from umpire.testing.base import Tests
from umpire.testing.matches import random_match

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
_WORD: Final = re.compile(r"[^\s,;]+")


class ReadingTests(Tests):
    """Every kind of decision reads long nonsense, and so do the umpire's words."""

    def test_the_time_to_read_a_text_grows_no_faster_than_the_text(self) -> None:
        for match, who in self._asked().values():
            for piece, before, behind in _patterns(match, who):
                _assert_linear(match, who, piece, before, behind)

    def _asked(self) -> dict[str, tuple[Match, str]]:
        """Return moments at which each kind is asked, and one at which an answer is held."""
        asked: dict[str, tuple[Match, str]] = {}
        kinds = {kind.name for kind in self.game.kinds}
        for seed in range(_MATCHES):
            random = Random(seed)
            start = self.opened(random.choice(self.game.seats), cut=True)
            asked[UMPIRE] = start, UMPIRE
            for one in random_match(start, random, mistakes=0.1):
                for owed in one.before.pending:
                    asked[_HELD if owed.held else owed.decision.kind.name] = one.before, owed.by
            if kinds <= asked.keys():
                break
        return asked


def _patterns(match: Match, who: str) -> Iterator[tuple[str, str, str]]:
    """Yield what is repeated, and what stands before and behind it."""
    owed = match.owed_by(who)
    said = ["extend Ana 5"]
    if owed is not None:
        said = [asking.random_answer(match, owed, Random(0)), *owed.decision.kind.examples]
    words = dict.fromkeys(word for text in said for word in _WORD.findall(text))
    for piece in _NONSENSE:
        yield piece, "", ""
        yield piece, "", "!"
    for word in words:
        yield f"{word} ", "", "!"
        yield f"{word},", "", ""
    for text in said:
        for piece in (" ", ",", f" {text}"):
            yield piece, text, "!"


def _assert_linear(match: Match, who: str, piece: str, before: str, behind: str) -> None:
    size, seconds = SIZES[0], 0.0
    for longer in SIZES:
        text = before + piece * (longer // len(piece)) + behind
        enough = max(SOON, UNEVEN * seconds * longer / size)
        taken = _seconds(match, {"t": match.now, "by": who, "say": text}, enough)
        owed = match.owed_by(who)
        reader = f"{owed.decision.kind.name!r}" if owed else "the umpire's words"
        assert taken <= enough, (
            f"To read {longer:,} characters takes {reader} {taken:.2f} s, and {size:,} take "
            f"{seconds:.3f} s: {before!r}, many times {piece!r}, {behind!r}. Anybody may paste "
            "that into a cell, and all matches wait. Look for a regular expression in which a "
            "repeat is tried again from every character, or for a loop within a loop over the text."
        )
        size, seconds = longer, taken


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
