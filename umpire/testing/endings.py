"""Tests that every match comes to an end, and stays in order until then."""

from collections import Counter
from dataclasses import replace
from itertools import islice
from math import inf
from random import Random

import pytest
from hypothesis import given

from umpire.games.base import CHANCE, UMPIRE, AnyKind, Event
from umpire.json_types import JsonObject
from umpire.match import Judgement, Match, begin
from umpire.testing.base import LINES, RANDOM, Tests, examples
from umpire.testing.calls import judge, judge_command, report
from umpire.testing.differences import assert_equal
from umpire.testing.matches import (
    SEED,
    opened,
    random_line,
    random_match,
)

SILENCE = 1_000
"""No match may have more limits fall while nobody answers."""
_GOES_ON = (20, 20, 20, 300)
"""How many lines a match is followed after a forfeit: mostly a few, or over several rounds."""
_ASKED = 0.8
"""How often a player who is asked forfeits, and not any other."""
MOST_EVENTS = 150
"""Nothing may be told in more sentences that happens without an answer when a limit falls."""


class EndingTests(Tests):
    """A match ends: played at random, in silence, and when its players forfeit."""

    @given(random=RANDOM)
    @examples(15)
    def test_random_matches_end_and_every_random_answer_is_legal(self, random: Random) -> None:
        entries = self.whole(random)
        for entry in entries:
            assert entry.judgement.ok, (
                f"{entry.line['say']!r} is a random answer of {entry.line['by']}, and refused: "
                f"{entry.judgement.error}"
            )
            _assert_sound(entry.judgement)
        end = entries[-1].judgement.match
        assert end.outcome is not None, "The match has no outcome, and goes on."
        assert not end.outcome.is_void, "Only the umpire ends a match without a result."
        strangers = set(end.outcome.winners) - set(end.header.players)
        assert not strangers, f"{min(strangers)} has won, and does not play."

    @pytest.mark.parametrize("clock", [True, False])
    def test_matches_of_every_number_of_players_end(self, clock: bool) -> None:
        for seats in self.game.seats:
            match = self.opened(seats, clock=clock)
            *_, last = random_match(match, Random(seats))
            assert last.judgement.match.outcome is not None, f"{seats} players come to no end."

    @given(random=RANDOM)
    @examples(8)
    def test_a_match_that_goes_astray_ends_all_the_same(self, random: Random) -> None:
        *_, last = self.whole(random, mistakes=0.3)
        assert last.judgement.match.outcome is not None, "The match comes to no end."

    @given(random=RANDOM)
    @examples(4)
    def test_who_forfeits_owes_nothing_any_more_and_does_not_win(self, random: Random) -> None:
        """Somebody forfeits while each kind is asked, most often a player who is asked."""
        seats = random.choice([seats for seats in self.game.seats if seats > 1])
        longer = random.random() < 0.5  # its options may leave only one round to play
        start = opened(self.game, seats) if longer else self.opened(seats)
        matches = [entry.before for entry in islice(random_match(start, random), LINES)]
        kinds = {pending.decision.kind for match in matches for pending in match.pending}
        for kind in sorted(kinds, key=lambda kind: kind.name):
            moments = [match for match in matches if _asks(match, kind)]
            _assert_forfeits(random.choice(moments), kind, random)

    @pytest.mark.parametrize("seed", range(6))
    def test_what_happens_without_an_answer_comes_to_an_end(self, seed: int) -> None:
        """From some moment on nobody answers: limits fall, until the match is over or none runs.

        One line that lets all of them fall does the same, and no more.
        """
        random = Random(seed)
        self.whole(random)  # a match that chance alone goes on with has no end, nor has its seed
        for options in self.limited:
            match = self._deserted_match(random, options)
            after, events = match, tuple[Event, ...]()
            for _ in range(SILENCE):
                falls = after.falls_at()
                if falls is None:
                    break
                judgement = _in_silence(after, falls + 1)
                assert len(judgement.events) <= MOST_EVENTS, (
                    f"One limit falls, and {len(judgement.events)} things are told of it."
                )
                after, events = judgement.match, events + judgement.events
            assert (after.falls_at() is None) == self.ends_in_silence, (
                f"After {SILENCE:,} limits at which nobody answers the match "
                f"{'goes on' if self.ends_in_silence else 'has ended'}; the last things told are "
                f"{' | '.join(event.text for event in events[-5:])}. If that is right, set "
                "`ends_in_silence` of its tests."
            )
            at_once, once = (
                judge(match, {"t": after.now}),
                "When all limits fall at once, it differs.",
            )
            assert_equal(report(after), report(at_once.match), once)
            assert_equal(events, at_once.events, once)

    def _deserted_match(self, random: Random, options: JsonObject) -> Match:
        """Return a match that some players have left, at its start or in the middle."""
        header = self.opened(random.choice(self.game.seats), **options).header
        match = begin(replace(header, seed=SEED), self.game).match
        for _ in range(random.choice((0, 30, 90))):
            if match.outcome is None:
                match = judge(match, random_line(match, random, match.now)).match
        for player in random.sample(header.players, random.randrange(len(header.players) - 1 or 1)):
            match = judge_command(match, f"forfeit {player}").match
        return match


def _in_silence(match: Match, t: float) -> Judgement:
    try:
        return judge(match, {"t": t})
    except AssertionError as error:
        silent = [f"{pending.by} ({pending.decision.kind.name})" for pending in match.pending]
        raise AssertionError(
            f"The silence of {' or '.join(silent)} cannot be applied: {error} See what "
            "`default_answer` gives."
        ) from error


def _assert_sound(judgement: Judgement) -> None:
    """Fail where something is told or asked of somebody whom there is not."""
    players = judgement.match.header.players
    for event in judgement.events:
        assert event.text.strip(), "An event has no text."
        assert event.only in (None, UMPIRE, *players), (
            f"Only {event.only!r} is told {event.text!r}, and there is nobody of that name: "
            "`only` is a player's name, or None for everybody."
        )
    owners = [pending.by for pending in judgement.match.pending]
    for by, times in Counter(owners).items():
        assert by in (CHANCE, UMPIRE, *players), f"{by!r} is asked something, and does not play."
        assert times == 1, f"{by} is asked {times} things at once, not one."
    for pending in judgement.match.pending:
        limit = pending.decision.limit
        assert limit is None or 0 < limit < inf, f"{pending.decision.id!r} has the limit {limit}."


def _asks(match: Match, kind: AnyKind) -> bool:
    return any(pending.decision.kind is kind for pending in match.pending)


def _assert_forfeits(match: Match, kind: AnyKind, random: Random) -> None:
    """Fail unless players can forfeit one after another, the first while a kind is asked."""
    players, out = match.header.players, list[str]()
    owners = [pending.by for pending in match.pending if pending.decision.kind is kind]
    first = [name for name in owners if name in players and random.random() < _ASKED] or [*players]
    while match.outcome is None:
        left = [name for name in players if name not in out]
        out.append(random.choice(left if out else first))
        match = _accepted(match, f"forfeit {out[-1]}")
        left.remove(out[-1])
        assert len(left) > 1 or match.outcome is not None, (
            f"All but {left} have forfeited, and the match is not over: `forfeit` must end it."
        )
        for _ in range(random.choice(_GOES_ON)):
            _assert_out(match, out)
            if match.outcome is not None:
                break
            match = judge(match, random_line(match, random, match.now)).match
        assert len(left) != 1 or _winners(match) == (left[0],), (
            f"All but {left[0]} have forfeited, and {left[0]} has not won: see `forfeit`."
        )


def _accepted(match: Match, say: str) -> Match:
    judgement = judge_command(match, say)
    assert judgement.ok, judgement.error
    return judgement.match


def _assert_out(match: Match, out: list[str]) -> None:
    """Fail where somebody who has forfeited is asked something, or has won."""
    for pending in match.pending:
        assert pending.by not in out, (
            f"{pending.by} has forfeited and still owes {pending.decision.kind.name!r}: `forfeit` "
            "must take out the player who is named, and `pending` must ask nobody who is out."
        )
    for winner in _winners(match):
        assert winner not in out, (
            f"{winner} has forfeited and wins: `forfeit` must take out the player who is named."
        )


def _winners(match: Match) -> tuple[str, ...]:
    return () if match.outcome is None else match.outcome.winners
