"""What stands on the sheet in each phase: named blocks of plain text."""

import re
from random import Random

import pytest
from on_a_sheet import SEED, assert_in_place, begun, say, stages, text
from tartarus import EXAMPLE

from umpire.games.denizens_of_tartarus import GAME
from umpire.games.denizens_of_tartarus.cards import SINNERS
from umpire.match import judge, screen
from umpire.sheets.template import find_template

DECK = EXAMPLE["deck"]
POSITION = {key: value for key, value in EXAMPLE.items() if key != "closed"}


def start(**options):
    return begun(GAME, None if "position" in options else SEED, **options)


def blocks(match):
    return screen(match, None)


def row(match, name):
    (only,) = blocks(match)[name]
    return only


def column(match, name):
    return [one for (one,) in blocks(match)[name]]


def own_hand(match, seat):
    return tuple(text(match, f"{place}_card_{seat}") for place in ("first", "second", "third"))


@pytest.mark.parametrize("seed", range(6))
def test_in_every_phase_every_block_has_its_place_and_its_size(seed):
    match = start(decider="Ana", bank_seconds=200, turn_seconds=5)
    matches = [*stages(match, Random(seed), seconds=7)]
    assert_in_place(GAME, matches)
    assert matches[-1].status == "over"


def test_every_viewer_sees_the_same():
    match = say(start(decider="Ana"), "Ana", "second left")
    assert screen(match, "Ana") == screen(match, "umpire") == blocks(match)


class TestSeats:
    match = start(decider="Bo")

    def test_who_is_player_1_is_not_yet_said(self):
        assert text(self.match, "left_role") == text(self.match, "right_role") == ""

    def test_the_decider_is_asked(self):
        assert text(self.match, "right_status") == "to choose"
        assert text(self.match, "title") == "Before turn 1: the seats"
        told = "Bo chooses who is Player 1, and who is shown on the left."
        assert text(self.match, "subtitle") == told
        assert text(self.match, "left_status") == ""

    def test_nothing_is_dealt(self):
        for name in ("deck", "start_a_deck", "rival_hand_1", "next_cards_1"):
            assert set(row(self.match, name)) == {""}
        for name in ("deck_title", "hand_title_1", "start_p1_title", "start_a_letter"):
            assert text(self.match, name) == ""

    def test_left_and_the_marks_follow_the_answer(self):
        match = say(self.match, "Bo", "second left")
        assert (text(match, "left_name"), text(match, "right_name")) == ("Bo", "Ana")
        assert (text(match, "left_role"), text(match, "right_role")) == ("P2", "P1")

    def test_a_score_sheet_stays_with_its_seat_in_the_header(self):
        match = say(self.match, "Bo", "first left")
        for letter in "ABC":
            match = say(match, match.pending[0].by, letter)
        match = say(match, "Ana", "none")
        assert own_hand(match, 2) == row(match, "left_hand")
        assert own_hand(match, 1) == row(match, "right_hand")


class TestBans:
    match = start()

    def test_all_four_configurations_are_shown(self):
        titles = [text(self.match, f"start_{of}_title") for of in ("p1", "p2", "deck")]
        assert titles == ["P1: Ana", "P2: Bo", "Deck, the top card on the left"]
        for letter in "abcd":
            for key in ("p1", "p2", "deck"):
                assert "" not in row(self.match, f"start_{letter}_{key}")
            assert text(self.match, f"start_{letter}_letter") == letter.upper()
            assert text(self.match, f"start_{letter}_status") == ""

    def test_what_is_banned_says_so_and_what_is_left_is_played(self):
        match, left = self.match, blocks(self.match)
        told = "Bo bans one, then Ana, then Bo. The last one left is played."
        for number, letter in enumerate("ADB", 1):
            assert text(match, "title") == f"Before turn 1: ban {number} of 3"
            assert text(match, "subtitle") == told
            assert text(match, f"start_{letter.lower()}_status") == ""
            match = say(match, match.pending[0].by, letter)
            assert letter == "B" or text(match, f"start_{letter.lower()}_status") == "banned"
        assert (row(match, "deck"),) == left["start_c_deck"]
        assert (row(match, "left_hand"),) == left["start_c_p1"]
        assert text(match, "title") == "Before turn 1: a module to close"
        assert text(match, "subtitle") == "Configuration C is played. Ana has the first turn."
        assert text(match, "right_status") == "to close"

    def test_once_it_is_settled_they_are_gone(self):
        match = self.match
        for letter in "ADB":
            match = say(match, match.pending[0].by, letter)
        for letter in "abcd":
            for key in ("p1", "p2", "deck", "status"):
                assert set(row(match, f"start_{letter}_{key}")) == {""}

    def test_modules_are_neither_open_nor_closed_yet(self):
        assert text(self.match, "balance_state") == ""


class TestTurn:
    match = start(position=POSITION)

    @pytest.mark.parametrize(
        ("name", "shown"),
        [
            ("title", "Turn 25"),
            ("subtitle", "Ana (P1) is to move. Closed to Ana: Balance, Stones and Pair."),
            ("left_status", "to move"),
            ("right_status", ""),
            ("left_spirits", "Invocations: 1 attuned"),
            ("left_modules", "0 of 3 modules won"),
            ("right_modules", "1 of 3 modules won"),
            ("left_reserve", "Reserve 5:00"),
            ("balance_state", "closed"),
            ("order_state", "open"),
            ("stones_state", "★ Bo"),
            ("pair_state", "closed"),
            ("shuffle_state", "open"),
            ("balance_last", "Ana"),
            ("pair_last", "Bo"),
            ("order_last", ""),
            ("matching_card", "Y2"),
            ("hand_title_1", "Your hand"),
            ("rival_title_1", "Bo's hand"),
            ("next_title_1", "The next three cards"),
        ],
    )
    def test_cells(self, name, shown):
        assert text(self.match, name) == shown

    @pytest.mark.parametrize(
        ("name", "shown"),
        [
            ("left_hand", "R1 Y5 B3"),
            ("rival_hand_1", "R4 G1 B5"),
            ("deck", " ".join(DECK)),
            ("next_cards_1", " ".join(DECK[:3])),
            ("stones_points", "0 of 3 3"),
            ("balance_weights", "4 : 7"),
            ("shuffle_tokens", "3 : 1"),
            ("set_sums", "7 : 2"),
        ],
    )
    def test_rows(self, name, shown):
        assert " ".join(row(self.match, name)) == shown

    def test_the_last_card_played_is_marked_where_it_was_played_and_where_it_lies(self):
        match = say(self.match, "Ana", "Y5 order")
        assert text(match, "order_last") == "Ana: Y5 ◂"
        assert row(match, "deck")[-1] == "Y5 ◂"
        match = say(match, "Bo", "G1 set")
        assert (text(match, "order_last"), text(match, "set_last")) == ("Ana: Y5", "Bo: G1 ◂")
        assert row(match, "deck")[-2:] == ("Y5", "G1 ◂")

    def test_the_modules_own_boards(self):
        assert column(self.match, "order_shown") == ["R", "Y", "G", "▸ B", "P"]
        assert column(self.match, "order_left") == ["●", "", "●", "", ""]
        assert column(self.match, "order_right") == ["", "●", "", "", ""]
        assert blocks(self.match)["set_cards"] == (
            ("P4", "", ""),
            ("", "", "B2"),
            ("R3", "", ""),
            ("", "", ""),
        )
        assert column(self.match, "stones_counts") == ["0", "2", "0", "6", "0"]
        assert column(self.match, "pair_left") == ["", "●", "", "", ""]
        assert column(self.match, "pair_right") == ["●", "", "●", "", ""]

    def test_the_sides_swap_with_left(self):
        match = start(position={**POSITION, "left": "Bo"})
        assert row(match, "balance_weights") == ("7", ":", "4")
        assert column(match, "pair_left") == ["●", "", "●", "", ""]
        assert row(match, "left_hand") == ("R4", "G1", "B5")
        assert own_hand(match, 1) == ("R1", "Y5", "B3")

    def test_a_small_screen_has_the_own_hand_card_by_card(self):
        assert own_hand(self.match, 1) == ("R1", "Y5", "B3")

    def test_invocations_that_are_spent_are_left_out(self):
        none = {"normal": 0, "attuned": 0}
        spirits = {"Ana": {"normal": 2, "attuned": 1}, "Bo": none}
        match = start(position={**POSITION, "spirits": spirits})
        assert text(match, "left_spirits") == "Invocations: 2 normal, 1 attuned"
        assert text(match, "right_spirits") == "No invocations left"

    def test_a_blocked_module_says_blocked(self):
        seven_left = {
            **POSITION["modules"],
            "Stones": {
                "won": None,
                "points": {"Ana": 0, "Bo": 0},
                "stones": dict.fromkeys(("Red", "Yellow", "Green", "Blue", "Purple"), 1),
            },
        }
        match = start(position={**POSITION, "modules": seven_left})
        match = say(match, "Ana", "Y5 order attuned block set")
        assert text(match, "set_state") == "blocked"

    def test_the_bank_counts_down_and_never_shows_more_than_there_is(self):
        match = judge(self.match, {"t": 90.5}).match
        assert text(match, "left_reserve") == "Reserve 4:59"

    def test_without_a_clock_there_is_no_limit(self):
        assert text(start(clock=False, position=POSITION), "left_reserve") == ""

    def test_a_pause_is_said(self):
        match = say(self.match, "umpire", "pause")
        assert text(match, "title") == "Turn 25 (paused)"


class TestOver:
    def test_a_forfeit(self):
        match = say(start(position=POSITION), "umpire", "forfeit Ana")
        assert text(match, "title") == "Bo has beaten Ana"
        assert text(match, "subtitle") == "Won by forfeit in turn 25. Bo has won Stones."
        assert text(match, "right_status") == "★ winner"
        assert text(match, "left_status") == ""
        assert text(match, "balance_state") == ""
        assert text(match, "stones_state") == "★ Bo"

    def test_a_lost_clock(self):
        match = judge(start(position=POSITION), {"t": 1000}).match
        assert text(match, "subtitle") == "Won on time in turn 25. Bo has won Stones."
        assert text(match, "left_reserve") == "Reserve 0:00"

    def test_a_win_tells_with_what(self):
        modules = {
            **POSITION["modules"],
            "Order": {**POSITION["modules"]["Order"], "won": "Ana", "points": {"Ana": 2, "Bo": 0}},
            "Pair": {**POSITION["modules"]["Pair"], "won": "Ana", "points": {"Ana": 2, "Bo": 0}},
            "Balance": {
                **POSITION["modules"]["Balance"],
                "points": {"Ana": 4, "Bo": 0},
                "weight": {"Ana": 9, "Bo": 0},
            },
            "Matching": {**POSITION["modules"]["Matching"], "card": "Y5"},
        }
        match = say(start(position={**POSITION, "modules": modules}), "Ana", "Y5 matching")
        assert text(match, "subtitle") == (
            "Won with three modules in turn 25. "
            "Ana has won Balance, Order and Pair; Bo has won Stones."
        )
        assert GAME.ended(match.outcome) == "Ana has won with three modules"

    def test_an_end_before_turn_1(self):
        match = say(start(), "umpire", "forfeit Bo")
        assert text(match, "subtitle") == "Won by forfeit before turn 1."


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
        match = start(position=POSITION)
        judgement = judge(match, {"t": 0, "by": "Ana", "say": line})
        assert judgement.code in (None, "illegal"), judgement.error

    def test_so_do_the_examples_before_turn_1(self):
        matches = [start(decider="Ana"), start()]
        declare = matches[1]
        for letter in "ABC":
            declare = say(declare, declare.pending[0].by, letter)
        for line in lines_under("What to type before turn 1", "What to type in your turn"):
            judged = [
                judge(match, {"t": 0, "by": match.pending[0].by, "say": line})
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
