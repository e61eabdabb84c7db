"""The results as a page in Markdown that can go with a bug report."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from umpire.sheets.live_checks.verdict import Result

_FENCE = "`" * 4


def report(results: Sequence[Result], about: Mapping[str, str]) -> str:
    """Return the page. `about` are lines on what was examined, such as versions."""
    return "\n".join([*_page(results, about), ""])


def _page(results: Sequence[Result], about: Mapping[str, str]) -> Iterator[str]:
    yield "# What umpire assumes of Google's Sheets, checked"
    yield ""
    yield from (f"- {what}: {told}" for what, told in about.items())
    yield ""
    counted = Counter(result.state for result in results)
    yield f"{', '.join(f'{count} {state}' for state, count in counted.items())}."
    yield ""
    yield "| No. | What is assumed | Result |"
    yield "|---|---|---|"
    for result in results:
        sentence = result.assumption.sentence.replace("|", "\\|")
        yield f"| {result.assumption.number} | {sentence} | {result.state} |"
    for result in results:
        yield ""
        yield from _section(result)


def _section(result: Result) -> Iterable[str]:
    one = result.assumption
    yield f"## {one.number}: {result.state}"
    yield ""
    yield one.sentence
    yield ""
    yield f"Relied on by: {one.relied_on}."
    yield ""
    yield f"Seen: {result.seen}"
    if one.by_hand and result.state == "not tried":
        yield ""
        yield f"By hand: {by_hand(result)}"
    for exchange in result.exchanges:
        yield ""
        yield f"{_FENCE}\n{exchange.sent}\n-> {exchange.came}\n{_FENCE}"


def by_hand(result: Result) -> str:
    """Return what a person is to do, for a spreadsheet of their own."""
    return result.assumption.by_hand.format(address="an empty spreadsheet", tab="'Sheet1'")
