"""What pages are told of questions, forms and events, in random matches and of any text."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_games import OURS

from umpire.games.base import Event
from umpire.games.page import Draft
from umpire.match import Match, PendingDecision, asking
from umpire.testing import opened, random_match, twins
from umpire.testing.base import examples

GAMES = ("box-within-a-box", "devils-deal", "eighteenth-hell")
LONGEST_QUESTION = 40
MATCHES = 4
"""So many random matches of each game are looked at."""
SLOWEST = 0.010
"""The seconds that a draft may take in half of all cases: it is asked for after each click."""

NASTY = (
    *(
        "",
        " ",
        "x",
        "0",
        "-1",
        "none",
        "all",
        "1 1",
        "99999999999999999999",
        "1.5",
        "raise",
        "lock",
    ),
    *("R9", "r9 B1", "R9 *", "aside: R9", "discard: R9", "unused R9", "R9|B1", "|", "*", "(", ":"),
    *(
        "-1,-1",
        "0(2)",
        "0(9)",
        "4 4 4 4 4 4 4",
        "2:4",
        "3 | hells Four",
        "7:",
        "strength",
        "spirit",
    ),
    *(
        "black",
        "WHITE",
        "and",
        "or",
        "b",
        "3 LUNGE",
        "lunge up",
        "D4",
        "D4-D5",
        "up left",
        "#3",
        "h9",
    ),
    *(
        "\n",
        "a\nb",
        "\x00",
        "<b>",
        "{Ana}",
        "{",
        "９",
        "−1",
        "É",
        "\u200d",
        "=1",
        "R" * 300,
        "é" * 9,
    ),
)
TEXTS = st.one_of(st.sampled_from(NASTY), st.text(max_size=12))


@cache
def moments(game_id: str, seed: int) -> Sequence[tuple[Match, PendingDecision]]:
    """The questions of a random match, each with the match when it is asked."""
    return [
        (entry.before, pending)
        for entry in random_match(opened(OURS[game_id]), Random(seed))
        for pending in entry.before.pending
        if pending.by in entry.before.header.players
    ]


def a_form(
    match: Match, pending: PendingDecision, random: Random, texts: Mapping[str, str]
) -> dict[str, str]:
    """A form filled in from what it offers, but with other `texts` in some cells."""
    filled: dict[str, str] = {}
    for _ in range(3):
        for name, offered in asking.form(match, pending, filled).items():
            if name not in filled and offered and random.random() < 0.8:
                number = random.choice((1, 1, 1, 2, 3))
                filled[name] = " ".join(random.sample(offered, min(number, len(offered))))
    return filled | texts


def told(match: Match, pending: PendingDecision, filled: Mapping[str, str]) -> tuple[object, ...]:
    """All that a page is told of a form."""
    kind, view = pending.decision.kind, match.game.seen_by(match.state, pending.by)
    decision = pending.decision
    return (
        kind.question(view, decision),
        kind.fields(view, decision, filled),
        kind.draft(view, decision, filled),
    )


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_questions_are_short_and_say_nothing_twice(game_id: str, seed: int) -> None:
    for match, pending in moments(game_id, seed):
        view = match.game.seen_by(match.state, pending.by)
        question = pending.decision.kind.question(view, pending.decision)
        assert 0 < len(question.text) <= LONGEST_QUESTION
        assert not re.search(r"Example|[Rr]ound \d|[Bb]out \d|until", question.text)
        assert question.condition == "" or question.condition[-1] in ".,abcdefghijklmnopqrstuvwxyz"
        assert question.final is (pending.decision.rule == "first")


@pytest.mark.parametrize("game_id", GAMES)
@given(place=st.integers(0, 10**6), seed=st.integers(0, 10**6), data=st.data())
@examples(150)
def test_a_draft_is_made_of_any_text(
    game_id: str, place: int, seed: int, data: st.DataObject
) -> None:
    known = moments(game_id, seed % MATCHES)
    match, pending = known[place % len(known)]
    cells = [*asking.form(match, pending, {}), "somewhere_else"]
    texts = data.draw(st.dictionaries(st.sampled_from(cells), TEXTS, max_size=3))
    _, fields, draft = told(match, pending, a_form(match, pending, Random(seed), texts))
    assert isinstance(fields, Mapping)
    assert isinstance(draft, Draft | None)
    if draft is not None:
        for text in (draft.say, draft.more, draft.missing):
            assert text == "" or text[-1] in ".?", text
        assert all(total.text for total in draft.sums.values())


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_twins_are_told_the_same(game_id: str, seed: int) -> None:
    """Nothing that somebody else knows is in what a page is told."""
    random, asked = Random(seed), 0
    for viewer in ("Ana", "Bo"):
        for pair in twins(opened(OURS[game_id]), viewer, random):
            matches = pair.first.match, pair.second.match
            ours, theirs = (match.pending_of(viewer) for match in matches)
            now = [match.game.now(match.game.seen_by(match.state, viewer)) for match in matches]
            assert now[0] == now[1]
            assert visible(pair.first.events, viewer) == visible(pair.second.events, viewer)
            if ours is None or theirs is None:
                continue
            name = random.choice([*asking.form(matches[0], ours, {}), "choice"])
            filled = a_form(matches[0], ours, random, {name: random.choice(NASTY)})
            assert told(matches[0], ours, filled) == told(matches[1], theirs, filled)
            asked += 1
    assert asked


def visible(events: tuple[Event, ...], viewer: str) -> list[Event]:
    return [event for event in events if event.is_told_to(viewer)]


@pytest.mark.parametrize("game_id", GAMES)
def test_events_can_follow_you(game_id: str) -> None:
    """No `was` or `were` after the player, no full stop, and something wherever somebody acted."""
    for entry in random_match(opened(OURS[game_id]), Random(1), mistakes=0.02):
        for event in entry.judgement.events:
            if entry.line.get("by") == "umpire":
                continue
            if event.by is not None or event.kind in ("result", "round"):
                assert event.did, event.text
            if event.by is not None:
                assert event.did.split()[0] not in ("was", "were", "has", "is"), event.did
                assert not re.search(rf"(?<![{{])\b{event.by}\b", event.did), event.did
            assert not event.did.endswith("."), event.did
            assert len(event.end) <= 30, event.end


@pytest.mark.parametrize("game_id", GAMES)
def test_a_draft_is_quick(game_id: str) -> None:
    random, times = Random(7), []
    for match, pending in moments(game_id, 3):
        filled = a_form(match, pending, random, {})
        start = process_time()
        told(match, pending, filled)
        times.append(process_time() - start)
    times.sort()
    assert times[len(times) // 2] < SLOWEST
    assert times[len(times) * 9 // 10] < 3 * SLOWEST
