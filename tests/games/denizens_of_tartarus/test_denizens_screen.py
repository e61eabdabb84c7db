"""The page of rules and the words of the sheets."""

import re
from random import Random

import pytest
from tartarus import EXAMPLE

from umpire.games.denizens_of_tartarus import GAME
from umpire.games.denizens_of_tartarus.cards import SINNERS
from umpire.match import judge
from umpire.sheets.template import find_template
from umpire.testing import opened, random_match

POSITION = {key: value for key, value in EXAMPLE.items() if key != "closed"}


def lines_under(heading, until):
    """What the tab Rules shows as typed between two of its headings, or from one to the end.

    What stands in one cell is one line but for those of ALONE.
    """
    rules = find_template(GAME.id).tabs[-1]
    typed = [area for area in rules.areas if area.style == ["code"]]
    texts = {cell: words for area in rules.areas for cell, words in area.texts()}
    rows = {words: row for (row, _), words in texts.items()}
    first, last = rows[heading], rows[until] if until else rules.rows
    cells = [words for area in typed for (row, _), words in area.texts() if first < row < last]
    return [line for words in cells for line in ALONE.get(words, [words.replace("\n", " ")])]


ALONE = {
    words: words.split("\n")
    for words in ("first\nsecond left", "C\nban c", "set\nblock Sh", "Y5 set\nYellow 5 on Set")
}
"""The cells of the tab Rules that hold several lines to type."""


class TestRulesPage:
    @pytest.mark.parametrize("line", lines_under("What to type in your turn", None))
    def test_each_example_of_a_turn_parses(self, line):
        match = opened(GAME, position=POSITION)
        judgement = judge(match, {"t": 0, "by": "Ana", "say": line})
        assert judgement.code in (None, "illegal"), judgement.error

    def test_so_do_the_examples_before_turn_1(self):
        played = random_match(opened(GAME), Random(1))
        bans, declare = (
            next(one.before for one in played if one.before.pending[0].decision.kind.name == kind)
            for kind in ("ban", "declare")
        )
        matches = [opened(GAME, decider="Ana"), bans]
        for line in lines_under("What to type before turn 1", "What to type in your turn"):
            judged = [
                judge(match, {"t": match.now, "by": match.pending[0].by, "say": line})
                for match in (*matches, declare)
            ]
            assert any(judgement.ok for judgement in judged), line

    def test_it_says_what_the_source_says(self):
        rules = find_template(GAME.id).tabs[-1]
        told = " ".join(words for area in rules.areas for _, words in area.texts())
        for words in (
            "If they tie, nobody does",
            "Red at first, then Yellow, Green, Blue, Purple, Red again",
            "one spirit a turn at most",
            "the top 6 cards, the middle 7, the bottom 6",
            "may exceed what is left",
            "60 seconds for seats, each ban and the module for turn 1, 90 for a turn",
        ):
            assert words in told


class TestWordsOfTheSource:
    texts = {
        words
        for tab in find_template(GAME.id).tabs
        for area in tab.areas
        for _, words in area.texts()
    }

    def test_they_stand_where_a_player_of_the_original_looks_for_them(self):
        for words in ("lights", "reserve time", "invocations", "most recent module"):
            assert any(words in text for text in self.texts), words

    @pytest.mark.parametrize(("module", "sinner"), SINNERS.items())
    def test_each_module_has_both_its_names(self, module, sinner):
        assert {module, sinner.removeprefix("the ")} <= self.texts
        assert any(words.startswith(f"{module} - {sinner}\n") for words in self.texts)

    def test_others_are_not_used(self):
        assert not [words for words in self.texts if re.search(r"\b(lamp|bank)", words, re.I)]
