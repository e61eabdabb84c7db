"""`umpire doctor` without a MATCH: files, the local server, and the sign-in to Google."""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest
from doctor_kit import UMPIRE, Commands, Done, Hosted, Rehearsal, written
from gspread.exceptions import APIError
from gspread.http_client import HTTPClient
from requests import Response

from sheets_emulator.faults import Fault
from sheets_emulator.scopes import DRIVE, DRIVE_FILE, SPREADSHEETS
from umpire.checkup import computer, google, worst_level
from umpire.sheets.client import Answer
from umpire.store import Hosting, Link, MatchRow

pytestmark = pytest.mark.end_to_end

DEAD = "http://127.0.0.1:1"


def test_a_fresh_computer_is_well_and_told_how_to_begin(umpire: Commands) -> None:
    done = umpire.doctor("--server", DEAD)
    assert (done.status, done.wrong, done.warnings) == (0, [], [])
    assert "log: There is no log yet: 'umpire new' begins one." in done.said
    assert f"Nothing answers at {DEAD}. No match needs it at the moment." in done.said
    assert "To host matches on Google, run 'umpire login'" in done.said
    assert not (umpire.home / "umpire.db").exists()
    assert not (umpire.home / "local-token").exists()


def test_on_local_looks_at_nothing_of_google(umpire: Commands) -> None:
    assert "Google" not in umpire.doctor("--on", "local").said.partition("versions")[2]


def test_on_google_looks_at_no_local_server(umpire: Commands) -> None:
    assert "local server" not in umpire.doctor("--on", "google").said


def test_a_match_makes_the_local_server_needed(at_home: Hosted) -> None:
    done = at_home.umpire.doctor("--server", DEAD, "--on", "local")
    assert done.status == 0
    (warning,) = done.warnings
    assert warning.endswith(f"local server: Nothing answers at {DEAD}. Run 'umpire serve'.")
    assert "1 match, 1 not over" in done.said


def test_the_local_server_answers(at_home: Hosted, made_at_home: Any) -> None:
    address = made_at_home.server.base_url
    done = at_home.umpire.doctor("--server", address, "--on", "local")
    assert f"local server: It answers at {address}." in done.said


def test_a_match_that_is_half_made_is_a_warning(rehearsal: Rehearsal, umpire: Commands) -> None:
    file = rehearsal.person(UMPIRE)
    stops = Fault("status", 403, when=lambda call: call.kind == "write")
    rehearsal.server.faults.plan(stops)
    asked = ("devils-deal", "--players", "Ana,Bo", "--on", "google", "--credentials", str(file))
    with pytest.raises(AssertionError):
        umpire("new", *asked)
    assert any(
        "devils-deal-1 (Ana, Bo) is only half made. Run the same 'umpire new' again" in line
        for line in umpire.doctor("--credentials", str(file)).warnings
    )
    umpire("new", *asked)
    assert umpire.doctor("--credentials", str(file)).warnings == []


# Files.


@pytest.mark.parametrize(
    ("break_it", "said"),
    [
        (
            lambda home: written(home / "umpire.db", "no database at all, but long enough" * 40),
            "it is not a database. Move it away, or name another folder",
        ),
        (
            lambda home: (home / "umpire.db").mkdir(parents=True),
            "is a folder where the log should be. Move it away.",
        ),
    ],
    ids=["no database", "a folder for a log"],
)
def test_a_home_that_cannot_be_used_is_wrong(
    umpire: Commands, break_it: Callable[[Path], object], said: str
) -> None:
    break_it(umpire.home)
    done = umpire.doctor("--on", "local")
    assert done.status == 1
    (wrong,) = done.wrong
    assert said in wrong
    of_match = umpire.doctor("some-match")
    assert of_match.status == 1
    assert said.partition(". ")[0] in of_match.said


def test_secret_files_that_others_can_read_are_closed(on_google: Hosted) -> None:
    home = on_google.umpire.home
    token = written(home / "local-token", "a token that nobody has")
    log, sign_in = home / "umpire.db", Path(os.environ["UMPIRE_CREDENTIALS"])
    files = [log, token, sign_in]
    for file in files:
        file.chmod(0o644)
    done = on_google.umpire.doctor()
    assert done.status == 1
    assert [f"Others on this computer can read {file}." in line for file, line in
            zip(files, done.wrong, strict=True)] == [True] * 3  # fmt: skip
    for file in files:
        file.chmod(0o644)
    again = on_google.umpire.doctor("--repair")
    assert (again.status, again.wrong) == (0, [])
    assert [oct(file.stat().st_mode & 0o777) for file in files] == ["0o600"] * 3


# Who is signed in.


def test_a_sign_in_to_google_is_tried_out(on_google: Hosted) -> None:
    done = on_google.umpire.doctor("--on", "google")
    assert (done.status, done.wrong, done.warnings) == (0, [], [])
    for said in (
        "is a person's sign-in, and is used.",
        f"signed in: {UMPIRE} at http://127.0.0.1:",
        "scopes: drive.file: only the files that umpire makes.",
        "a spreadsheet: One was made, written, read and deleted.",
        "clock: This computer's clock agrees with Google's.",
        "quota: 1 running match with 2 tables to read, each every 2.5 s",
    ):
        assert said in done.said


def test_nothing_is_left_behind(rehearsal: Rehearsal, umpire: Commands) -> None:
    done = umpire.doctor("--credentials", str(rehearsal.person(UMPIRE)))
    assert done.status == 0
    assert rehearsal.server.service.visible(UMPIRE) == []


@pytest.mark.parametrize(
    ("scopes", "level", "said"),
    [
        ((DRIVE_FILE,), "ok", "scopes: drive.file: only the files that umpire makes."),
        (
            (DRIVE_FILE, DRIVE),
            "warning",
            "umpire is allowed more than it needs: drive, drive.file.",
        ),
        ((SPREADSHEETS,), "wrong", "umpire login --again"),
    ],
    ids=["just right", "too many", "too few"],
)
def test_scopes(
    rehearsal: Rehearsal, umpire: Commands, scopes: tuple[str, ...], level: str, said: str
) -> None:
    done = umpire.doctor("--credentials", str(rehearsal.person(UMPIRE, *scopes)))
    assert any(said in line for line in done.lines(level))
    assert done.status == (1 if level == "wrong" else 0)


def test_a_service_account_is_told_what_to_share(rehearsal: Rehearsal, umpire: Commands) -> None:
    key = rehearsal.service()
    address = json.loads(key.read_text())["client_email"]
    done = umpire.doctor("--credentials", str(key))
    assert done.status == 0
    assert f"Share each spreadsheet of a match with {address} as Editor." in done.said
    assert "A service account cannot own files, so none was made" in done.said


def test_a_service_account_tries_a_given_spreadsheet(
    rehearsal: Rehearsal, umpire: Commands
) -> None:
    key = rehearsal.service()
    address = json.loads(key.read_text())["client_email"]
    with rehearsal.connection(rehearsal.person(UMPIRE)) as owner:
        table = owner.create("by hand", "by hand")
        closed = umpire.doctor("--credentials", str(key), "--table", table)
        owner.share(table, address, "writer")
    opened = umpire.doctor("--credentials", str(key), "--table", f"{DEAD}/spreadsheets/d/{table}/")
    assert (closed.status, opened.status) == (1, 0)
    assert "a spreadsheet: The given one can be opened." in opened.said


def _with_token(token: object) -> Callable[[Path], object]:
    return lambda file: file.write_text(
        json.dumps({**json.loads(file.read_text()), "refresh_token": token})
    )


BROKEN: dict[str, Callable[[Path], object]] = {
    "no JSON": lambda file: file.write_text("{ this is no JSON"),
    "an app": lambda file: file.write_text(json.dumps({"installed": {"client_id": "x"}})),
    "nothing": lambda file: file.unlink(),
    "revoked": _with_token("1//long-gone"),
    "damaged": _with_token(7),
}


@pytest.mark.parametrize("break_it", BROKEN.values(), ids=BROKEN)
def test_bad_credentials_are_one_sentence(
    rehearsal: Rehearsal, umpire: Commands, break_it: Callable[[Path], object]
) -> None:
    file = rehearsal.person(UMPIRE)
    break_it(file)
    done = umpire.doctor("--credentials", str(file), "--on", "google")
    assert done.status == 1
    assert len(done.wrong) == 1
    assert done.wrong[0].startswith("Google: ")


def test_nobody_signed_in_is_wrong_once_a_match_needs_it(
    on_google: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("UMPIRE_CREDENTIALS")
    done = on_google.umpire.doctor()
    assert done.status == 1
    (wrong,) = done.wrong
    assert "Matches are hosted on Google, but nobody is signed in" in wrong
    (of_match,) = on_google.examined().wrong
    assert "Nobody is signed in to Google on this computer." in of_match


def test_a_server_that_is_silent_is_one_sentence(
    rehearsal: Rehearsal, umpire: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("umpire.sheets.client.READ_SECONDS", 0.2)
    rehearsal.server.faults.plan(Fault("late", seconds=3.0))
    done = umpire.doctor("--credentials", str(rehearsal.person(UMPIRE)))
    assert done.status == 1
    (wrong,) = done.wrong
    assert "signed in: " in wrong


@pytest.mark.parametrize(
    "fault",
    [Fault("status", 500), Fault("status", 503, html=True), Fault("reset"), Fault("status", 429)],
    ids=["500", "a page", "reset", "429"],
)
def test_what_fails_on_the_way_is_one_sentence(
    rehearsal: Rehearsal, umpire: Commands, fault: Fault
) -> None:
    def fits(call: Any) -> bool:
        return bool(call.kind == "write")

    rehearsal.server.faults.plan(replace(fault, when=fits))
    done = umpire.doctor("--credentials", str(rehearsal.person(UMPIRE)))
    assert done.status == 1
    (wrong,) = done.wrong
    assert "a spreadsheet: " in wrong
    assert rehearsal.server.service.visible(UMPIRE) == []


def test_an_api_that_is_not_enabled_is_named(
    rehearsal: Rehearsal, umpire: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The words are Google's, as others have met them; the server has no project to enable."""
    words = (
        "Google Sheets API has not been used in project 1 before or it is disabled. Enable it by "
        "visiting https://console.developers.google.com/apis/api/sheets.googleapis.com/overview"
        "?project=1 then retry."
    )
    refuse = HTTPClient.request

    def request(http: HTTPClient, method: str, endpoint: str, *args: Any, **more: Any) -> Any:
        if "/v4/" not in endpoint:
            return refuse(http, method, endpoint, *args, **more)
        answer = Response()
        answer.status_code = 403
        answer._content = json.dumps({"error": {"code": 403, "message": words}}).encode()
        raise APIError(answer)

    monkeypatch.setattr(HTTPClient, "request", request)
    done = umpire.doctor("--credentials", str(rehearsal.person(UMPIRE)))
    assert done.status == 1
    (wrong,) = done.wrong
    assert "The Google Sheets API is not enabled in this sign-in's project." in wrong
    assert "console.developers.google.com/apis/api/sheets.googleapis.com" in wrong


# Clocks and quotas.


@pytest.mark.parametrize(
    ("ahead", "level", "said"),
    [
        (0, "ok", "agrees"),
        (4, "ok", "agrees"),
        (30, "warning", "30 s ahead"),
        (-30, "warning", "30 s behind"),
        (90, "wrong", "90 s ahead"),
        (-90, "wrong", "90 s behind"),
    ],
)
def test_clocks_are_compared(ahead: int, level: str, said: str) -> None:
    now = datetime(2026, 1, 1, 12, tzinfo=UTC)
    answer = Answer(200, {"Date": format_datetime(now, usegmt=True)}, {}, 0.2)
    at = now.timestamp() + 0.6 + ahead
    (trip, clock) = google.check_clocks([google.TimedAnswer(answer, at)] * 3)
    assert (trip.level, clock.level) == ("ok", level)
    assert said in clock.sentence


def test_without_a_date_no_clock_is_compared() -> None:
    answers = [google.TimedAnswer(Answer(200, {}, {}, 3.0), 0.0)]
    (trip,) = google.check_clocks(answers)
    assert (trip.level, trip.sentence) == ("warning", "A read takes 3.00 s (median of 1).")


def _hosted(count: int) -> Iterator[tuple[MatchRow, Hosting]]:
    for number in range(count):
        row = MatchRow(f"m-{number}", "g", ("Ana", "Bo"), {}, "running", "", "", None, None, "")
        links = (Link(0, "table-1"), Link(1, "table-2"), Link("umpire", "board"))
        roles = {"board": "b", "table-1": "a", "table-2": "o"}
        yield row, Hosting("google", roles, links)


@pytest.mark.parametrize(
    ("matches", "accounts", "level", "said"),
    [
        (0, 1, "ok", "No match on Google is running"),
        (1, 1, "ok", "1 running match with 2 tables to read"),
        (3, 1, "ok", "3 running matches with 6 tables to read"),
        (6, 1, "warning", "6 running matches with 12 tables to read"),
        (6, 2, "ok", "of the 60 writes a minute for each of 2 accounts"),
        (19, 5, "ok", "19 running matches with 38 tables to read"),
        (30, 9, "warning", "of the 60 writes a minute for each of 9 accounts"),
    ],
)
def test_quota(matches: int, accounts: int, level: str, said: str) -> None:
    """Five accounts use up what Google allows a project."""
    found = google.check_quota(list(_hosted(matches)), accounts)
    assert (found.level, said in found.sentence) == (level, True), found
    assert "54 of the 60 reads and 54 of the 60 writes a minute" in found.sentence


# What it prints.


def test_json_is_for_programs(umpire: Commands) -> None:
    done = umpire.doctor("--on", "local", "--json")
    told = json.loads(done.said)
    assert (told["level"], told["repaired"]) == ("ok", [])
    assert [one["about"] for one in told["findings"]][:3] == ["versions", "home folder", "log"]


def test_a_terminal_gets_a_table(umpire: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    said = umpire.doctor("--on", "local").said
    assert "this computer" in said
    assert "\x1b[32mok" in said
    assert said.strip().endswith("Everything is fine.")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--second", "x"), "--second does not go without --live"),
        (("--by-hand",), "--by-hand does not go without --live"),
        (("--burst",), "--burst does not go without --live"),
        (("--report", "x"), "--report does not go without --live"),
        (("--live", "some-match"), "MATCH does not go with --live"),
        (("--live", "--repair"), "--repair does not go with --live"),
        (("--live", "--on", "local"), "--live is about Google"),
        (("--table", "x"), "is not a spreadsheet: give the address"),
    ],
)
def test_wrong_usage(umpire: Commands, arguments: tuple[str, ...], said: str) -> None:
    done: Done = umpire.doctor(*arguments)
    assert (done.status, said in done.said) == (2, True)


def test_the_worst_counts() -> None:
    ok = computer.check_versions()
    wrong = replace(ok, level="wrong")
    assert [worst_level(found) for found in ([], [ok], [ok, wrong, ok])] == ["ok", "ok", "wrong"]
