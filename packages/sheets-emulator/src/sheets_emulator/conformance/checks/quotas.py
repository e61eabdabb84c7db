"""How many requests there may be in a minute."""

from typing import Any

from sheets_emulator.conformance.accounts import OK, TOO_MANY, Account, Response, Untried
from sheets_emulator.conformance.bench import Bench, CheckedTab
from sheets_emulator.conformance.checking import Checks

CHECKS = Checks()

_BURST = 70


@CHECKS.add("8a", "More than 60 reads in a minute are refused with status 429.", TOO_MANY, "burst")
def _burst_of_reads(bench: Bench, tab: CheckedTab) -> Any:
    return _answer_in_the_end(bench).status


@CHECKS.add(
    "8b",
    "The parameter quotaUser does not give an account more requests.",
    TOO_MANY,
    "burst",
)
def _quota_user(bench: Bench, tab: CheckedTab) -> Any:
    _use_up(bench)
    return _read(bench.own, quotaUser="a check").status


@CHECKS.add(
    "21b",
    "An account is still answered in a minute in which another account has used up its requests.",
    OK,
    "second",
    "burst",
)
def _minutes_apart(bench: Bench, tab: CheckedTab) -> Any:
    _use_up(bench)
    return _read(bench.other).status


def _use_up(bench: Bench) -> None:
    if _answer_in_the_end(bench).status == OK:
        raise Untried("the minute's requests could not be used up")


def _answer_in_the_end(bench: Bench) -> Response:
    """Return the first refusal of many reads; the last answer if there is none."""
    for _ in range(_BURST):
        answer = _read(bench.own)
        if answer.status != OK:
            break
    return answer


def _read(account: Account, **params: Any) -> Response:
    return account.ask("get", account.path, patient=False, fields="spreadsheetId", **params)
