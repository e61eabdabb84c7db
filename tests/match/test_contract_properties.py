"""What holds for every script: prefixes, undo, rejected lines, views."""

from decimal import Decimal
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from playing import GAMES, begun, header_line

from umpire.match import Match, begin, judge, read_header, report, view
from umpire.match.clock import exact
from umpire.match.transitions import restart_limits

PLAYERS = ("Ana", "Bo", "Cy")
LIMITS = st.sampled_from([None, 0.3, 1, 4])
PHASE = st.fixed_dictionaries(
    {
        "who": st.sampled_from(["chance", "each", "group", *PLAYERS]),
        "limit": LIMITS,
        "reserve": st.booleans(),
        "rule": st.sampled_from(["first", "last"]),
        "secret": st.sampled_from([False, True, "forever"]),
    }
).map(lambda phase: {"who": "chance"} if phase["who"] == "chance" else phase)
RESERVE = st.sampled_from([{}, {"bank": 2.5}, {"periods": [2, 0.7]}, {"clock": False}])
SEED = st.sampled_from([{}, {"seed": "5a" * 32}])
HEADERS = st.builds(
    lambda phases, reserve, seed: header_line(*phases, players=PLAYERS, **reserve, **seed),
    st.lists(PHASE, min_size=1, max_size=8),
    RESERVE,
    SEED,
)
SAY = st.one_of(
    st.sampled_from(["1", "2", "6", "lock", "lock", "7", "x", ""]),
    st.text(max_size=5),
)
ORDERS = st.sampled_from(
    [
        *("pause", "resume", "resume", "undo", "undo", "undo 2", "undo 3", "extend Ana 0.4"),
        *("extend Bo 3", "forfeit Cy", "forfeit Ana", "note x", "nonsense"),
        *("void", "undo", "extend Cy 2", "extend Bo 0.7", "close"),
    ]
)
LINE = st.one_of(
    st.tuples(st.sampled_from([*PLAYERS, "chance"]), SAY),
    st.tuples(st.sampled_from([*PLAYERS, "chance"]), SAY),
    st.tuples(st.just("umpire"), ORDERS),
    st.tuples(st.sampled_from(["Zoe", "ana"]), SAY),
)
WAITS = st.sampled_from([0, 0, 0, 0, 0.1, 0.3, 1, 5, -1])


@st.composite
def scripts(draw: st.DrawFn) -> tuple[str, list[dict[str, Any]]]:
    """A header, and lines whose clock mostly stands while the match is paused."""
    header = draw(HEADERS)
    match = begin(read_header(header, GAMES), GAMES["numbers"]).match
    lines = []
    for wait, (by, say) in draw(st.lists(st.tuples(WAITS, LINE), max_size=25)):
        t = match.now + (0 if match.paused and wait < 5 else wait)
        owing = match.pending[0].by if match.pending and by in PLAYERS else by
        lines.append({"t": t, "by": owing if say in ("1", "2", "lock") else by, "say": say})
        match = judge(match, lines[-1]).match
    return header, lines


def start(header: str) -> Match:
    read = read_header(header, GAMES)
    return begin(read, GAMES[read.game]).match


def run(match: Match, lines: list[dict[str, Any]]) -> Match:
    for line in lines:
        match = judge(match, line).match
    return match


@given(scripts(), st.integers(0, 25))
def test_a_prefix_replayed_is_the_live_match_at_that_point(
    script: tuple[str, list[dict[str, Any]]], end: int
) -> None:
    header, lines = script
    live = [start(header)]
    for line in lines:
        live.append(judge(live[-1], line).match)
    end = min(end, len(lines))
    assert run(start(header), lines[:end]) == live[end]
    assert report(run(start(header), lines[:end])) == report(live[end])


@given(scripts())
def test_a_rejected_line_leaves_everything_but_time_unchanged(
    script: tuple[str, list[dict[str, Any]]],
) -> None:
    header, lines = script
    match = start(header)
    for line in lines:
        judgement = judge(match, line)
        if judgement.code == "time":
            assert judgement.match is match
        elif not judgement.ok:
            assert judgement.match == judge(match, {"t": line["t"]}).match
        match = judgement.match


@given(scripts(), st.integers(1, 4), st.lists(st.tuples(st.sampled_from(PLAYERS), SAY), max_size=5))
def test_undo_and_the_same_inputs_again_give_the_same_report(
    script: tuple[str, list[dict[str, Any]]], least: int, then: list[tuple[str, str]]
) -> None:
    header, lines = script
    base = run(start(header), lines)
    if base.paused:
        base = judge(base, {"t": base.now, "by": "umpire", "say": "resume"}).match
    # Limits and reserves start afresh at an undo, so the inputs start there the first time too.
    base = restart_limits(base)
    match, steps, inputs = base, 0, []
    for by, say in then:
        line = {"t": base.now, "by": by, "say": say}
        judgement = judge(match, line)
        if judgement.ok:
            match, steps = judgement.match, steps + 1
            inputs.append(line)
            if match.pending and match.pending[0].by == "chance":
                inputs.append({"t": base.now, "by": "chance", "say": "4"})
                match = judge(match, inputs[-1]).match
    if not steps:
        return
    undone = judge(match, {"t": base.now, "by": "umpire", "say": f"undo {steps}"})
    assert undone.ok
    assert report(undone.match) == report(base)
    assert run(undone.match, inputs) == match


def is_order(line: dict[str, Any], word: str) -> bool:
    return bool(line["by"] == "umpire" and line["say"].split()[0] == word)


def steps_of(match: Match) -> int:
    before = match.before
    return 0 if before is None else 1 + steps_of(before)


@given(scripts())
def test_a_match_is_paused_as_the_umpire_has_said_last_whatever_ends_and_is_undone(
    script: tuple[str, list[dict[str, Any]]],
) -> None:
    header, lines = script
    match, stopped = start(header), False
    for line in lines:
        judgement = judge(match, line)
        match = judgement.match
        if judgement.ok and (is_order(line, "pause") or is_order(line, "resume")):
            stopped = is_order(line, "pause")
        if match.outcome is None:
            assert match.status == ("paused" if stopped else "running")
        else:
            assert match.status == ("closed" if match.closed else "over")
            assert not match.paused


@given(scripts())
def test_after_an_undo_each_limit_is_whole_with_what_was_added_before_the_undone_steps(
    script: tuple[str, list[dict[str, Any]]],
) -> None:
    header, lines = script
    match = start(header)
    added: dict[tuple[str, str], Decimal] = {}
    before_step: list[dict[tuple[str, str], Decimal]] = []
    for line in lines:
        fallen = steps_of(judge(match, {"t": line["t"]}).match)  # limits that fall before it
        before_step += [dict(added)] * (fallen - len(before_step))
        judgement = judge(match, line)
        match = judgement.match
        if judgement.ok and is_order(line, "undo"):
            added = [*before_step, added][steps_of(match)]
            del before_step[steps_of(match) :]
            for pending in match.pending:
                limit = pending.decision.limit
                if pending.clock is not None and limit is not None:
                    more = added.get((pending.by, pending.decision.id), Decimal(0))
                    deadline = Decimal(repr(match.now)) + Decimal(repr(limit)) + more
                    assert pending.deadline == exact(float(deadline))
        before_step += [dict(added)] * (steps_of(match) - len(before_step))
        if judgement.ok and is_order(line, "extend"):
            _, name, seconds = line["say"].split()
            pending = match.pending_of(name)
            assert pending is not None
            key = name, pending.decision.id
            added = {**added, key: added.get(key, Decimal(0)) + Decimal(seconds)}


@given(scripts())
def test_void_changes_nothing_but_that_the_match_is_over_and_an_undo_brings_all_back(
    script: tuple[str, list[dict[str, Any]]],
) -> None:
    header, lines = script
    match = run(start(header), lines)
    voided = judge(match, {"t": match.now, "by": "umpire", "say": "void"})
    assert voided.ok is (match.outcome is None)
    if not voided.ok:
        return
    left = report(match)["reserve"] if match.reserve is None else dict(match.reserves)
    over = {"status": "over", "pending": [], "reserve": left, "winner": None, "reason": "void"}
    assert report(voided.match) == report(match) | over
    undone = judge(voided.match, {"t": match.now, "by": "umpire", "say": "undo"})
    assert undone.ok
    assert undone.match == restart_limits(match)
    later = judge(voided.match, {"t": match.now + 7, "by": "umpire", "say": "undo"}).match
    assert later == restart_limits(match.replace(now=match.now + 7))
    closed = judge(voided.match, {"t": match.now, "by": "umpire", "say": "close"}).match
    assert report(closed) == report(voided.match) | {"status": "closed"}


@given(scripts())
def test_the_clock_never_goes_back_and_reserves_never_grow_but_by_undo_and_extend(
    script: tuple[str, list[dict[str, Any]]],
) -> None:
    header, lines = script
    match = start(header)
    for line in lines:
        after = judge(match, line).match
        assert after.now >= match.now
        was, left = match.reserve_left(), after.reserve_left()
        for player in PLAYERS:
            old, new = was[player], left[player]
            assert (old is None) == (new is None)
            if old is not None and new is not None:
                assert new >= 0
                if line["by"] != "umpire":
                    assert new <= old
        falls = after.falls_at()
        assert falls is None or falls >= after.now
        match = after


@given(scripts())
def test_nobody_owes_two_decisions_and_chance_owes_alone(
    script: tuple[str, list[dict[str, Any]]],
) -> None:
    header, lines = script
    match = start(header)
    for line in lines:
        match = judge(match, line).match
        owing = [pending.by for pending in match.pending]
        assert len(set(owing)) == len(owing)
        assert "chance" not in owing or owing == ["chance"]
        assert owing == sorted(owing)
        assert match.status != "over" or not owing


@given(scripts(), st.sampled_from([None, *PLAYERS]))
@settings(max_examples=60)
def test_no_view_differs_where_only_what_its_viewer_may_not_know_does(
    script: tuple[str, list[dict[str, Any]]], viewer: str | None
) -> None:
    """Two groups that differ in the answers of others alone are the same to who does not know."""
    asked = {"who": "group", "rule": "last", "limit": 9, "secret": "forever"}
    others = [name for name in PLAYERS if name != viewer]
    lines = [line for line in script[1] if line["say"] != "close"]  # then all is told

    def seen(number: str) -> list[dict[str, Any]]:
        match = begun(asked, {"who": "each", "limit": 1}, players=PLAYERS)
        shown = []
        for by in PLAYERS:
            line = {"t": 1, "by": by, "say": number if by in others else "2"}
            match = judge(match, line).match
            shown.append(view(match, viewer))
            match = judge(match, {"t": 1, "by": by, "say": "lock"}).match
            shown.append(view(match, viewer))
        # who has the highest sum is told to all in the end
        return [*shown, view(run(match, lines), viewer) | {"winner": "somebody"}]

    assert seen("3") == seen("4")
