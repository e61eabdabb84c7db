"""Tests of the views of a game: each is the report with some of it masked."""

import json
from collections.abc import Iterator
from random import Random

from hypothesis import given

from umpire.games.base import UMPIRE
from umpire.match import Match
from umpire.sheets.template import check_tables
from umpire.testing.base import RANDOM, Tests, examples, viewer_name, viewers
from umpire.testing.calls import judge, report, view
from umpire.testing.differences import assert_equal, assert_part
from umpire.testing.matches import random_answer

_MATCHES = 6
"""How many matches tell of a game whether anything of it is hidden."""


class ViewTests(Tests):
    """A view hides what its viewer may not know, and nothing that everybody may."""

    def test_a_private_game_hides_something_from_its_players(self) -> None:
        check_tables(self.sheets(), self.game)
        if not self.game.private:
            return
        hidden_from, is_kept = set[str | None](), False
        for match in self._some_moments():
            state = report(match)["state"]
            hidden_from |= {who for who in viewers(match) if view(match, who)["state"] != state}
            pending = [pending.decision for pending in match.pending]
            is_kept |= any(
                decision.group or (decision.is_secret and decision.rule == "last")
                for decision in pending
            )
        title = self.game.title
        assert hidden_from or is_kept, (
            f"{title} is private, but hides nothing from anybody in {_MATCHES} matches: mask in "
            "`seen_by` what a viewer may not know, or take `private` away if nothing is secret."
        )
        assert hidden_from != {None} or len(match.header.players) == 1, (
            f"What {title} hides from the public, it hides from no player: mask in `seen_by` what "
            "the other players hold."
        )

    def test_a_game_that_is_not_private_shows_everybody_the_same(self) -> None:
        if self.game.private:
            return
        remedy = "set `private = True` and give each player a table in the template"
        for match in self._some_moments():
            public = view(match, None)["state"]
            for player in match.header.players:
                assert view(match, player)["state"] == public, (
                    f"{player} may see what the public may not, but all of {self.game.title} is in "
                    f"one spreadsheet, which everybody reads: {remedy}."
                )
            for pending in match.pending:
                assert not pending.decision.is_secret, (
                    f"{pending.by} is asked for {pending.decision.kind.name!r} in secret, but "
                    f"types it into the spreadsheet that everybody reads: {remedy}."
                )

    def _some_moments(self) -> Iterator[Match]:
        for seed in range(_MATCHES):
            yield from self.moments(Random(seed))

    @given(random=RANDOM)
    @examples(5)
    def test_a_view_is_the_report_less_what_is_hidden(self, random: Random) -> None:
        for match in self.moments(random, mistakes=0.1):
            everything = report(match)
            json.dumps(everything, allow_nan=False)
            for viewer in viewers(match):
                assert_part(
                    view(match, viewer),
                    everything,
                    f"The view of {viewer_name(viewer)} is not the report with some of it masked: "
                    "what is masked is null, or the number of what is in a list.",
                    gaps=match.game.is_directed,
                )

    @given(random=RANDOM)
    @examples(5)
    def test_no_player_s_view_is_less_than_the_public_s(self, random: Random) -> None:
        for match in self.moments(random):
            public = view(match, None)["state"]
            for player in match.header.players:
                assert_part(
                    public,
                    view(match, player)["state"],
                    f"Everybody is shown something that {player} is not.",
                    gaps=match.game.is_directed,
                )

    @given(random=RANDOM)
    @examples(3)
    def test_a_masked_state_is_of_the_same_type(self, random: Random) -> None:
        for match in self.moments(random):
            for viewer in viewers(match):
                state, view_state = match.state, match.game.seen_by(match.state, viewer)
                assert type(view_state) is type(state), (
                    f"`seen_by` returns a {type(view_state).__name__}, not a "
                    f"{type(state).__name__}."
                )

    @given(random=RANDOM)
    @examples(10)
    def test_a_secret_answer_that_is_not_applied_shows_in_no_other_s_view(
        self, random: Random
    ) -> None:
        """Two answers of one player to a secret decision are the same to everybody else."""
        for match in self.moments(random):
            for pending in match.pending:
                if not pending.decision.is_secret:
                    continue
                others = [viewer for viewer in viewers(match) if viewer != pending.by]
                shown_to_others = []
                for _ in range(2):
                    say = random_answer(match, pending, random)
                    judgement = judge(match, {"t": match.now, "by": pending.by, "say": say})
                    assert judgement.ok, f"{say!r} is a random answer, and refused."
                    if judgement.match.state == match.state:
                        events = [e for e in judgement.events if e.only not in (pending.by, UMPIRE)]
                        shown_to_others.append(
                            ([view(judgement.match, viewer) for viewer in others], events)
                        )
                if len(shown_to_others) > 1:
                    sentence = f"Others see what {pending.by} answers in secret."
                    assert_equal(shown_to_others[0], shown_to_others[1], sentence)
