"""`umpire doctor --live`: the emulator's kit and Umpire's own checks, run on who plays Google."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from doctor_kit import BO, UMPIRE, Commands, Done, Rehearsal

from sheets_emulator.conformance import CHECKS
from sheets_emulator.scopes import DRIVE_FILE, SPREADSHEETS
from umpire.checkup import conformance
from umpire.sheets.client import SheetsClient
from umpire.sheets.errors import Refused

pytestmark = pytest.mark.end_to_end


@pytest.fixture
def report(tmp_path: Path) -> Path:
    return tmp_path / "live.md"


Live = Callable[..., Done]


@pytest.fixture
def live(rehearsal: Rehearsal, umpire: Commands, report: Path) -> Live:
    """Runs the doctor with a sign-in, which is the umpire's own if it is given none."""

    def run(*more: str, credentials: Path | None = None, stdin: str = "") -> Done:
        file = credentials or rehearsal.person(UMPIRE)
        about = ("--live", "--credentials", str(file), "--report", str(report))
        return umpire("doctor", *about, *more, stdin=stdin)

    return run


@pytest.fixture
def only_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the emulator's checks only one is run."""
    monkeypatch.setattr(conformance, "CHECKS", CHECKS[:1])


def test_all_holds_and_the_report_tells_it(
    rehearsal: Rehearsal, umpire: Commands, report: Path, live: Live
) -> None:
    second = rehearsal.person(BO, DRIVE_FILE, SPREADSHEETS, name="second.json")
    done = live("--second", str(second))
    assert done.status == 0, done.said
    text = report.read_text()
    untried = {one.number for one in CHECKS if {"hands", "burst"} & {*one.needs}}
    for one in CHECKS:
        state = "not tried" if one.number in untried else "holds"
        assert f"| {one.number} | {one.sentence} | {state} |" in text
        assert f"{state:<18} {one.number:<7} {one.sentence}" in done.said or state == "not tried"
    assert "## U1: holds" in text
    assert "- Versions: Python 3." in text
    umpire.of_doctor.append(text)  # no secrets in it either
    assert UMPIRE not in text
    assert BO not in text
    assert not re.search(r"[\w-]{44}", text)
    assert "By hand, or with --by-hand:" in done.said
    assert "  U2: An uploaded workbook keeps its values" in done.said
    assert f"{len(CHECKS) - len(untried) + 1} holds, " in done.said
    assert rehearsal.server.service.visible(UMPIRE) == []


@pytest.mark.usefixtures("only_own")
@pytest.mark.parametrize("second", [True, False])
def test_what_is_of_umpire_itself_holds(rehearsal: Rehearsal, live: Live, second: bool) -> None:
    bo = rehearsal.person(BO, DRIVE_FILE, SPREADSHEETS, name="second.json")
    done = live(*(("--second", str(bo)) if second else ()))
    assert [line.split()[1] for line in done.said.splitlines() if line.startswith("holds")] == [
        CHECKS[0].number,
        "U1",
    ]


@pytest.mark.usefixtures("only_own")
def test_in_a_given_spreadsheet_all_is_left_as_it_was(
    rehearsal: Rehearsal, live: Live, report: Path
) -> None:
    key = rehearsal.service()
    fields = "namedRanges,sheets.properties"
    with rehearsal.connection(rehearsal.person(UMPIRE)) as owner:
        table = owner.create("by hand", "by hand")
        with rehearsal.connection(key) as robot:
            owner.share(table, robot.me(), "writer")
        before = owner.metadata(table, fields)
        done = live("--table", table, credentials=key)
        assert owner.metadata(table, fields) == before
    assert done.status == 0
    assert "| U1 | A template reads back just as it was laid out. | holds |" in (report.read_text())


@pytest.mark.usefixtures("only_own")
def test_what_needs_hands_asks_for_them(rehearsal: Rehearsal, live: Live) -> None:
    done = live("--by-hand", stdin="the colours\n")
    assert done.status == 1
    assert f"The scratch spreadsheet is {rehearsal.server.base_url}/spreadsheets/d/" in done.said
    assert "Is everything there? Answer yes, or say what is missing." in done.said
    assert 'The server answers "the colours", the emulator "yes".' in done.said


@pytest.mark.usefixtures("only_own")
def test_what_does_not_hold_ends_with_1(
    live: Live, report: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conformance, "CHECKS", [replace(CHECKS[0], answer="another")])
    done = live()
    assert done.status == 1
    assert "1 does not hold" in done.said
    assert "does not hold" in report.read_text()


@pytest.mark.usefixtures("only_own")
def test_what_is_refused_to_umpire_could_not_be_tried(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> str:
        raise Refused("Google refused the request.")

    monkeypatch.setattr(SheetsClient, "owner", refused)
    done = live()
    assert done.status == 0
    assert re.search(r"could not be tried U1 .*\n +Google refused the request\.", done.said)


def test_live_with_nobody_signed_in_is_one_sentence(umpire: Commands, report: Path) -> None:
    done = umpire.doctor("--live", "--report", str(report))
    assert done.status == 1
    assert "nobody is signed in to Google on this computer: run 'umpire login'" in done.said


def test_live_as_a_service_account_needs_a_table(rehearsal: Rehearsal, live: Live) -> None:
    done = live(credentials=rehearsal.service())
    assert done.status == 2
    assert "a service account cannot make spreadsheets" in done.said


def test_a_report_that_cannot_be_written_is_found_out_first(live: Live, tmp_path: Path) -> None:
    done = live("--report", str(tmp_path / "no such folder" / "live.md"))
    assert done.status == 2
    assert "cannot be written" in done.said
