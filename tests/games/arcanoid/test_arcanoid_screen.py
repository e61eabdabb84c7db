"""What golden screens do not say: sizes, many abdications, the page of rules."""

from dataclasses import replace

import pytest
from arcanoid_table import Table, dealt

from umpire.games.arcanoid import GAME
from umpire.sheets.template import find_template

TEMPLATE = find_template(GAME.id)


def test_blocks_are_the_same_size_for_two_and_for_ten() -> None:
    sizes = [
        {name: [len(line) for line in block] for name, block in table.shown("Ana").items()}
        for table in (Table(2), Table(10, gaza=True), dealt("", ""), dealt("15", "").say("devil"))
    ]
    assert all(size == sizes[0] for size in sizes)


@pytest.mark.parametrize(
    ("number", "told"),
    [(3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (21, "21st"), (32, "32nd")],
)
def test_abdications_are_numbered_in_words(number: int, told: str) -> None:
    table = dealt("", "").turn("abdicate swords")
    seat = table.match.state.seats["Ana"]
    (laid, *others) = seat.fields
    seat = seat.replace(fields=(laid._replace(number=number), *others))
    state = table.match.state
    table.match = replace(table.match, state=state.replace(seats={**state.seats, "Ana": seat}))
    fields = table.shown(None)["fields_1"]
    assert f"abdicated {told} ◂" in fields[1]


def examples() -> list[str]:
    """Lines of the tab Rules that are to be typed."""
    rules = TEMPLATE.tables[-1]
    typed = [
        line
        for area in rules.areas
        if area.style == ["code"]
        for _, words in area.texts()
        for line in words.split("\n")
    ]
    first = typed.index("discard S4")
    return typed[first : typed.index("me")]


@pytest.mark.parametrize("line", examples())
def test_each_example_on_the_page_of_rules_parses_where_it_is_asked(line: str) -> None:
    polled = dealt("", "")
    while polled.kind != "refill":
        polled.idle()
    tables = [dealt("", ""), dealt("C9", "").say("commit cups C9"), polled]
    codes = {table.code(line, owed.by) for table in tables for owed in table.match.pending}
    assert codes & {None, "illegal"}, line


def test_the_page_of_rules_has_examples_of_every_kind() -> None:
    assert len(examples()) > 30
