"""`umpire new`, `share`, `unshare`, `status` and `matches` with a match on Google."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from cloud_kit import DENIZENS, DEVILS, SERVICE, Google, Trouble, goes_wrong, google
from live_kit import Hands, make_match

from sheets_emulator.faults import Fault
from umpire.catalogue import find_game
from umpire.errors import UmpireError, UsageError
from umpire.hosting import accounts
from umpire.sheets.account import Account
from umpire.sheets.client import SheetsClient
from umpire.sheets.errors import Forbidden, Gone
from umpire.store import GOOGLE, Hosting, Link, Store

pytestmark = pytest.mark.end_to_end

Umpire = Callable[..., Result]
ANA, BO, CLEO = "ana@example.org", "bo@example.org", "cleo@example.org"
NEW = ("new", DEVILS, "--players", "Ana,Bo", "--on", "google")
SHARED = (*NEW, "--share", f"Ana={ANA}", "--share", f"Bo={BO}")


class Desk:
    """The umpire at the command line, with the account that is signed in."""

    def __init__(self, world: Google, email: str) -> None:
        self.world = world
        self.email = email
        self.hands = Hands()

    @property
    def sheets(self) -> SheetsClient:
        return self.world.sheets(self.email)


@pytest.fixture(scope="module")
def world() -> Iterator[Google]:
    with google() as running:
        yield running


@pytest.fixture
def desk(world: Google, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Desk:
    made = Desk(world, f"umpire+{tmp_path.name}@example.org")
    monkeypatch.setenv("UMPIRE_GOOGLE", world.server.base_url)
    monkeypatch.setattr(
        accounts,
        "connections",
        lambda *_: lambda server: (Account(made.email, lambda: made.sheets),),
    )
    return made


def hosting(folder: Path, match: str = f"{DEVILS}-1") -> Hosting:
    with Store.open(folder) as store:
        return store.hosting(match)


def let_in(desk: Desk, spreadsheet: str) -> set[tuple[str, str]]:
    """Whom a spreadsheet lets in beside its owner."""
    shares = desk.sheets.shares(spreadsheet)
    return {(one.email or one.kind, one.role) for one in shares if one.role != "owner"}


def editors(desk: Desk, spreadsheet: str) -> set[str]:
    """Who may write in some cell of a spreadsheet beside its keepers."""
    document = desk.world.server.service.open(desk.email, spreadsheet).document
    return {
        email
        for sheet in document.sheets
        for protection in sheet.protections
        for email in protection.editors
    } - {desk.email}


def may(desk: Desk, email: str, spreadsheet: str) -> bool:
    try:
        desk.world.sheets(email).metadata(spreadsheet, "properties.title")
    except (Forbidden, Gone):
        return False
    return True


class TestNew:
    def test_links_guests_and_what_comes_next_are_told_then_and_by_status(
        self, umpire: Umpire, desk: Desk, tmp_path: Path
    ) -> None:
        lines = umpire(*NEW, "--share", f"Ana={ANA}").output.splitlines()
        assert lines[0] == f"{DEVILS}-1 is made. To begin, run 'umpire watch {DEVILS}-1'."
        at = hosting(tmp_path)
        base = f"{desk.world.server.base_url}/spreadsheets/d/{at.spreadsheets['table-1']}/edit"
        assert f"{base}#gid=1001" in lines[1]
        assert lines[-2:] == [
            f"Let in: Ana as {ANA}. The board is open to anyone with its link.",
            f"Not let in yet: Bo. Run 'umpire share {DEVILS}-1 Bo=EMAIL'.",
        ]
        assert at.server == GOOGLE
        assert at.link("umpire").email == desk.email
        assert not any(link.secret for link in at.links)
        lines = umpire("status", DEVILS).output.splitlines()
        links = [line.strip() for line in lines[lines.index("Links") + 1 :]]
        assert [link.rpartition("  ")[2] for link in links] == [
            f"({ANA})",
            f"(nobody yet: umpire share {DEVILS}-1 Bo=EMAIL)",
            "(anyone)",
            *[f"({desk.email})"] * 4,
        ]
        assert all(desk.world.server.base_url in link for link in links)

    def test_limits_are_longer_by_what_google_takes_to_show_a_turn(
        self, umpire: Umpire, desk: Desk, tmp_path: Path
    ) -> None:
        for options in ("{}", '{"update": 0}'):
            umpire(*NEW, "--options", options)
        with Store.open(tmp_path) as store:
            made = {row.id: row.options for row in store.matches()}
        assert made == {
            f"{DEVILS}-1": {"update": 3, "cut": True},
            f"{DEVILS}-2": {"update": 0, "cut": True},
        }

    def test_programs_are_told_the_same_and_nobody_opens_what_is_not_theirs(
        self, umpire: Umpire, desk: Desk, tmp_path: Path
    ) -> None:
        told = json.loads(umpire(*SHARED, "--json").output)
        assert told["accounts"] == {"Ana": ANA, "Bo": BO, "umpire": desk.email, "board": "anyone"}
        assert told["warnings"] == []
        assert all(link.startswith(desk.world.server.base_url) for link in told["links"].values())
        there = hosting(tmp_path).spreadsheets
        opened = {
            who: {role for role, at in there.items() if may(desk, who, at)}
            for who in (ANA, BO, CLEO)
        }
        assert opened == {ANA: {"board", "table-1"}, BO: {"board", "table-2"}, CLEO: {"board"}}
        assert let_in(desk, there["console"]) == set()

    def test_a_private_board_is_for_the_players_by_name(
        self, umpire: Umpire, desk: Desk, tmp_path: Path
    ) -> None:
        told = json.loads(umpire(*SHARED, "--private-board", "--json").output)
        assert "board" not in told["links"]
        board = hosting(tmp_path).spreadsheets["board"]
        assert let_in(desk, board) == {(ANA, "reader"), (BO, "reader")}
        assert not may(desk, CLEO, board)

    def test_in_a_game_without_secrets_all_write_in_one_spreadsheet(
        self, umpire: Umpire, desk: Desk, tmp_path: Path
    ) -> None:
        umpire("new", DENIZENS, *SHARED[2:])
        board = hosting(tmp_path, f"{DENIZENS}-1").spreadsheets["board"]
        assert let_in(desk, board) == {(ANA, "writer"), (BO, "writer"), ("anyone", "reader")}
        assert editors(desk, board) == {ANA, BO}

    def test_mails_are_sent_if_asked_for_and_two_at_once_are_two_matches(
        self, umpire: Umpire, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sent: list[bool] = []
        share = SheetsClient.share

        def noted(self: SheetsClient, *about: Any, notify: bool = False) -> None:
            sent.append(notify)
            share(self, *about, notify=notify)

        monkeypatch.setattr(SheetsClient, "share", noted)
        umpire(*SHARED)
        assert umpire(*SHARED, "--notify").output.startswith(f"{DEVILS}-2 is made")
        assert sent == [False, False, True, True]


class TestHalfMade:
    REFUSAL = {
        "code": 403,
        "message": "No",
        "status": "PERMISSION_DENIED",
        "errors": [{"message": "No", "domain": "global", "reason": "forbidden"}],
    }
    FORBIDDEN = Trouble("403", Fault("status", 403, body={"error": REFUSAL}))

    def broken_off(self, umpire: Umpire, desk: Desk, number: int, several: int = 1) -> None:
        with (
            goes_wrong(desk, self.FORBIDDEN, number, several),
            pytest.raises(UmpireError, match="Then run the same command again"),
        ):
            umpire(*SHARED)

    def test_the_same_command_finishes_it_and_says_so(self, umpire: Umpire, desk: Desk) -> None:
        self.broken_off(umpire, desk, 7)
        (told,) = json.loads(umpire("matches", "--json").output)
        assert (told["id"], told["status"]) == (f"{DEVILS}-1", "half made")
        assert "umpire new devils-deal --players Ana,Bo --on google" in umpire("matches").output
        assert umpire(*SHARED).output.startswith(
            f"{DEVILS}-1 was only half made and is now finished.\n"
        )
        (told,) = json.loads(umpire("matches", "--json").output)
        assert (told["id"], told["status"], told["to_do"]) == (f"{DEVILS}-1", "new", None)

    def test_an_address_may_be_put_right(self, umpire: Umpire, desk: Desk, tmp_path: Path) -> None:
        broken = "ana@nowhere.invalid"
        with pytest.raises(UmpireError, match=r"ana@nowhere\.invalid is not let in"):
            umpire(*NEW, "--share", f"Ana={broken}", "--share", f"Bo={BO}")
        umpire(*SHARED)
        table = hosting(tmp_path).spreadsheets["table-1"]
        assert let_in(desk, table) == {(ANA, "writer")}
        assert editors(desk, table) == {ANA}

    def test_another_address_takes_the_first_ones_place(
        self, umpire: Umpire, desk: Desk, tmp_path: Path
    ) -> None:
        self.broken_off(umpire, desk, 14)
        umpire(*NEW, "--share", f"Ana={CLEO}", "--share", f"Bo={BO}")
        table = hosting(tmp_path).spreadsheets["table-1"]
        assert let_in(desk, table) == {(CLEO, "writer")}
        assert editors(desk, table) == {CLEO}

    def test_anew_deletes_what_was_made_of_it(
        self, umpire: Umpire, desk: Desk, tmp_path: Path
    ) -> None:
        self.broken_off(umpire, desk, 12)
        begun = {one.spreadsheet_id for one in desk.world.documents(desk.email)}
        assert len(begun) == 4
        assert (
            f"{DEVILS}-1 was only half made: it is given up, and a new one is made."
            in umpire(*SHARED, "--anew").output
        )
        made = hosting(tmp_path).spreadsheets.values()
        assert {one.spreadsheet_id for one in desk.world.documents(desk.email)} == set(made)
        assert begun.isdisjoint(made)

    def test_what_somebody_deleted_meanwhile_is_made_anew(self, umpire: Umpire, desk: Desk) -> None:
        self.broken_off(umpire, desk, 12)
        desk.sheets.trash(desk.world.documents(desk.email)[0].spreadsheet_id)
        with pytest.raises(UmpireError, match="add --anew"):
            umpire(*SHARED)
        umpire(*SHARED, "--anew")
        assert len(desk.world.documents(desk.email)) == 4

    def test_another_match_is_not_taken_for_it(self, umpire: Umpire, desk: Desk) -> None:
        self.broken_off(umpire, desk, 7)
        assert umpire(*SHARED, "--no-clock").output.startswith(f"{DEVILS}-2 is made")

    def test_no_number_is_used_up_by_what_made_nothing(self, umpire: Umpire, desk: Desk) -> None:
        self.broken_off(umpire, desk, 1, several=4)
        assert umpire("matches").output == "There is no match yet. 'umpire new' makes one.\n"
        assert umpire(*SHARED, "--no-clock").output.startswith(f"{DEVILS}-1 is made")

    def killed_before_it_tells(self, umpire: Umpire, patch: pytest.MonkeyPatch) -> None:
        def die(*_: object) -> None:
            raise SystemExit(9)

        with patch.context() as dying:
            dying.setattr("umpire.cli.new._lines", die)
            assert umpire(*SHARED).exit_code == 9

    def test_one_that_was_made_but_not_told_is_told(
        self, umpire: Umpire, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.killed_before_it_tells(umpire, monkeypatch)
        assert len(json.loads(umpire("matches", "--json").output)) == 1
        first, second, *_ = umpire(*SHARED).output.splitlines()
        assert (
            first
            == f"{DEVILS}-1 was made before, perhaps without showing you its links. Here they are."
        )
        assert second.startswith(f"{DEVILS}-1 is made")
        assert umpire(*SHARED).output.startswith(f"{DEVILS}-2 is made")

    def test_one_that_was_not_told_is_known_of_once_it_is_watched(
        self, umpire: Umpire, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.killed_before_it_tells(umpire, monkeypatch)
        umpire("note", f"{DEVILS}-1", "hello")
        assert umpire(*SHARED).output.startswith(f"{DEVILS}-2 is made")

    def test_anew_leaves_one_that_was_not_told_alone(
        self, umpire: Umpire, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.killed_before_it_tells(umpire, monkeypatch)
        assert umpire(*SHARED, "--anew").output.startswith(f"{DEVILS}-2 is made")
        assert umpire(*SHARED).output.startswith(f"{DEVILS}-3 is made")


class TestWrongUsage:
    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            (["--share", "Cleo=c@example.org"], "fits no player"),
            (["--share", "Ana"], "write it like Ana=name@example.org"),
            (["--share", "Ana=ana"], "is not an e-mail address"),
            (
                ["--share", f"Ana={ANA}", "--share", f"Bo={ANA.upper()}"],
                "two players have the address",
            ),
            (["--share", f"Ana={ANA}", "--share", f"Ana={BO}"], "has two addresses"),
            (["--table", "Cleo=" + "a" * 44], "fits no player"),
            (["--table", "a" * 44], "is not a table"),
            (["--board", "https://example.org/spreadsheets/d/" + "a" * 44], "is not a spreadsheet"),
            (["--board", "https://docs.google.com/spreadsheets/d/e/2PACX"], "is not a spreadsheet"),
            (["--board", "b"], "is not a spreadsheet"),
            (["--board", "a" * 44], "no spreadsheet for Ana's table and Bo's table"),
            (["--console", "a" * 44], "no spreadsheet for the board, Ana's table and Bo's table"),
            (
                ["--board", "a" * 44, "--table", "Ana=" + "a" * 44, "--table", "Bo=" + "b" * 44],
                "given twice",
            ),
            (["--server", "http://127.0.0.1:1"], "--server is for a match on the local server"),
        ],
    )
    def test_is_one_sentence_before_anything_is_made(
        self, umpire: Umpire, desk: Desk, arguments: list[str], told: str
    ) -> None:
        with pytest.raises(UsageError, match=told):
            umpire(*NEW, *arguments)
        assert desk.world.documents(desk.email) == []

    @pytest.mark.parametrize(
        "arguments",
        [
            ["--share", f"Ana={ANA}"],
            ["--notify"],
            ["--private-board"],
            ["--board", "x"],
            ["--table", "Ana=x"],
            ["--console", "x"],
            ["--credentials", "x"],
        ],
    )
    def test_what_is_for_google_is_refused_elsewhere(
        self, umpire: Umpire, arguments: list[str]
    ) -> None:
        with pytest.raises(UsageError, match=f"{arguments[0]} is for a match on Google"):
            umpire("new", DEVILS, "--players", "Ana,Bo", *arguments)

    def test_a_table_in_a_game_without_secrets(self, umpire: Umpire, desk: Desk) -> None:
        given = ("--board", "a" * 44, "--table", "Ana=" + "b" * 44)
        with pytest.raises(UsageError, match="has no secrets"):
            umpire("new", DENIZENS, *NEW[2:], *given)

    def test_a_service_account_has_nowhere_to_put_a_spreadsheet(
        self, umpire: Umpire, desk: Desk
    ) -> None:
        desk.email = SERVICE
        with pytest.raises(UsageError, match="no storage for files: make empty spreadsheets for"):
            umpire(*NEW)


class TestShare:
    def test_a_player_is_let_in_later(self, umpire: Umpire, desk: Desk, tmp_path: Path) -> None:
        umpire(*NEW)
        at = hosting(tmp_path).spreadsheets
        assert let_in(desk, at["table-1"]) == set()
        told = umpire("share", DEVILS, f"Ana={ANA}").output
        assert f"Let in: Ana as {ANA}." in told
        assert let_in(desk, at["table-1"]) == {(ANA, "writer")}
        assert editors(desk, at["table-1"]) == {ANA}
        assert hosting(tmp_path).link(0).email == ANA
        assert let_in(desk, at["table-2"]) == let_in(desk, at["console"]) == set()

    def test_the_former_address_is_taken_back(
        self, umpire: Umpire, desk: Desk, tmp_path: Path
    ) -> None:
        umpire(*SHARED)
        table = hosting(tmp_path).spreadsheets["table-1"]
        for _ in range(2):
            umpire("share", DEVILS, f"Ana={CLEO}")
            assert let_in(desk, table) == {(CLEO, "writer")}
            assert editors(desk, table) == {CLEO}

    def test_it_may_be_repeated_after_any_trouble(
        self, umpire: Umpire, desk: Desk, tmp_path: Path
    ) -> None:
        umpire(*SHARED)
        table = hosting(tmp_path).spreadsheets["table-1"]
        emails = [CLEO, "dan@example.org"]
        for number in range(8):
            email = emails[number % 2]
            with goes_wrong(desk, TestHalfMade.FORBIDDEN, number) as was_made:
                try:
                    umpire("share", DEVILS, f"Ana={email}")
                except UmpireError:
                    umpire("share", DEVILS, f"Ana={email}")
            assert let_in(desk, table) == {(email, "writer")}
            assert editors(desk, table) == {email}
            if not was_made():
                break
        assert number > 4

    def test_unshare_takes_it_back_and_the_board_is_hidden_from_readers(
        self, umpire: Umpire, desk: Desk, tmp_path: Path
    ) -> None:
        umpire(*SHARED)
        at = hosting(tmp_path).spreadsheets
        told = json.loads(umpire("unshare", DEVILS, "ana", "board", "--json").output)
        assert told["accounts"] == {"Ana": None, "Bo": BO, "umpire": desk.email}
        assert let_in(desk, at["table-1"]) == set()
        assert editors(desk, at["table-1"]) == set()
        assert let_in(desk, at["board"]) == {(BO, "reader")}
        umpire("share", DEVILS, "board")
        assert let_in(desk, at["board"]) == {("anyone", "reader")}

    def test_wrong_usage_is_one_sentence(self, umpire: Umpire, desk: Desk) -> None:
        umpire(*SHARED)
        for command, argument, told in (
            ("share", f"Ana={BO}", "is Bo's address"),
            ("share", "Ana", "write it like Ana=name@example.org"),
            ("share", "reader=r@example.org", "fits no player"),
            ("unshare", "Cleo", "fits no player"),
        ):
            with pytest.raises(UsageError, match=told):
                umpire(command, DEVILS, argument)

    def test_a_local_matchs_links_let_people_in(self, umpire: Umpire, tmp_path: Path) -> None:
        with Store.open(tmp_path) as store:
            row = make_match(store, find_game(DENIZENS))
            link = Link(0, "board", "secret")
            store.set_hosting(row.id, Hosting("http://127.0.0.1:1", {"board": "b"}, (link,)))
        for arguments in (("share", "den", f"Ana={ANA}"), ("unshare", "den", "Ana")):
            with pytest.raises(UsageError, match="its links let in anyone who has them"):
                umpire(*arguments)
