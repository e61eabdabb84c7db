"""All checks in order, each with its result."""

import time
from collections.abc import Callable, Sequence

import gspread

from sheets_emulator.conformance.accounts import Untried
from sheets_emulator.conformance.bench import Bench, set_up
from sheets_emulator.conformance.checking import Check, CheckResult, Need, State
from sheets_emulator.conformance.checks import CHECKS
from sheets_emulator.conformance.journal import as_json


def examine(
    client: gspread.Client,
    spreadsheet: str,
    checks: Sequence[Check] = CHECKS,
    *,
    second: gspread.Client | None = None,
    person: Callable[[str], str] | None = None,
    burst: bool = False,
    see: Callable[[CheckResult], None] = lambda result: None,
    rest: Callable[[float], None] = time.sleep,
) -> list[CheckResult]:
    """Return a result for every check, in order; of each that is tried `see` is told at once.

    `spreadsheet` is the id of an empty one in which `client` may write: what is put into it is
    taken out at the end. `second` is another account's client, which is let in. `person` tells a
    person what to do on the page, waits, and gives the answer. With `burst` the requests of a
    minute are used up as well. Raises Untried if the spreadsheet cannot be used.
    """
    lacking = {"hands": person is None, "burst": not burst}
    wanted = [check for check in checks if not any(lacking.get(need) for need in check.needs)]
    wanted.sort(key=lambda check: "burst" in check.needs)  # what uses up the minute comes last
    numbers = [check.number for check in wanted]
    known: dict[str, CheckResult] = {}
    with set_up(client, spreadsheet, numbers, second=second, person=person, rest=rest) as bench:
        for check in wanted:
            known[check.number] = _result(bench, check)
            see(known[check.number])
    return [known.get(check.number) or _left_out(check) for check in checks]


def _result(bench: Bench, check: Check) -> CheckResult:
    bench.journal.taken()
    state: State
    try:
        if "second" in check.needs:
            _ = bench.other  # or it cannot be tried
        answer = check.ask(bench, bench.tabs[check.number])
        state, seen = "holds" if answer == check.answer else "does not hold", as_json(answer)
    except Untried as error:
        state, seen = "could not be tried", f"{str(error).removesuffix('.')}."
    except (KeyError, IndexError, TypeError, AttributeError, ValueError) as error:
        state, seen = "does not hold", f"in another form ({type(error).__name__}: {error})"
    return CheckResult(check, state, bench.journal.cleaned(seen), bench.journal.taken())


_NEEDS: dict[Need, str] = {
    "second": "It needs a second account.",
    "burst": "It uses up the minute's requests.",
    "hands": "It has to be done by hand.",
}


def _left_out(check: Check) -> CheckResult:
    return CheckResult(check, "not tried", _NEEDS[check.needs[-1]])
