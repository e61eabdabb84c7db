"""Several accounts that share the work: added, let in everywhere, and enough each for itself."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cloud_kit import write_entry
from hosting_kit import RATE, OneAfterTheOther
from live_kit import Hands
from rehearsal_kit import ANA, UMPIRE, Rehearsal

from sheets_emulator.client_files import service_email_of
from sheets_emulator.model import Document
from umpire.catalogue import find_game
from umpire.cli.output import warn
from umpire.errors import UsageError
from umpire.hosting.accounts import connections
from umpire.live.driver import Watch
from umpire.projections.match_history import rebuild
from umpire.sheets.client import SheetsClient, connect_local
from umpire.sheets.errors import Forbidden
from umpire.sheets.google import DRIVE_FILE, SERVICE_SCOPES, SPREADSHEETS
from umpire.store import GOOGLE, Hosting, Store

pytestmark = pytest.mark.end_to_end

CLEO, ROBOT = "cleo@example.org", service_email_of("robot")
NEW = ("new", "devils-deal", "--players", "Ana,Bo", "--on", "google", "--share", f"Ana={ANA}")
MATCH = "devils-deal-1"
OFTEN = replace(RATE, full=10.0)
"""Looks at all of a spreadsheet so often that no test need wait long for it."""


def further(rehearsal: Rehearsal, name: str) -> Path:
    return rehearsal.signed_in.parent / "umpire-accounts" / f"{name}.json"


def key(rehearsal: Rehearsal, name: str = "robot") -> str:
    """The file of a service account's key, as Google's console gives it."""
    file = rehearsal.folder / f"{name}-key.json"
    file.write_text(json.dumps(rehearsal.server.service_file(name)))
    return str(file)


def emails(rehearsal: Rehearsal) -> list[str]:
    return [account.email for account in connections(rehearsal.folder, warn=warn)(GOOGLE)]


@pytest.fixture
def signed_in(rehearsal: Rehearsal) -> Rehearsal:
    rehearsal.run("login", "--client", rehearsal.client)
    return rehearsal


@pytest.fixture
def shared(signed_in: Rehearsal) -> Rehearsal:
    """A person and a service account share the work of the first."""
    signed_in.run("login", "--as", "robot", "--key", key(signed_in))
    signed_in.email = CLEO
    signed_in.run("login", "--as", "second")
    return signed_in


class TestSigningIn:
    def test_a_person_lets_umpire_see_what_others_share_with_them(
        self, signed_in: Rehearsal
    ) -> None:
        signed_in.email = CLEO
        printed = signed_in.run("login", "--as", "second")
        file = further(signed_in, "second")
        assert f"second is {CLEO}. Its credentials are kept in {file}." in printed
        assert "umpire share --accounts" in printed
        assert file.stat().st_mode & 0o777 == 0o600
        kept = json.loads(file.read_text("utf-8"))
        assert (kept["account"], kept["scopes"]) == (CLEO, [DRIVE_FILE, SPREADSHEETS])
        assert emails(signed_in) == [UMPIRE, CLEO]
        assert f"{CLEO} is signed in to Google already" in signed_in.run("login", "--as", "second")

    def test_a_service_account_s_key_is_copied(self, signed_in: Rehearsal) -> None:
        given = key(signed_in)
        assert f"robot is {ROBOT}" in signed_in.run("login", "--as", "robot", "--key", given)
        file = further(signed_in, "robot")
        assert file.stat().st_mode & 0o777 == 0o600
        assert json.loads(file.read_text("utf-8")) == json.loads(Path(given).read_text("utf-8"))
        with pytest.raises(UsageError, match="add --again"):
            signed_in.run("login", "--as", "robot", "--key", given)
        signed_in.run("login", "--as", "robot", "--key", given, "--again")
        assert emails(signed_in) == [UMPIRE, ROBOT]

    def test_the_same_account_twice_has_no_more_quota(self, signed_in: Rehearsal) -> None:
        with pytest.raises(UsageError, match=f"{UMPIRE} is signed in already"):
            signed_in.run("login", "--as", "second")
        assert not further(signed_in, "second").exists()
        given = key(signed_in)
        signed_in.run("login", "--as", "robot", "--key", given)
        with pytest.raises(UsageError, match=f"{ROBOT} is signed in already"):
            signed_in.run("login", "--as", "again", "--key", given)
        assert emails(signed_in) == [UMPIRE, ROBOT]  # and the first is still let in

    @pytest.mark.parametrize("name", ["", "../x", "A", "a b", "-", "a" * 41])
    def test_a_name_is_one_of_a_file(self, signed_in: Rehearsal, name: str) -> None:
        with pytest.raises(UsageError, match="cannot name an account"):
            signed_in.run("login", "--as", name)

    def test_a_key_is_a_service_account_s_and_works(self, signed_in: Rehearsal) -> None:
        with pytest.raises(UsageError, match="add --as NAME"):
            signed_in.run("login", "--key", key(signed_in))
        with pytest.raises(UsageError, match="is not a service account's key"):
            signed_in.run("login", "--as", "x", "--key", str(signed_in.signed_in))
        strange = Path(key(signed_in))
        strange.write_text(strange.read_text().replace(ROBOT, service_email_of("nobody")))
        with pytest.raises(Forbidden):
            signed_in.run("login", "--as", "x", "--key", str(strange))
        assert emails(signed_in) == [UMPIRE]

    def test_signing_out(self, shared: Rehearsal) -> None:
        second = next(
            account for account in connections(shared.folder)(GOOGLE) if account.email == CLEO
        ).open()
        assert "access is withdrawn" in shared.run("logout", "--as", "second")
        with pytest.raises(Forbidden, match="run 'umpire login --as second'"):
            second.me()
        second.close()
        assert "until you delete it in Google's console" in shared.run("logout", "--as", "robot")
        assert emails(shared) == [UMPIRE]
        assert "Nobody is signed in" in shared.run("logout", "--as", "robot")


class TestWhoWorks:
    def test_one_that_cannot_be_used_is_left_out(
        self, shared: Rehearsal, capsys: pytest.CaptureFixture[str]
    ) -> None:
        further(shared, "second").write_text("half a fi")
        assert emails(shared) == [UMPIRE, ROBOT]
        assert "going on without the account second: the file" in capsys.readouterr().err

    def test_without_the_first_the_others_go_on(
        self, shared: Rehearsal, capsys: pytest.CaptureFixture[str]
    ) -> None:
        shared.revoke(shared.signed_in)
        assert emails(shared) == [UMPIRE, ROBOT, CLEO]
        assert "run 'umpire login'" in capsys.readouterr().err
        for name in ("second", "robot"):
            further(shared, name).unlink()
        with pytest.raises(Forbidden, match="run 'umpire login'"):
            emails(shared)


def hosting(rehearsal: Rehearsal) -> Hosting:
    with Store.open(rehearsal.folder) as store:
        return store.hosting(MATCH)


def document(rehearsal: Rehearsal, spreadsheet: str) -> Document:
    return rehearsal.server.service.open(UMPIRE, spreadsheet).document


def lets_in(rehearsal: Rehearsal, spreadsheet: str) -> set[str]:
    """Who may write in a spreadsheet, and in each of its protected ranges."""
    found = document(rehearsal, spreadsheet)
    writers = {grant.address for grant in found.grants if grant.role in ("owner", "writer")}
    editors = [{*one.editors} for sheet in found.sheets for one in sheet.protections]
    assert editors
    return writers.intersection(*editors)


class TestLettingIn:
    def test_a_new_match_lets_all_of_them_write_everywhere(self, shared: Rehearsal) -> None:
        shared.run(*NEW)
        found = hosting(shared)
        assert len(found.spreadsheets) == 4
        for spreadsheet in found.spreadsheets.values():
            assert lets_in(shared, spreadsheet) == {UMPIRE, ROBOT, CLEO}

    def test_those_of_a_match_made_before_are_let_in_later(self, signed_in: Rehearsal) -> None:
        signed_in.run(*NEW)
        signed_in.run("login", "--as", "robot", "--key", key(signed_in))
        told = signed_in.run("doctor", MATCH)
        assert f"{ROBOT}, an account that umpires it, cannot write in it." in told
        assert f"Run 'umpire share {MATCH} --accounts'." in told
        assert f"{MATCH} now lets in all your accounts." in signed_in.run("share", "--accounts")
        for spreadsheet in hosting(signed_in).spreadsheets.values():
            assert lets_in(signed_in, spreadsheet) == {UMPIRE, ROBOT}
        told = signed_in.run("doctor", MATCH)
        assert "Nothing is wrong" in told
        assert "The umpire, Ana (writes), and nobody else." in told

    def test_the_doctor_looks_at_each(self, shared: Rehearsal) -> None:
        for name in ("second", "third"):
            shared.email = f"{name}@example.org"
            shared.run("login", "--as", name, "--again")
        file = further(shared, "third")
        file.chmod(0o644)
        kept = json.loads(file.read_text("utf-8"))
        kept["refresh_token"] = shared.server.accounts.new_refresh(
            "third@example.org", kept["client_id"], (DRIVE_FILE,)
        )
        file.write_text(json.dumps(kept))
        told = shared.run("doctor", "--on", "google")
        assert f"Others on this computer can read {file}." in told
        assert f"account robot: The service account {ROBOT} shares the work" in told
        assert "account second: second@example.org shares the work, with its own quota." in told
        assert "account third: third@example.org sees only what it made itself." in told
        assert "Run 'umpire login --as third --again' and allow everything it asks for." in told
        for file in (shared.signed_in, further(shared, "second")):
            shared.revoke(file)
        told = shared.run("doctor", "--on", "google")
        assert "run 'umpire login --as second'" in told
        assert f"account robot: The service account {ROBOT} shares the work" in told

    def test_it_is_said_whom_to_let_in(self, signed_in: Rehearsal) -> None:
        for words in ((), (MATCH,), ("--accounts", MATCH, f"Ana={ANA}")):
            with pytest.raises(UsageError, match="nobody to let in"):
                signed_in.run("share", *words)


def refused() -> SheetsClient:
    raise Forbidden("this account may not do that.")


@pytest.fixture
def person(shared: Rehearsal) -> Iterator[SheetsClient]:
    """The umpire in a browser, after umpire's own sign-in was taken back."""
    token = shared.server.sign_in(UMPIRE, SERVICE_SCOPES, "a browser")
    sheets = connect_local(shared.server.base_url, token)
    yield sheets
    sheets.close()


@pytest.mark.parametrize("email", [CLEO, ROBOT])
def test_each_account_can_do_all_that_the_daemon_does(
    shared: Rehearsal, person: SheetsClient, email: str
) -> None:
    """Cells, colours, protection, locale, names and new rows.

    The first one's sign-in is taken back before the daemon starts, or while the match is played.
    """
    shared.run("new", "denizens-of-tartarus", *NEW[2:])
    if email == ROBOT:
        shared.revoke(shared.signed_in)
    hands = Hands()
    accounts = [
        one if one.email in (UMPIRE, email) else replace(one, open=refused)
        for one in connections(shared.folder)(GOOGLE)
    ]
    with Store.open(shared.folder) as store:
        row = store.matches()[0]
        board = store.hosting(row.id).spreadsheets["board"]
        watch = Watch(
            *(store, lambda _: tuple(accounts), OFTEN),
            google=OFTEN,
            clocks=hands.clocks(),
            jitter=lambda: 1.0,
            runner=OneAfterTheOther(hands),
        )

        def run(seconds: float) -> None:
            end = hands.passed + seconds
            while hands.passed < end:
                watch.turn()

        run(3)
        before = document(shared, board)
        match = rebuild(row.header(), find_game(row.game), store.lines(row.id), ()).match
        pending = match.pending[0]
        said = pending.decision.kind.random_answer(match.state, pending.decision, Random(1))
        entry = f"entry_{row.players.index(pending.by) + 1}"
        write_entry(person, board, entry, said)
        run(3)
        assert [(line.by, line.ok) for line in store.lines(row.id) if line.cell] == [
            (pending.by, True)
        ]
        if email == CLEO:
            shared.revoke(shared.signed_in)
        person.write(board, [*vandalism(before), *many_entries(before, entry)])
        run(OFTEN.full + 15)
        watch._let_go_of_all()
        pauses = [line.note for line in store.lines(row.id) if line.say == "pause"]
        assert pauses == ["the umpire is away"]
    after = document(shared, board)
    assert after.locale == before.locale
    for sheet, was in zip(after.sheets, before.sheets, strict=True):
        assert len(sheet.conditional_rules) == len(was.conditional_rules)
        assert len(sheet.protections) == len(was.protections)
    assert sum(sheet.row_count for sheet in after.sheets) > sum(
        sheet.row_count for sheet in before.sheets
    )
    assert lets_in(shared, board) == {UMPIRE, ROBOT, CLEO}


def vandalism(found: Document) -> Iterator[dict[str, Any]]:
    """Take away all protection and the first rule of each tab, and change the locale."""
    german = {"properties": {"locale": "de_DE"}, "fields": "locale"}
    yield {"updateSpreadsheetProperties": german}
    for sheet in found.sheets:
        for one in sheet.protections:
            yield {"deleteProtectedRange": {"protectedRangeId": one.protected_range_id}}
        if sheet.conditional_rules:
            yield {"deleteConditionalFormatRule": {"sheetId": sheet.sheet_id, "index": 0}}


def many_entries(found: Document, name: str) -> Iterator[dict[str, Any]]:
    """Fill a score sheet so far that it must grow."""
    named = found.named(name)
    assert named is not None
    area = named.area
    assert area.top is not None
    assert area.bottom is not None
    below = area.bottom - area.top - 1
    rows = [{"values": [{"userEnteredValue": {"stringValue": "x"}}]}] * below
    start = {"sheetId": named.sheet_id, "rowIndex": area.top + 1, "columnIndex": area.left}
    yield {"updateCells": {"start": start, "rows": rows, "fields": "userEnteredValue"}}
