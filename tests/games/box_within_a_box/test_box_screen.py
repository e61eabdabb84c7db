"""What stands on the board and on each table: named blocks of plain text."""

import re
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest
from boxes import DEAL, board
from on_a_sheet import SEED, assert_in_place, begun, say, stages

from umpire.games.base import CHANCE, Outcome
from umpire.games.box_within_a_box import GAME
from umpire.match import Match, judge, screen
from umpire.sheets.tabs import Tab
from umpire.sheets.template import find_template

PLAIN, EXAMPLE = board(), board(D7="b6")
NO_WAITING = {"seconds_examine_boards": 0, "seconds_examine_cards": 0, "clock": False}
BETS = ("3 on black and 2; 1 on 6; 5 on 7 or 9", "1 on 2; 1 on black; 1 on white")
ROUNDS = [
    ("19 down", "3 up"),
    ("7 left", "18 D2-D3-D4-E4"),
    ("6 E5-G5", "10 B5-C5"),
    ("9 C4-C5", "21 E7"),
]


start = partial(begun, GAME)


def both(match: Match, ana: str, bo: str) -> Match:
    return say(say(match, "Ana", ana), "Bo", bo)


def dealt(deal: str = DEAL, **options: Any) -> Match:
    """The worked examples' match, its first eight cards on the table."""
    return say(start(board=EXAMPLE, **NO_WAITING | options), CHANCE, deal)


def played(rounds: int) -> Match:
    """The worked example after so many rounds."""
    match = both(dealt(), *BETS)
    for ana, bo in ROUNDS[:rounds]:
        match = both(match, ana, bo)
    return match


def with_state(match: Match, **fields: Any) -> Match:
    """The match with some of its state changed."""
    return replace(match, state=replace(match.state, **fields))


TEMPLATE = find_template(GAME.id)


def black(digit: str, mark: str = "") -> str:
    """A black tile as a cell has it: a no-break blank on each side, or before the mark."""
    return f"{digit}\u00a0{mark}" if mark else f"\u00a0{digit}\u00a0"


class Shown:
    """The blocks of a spreadsheet, as a test asks for them."""

    def __init__(self, match: Match, viewer: str | None = None) -> None:
        self.blocks = screen(match, viewer)

    def text(self, name: str) -> str:
        ((only,),) = self.blocks[name]
        return only

    def row(self, name: str) -> list[str]:
        (only,) = self.blocks[name]
        return list(only)

    def column(self, name: str) -> list[str]:
        return [one for (one,) in self.blocks[name]]

    def line(self, at: int, *names: str) -> list[str]:
        return [self.column(name)[at] for name in names]

    def tile(self, block: str, place: str) -> str:
        return self.blocks[block][7 - int(place[1])]["ABCDEFG".index(place[0])]


def both_rows(board: Shown) -> list[str]:
    """The uses that the first player has left, of all traits."""
    return [*board.row("a_uses_low"), *board.row("a_uses_high")]


class TestRound1:
    board = Shown(played(1))

    def test_whose_box_is_moved_next(self) -> None:
        assert self.board.text("title") == "Bout 1 of 7, round 2 of 4"
        assert self.board.text("a_status") == "to move Box A"
        assert self.board.text("b_status") == "to move Box B"

    def test_the_boxes_and_the_tiles_last_landed_on_are_marked(self) -> None:
        assert self.board.tile("a_board", "D7") == "[6]"
        assert self.board.tile("a_board", "D6") == black("2"), "passed over, not landed on"
        assert self.board.tile("b_board", "D3") == black("4", "•")
        assert self.board.tile("b_board", "D2") == "[4]", (  # says no more
            "where the Box is says no more"
        )
        assert self.board.tile("b_board", "D4") == black("2")

    def test_the_pool_keeps_what_was_played_in_its_place(self) -> None:
        assert self.board.column("pool_number") == DEAL.split()
        assert self.board.column("pool_played") == ["Bo on A", *[""] * 5, "Ana on B", ""]

    @pytest.mark.parametrize(
        ("at", "card"),
        [
            (0, ["3", "LUNGE", "A: 3 orthogonal"]),
            (4, ["10", "DOGLEG", "A+: 2+1 orthogonal, turn"]),
            (6, ["19", "SOW", "B: 2 orthogonal; increase 2"]),
        ],
    )
    def test_a_card_is_shown_with_all_its_figures(self, at: int, card: list[str]) -> None:
        fields = ("number", "name", "movement")
        assert self.board.line(at, *(f"pool_{field}" for field in fields)) == card

    def test_the_round_is_told(self) -> None:
        names = ("round_board", "round_by", "round_card", "round_path", "round_landed")
        first = ["1 A", "Bo", "3 LUNGE", "D4-D5-D6-D7", "D7 b6"]
        assert self.board.line(0, *names) == first
        second = ["1 B", "Ana", "19 SOW", "D4-D3-D2", "D3 b2, D2 b2"]
        assert self.board.line(1, *names) == second
        assert self.board.line(2, *names) == [""] * 5


class TestTables:
    match = played(2)
    ana = Shown(match, "Ana")
    bo = Shown(match, "Bo")

    def test_each_sees_their_own_board_first(self) -> None:
        assert self.ana.blocks["own_board"] == self.bo.blocks["other_board"]
        assert self.ana.blocks["other_board"] == self.bo.blocks["own_board"]
        assert self.ana.tile("own_board", "B7") == "[2]"

    def test_the_box_to_move_is_marked(self) -> None:
        assert self.ana.text("own_title") == "Board A, yours"
        assert self.ana.text("other_title") == "Board B: move this Box"
        assert self.bo.text("own_title") == "Board B, yours"
        assert self.bo.text("other_title") == "Board A: move this Box"

    def test_it_is_not_marked_any_more_for_who_has_locked_a_move(self) -> None:
        match = both(both(dealt(clock=True), *BETS), "lock", "lock")
        assert Shown(match, "Ana").text("other_title") == "Board B: move this Box"
        match = say(say(match, "Ana", ROUNDS[0][0]), "Ana", "lock")
        assert Shown(match, "Ana").text("other_title") == "Board B, Bo's"
        assert Shown(match, "Ana").text("form_title") == ""
        assert Shown(match, "Bo").text("other_title") == "Board A: move this Box"

    def test_who_has_answered_is_asked_nothing_more(self) -> None:
        match = say(self.match, "Ana", "6 E5-G5")
        assert Shown(match, "Ana").text("other_title") == "Board B, Bo's"
        assert Shown(match).text("a_status") == ""

    def test_ones_own_bets_with_the_hits_so_far(self) -> None:
        assert self.ana.column("bet_line") == ["3 on black and 2", "1 on 6", "5 on 7 or 9"]
        assert self.ana.column("bet_hits") == ["2", "1", "0"]
        assert self.ana.column("bet_payout") == ["24", "2", "0"]

    def test_uses_left_count_the_running_bets_for_their_player_alone(self) -> None:
        assert self.ana.column("uses_low") == ["●○", "●●", "●●●", "●●●", "●●○", "●●●"]
        assert self.ana.column("uses_high") == ["●●●", "●●●", "●●○", "●●○", "●●●", "●●○"]
        assert Shown(self.match).row("a_uses_low") == ["●●", "●●", *["●●●"] * 4]
        assert Shown(self.match).row("a_uses_high") == ["●●●"] * 6

    def test_the_pool_in_a_few_words(self) -> None:
        fields = ("pool_number", "pool_name", "pool_movement", "pool_played")
        line = ["10", "DOGLEG", "A+: 2+1 orthogonal, turn", ""]
        assert self.ana.line(4, *fields) == line
        line = ["19", "SOW", "B: 2 orthogonal; increase 2", "Ana on B"]
        assert self.ana.line(6, *fields) == line

    def test_points(self) -> None:
        assert self.ana.text("points") == "Ana 20 : 20 Bo"
        assert Shown(played(4), "Bo").text("points") == "Bo 50 : 88 Ana"


class TestSettlement:
    match = played(4)
    board = Shown(match)

    def test_points_and_best_bout(self) -> None:
        assert self.board.text("a_points") == "88"
        assert self.board.text("a_best") == "best bout paid 74"
        assert self.board.text("b_points") == "50"
        assert self.board.text("b_best") == "best bout paid 30"

    @pytest.mark.parametrize(
        ("side", "line"),
        [
            ("a", ["black and 2: 6 hits, 72", "74", "85"]),
            ("b", ["2: 7 hits, 14", "30", "47"]),
        ],
    )
    def test_the_bout_is_told_bet_by_bet(self, side: str, line: list[str]) -> None:
        names = [f"{side}_bouts_{field}" for field in ("bets", "paid", "points")]
        bets, *sums = self.board.line(0, *names)
        assert [bets.split(" on ", 1)[1].split("\n")[0], *sums] == line
        assert self.board.line(1, *names) == [""] * 3
        assert self.board.column("bouts_number") == ["Bout 1", *[""] * 6]

    def test_all_bets_of_a_bout_have_a_line(self) -> None:
        assert self.board.column("a_bouts_bets")[0].split("\n") == [
            "3 on black and 2: 6 hits, 72",
            "1 on 6: 1 hit, 2",
            "5 on 7 or 9: 0 hits, 0",
        ]

    def test_the_uses_are_known_to_all_now(self) -> None:
        uses = dict(zip("bw0123456789", both_rows(self.board), strict=True))
        fresh = dict(zip("bw0123456789", both_rows(Shown(start())), strict=True))
        spent = {trait: left for trait, left in uses.items() if left != fresh[trait]}
        assert spent == {"b": "●○", "2": "●●○", "6": "●●○", "7": "●●○", "9": "●●○"}

    def test_the_pool_and_the_rounds_are_cleared_and_the_last_landings_stay(self) -> None:
        assert set(self.board.column("pool_name")) == {""}
        assert set(self.board.column("round_by")) == {""}
        assert self.board.tile("a_board", "C4") == black("2", "•")
        assert self.board.tile("a_board", "C5") == "[2]"
        assert self.board.tile("b_board", "E7") == "[3]"


class TestTheSameCard:
    """Ruling 8: one copy leaves the pool if only one was there, else each player's own."""

    def pool(self, deal: str, *rounds: tuple[str, str]) -> list[list[str]]:
        match = both(dealt(deal), *BETS)
        for ana, bo in rounds:
            match = both(match, ana, bo)
        board = Shown(match)
        lines = [board.line(at, "pool_number", "pool_played") for at in range(8)]
        return [line for line in lines if line[1]]

    def test_a_single_copy_is_one_row_with_both_players(self) -> None:
        assert self.pool("3 6 7 9 10 18 19 21", ("3 up", "3 left")) == [["3", "both: Bo on A"]]

    def test_two_copies_are_two_rows(self) -> None:
        assert self.pool("3 3 7 9 10 18 19 21", ("3 up", "3 left")) == [
            ["3", "Bo on A"],
            ["3", "Ana on B"],
        ]

    def test_copies_played_in_different_rounds_stay_rows_of_their_own(self) -> None:
        rounds = [("7 up", "9 D5-D6"), ("19 left", "19 left"), ("6 down right", "7 down")]
        assert self.pool("6 7 7 9 10 18 19 21", *rounds) == [
            ["6", "Ana on B"],
            ["7", "Ana on B"],
            ["7", "Bo on A"],
            ["9", "Bo on A"],
            ["19", "both: Ana on A"],
        ]


TITLES = [
    (start(), "Before bout 1", "Chance deals the board with which both players start."),
    (start(board=PLAIN), "Before bout 1", "Both boards are alike at the start."),
    (start(board=PLAIN, **NO_WAITING), "Bout 1 of 7, the cards", "Chance deals the eight"),
    (dealt(seconds_examine_cards=9), "Bout 1 of 7, the cards", "Look at the eight"),
    (dealt(), "Bout 1 of 7, bets", "Both bet in secret"),
    (both(dealt(), *BETS), "Bout 1 of 7, round 1 of 4", "In rounds 1 and 3"),
    (played(4), "Bout 2 of 7, the cards", "Chance deals the eight"),
    (say(dealt(), "umpire", "pause"), "Bout 1 of 7, bets (paused)", "Both bet in secret"),
    (say(start(), "umpire", "forfeit Ana"), "Bo has beaten Ana", "Won by forfeit, before bout 1."),
    (say(dealt(), "umpire", "forfeit Bo"), "Ana has beaten Bo", "Won by forfeit, in bout 1."),
    (
        say(played(2), "umpire", "forfeit Bo"),
        "Ana has beaten Bo",
        "Won by forfeit, in bout 1, round 3.",
    ),
    (
        judge(dealt(clock=True, reserve_periods=0), {"t": 151}).match,
        "Bo has beaten Ana",
        "Won on time, in bout 1.",
    ),
]


@pytest.mark.parametrize(("match", "title", "begins"), TITLES)
def test_what_is_going_on(match: Match, title: str, begins: str) -> None:
    for shown in (Shown(match), Shown(match, "Ana")):
        assert shown.text("title") == title
        assert shown.text("subtitle").startswith(begins)


def test_a_table_says_whose_box_is_moved_when() -> None:
    told = Shown(played(1), "Ana").text("subtitle")
    assert told == "In rounds 1 and 3 you move Bo's Box, in rounds 2 and 4 your own."


@pytest.mark.parametrize(
    ("match", "title"),
    [(start(board=PLAIN), "Your answer"), (dealt(), "Your bets"), (played(1), "Your move")],
)
def test_the_form_has_a_heading_while_something_is_asked(match: Match, title: str) -> None:
    assert Shown(match, "Ana").text("form_title") == title
    assert Shown(say(match, "umpire", "pause"), "Ana").text("form_title") == ""
    assert Shown(say(match, "umpire", "forfeit Bo"), "Ana").text("form_title") == ""


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("points", "with more points"),
        ("best-bout", "with the best single bout"),
        ("opponent", "as the Death Match Opponent, since all else is equal"),
    ],
)
def test_how_it_ended_after_seven_bouts(reason: str, told: str) -> None:
    board = Shown(with_state(played(4), phase="over", bout=7, outcome=Outcome("Bo", reason)))
    assert board.text("subtitle") == f"Won {told}, after bout 7."
    assert (board.text("a_status"), board.text("b_status")) == ("", "★ winner")


def test_before_the_boards_are_dealt_they_are_blank() -> None:
    assert {cell for line in Shown(start()).blocks["a_board"] for cell in line} == {""}
    assert {cell for line in Shown(start(), "Bo").blocks["own_board"] for cell in line} == {""}


def test_examinations_ask_for_ready() -> None:
    match = start(board=PLAIN)
    assert Shown(match).text("a_status") == "ready?"
    match = say(match, "Ana", "ready")
    assert Shown(match).text("a_status") == ""


def test_no_play_is_said() -> None:
    match = played(1)
    ((on_a, on_b),) = match.state.rounds
    on_b = on_b._replace(card=None, path=b"", tiles=b"", faces=b"", end=on_b.start)
    board = Shown(with_state(match, rounds=((on_a, on_b),)))
    assert board.line(1, "round_card", "round_path", "round_landed") == ["none", "", ""]


def test_a_box_that_is_put_back_says_so() -> None:
    match = both(dealt("3 6 7 9 10 18 19 31"), *BETS)
    board = Shown(both(match, "31 up", "3 up"))
    path, landed = board.line(1, "round_path", "round_landed")
    assert (path, landed) == ("D4-D5-D6-D7, back to D4", "D5 b2, D6 b2, D7 b6")
    assert board.tile("b_board", "D4") == "[2]"
    assert board.tile("b_board", "D7") == black("6", "•")


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


def test_white_tiles_are_marked_too() -> None:
    rows = ["w0 w1 w2 w3 w4 w5 w6"] * 7
    match = both(say(start(board=rows, **NO_WAITING), CHANCE, DEAL), *BETS)
    board = Shown(both(match, "7 up", "3 up"))
    assert [board.tile("b_board", place) for place in ("D4", "D5", "D6")] == ["3", "3 •", "(3)"]


def test_all_cards_are_listed_with_the_copies_undealt() -> None:
    board = Shown(dealt())
    assert board.column("card_number") == [str(number) for number in range(1, 39)]
    assert board.line(2, "card_name", "card_type", "card_undealt") == ["LUNGE", "A", "1"]
    assert board.line(18, "card_name", "card_special", "card_undealt") == ["SOW", "increase 2", "0"]
    assert sum(map(int, board.column("card_undealt"))) == 48


@pytest.mark.parametrize("seed", range(3))
def test_in_every_phase_every_block_has_its_place_and_its_size(seed: int) -> None:
    matches = [*stages(start(seed=SEED, clock=False), Random(seed))]
    assert_in_place(GAME, matches)
    board, match = Shown(matches[-1]), matches[-1]
    assert match.status == "over"
    assert board.column("bouts_number")[-1] == "Bout 7"
    assert [len(uses) for uses in both_rows(board)] == [2, 2, *[3] * 10]
    assert any(board.column("pool_name")), "and so do the cards that were played in it"
    assert any(Shown(match, "Ana").column("bet_line")), "and the bets"
    assert board.column("round_board")[-1] == "4 B", "the last bout's rounds stay"


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
        judgement = judge(both(dealt(), *BETS), {"t": 0, "by": "Ana", "say": line})
        assert judgement.code in (None, "illegal"), judgement.error

    @pytest.mark.parametrize(
        "line", ["LUNGE D7", "3 D7", "#3 D4-D7", "lun d5-d6-d7", "3 up", "3 u", "GALLOP D5-F5"]
    )
    def test_the_examples_of_moves_with_cards_of_the_pool_are_taken(self, line: str) -> None:
        assert line in MOVES_TYPED
        assert judge(both(dealt(), *BETS), {"t": 0, "by": "Ana", "say": line}).ok

    @pytest.mark.parametrize("line", BETS_TYPED)
    def test_all_lines_of_bets_are_taken(self, line: str) -> None:
        assert judge(dealt(), {"t": 0, "by": "Ana", "say": line}).ok
