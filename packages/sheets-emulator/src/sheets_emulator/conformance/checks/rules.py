"""Rules that colour cells by what stands in them."""

from typing import Any

from sheets_emulator.conformance.accounts import must
from sheets_emulator.conformance.bench import Bench, CheckedTab
from sheets_emulator.conformance.checking import Checks
from sheets_emulator.conformance.checks import edits
from sheets_emulator.model import JsonObject

CHECKS = Checks()


@CHECKS.add(
    "4a",
    "Rules on text (equals, contains, begins) ignore case.",
    [True, True, True],
)
def _capital_letters(bench: Bench, tab: CheckedTab) -> Any:
    kinds = ("TEXT_EQ", "TEXT_CONTAINS", "TEXT_STARTS_WITH")
    return _fits(bench, tab, [(kind, "B", "b") for kind in kinds])


@CHECKS.add("4b", "Rules on numbers ignore text that looks like a number.", [False])
def _number_rule_on_text(bench: Bench, tab: CheckedTab) -> Any:
    return _fits(bench, tab, [("NUMBER_LESS", "0", "-1")])


@CHECKS.add("4c", 'A rule "text equals" with the value ="-1" fits the text -1.', [True])
def _literal_of_a_rule(bench: Bench, tab: CheckedTab) -> Any:
    return _fits(bench, tab, [("TEXT_EQ", '="-1"', "-1")])


@CHECKS.add(
    "4d",
    "The formula of a rule counts from the first cell of its range.",
    [False, True, False],
)
def _formula_of_a_rule(bench: Bench, tab: CheckedTab) -> Any:
    place = tab.grid("A2:A4")
    rule = edits.colour(place, "CUSTOM_FORMULA", '=AND($A2="",$A1<>"")')
    # An empty cell that is plain as well would not be told of.
    plain = edits.plain_text(place)
    must(bench.own.batch(plain, edits.write(tab.grid("A1:A2"), "x", "y"), rule))
    return _yellow(bench, tab.a1("A2:A4"), 3)


@CHECKS.add(
    "4e",
    'A no-break space stays in a text, and a rule "text contains" tells it from other text.',
    [True, False, False],
)
def _no_break_blank(bench: Bench, tab: CheckedTab) -> Any:
    texts = ("\u00a03\u00a0", "3 \u2022", "3")
    return _fits(bench, tab, [("TEXT_CONTAINS", '="\u00a0"', text) for text in texts])


def _fits(bench: Bench, tab: CheckedTab, cases: list[tuple[str, str, str]]) -> list[bool]:
    """Return for each (kind, value, text) whether a rule of its own colours the text."""
    column = f"A1:A{len(cases)}"
    requests = [edits.plain_text(tab.grid(column))]
    for row, (kind, value, text) in enumerate(cases, 1):
        place = tab.grid(f"A{row}")
        requests += [edits.write(place, text), edits.colour(place, kind, value)]
    must(bench.own.batch(*requests))
    return _yellow(bench, tab.a1(column), len(cases))


def _yellow(bench: Bench, column: str, count: int) -> list[bool]:
    cells = bench.own.cells(column, "effectiveFormat.backgroundColor")
    return [_is_yellow(cell) for cell in cells] + [False] * (count - len(cells))


def _is_yellow(cell: JsonObject) -> bool:
    colour = cell.get("effectiveFormat", {}).get("backgroundColor", {})
    return [colour.get(part, 0) for part in ("red", "green", "blue")] == [1, 1, 0]
