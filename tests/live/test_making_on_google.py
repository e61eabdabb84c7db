"""Making a match on Google: whatever goes wrong, asking again finishes it, and nothing is twice."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from cloud_kit import (
    DENIZENS,
    EMAILS,
    PLAYERS,
    Crash,
    Google,
    Host,
    Trouble,
    goes_wrong,
    google,
    requests_of,
)
from hosting_kit import numbers_template
from secret_toy import GAME as SECRET

from sheets_emulator.faults import Fault
from umpire.errors import UmpireError
from umpire.hosting.creation import CreatedMatch
from umpire.hosting.plan import MatchRequest
from umpire.hosting.retry import Attempt, ShowStep, Sleep, retry
from umpire.match import Header
from umpire.projections.spreadsheets import CONSOLE
from umpire.sheets.errors import Unreachable
from umpire.sheets.template import find_template

pytestmark = pytest.mark.end_to_end

FORBIDDEN = {
    "error": {
        "code": 403,
        "message": "The caller does not have permission",
        "status": "PERMISSION_DENIED",
        "errors": [{"message": "No.", "domain": "global", "reason": "forbidden"}],
    }
}
PASSING = [
    Trouble("reset before", Fault("reset")),
    Trouble("answer lost", Fault("lost")),
    Trouble("500", Fault("status", 500)),
    Trouble("503 after the effect", late=Unreachable("late")),
    Trouble("429", Fault("status", 429, retry_after=7)),
    Trouble("a page of HTML", Fault("status", 502, html=True)),
]
LASTING = [
    Trouble("403", Fault("status", 403, body=FORBIDDEN)),
    Trouble("killed before", before=True),
    Trouble("killed after", late=Crash),
]
TROUBLES = [*PASSING, *LASTING]
ENDINGS = (UmpireError, Crash)


@pytest.fixture(scope="module")
def world() -> Iterator[Google]:
    with google() as running:
        yield running


@pytest.fixture
def host(world: Google, tmp_path: Path) -> Iterator[Host]:
    """An umpire with an account of their own."""
    umpire = Host(world, tmp_path / "store", f"umpire+{tmp_path.name}@example.org")
    yield umpire
    umpire.close()


@pytest.fixture(autouse=True)
def templates_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("umpire.hosting.plan.find_template", cache(find_template))


@pytest.fixture
def secret_toy(monkeypatch: pytest.MonkeyPatch) -> Header:
    """A made-up game with secrets, whose spreadsheets are small; its console is as good as none."""
    template = numbers_template("secret_sheets")
    console = replace(template, tabs=template.tables[-1:], tables=(), console=None)
    monkeypatch.setattr("umpire.catalogue.games", lambda: {SECRET.id: SECRET})
    for module in ("live.setup", "hosting.plan"):
        monkeypatch.setattr(
            f"umpire.{module}.find_template", lambda *_: replace(template, console=console)
        )
    return Header(SECRET.id, PLAYERS, {"phases": [{"who": "group", "secret": True}]})


def expected_guests(role: str, request: MatchRequest) -> Counter[tuple[str, str]]:
    """Whom a spreadsheet lets in beside its owner."""
    tables = {"table-1": ["ana@example.org"], "table-2": ["bo@example.org"]}
    if role in tables:
        return Counter((email, "writer") for email in tables[role])
    if role == CONSOLE:
        return Counter()
    players = (
        [] if request.header.game != DENIZENS else [(email, "writer") for email in EMAILS.values()]
    )
    return Counter([*players, ("anyone", "reader")])


def check_made(host: Host, made: CreatedMatch, request: MatchRequest) -> None:
    """All is there once: the match, its files, their guests, names and protection."""
    matches = {row.id: host.store.hosting(row.id) for row in host.store.matches()}
    assert matches.keys() == {f"{request.header.game}-{n + 1}" for n in range(len(matches))}
    assert host.store.pending_matches.all() == []
    documents = host.world.documents(host.email)
    assert Counter(one.spreadsheet_id for one in documents) == Counter(
        spreadsheet for hosting in matches.values() for spreadsheet in hosting.spreadsheets.values()
    )
    roles = {spreadsheet: role for role, spreadsheet in made.hosting.spreadsheets.items()}
    wanted = {"board"} | ({"table-1", "table-2"} if request.header.game != DENIZENS else set())
    assert set(roles.values()) == wanted | {CONSOLE}
    for document in documents:
        role = roles.get(document.spreadsheet_id)
        if role is None:
            continue
        guests = Counter(
            (grant.address or grant.kind, grant.role)
            for grant in document.grants
            if grant.role != "owner"
        )
        assert guests == expected_guests(role, request), role
        assert document.file["writersCanShare"] is False
        names = Counter(name.name for name in document.names)
        assert names or role == CONSOLE
        assert set(names.values()) <= {1}
        assert "Sheet1" not in [sheet.title for sheet in document.sheets]
        for sheet in document.sheets:
            assert [one for one in sheet.protections if one.area.is_whole], sheet.title
        assert document.locale == "en_GB"


def length(host: Host, request: MatchRequest) -> int:
    """How many requests it takes to make a match."""
    before = requests_of(host)
    check_made(host, host.make(request), request)
    return requests_of(host) - before


def breaks_off(
    host: Host, request: MatchRequest, trouble: Trouble, number: int, several: int = 1
) -> CreatedMatch:
    """Let making a match break off at a request or several, and ask for it again."""
    with goes_wrong(host, trouble, number, several) as was_made, pytest.raises(ENDINGS):
        host.make(request)
    assert was_made()
    assert len(host.store.pending_matches.all()) <= 1
    made = host.make(request)
    check_made(host, made, request)
    return made


@pytest.mark.parametrize("several", [1, 4])
@pytest.mark.parametrize("trouble", TROUBLES, ids=str)
def test_asking_again_finishes_what_broke_off_at_any_request_or_at_several_at_once(
    host: Host, secret_toy: Header, trouble: Trouble, several: int
) -> None:
    request = host.request(secret_toy)
    for number in range(length(host, request)):
        breaks_off(host, request, trouble, number, several)


def test_so_it_is_with_requests_of_a_real_game_which_then_is_played(host: Host) -> None:
    request = host.request(Header(DENIZENS, PLAYERS, {}))
    for turn, number in enumerate(range(0, length(host, request), 2)):
        made = breaks_off(host, request, TROUBLES[turn % len(TROUBLES)], number)
    host.first_move(made.row)


def test_what_passes_is_waited_for(host: Host, secret_toy: Header) -> None:
    waits: list[float] = []
    told: list[str] = []

    def patient(show_step: ShowStep, _sleep: Sleep) -> Attempt:
        return retry(show_step, waits.append)

    request = host.request(secret_toy)
    for number in range(2 * length(host, request)):
        trouble = PASSING[number % len(PASSING)]
        with goes_wrong(host, trouble, number // 2):
            made = host.make(request, attempts=patient, show_step=told.append)
        check_made(host, made, request)
        assert waits.pop() >= (7 if trouble.name == "429" else 1)
        assert waits == []
        assert any("; trying again in" in sentence for sentence in told)
        told.clear()


def test_whom_a_new_spreadsheet_lets_in_is_asked_for_only_after_a_failure(
    host: Host, secret_toy: Header
) -> None:
    def lookups() -> int:
        host.world.server.faults.calls.clear()
        check_made(host, host.make(request), request)
        calls = host.world.server.faults.calls
        return sum(one.method == "GET" and one.path.endswith("permissions") for one in calls)

    request = host.request(secret_toy)
    requests = length(host, request)
    assert lookups() == 0
    with goes_wrong(host, LASTING[0], requests - 1), pytest.raises(UmpireError):
        host.make(request)
    assert lookups() == 4


def test_a_league_of_fifty_waits_for_the_quota_and_no_match_fails(
    host: Host, secret_toy: Header
) -> None:
    clock, told = [0.0], list[str]()

    def sleep(seconds: float) -> None:
        clock[0] += seconds

    def patient(show_step: ShowStep, _sleep: Sleep) -> Attempt:
        return retry(show_step, sleep)

    quota = host.world.server.quota
    quota.forget()
    quota.per_user, quota.per_project, quota.now = 60, 300, lambda: clock[0]
    try:
        for number in range(25):
            pair = (f"Ana {number}", f"Bo {number}")
            emails = dict(zip(pair, EMAILS.values(), strict=True))
            request = host.request(replace(secret_toy, players=pair), emails=emails)
            check_made(host, host.make(request, attempts=patient, show_step=told.append), request)
    finally:
        quota.forget()
    assert 60 <= clock[0] < 130, "a hundred are filled, sixty in a minute"
    assert any("; trying again in" in sentence for sentence in told)
