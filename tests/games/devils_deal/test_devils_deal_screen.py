"""What stands on the board and on the tables in each phase: blocks of text."""

from dataclasses import replace
from functools import partial
from random import Random

import pytest
from devils_table import DEAL, DIVISION, SELECTION
from on_a_sheet import SEED, assert_in_place, begun, say, stages, text

from umpire.games.devils_deal import GAME
from umpire.match import asking, judge, report, screen
from umpire.sheets.template import find_template

TEMPLATE = find_template(GAME.id)
RULES = TEMPLATE.tables[-1]

FOLD = [
    ("chance", DEAL),
    ("Ana", "Ana"),
    ("Ana", "no"),
    ("Bo", "no"),
    ("chance", "R1"),
    ("Ana", "B4 R9"),
    ("Bo", "G4 R4"),
    ("Ana", "fold"),
]
SHOWDOWN = [
    ("chance", "B4 B6 G2 G8 R9 B1 B2 G5 R3 R7"),
    ("Ana", "Bo"),
    ("Bo", "n"),
    ("Ana", "n"),
    ("chance", "R5"),
    ("Bo", "G5 B2"),
    ("Ana", "B6 B4"),
    ("Bo", "raise 3"),
    ("Ana", "call"),
    ("Bo", "raise 1"),
    ("Ana", "call"),
]
REFILL = [
    ("chance", DEAL),
    ("Ana", "me"),
    ("Ana", "yes"),
    ("chance", SELECTION),
    ("Ana", f"{DIVISION} | discard: B1 R2 B4"),
    ("Bo", "G1"),
]


start = partial(begun, GAME)


def after(lines, began=None, **options):
    match = began or start(**{"clock": False, "break_seconds": 0, **options})
    for by, said in lines:
        match = say(match, by, said)
    return match


def row(match, name, viewer=None):
    (only,) = screen(match, viewer)[name]
    return [cell for cell in only if cell]


def column(match, name, viewer=None):
    return [cell for (cell,) in screen(match, viewer)[name] if cell]


def fates(match, viewer=None):
    """The cards of a refill, by what has become of them."""
    (cards,), (below,) = (screen(match, viewer)[f"refill_{name}"] for name in ("cards", "fates"))
    found = {}
    for card, fate in zip(cards, below, strict=True):
        found.setdefault(fate, []).append(card)
    return {fate: " ".join(group) for fate, group in found.items() if any(group)}


def pool(match, viewer):
    """The own pool, row by row."""
    return [row(match, f"hand_{number}", viewer) for number in (1, 2)]


def mine(match, viewer):
    """The own hand of the round."""
    return row(match, "mine", viewer)


def dealt(match, viewer):
    """The cards of a refill on a table, with what they are."""
    cards = [card for number in (1, 2) for card in row(match, f"dealt_{number}", viewer)]
    return text(match, "dealt_title", viewer), " ".join(cards)


def division(match, viewer):
    """The division on a table: its title, and a line for each pile."""
    blocks = screen(match, viewer)
    labels, piles = blocks["division_labels"], blocks["division"]
    lines = [
        " ".join(filter(None, (label, *cards)))
        for (label,), cards in zip(labels, piles, strict=True)
    ]
    return text(match, "division_title", viewer), [line for line in lines if line]


# Sizes and places


@pytest.mark.parametrize("seed", [5, 7, 13])
def test_in_every_phase_every_block_has_its_place_and_its_size(seed):
    matches = [*stages(start(SEED), Random(seed))]
    assert_in_place(GAME, matches)
    assert {"refill", "over"} <= {report(match)["state"]["phase"] for match in matches}


def test_the_form_has_a_cell_for_every_field():
    cells = {name for tab in TEMPLATE.tables for name in tab.named if name.startswith("form_")}
    match, random, asked = start(SEED), Random(3), set()
    for _ in range(300):
        if match.pending:
            owed = random.choice(match.pending)
            asked |= {f"form_{name}" for name in asking.form(match, owed, {})}
            answer = asking.random_answer(match, owed, random)
            match = judge(match, {"t": match.now, "by": owed.by, "say": answer}).match
    assert asked >= {"form_choice", "form_card_1", "form_pile_6"}
    assert asked <= cells


# The head of the board


def test_before_the_deal_nothing_is_known():
    match = start()
    assert text(match, "title") == "Before round 1: the deal"
    assert (text(match, "chips_1"), text(match, "pool_1"), text(match, "bet_1")) == ("30", "0", "")
    assert fates(match) == {}
    assert row(match, "start_pool_1") == []
    assert pool(match, "Ana") == [[], []]
    assert (text(match, "mine_title", "Ana"), mine(match, "Ana")) == ("", [])
    assert text(match, "pot_title", "Ana") == text(match, "dealt_title", "Ana") == ""


def test_who_starts_and_what_is_to_do():
    match = after(FOLD[:1])
    assert text(match, "due_1") == "to decide"
    match = say(match, "Ana", "Bo")
    assert text(match, "title") == "Round 1: refills"
    assert text(match, "subtitle") == "Bo starts this round. A refill costs 5 chips."
    assert (text(match, "due_1"), text(match, "due_2")) == ("", "refill?")


def test_a_bet_says_what_there_is_to_call():
    match = after(SHOWDOWN[:7])
    assert text(match, "title") == "Round 1: first bets"
    assert text(match, "subtitle") == "Bo started this round."
    assert (text(match, "due_1"), text(match, "due_2")) == ("", "to bet")
    match = say(match, "Bo", "raise 3")
    assert (text(match, "due_1"), text(match, "due_2")) == ("to call 3", "")
    assert (text(match, "bet_2"), text(match, "pot"), text(match, "chips_2")) == ("3", "6", "25")
    assert text(match, "removed") == "1 chip is\nout of the game"


def test_a_pause_is_said():
    match = say(after(FOLD[:2]), "umpire", "pause")
    assert text(match, "title") == "Round 1: refills (paused)"


def test_in_the_break_the_last_round_still_lies_on_the_table():
    match = after(FOLD, break_seconds=20)
    assert text(match, "title") == "After round 1"
    assert text(match, "subtitle") == "Bo starts the next round."
    assert (text(match, "due_1"), text(match, "due_2")) == ("ready?", "ready?")
    assert text(match, "result") == "Ana folded. Bo won 3 chips"
    assert text(match, "community") == "R1"


# The poker table


def test_private_cards_lie_face_down_until_they_are_revealed():
    match = after(SHOWDOWN[:7])
    assert (text(match, "first_1"), text(match, "second_1")) == ("?", "?")
    assert text(match, "hand_1") == "Hidden until the first bets are over"
    match = say(say(match, "Bo", "raise 3"), "Ana", "call")
    assert (text(match, "first_1"), text(match, "second_1")) == ("B6", "?")
    assert text(match, "other_first", "Ana") == "G5"
    assert text(match, "other_second", "Ana") == "?"
    hidden = "The second card is hidden until the second bets are over"
    assert text(match, "hand_1") == text(match, "other_hand", "Ana") == hidden


def test_a_player_sees_the_own_hand_and_what_of_it_is_shown_to_the_other():
    match = after(SHOWDOWN[:7])
    assert mine(match, "Ana") == ["B6", "B4", "R5"]
    assert text(match, "mine_note", "Ana") == "R5 is\nshared"
    assert (text(match, "own_first", "Ana"), text(match, "own_second", "Ana")) == ("B6", "B4")
    assert text(match, "own_hand", "Ana") == "Straight. Bo cannot see these yet."
    match = after(SHOWDOWN[7:9], began=match)
    assert text(match, "own_hand", "Ana") == "Straight. Bo sees B6 only."


def test_the_own_pool_has_a_cell_for_each_card_six_in_a_row():
    match = after(SHOWDOWN[:5])
    assert pool(match, "Ana") == [["B4", "B6", "G2", "G8", "R9"], []]
    assert text(match, "pool_title", "Ana") == "Your pool: 5 cards"
    match = after(SHOWDOWN[5:7], began=match)
    assert pool(match, "Ana") == [["G2", "G8", "R9"], []]
    assert (text(match, "own_pool", "Bo"), text(match, "other_pool", "Bo")) == ("3", "3")
    match = after(REFILL)
    held = pool(match, "Ana")
    assert [len(cards) for cards in held] == [6, 4]
    assert [*held[0], *held[1]] == report(match)["state"]["pools"]["Ana"]


def test_a_showdown_tells_hands_and_winner():
    match = after(SHOWDOWN, break_seconds=20)
    assert (text(match, "hand_1"), text(match, "hand_2")) == ("Straight", "Pair of 5")
    assert text(match, "own_hand", "Bo") == text(match, "other_hand", "Ana") == "Pair of 5"
    assert text(match, "result") == "Ana won 11 chips"


def test_a_tie_is_told_and_has_its_row():
    deal = ("chance", "B4 B5 G6 G7 R9 G4 G5 B1 B2 B8")
    bets = [("Ana", "raise 3"), ("Bo", "call"), ("Ana", "raise 1"), ("Bo", "call")]
    hands = [("chance", "R6"), ("Ana", "B4 B5"), ("Bo", "G4 G5"), *bets]
    match = after([deal, ("Ana", "Ana"), ("Ana", "no"), ("Bo", "no"), *hands], break_seconds=20)
    assert text(match, "result") == "A tie: both take their bets back"
    assert column(match, "rounds_result") == ["tie"]
    assert not column(match, "rounds_winner")


def test_cards_that_a_fold_has_left_hidden_were_never_shown():
    match = after(FOLD, break_seconds=20)
    assert text(match, "hand_1") == text(match, "other_hand", "Ana") == "Never shown"
    assert text(match, "own_hand", "Bo") == "Pair of 4. Ana never saw it."
    lines = [*SHOWDOWN[:9], ("Bo", "fold")]
    match = after(lines, break_seconds=20)
    assert text(match, "hand_1") == "B6 was shown, the other never"


def test_actions_stand_in_their_phase_the_last_one_marked():
    match = after(SHOWDOWN, break_seconds=20)
    for viewer in (None, "Bo"):
        assert text(match, "bets_1", viewer) == "Bo raised by 3, Ana called"
        assert text(match, "bets_2", viewer) == "Bo raised by 1, Ana called ◂"
    assert (text(match, "bets_title_1"), text(match, "bets_title_2")) == (
        "First bets",
        "Second bets",
    )


def test_of_many_actions_the_last_ones_stand_there():
    match = after(SHOWDOWN[:7])
    for number in range(7):
        match = say(match, ("Bo", "Ana")[number % 2], f"raise {number + 1}")
    assert text(match, "bets_1") == (
        "2 earlier, Bo raised by 3, Ana raised by 4, Bo raised by 5, Ana raised by 6, "
        "Bo raised by 7 ◂"
    )


def test_a_phase_without_chips_says_so():
    match = after([*SHOWDOWN[:7], ("Bo", "raise 28"), ("Ana", "call")], break_seconds=9)
    assert text(match, "bets_2") == "None: a player had no chips left"


# Refills


def test_a_refill_is_laid_out_as_it_goes_on():
    assert text(after(REFILL[:2]), "refill_title") == ""
    match = after(REFILL[:4])
    assert text(match, "refill_title") == "Refill: Ana divides these cards"
    assert fates(match) == {"": SELECTION}
    in_order = " ".join(sorted(SELECTION.split()))
    assert dealt(match, "Ana") == ("The twelve cards", in_order)
    assert dealt(match, "Bo") == ("The twelve cards that Ana divides", in_order)
    assert text(match, "title", "Ana") == "Round 1: your refill"
    assert text(match, "title", "Bo") == "Round 1: Ana's refill"
    assert text(match, "pool_title", "Ana") == "Your pool: 5 cards of at most 10"


def test_a_division_that_is_held_lies_on_its_authors_table_alone():
    match = say(after(REFILL[:4], clock=True), "Ana", "R7 | G5 B2 *".replace("B2", "R2"))
    assert division(match, "Ana") == (
        "Your division, as held",
        ["Keep R7 sum 7", "Set aside G5 R2 sum 7", "Unused B3 B5 B6 B9 G1 G2 G6 G8 R3"],
    )
    assert division(match, "Bo") == ("", [])
    match = say(match, "Ana", "none")
    assert division(match, "Ana") == ("", [])


def test_a_division_shows_what_became_of_each_card():
    match = after(REFILL[:5])
    assert text(match, "refill_title") == "Refill: Ana kept piles with the sum 14"
    assert fates(match) == {
        "pile 1": "B3 G6 R2 R3",
        "pile 2": "B6 G8",
        "pile 3": "B9 G5",
        "aside": "B5 G2 R7",
        "unused": "G1",
    }
    assert text(match, "refill_discards") == "Ana discarded B1 B4 R2"
    assert dealt(match, "Bo") == ("Cards that you may take", "B5 G1 G2 R7")
    assert dealt(match, "Ana")[0] == "Cards that Bo may take"
    assert division(match, "Bo") == division(match, "Ana")
    assert division(match, "Bo") == (
        "How Ana divided the cards",
        [
            "Kept B3 G6 R2 R3 sum 14",
            "Kept B6 G8 sum 14",
            "Kept B9 G5 sum 14",
            "Set aside B5 G2 R7 sum 14",
            "Unused G1",
        ],
    )


def test_what_was_taken_is_marked_and_the_rest_is_on_offer_no_more():
    match = after(REFILL)
    assert fates(match)["taken"] == "G1"
    assert fates(match)["gone"] == "B5 G2 R7"
    assert dealt(match, "Bo") == ("", ""), "a table shows a refill until it is settled"
    assert division(match, "Bo") == ("", [])


def test_that_nothing_was_taken_is_said():
    match = after([*REFILL[:-1], ("Bo", "pass")])
    assert text(match, "refill_discards") == "Ana discarded B1 B4 R2; nothing was taken"
    assert "taken" not in fates(match)


def test_the_next_refill_takes_the_place_of_the_last():
    match = say(after(REFILL), "Ana", "yes")
    assert text(match, "refill_title") == "Refill: Ana divides these cards"
    assert fates(match) == {}
    assert text(match, "title") == "Round 1: Ana's second refill"


def test_discards_of_chance_are_named():
    match = after(REFILL[:4], clock=True)
    match = say(match, "Ana", DIVISION)
    match = judge(match, {"t": 91}).match
    assert len(report(match)["state"]["pools"]["Ana"]) == 13
    match = say(match, "chance", "B1 B4 R2", 91)
    assert text(match, "refill_discards") == "Ana discarded B1 B4 R2 (B1 B4 R2 by chance)"
    assert text(match, "discards_1") == "B1, B4 and R2 in round 1"


def test_a_discard_for_a_card_taken_is_named():
    match = after(REFILL)
    current = match.state.current
    refill = replace(current.refills[0], taken_discard="R8")
    state = replace(match.state, current=replace(current, refills=(refill,)))
    said = text(replace(match, state=state), "refill_discards")
    assert said == "Ana discarded B1 B4 R2; R8 was discarded for G1"


def test_pools_of_the_start_and_discards_stay_on_show():
    match = after([*REFILL, ("Ana", "no"), ("Bo", "no"), ("chance", "R1")])
    assert row(match, "start_pool_1") == ["B1", "B4", "B7", "G7", "R9"]
    assert text(match, "discards_1") == "B1, B4 and R2 in round 1"
    assert text(match, "discards_2") == "nothing discarded"
    assert row(match, "other_start_pool", "Bo") == row(match, "start_pool_1")
    assert text(match, "own_discards", "Ana") == "B1, B4 and R2 in round 1"


# Rounds that are over


def test_a_round_that_is_over_has_its_row():
    match = after(FOLD)
    assert column(match, "rounds_start") == ["Round 1"]
    assert column(match, "rounds_starter") == ["Ana"]
    assert screen(match, None)["rounds_cards"][0] == ("?", "?", "R1", "?", "?")
    assert column(match, "rounds_result") == ["Ana folded, penalty paid"]
    assert column(match, "rounds_pot") == ["3"]
    assert column(match, "rounds_winner") == ["Bo"]


def test_a_showdown_s_row_has_the_hand_that_won():
    match = after(SHOWDOWN)
    assert screen(match, None)["rounds_cards"][0] == ("B6", "B4", "R5", "G5", "B2")
    assert column(match, "rounds_result") == ["straight"]
    assert column(match, "rounds_pot") == ["11"]


def test_of_many_rounds_the_newest_come_first_and_the_oldest_are_dropped():
    match = after(FOLD)
    (played,) = match.state.history
    history = tuple(replace(played, number=number) for number in range(1, 15))
    starts = column(replace(match, state=replace(match.state, history=history)), "rounds_start")
    assert starts == [f"Round {number}" for number in range(14, 2, -1)]


def test_a_table_shows_the_rounds_once_the_match_is_over_the_own_cards_first():
    match = after(SHOWDOWN)
    assert column(match, "rounds_start", "Bo") == []
    match = say(match, "umpire", "forfeit Ana")
    assert screen(match, "Bo")["rounds_cards"][0] == ("G5", "B2", "R5", "B6", "B4")
    heads = row(match, "rounds_heads", "Bo")
    assert heads == ["starts", "Bo", "shared", "Ana", "how it ended", "pot", "won by"]


# The end


def test_at_the_end_the_winner_is_named():
    match = say(after(FOLD), "umpire", "forfeit Ana")
    assert text(match, "title") == "Bo has beaten Ana"
    assert text(match, "subtitle").startswith("Ana has 26 chips and Bo has 33 chips. 1 chip left")
    assert (text(match, "due_1"), text(match, "due_2")) == ("", "★ winner")
    assert GAME.ended(match.outcome) == "Bo has won: the opponent forfeits"


def test_a_forfeit_before_the_deal():
    match = say(start(), "umpire", "forfeit Bo")
    assert text(match, "title") == "Ana has beaten Bo"
    assert text(match, "due_1") == "★ winner"


# Secrets


def test_pools_are_their_owner_s_alone():
    match = after([*REFILL, ("Ana", "no"), ("Bo", "no"), ("chance", "R1")])
    shown = [card for cards in pool(match, "Ana") for card in cards]
    assert shown == report(match)["state"]["pools"]["Ana"]
    assert text(match, "pool_1") == text(match, "other_pool", "Bo") == "10"
    assert not {"hand_1_1", "mine", "dealt_1", "division"} & screen(match, None).keys()


# The page of rules


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
    moments = [FOLD[:1], FOLD[:2], REFILL[:4], REFILL[:5], FOLD[:5], FOLD[:7]]
    matches = [after(moment) for moment in moments] + [after(FOLD, break_seconds=9)]
    codes = {
        judge(match, {"t": 0, "by": owed.by, "say": line}).code
        for match in matches
        for owed in match.pending
    }
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


# What stays until when


def test_the_refill_of_a_round_stays_until_the_next_has_begun():
    lines = [*REFILL, ("Ana", "no"), ("Bo", "no"), ("chance", "R1"), ("Ana", "R9 B3")]
    match = after([*lines, ("Bo", "G4 R4")], break_seconds=9)
    for words in ("raise 1", "call", "raise 1", "fold"):
        assert fates(match)["taken"] == "G1"
        match = say(match, match.pending[0].by, words)
    assert text(match, "title") == "After round 1"
    assert fates(match)["taken"] == "G1"
    match = say(say(match, "Ana", "ready"), "Bo", "ready")
    assert text(match, "refill_title") == ""


def test_who_has_the_dm_advantage_is_told_while_they_decide():
    match = after(FOLD[:1])
    assert text(match, "subtitle").startswith("Ana has the DM Advantage")
    assert "DM Advantage" in asking.ask(match, match.pending[0])
    assert text(say(match, "Ana", "Bo"), "subtitle").startswith("Bo starts")
