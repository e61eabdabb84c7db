"""What to ask of the sheets next, and when."""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from umpire.live import planner, rates, request_history
from umpire.live.planner import Request, Wait, plan
from umpire.live.rates import GOOGLE, LOCAL, NEVER, Kind, RateLimit, Usage
from umpire.live.request_history import Failures, Priority, RequestHistory

NOW = 1000.0
FRESH = RequestHistory(
    "a", priority="pending", read_at=NOW - 100, written_at=NOW - 100, full_read_at=NOW - 1
)
AT_LIMIT = replace(FRESH, limit=NOW - 1)
TYPED = replace(
    FRESH, needs_write=True, requested_at=NOW - 0.3, read_at=NOW - 0.3, entry_at=NOW - 0.3
)
ASKED = replace(FRESH, needs_write=True, read_at=NOW - 5, pending_since=NOW - 3)
BOARD = replace(FRESH, priority="idle", takes_entries=False)
IDLE = replace(FRESH, priority="idle", read_at=NOW - 2)
RESTS = replace(FRESH, requested_at=NOW - 2, read_at=NOW - 2, rest=15.0)
FULL = tuple(NOW - 50 + number / 10 for number in range(54))


def planned(
    sheets: Sequence[RequestHistory] | RequestHistory,
    *usages: Usage,
    rate: RateLimit = GOOGLE,
    now: float = NOW,
) -> Request | Wait:
    sheets = [sheets] if isinstance(sheets, RequestHistory) else sheets
    return plan(sheets, usages or [Usage()], rate, now)


def read_again_in(
    *priorities: Priority, rate: RateLimit = GOOGLE, accounts: int = 1
) -> list[float | None]:
    sheets = [
        RequestHistory(str(number), priority=priority) for number, priority in enumerate(priorities)
    ]
    return list(planner.intervals(sheets, rate, accounts).values())


@pytest.mark.parametrize(
    ("sheet", "request_made"),
    [
        (FRESH, Request("read", "a")),
        (replace(FRESH, full_read_at=NOW - 500), Request("read", "a", full=True)),
        (replace(FRESH, needs_full_read=True, needs_write=True), Request("read", "a", full=True)),
        (replace(FRESH, read_at=NOW - 1.1, limit=NOW), Request("read", "a")),
        (TYPED, Request("write", "a")),
        (ASKED, Request("write", "a")),
        (replace(BOARD, needs_write=True), Request("write", "a")),
        (replace(BOARD, full_read_at=NOW - 500), Request("read", "a", full=True)),
        (replace(BOARD, full_read_at=NEVER), Request("read", "a", full=True)),
        (replace(IDLE, full_read_at=NEVER), Request("read", "a", full=True)),
        (replace(FRESH, accounts=(1,)), Request("read", "a", account=1)),
        (replace(RESTS, announced_at=NOW), Request("read", "a")),
        (replace(RESTS, announced_at=NOW, priority="idle"), Request("read", "a")),
        (replace(RESTS, announced_at=NOW - 2), Request("read", "a")),
        (replace(RESTS, limit=NOW), Request("read", "a")),
        (replace(RESTS, full_read_at=NEVER), Request("read", "a", full=True)),
    ],
    ids=[
        "a read that is due",
        "and a wide one if that is due too",
        "what is unknown before it is written",
        "a limit is reached",
        "an answer follows the read that showed it at once",
        "a question",
        "a board",
        "a board is looked at widely",
        "at once if something of it is in doubt",
        "and so is a table where nobody owes an answer",
        "as an account that may open it",
        "what the server tells of",
        "where nobody owes an answer too",
        "and what it told of while it was read",
        "a limit though nothing is told",
        "and a wide look",
    ],
)
def test_what_is_asked_for(sheet: RequestHistory, request_made: Request) -> None:
    assert planned(sheet, Usage(), Usage()) == request_made


@pytest.mark.parametrize(
    ("sheet", "until"),
    [
        (replace(FRESH, read_at=NOW - 0.3), NOW + 0.7),
        (replace(FRESH, read_failures=Failures(2, NOW + 7)), NOW + 7),
        (replace(FRESH, priority="idle", read_at=NOW - 10, limit=NOW + 5), NOW + 5),
        (replace(FRESH, priority="idle", read_at=NOW - 10), NOW + 20),
        (replace(FRESH, priority="console", read_at=NOW - 3), NOW + 5),
        (BOARD, NOW + 119),
        (replace(ASKED, requested_at=NOW - 0.4), NOW + 0.6),
        (replace(TYPED, written_at=NOW - 0.3), NOW + 0.7),
        (replace(FRESH, priority="none"), None),
        (replace(FRESH, is_busy=True, needs_write=True, limit=NOW), None),
        (replace(FRESH, accounts=()), None),
        (replace(FRESH, read_at=NOW, limit=NOW), NOW + 1),
        (RESTS, NOW + 13),
        (replace(RESTS, announced_at=NOW - 3), NOW + 13),
        (replace(RESTS, limit=NOW + 1), NOW + 1),
        (replace(RESTS, announced_at=NOW, read_failures=Failures(1, NOW + 7)), NOW + 7),
        (replace(RESTS, announced_at=NOW, is_busy=True), None),
    ],
    ids=[
        "floor",
        "back-off",
        "limit",
        "nobody owes an answer",
        "a console",
        "a board is read by its writes",
        "a question is no answer to what was just read",
        "nor is an answer to what a write has shown",
        "nothing is ever wanted",
        "busy",
        "nobody may open it",
        "a limit at which it was read",
        "the server would tell",
        "what was told was read since",
        "but for a limit",
        "what is told waits for a server that fails",
        "and while it is read",
    ],
)
def test_when_there_is_something_to_do_again(sheet: RequestHistory, until: float | None) -> None:
    wait = planned(sheet)
    assert isinstance(wait, Wait)
    assert wait.until == (None if until is None else pytest.approx(until))


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (AT_LIMIT, replace(FRESH, priority="near")),
        (replace(FRESH, priority="near"), replace(FRESH, read_at=NOW - 190)),
        (FRESH, replace(FRESH, priority="answered", read_at=NOW - 190)),
        (FRESH, replace(FRESH, pending_since=NOW - 99)),
        (FRESH, replace(FRESH, priority="idle", read_at=NOW - 120)),
        (FRESH, replace(FRESH, read_at=NOW - 900, read_failures=Failures(1, NOW - 1))),
        (replace(BOARD, needs_full_read=True), replace(FRESH, read_at=NOW - 59)),
        (replace(BOARD, needs_full_read=True), replace(FRESH, read_at=NOW - 900)),
        (AT_LIMIT, replace(FRESH, priority="near", read_at=NOW - 900)),
        (FRESH, replace(BOARD, needs_full_read=True, read_failures=Failures(2, NOW - 1))),
        (replace(FRESH, read_at=NOW - 20), TYPED),
        (
            replace(FRESH, read_at=NOW - 20),
            replace(FRESH, needs_write=True, pending_since=NOW - 70),
        ),
        (TYPED, FRESH),
        (TYPED, replace(TYPED, read_at=NOW - 0.2, entry_at=NOW - 0.2)),
        (replace(TYPED, requested_at=NOW - 2, entry_at=NOW - 2), ASKED),
        (replace(ASKED, priority="near"), replace(ASKED, pending_since=NOW - 5)),
        (ASKED, replace(FRESH, needs_write=True, written_at=NOW - 5)),
        (replace(FRESH, needs_write=True), replace(BOARD, needs_write=True)),
    ],
    ids=[
        "a limit",
        "near a limit twice as soon",
        "a decision without an answer twice as soon",
        "who has been asked for longer",
        "who is asked before who is not",
        "one that fails waits from when it may be tried again",
        "what is unknown is as if never read",
        "and hurries",
        "as a limit does",
        "but not what could not be read",
        "an answer will read it as well",
        "and so will a question",
        "a write saves a read",
        "who has waited longer for an answer",
        "an answer twice as soon as a question",
        "a question twice as soon near its limit",
        "a question before other news",
        "a table's news before a board's",
    ],
)
def test_which_goes_first(first: RequestHistory, then: RequestHistory) -> None:
    """With no writes left, where both are to be read."""
    first, then = replace(first, id="first"), replace(then, id="then")
    usage = Usage(writes=() if first.needs_write else FULL)
    for sheets in ([first, then], [then, first]):
        found = planned(sheets, usage)
        assert isinstance(found, Request)
        assert found.sheet_id == "first"


def test_a_limit_is_read_at_once_and_only_once() -> None:
    sheet = replace(FRESH, read_at=NOW - 1, limit=NOW - 0.5)
    assert planned(sheet) == Request("read", "a")
    assert isinstance(planned(replace(sheet, read_at=NOW)), Wait)


def test_a_write_that_began_after_a_limit_is_as_good_as_a_read() -> None:
    written = request_history.note_answer(replace(AT_LIMIT, needs_write=True), "write", NOW)
    assert planned(written) == Wait(NOW + 1)
    assert planned(replace(written, priority="idle"), now=NOW + 5) == Wait(NOW + 30)


def test_who_typed_while_a_write_was_under_way_waits_for_the_next() -> None:
    heard = request_history.note_answer(
        replace(FRESH, needs_write=True), "write", NOW, has_entry=True
    )
    assert heard.is_awaited
    assert planned(replace(heard, needs_write=True), now=NOW + 1) == Request("write", "a")
    assert not request_history.note_answer(heard, "write", NOW + 1).is_awaited


def test_a_write_that_is_backed_off_does_not_keep_a_sheet_from_being_read() -> None:
    sheet = replace(FRESH, needs_write=True, write_failures=Failures(3, NOW + 5))
    assert planned(sheet) == Request("read", "a")


class TestBudgets:
    """So many requests a rolling minute, spread evenly over it."""

    @pytest.mark.parametrize("sheet", [FRESH, AT_LIMIT, replace(FRESH, needs_full_read=True)])
    def test_spent_reads_wait_until_the_window_has_turned(self, sheet: RequestHistory) -> None:
        wait = planned(sheet, Usage(reads=FULL))
        assert isinstance(wait, Wait)
        assert wait.until is not None
        assert NOW + 10 <= wait.until < NOW + 12
        assert planned(
            replace(sheet, needs_full_read=False, needs_write=True), Usage(reads=FULL)
        ) == Request("write", "a")

    def test_a_request_puts_the_next_off(self) -> None:
        found = planned(FRESH, Usage(reads=(NOW - 0.9, NOW - 0.2)))
        assert isinstance(found, Wait)
        assert found.until == pytest.approx(NOW - 0.9 + 2 * 60 / 52 - 1)

    @pytest.mark.parametrize(
        ("sheet", "other"),
        [
            (AT_LIMIT, FRESH),
            (replace(FRESH, needs_full_read=True), FRESH),
            (TYPED, replace(BOARD, needs_write=True, written_at=NOW - 5)),
            (ASKED, replace(BOARD, needs_write=True, written_at=NOW - 5)),
        ],
        ids=["a limit", "what is unknown", "an answer", "a question"],
    )
    def test_where_somebody_waits_it_goes_ahead_of_its_turn(
        self, sheet: RequestHistory, other: RequestHistory
    ) -> None:
        made_at = (NOW - 0.6, NOW - 0.4, NOW - 0.2)
        usage = Usage(reads=made_at, writes=made_at)
        other = replace(other, id="b")
        assert isinstance(planned(other, usage), Wait)
        found = planned([other, sheet], usage)
        assert isinstance(found, Request)
        assert found.sheet_id == "a"

    def test_a_board_that_has_waited_long_goes_ahead_too(self) -> None:
        made_at = (NOW - 0.6, NOW - 0.4, NOW - 0.2)
        board = replace(BOARD, needs_write=True, written_at=NOW - 10)
        assert planned(board, Usage(writes=made_at)) == Request("write", "a")

    def test_each_account_has_its_own_and_that_whose_turn_it_is_asks(self) -> None:
        sheet = replace(FRESH, accounts=(0, 1, 2))
        spent, stopped = Usage(reads=FULL), Usage(reads_stopped=NOW + 60)
        assert planned(sheet, spent, stopped, Usage()) == Request("read", "a", account=2)
        assert planned(sheet, Usage((NOW - 2,)), Usage((NOW - 9,)), spent) == Request(
            "read", "a", account=1
        )

    def test_the_project_has_one_over_all_of_them(self) -> None:
        rate = replace(GOOGLE, project_reads=80)
        half = Usage(reads=FULL[:40])
        sheet = replace(FRESH, accounts=(0, 1, 2))
        assert isinstance(planned(sheet, half, half, Usage(), rate=rate), Wait)
        assert planned(sheet, half, half, Usage()) == Request("read", "a", account=2)

    def test_429_stops_one_kind_of_one_account_until_the_window_has_turned(self) -> None:
        usage = rates.note_over_quota(Usage(reads=(NOW - 40, NOW - 1)), "read", NOW)
        assert planned(FRESH, usage) == Wait(NOW + 20)
        assert planned(TYPED, usage) == Request("write", "a")
        assert planned(replace(FRESH, accounts=(0, 1)), usage, Usage()) == Request(
            "read", "a", account=1
        )

    def test_429_waits_as_long_as_the_server_says(self) -> None:
        usage = rates.note_over_quota(Usage(writes=(NOW - 40,)), "write", NOW, retry_after=90)
        assert usage.writes_stopped == NOW + 90
        assert planned(replace(BOARD, needs_write=True), usage) == Wait(NOW + 90)


class TestFailures:
    """What fails is tried again, ever more rarely."""

    @pytest.mark.parametrize(
        ("tries", "jitter", "wait"),
        [(0, 1.0, 1), (1, 1.0, 2), (2, 0.5, 2), (4, 1.0, 16), (9, 1.0, 32), (3, 0.0, 0)],
    )
    def test_failures_back_off_exponentially_with_full_jitter(
        self, tries: int, jitter: float, wait: float
    ) -> None:
        sheet = replace(FRESH, read_failures=Failures(tries, NOW))
        after = request_history.note_failure(sheet, "read", NOW - 1, NOW, jitter, GOOGLE)
        assert after.read_failures == Failures(tries + 1, NOW + wait)
        assert after.write_failures == FRESH.write_failures
        assert after.read_at == FRESH.read_at

    def test_what_fails_at_once_is_not_tried_again_at_once(self) -> None:
        after = request_history.note_failure(FRESH, "read", NOW, NOW, 0.0, GOOGLE)
        assert planned(after) == Wait(NOW + GOOGLE.spacing)

    def test_a_limit_waits_for_a_read_that_did_not_fail(self) -> None:
        after = request_history.note_failure(AT_LIMIT, "read", NOW, NOW, 0.0, GOOGLE)
        assert planned(after, now=NOW + 1) == Request("read", "a")

    def test_retry_after_is_honoured_when_it_is_longer(self) -> None:
        after = request_history.note_failure(FRESH, "write", NOW, NOW, 1.0, GOOGLE, retry_after=12)
        assert after.write_failures.not_before == NOW + 12

    @pytest.mark.parametrize("kind", ["read", "write"])
    def test_what_works_again_is_in_no_trouble(self, kind: Kind) -> None:
        sheet = request_history.note_failure(
            replace(FRESH, needs_write=True), kind, NOW, NOW, 1.0, GOOGLE
        )
        sheet = request_history.note_answer(sheet, kind, NOW + 2)
        assert (sheet.read_failures, sheet.write_failures) == (Failures(), Failures())
        assert sheet.needs_write == (kind == "read")

    def test_what_only_a_person_can_mend_is_left_alone(self) -> None:
        sheet = request_history.put_off(replace(FRESH, needs_write=True), NOW + 30)
        assert planned(sheet) == Wait(NOW + 30)

    def test_a_spreadsheet_is_lost_after_two_404s_in_a_row_and_then_looked_for_rarely(self) -> None:
        once = request_history.note_not_found(FRESH, "read", NOW, NOW, 0.0, GOOGLE)
        found = request_history.note_answer(once, "read", NOW)
        assert not once.is_lost
        assert not request_history.note_not_found(found, "read", NOW, NOW, 0.0, GOOGLE).is_lost
        twice = request_history.note_not_found(once, "read", NOW, NOW, 0.0, GOOGLE)
        assert twice.is_lost
        again = NOW + GOOGLE.idle
        assert planned(replace(twice, needs_write=True, limit=NOW)) == Wait(again)
        assert planned(twice, now=again) == Request("read", "a", full=True)


class TestIntervals:
    """How often each spreadsheet is read, about."""

    @pytest.mark.parametrize(
        ("pending", "accounts", "seconds"),
        [(1, 1, 1.1), (2, 1, 2.2), (10, 1, 11.1), (40, 1, 44.4), (40, 5, 8.9), (60, 9, 13.3)],
    )
    def test_the_sheets_where_a_decision_is_pending_share_the_reads(
        self, pending: int, accounts: int, seconds: float
    ) -> None:
        intervals = read_again_in(*["pending"] * pending, accounts=accounts)
        assert intervals == [pytest.approx(seconds, abs=0.05)] * pending

    def test_near_a_limit_a_sheet_is_read_twice_as_often_as_another_that_is_pending(self) -> None:
        near, pending, answered = read_again_in("near", "pending", *["answered"] * 20)[:3]
        assert near is not None
        assert pending == pytest.approx(2 * near)
        assert answered == pytest.approx(4 * near)

    def test_no_sheet_is_read_more_often_than_the_floor_says(self) -> None:
        assert read_again_in("near", rate=LOCAL) == [LOCAL.floor]
        assert read_again_in("near", rate=replace(LOCAL, floor=0.1)) == [0.1]

    def test_few_where_nobody_waits_are_looked_at_now_and_then(self) -> None:
        assert read_again_in("idle", "console", "none") == [GOOGLE.idle, GOOGLE.console, None]

    def test_more_of_them_have_all_reads_if_nobody_waits(self) -> None:
        assert read_again_in(*["console"] * 40) == [pytest.approx(40 / 54 * 60)] * 40

    def test_and_what_is_left_if_few_wait(self) -> None:
        one_waits, two_wait = (read_again_in(*["pending"] * n, *["console"] * 40) for n in (1, 2))
        assert one_waits[-1] == pytest.approx(40 / (54 - 30) * 60)
        assert two_wait[-1] == pytest.approx(40 / (54 / 8) * 60)

    @pytest.mark.parametrize("waiting", [2, 5, 20])
    def test_but_an_eighth_at_least_however_many_wait(self, waiting: int) -> None:
        alone, beside = (read_again_in(*["pending"] * waiting, *["console"] * n) for n in (0, 40))
        assert beside[-1] == pytest.approx(40 / (54 / 8) * 60)
        assert alone[0] is not None
        assert beside[0] == pytest.approx(alone[0] * 8 / 7)

    def test_what_the_server_tells_of_is_read_at_once(self) -> None:
        console = RequestHistory("a", "console", rest=15.0)
        assert planner.intervals([console], LOCAL) == {"a": LOCAL.floor}

    def test_what_is_left_goes_to_tables_and_boards_too(self) -> None:
        idle = [RequestHistory(str(n), takes_entries=n % 2 == 0) for n in range(80)]
        (table, board, *_) = planner.intervals(idle, GOOGLE).values()
        assert table == pytest.approx(GOOGLE.idle * 100 / 54)
        assert board == pytest.approx(GOOGLE.full * 100 / 54)


class World:
    """Spreadsheets that change, and requests that overlap and fail, in virtual time."""

    def __init__(self, sheets: Sequence[RequestHistory], accounts: int, rate: RateLimit) -> None:
        self.sheets = {sheet.id: sheet for sheet in sheets}
        self.usages = [Usage()] * accounts
        self.rate = rate
        self.now = 0.0
        self.made: list[tuple[float, Request, bool]] = []
        """Each request with its time, and whether it answers what was read before."""
        self.written: dict[str, list[float]] = {sheet: [] for sheet in self.sheets}
        self.looked: dict[str, list[float]] = {sheet: [] for sheet in self.sheets}

    def run(self, until: float, seed: int, *, failing: float = 0.0) -> None:
        """Make each request that the planner asks for; things happen as the seed has it."""
        dice = random.Random(seed)
        under_way: list[tuple[float, float, Request]] = []
        while self.now < until:
            found = plan(list(self.sheets.values()), self.usages, self.rate, self.now)
            if isinstance(found, Request):
                under_way.append((self.now + dice.uniform(0.01, 1.5), self.now, self._begin(found)))
                continue
            if found.until is not None:
                assert found.until > self.now
            ends = [at for at in (found.until, *(at for at, _, _ in under_way)) if at is not None]
            self.now = min([*ends, until])
            for one in [one for one in under_way if one[0] <= self.now]:
                under_way.remove(one)
                self._end(one[2], one[1], failed=dice.random() < failing, heard=dice.random() < 0.3)
                changed = dice.choice(list(self.sheets))
                self.sheets[changed] = replace(self.sheets[changed], needs_write=True)

    def _begin(self, request: Request) -> Request:
        sheet = self.sheets[request.sheet_id]
        assert not sheet.is_busy
        assert request.account in sheet.accounts
        self.sheets[sheet.id] = replace(sheet, is_busy=True)
        usage = self.usages[request.account]
        self.usages[request.account] = rates.count(usage, request.kind, self.now)
        self.made.append((self.now, request, sheet.is_awaited and request.kind == "write"))
        return request

    def _end(self, request: Request, began: float, *, failed: bool, heard: bool) -> None:
        sheet = replace(self.sheets[request.sheet_id], is_busy=False)
        if failed:
            sheet = request_history.note_failure(
                sheet, request.kind, began, self.now, 0.0, self.rate
            )
        else:
            self.looked[sheet.id].append(began)
            if request.kind == "write":
                self.written[sheet.id].append(began)
            sheet = request_history.note_answer(
                sheet,
                request.kind,
                began,
                full=request.full,
                has_entry=heard and sheet.takes_entries,
            )
            sheet = replace(sheet, needs_write=sheet.needs_write or sheet.is_awaited)
        self.sheets[sheet.id] = sheet

    def starts(self, kind: Kind, account: int | None = None) -> list[float]:
        """Return when the requests of a kind were made, of one account or all."""
        return [
            at
            for at, request, _ in self.made
            if request.kind == kind and account in (None, request.account)
        ]


@st.composite
def leagues(draw: st.DrawFn, accounts: int, most: int = 12) -> list[RequestHistory]:
    sheets = []
    for number in range(draw(st.integers(1, most))):
        wants: Priority = draw(
            st.sampled_from(["near", "pending", "answered", "idle", "console", "none"])
        )
        sheets.append(
            RequestHistory(
                str(number),
                priority=wants,
                takes_entries=wants in ("near", "pending", "answered") or draw(st.booleans()),
                needs_full_read=draw(st.booleans()),
                needs_write=draw(st.booleans()),
                limit=draw(st.none() | st.floats(0, 100)),
                pending_since=draw(st.just(NEVER) | st.floats(0, 10)),
                accounts=tuple(sorted(draw(st.sets(st.integers(0, accounts - 1), min_size=1)))),
            )
        )
    return sheets


RATES = st.sampled_from(
    [
        GOOGLE,
        replace(GOOGLE, reads=7, writes=5),
        replace(GOOGLE, reads=20, writes=20, project_reads=30, project_writes=25),
    ]
)
SEEDS = st.integers(0, 1000)


@given(sheets=leagues(accounts=3), rate=RATES, seed=SEEDS)
@settings(max_examples=8)
def test_no_budget_is_ever_exceeded_and_no_spreadsheet_asked_too_often(
    sheets: list[RequestHistory], rate: RateLimit, seed: int
) -> None:
    world = World(sheets, 3, rate)
    world.run(130.0, seed, failing=0.2)
    budgets: dict[Kind, tuple[int, int]] = {
        "read": (rate.reads, rate.project_reads),
        "write": (rate.writes, rate.project_writes),
    }
    for kind, (own, project) in budgets.items():
        for budget, made in [
            (project, world.starts(kind)),
            *((own, world.starts(kind, account)) for account in range(3)),
        ]:
            for first, later in zip(made, made[budget:], strict=False):
                assert later - first >= rates.MINUTE - 1e-6
    for sheet in world.sheets:
        of_it = [
            (at, kind.kind, answers) for at, kind, answers in world.made if kind.sheet_id == sheet
        ]
        for (first, before, _), (later, _, answers) in pairwise(of_it):
            if not (before == "read" and answers):
                assert later - first >= rate.spacing - 1e-6


@given(sheets=leagues(accounts=1), accounts=st.integers(1, 2), seed=SEEDS)
@settings(max_examples=8)
def test_nobody_is_forgotten_and_no_limit_goes_unread(
    sheets: list[RequestHistory], accounts: int, seed: int
) -> None:
    sheets = [replace(sheet, accounts=tuple(range(accounts))) for sheet in sheets]
    world = World(sheets, accounts, GOOGLE)
    world.run(200.0, seed)
    turn = rates.MINUTE / (accounts * (GOOGLE.reads - 2))
    everything = 3 + 2 * turn * len(sheets)
    for sheet in sheets:
        looked = [0.0, *world.looked[sheet.id], world.now]
        every = planner.intervals(sheets, GOOGLE, accounts)[sheet.id]
        if every is not None and (sheet.takes_entries or sheet.priority == "console"):
            assert max(b - a for a, b in pairwise(looked)) <= 2 * every + 2 * everything
        if sheet.limit is not None:
            assert min(at for at in looked if at >= sheet.limit) - sheet.limit <= everything
        if world.sheets[sheet.id].needs_write:
            assert world.now - max(world.written[sheet.id], default=0.0) <= 90


@pytest.mark.parametrize("due", [TYPED, ASKED])
def test_no_read_puts_off_a_write_that_somebody_waits_for(due: RequestHistory) -> None:
    sheet = replace(due, read_at=NOW - 5, requested_at=NOW - 5, entry_at=due.entry_at - 4.7)
    soon, late = Usage(writes_stopped=NOW + 0.9), Usage(writes_stopped=NOW + 1.1)
    assert planned(sheet, soon) == Wait(NOW + 0.9)
    assert planned(sheet, late) == Request("read", "a")
    assert planned(replace(sheet, limit=NOW), soon) == Request("read", "a")
    news = replace(sheet, entry_at=NEVER, pending_since=NEVER)
    assert planned(news, soon) == Request("read", "a")


def test_who_directs_goes_before_who_is_asked_and_after_who_is_near_a_limit() -> None:
    every = read_again_in("near", "directed", "pending")
    assert every == sorted(every, key=lambda seconds: seconds or 0.0)
    directed = replace(TYPED, id="d", priority="directed", entry_at=NOW - 1, requested_at=NOW - 1)
    other = replace(TYPED, entry_at=NOW - 1.4, requested_at=NOW - 1.4)
    assert planned([other, directed]) == Request("write", "d")


def test_on_the_local_server_an_answer_is_written_before_all_else() -> None:
    answered = replace(TYPED, id="b", is_busy=True, requested_at=NOW - 0.1, needs_write=False)
    until = answered.requested_at + LOCAL.gives_way
    for other in (ASKED, replace(BOARD, needs_write=True)):
        assert planned([answered, other], rate=LOCAL) != Request("write", "a")
        assert planned([answered, other], rate=LOCAL, now=until) == Request("write", "a")
        assert planned([replace(answered, is_busy=False), other], rate=LOCAL) == Request(
            "write", "a"
        )
        assert planned([answered, other], rate=GOOGLE) == Request("write", "a")
    assert planned([answered, TYPED], rate=LOCAL) == Request("write", "a"), "it is an answer too"
    old_news = replace(BOARD, id="b", needs_write=True, written_at=NOW - 3600)
    assert planned([old_news, TYPED], rate=LOCAL) == Request("write", "a")
    assert planned([old_news, TYPED], rate=GOOGLE) == Request("write", "b")


ANY_RATE = st.builds(
    lambda rate, own, project, refuses: replace(
        rate, reads=own, writes=own, project_reads=project, project_writes=project, refuses=refuses
    ),
    st.sampled_from([GOOGLE, LOCAL]),
    st.sampled_from([5, 20, 54, 120, 600, 1200, 5000]),
    st.sampled_from([20, 270, 120_000]),
    st.booleans(),
)
TOLD = replace(FRESH, announced_at=NOW - 0.1, rest=15.0, read_at=NOW - 1)
HURRIES = [AT_LIMIT, replace(BOARD, needs_full_read=True), TOLD, TYPED, ASKED]
MAY_WAIT = [
    replace(FRESH, priority="near", read_at=NOW - 900),
    replace(FRESH, priority="console", read_at=NOW - 900),
    replace(FRESH, priority="idle", read_at=NOW - 900),
    replace(FRESH, needs_write=True, written_at=NOW - 0.1),
    replace(FRESH, needs_full_read=True, read_failures=Failures(3, NOW - 900)),
]


@given(
    rate=ANY_RATE,
    made=st.lists(st.tuples(st.integers(0, 1300), st.floats(0.01, 59)), min_size=1, max_size=5),
    one=st.sampled_from(HURRIES),
    others=st.lists(st.sampled_from(MAY_WAIT), min_size=1, max_size=60),
)
@settings(max_examples=200)
def test_who_hurries_is_never_behind_who_does_not(
    rate: RateLimit,
    made: list[tuple[int, float]],
    one: RequestHistory,
    others: list[RequestHistory],
) -> None:
    """Whatever the rate, and however full the budgets of how many accounts are."""
    spent = [tuple(NOW - over + over * n / many for n in range(many)) for many, over in made]
    usages = [Usage(reads=at, writes=at) for at in spent]
    accounts = tuple(range(len(usages)))
    kind = "write" if one.needs_write and not one.needs_full_read else "read"
    one = replace(one, id="one", accounts=accounts)
    sheets = [
        replace(other, id=str(n), accounts=accounts)
        for n, other in enumerate(others)
        if other.needs_write == (kind == "write")
    ]
    if kind == "write":  # or what is to be written would be read first
        usages = [replace(usage, reads_stopped=NOW + 600) for usage in usages]
    found = planned([*sheets, one], *usages, rate=rate)
    if isinstance(found, Wait):
        assert found.until is not None
        found = planned([*sheets, one], *usages, rate=rate, now=found.until)
    assert isinstance(found, Request)
    assert (found.kind, found.sheet_id) == (kind, "one")


@given(
    rate=st.sampled_from([GOOGLE, LOCAL, replace(LOCAL, reads=600, writes=600)]),
    matches=st.integers(1, 20),
    accounts=st.integers(1, 3),
    seed=SEEDS,
)
@settings(max_examples=4)
def test_a_match_that_is_made_begins_however_many_wait(
    rate: RateLimit, matches: int, accounts: int, seed: int
) -> None:
    mine = tuple(range(accounts))
    sheets = [
        RequestHistory(f"{n}", "pending", full_read_at=0.0, accounts=mine)
        for n in range(2 * matches)
    ]
    world = World(sheets, accounts, rate)
    world.run(62.0, seed)
    made = [RequestHistory(f"new {n}", needs_full_read=True, accounts=mine) for n in range(4)]
    for sheet in made:
        world.sheets[sheet.id], world.looked[sheet.id], world.written[sheet.id] = sheet, [], []
    world.run(72.0, seed)
    assert all(world.looked[sheet.id] for sheet in made)


@given(tables=st.integers(1, 20), seed=SEEDS)
@settings(max_examples=6)
def test_reads_are_spread_evenly_and_fairly(tables: int, seed: int) -> None:
    sheets = [RequestHistory(str(n), priority="pending", full_read_at=0.0) for n in range(tables)]
    world = World(sheets, 1, GOOGLE)
    world.run(200.0, seed)
    looks = sorted(at for looked in world.looked.values() for at in looked)
    turn = rates.MINUTE / (GOOGLE.reads - 2)
    assert max(later - first for first, later in pairwise(looks)) <= 2 * max(turn, 1.5)
    every = [max(b - a for a, b in pairwise(looked)) for looked in world.looked.values()]
    assert max(every) <= 2 * max(turn * tables, 1.5)
