"""What the umpire is offered and told: kinds, formats, questions, answers by the bot, events."""

from collections import Counter
from random import Random

import pytest
from diyu import LATER, PLAYERS, SPREAD, Table, effect, hell, hells

from umpire.games.eighteenth_hell import GAME
from umpire.games.eighteenth_hell.lines import Line, read_line
from umpire.games.eighteenth_hell.rounds import NO_ANSWER, ROUND1
from umpire.games.eighteenth_hell.units import units_of
from umpire.match import Header, asking, begin, judge


def test_it_is_played_on_private_tables_by_two() -> None:
    assert GAME.private
    assert list(GAME.seats) == [2]
    assert (GAME.id, GAME.title) == ("eighteenth-hell", "The Eighteenth Hell")


@pytest.mark.parametrize("kind", GAME.kinds, ids=lambda kind: kind.name)
def test_the_examples_of_a_kind_parse(kind: object) -> None:
    table = Table(1, None)
    for example in kind.examples:  # type: ignore[attr-defined]
        assert isinstance(read_line(example, table.match.state.terms), Line)


def test_kinds_are_those_of_the_decisions() -> None:
    table = Table()
    kinds = [table.pending]
    kinds.append(table.play(SPREAD, SPREAD).pending)
    assert kinds == [[("Ana", "round1"), ("Bo", "round1")], [("Ana", "round2"), ("Bo", "round2")]]
    assert [kind.name for kind in GAME.kinds] == ["round1", "round2"]


@pytest.mark.parametrize("block", range(6))
def test_the_strongest_units_are_suggested_where_most_is_to_be_won(block: int) -> None:
    table = Table(block, None)
    pending = table.match.pending_of("Ana")
    assert pending is not None
    best, *others = asking.suggest(table.match, pending)
    assert "6:3 7:4" in best
    assert others


def test_in_round_2_what_wins_most_of_what_is_shown_is_suggested_first() -> None:
    table = Table().play("2:-1 3:-1 4:-1 5:-1 6:0 7:1", "7:4 2:-1,-1,-1,-1 6:1")
    pending = table.match.pending_of("Ana")
    assert pending is not None
    assert asking.suggest(table.match, pending)[0] == "2:2 6:4 7:3"  # the Three turns 7


def test_what_is_asked_names_numbers_hells_and_hand() -> None:
    table = Table({"block": 1, "active": [{"spirit": "foresight", "wins": 1}]}, 5)

    def ask(by: str) -> str:
        pending = table.match.pending_of(by)
        assert pending is not None
        return asking.ask(table.match, pending)

    assert "five or six units" in ask("Ana")
    assert "attempt a hell or two" in ask("Ana")
    assert "hell" not in ask("Bo").lower()
    table.play(f"{SPREAD} | hells Four", SPREAD)
    assert "your last three units" in ask("Ana")


def test_decisions_are_a_secret_group_and_never_the_same_twice() -> None:
    table = Table()
    seen = []
    for lines in ((SPREAD, SPREAD), (LATER, LATER), None):
        decisions = GAME.pending(table.match.state)
        assert len({decision.group for decision in decisions}) == 1
        assert all(one.secret and one.rule == "last" and not one.fatal for one in decisions)
        seen += [decision.id for decision in decisions]
        if lines:
            table.play(*lines)
    assert len(set(seen)) == len(seen) == 6


def test_a_missed_answer_is_written_as_such() -> None:
    assert ROUND1.format(NO_ANSWER) == "no answer"


# Suggestions and samples


@pytest.mark.parametrize("blocks", [(0, 1), (2, 3), (4, 5)])
def test_suggestions_are_a_few_different_legal_lines(blocks: tuple[int, int]) -> None:
    random = Random(1)
    table = Table(*blocks, target=999)
    for _ in range(20):
        for pending in table.match.pending:
            offered = asking.suggest(table.match, pending)
            assert 1 <= len(offered) <= 12
            assert len(set(offered)) == len(offered)
            for text in offered:
                assert table.understood(text, pending.by) == text
        pending = random.choice(table.match.pending)
        table.say(pending.by, asking.random_answer(table.match, pending, random))


@pytest.mark.parametrize(
    "given",
    [
        effect("width", round=2, max=1),
        effect("width", round=2, min=3),
        effect("forced", unit="-1", round=2, fields=[4]),
        effect("shun", where="not-theirs"),
        effect("closed", rounds=[2], fields=[2, 3, 4, 5, 6]),
        effect("cap", max=1),
    ],
)
def test_something_is_suggested_wherever_something_is_legal(given: dict[str, object]) -> None:
    random = Random(2)
    for _ in range(10):
        table = Table(1, None, hells=hells(hell(given)))
        for player in PLAYERS:
            pending = table.match.pending_of(player)
            assert pending is not None
            table.say(player, asking.random_answer(table.match, pending, random))
        for pending in table.match.pending:
            offered = asking.suggest(table.match, pending)
            assert offered
            assert all(table.code(text, pending.by) is None for text in offered)


def test_samples_use_every_rule_over_time() -> None:
    random = Random(3)
    used: Counter[str] = Counter()
    for seed in range(30):
        table = Table(seed % 6, (seed + 2) % 6)
        for _ in range(6):
            for side, player in enumerate(PLAYERS):
                pending = table.match.pending_of(player)
                if pending is None:
                    break
                kind = pending.decision.kind
                line = kind.random_line(table.match.state, 0 if side == 0 else 1, random)
                used[f"{len(line.hells)} hells"] += 1
                used["disguise"] += line.disguise is not None
                used["five units"] += table.state["round"] == 1 and len(units_of(line.placing)) == 5
                used["private"] += table.state["private"]
                if line.spirit is not None:
                    used[line.spirit.name] += 1
                    used["attuned"] += line.spirit.attuned
                table.say(player, kind.format(line))
    wanted = ("0 hells", "1 hells", "2 hells", "disguise", "five units", "private")
    assert all(used[name] > 5 for name in (*wanted, "strength", "foresight", "attuned")), used


# What is told


def test_a_public_bout_is_told_to_all() -> None:
    table = Table(None, 1).play(
        "2:-1 3:0(2) 4:-1 5:1,-1 6:4", "3:1,-1,-1 5:2 6:0(4) 7:-1 | hells Four | spirit s 0"
    )
    assert table.told == [
        (None, "Ana shows 2: -1, 3: 2, 4: -1, 5: -1 1, 6: 4."),
        (None, "Bo shows 3: -1 -1 1, 5: 2, 6: 4, 7: -1."),
        (None, "Bo invoked a spirit."),
    ]
    table.play("4:-1 5:2 7:3", "2:-1 4:4 6:3")
    assert table.told == [
        (None, "Ana played 2: -1, 3: 0(2), 4: -1 -1, 5: -1 1 2, 6: 4, 7: 3."),
        (None, "Bo played 2: -1, 3: -1 -1 1, 4: 4, 5: 2, 6: 0(4) 3, 7: -1."),
        (None, "Bo attempted the Hell of Four."),
        (None, "Ana wins 5 and 7; Bo wins 3, 4 and 6; 2 is tied: 12 to 13."),
        (None, "Bo wins bout 1."),
        (None, "Bo passed the Hell of Four."),
        ("Bo", "No longer in force for you: strength 0."),
    ]


def test_why_a_bout_has_ended_automatically_is_told() -> None:
    table = Table(2, 0, clock=True)
    table.say("Ana", f"{SPREAD} | hells Iron").say("Bo", SPREAD).say("Ana", "lock")
    table.say("Bo", "lock")
    why = "Ana has no legal Round 2 under the Hell of Iron Trees and loses bout 1 automatically."
    assert (None, why) in table.told
    table.say("Ana", f"{SPREAD} | hells Copper").say("Ana", "lock")
    table.t = 91
    judgement = table.judge("umpire", "note time is up")
    told = [event.text for event in judgement.events]
    assert "Bo did not answer in time and loses bout 2 automatically." in told
    assert not any("shows" in text for text in told)


def test_points_and_the_end_are_told() -> None:
    table = Table({"block": 5, "points": 40.5}, 4, hells=hells())
    table.play(SPREAD, f"{SPREAD} | hells Quiet 4", LATER, LATER)
    told = [text for only, text in table.told if only is None]
    assert "Ana gains 13.5 points and has 54." in told
    assert "Bo goes on to the eighteenth hell." in told
    assert told[-1] == "Ana wins the match."


def test_a_silence_that_would_never_end_is_refused_as_a_time() -> None:
    match = begin(Header(GAME.id, ("Ana", "Bo")), GAME).match
    judgement = judge(match, {"t": 1e15})
    assert (judgement.code, judgement.match) == ("time", match)
    assert judge(match, {"t": 100_000}).ok
