"""Tests of sampled worlds: each looks like the match to a viewer, and uses nothing hidden."""

from itertools import islice
from math import isfinite
from random import Random
from typing import Any

from hypothesis import given

from umpire.match import Match, sample_world
from umpire.testing.base import RANDOM, OnlyLuck, Tests, examples, viewer_name, viewers
from umpire.testing.calls import judge, place_of, view
from umpire.testing.differences import assert_equal
from umpire.testing.matches import random_line
from umpire.testing.report_places import still_hidden
from umpire.testing.twins import can_guess, twins, whole_state

_PLAYED_ON = 12
"""How many lines an imagined match is played on."""
_LOOKED_AT = 0.2
"""How often it is looked whether a guess leaves something hidden."""
_TWINS = 60
"""How many pairs of twins are imagined."""


class WorldTests(Tests):
    """A game that can guess what is hidden samples worlds that fit; no other game has to."""

    @given(random=RANDOM)
    @examples(5)
    def test_a_guess_is_a_state_that_looks_the_same(self, random: Random) -> None:
        if not can_guess(self.game):
            return
        for match in self.moments(random):
            for viewer in viewers(match):
                view_state = match.game.seen_by(match.state, viewer)
                guessed = _guess(match, viewer, random)
                assert_equal(
                    view_state,
                    match.game.seen_by(guessed, viewer),
                    f"{viewer_name(viewer)} would see something else if it were as "
                    "`determinize` has it: a guess may fill in what `seen_by` masks, and change "
                    "nothing else.",
                )
                left = still_hidden(match, viewer, guessed) if random.random() < _LOOKED_AT else ""
                assert not left, (
                    f"`determinize` leaves `{left}` as `seen_by` has masked it for "
                    f"{viewer_name(viewer)}: a guess is a whole state."
                )

    @given(random=RANDOM)
    @examples(3)
    def test_an_imagined_match_looks_the_same_and_can_be_played_on(self, random: Random) -> None:
        if not can_guess(self.game):
            return
        for match in self.moments(random, mistakes=0.05):
            viewer = random.choice(viewers(match))
            world = sample_world(match, viewer, random)
            if not match.pending or match.pending[0].by != "chance":
                assert_equal(
                    view(match, viewer),
                    view(world, viewer),
                    f"What {viewer_name(viewer)} imagines does not look like the match.",
                )
            _play_on(world, random)

    @given(random=RANDOM)
    @examples(3)
    def test_scores_and_what_bots_compare_are_numbers_of_players(self, random: Random) -> None:
        for match in self.moments(random):
            game, viewer = match.game, random.choice(viewers(match))
            _assert_numbers(match, "scores", game.seen_by(match.state, viewer))
            if can_guess(game) and match.outcome is None:
                _assert_numbers(match, "evaluate", _guess(match, viewer, random))

    @given(random=RANDOM)
    @examples(3)
    def test_twins_are_imagined_alike(self, random: Random) -> None:
        if not can_guess(self.game):
            return
        viewer = random.choice(viewers(self.opened()))
        for pair in islice(twins(self.opened(), viewer, random), _TWINS):
            luck = random.getrandbits(32)
            first, second = (
                sample_world(match, viewer, Random(luck))
                for match in (pair.first.match, pair.second.match)
            )
            assert_equal(
                (whole_state(first), first.pending, first.header),
                (whole_state(second), second.pending, second.header),
                f"What {viewer_name(viewer)} imagines depends on what they may not know.",
            )


def _assert_numbers(match: Match, name: str, state: Any) -> None:
    """Fail unless a method of the game gives finite numbers of players for a state."""
    try:
        counted = getattr(match.game, name)(state)
    except Exception as error:
        raise AssertionError(
            f"`{name}` fails in {place_of(error)} with {error!r}, at {match.now} seconds: what is "
            "hidden in a masked state cannot be counted."
        ) from error
    for title, numbers in counted.items():
        strangers = [who for who in numbers if who not in match.header.players]
        assert not strangers, f"`{name}` counts {title!r} of {strangers[0]!r}, who does not play."
        for who, number in numbers.items():
            is_number = isinstance(number, int | float) and isfinite(number)
            assert is_number, (
                f"`{name}` gives {number!r} for {title!r} of {who}: it must be a finite number."
            )


def _guess(match: Match, viewer: str | None, random: Random) -> Any:
    view_state = match.game.seen_by(match.state, viewer)
    try:
        return match.game.determinize(view_state, OnlyLuck(random))
    except Exception as error:
        raise AssertionError(
            f"`determinize` fails with {error!r} on what {viewer_name(viewer)} can see: "
            f"{view_state}."
        ) from error


def _play_on(match: Match, random: Random) -> None:
    """Let those who are asked answer something legal."""
    for _ in range(_PLAYED_ON):
        if match.paused or not match.pending:
            return
        line = random_line(match, random, match.now)
        judgement = judge(match, line)
        assert judgement.ok, f"{line['say']!r} is refused in an imagined match: {judgement.error}"
        match = judgement.match
