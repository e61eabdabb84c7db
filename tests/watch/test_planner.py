"""What to ask of the sheets next, and when."""

from dataclasses import replace
from itertools import cycle, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from umpire.watch import planner
from umpire.watch.planner import (
    GOOGLE,
    LOCAL,
    Failures,
    Priority,
    RateLimit,
    Request,
    SheetStatus,
    Usage,
    Wait,
    plan,
)

NOW = 1000.0
FRESH = SheetStatus("a", priority="pending", read_at=NOW - 100, metadata_at=NOW - 1)
AT_LIMIT = replace(FRESH, limit=NOW - 1)


def read_again_in(*priorities: str, rate: RateLimit = GOOGLE) -> list[float | None]:
    sheets = [
        SheetStatus(str(number), priority=priority) for number, priority in enumerate(priorities)
    ]
    return [planner.interval(sheet, sheets, rate) for sheet in sheets]


@pytest.mark.parametrize(
    ("pending", "seconds"), [(1, 1.1), (2, 2.3), (4, 4.6), (10, 12.2), (40, 49.4)]
)
def test_the_budget_is_shared_by_the_sheets_where_a_decision_is_pending(
    pending: int, seconds: float
) -> None:
    intervals = read_again_in(*["pending"] * pending)
    assert len(set(intervals)) == 1
    assert intervals[0] == pytest.approx(seconds, rel=0.05)


def test_near_a_limit_a_sheet_is_read_twice_as_often_as_another_that_is_pending() -> None:
    near, pending, answered = read_again_in(*["near"] + ["pending"] + ["answered"] * 20)[:3]
    assert near is not None
    assert pending == pytest.approx(2 * near)
    assert answered == pytest.approx(4 * near)


def test_no_sheet_is_read_more_often_than_the_floor_says() -> None:
    assert read_again_in("near", rate=LOCAL) == [LOCAL.floor]
    assert read_again_in("near", rate=replace(LOCAL, floor=0.1)) == [0.1]


def test_where_nothing_is_pending_a_sheet_is_read_rarely() -> None:
    assert read_again_in("idle", "none") == [30.0, None]


@pytest.mark.parametrize(
    ("sheet", "kind"),
    [
        (FRESH, "read"),
        (replace(FRESH, changed=True), "write"),
        (replace(FRESH, unknown=True), "metadata"),
        (replace(FRESH, read_at=NOW - 1.1, metadata_at=NOW - 500), "metadata"),
        (replace(FRESH, read_at=NOW - 1.1, limit=NOW), "read"),
    ],
    ids=["a read that is due", "what changed", "what is unknown", "upkeep", "a limit is reached"],
)
def test_what_is_asked_for_first(sheet: SheetStatus, kind: str) -> None:
    assert plan([sheet], Usage(), GOOGLE, NOW) == Request(kind, "a")


@pytest.mark.parametrize(
    ("sheet", "until"),
    [
        (replace(FRESH, read_at=NOW - 0.3), NOW + 0.7),
        (replace(FRESH, read_at=NOW, written_at=NOW - 0.3), NOW + 1.0),
        (replace(FRESH, read_failures=Failures(2, NOW + 7)), NOW + 7),
        (replace(FRESH, priority="idle", read_at=NOW - 10, limit=NOW + 5), NOW + 5),
        (replace(FRESH, priority="idle", read_at=NOW - 10), NOW + 20),
        (SheetStatus("a", priority="none"), None),
    ],
    ids=["floor", "spacing", "back-off", "limit", "idle", "nothing at all"],
)
def test_when_there_is_something_to_do_again(sheet: SheetStatus, until: float | None) -> None:
    rest = plan([sheet], Usage(), GOOGLE, NOW)
    assert isinstance(rest, Wait)
    assert rest.until == (None if until is None else pytest.approx(until, abs=0.06))


def test_a_limit_is_read_at_once_and_only_once() -> None:
    sheet = replace(FRESH, read_at=NOW - 1, limit=NOW - 0.5)
    assert plan([sheet], Usage(), GOOGLE, NOW) == Request("read", "a")
    assert isinstance(plan([replace(sheet, read_at=NOW)], Usage(), GOOGLE, NOW), Wait)


def test_an_answer_goes_before_another_sheets_question() -> None:
    late = replace(FRESH, id="b", read_at=NOW - 900)
    assert plan([late, replace(FRESH, changed=True)], Usage(), GOOGLE, NOW) == Request("write", "a")


def test_a_write_that_is_backed_off_does_not_keep_a_sheet_from_being_read() -> None:
    sheet = replace(FRESH, changed=True, write_failures=Failures(3, NOW + 5))
    assert plan([sheet], Usage(), GOOGLE, NOW) == Request("read", "a")


def test_a_spent_budget_waits_until_the_window_has_turned() -> None:
    usage = Usage(reads=tuple(NOW - 50 + number / 10 for number in range(GOOGLE.reads)))
    assert plan([AT_LIMIT], usage, GOOGLE, NOW) == Wait(NOW + 10.1)
    for sheet in (FRESH, replace(FRESH, metadata_at=0.0), replace(FRESH, unknown=True)):
        rest = plan([sheet], usage, GOOGLE, NOW)
        assert isinstance(rest, Wait)
        assert NOW + 10 <= (rest.until or 0) < NOW + 12
    assert plan([replace(FRESH, changed=True)], usage, GOOGLE, NOW) == Request("write", "a")


def test_a_read_leaves_room_for_the_one_that_confirms_it() -> None:
    usage = Usage(reads=tuple(NOW - 59 + number / 10 for number in range(GOOGLE.reads - 1)))
    assert plan([AT_LIMIT], usage, GOOGLE, NOW) == Wait(NOW + 1)
    usage = replace(usage, reads=usage.reads[1:])
    assert plan([AT_LIMIT], usage, GOOGLE, NOW) == Request("read", "a")


@pytest.mark.parametrize(
    ("made_at", "until"),
    [((), NOW), ((NOW - 0.5,), NOW), ((NOW - 0.5, NOW - 0.2), NOW + 0.8)],
    ids=["none before", "one before", "a read and what confirms it"],
)
def test_each_read_puts_the_next_off_whatever_it_was_for(
    made_at: tuple[float, ...], until: float
) -> None:
    found = plan([FRESH], Usage(reads=made_at), GOOGLE, NOW)
    assert (found.until if isinstance(found, Wait) else NOW) == pytest.approx(until, abs=0.01)


def test_a_read_that_a_limit_waits_for_goes_ahead_of_its_turn() -> None:
    usage = Usage(reads=(NOW - 0.5, NOW - 0.2))
    assert plan([FRESH, replace(AT_LIMIT, id="b")], usage, GOOGLE, NOW) == Request("read", "b")


def test_a_question_that_is_not_shown_yet_is_looked_at_later_than_one_that_is() -> None:
    unseen = replace(FRESH, changed=True)
    seen = replace(FRESH, id="b", read_at=FRESH.read_at + 10)
    usage = Usage(writes_stopped=NOW + 5)
    assert plan([unseen, seen], usage, GOOGLE, NOW) == Request("read", "b")
    failed = replace(unseen, write_failures=Failures(1, NOW + 5))
    assert plan([failed, seen], usage, GOOGLE, NOW) == Request("read", "a")


def test_a_table_waits_from_when_somebody_owes_an_answer_there() -> None:
    just_asked = replace(FRESH, owed_since=NOW - 1)
    asked_before = replace(FRESH, id="b", read_at=NOW - 5)
    assert plan([just_asked, asked_before], Usage(), GOOGLE, NOW) == Request("read", "b")


def test_an_answer_follows_the_read_that_showed_it_at_once() -> None:
    sheet = replace(FRESH, changed=True, read_at=NOW - 0.1)
    assert plan([sheet], Usage(), GOOGLE, NOW) == Request("write", "a")
    assert isinstance(plan([replace(sheet, written_at=NOW - 0.1)], Usage(), GOOGLE, NOW), Wait)


def test_a_board_is_written_when_its_turn_comes_and_after_a_while_in_any_case() -> None:
    usage = Usage(writes=(NOW - 1, NOW - 0.5))
    table = replace(FRESH, changed=True, read_at=NOW, written_at=NOW - 10)
    board = replace(table, priority="idle", typed_in=False)
    assert plan([board, replace(table, id="b")], usage, GOOGLE, NOW + 1) == Request("write", "b")
    assert isinstance(plan([board], usage, GOOGLE, NOW + 1), Wait)
    long_ago = replace(board, written_at=NOW - 60)
    assert plan([long_ago], usage, GOOGLE, NOW + 1) == Request("write", "a")


def test_where_every_read_is_confirmed_all_sheets_are_read_so_much_less() -> None:
    sheets = [
        SheetStatus("a", priority="pending", rereads=True),
        SheetStatus("b", priority="pending"),
    ]
    plain = [replace(sheet, rereads=False) for sheet in sheets]
    assert planner.interval(sheets[1], sheets, GOOGLE) == pytest.approx(
        1.5 * (planner.interval(plain[1], plain, GOOGLE) or 0)
    )


def test_429_stops_one_kind_until_the_window_has_turned() -> None:
    usage = planner.note_over_quota(Usage(reads=(NOW - 40, NOW - 1)), "read", NOW)
    assert plan([FRESH], usage, GOOGLE, NOW) == Wait(NOW + 20)
    assert plan([replace(FRESH, changed=True)], usage, GOOGLE, NOW) == Request("write", "a")


def test_429_waits_as_long_as_the_server_says() -> None:
    usage = planner.note_over_quota(Usage(writes=(NOW - 40,)), "write", NOW, retry_after=90)
    sheet = replace(FRESH, changed=True, read_at=NOW)
    assert plan([sheet], usage, GOOGLE, NOW) == Wait(NOW + GOOGLE.floor)
    assert plan(
        [replace(sheet, priority="idle")], usage, replace(GOOGLE, metadata=1e6), NOW
    ) == Wait(NOW + 30)
    assert usage.writes_stopped == NOW + 90


@pytest.mark.parametrize(
    ("tries", "jitter", "wait"),
    [(0, 1.0, 1), (1, 1.0, 2), (2, 0.5, 2), (4, 1.0, 16), (9, 1.0, 32), (3, 0.0, 0)],
)
def test_failures_back_off_exponentially_with_full_jitter(
    tries: int, jitter: float, wait: float
) -> None:
    sheet = replace(FRESH, read_failures=Failures(tries, NOW))
    after = planner.note_failure(sheet, "read", NOW - 1, NOW, jitter, GOOGLE)
    assert after.read_failures == Failures(tries + 1, NOW + wait)
    assert after.write_failures == FRESH.write_failures


def test_retry_after_is_honoured_when_it_is_longer() -> None:
    after = planner.note_failure(FRESH, "write", NOW, NOW, 1.0, GOOGLE, retry_after=12)
    assert after.write_failures.not_before == NOW + 12


def test_what_works_again_is_in_no_trouble() -> None:
    sheet = planner.note_failure(replace(FRESH, changed=True), "write", NOW, NOW, 1.0, GOOGLE)
    assert planner.note_answer(sheet, "write", NOW + 2).write_failures == Failures()
    assert not planner.note_answer(sheet, "write", NOW + 2).changed


def test_a_spreadsheet_is_lost_after_two_404s_in_a_row_and_then_looked_for_rarely() -> None:
    once = planner.note_not_found(FRESH, "read", NOW, NOW, 0.0, GOOGLE)
    assert not once.lost
    assert not planner.note_not_found(
        planner.note_answer(once, "read", NOW), "read", NOW, NOW, 0.0, GOOGLE
    ).lost
    twice = planner.note_not_found(once, "read", NOW, NOW, 0.0, GOOGLE)
    assert twice.lost
    assert plan([twice], Usage(), GOOGLE, NOW) == Wait(NOW + GOOGLE.idle)
    assert plan([twice], Usage(), GOOGLE, NOW + GOOGLE.idle) == Request("metadata", "a")


WANTS = st.sampled_from(["near", "pending", "answered", "idle", "none"])


@given(
    priorities=st.lists(WANTS, min_size=1, max_size=12),
    changes=st.lists(st.integers(0, 11), max_size=200),
    rate=st.sampled_from([GOOGLE, replace(GOOGLE, reads=5, writes=3)]),
)
def test_whatever_happens_the_budget_and_the_spacing_are_kept(
    priorities: list[str], changes: list[int], rate: RateLimit
) -> None:
    sheets = {
        str(number): SheetStatus(str(number), priority=priority)
        for number, priority in enumerate(priorities)
    }
    usage, now, asked = Usage(), 0.0, []
    changing = iter(changes)
    for _ in range(300):
        action = plan(list(sheets.values()), usage, rate, now)
        if isinstance(action, Wait):
            if action.until is None:
                break
            assert action.until > now
            now = action.until
            continue
        asked.append((now, action))
        usage = planner.count(usage, action.kind, now)
        sheets[action.sheet] = planner.note_answer(sheets[action.sheet], action.kind, now)
        changed = str(next(changing, -1))
        if changed in sheets:
            sheets[changed] = replace(sheets[changed], changed=True)
    for kinds, budget in ((("read", "metadata"), rate.reads), (("write",), rate.writes)):
        times = [at for at, ask in asked if ask.kind in kinds]
        for first, later in zip(times, times[budget:], strict=False):
            assert later - first >= 60 - 1e-6
    for sheet in sheets:
        of_it = [(at, ask.kind) for at, ask in asked if ask.sheet == sheet]
        for (first, before), (later, kind) in pairwise(of_it):
            if (before, kind) != ("read", "write"):  # an answer follows at once
                assert later - first >= rate.spacing - 1e-6
        written = [at for at, kind in of_it if kind == "write"]
        assert all(later - first >= rate.spacing - 1e-6 for first, later in pairwise(written))
    read = {ask.sheet for _, ask in asked if ask.kind == "read"}
    if now > 120 and rate is GOOGLE:
        assert read == {
            str(number) for number, priority in enumerate(priorities) if priority != "none"
        }


@given(
    priorities=st.lists(
        st.sampled_from(["near", "pending", "answered", "idle", "console"]), min_size=1, max_size=10
    ),
    limits=st.lists(st.floats(0, 120), max_size=10),
    confirmed=st.lists(st.booleans(), min_size=1, max_size=7),
    took=st.floats(0.01, 0.5),
)
@settings(max_examples=60, deadline=None)
def test_nobody_is_forgotten_and_reads_are_spread_evenly(
    priorities: list[Priority], limits: list[float], confirmed: list[bool], took: float
) -> None:
    sheets = [
        SheetStatus(str(number), priority=priority, metadata_at=0.0)
        for number, priority in enumerate(priorities)
    ]
    for number, limit in enumerate(limits[: len(sheets)]):
        sheets[number] = replace(sheets[number], limit=limit)
    usage, now, read_at = Usage(), 0.0, {sheet.id: [0.0] for sheet in sheets}
    confirms = cycle(confirmed)
    while now < 200:
        found = plan(sheets, usage, GOOGLE, now)
        if isinstance(found, Wait):
            assert found.until is not None
            assert found.until > now
            now = found.until
            continue
        usage = planner.count(usage, found.kind, now)
        at = int(found.sheet)
        sheets[at] = planner.note_answer(sheets[at], found.kind, now)
        if found.kind == "read":
            read_at[found.sheet].append(now)
            if next(confirms):
                now += took
                usage = planner.count(usage, "read", now)
        now += took
        assert planner.requests_made(usage, now)[0] <= GOOGLE.reads
    turn = 2 * 60 / 52  # two reads: what the first shows is confirmed by the second
    for sheet in sheets:
        every = planner.interval(sheet, sheets, GOOGLE)
        assert every is not None
        gaps = [later - first for first, later in pairwise([*read_at[sheet.id], now])]
        assert max(gaps) <= 2 * every + 2 * turn * len(sheets) + 5
        if sheet.limit is not None:
            after = min(at for at in read_at[sheet.id] if at >= sheet.limit)
            assert after - sheet.limit <= turn * (len(sheets) + 2)
    if {"near", "pending"} & set(priorities):
        reads = sorted(at for times in read_at.values() for at in times)
        assert max(later - first for first, later in pairwise(reads)) <= 3 * turn


class TestConsoles:
    """Nobody plays at a console: it has an interval of its own, and never starves a spreadsheet."""

    @pytest.mark.parametrize(
        ("consoles", "seconds"), [(1, 10.0), (2, 12.0), (10, 60.2), (40, 240.7)]
    )
    def test_all_together_they_have_a_fifth_of_the_reads(
        self, consoles: int, seconds: float
    ) -> None:
        intervals = read_again_in(*["console"] * consoles)
        assert intervals == [pytest.approx(seconds, rel=0.01)] * consoles

    def test_at_a_local_server_it_is_read_every_second(self) -> None:
        assert read_again_in("console", rate=LOCAL) == [1.0]
        assert read_again_in("console", rate=replace(LOCAL, floor=3.0)) == [3.0]

    @pytest.mark.parametrize("count", [1, 5, 20])
    def test_the_sheets_share_what_the_consoles_leave(self, count: int) -> None:
        alone = read_again_in(*["pending"] * count)[0]
        beside = read_again_in(*["pending"] * count, *["console"] * count)[0]
        assert alone is not None
        assert beside is not None
        assert beside <= alone * 1.35

    def test_what_players_wait_for_is_written_first(self) -> None:
        sheet = SheetStatus(
            "sheet", priority="pending", changed=True, read_at=NOW, metadata_at=NOW - 1
        )
        console = SheetStatus("console", priority="console", changed=True, metadata_at=NOW - 1)
        assert plan([console, sheet], Usage(), GOOGLE, NOW + 1.1) == Request("write", "sheet")

    def test_it_is_written_no_more_often_than_it_is_read(self) -> None:
        console = SheetStatus(
            "console",
            priority="console",
            changed=True,
            read_at=NOW,
            written_at=NOW,
            metadata_at=NOW,
        )
        assert plan([console], Usage(), GOOGLE, NOW + 5) == Wait(NOW + 10)
        assert plan([console], Usage(), GOOGLE, NOW + 10).kind in ("read", "write")  # type: ignore[union-attr]

    def test_a_minute_at_full_load_leaves_the_sheets_their_reads_and_writes(self) -> None:
        sheets = [
            SheetStatus(f"{priority} {number}", priority=priority, changed=True, metadata_at=NOW)
            for number in range(12)
            for priority in ("pending", "console")
        ]
        usage, now, requests_made = Usage(), NOW, []
        while now < NOW + 180:
            found = plan(sheets, usage, GOOGLE, now)
            if isinstance(found, Wait):
                assert found.until is not None
                now = max(now + 0.001, found.until)
                continue
            requests_made.append((now, found.kind, found.sheet.partition(" ")[0]))
            usage = planner.count(usage, found.kind, now)
            at = [sheet.id for sheet in sheets].index(found.sheet)
            sheets[at] = replace(planner.note_answer(sheets[at], found.kind, now), changed=True)
            now += 0.2
        for kind in ("read", "write"):
            late = [whose for at, what, whose in requests_made if what == kind and at > NOW + 60]
            assert late.count("console") <= 0.25 * 2 * 54
            assert late.count("pending") >= 0.55 * 2 * 54
            # What the umpire orders is read in any case; what the console shows may have to wait.
            assert "console" in late or kind == "write"
