"""What golden screens do not say: each end after seven bouts, colours, the page of rules."""

import re

import pytest
from boxes import DEAL, Table, board, in_round_1

from umpire.games.base import Outcome
from umpire.games.box_within_a_box import GAME
from umpire.match import screen
from umpire.sheets.tabs import Tab
from umpire.sheets.template import find_template

START = board(D7="b6")
TEMPLATE = find_template(GAME.id)


def black(digit: str, mark: str = "") -> str:
    """A black tile as a cell has it: a no-break blank on each side, or before the mark."""
    return f"{digit}\u00a0{mark}" if mark else f"\u00a0{digit}\u00a0"


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("points", "with more points"),
        ("best-bout", "with the best single bout"),
        ("opponent", "as the Death Match Opponent, since all else is equal"),
    ],
)
def test_how_it_ended_after_seven_bouts(reason: str, told: str) -> None:
    match = in_round_1().match
    over = match.state.replace(phase="over", bout=7, outcome=Outcome("Bo", reason))
    shown = screen(match.replace(state=over), None)
    assert shown["subtitle"] == ((f"Won {told}, after bout 7.",),)


@pytest.mark.parametrize(
    ("text", "style"),
    [
        (black("3"), "black_tile"),
        ("3", "white_tile"),
        (black("3", "•"), "landed_black"),
        ("3 •", "landed_white"),
        ("[3]", "box_here"),
        ("(3)", "box_here"),
        ("b3", "black_tile"),  # as somebody may write by hand
        ("w3", "white_tile"),
    ],
)
@pytest.mark.parametrize("page", [TEMPLATE.tabs[0], TEMPLATE.tables[0]], ids=["board", "table"])
def test_a_tile_is_drawn_on_its_colour(page: Tab, text: str, style: str) -> None:
    colours = [one for one in page.colours if one.on == ["boards"]]
    fits = (
        one.style
        for one in colours
        if (one.contains and one.contains in text)
        or (one.begins and text.startswith(one.begins))
        or one.filled
    )
    assert next(fits) == style


def what_to_type() -> list[str]:
    """The lines that the tab Rules shows as typed, in a match with clocks."""
    return [
        line
        for area in TEMPLATE.tabs[-1].areas
        if "code" in area.style and area.clock is not False
        for _, words in area.texts()
        for line in re.split(r"\n|  ", words)
    ]


BETS_TYPED = [line for line in what_to_type() if " on " in line or ":" in line]
MOVES_TYPED = [line for line in what_to_type() if line not in (*BETS_TYPED, "ready", "lock")]


class TestRulesPage:
    @pytest.mark.parametrize("line", MOVES_TYPED)
    def test_each_example_of_a_move_parses(self, line: str) -> None:
        judgement = in_round_1(board=START).judge("Ana", line)
        assert judgement.code in (None, "illegal"), judgement.error

    @pytest.mark.parametrize(
        "line", ["LUNGE D7", "3 D7", "#3 D4-D7", "lun d5-d6-d7", "3 up", "3 u", "GALLOP D5-F5"]
    )
    def test_the_examples_of_moves_with_cards_of_the_pool_are_taken(self, line: str) -> None:
        assert line in MOVES_TYPED
        assert in_round_1(board=START).judge("Ana", line).ok

    @pytest.mark.parametrize("line", BETS_TYPED)
    def test_all_lines_of_bets_are_taken(self, line: str) -> None:
        assert Table(board=START).deal(DEAL).judge("Ana", line).ok
