"""All checks in order, each with its result."""

from collections.abc import Callable, Iterable, Iterator

from umpire.errors import UmpireError
from umpire.sheets.live_checks import checks as _registered  # noqa: F401 -- they register themselves
from umpire.sheets.live_checks.assumptions import ASSUMPTIONS, Assumption
from umpire.sheets.live_checks.bench import Bench
from umpire.sheets.live_checks.verdict import CHECKS, Result, State


def numbers(*, hands: bool, burst: bool) -> list[str]:
    """Return the checks that are to be run, what uses up the minute's requests last."""
    wanted = [
        number
        for number, one in ASSUMPTIONS.items()
        if (hands or "hands" not in one.needs) and (burst or "burst" not in one.needs)
    ]
    return sorted(wanted, key=lambda number: "burst" in ASSUMPTIONS[number].needs)


def run(
    bench: Bench, wanted: Iterable[str], see: Callable[[Result], None] = lambda result: None
) -> list[Result]:
    """Return a result for every assumption there is, in order; each goes to `see` when it is known.

    Those that are not wanted are `not tried`.
    """
    known: dict[str, Result] = {}
    for number in wanted:
        known[number] = _result(bench, number)
        see(known[number])
    return [known.get(number) or _left_out(one) for number, one in ASSUMPTIONS.items()]


def _result(bench: Bench, number: str) -> Result:
    assumption = ASSUMPTIONS[number]
    bench.journal.taken()
    try:
        if "second" in assumption.needs:
            _ = bench.other  # or it cannot be tried
        verdict = CHECKS[number](bench)
    except UmpireError as error:
        seen = bench.journal.cleaned(f"{str(error).removesuffix('.')}.")
        return Result(assumption, "could not be tried", seen, bench.journal.taken())
    except (KeyError, IndexError, TypeError, AttributeError, ValueError) as error:
        seen = bench.journal.cleaned(
            f"The answer has another form ({type(error).__name__}: {error})."
        )
        return Result(assumption, "does not hold", seen, bench.journal.taken())
    state: State = "holds" if verdict.holds else "does not hold"
    seen = bench.journal.cleaned(verdict.seen)
    return Result(assumption, state, seen, bench.journal.taken())


_NEEDS = {
    "second": "It needs a second account (--second FILE).",
    "burst": "It uses up the minute's requests and is done with --burst alone.",
    "hands": "It needs somebody's hands (--by-hand).",
}


def _left_out(assumption: Assumption) -> Result:
    why = [_NEEDS[need] for need in assumption.needs] or ["It was not asked for."]
    return Result(assumption, "not tried", why[0])


def untried_by_hand(results: Iterable[Result]) -> Iterator[Result]:
    """Yield those that wait for somebody's hands."""
    for result in results:
        if result.state == "not tried" and "hands" in result.assumption.needs:
            yield result
