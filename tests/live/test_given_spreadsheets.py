"""Spreadsheets that were made by hand and given for a match, mostly to a service account."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from cloud_kit import DENIZENS, DEVILS, PLAYERS, SERVICE, Google, Host, google, write_entry

from umpire.errors import UsageError
from umpire.hosting.handmade import access_warnings
from umpire.hosting.plan import MatchRequest
from umpire.hosting.retry import try_once
from umpire.hosting.sharing import change_guests
from umpire.match import Header
from umpire.projections.spreadsheets import CONSOLE, match_context, spreadsheets_of
from umpire.sheets.client import Share
from umpire.sheets.template import find_template
from umpire.store import Hosting

pytestmark = pytest.mark.end_to_end

ANA, BO, CLEO = "ana@example.org", "bo@example.org", "cleo@example.org"
ROLES = ("board", "table-1", "table-2")
HEADER = Header(DEVILS, PLAYERS, {})


@pytest.fixture(scope="module")
def world() -> Iterator[Google]:
    with google() as running:
        yield running


@pytest.fixture
def host(world: Google, tmp_path: Path) -> Iterator[Host]:
    """An umpire whose program works as a service account."""
    made = Host(world, tmp_path / "store", SERVICE)
    yield made
    made.close()


@pytest.fixture
def owner(tmp_path: Path) -> str:
    """The umpire in person, who makes spreadsheets by hand."""
    return f"person+{tmp_path.name}@example.org"


def by_hand(host: Host, owner: str, roles: tuple[str, ...] = ROLES) -> dict[str, str]:
    """Empty spreadsheets, shared with the service account."""
    person = host.world.sheets(owner)
    made = {role: person.create(role, f"by hand {role}") for role in roles}
    for spreadsheet in made.values():
        person.share(spreadsheet, host.email, "writer")
        person._drive("patch", f"files/{spreadsheet}", {"writersCanShare": True})
    return made


def request(host: Host, handmade: Mapping[str, str], header: Header = HEADER) -> MatchRequest:
    return host.request(header, handmade=handmade)


def write(host: Host, owner: str, spreadsheet: str, text: str) -> None:
    cell = {
        "range": {"sheetId": 0, "startRowIndex": 4, "endRowIndex": 5, "startColumnIndex": 2},
        "rows": [{"values": [{"userEnteredValue": {"stringValue": text}}]}],
        "fields": "userEnteredValue",
    }
    host.world.sheets(owner).write(spreadsheet, [{"updateCells": cell}])


def let_in(host: Host, owner: str, spreadsheet: str) -> set[tuple[str, str]]:
    shares = host.world.sheets(owner).shares(spreadsheet)
    return {(one.email or one.kind, one.role) for one in shares}


def test_empty_ones_become_the_match(host: Host, owner: str) -> None:
    handmade = by_hand(host, owner)
    made = host.make(request(host, handmade))
    assert made.hosting.spreadsheets == handmade
    assert made.hosting.link("umpire").email == owner
    ours = (host.email, "writer")
    assert let_in(host, owner, handmade["board"]) == {
        (owner, "owner"),
        ours,
        ("anyone", "reader"),
    }
    assert let_in(host, owner, handmade["table-1"]) == {(owner, "owner"), ours, (ANA, "writer")}
    assert [one for one in made.warnings if "Anyone who may write in" in one]
    host.first_move(made.row)


def test_a_console_may_be_given_as_well(host: Host, owner: str) -> None:
    handmade = by_hand(host, owner, (*ROLES, CONSOLE))
    made = host.make(request(host, handmade))
    assert let_in(host, owner, handmade[CONSOLE]) == {(owner, "owner"), (host.email, "writer")}
    assert made.hosting.addresses().umpire[CONSOLE].endswith(f"/{handmade[CONSOLE]}/edit")


def test_what_the_account_may_not_share_is_shared_by_hand(host: Host, owner: str) -> None:
    handmade = by_hand(host, owner)
    for spreadsheet in handmade.values():
        host.world.sheets(owner).restrict_sharing(spreadsheet)
    made = host.make(request(host, handmade))
    told = [one for one in made.warnings if "by hand" in one]
    assert told[1] == (
        f"{host.email} may not share Ana's table, so do it by hand: let in {ANA} as Editor."
    )
    template = find_template(DEVILS)
    hosting, warnings = change_guests(
        *(host.store, host.sheets, host.email, made.row, {0: CLEO}),
        lambda links: spreadsheets_of(
            template, match_context(made.row.id, HEADER, links, [host.email])
        ),
        try_once,
    )
    assert hosting.link(0).email == CLEO
    assert warnings[-1] == (
        f"{host.email} may not share Ana's table, so do it by hand: let in {CLEO} as Editor and "
        f"remove the access of {ANA}."
    )


def test_all_accounts_that_umpire_it_are_let_in(host: Host, owner: str) -> None:
    """By the program if it may; else its umpire is told. They are no strangers to secrets."""
    handmade = by_hand(host, owner)
    host.world.sheets(owner).share(handmade["table-1"], CLEO, "writer")
    host.world.sheets(owner).restrict_sharing(handmade["table-2"])
    made = host.make(host.request(HEADER, handmade=handmade, further=(CLEO,)))
    for role in ("board", "table-1"):
        assert (CLEO, "writer") in let_in(host, owner, handmade[role])
    assert [one for one in made.warnings if CLEO in one] == [
        f"{host.email} may not share Bo's table, so do it by hand: let in {CLEO} as Editor and "
        f"let in {BO} as Editor."
    ]


def test_what_half_way_fails_is_finished_and_nothing_is_deleted(host: Host, owner: str) -> None:
    handmade = by_hand(host, owner)
    given_up = by_hand(host, owner)
    host.world.sheets(owner).trash(given_up["table-2"])
    with pytest.raises(UsageError, match="cannot be opened: share it with"):
        host.make(request(host, given_up))
    host.make(request(host, handmade))
    made = host.make(request(host, by_hand(host, owner)), anew=True)
    assert made.row.id == f"{DEVILS}-2"
    assert len(host.world.documents(owner)) == 3 + 2 + 3


@pytest.mark.parametrize("role", ROLES)
def test_one_that_holds_something_else_is_refused_and_untouched(
    host: Host, owner: str, role: str
) -> None:
    handmade = by_hand(host, owner)
    write(host, owner, handmade[role], "my shopping list")
    versions = {one.spreadsheet_id: one.version for one in host.world.documents(owner)}
    with pytest.raises(UsageError, match="holds something else, so it was not changed"):
        host.make(request(host, handmade))
    assert versions == {one.spreadsheet_id: one.version for one in host.world.documents(owner)}
    assert host.store.pending_matches.all() == []


def test_another_matchs_are_refused(host: Host, owner: str) -> None:
    handmade = by_hand(host, owner)
    host.make(request(host, handmade))
    with pytest.raises(UsageError, match=f"belongs to {DEVILS}-1: give another"):
        host.make(request(host, handmade))


def test_one_that_was_played_in_is_refused(host: Host, owner: str, tmp_path: Path) -> None:
    handmade = by_hand(host, owner)
    host.make(request(host, handmade))
    write_entry(host.world.sheets(ANA), handmade["table-1"], "entry_1", "pass")
    other = Host(host.world, tmp_path / "another store", SERVICE)
    with pytest.raises(UsageError, match="Ana's table has been played in"):
        other.make(request(other, handmade))
    other.close()


def test_one_laid_out_by_hand_is_repaired_and_played_in(host: Host, owner: str) -> None:
    """As a template that was uploaded or copied: some names are gone, and nobody is let in."""
    handmade = by_hand(host, owner, ("board",))
    header = Header(DENIZENS, PLAYERS, {})
    first = host.make(request(host, handmade, header))
    host.store.set_hosting(first.row.id, Hosting())  # as if from another store
    document = host.world.server.service.open(owner, handmade["board"]).document
    names = {one.name: one.named_range_id for one in document.names}
    protected = [one.protected_range_id for sheet in document.sheets for one in sheet.protections]
    host.world.sheets(owner).write(
        handmade["board"],
        [
            {"deleteNamedRange": {"namedRangeId": names["headline"]}},
            {"addSheet": {"properties": {"title": "My notes"}}},
            *({"deleteProtectedRange": {"protectedRangeId": number}} for number in protected),
        ],
    )
    made = host.make(request(host, handmade, header))
    assert made.row.id == f"{DENIZENS}-2"
    host.first_move(made.row)


def test_a_person_cannot_open_what_umpire_did_not_make(world: Google, tmp_path: Path) -> None:
    me = f"umpire+{tmp_path.name}@example.org"
    host = Host(world, tmp_path / "store", me)
    other = f"person+{tmp_path.name}@example.org"
    handmade = by_hand(host, other)
    with pytest.raises(UsageError, match="umpire sees only spreadsheets that it made"):
        host.make(request(host, handmade))
    host.close()


BOARD, TABLE, *_ = spreadsheets_of(
    find_template(DEVILS), match_context("m-1", HEADER, (), [SERVICE])
)


@pytest.mark.parametrize(
    ("share", "told"),
    [
        (Share("1", "anyone", "reader"), "open to anyone with its link: remove that access"),
        (Share("1", "domain", "reader"), "open to anyone with its link: remove that access"),
        (Share("1", "user", "reader", "BO@example.org"), "open to Bo: remove that access"),
    ],
)
def test_a_table_that_others_may_open_is_refused(share: Share, told: str) -> None:
    emails = {"Ana": ANA, "Bo": BO}
    with pytest.raises(UsageError, match=told):
        access_warnings(TABLE, [share], (SERVICE, "o@example.org"), emails)
    assert access_warnings(BOARD, [share], (SERVICE, "o@example.org"), emails) == []


def test_a_table_that_a_stranger_may_open_is_told() -> None:
    shares = [
        Share("1", "user", "owner", "o@example.org"),
        Share("2", "user", "writer", SERVICE),
        Share("3", "user", "writer", ANA),
        Share("4", "user", "reader", CLEO),
    ]
    (told,) = access_warnings(TABLE, shares, (SERVICE, "o@example.org"), {"Ana": ANA, "Bo": BO})
    assert told.startswith(f"Ana's table is open to {CLEO} too")
