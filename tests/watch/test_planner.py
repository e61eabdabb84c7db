"""What to ask of the sheets next, and when."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from umpire.watch import planner
from umpire.watch.planner import GOOGLE, LOCAL, Ask, Pace, Rest, Spent, Table, Trouble, plan

NOW = 1000.0
FRESH = Table("a", want="pending", read_at=NOW - 100, metadata_at=NOW - 1)


def read_again_in(*wants: str, pace: Pace = GOOGLE) -> list[float | None]:
    tables = [Table(str(number), want=want) for number, want in enumerate(wants)]
    return [planner.interval(table, tables, pace) for table in tables]


@pytest.mark.parametrize(
    ("pending", "seconds"), [(1, 1.1), (2, 2.3), (4, 4.6), (10, 12.2), (40, 70.6)]
)
def test_the_budget_is_shared_by_the_tables_where_a_decision_is_pending(
    pending: int, seconds: float
) -> None:
    intervals = read_again_in(*["pending"] * pending)
    assert len(set(intervals)) == 1
    assert intervals[0] == pytest.approx(seconds, rel=0.05)


def test_near_a_limit_a_table_is_read_twice_as_often_as_another_that_is_pending() -> None:
    near, pending, answered = read_again_in(*["near"] + ["pending"] + ["answered"] * 20)[:3]
    assert near is not None
    assert pending == pytest.approx(2 * near)
    assert answered == pytest.approx(4 * near)


def test_no_table_is_read_more_often_than_the_floor_says() -> None:
    assert read_again_in("near", pace=LOCAL) == [LOCAL.floor]
    assert read_again_in("near", pace=replace(LOCAL, floor=0.1)) == [0.1]


def test_where_nothing_is_pending_a_table_is_read_rarely() -> None:
    assert read_again_in("idle", "none") == [30.0, None]


@pytest.mark.parametrize(
    ("table", "kind"),
    [
        (FRESH, "read"),
        (replace(FRESH, changed=True), "write"),
        (replace(FRESH, unknown=True), "metadata"),
        (replace(FRESH, read_at=NOW - 1.1, metadata_at=NOW - 500), "metadata"),
        (replace(FRESH, read_at=NOW - 1.1, limit=NOW), "read"),
    ],
    ids=["a read that is due", "what changed", "what is unknown", "upkeep", "a limit is reached"],
)
def test_what_is_asked_for_first(table: Table, kind: str) -> None:
    assert plan([table], Spent(), GOOGLE, NOW) == Ask(kind, "a")


@pytest.mark.parametrize(
    ("table", "until"),
    [
        (replace(FRESH, read_at=NOW - 0.3), NOW + 0.85),
        (replace(FRESH, read_at=NOW, written_at=NOW - 0.3), NOW + 1.15),
        (replace(FRESH, read_trouble=Trouble(2, NOW + 7)), NOW + 7),
        (replace(FRESH, read_at=NOW - 1.05, limit=NOW + 0.05), NOW + 0.05),
        (replace(FRESH, want="idle", read_at=NOW - 10), NOW + 20),
        (Table("a", want="none"), None),
    ],
    ids=["interval", "spacing", "back-off", "limit", "idle", "nothing at all"],
)
def test_when_there_is_something_to_do_again(table: Table, until: float | None) -> None:
    rest = plan([table], Spent(), GOOGLE, NOW)
    assert isinstance(rest, Rest)
    assert rest.until == (None if until is None else pytest.approx(until, abs=0.06))


def test_a_limit_is_read_at_once_and_only_once() -> None:
    table = replace(FRESH, read_at=NOW - 1, limit=NOW - 0.5)
    assert plan([table], Spent(), GOOGLE, NOW) == Ask("read", "a")
    assert isinstance(plan([replace(table, read_at=NOW)], Spent(), GOOGLE, NOW), Rest)


def test_an_answer_goes_before_another_tables_question() -> None:
    late = replace(FRESH, id="b", read_at=NOW - 900)
    assert plan([late, replace(FRESH, changed=True)], Spent(), GOOGLE, NOW) == Ask("write", "a")


def test_a_write_that_is_backed_off_does_not_keep_a_table_from_being_read() -> None:
    table = replace(FRESH, changed=True, write_trouble=Trouble(3, NOW + 5))
    assert plan([table], Spent(), GOOGLE, NOW) == Ask("read", "a")


def test_a_spent_budget_waits_until_the_window_has_turned() -> None:
    spent = Spent(reads=tuple(NOW - 50 + number / 10 for number in range(GOOGLE.reads)))
    assert plan([FRESH], spent, GOOGLE, NOW) == Rest(NOW + 10.1)
    assert plan([replace(FRESH, metadata_at=0.0)], spent, GOOGLE, NOW) == Rest(NOW + 10)
    assert plan([replace(FRESH, changed=True)], spent, GOOGLE, NOW) == Ask("write", "a")


def test_a_read_leaves_room_for_the_one_that_confirms_it() -> None:
    spent = Spent(reads=tuple(NOW - 50 + number / 10 for number in range(GOOGLE.reads - 1)))
    assert plan([FRESH], spent, GOOGLE, NOW) == Rest(NOW + 10)
    spent = replace(spent, reads=spent.reads[1:])
    assert plan([FRESH], spent, GOOGLE, NOW) == Ask("read", "a")


def test_where_every_read_is_confirmed_all_tables_are_read_so_much_less() -> None:
    tables = [Table("a", want="pending", rereads=True), Table("b", want="pending")]
    plain = [replace(table, rereads=False) for table in tables]
    assert planner.interval(tables[1], tables, GOOGLE) == pytest.approx(
        1.5 * (planner.interval(plain[1], plain, GOOGLE) or 0)
    )


def test_429_stops_one_kind_until_the_window_has_turned() -> None:
    spent = planner.over_quota(Spent(reads=(NOW - 40, NOW - 1)), "read", NOW)
    assert plan([FRESH], spent, GOOGLE, NOW) == Rest(NOW + 20)
    assert plan([replace(FRESH, changed=True)], spent, GOOGLE, NOW) == Ask("write", "a")


def test_429_waits_as_long_as_the_server_says() -> None:
    spent = planner.over_quota(Spent(writes=(NOW - 40,)), "write", NOW, retry_after=90)
    table = replace(FRESH, changed=True, read_at=NOW)
    assert plan([table], spent, GOOGLE, NOW) == Rest(NOW + planner.interval(table, [table], GOOGLE))
    assert plan([replace(table, want="idle")], spent, replace(GOOGLE, metadata=1e6), NOW) == Rest(
        NOW + 30
    )
    assert spent.writes_stopped == NOW + 90


@pytest.mark.parametrize(
    ("tries", "jitter", "wait"),
    [(0, 1.0, 1), (1, 1.0, 2), (2, 0.5, 2), (4, 1.0, 16), (9, 1.0, 32), (3, 0.0, 0)],
)
def test_failures_back_off_exponentially_with_full_jitter(
    tries: int, jitter: float, wait: float
) -> None:
    table = replace(FRESH, read_trouble=Trouble(tries, NOW))
    after = planner.failed(table, "read", NOW - 1, NOW, jitter, GOOGLE)
    assert after.read_trouble == Trouble(tries + 1, NOW + wait)
    assert after.write_trouble == FRESH.write_trouble


def test_retry_after_is_honoured_when_it_is_longer() -> None:
    after = planner.failed(FRESH, "write", NOW, NOW, 1.0, GOOGLE, retry_after=12)
    assert after.write_trouble.not_before == NOW + 12


def test_what_works_again_is_in_no_trouble() -> None:
    table = planner.failed(replace(FRESH, changed=True), "write", NOW, NOW, 1.0, GOOGLE)
    assert planner.worked(table, "write", NOW + 2).write_trouble == Trouble()
    assert not planner.worked(table, "write", NOW + 2).changed


def test_a_spreadsheet_is_lost_after_two_404s_in_a_row_and_then_looked_for_rarely() -> None:
    once = planner.not_found(FRESH, "read", NOW, NOW, 0.0, GOOGLE)
    assert not once.lost
    assert not planner.not_found(
        planner.worked(once, "read", NOW), "read", NOW, NOW, 0.0, GOOGLE
    ).lost
    twice = planner.not_found(once, "read", NOW, NOW, 0.0, GOOGLE)
    assert twice.lost
    assert plan([twice], Spent(), GOOGLE, NOW) == Rest(NOW + GOOGLE.idle)
    assert plan([twice], Spent(), GOOGLE, NOW + GOOGLE.idle) == Ask("metadata", "a")


WANTS = st.sampled_from(["near", "pending", "answered", "idle", "none"])


@given(
    wants=st.lists(WANTS, min_size=1, max_size=12),
    changes=st.lists(st.integers(0, 11), max_size=200),
    pace=st.sampled_from([GOOGLE, replace(GOOGLE, reads=5, writes=3)]),
)
def test_whatever_happens_the_budget_and_the_spacing_are_kept(
    wants: list[str], changes: list[int], pace: Pace
) -> None:
    tables = {str(number): Table(str(number), want=want) for number, want in enumerate(wants)}
    spent, now, asked = Spent(), 0.0, []
    changing = iter(changes)
    for _ in range(300):
        action = plan(list(tables.values()), spent, pace, now)
        if isinstance(action, Rest):
            if action.until is None:
                break
            assert action.until > now
            now = action.until
            continue
        asked.append((now, action))
        spent = planner.spend(spent, action.kind, now)
        tables[action.table] = planner.worked(tables[action.table], action.kind, now)
        changed = str(next(changing, -1))
        if changed in tables:
            tables[changed] = replace(tables[changed], changed=True)
    for kinds, budget in ((("read", "metadata"), pace.reads), (("write",), pace.writes)):
        times = [at for at, ask in asked if ask.kind in kinds]
        for first, later in zip(times, times[budget:], strict=False):
            assert later - first >= 60 - 1e-6
    for table in tables:
        times = [at for at, ask in asked if ask.table == table]
        for first, later in pairwise(times):
            assert later - first >= pace.spacing - 1e-6
    read = {ask.table for _, ask in asked if ask.kind == "read"}
    if now > 120 and pace is GOOGLE:
        assert read == {str(number) for number, want in enumerate(wants) if want != "none"}


class TestConsoles:
    """Nobody plays at a console: it has an interval of its own, and never starves a table."""

    @pytest.mark.parametrize(
        ("consoles", "seconds"), [(1, 10.0), (2, 12.0), (10, 60.2), (40, 240.7)]
    )
    def test_all_together_they_have_a_fifth_of_the_reads(
        self, consoles: int, seconds: float
    ) -> None:
        intervals = read_again_in(*["console"] * consoles)
        assert intervals == [pytest.approx(seconds, rel=0.01)] * consoles

    def test_at_a_local_server_it_is_read_every_second(self) -> None:
        assert read_again_in("console", pace=LOCAL) == [1.0]
        assert read_again_in("console", pace=replace(LOCAL, floor=3.0)) == [3.0]

    @pytest.mark.parametrize("count", [1, 5, 20])
    def test_the_tables_share_what_the_consoles_leave(self, count: int) -> None:
        alone = read_again_in(*["pending"] * count)[0]
        beside = read_again_in(*["pending"] * count, *["console"] * count)[0]
        assert alone is not None
        assert beside is not None
        assert beside <= alone * 1.35

    def test_what_players_wait_for_is_written_first(self) -> None:
        table = Table("table", want="pending", changed=True, read_at=NOW, metadata_at=NOW - 1)
        console = Table("console", want="console", changed=True, metadata_at=NOW - 1)
        assert plan([console, table], Spent(), GOOGLE, NOW + 1.1) == Ask("write", "table")

    def test_it_is_written_no_more_often_than_it_is_read(self) -> None:
        console = Table(
            "console", want="console", changed=True, read_at=NOW, written_at=NOW, metadata_at=NOW
        )
        assert plan([console], Spent(), GOOGLE, NOW + 5) == Rest(NOW + 10)
        assert plan([console], Spent(), GOOGLE, NOW + 10).kind in ("read", "write")  # type: ignore[union-attr]

    def test_a_minute_at_full_load_leaves_the_tables_their_reads_and_writes(self) -> None:
        tables = [
            Table(f"{want} {number}", want=want, changed=True, metadata_at=NOW)
            for number in range(12)
            for want in ("pending", "console")
        ]
        spent, now, made = Spent(), NOW, []
        while now < NOW + 180:
            found = plan(tables, spent, GOOGLE, now)
            if isinstance(found, Rest):
                assert found.until is not None
                now = max(now + 0.001, found.until)
                continue
            made.append((now, found.kind, found.table.partition(" ")[0]))
            spent = planner.spend(spent, found.kind, now)
            at = [table.id for table in tables].index(found.table)
            tables[at] = replace(planner.worked(tables[at], found.kind, now), changed=True)
            now += 0.2
        for kind in ("read", "write"):
            late = [whose for at, what, whose in made if what == kind and at > NOW + 60]
            assert late.count("console") <= 0.25 * 2 * 54
            assert late.count("pending") >= 0.55 * 2 * 54
            # What the umpire orders is read in any case; what the console shows may have to wait.
            assert "console" in late or kind == "write"
