"""What becomes of what is typed."""

from typing import Any

from sheets_emulator.conformance.accounts import must
from sheets_emulator.conformance.bench import Bench, CheckedTab
from sheets_emulator.conformance.checking import Checks
from sheets_emulator.conformance.checks import edits

CHECKS = Checks()

_TYPED = {
    "=1+1": "formulaValue",
    "'3-4": "stringValue",
    "+1": "numberValue",
    "TRUE": "boolValue",
    "7:30": "numberValue",
    "3-4": "numberValue",
    "007": "numberValue",
    "1/2": "numberValue",
}
"""What is typed, and what it becomes in a cell of automatic format."""

_AS_TEXTS = [text.removeprefix("'") for text in _TYPED]
_CELLS = "A1:A8"
_BY_HAND = (
    "Open {address}, tab {tab}, where the cells A1:A8 are of %s format. Type these into them from "
    f"the top down, and press Enter after each: {'   '.join(_TYPED)}"
)
_INTO_PLAIN, _INTO_AUTOMATIC = _BY_HAND % "plain-text", _BY_HAND % "automatic"


@CHECKS.add("1", "What is typed into a plain-text cell stays text, letter by letter.", _AS_TEXTS)
def _typed_into_plain_text(bench: Bench, tab: CheckedTab) -> Any:
    must(bench.own.batch(edits.plain_text(tab.grid(_CELLS))))
    must(bench.own.enter(tab.a1(_CELLS), _TYPED))
    return _texts(bench, tab)


@CHECKS.add(
    "1-hand",
    "What is typed into a plain-text cell in the browser stays text, letter by letter.",
    _AS_TEXTS,
    "hands",
    by_hand=_INTO_PLAIN,
)
def _typed_by_hand_into_plain_text(bench: Bench, tab: CheckedTab) -> Any:
    must(bench.own.batch(edits.plain_text(tab.grid(_CELLS))))
    _have_typed(bench, tab, _INTO_PLAIN)
    return _texts(bench, tab)


@CHECKS.add(
    "2",
    "What is typed into a cell of automatic format becomes a date, a time, a number, a boolean "
    "or a formula, and can be told from text.",
    _TYPED,
)
def _typed_into_automatic(bench: Bench, tab: CheckedTab) -> Any:
    must(bench.own.enter(tab.a1(_CELLS), _TYPED))
    return _kinds(bench, tab)


@CHECKS.add(
    "2-hand",
    "What is typed into a cell of automatic format in the browser turns into the same.",
    _TYPED,
    "hands",
    by_hand=_INTO_AUTOMATIC,
)
def _typed_by_hand_into_automatic(bench: Bench, tab: CheckedTab) -> Any:
    _have_typed(bench, tab, _INTO_AUTOMATIC)
    return _kinds(bench, tab)


def _have_typed(bench: Bench, tab: CheckedTab, told: str) -> None:
    bench.ask_person(told.format(address="the scratch spreadsheet", tab=repr(tab.title)))


def _texts(bench: Bench, tab: CheckedTab) -> Any:
    """Return the texts of a tab's first column, without apostrophes in front, and what is none."""
    typed = bench.own.typed(tab.a1(_CELLS))
    return [value.get("stringValue", "").removeprefix("'") or value for value in typed]


def _kinds(bench: Bench, tab: CheckedTab) -> Any:
    kinds = (next(iter(value), "nothing") for value in bench.own.typed(tab.a1(_CELLS)))
    return dict(zip(_TYPED, kinds, strict=False))


@CHECKS.add(
    "6a",
    "A write to other cells does not disturb a cell that somebody is typing in.",
    ["halfway"],
    "hands",
    by_hand="Open {address}, tab {tab}, in the browser or on a phone. Begin to type 'half' into A1 "
    "and do not press Enter. Let somebody else write into B1: what you began must still be there. "
    "Then finish with 'way' and Enter: A1 must hold 'halfway'.",
)
def _beside_typing(bench: Bench, tab: CheckedTab) -> Any:
    bench.ask_person(f"{_open(tab)} Begin to type 'half' into A1, and do not press Enter there.")
    must(bench.own.batch(edits.write(tab.grid("B1:B3"), "written", "beside", "it")))
    bench.ask_person("B1 to B3 are written. Now type 'way' and press Enter there.")
    return _texts(bench, tab)


@CHECKS.add(
    "6b",
    "If a cell is written while somebody is typing in it, Enter replaces what was written.",
    ["mine"],
    "hands",
    by_hand="Open {address}, tab {tab}. Begin to type 'mine' into A1 and do not press Enter. Let "
    "somebody else write into A1. Then press Enter: A1 must hold 'mine'.",
)
def _into_typing(bench: Bench, tab: CheckedTab) -> Any:
    bench.ask_person(f"{_open(tab)} Begin to type 'mine' into A1, and do not press Enter there.")
    must(bench.own.batch(edits.write(tab.grid("A1"), "ours")))
    bench.ask_person("A1 is written. Now press Enter there.")
    return _texts(bench, tab)


def _open(tab: CheckedTab) -> str:
    return f"Open the scratch spreadsheet, tab {tab.title!r}."


@CHECKS.add(
    "16",
    "Setting the number format of cells does not change what is in them.",
    [["numberValue", "stringValue"], "the same"],
)
def _format_leaves_values(bench: Bench, tab: CheckedTab) -> Any:
    must(bench.own.enter(tab.a1("A1:A2"), ["3-4", "words"]))
    before = bench.own.typed(tab.a1("A1:A2"))
    must(bench.own.batch(edits.plain_text(tab.grid("A1:A2"))))
    after = bench.own.typed(tab.a1("A1:A2"))
    return [
        [next(iter(value), "nothing") for value in before],
        "the same" if after == before else after,
    ]
