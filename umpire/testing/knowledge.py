"""Tests, by counting, that views do not tell what they mask and that guesses keep to the views.

Twins show nothing of a secret that a view itself gives away, since whatever a view shows counts as
known. So many matches are looked at, and what is masked in a view is compared with the rest of it:
with that view, with the views that come after it, and with what the game would guess instead.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice, pairwise
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple

from umpire.match import Match
from umpire.testing.base import OnlyLuck, Tests, viewer_name
from umpire.testing.matches import Played, random_match, random_seed
from umpire.testing.report_places import (
    Path,
    Words,
    dotted,
    masked_places,
    null_places,
    shown_places,
    value_at,
    view_state,
    words_of,
)
from umpire.testing.twins import can_guess

_MATCHES: Final = 40
"""How many matches are looked at."""
_DEALS: Final = 40
"""In how many matches it is counted what is dealt, and then again in so many."""
_MOMENTS: Final = (3, 16)
"""At how many moments of each, at least and at most."""
_VALUES: Final = 250
"""How many values are looked at in a match: the fewer a view has, the more moments are."""
_PLAYERS: Final = 2
"""How many players look at each, besides everybody."""
_LINES: Final = 80
"""How many lines of a match are played at most."""
_NO_ACCIDENT: Final = (3.3, 2.3)
"""So many standard deviations from an accident, and so many in other matches after that."""
_MORE_OFTEN: Final = 3
"""So many times as often as the other way round it must happen."""
_SELDOM: Final = 10
"""So many times as often as in matches something must happen in guesses."""
_CONTRADICTED: Final = 5
"""In so many matches a guess must have more of something than there is."""
_GUESSED: Final = 30
"""In how many matches it is counted whether guesses vary."""
_UNLIKE: Final = 10
"""From so many matches a guess must differ before it is wrong that all guesses are the same."""
_FOLLOWED: Final = 6
"""How many matches are followed line by line."""
_SHRINKS: Final = 3
"""So often a list must lose what goes into hiding before it is a deck that lies open."""


class _Moment(NamedTuple):
    """A moment of a match as a viewer sees it, with the things that are hidden from them."""

    number: int
    """Of the match."""
    author: str
    """By whom the last line was."""
    viewer: str | None
    players: tuple[str, ...]
    hidden: Mapping[Path, Words]
    visible: Mapping[Path, Words]
    guessed: Mapping[Path, Words]
    """What a guess has in the place of what is hidden; empty if the game cannot guess."""
    left_null: frozenset[Path]
    """The places of what is hidden at which a guess has null."""
    nulls: frozenset[Path]
    """The places at which the match itself has null."""


class KnowledgeTests(Tests):
    """Views hide what they mask; guesses keep to what is seen."""

    def test_what_a_view_masks_stands_nowhere_else_in_it(self) -> None:
        """Nor does a guess contradict what the view says of it."""
        if not self._hides():
            return
        copies, more_copies = _Copies(), _Copies()
        for moment in self._moments(range(_MATCHES)):
            copies.count(moment)
        suspects = copies.suspects(_NO_ACCIDENT[0])
        for moment in self._moments(range(_MATCHES, 2 * _MATCHES) if suspects else ()):
            more_copies.count(moment)
        confirmed = more_copies.suspects(_NO_ACCIDENT[1])
        for suspect in suspects:
            assert suspect not in confirmed, copies.sentence(*suspect)

    def test_a_guess_deals_every_card_once(self) -> None:
        if not self._hides() or not can_guess(self.game):
            return
        supply = _Supply()
        for moment in self._moments(range(_DEALS), guesses=False):
            supply.learn(moment)
        for moment in self._moments(range(_DEALS, 2 * _DEALS)):
            supply.compare(moment)
        supply.check()

    def test_a_guess_is_not_always_the_same(self) -> None:
        if not self._hides() or not can_guess(self.game):
            return
        variety = _Variety()
        for moment in self._moments(range(_GUESSED)):
            variety.count(moment)
        variety.check()

    def test_no_view_shows_what_is_going_to_be_drawn(self) -> None:
        if not self._hides():
            return
        start = self.starts()[-1]
        for viewer in (None, start.header.players[0]):
            decks = Counter[Path]()
            for seed in range(_FOLLOWED):
                matches = [entry.judgement.match for entry in _short_match(start, seed)]
                decks.update(_open_decks(matches, viewer))
            for place, times in decks.items():
                assert times < _FOLLOWED / 2, (
                    f"{viewer_name(viewer)} can see at `{dotted(place)}` what is going to be "
                    f"drawn: in {times} of {_FOLLOWED} matches it went from there, in that order, "
                    "to where it is hidden from them. Mask it in `seen_by`; if everybody may "
                    "know it, do not hide it afterwards."
                )

    def _hides(self) -> bool:
        return self.game.private and not self.game.is_directed

    def _moments(self, seeds: Iterable[int], *, guesses: bool = True) -> Iterator[_Moment]:
        """Yield what everybody and some player see at some moments of a match for each seed."""
        start = self.starts()[-1]
        for seed in seeds:
            random = Random(seed)
            running = [
                entry
                for entry in _short_match(start, seed)
                if entry.judgement.match.outcome is None
            ]
            if not running:
                continue
            players, (least, most) = start.header.players, _MOMENTS
            values = len([*shown_places(view_state(running[-1].judgement.match, None), ())])
            moments = max(least, min(most, _VALUES // (values + 1)))
            for entry in random.sample(running, min(moments, len(running))):
                for viewer in (None, *random.sample(players, min(_PLAYERS, len(players)))):
                    yield _moment_of(seed, entry, viewer, random, guesses=guesses)


def _short_match(start: Match, seed: int) -> list[Played]:
    """Return a random match, not all of a long one."""
    random = Random(seed)
    return [*islice(random_match(start, random, seed=random_seed(random)), _LINES)]


def _moment_of(
    number: int, entry: Played, viewer: str | None, random: Random, *, guesses: bool
) -> _Moment:
    match = entry.judgement.match
    game, state = match.game, match.game.seen_by(match.state, viewer)
    seen_state = game.report(state)
    everything = game.report(match.state)
    hidden, nulls = dict(masked_places(everything, seen_state, ())), frozenset[Path]()
    guessed, left_null = dict[Path, Words](), frozenset[Path]()
    if guesses and hidden and can_guess(game):
        with suppress(Exception):  # why a guess fails is for the tests of guesses to tell
            guess = game.report(game.determinize(state, OnlyLuck(random)))
            values = {path: value_at(guess, path) for path in hidden}
            guessed = {path: words_of(value) for path, value in values.items()}
            left_null = frozenset(path for path, value in values.items() if value is None)
            nulls = frozenset(null_places(everything, ()))
    visible = dict(shown_places(seen_state, ()))
    author, players = entry.line.get("by", ""), match.header.players
    return _Moment(number, author, viewer, players, hidden, visible, guessed, left_null, nulls)


@dataclass(slots=True)
class _Copies:
    """How often what is masked stands elsewhere, and how often what is guessed for it does.

    A guess may be the truth as far as anybody knows, so both happen as often unless the view knows
    more than the guess.
    """

    real: Counter[tuple[Path, Path]] = field(default_factory=Counter)
    guesses: Counter[tuple[Path, Path]] = field(default_factory=Counter)
    example: dict[tuple[Path, Path], str] = field(default_factory=dict)
    _counted: set[Any] = field(default_factory=set)
    _before: dict[Path, Words] = field(default_factory=dict)

    def count(self, moment: _Moment) -> None:
        """Count each pair of a masked and a shown place once for each value of a match."""
        visible = [(path, words, {*words}) for path, words in moment.visible.items() if words]
        for path, words in moment.hidden.items():
            guess = moment.guessed.get(path, ())
            compare = _is_part if moment.guessed else _is_same
            if not moment.guessed:
                # without a guess, what was hidden there in another match; for everybody alone,
                # since a player may know something of what another one holds
                masked = _general_place(path, path, moment)
                guess, self._before[masked] = self._before.get(masked, ()), words
                if moment.viewer is not None:
                    continue
            if not words or not guess or words == guess:
                continue
            mine, theirs = ({*each} for each in (words, guess))
            for place, all_there, words_there in visible:
                is_real = compare(words, mine, all_there, words_there)
                is_guess = compare(guess, theirs, all_there, words_there)
                if is_real is is_guess:
                    continue
                pair = _general_place(path, path, moment), _general_place(place, path, moment)
                key = moment.number, pair, words if is_real else guess
                if key not in self._counted:
                    self._counted.add(key)
                    (self.real if is_real else self.guesses)[pair] += 1
                    if is_real:
                        self.example[pair] = (
                            f"`{dotted(path)}`, {' '.join(words)!r}, is hidden from "
                            f"{viewer_name(moment.viewer)}, and so stands at `{dotted(place)}`"
                        )

    def suspects(self, deviations: float) -> list[tuple[Path, Path]]:
        """Return the places that are masked, each with one that shows the same."""
        return [pair for pair in self.real if self._deviations(pair) >= deviations]

    def _deviations(self, pair: tuple[Path, Path]) -> float:
        more, less = self.real[pair], self.guesses[pair]
        return (more - less) / sqrt(more + less) if more >= _MORE_OFTEN * less else 0.0

    def sentence(self, masked: Path, place: Path) -> str:
        """Return what is wrong."""
        pair = masked, place
        return (
            f"What is masked at `{dotted(masked)}` can be read at `{dotted(place)}` of the same "
            f"view: {self.example[pair]}. That was so {self.real[pair]} times; of what "
            f"`determinize` has instead {self.guesses[pair]} times. If the viewer may know it, "
            "`determinize` must keep to it; if not, `seen_by` or `report` must leave it out there "
            "too."
        )


@dataclass(slots=True)
class _Supply:
    """How many of each card there are at most in what is hidden and at a place that is shown.

    That is found out in some matches, and compared in others with what really is there and with
    what guesses have. Both have more of something now and then, unless there are only so many.
    """

    most: dict[Path, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    real: dict[Path, set[int]] = field(default_factory=lambda: defaultdict(set))
    guesses: dict[Path, set[int]] = field(default_factory=lambda: defaultdict(set))
    example: dict[Path, str] = field(default_factory=dict)

    def learn(self, moment: _Moment) -> None:
        """Take note of how many there really are."""
        for place, numbers in _totals(moment, moment.hidden):
            self.most[place] |= numbers

    def compare(self, moment: _Moment) -> None:
        """Take note of where there are more, really or in a guess."""
        for place, numbers in _totals(moment, moment.hidden):
            if any(times > self._most(place, card) > 0 for card, times in numbers.items()):
                self.real[place].add(moment.number)
        for place, numbers in _totals(moment, moment.guessed):
            for card, times in numbers.items():
                most = self._most(place, card)
                if times > most > 0:  # of what was never there nothing is known
                    self.guesses[place].add(moment.number)
                    seen = f" and in what they see at `{dotted(place)}`" if place else ""
                    self.example[place] = (
                        f"{card!r} is {times} times in what it deals for "
                        f"{viewer_name(moment.viewer)}{seen}, and never more than {most} "
                        "times in the match itself"
                    )

    def _most(self, place: Path, card: str) -> int:
        return max(self.most[()][card], self.most[place][card])

    def check(self) -> None:
        """Fail if guesses have too much of something, and matches hardly ever."""
        for place, matches in self.guesses.items():
            accidents = _SELDOM * len(self.real[place])
            assert len(matches) < max(_CONTRADICTED, accidents), (
                f"`determinize` deals what is gone, or the same twice: {self.example[place]}. "
                "It must deal what is left of all cards when those that are seen are taken away."
            )


@dataclass(slots=True)
class _Variety:
    """The different things that guesses have at each masked place, and how often matches differ."""

    guesses: dict[Path, set[Words | None]] = field(default_factory=lambda: defaultdict(set))
    other: dict[Path, set[int]] = field(default_factory=lambda: defaultdict(set))
    nulls: set[Path] = field(default_factory=set)

    def count(self, moment: _Moment) -> None:
        """Take note of what a guess has, and whether it is something else in the match."""
        moment = moment._replace(author="")  # a guess of what they said is like any other
        self.nulls |= {_general_place(path, path, moment) for path in moment.nulls}
        for path, words in moment.guessed.items():
            place = _general_place(path, path, moment)
            is_null = path in moment.left_null
            self.guesses[place].add(None if is_null else tuple(sorted({*words})))
            if is_null or {*words} != {*moment.hidden[path]}:
                self.other[place].add(moment.number)

    def check(self) -> None:
        """Fail where all guesses are the same, and many matches are not."""
        for place, guesses in self.guesses.items():
            (guess, *others), matches = guesses, len(self.other[place])
            may_be_null = guess is None and place in self.nulls
            if others or guess == () or may_be_null or matches < _UNLIKE:
                continue
            value = "null" if guess is None else repr(" ".join(guess))
            raise AssertionError(
                f"`determinize` always has {value} at `{dotted(place)}`, where {matches} matches "
                "had something else that was hidden: a guess must fill in what `seen_by` masks, "
                "with anything that may be there."
            )


def _totals(moment: _Moment, hidden: Mapping[Path, Words]) -> Iterator[tuple[Path, Counter[str]]]:
    """Yield how often each word is hidden, and how often each that is shown somewhere too is."""
    unseen = Counter(word for words in hidden.values() for word in words)
    yield (), unseen
    places = defaultdict[Path, Counter[str]](Counter)
    for path, words in moment.visible.items():
        places[_general_place(path, (), moment)].update(words)
    for place, numbers in places.items():
        yield (
            place,
            Counter({word: n + unseen[word] for word, n in numbers.items() if unseen[word]}),
        )


def _open_decks(matches: list[Match], viewer: str | None) -> set[Path]:
    """Return the places of lists from whose end things go into hiding, one after another."""
    decks, grown, times = set[Path](), set[Path](), Counter[Path]()
    visible: dict[Path, Words] = {}
    for earlier, match in pairwise(matches):
        before, visible = visible, dict(shown_places(view_state(match, viewer), ()))
        for path, words in visible.items():
            old = before.get(path, words)
            if old == words:
                continue
            gone = _loss(old, words)
            more = _unseen(match, viewer) - _unseen(earlier, viewer) if gone else Counter[str]()
            times[path] = times[path] + 1 if gone and Counter(gone) <= more else 0
            if times[path] >= _SHRINKS:
                decks.add(path)
            if old and _loss(words, old):
                grown.add(path)
    return decks - grown


def _unseen(match: Match, viewer: str | None) -> Counter[str]:
    hidden = masked_places(match.game.report(match.state), view_state(match, viewer), ())
    return Counter(word for _, words in hidden for word in words)


def _loss(before: Words, after: Words) -> Words:
    """Return what a list has lost at one end, nothing if it has changed otherwise."""
    fewer = len(before) - len(after)
    if fewer > 0 and before[fewer:] == after:
        return before[:fewer]
    return before[-fewer:] if fewer > 0 and before[:-fewer] == after else ()


def _is_part(_: Words, words: set[str], __: Words, visible: set[str]) -> bool:
    return words <= visible


def _is_same(words: Words, _: set[str], visible: Words, __: set[str]) -> bool:
    return words == visible


def _general_place(path: Path, masked: Path, moment: _Moment) -> Path:
    """Return a place for all matches: without names and numbers, but whose it is."""
    owner = next((name for name in masked if name in moment.players), None)
    return tuple(_role(name, owner, moment) for name in path)


def _role(name: str, owner: str | None, moment: _Moment) -> str:
    if name.isdecimal():
        return "#"
    if name not in moment.players:
        return name
    if name == owner:
        return "AUTHOR" if name == moment.author else "OWNER"
    return "VIEWER" if name == moment.viewer else "PLAYER"
