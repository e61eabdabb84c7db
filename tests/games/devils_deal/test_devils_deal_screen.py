"""What golden screens do not say: many rounds, what is asked, the page of rules."""

import pytest
from devils_table import DEAL, DIVISION, Table, betting, choosing, dividing, started

from umpire.games.devils_deal import GAME
from umpire.match import asking, screen
from umpire.sheets.template import find_template

RULES = find_template(GAME.id).tables[-1]


def test_of_many_rounds_the_newest_come_first_and_the_oldest_are_dropped():
    match = betting().say("fold").match
    (played,) = match.state.history
    history = tuple(played.replace(number=number) for number in range(1, 15))
    shown = screen(match.replace(state=match.state.replace(history=history)), None)
    assert [cell for (cell,) in shown["rounds_start"]] == [f"Round {n}" for n in range(14, 2, -1)]


def test_who_has_the_dm_advantage_is_told_while_they_decide():
    match = Table().say(DEAL).match
    assert "DM Advantage" in asking.ask(match, match.pending[0])


def lines_to_type(clocks):
    """What the tab Rules shows as typed; two blanks part what may be typed instead."""
    for area in RULES.with_clocks(clocks).areas:
        if "code" in area.style and area.text:
            (words,) = area.text
            whole = words.replace("|\n", "| ")
            yield from (one for line in whole.split("\n") for one in line.split("  "))


EXAMPLES = {line: None for clocks in (True, False) for line in lines_to_type(clocks)}


@pytest.mark.parametrize("line", EXAMPLES)
def test_each_example_on_the_page_of_rules_parses_where_it_is_asked(line):
    if line == "lock":
        return
    divided = dividing().say(f"{DIVISION} | discard: B1 R2 B4")
    resting = betting(break_seconds=9).say("fold")
    tables = [Table().say(DEAL), started(), dividing(), divided, choosing(), betting(), resting]
    codes = {table.code(line, pending.by) for table in tables for pending in table.match.pending}
    assert codes & {None, "illegal"}, line


def test_the_page_of_rules_has_examples_of_every_kind():
    assert len(EXAMPLES) > 20


def rules_page():
    texts = (words for area in RULES.areas for _, words in area.texts())
    return " ".join(texts)


@pytest.mark.parametrize(
    "words", ["DM Advantage", "Match the bet", "Both fail", "the starting player loses"]
)
def test_the_page_of_rules_speaks_as_the_source_does(words):
    assert words in rules_page()
