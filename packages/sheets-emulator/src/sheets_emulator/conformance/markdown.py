"""The results as a page in Markdown that can go with a bug report."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sheets_emulator.conformance.checking import Check, CheckResult
from sheets_emulator.conformance.journal import as_json

_FENCE = "`" * 4


def report(results: Sequence[CheckResult], title: str, about: Mapping[str, str]) -> str:
    """Return the page. `about` are lines on what was examined, such as versions."""
    return "\n".join([*_page(results, title, about), ""])


def _page(results: Sequence[CheckResult], title: str, about: Mapping[str, str]) -> Iterator[str]:
    yield f"# {title}"
    yield ""
    yield from (f"- {what}: {told}" for what, told in about.items())
    yield ""
    yield f"{counted(results)}."
    yield ""
    yield "| No. | The fact | Result |"
    yield "|---|---|---|"
    for result in results:
        sentence = result.check.sentence.replace("|", "\\|")
        yield f"| {result.check.number} | {sentence} | {result.state} |"
    for result in results:
        yield ""
        yield from _section(result)


def _section(result: CheckResult) -> Iterable[str]:
    check = result.check
    yield f"## {check.number}: {result.state}"
    yield ""
    yield check.sentence
    yield ""
    yield f"- The emulator: {as_json(check.answer)}"
    yield f"- The server: {result.seen}"
    if check.by_hand and result.state == "not tried":
        yield f"- By hand: {to_do_by_hand(check)}"
    for exchange in result.exchanges:
        yield ""
        yield f"{_FENCE}\n{exchange.sent}\n-> {exchange.came}\n{_FENCE}"


def counted(results: Iterable[CheckResult]) -> str:
    """Return how many results there are of each kind."""
    states = Counter(result.state for result in results)
    return ", ".join(f"{count} {state}" for state, count in states.items())


def to_do_by_hand(check: Check) -> str:
    """Return what a person is to do, for a spreadsheet of their own."""
    return check.by_hand.format(address="an empty spreadsheet", tab="'Sheet1'")
