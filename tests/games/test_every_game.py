"""What holds for every registered game, through the match contract alone."""

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matches import (
    SEED,
    Played,
    chance_line,
    every_game,
    header,
    opened,
    random_match,
    sampled,
)

from umpire.catalogue import games
from umpire.games.base import CHANCE, AnyGame, NotAllowed, Rejected
from umpire.match import (
    Match,
    commitment,
    header_hash,
    judge,
    line_hash,
    report,
    screen,
    verify,
    view,
)

Script = list[Played]

GAMES = pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
RANDOM = st.integers(0, 10_000).map(Random)


def viewers(match: Match) -> tuple[str | None, ...]:
    return (None, *match.header.players)


def whole(game: AnyGame, random: Random, astray: float = 0.0, **options: Any) -> Script:
    return list(random_match(opened(header(game, **options)), random, astray=astray))


@GAMES
@given(random=RANDOM)
@settings(max_examples=15, deadline=None)
def test_random_matches_end_and_every_sample_is_legal(game: AnyGame, random: Random) -> None:
    played = whole(game, random)
    for one in played:
        assert one.judgement.ok, f"{one.line}: {one.judgement.error}"
    end = played[-1].judgement.match
    assert end.outcome is not None
    assert end.outcome.winner is None or end.outcome.winner in end.header.players


@GAMES
@pytest.mark.parametrize("clock", [True, False])
def test_matches_of_every_number_of_players_end(game: AnyGame, clock: bool) -> None:
    for seats in game.seats:
        match = opened(header(game, seats, clock=clock))
        *_, last = random_match(match, Random(seats))
        assert last.judgement.match.outcome is not None


@GAMES
@given(random=RANDOM)
@settings(max_examples=8, deadline=None)
def test_a_match_that_goes_astray_ends_all_the_same(game: AnyGame, random: Random) -> None:
    played = whole(game, random, astray=0.3)
    assert played[-1].judgement.match.outcome is not None


@GAMES
@given(random=RANDOM)
@settings(max_examples=5, deadline=None)
def test_legal_answers_come_only_from_who_owes_one(game: AnyGame, random: Random) -> None:
    for one in whole(game, random):
        owing = {owed.by for owed in one.before.pending}
        assert one.line["by"] in owing
        for who in {CHANCE, *one.before.header.players} - owing:
            judgement = judge(one.before, one.line | {"by": who})
            assert judgement.code == "not-pending"
            assert judgement.match.state == one.before.state


@GAMES
@given(random=RANDOM)
@settings(max_examples=5, deadline=None)
def test_a_script_replays_to_the_same_reports(game: AnyGame, random: Random) -> None:
    played = whole(game, random, astray=0.1)
    match = opened(played[0].before.header)
    for one in played:
        line = json.loads(json.dumps(one.line))
        match = judge(match, line).match
        assert json.dumps(report(match)) == json.dumps(report(one.judgement.match))


@GAMES
@given(random=RANDOM)
@settings(max_examples=5, deadline=None)
def test_what_is_offered_is_legal_and_canonical_text_means_the_same(
    game: AnyGame, random: Random
) -> None:
    for one in whole(game, random):
        match = one.before
        for owed in match.pending:
            assert owed.decision.kind.ask(match.state, owed.decision).endswith((".", "?", "!"))
            for text in owed.decision.kind.suggest(match.state, owed.decision):
                try:
                    owed.decision.kind.read(match.state, owed.decision, text)
                except NotAllowed:
                    # A secret poll offers everybody the same, or the offer would tell.
                    assert owed.decision.secret
        if one.judgement.effect == "locked":
            continue
        owed_now = match.owed_by(one.line["by"])
        assert owed_now is not None
        answer = owed_now.decision.kind.read(match.state, owed_now.decision, one.line["say"])
        again = owed_now.decision.kind.read(
            match.state, owed_now.decision, owed_now.decision.kind.format(answer)
        )
        assert again == answer
        assert owed_now.decision.kind.format(again) == one.judgement.understood


@GAMES
@given(
    random=RANDOM, text=st.one_of(st.text(), st.text("RYGBP0123456789 ,;|/drawblock", max_size=30))
)
@settings(max_examples=60, deadline=None)
def test_no_text_does_worse_than_be_rejected_with_a_sentence(
    game: AnyGame, random: Random, text: str
) -> None:
    played = whole(game, random)
    match = random.choice(played).before
    for owed in match.pending:
        try:
            owed.decision.kind.read(match.state, owed.decision, text)
        except Rejected as rejected:
            sentence = str(rejected)
            assert len(sentence) > 10
            assert sentence.endswith((".", "?", "!"))


@GAMES
@given(random=RANDOM)
@settings(max_examples=5, deadline=None)
def test_states_are_values_that_nothing_changes(game: AnyGame, random: Random) -> None:
    for one in whole(game, random, astray=0.1):
        before = json.dumps(report(one.before))
        again = judge(one.before, one.line)
        assert json.dumps(report(one.before)) == before
        assert (again.match, again.events) == (one.judgement.match, one.judgement.events)


@GAMES
@given(random=RANDOM)
@settings(max_examples=5, deadline=None)
def test_everything_can_be_undone(game: AnyGame, random: Random) -> None:
    played = whole(game, random)
    start = next(one.before for one in played if one.line["by"] != CHANCE)
    steps = sum(one.line["by"] != CHANCE for one in played)
    end = played[-1].judgement.match
    undone = judge(end, {"t": end.now, "by": "umpire", "say": f"undo {steps}"})
    assert undone.ok
    assert report(undone.match)["state"] == report(start)["state"]
    assert not judge(end, {"t": end.now, "by": "umpire", "say": f"undo {steps + 1}"}).ok


@GAMES
@given(random=RANDOM)
@settings(max_examples=5, deadline=None)
def test_a_forfeit_takes_a_player_out_at_any_time(game: AnyGame, random: Random) -> None:
    match = random.choice(whole(game, random)).before
    for number, loser in enumerate(match.header.players, 1):
        line = {"t": match.now, "by": "umpire", "say": f"forfeit {loser}"}
        judgement = judge(match, line)
        assert judgement.ok
        assert judgement.match.owed_by(loser) is None
        match = judgement.match
        if number == len(match.header.players) - 1:
            assert match.outcome is not None
            assert match.outcome.winner == match.header.players[-1]
            return


@GAMES
def test_who_never_answers_is_decided_for(game: AnyGame) -> None:
    """Nobody says anything, chance apart: what was asked is never asked again.

    So the match ends, or waits where no limit runs, or goes on to something else for ever.
    """
    match = opened(header(game))
    for _ in range(2_000):
        asked = {owed.decision.id for owed in match.pending}
        if match.pending and match.pending[0].by == CHANCE:
            match = judge(match, chance_line(match)).match
        elif (falls := match.falls_at()) is not None:
            match = judge(match, {"t": falls + 1}).match
        else:
            break
        assert {owed.decision.id for owed in match.pending} != asked


# Views


def is_part_of(shown: Any, known: Any) -> bool:
    """Whether a view is what is known with things replaced by null, and lists by lengths."""
    if shown is None:
        return True
    if isinstance(known, dict) and isinstance(shown, dict):
        return shown.keys() == known.keys() and all(is_part_of(shown[k], known[k]) for k in known)
    if isinstance(known, list) and isinstance(shown, list):
        return len(shown) == len(known) and all(map(is_part_of, shown, known))
    if isinstance(known, list):
        return bool(shown == len(known))
    return bool(shown == known) and type(shown) is type(known)


@GAMES
@given(random=RANDOM)
@settings(max_examples=5, deadline=None)
def test_a_view_is_the_report_less_what_is_hidden(game: AnyGame, random: Random) -> None:
    for one in whole(game, random, astray=0.1):
        match = one.judgement.match
        known = report(match)
        json.dumps(known, allow_nan=False)
        for viewer in viewers(match):
            assert is_part_of(view(match, viewer), known)


@GAMES
@given(random=RANDOM)
@settings(max_examples=5, deadline=None)
def test_no_player_s_view_is_less_than_the_public_s(game: AnyGame, random: Random) -> None:
    for one in whole(game, random):
        public = view(one.before, None)["state"]
        for player in one.before.header.players:
            assert is_part_of(public, view(one.before, player)["state"])


@GAMES
@given(random=RANDOM)
@settings(max_examples=10, deadline=None)
def test_a_secret_answer_that_is_not_applied_shows_in_no_other_s_view(
    game: AnyGame, random: Random
) -> None:
    """Two answers of one player to a secret decision are the same to everybody else."""
    for match in secret_moments(whole(game, random)):
        for owed in match.pending:
            others = [viewer for viewer in viewers(match) if viewer != owed.by]
            seen = []
            for _ in range(2):
                say = owed.decision.kind.random_answer(match.state, owed.decision, random)
                judgement = judge(match, {"t": match.now, "by": owed.by, "say": say})
                assert judgement.ok
                if judgement.match.state == match.state:
                    told = [e for e in judgement.events if e.only not in (owed.by, "umpire")]
                    seen.append(([view(judgement.match, viewer) for viewer in others], told))
            assert len(seen) < 2 or seen[0] == seen[1]


def secret_moments(played: Script) -> Iterator[Match]:
    for one in played:
        if any(owed.decision.secret for owed in one.before.pending):
            yield one.before


@GAMES
@given(random=RANDOM)
@settings(max_examples=3, deadline=None)
def test_a_screen_is_named_rectangles_of_text(game: AnyGame, random: Random) -> None:
    for one in whole(game, random):
        for viewer in viewers(one.before):
            for name, rows in screen(one.before, viewer).items():
                assert name.isidentifier()
                assert len({len(row) for row in rows}) <= 1
                assert all(isinstance(text, str) for row in rows for text in row)


# Logs


def log_of(played: Script) -> list[str]:
    """The lines that a live match would have kept, hashes and seed included."""
    given_header = played[0].before.header
    last = header_hash(given_header)
    meta = {"seed": SEED, "commitment": commitment(SEED)}
    lines = [json.dumps(given_header.to_json() | {"meta": meta, "hash": last})]
    for one in played:
        line = one.line | {"ok": one.judgement.ok}
        if one.judgement.ok:
            last = line_hash(last, line, report(one.judgement.match)["state"])
            line["hash"] = last
        else:
            line["code"] = one.judgement.code
        lines.append(json.dumps(line))
    return lines


@GAMES
@given(random=RANDOM)
@settings(max_examples=5, deadline=None)
def test_a_log_verifies_and_one_with_a_line_lost_does_not(game: AnyGame, random: Random) -> None:
    played = whole(game, random, astray=0.1)
    lines = log_of(played)
    verdict = verify(lines, games())
    assert verdict.difference is None
    assert verdict.checked["lines"] == len(lines)
    lost = random.choice([n for n, one in enumerate(played[:-1], 1) if one.judgement.ok])
    difference = verify(lines[:lost] + lines[lost + 1 :], games()).difference
    assert difference is not None
    assert difference.line > lost


@GAMES
@given(random=RANDOM)
@settings(max_examples=3, deadline=None)
def test_a_header_s_seed_makes_the_match_that_spelled_out_chance_makes(
    game: AnyGame, random: Random
) -> None:
    spelled = opened(header(game))
    while spelled.pending and spelled.pending[0].by == CHANCE:
        spelled = judge(spelled, chance_line(spelled)).match
    seeded = opened(replace(header(game), seed=SEED))
    for _ in range(20):
        assert report(seeded) == report(spelled)
        if spelled.outcome is not None:
            return
        line = sampled(spelled, random, spelled.now)
        seeded, spelled = judge(seeded, line).match, judge(spelled, line).match
        while spelled.pending and spelled.pending[0].by == CHANCE:
            spelled = judge(spelled, chance_line(spelled)).match
