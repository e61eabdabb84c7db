"""The emulator answers all that it claims of Google, and the kit tells who answers otherwise."""

import re
from collections import Counter
from dataclasses import replace
from typing import Any

import gspread
import pytest

from sheets_emulator.conformance import (
    CHECKS,
    Bench,
    Check,
    CheckedTab,
    CheckResult,
    Untried,
    accounts,
    examine,
    report,
)
from sheets_emulator.conformance.journal import Journal
from sheets_emulator.faults import Fault
from sheets_emulator.scopes import DRIVE_FILE
from sheets_emulator.testing import OWNER, SheetsEmulator

BO = "bo@example.com"
ALL = {check.number: check for check in CHECKS}


def checks(*numbers: str) -> list[Check]:
    return [ALL[number] for number in numbers]


def needing(need: str) -> set[str]:
    return {check.number for check in CHECKS if need in check.needs}


NO_HANDS = {*ALL} - needing("hands") - needing("burst")


def examined(
    sheets: SheetsEmulator, wanted: list[Check], second: bool = True, **more: Any
) -> list[CheckResult]:
    """What comes of checks; nothing is left of them."""
    owner = sheets.client(scopes=[DRIVE_FILE])
    scratch = owner.create("scratch")
    sheets.calls.clear()
    other = sheets.client(BO) if second else None
    results = examine(owner, scratch.id, wanted, second=other, **{"rest": _no_rest, **more})
    assert [tab.title for tab in scratch.worksheets()] == ["Sheet1"]
    assert scratch.list_named_ranges() == []
    return results


def _no_rest(seconds: float) -> None:
    raise AssertionError(f"there is nothing to wait for ({seconds} s)")


def states(results: list[CheckResult]) -> dict[str, str]:
    return {one.check.number: one.state for one in results if one.state != "not tried"}


def test_each_fact_is_a_sentence_with_a_number_of_its_own() -> None:
    assert len(ALL) == len(CHECKS)
    assert len(NO_HANDS) > 30
    for check in CHECKS:
        assert ("hands" in check.needs) == bool(check.by_hand)
        assert check.sentence.endswith(".")


def test_the_emulator_answers_all_that_it_claims(sheets: SheetsEmulator) -> None:
    results = examined(sheets, [*CHECKS])
    assert states(results) == dict.fromkeys(NO_HANDS, "holds")
    assert len(results) == len(CHECKS)
    for result in results:
        assert bool(result.exchanges) == (result.state != "not tried")
    made = Counter(call.kind for call in sheets.calls if call.account == OWNER)
    assert made["read"] < 50
    assert made["write"] < 50


def test_without_a_second_account_some_cannot_be_tried(sheets: SheetsEmulator) -> None:
    found = states(examined(sheets, [*CHECKS], second=False))
    assert {one for one, state in found.items() if state == "could not be tried"} == {
        one for one in NO_HANDS if one in needing("second")
    }
    assert {*found.values()} == {"holds", "could not be tried"}


def test_a_second_account_must_see_the_scratch_spreadsheet(sheets: SheetsEmulator) -> None:
    owner, blind = sheets.client(), sheets.client(BO, [DRIVE_FILE])
    app = sheets.server.sign_in(BO, [DRIVE_FILE], "of somebody else")
    blind.http_client.auth.token = app
    (result,) = examine(owner, owner.create("scratch").id, checks("5b"), second=blind)
    assert result.state == "could not be tried"
    assert "the second account cannot open the scratch spreadsheet" in result.seen


def test_a_service_account_that_is_let_in_may_check(sheets: SheetsEmulator) -> None:
    key = sheets.service_account()
    book = sheets.client().create("by hand")
    book.share(key["client_email"], perm_type="user", role="writer", notify=False)
    robot = sheets.client(key["client_email"])
    found = states(examine(robot, book.id, [*CHECKS], rest=_no_rest))
    assert "does not hold" not in found.values()
    assert found["10a"] == "could not be tried"


def test_a_burst_uses_up_the_minute_and_comes_last(sheets: SheetsEmulator) -> None:
    sheets.quota.per_user = 60
    seen: list[str] = []
    numbers = ["8a", "8b", "21b", "15"]
    owner = sheets.client()
    results = examine(
        *(owner, owner.create("scratch").id, checks(*numbers)),
        second=sheets.client(BO),
        burst=True,
        see=lambda result: seen.append(result.check.number),
        rest=lambda seconds: None,
    )
    assert states(results) == dict.fromkeys(numbers, "holds")
    assert seen == ["15", "8a", "8b", "21b"]


class Typist:
    """Stands for a person with a spreadsheet open: what is told to type is typed there."""

    def __init__(self, book: gspread.Spreadsheet) -> None:
        self.book = book
        self.told: list[str] = []
        self._tab = ""
        self._begun = ""

    def __call__(self, told: str) -> str:
        self.told.append(told)
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
        tab = self.book.worksheet(self._tab)
        tab.update([[text] for text in texts], "A1", raw=False)


def test_a_person_is_asked_step_by_step(sheets: SheetsEmulator) -> None:
    owner = sheets.client()
    typist = Typist(owner.create("scratch"))
    numbers = needing("hands")
    found = states(examine(owner, typist.book.id, checks(*numbers), person=typist))
    assert found == dict.fromkeys(numbers, "holds")
    assert len(typist.told) == 6


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_what_was_put_in_goes_whatever_happens(
    sheets: SheetsEmulator, error: type[BaseException]
) -> None:
    owner = sheets.client()
    book = owner.create("scratch")

    def break_off(_told: str) -> str:
        assert len(book.worksheets()) == 2
        raise error

    with pytest.raises(error):
        examine(owner, book.id, checks("6a"), person=break_off)
    assert len(book.worksheets()) == 1


def test_what_does_not_hold_is_told(sheets: SheetsEmulator) -> None:
    def otherwise(bench: Bench, _tab: CheckedTab) -> str:
        return f"It belongs to {bench.address}."

    def broken(_bench: Bench, _tab: CheckedTab) -> str:
        raise KeyError("replies")

    wanted = [replace(ALL["3"], ask=otherwise), replace(ALL["15"], ask=broken)]
    other, form = examined(sheets, wanted)
    assert other.state == form.state == "does not hold"
    assert other.told == (
        'The server answers "It belongs to o***@***.com.", the emulator ["here", "below"].'
    )
    assert "The server answers in another form (KeyError: 'replies'), the" in form.told


def test_each_check_can_fail(sheets: SheetsEmulator) -> None:
    """What a check asks decides: with another answer claimed, none holds."""
    wanted = [replace(check, answer="something else") for check in CHECKS]
    assert {*states(examined(sheets, wanted)).values()} == {"does not hold"}


def test_it_waits_for_room_in_the_minute(
    sheets: SheetsEmulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, waited = [0.0], []

    def rest(seconds: float) -> None:
        waited.append(seconds)
        now[0] += seconds

    monkeypatch.setattr(accounts, "monotonic", lambda: now[0])
    many = [replace(ALL["18"], number=str(number)) for number in range(60)]
    assert {*states(examined(sheets, many, second=False, rest=rest)).values()} == {"holds"}
    assert waited == [60.0]


def test_a_refusal_for_now_is_tried_again(sheets: SheetsEmulator) -> None:
    waited: list[float] = []
    sheets.faults.plan(*[Fault("well")] * 5)  # what makes the scratch spreadsheet and its tabs
    sheets.faults.plan(Fault("status", 503), Fault("status", 429))
    results = examined(sheets, checks("15"), second=False, rest=waited.append)
    assert states(results) == {"15": "holds"}
    assert waited == [4.0, 8.0]


def test_no_answer_is_no_verdict(sheets: SheetsEmulator) -> None:
    sheets.faults.plan(*[Fault("well")] * 5, Fault("reset"))
    (result,) = examined(sheets, checks("15"), second=False)
    assert result.state == "could not be tried"
    assert result.seen.startswith("no answer came (")


@pytest.mark.faulty_traffic
def test_what_is_no_json_is_no_verdict(sheets: SheetsEmulator) -> None:
    sheets.faults.plan(*[Fault("well")] * 5, Fault("status", 200, html=True))
    (result,) = examined(sheets, checks("15"), second=False)
    assert (result.state, result.seen) == ("could not be tried", "an answer was not JSON.")


def test_a_file_may_be_listed_a_moment_later(sheets: SheetsEmulator) -> None:
    waited: list[float] = []
    sheets.faults.plan(*[Fault("well")] * 6, Fault("status", 200, text='{"files": []}'))
    results = examined(sheets, checks("10a"), second=False, rest=waited.append)
    assert states(results) == {"10a": "holds"}
    assert waited == [1.0]


def test_a_spreadsheet_that_cannot_be_opened_is_no_place_to_check(sheets: SheetsEmulator) -> None:
    book = sheets.client(BO).create("of somebody else")
    with pytest.raises(Untried, match="refused \\(status 403: "):
        examine(sheets.client(), book.id)


def test_a_journal_keeps_no_secret() -> None:
    journal = Journal()
    journal.note(
        f"GET /v4/spreadsheets/1AbC{'dE-f_0' * 7} of ana.b+c@mail.example.co.uk",
        "Bearer ya29.abc-DEF, 1//0g_secret, project_number:123456",
    )
    (kept,) = journal.taken()
    assert kept.sent == "GET /v4/spreadsheets/1AbC… of a***@***.uk"
    assert kept.came == "[secret], [secret], project_number:…"
    assert journal.taken() == ()
    journal.note("a", "x " * 2500)
    assert journal.taken()[0].came.endswith("… (5000 characters)")


def test_the_report_tells_all(sheets: SheetsEmulator) -> None:
    page = report(examined(sheets, [*CHECKS]), "Checked", {"Server": "the emulator"})
    assert page.startswith("# Checked\n\n- Server: the emulator\n\n34 holds, 7 not tried.\n")
    for number, check in ALL.items():
        state = "holds" if number in NO_HANDS else "not tried"
        assert f"| {number} | {check.sentence} | {state} |\n" in page
        assert f"## {number}: {state}\n\n{check.sentence}\n\n- The emulator: " in page
    assert "Median of 5 reads\n-> 0." in page
    assert "By hand: Open an empty spreadsheet, tab 'Sheet1'" in page
    assert OWNER not in page
    assert BO not in page
    assert not re.search(r"[\w-]{44}", page)
