"""`umpire doctor --live`: the server that plays Google does all that umpire assumes of Google."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from doctor_kit import BO, UMPIRE, Commands, Rehearsal

from sheets_emulator.faults import Fault
from sheets_emulator.scopes import DRIVE, DRIVE_FILE, SPREADSHEETS
from umpire.sheets.live_checks import running
from umpire.sheets.live_checks.assumptions import ASSUMPTIONS
from umpire.sheets.live_checks.bench import Bench, Journal, set_up
from umpire.sheets.live_checks.report import report
from umpire.sheets.live_checks.verdict import CHECKS, Result, Verdict

pytestmark = pytest.mark.end_to_end

NO_HANDS = [number for number, one in ASSUMPTIONS.items() if not {"hands", "burst"} & {*one.needs}]

MORE = (DRIVE_FILE, SPREADSHEETS)
"""What lets a second account into what the first one made."""


def _no_rest(seconds: float) -> None:
    raise AssertionError(f"there is nothing to wait for ({seconds} s)")


@contextmanager
def bench_of(
    rehearsal: Rehearsal, *numbers: str, second: bool = True, **more: Any
) -> Iterator[Bench]:
    with (
        rehearsal.connection(rehearsal.person(UMPIRE)) as sheets,
        rehearsal.connection(rehearsal.person(BO, *MORE, name="second.json")) as other,
        set_up(sheets, numbers, second=other if second else None, rest=_no_rest, **more) as bench,
    ):
        yield bench


def _states(results: list[Result]) -> dict[str, str]:
    return {one.assumption.number: one.state for one in results if one.state != "not tried"}


def test_every_assumption_has_its_check() -> None:
    assert {*CHECKS} == {*ASSUMPTIONS}
    assert len(NO_HANDS) > 25
    for one in ASSUMPTIONS.values():
        assert ("hands" in one.needs) == bool(one.by_hand)
        assert one.sentence.endswith(".")
        assert one.relied_on


def test_everything_that_needs_no_hands_holds(rehearsal: Rehearsal) -> None:
    with bench_of(rehearsal, *NO_HANDS) as bench:
        results = running.run(bench, NO_HANDS)
    assert _states(results) == dict.fromkeys(NO_HANDS, "holds")
    assert len(results) == len(ASSUMPTIONS)
    for result in results:
        assert bool(result.exchanges) == (result.state != "not tried")
    assert rehearsal.server.service.visible(UMPIRE) == []


def test_it_stays_within_the_quota_of_a_minute(rehearsal: Rehearsal) -> None:
    with bench_of(rehearsal, *NO_HANDS) as bench:
        running.run(bench, NO_HANDS)
        made = bench.own.sheets.requests_made.total
    assert made["read"] < 50
    assert made["write"] < 50


def test_without_a_second_account_some_cannot_be_tried(rehearsal: Rehearsal) -> None:
    with bench_of(rehearsal, *NO_HANDS, second=False) as bench:
        results = running.run(bench, NO_HANDS)
    tried = {number for number, state in _states(results).items() if state == "holds"}
    untried = {
        number for number, state in _states(results).items() if state == "could not be tried"
    }
    assert untried == {number for number in NO_HANDS if "second" in ASSUMPTIONS[number].needs}
    assert tried | untried == {*NO_HANDS}


def _second(rehearsal: Rehearsal, kind: str) -> Path:
    if kind == "a service account":
        return rehearsal.service()
    scopes = () if kind == "drive.file" else (SPREADSHEETS, DRIVE)
    return rehearsal.person(BO, *scopes, name="second.json", app="of somebody else")


@pytest.mark.parametrize(
    ("kind", "state"),
    [
        ("a service account", "holds"),
        ("all spreadsheets", "holds"),
        ("drive.file", "could not be tried"),
    ],
)
def test_a_second_account_must_see_the_scratch_spreadsheet(
    rehearsal: Rehearsal, kind: str, state: str
) -> None:
    numbers = [number for number in NO_HANDS if "second" in ASSUMPTIONS[number].needs]
    with (
        rehearsal.connection(rehearsal.person(UMPIRE)) as sheets,
        rehearsal.connection(_second(rehearsal, kind)) as other,
        set_up(sheets, numbers, second=other, rest=_no_rest) as bench,
    ):
        results = running.run(bench, numbers)
    assert _states(results) == dict.fromkeys(numbers, state)


def test_a_burst_uses_up_the_minute(rehearsal: Rehearsal) -> None:
    numbers = ["8a", "8b", "21b"]
    with bench_of(rehearsal, *numbers) as bench:
        results = running.run(bench, numbers)
    assert _states(results) == dict.fromkeys(numbers, "holds")


def test_what_uses_up_the_minute_comes_last() -> None:
    assert running.numbers(hands=True, burst=True)[-3:] == ["8a", "8b", "21b"]
    assert {*running.numbers(hands=True, burst=True)} == {*ASSUMPTIONS}
    assert running.numbers(hands=False, burst=False) == NO_HANDS


class Typist:
    """Stands for a person with a spreadsheet open: what is told to type is typed there."""

    def __init__(self) -> None:
        self.bench: Bench | None = None
        self.told: list[str] = []
        self._tab = ""
        self._begun = ""

    def __call__(self, told: str) -> str:
        self.told.append(told)
        assert self.bench is not None
        found = re.search(r"tab '(check [\w-]+)'", told)
        self._tab = found[1] if found else self._tab
        if "from the top down" in told:
            self._type(told.partition("Enter after each: ")[2].split())
        elif "Begin to type" in told:
            begun = re.search(r"type '(\w+)'", told)
            assert begun
            self._begun = begun[1]
        elif "press Enter there" in told:
            more = re.search(r"type '(\w+)'", told)
            self._type([self._begun + (more[1] if more else "")])
        return "yes"

    def _type(self, texts: list[str]) -> None:
        assert self.bench is not None
        self.bench.own.enter(f"'{self._tab}'!A1:A{len(texts)}", texts)


def test_a_person_is_asked_step_by_step(rehearsal: Rehearsal) -> None:
    numbers = [number for number, one in ASSUMPTIONS.items() if "hands" in one.needs]
    typist = Typist()
    with bench_of(rehearsal, *numbers, person=typist) as bench:
        typist.bench = bench
        results = running.run(bench, numbers)
    assert _states(results) == dict.fromkeys(numbers, "holds")
    assert len(typist.told) == 7


def test_what_does_not_hold_is_told(rehearsal: Rehearsal, monkeypatch: pytest.MonkeyPatch) -> None:
    def otherwise(bench: Bench) -> Verdict:
        return Verdict(False, f"It belongs to {bench.me}.")

    def broken(_bench: Bench) -> Verdict:
        raise KeyError("replies")

    monkeypatch.setitem(CHECKS, "3", otherwise)
    monkeypatch.setitem(CHECKS, "15", broken)
    with bench_of(rehearsal, "3", "15") as bench:
        results = running.run(bench, ["3", "15"])
    assert _states(results) == {"3": "does not hold", "15": "does not hold"}
    (other, form) = (one.seen for one in results if one.state != "not tried")
    assert other == "It belongs to u***@***.org."
    assert form == "The answer has another form (KeyError: 'replies')."


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_the_scratch_spreadsheet_goes_whatever_happens(
    rehearsal: Rehearsal, error: type[BaseException]
) -> None:
    def break_off(_told: str) -> str:
        assert len(rehearsal.server.service.visible(UMPIRE)) == 1
        raise error

    with pytest.raises(error), bench_of(rehearsal, "6a", person=break_off) as bench:
        running.run(bench, ["6a"])
    assert rehearsal.server.service.visible(UMPIRE) == []


def test_a_given_spreadsheet_is_left_as_it_was(rehearsal: Rehearsal) -> None:
    fields = "namedRanges,sheets.properties"
    with rehearsal.connection(rehearsal.person(UMPIRE)) as owner:
        table = owner.create("by hand", "by hand")
        owner.share(table, json.loads(rehearsal.service().read_text())["client_email"], "writer")
        before = owner.metadata(table, fields)
        with (
            rehearsal.connection(rehearsal.folder / "robot.json") as robot,
            set_up(robot, NO_HANDS, table=table, rest=_no_rest) as bench,
        ):
            results = running.run(bench, NO_HANDS)
        assert owner.metadata(table, fields) == before
    assert "does not hold" not in _states(results).values()
    assert _states(results)["10a"] == "could not be tried"


def test_it_waits_for_room_in_the_minute(rehearsal: Rehearsal) -> None:
    waited: list[float] = []
    with rehearsal.connection(rehearsal.person(UMPIRE)) as sheets:

        def rest(seconds: float) -> None:
            waited.append(seconds)
            sheets.requests_made._times.clear()

        with set_up(sheets, ["3"], rest=rest) as bench:
            for _ in range(60):
                sheets.requests_made.add("read")
            assert _states(running.run(bench, ["3"])) == {"3": "holds"}
    assert waited == [1.0]


def test_a_refusal_for_now_is_tried_again(rehearsal: Rehearsal) -> None:
    waited: list[float] = []
    with (
        rehearsal.connection(rehearsal.person(UMPIRE)) as sheets,
        set_up(sheets, ["15"], rest=waited.append) as bench,
    ):
        rehearsal.server.faults.plan(Fault("status", 503), Fault("status", 429))
        assert _states(running.run(bench, ["15"])) == {"15": "holds"}
    assert waited == [4.0, 8.0]


# What is written down.


def test_a_journal_keeps_no_secret() -> None:
    journal = Journal()
    journal.hide("1AbCdEfGhIjKlMnOp")
    journal.note(
        "GET /v4/spreadsheets/1AbCdEfGhIjKlMnOp of ana.b+c@mail.example.co.uk",
        {"a": "Bearer ya29.abc-DEF", "b": "1//0g_secret", "c": "project_number:123456"},
    )
    (kept,) = journal.taken()
    assert kept.sent == "GET /v4/spreadsheets/1AbC… of a***@***.uk"
    assert kept.came == '{"a": "[secret]", "b": "[secret]", "c": "project_number:…"}'
    assert journal.taken() == ()
    journal.note("a", "x" * 5000)
    assert journal.taken()[0].came.endswith("… (5000 characters)")


def test_the_report_tells_all(rehearsal: Rehearsal, umpire: Commands, tmp_path: Path) -> None:
    file = tmp_path / "live.md"
    me, second = rehearsal.person(UMPIRE), rehearsal.person(BO, *MORE, name="second.json")
    done = umpire.doctor(
        *("--live", "--credentials", str(me), "--second", str(second), "--report", str(file))
    )
    assert done.status == 0
    text = file.read_text()
    for number, one in ASSUMPTIONS.items():
        state = "holds" if number in NO_HANDS else "not tried"
        assert f"## {number}: {state}\n\n{one.sentence}\n\nRelied on by: {one.relied_on}" in text
        assert f"{state:<18} {number:<7} {one.sentence}" in done.said or state == "not tried"
    assert "- Versions: Python 3." in text
    assert "- Median of batchGet: 0." in text
    umpire.of_doctor.append(text)  # no secrets in it either
    assert UMPIRE not in text
    assert BO not in text
    assert not re.search(r"[\w-]{44}", text)
    assert "By hand, or with --by-hand:" in done.said
    assert rehearsal.server.service.visible(UMPIRE) == []


def test_what_does_not_hold_ends_with_1(
    rehearsal: Rehearsal, umpire: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        running,
        "run",
        lambda bench, wanted, see: [Result(ASSUMPTIONS["3"], "does not hold", "No.")],
    )
    me = rehearsal.person(UMPIRE)
    file = tmp_path / "live.md"
    done = umpire.doctor("--live", "--credentials", str(me), "--report", str(file))
    assert done.status == 1
    assert "1 does not hold" in done.said
    assert "does not hold" in file.read_text()


def test_live_with_nobody_signed_in_is_one_sentence(umpire: Commands, tmp_path: Path) -> None:
    done = umpire.doctor("--live", "--report", str(tmp_path / "live.md"))
    assert done.status == 1
    assert "nobody is signed in to Google on this machine: run 'umpire login'" in done.said


def test_live_as_a_service_account_needs_a_table(
    rehearsal: Rehearsal, umpire: Commands, tmp_path: Path
) -> None:
    report_ = ("--report", str(tmp_path / "live.md"))
    done = umpire.doctor("--live", "--credentials", str(rehearsal.service()), *report_)
    assert done.status == 2
    assert "a service account can make no spreadsheet" in done.said


def test_a_report_that_cannot_be_written_is_found_out_first(
    rehearsal: Rehearsal, umpire: Commands, tmp_path: Path
) -> None:
    file = tmp_path / "no such folder" / "live.md"
    me = rehearsal.person(UMPIRE)
    done = umpire.doctor("--live", "--credentials", str(me), "--report", str(file))
    assert done.status == 2
    assert "cannot be written" in done.said


def test_a_report_has_a_line_for_each() -> None:
    result = Result(ASSUMPTIONS["4c"], "holds", "Seen | so.")
    text = report([result], {"Versions": "1"})
    assert f"| 4c | {ASSUMPTIONS['4c'].sentence} | holds |" in text
