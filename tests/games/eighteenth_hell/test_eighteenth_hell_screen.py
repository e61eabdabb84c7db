"""What stands on the board and on the tables in each phase: blocks of text."""

from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from on_a_sheet import assert_in_place, begun, say, stages, text

from umpire.games.eighteenth_hell import GAME
from umpire.games.eighteenth_hell.state import Past
from umpire.match import asking, judge, report, screen
from umpire.sheets.template import find_template

TEMPLATE = find_template(GAME.id)
ROUND1 = [
    ("Ana", "2:-1 3:0(2) 4:-1 5:1,-1 6:4"),
    ("Bo", "3:1,-1,-1 5:2 6:0(4) 7:-1 | hells Four"),
]
ROUND2 = [("Ana", "4:-1 5:2 7:3"), ("Bo", "2:-1 4:4 6:3")]
EVERYTHING_AT_7 = "7:-1 -1 -1 -1 0 1"


def start(*blocks, **options):
    """A match in which the players stand in these blocks (a block, or a whole position)."""
    options = {"clock": False, **options}
    if blocks:
        options["position"] = [{"block": at} if isinstance(at, int) else at for at in blocks]
    return begun(GAME, **options)


def after(lines, *blocks, began=None, **options):
    match = began or start(*blocks, **options)
    for by, said in lines:
        match = say(match, by, said)
    return match


def board(match, name, viewer=None):
    """A side of the board by battlefield, two columns each, from the middle of the board."""
    rows = screen(match, viewer)[name]
    if name in ("units_1", "other_units"):
        rows = rows[::-1]
    return [
        " ".join(cell for line in rows for cell in line[at : at + 2] if cell)
        for at in range(0, 12, 2)
    ]


def row(match, name, viewer=None):
    """A row with a text for each battlefield."""
    (only,) = screen(match, viewer)[name]
    assert not any(only[1::2])
    return list(only[::2])


def cells(match, name, viewer=None):
    """The texts of a row of cells."""
    (only,) = screen(match, viewer)[name]
    return " ".join(filter(None, only))


def column(match, name, viewer=None):
    return [cell for (cell,) in screen(match, viewer)[name] if cell]


# Sizes and places


@pytest.mark.parametrize(
    "blocks",
    [(), (2, 3), (3, 4), (4, {"block": 5, "points": 30}), ({"block": 5, "points": 40}, 5)],
)
def test_in_every_phase_every_block_has_its_place_and_its_size(blocks):
    matches = [*islice(stages(start(*blocks), Random(1)), 61)]
    assert_in_place(GAME, matches)
    assert report(matches[-1])["state"]["bouts"]


def test_the_form_has_a_cell_for_every_field():
    match = start(1, 1)
    fields = {f"form_{name}" for name in asking.form(match, match.pending[0], {})}
    cells = {name for tab in TEMPLATE.tables for name in tab.named if name.startswith("form_")}
    assert {"form_field_2", "form_field_7", "form_hell_2", "form_spirit"} <= fields <= cells


# The board


def test_before_anything_is_revealed():
    match = start()
    assert text(match, "title") == "Bout 1, Round 1"
    assert text(match, "shown").startswith("The battlefields.")
    assert text(match, "subtitle") == "Win a bout to leave Purgatory."
    assert board(match, "units_1") == row(match, "winners") == [""] * 6
    assert column(match, "bouts_number") == []
    assert text(match, "stand_1") == "Purgatory\n0 of 17 hells"
    assert (text(match, "due_1"), text(match, "due_2")) == ("to place", "to place")


def test_who_has_answered_owes_nothing():
    match = after(ROUND1[:1], None, 1)
    assert (text(match, "due_1"), text(match, "due_2")) == ("", "to place")
    assert board(match, "units_1") == [""] * 6
    assert board(match, "own_units", "Ana") == [""] * 6


def test_between_the_rounds_the_zero_is_what_it_is_shown_as():
    match = after(ROUND1, None, 1)
    assert text(match, "title") == "Bout 1, Round 2"
    assert text(match, "shown") == "Bout 1, the units of Round 1."
    assert board(match, "units_1") == ["-1", "2", "-1", "-1 1", "4", ""]
    assert board(match, "units_2") == ["", "-1 -1 1", "", "2", "4", "-1"]
    assert board(match, "own_units", "Ana") == ["-1", "0(2)", "-1", "-1 1", "4", ""]
    assert board(match, "other_units", "Bo") == board(match, "units_1")


def test_units_stand_one_in_a_cell_from_the_middle_of_the_board():
    match = after([("Ana", EVERYTHING_AT_7), ("Bo", ROUND1[0][1])])
    assert [line[10:] for line in screen(match, None)["units_1"]] == [
        ("0", "1"), ("-1", "-1"), ("-1", "-1"),
    ]  # fmt: skip
    assert board(match, "own_units", "Ana") == board(match, "units_1")


def test_of_too_many_units_on_a_battlefield_alike_ones_are_counted():
    lines = [("Ana", EVERYTHING_AT_7), ("Bo", ROUND1[0][1]), ("Ana", "7:2 3 4"), ("Bo", "4:-1 2 3")]
    assert board(after(lines), "units_1")[5] == "-1×4 0 1 ›2 ›3† ›4†"
    lines[0] = ("Ana", "7:-1 0 1 2 3 4")
    lines[2] = ("Ana", "7:-1 -1 -1")
    shown = screen(after(lines), None)["units_1"]
    assert [line[10:] for line in shown] == [("4", "›-1†×3"), ("2", "3"), ("-1", "0 1")]


def test_a_table_tells_beside_the_form_what_the_player_has_there_in_round_2():
    assert column(after(ROUND1[:1], None, 1), "mine", "Ana") == []
    match = after(ROUND1, None, 1)
    assert board(match, "own_units", "Ana")[:5] == column(match, "mine", "Ana")


def test_the_battlefields_keep_the_last_bout_until_the_next_is_shown():
    match = after([*ROUND1, *ROUND2], None, 1)
    assert text(match, "shown").startswith("Bout 1 is over. ")
    assert board(match, "units_1") == ["-1", "0(2)", "-1 ›-1", "-1 1 ›2", "4", "›3"]
    assert board(match, "units_2") == ["›-1", "-1 -1 1", "›4", "2", "0(4) ›3", "-1"]
    assert board(match, "own_units", "Ana") == board(match, "units_1")
    assert row(match, "winners") == ["tie", "Bo", "Bo", "Ana", "Bo", "Ana"]
    assert text(match, "subtitle") == "Bout 1: Bo won, 13 to 12. Bo passed the Hell of Four."
    match = after([ROUND1[0], ("Bo", ROUND1[1][1].replace("Four", "Steam"))], began=match)
    assert text(match, "shown") == "Bout 2, the units of Round 1."
    assert board(match, "units_1") == ["-1", "2", "-1", "-1 1", "4", ""]
    assert row(match, "winners") == row(match, "strength", "Ana") == [""] * 6
    assert text(match, "subtitle").startswith("Bout 1: Bo won")


def test_of_alike_units_those_of_round_2_are_destroyed_first():
    lines = [
        ("Ana", "2:2,-1 3:-1 4:-1 5:1 6:3"),
        ("Bo", "2:-1 3:-1 4:-1 5:1 6:3 7:4"),
        ("Ana", "2:-1 7:0,4"),
        ("Bo", "2:-1 7:0,2"),
    ]
    match = after(lines)
    assert board(match, "units_1")[0] == "-1 2 ›-1†"
    assert board(match, "units_2")[0] == "-1 ›-1†"
    assert board(match, "units_1")[5] == "›0† ›4†"


def test_strength_is_told_to_its_player_alone():
    match = after([*ROUND1, *ROUND2], None, 1)
    assert row(match, "strength", "Ana") == ["-1", "0", "1", "6", "8", "3"]
    assert row(match, "strength", "Bo") == ["-1", "3", "4", "2", "3", "2"]
    assert "strength" not in screen(match, None)


def test_a_bout_that_was_lost_automatically_says_so():
    lines = [
        ("Ana", "2:-1 3:-1 4:-1 5:-1 6:1 7:2"),
        ("Bo", "2:-1 3:-1 4:-1 5:-1 6:1 7:4 | hells Iron Trees"),
    ]
    match = after(lines, None, 2)
    assert text(match, "subtitle") == "Bout 1: Bo lost automatically, Ana won, 27 to 0."
    assert row(match, "winners") == ["Ana"] * 6
    assert row(match, "strength", "Ana") == [""] * 6


def test_both_may_lose_a_bout():
    match = judge(start(clock=True), {"t": 91}).match
    assert text(match, "subtitle") == "Bout 1: Ana and Bo lost automatically, nobody won, 0 to 0."
    assert row(match, "winners") == ["nobody"] * 6
    assert column(match, "bouts_winner") == ["nobody"]


def test_points_are_gained_in_the_eighteenth_hell():
    line = "7:4 6:3 5:2 4:-1 3:-1 2:-1"
    lines = [("Ana", line), ("Bo", line), ("Ana", "7:-1 2:1 3:0"), ("Bo", "7:-1 2:1 3:0")]
    position = {"block": 5, "points": 20.5}
    match = after(lines, position, position)
    assert text(match, "stand_1") == "Eighteenth hell\n34 points of 44"
    story = "Bout 1: both won, 0 to 0. Ana gained 13.5 points. Bo gained 13.5 points."
    assert text(match, "subtitle") == story
    assert row(match, "winners") == ["tie"] * 6
    assert column(match, "bouts_winner") == ["both"]
    assert column(match, "bouts_score") == ["0 : 0"]


def test_bouts_that_are_over_have_a_row_each_the_newest_first():
    match = after([*ROUND1, *ROUND2], None, 1)
    assert column(match, "bouts_number") == ["Bout 1"]
    assert column(match, "bouts_winner") == ["Bo"]
    assert column(match, "bouts_score") == ["12 : 13"]
    assert column(match, "bouts_passed") == ["Bo: Four"]
    past = match.state.past
    for number in range(2, 15):
        past = Past(past.last._replace(bout=number), past)
    match = replace(match, state=replace(match.state, past=past))
    assert column(match, "bouts_number") == [f"Bout {number}" for number in range(14, 2, -1)]


def test_a_pause_is_said():
    match = say(start(1, 1), "umpire", "pause")
    assert text(match, "title") == "Bout 1, Round 1 (paused)"


# The end


def test_the_winner_is_named():
    line = "7:4 6:3 5:2 4:-1 3:-1 2:-1"
    lines = [("Ana", line), ("Bo", line), ("Ana", "7:-1 2:1 3:0"), ("Bo", "7:-1 2:1 3:0")]
    match = after(lines, {"block": 5, "points": 31}, {"block": 5, "points": 34.5})
    assert text(match, "title") == "Bo has beaten Ana"
    won = "Won through the eighteenth hell in bout 1: Ana has 44.5 points and Bo has 48 points."
    assert text(match, "subtitle") == won
    assert GAME.ended(match.outcome) == "Bo has won through the eighteenth hell"
    assert (text(match, "due_1"), text(match, "due_2")) == ("", "★ winner")
    assert text(match, "stand_2") == "Eighteenth hell\n48 points of 44"
    assert column(match, "bouts_winner", "Ana") == ["both"]
    assert text(match, "fair_title", "Ana") == "Fair dealing"


def test_a_forfeit_in_a_private_bout_hides_nothing_any_more():
    lines = [("Ana", ROUND1[0][1]), ("Bo", ROUND1[1][1].replace("Four", "Cattle"))]
    match = after(lines, None, 3)
    assert set(board(match, "units_1")) == {""}
    match = say(match, "umpire", "forfeit Ana")
    assert text(match, "subtitle") == "Ana forfeited in bout 1."
    assert GAME.ended(match.outcome) == "Bo has won by forfeit"
    assert board(match, "units_1") == ["-1", "2", "-1", "-1 1", "4", ""]


# What a player has


def test_hand_uses_and_spirits_are_on_the_own_table():
    lines = [("Ana", f"{ROUND1[0][1]} | spirit strength 3 att"), ROUND1[1]]
    match = after(lines, None, 1)
    assert cells(match, "hand_1", "Ana") == "-1 2 3"
    spirits = (
        "1 normal and 0 attuned left. Invoked in this bout: strength 3 attuned. "
        "In force: strength 3, for 2 wins"
    )
    assert column(match, "use_texts", "Ana") == [spirits]
    assert text(match, "subtitle") == "Ana invoked a spirit."


def test_hells_attempted_are_on_the_own_table_with_their_texts():
    match = after(ROUND1, None, 1)
    assert column(match, "use_labels", "Bo") == ["Hell of Four", "Also open", "Spirits"]
    four, others, spirits = column(match, "use_texts", "Bo")
    assert others == "Hell of Tongues, Hell of Scissors, Hell of Mirrors, Hell of Steam"
    assert four == "Your Four contributes zero strength instead of four."
    assert spirits == "1 normal and 1 attuned left"
    assert text(match, "aside", "Bo") == "You attempt the Hell of Four"
    assert text(match, "aside", "Ana") == ""


def test_what_is_held_is_said_to_its_player_alone():
    match = start(clock=True)
    assert text(match, "own_due", "Ana") == "to place"
    match = say(match, *ROUND1[0])
    assert text(match, "own_due", "Ana") == "answer held"
    assert board(match, "own_units", "Ana") == ["*-1", "*0(2)", "*-1", "*-1 *1", "*4", ""]
    assert board(match, "other_units", "Bo") == board(match, "units_1") == [""] * 6
    assert text(match, "other_due", "Bo") == "to place"
    assert text(match, "form_head", "Ana") == "you play there"
    assert text(say(match, "umpire", "pause"), "form_head", "Ana") == "", "nothing can be filled in"
    match = say(match, "Ana", "lock")
    assert text(match, "own_due", "Ana") == "locked"
    assert text(match, "form_head", "Ana") == "", "nothing can be changed any more"
    assert text(match, "due_1") == "to place"


def test_told_hells_are_announced_between_the_rounds():
    match = after([ROUND1[0], ("Bo", "2:-1 3:1 4:2 5:3 6:4 7:-1 | hells Mirrors")], None, 1)
    told = "Bo attempts the Hell of Mirrors."
    assert text(match, "subtitle") == text(match, "subtitle", "Ana") == told


# Secrets


def test_of_a_private_bout_the_public_sees_only_who_won():
    lines = [
        ("Ana", ROUND1[0][1]),
        ("Bo", ROUND1[1][1].replace("Four", "Boiling Oil")),
        *ROUND2,
    ]
    match = after(lines[:2], None, 3)
    assert text(match, "shown") == "Bout 1 is private: only the players see what is played."
    assert set(board(match, "units_2")) == {""}
    assert board(match, "other_units", "Ana") == ["", "-1 -1 1", "", "2", "4", "-1"]
    match = after(lines, None, 3)
    assert set(board(match, "units_1")) == {""}
    assert text(match, "shown") == "Bout 1 was private: only the players see what was played."
    assert row(match, "winners") == [""] * 6
    assert column(match, "bouts_score") == ["private"]
    assert len(column(match, "bouts_winner")) == 1
    assert row(match, "winners", "Ana").count("tie") < 6


def test_a_blind_battlefield_shows_only_how_many_units_there_are():
    lines = [
        ("Ana", "5:-1,-1,1 6:4 7:2,-1"),
        ("Bo", "3:1,-1,-1 5:2 6:0(4) 7:-1 | hells Blood Pool"),
    ]
    match = after(lines, None, 3)
    assert board(match, "other_units", "Bo") == ["", "", "", "? ? ?", "?", "? ?"]
    assert board(match, "own_units", "Ana")[3:] == ["-1 -1 1", "4", "-1 2"]


# The hells


def test_every_hell_has_a_line_and_its_text():
    match = after([*ROUND1, *ROUND2], None, 1)
    blocks = screen(match, None)
    words = "Your Four contributes zero strength instead of four."
    assert blocks["hell_list"][:3] == (("1", "Hell of Four"), ("", words), ("1", "Hell of Tongues"))
    assert blocks["hells_state"][:3] == (("", "passed"), ("", ""), ("", "open"))
    assert len([cells for cells in blocks["hell_list"] if any(cells)]) == 2 * 17
    assert screen(match, "Ana")["hell_list"] == blocks["hell_list"]
    stand = ("Purgatory\n0 of 17 hells", "Block 1\n1 of 17 hells")
    assert (text(match, "stand_1"), text(match, "stand_2")) == stand


# The page of rules


def lines_under(heading):
    """What the tab Rules shows as typed below one of its headings."""
    (rules,) = (tab for tab in TEMPLATE.tables if tab.title == "Rules")
    left = [area for area in rules.areas if area.at.left == 1 and area.text]
    titles = sorted(area.at.top for area in left if area.style == ["section"])
    (first,) = (area.at.top for area in left if area.text == [heading])
    last = min((top for top in titles if top > first), default=rules.rows)
    codes = [area for area in left if area.style == ["code"] and first < area.at.top < last]
    assert codes
    return [line for area in codes for line in area.text[0].split("\n")]


@pytest.mark.parametrize("line", lines_under("What to type in Round 1"))
def test_each_example_of_round_1_is_legal(line):
    block = 1 if "hell" in line.lower() else 0
    match = after([("Ana", ROUND1[0][1])] if line == "lock" else [], block, 1, clock=True)
    assert judge(match, {"t": 0, "by": "Ana", "say": line}).ok


@pytest.mark.parametrize("line", lines_under("What to type in Round 2"))
def test_each_example_of_round_2_is_legal(line):
    match = after([("Ana", "2:-1 3:1 4:2 5:3 6:-1 7:4"), ROUND1[1]], None, 1)
    assert judge(match, {"t": 0, "by": "Ana", "say": line}).ok


@pytest.mark.parametrize("cell", lines_under("What to type in the form"))
def test_each_example_of_a_cell_of_the_form_can_be_read(cell):
    match = start()
    line = asking.form_line(match, match.owed_by("Ana"), {"field_7": cell, "field_2": "-1"})
    assert "understood" not in judge(match, {"t": 0, "by": "Ana", "say": line}).error
