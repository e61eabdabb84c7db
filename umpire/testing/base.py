"""The base class of the tests of a game, and how many matches and moments they look at."""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from umpire.games.base import AnyGame
from umpire.json_types import JsonObject
from umpire.match import Match
from umpire.sheets.template import Template, find_template
from umpire.testing.matches import Played, opened, random_match

MOMENTS = 40
"""How many moments of a match are looked at closely."""

LINES = 250
"""How many lines of a match are looked at where it may be a long one."""

_SEVERAL = 3
"""At a table of so many a player has more than one other."""

RANDOM = st.integers(0, 10_000).map(Random)


def examples(count: int, *, shrinks: bool = False) -> settings:
    """Return the settings of a test that looks at this many random matches.

    `shrinks` says to look for the simplest example that fails. Random matches have none, because a
    match with a smaller seed is not simpler.
    """
    # one function stands for the tests of many games, which is what is meant here
    return settings(
        max_examples=count,
        deadline=None,
        phases=set(Phase) - (set() if shrinks else {Phase.shrink, Phase.explain}),
        suppress_health_check=[HealthCheck.differing_executors, HealthCheck.too_slow],
    )


class OnlyLuck:
    """The part of a random generator that a game may use, and nothing else."""

    def __init__(self, random: Random) -> None:
        self.choice, self.random = random.choice, random.random

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(
            f"a game is handed a `random` that has `choice` and `random`, and no `{name}`; "
            "`umpire.games.randomness.sample` draws several things"
        )


class Tests:
    """Tests of one game."""

    game: ClassVar[AnyGame]
    template: ClassVar[Path | None] = None
    """The folder of its template; None finds the one that is installed for the game."""
    options: ClassVar[JsonObject] = {}
    """Options of the header that make a match short enough to play dozens of them."""
    limited: ClassVar[Sequence[JsonObject]] = ({},)
    """Further options, each tried, under which limits fall; none where a game has them anyway."""
    hidden_options: ClassVar[Sequence[JsonObject]] = ()
    """Several sets of further options in which only what is hidden from everybody at the start
    differs, each tried beside the next; none where a game hides none."""
    taken_as_typed: ClassVar[frozenset[str]] = frozenset()
    """Kinds of decisions whose answers hold text in which capitals and width mean something."""
    ends_in_silence: ClassVar[bool] = True
    """Whether a match ends if nobody answers; some rules go on for ever."""

    def sheets(self) -> Template:
        """Return the game's template."""
        return find_template(self.game.id, self.template)

    def opened(self, seats: int | None = None, **options: Any) -> Match:
        """Return a match at its start; of as many players as the game takes at least."""
        return opened(self.game, seats, **{**self.options, **options})

    def starts(self) -> list[Match]:
        """Return matches at their start: of as few players as `opened` gives, and of three.

        What is kept from some players may be shown to a third one alone. Where the options make
        matches short, one has those that a game has by itself: not every rule comes in a short one.
        """
        fewest = self.opened()
        more = [seats for seats in self.game.seats if seats >= _SEVERAL]
        enough = len(fewest.header.players) >= _SEVERAL or not more
        starts = [fewest] if enough else [fewest, self.opened(more[0])]
        return [*starts, self.long()] if self.options else starts

    def long(self) -> Match:
        """Return a match at its start with no options, of three players if so many can play."""
        seats = min(max(_SEVERAL, self.game.seats[0]), self.game.seats[-1])
        return opened(self.game, seats)

    def whole(self, random: Random, mistakes: float = 0.0) -> list[Played]:
        """Return a random match from its first line to its end."""
        return list(random_match(self.opened(), random, mistakes=mistakes))

    def entries(self, random: Random) -> Iterator[Played]:
        """Yield the lines of a random match from one of the starts, not all of a long one."""
        return islice(random_match(random.choice(self.starts()), random), LINES)

    def moments(self, random: Random, mistakes: float = 0.0) -> list[Match]:
        """Return matches at moments of one random match, in order; not all of a long one."""
        entries = self.whole(random, mistakes)
        chosen = sorted(random.sample(range(len(entries)), min(MOMENTS, len(entries))))
        return [entries[0].before, *(entries[place].judgement.match for place in chosen)]


def viewers(match: Match) -> tuple[str | None, ...]:
    """Return the public, and each player."""
    return (None, *match.header.players)


def viewer_name(viewer: str | None) -> str:
    """Return how a sentence names a viewer."""
    return "everybody" if viewer is None else viewer
