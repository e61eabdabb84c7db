"""Every numbered ruling of the game has a test here, or elsewhere in this folder, that names it."""

import pytest
from diyu import LATER, PLAYERS, SPREAD, Table, effect, fought, hell, hells, laid, opened

from umpire.games.eighteenth_hell.hells import DEFAULT_HELLS
from umpire.live.forms import preview, requested_fields
from umpire.match import judge, report
from umpire.testing.outputs import transaction_of

FIVE = "2:-1 3:-1 4:-1 5:2 6:3"
"""`SPREAD` without its Four."""


# Hells and standings


def test_ruling_1_the_default_hells_are_options_like_any_other() -> None:
    assert Table(hells=DEFAULT_HELLS).state == Table().state
    assert len(DEFAULT_HELLS) == 17


def test_ruling_2_one_hell_a_block_makes_a_short_match() -> None:
    table = Table(hells=hells())
    blocks = []
    for block in range(5):
        blocks.append(table.player("Ana")["block"])
        clause = f" | hells Quiet {block}" if block else ""
        table.play(f"{SPREAD}{clause}", f"{SPREAD}{clause}", LATER, LATER)
    assert blocks == [0, 1, 2, 3, 4]
    assert table.player("Ana")["block"] == table.player("Bo")["block"] == 5


@pytest.mark.parametrize(
    ("blocks", "way"),
    [((1,), [0, 1, 5]), ((4,), [0, 4, 5]), ((1, 3), [0, 1, 3, 5]), ((1, 2, 3), [0, 1, 2, 3, 5])],
)
def test_ruling_2_a_block_without_hells_is_skipped(blocks: tuple[int, ...], way: list[int]) -> None:
    table = Table(hells=[hell(name=f"Quiet {block}", block=block) for block in blocks])
    for block in way:
        assert table.player("Ana")["block"] == block
        line = f"{SPREAD} | hells Quiet {block}" if block in blocks else SPREAD
        assert table.player("Ana")["open"] == ([f"Quiet {block}"] if block in blocks else [])
        if block < 5:
            table.play(line, line, LATER, LATER)


def test_ruling_8_a_hell_is_named_just_where_there_is_one_to_choose() -> None:
    for block, bare, named in ((0, None, "illegal"), (2, "illegal", None), (5, None, "illegal")):
        table = Table(block, None)
        assert table.code(SPREAD) == bare
        assert table.code(f"{SPREAD} | hells Copper") == named
    last = {"block": 2, "passed": ["Iron Trees", "Knives", "Ice"]}
    assert Table(last, None).code(SPREAD) == "illegal", "though only one is open"


def test_ruling_9_a_passed_hell_is_not_attempted_again() -> None:
    table = Table({"block": 1, "passed": ["Four"]}, None)
    assert table.code(f"{SPREAD} | hells Four") == "illegal"
    assert "you have passed it" in table.error(f"{SPREAD} | hells Four")
    assert "you have passed it" in Table(2, None).error(f"{SPREAD} | hells Four")


def test_ruling_10_two_hells_of_a_won_bout_are_passed_and_a_tie_is_a_win_for_both() -> None:
    one, two = hell(name="One"), hell(name="Two")
    table = Table(1, 0, hells=hells(one, two, hell(name="Three")))
    table.play(f"{SPREAD} | hells One, Two", SPREAD, LATER, LATER)
    assert table.last["won"] == ["Ana", "Bo"]
    assert table.last["cleared"] == {"Ana": ["One", "Two"], "Bo": []}
    assert (table.player("Ana")["block"], table.player("Bo")["block"]) == (1, 1)
    assert table.player("Ana")["open"] == ["Three"]


# Answers


def on_the_clock(*lines: tuple[str, str], blocks: tuple[int, int] = (1, 1)) -> Table:
    table = Table(*blocks, clock=True, hells=hells(hell(name="Test"), hell(name="Other")))
    for by, text in lines:
        table.say(by, text)
    return table


def test_ruling_3_an_answer_may_be_changed_until_the_round_closes() -> None:
    table = on_the_clock(
        ("Ana", f"{SPREAD} | hells Test"),
        ("Bo", f"{SPREAD} | hells Test"),
        ("Ana", "lock"),
        ("Ana", f"{FIVE} 7:1 | hells Other"),
        ("Bo", "lock"),
    )
    assert table.state["round"] == 1
    table.say("Ana", "lock")
    assert table.state["round"] == 2
    assert table.player("Ana")["board"] == laid(f"{FIVE} 7:1")
    table.say("Ana", "2:-1 3:0 4:4").say("Ana", "5:-1 6:0 7:4").wait(91)
    assert table.last["round2"]["Ana"] == laid("5:-1 6:0 7:4"), "what is held at the limit counts"


@pytest.mark.parametrize("silent", [["Ana"], ["Bo"], ["Ana", "Bo"]])
@pytest.mark.parametrize("number", [1, 2])
def test_ruling_4_no_answer_at_the_limit_loses_the_bout_in_either_round(
    number: int, silent: list[str]
) -> None:
    table = on_the_clock()
    if number == 2:
        for player in PLAYERS:
            table.say(player, f"{SPREAD} | hells Test").say(player, "lock")
    for player in PLAYERS:
        if player not in silent:
            table.say(player, f"{SPREAD} | hells Test" if number == 1 else LATER)
    limit = 90 * number if number == 1 else 90
    table.wait(limit)
    assert table.state["bout"] == 1, "an answer at the limit is in time"
    table.wait(limit + 0.5)
    record = table.last
    assert record["automatic"] == silent
    assert record["strength"] == {"Ana": None, "Bo": None}
    for player in PLAYERS:
        answered = number == 2 or player not in silent
        assert record["round1"][player] == laid(SPREAD if answered else "")
        assert record["hells"][player] == (["Test"] if answered else [])
        answered = number == 2 and player not in silent
        assert record["round2"][player] == laid(LATER if answered else "")
    assert table.state["bout"] == 2


def test_ruling_5_an_automatic_loss_gives_the_opponent_everything() -> None:
    hard = [
        effect("margin", points=27),
        effect("need", fields=[7], won=False),
        effect("value", fields=[7], points=20),
    ]
    table = Table(1, 1, clock=True, hells=hells(hell(*hard)))
    table.say("Ana", f"{SPREAD} | hells Test").wait(100)
    record = table.last
    assert record["result"] == dict.fromkeys("234567", "Ana")
    assert record["score"] == {"Ana": 2 + 3 + 4 + 5 + 6 + 20, "Bo": 0}
    assert record["won"] == ["Ana"]
    assert record["cleared"] == {"Ana": ["Test"], "Bo": []}


def test_ruling_5_points_are_won_by_it_and_none_where_both_lose() -> None:
    table = Table(5, 5, clock=True, target=100)
    table.say("Bo", SPREAD).wait(100)
    assert table.last["gained"] == {"Ana": 0, "Bo": 27}
    assert table.player("Bo")["points"] == 27
    table.wait(400)
    record = table.last
    assert record["automatic"] == ["Ana", "Bo"]
    assert record["won"] == []
    assert record["result"] == dict.fromkeys("234567")
    assert record["score"] == record["gained"] == {"Ana": 0, "Bo": 0}


SHUNS = hell(effect("shun", where="mine"))


@pytest.mark.parametrize("block", [1, 2, 3, 4])
def test_ruling_6_who_has_no_legal_round_2_loses_in_every_block(block: int) -> None:
    table = Table(block, 0, hells=hells(SHUNS | {"block": block}))
    table.play(f"{SPREAD} | hells Test", SPREAD)
    assert table.last["automatic"] == ["Ana"]
    assert table.player("Bo")["block"] == 1


def test_ruling_6_the_opponent_may_cause_it_and_both_may_be_caught() -> None:
    made = hells(hell(effect("shun", where="theirs")))
    table = Table(1, 1, hells=made)
    table.play(f"{SPREAD} | hells Test", f"{SPREAD} | hells Test")
    assert table.last["automatic"] == ["Ana", "Bo"]
    assert table.last["won"] == []
    table = Table(1, 1, hells=made).play(f"{SPREAD} | hells Test", f"{FIVE},4 | hells Test")
    assert table.last["automatic"] == ["Bo"]


def test_ruling_7_such_a_round_1_is_legal() -> None:
    table = Table(2, None)
    assert table.code(f"{SPREAD} | hells Iron Trees") is None
    assert table.code(f"{FIVE} 2:4 | hells Ice") == "syntax"
    table.play("2:-1 3:-1 4:-1 5:2 6:3,4 | hells Ice", SPREAD)
    assert table.last["automatic"] == ["Ana"], "the Four was to be played in Round 2"


IRON = "This leaves you no legal Round 2 under the Hell of Iron Trees: you would lose the bout."


@pytest.mark.parametrize("clock", [True, False])
def test_ruling_7_it_is_taken_with_a_warning(clock: bool) -> None:
    table = Table(2, None, clock=clock)
    warned = table.judge("Ana", f"{SPREAD} | hells Iron Trees")
    assert warned.effect == ("held" if clock else "taken")
    assert warned.warning == IRON
    assert not table.judge("Ana", "2:-1,-1,-1 3:-1 4:2,3 | hells Iron Trees").warning
    assert not table.judge("Bo", SPREAD).warning


@pytest.mark.parametrize("clock", [True, False])
def test_ruling_7_the_form_warns_before_and_the_row_after(clock: bool) -> None:
    match = opened(clock=clock, position=[{"block": 2}, None])
    (pending, _) = match.pending
    filled = {f"field_{item[0]}": item[2:] for item in SPREAD.split()}
    cells = {**filled, "hell_1": "Hell of Iron Trees"}
    line = f"{SPREAD} | hells Iron Trees"
    shown = preview(match, pending, cells, requested_fields(match, pending, cells)).text
    assert shown == f"Tick send for “{line}”. {IRON}"
    transaction = transaction_of(match, [{"t": 0, "by": "Ana", "say": line}])
    answer = transaction.history.sheets[0][0].answer
    assert answer.startswith("held" if clock else "taken")
    assert answer.endswith(IRON)


def test_ruling_7_hells_are_named_that_leave_no_round_2_by_themselves_or_else_together() -> None:
    low = hell(effect("closed", fields=[2, 3, 4], rounds=[2]), name="Low")
    high = hell(effect("closed", fields=[5, 6, 7], rounds=[2]), name="High")
    table = Table(1, 1, hells=hells(low, high, hell(effect("shun", where="mine"), name="Own")))
    together = table.judge("Ana", f"{SPREAD} | hells Low, High").warning
    assert "under the Hell of Low and the Hell of High:" in together
    alone = table.judge("Ana", f"{SPREAD} | hells Low, Own").warning
    assert "under the Hell of Own:" in alone


@pytest.mark.parametrize("where", ["theirs", "not-theirs"])
def test_ruling_7_nobody_is_warned_of_what_the_opponent_may_yet_leave(where: str) -> None:
    table = Table(1, 1, hells=hells(hell(effect("shun", where=where))))
    assert not table.judge("Ana", f"{SPREAD} | hells Test").warning


# Strength


def test_ruling_11_more_negative_ones_means_strictly_more_survivors_on_that_battlefield() -> None:
    ana = ("2:-1,-1 3:-1 4:-1 5:0 7:4", "5:1 6:2,3")
    bo = ("2:-1 3:-1 4:0 6:2 7:-1,-1", "4:1 5:3 7:4")
    record = fought(ana, bo)
    assert [record["strength"]["Ana"][n] for n in "234"] == [-2 + 3, -1, -1 + 3]
    assert record["strength"]["Bo"]["7"] == 4 - 2 + 3, "given once"
    late = ("2:-1 3:-1 4:0 5:1 6:3 7:4", "2:-1 5:-1 6:2")
    early = ("2:-1 3:-1 4:0 5:1 6:3 7:4", "2:2 6:-1 7:-1")
    assert fought(late, early)["strength"]["Ana"]["2"] == -1, "a destroyed one is none"


def test_ruling_12_bonuses_are_not_part_of_base_strength() -> None:
    alone = ("2:-1,-1,-1 3:-1 4:0 7:4", "4:1 5:2 6:3")
    record = fought(alone, alone, effect("base", unit="4", value=0))
    assert (record["strength"]["Ana"]["7"], record["strength"]["Bo"]["7"]) == (4, 8)


def test_ruling_13_one_and_four_count_survivors_zeros_included() -> None:
    ana = ("2:1 3:4 4:-1 5:-1 6:-1 7:3", "2:0 3:-1 7:2")
    bo = ("2:0(3),4,1 4:-1 5:-1 6:-1", "2:-1 3:2 7:3")
    record = fought(ana, bo)
    assert record["strength"]["Ana"]["2"] == 0 + 1 + 4
    assert record["strength"]["Bo"]["2"] == 0 + 4 + 1 - 1 + 3 + 2
    assert record["destroyed"]["Ana"]["3"] == ["-1"]
    assert record["strength"]["Ana"]["3"] == 4 + 4, "alone once the other is destroyed"


def test_ruling_14_a_two_destroys_its_owner_s_units_too_and_twos_survive() -> None:
    ana = ("2:-1 3:-1 4:-1 5:-1 6:3 7:4", "7:0,1,2")
    bo = ("2:2 3:-1 4:-1 5:-1 6:3 7:4", "2:-1 7:0,1")
    record = fought(ana, bo)
    assert record["destroyed"] == {"Ana": laid("7:0,1"), "Bo": laid("2:-1 7:0,1")}
    both = ("2:-1 3:-1 4:-1 5:-1 6:3 7:4", "7:0,1,2")
    assert fought(both, both)["strength"]["Ana"]["7"] == 4 + 2


@pytest.mark.parametrize(
    ("adds", "winner"), [(0, None), (1, "Bo"), (2, "Bo"), (3, "Ana"), (4, "Ana")]
)
@pytest.mark.parametrize("owner", [0, 1, 2])
def test_ruling_15_three_works_for_either_from_a_difference_of_3_and_once(
    owner: int, adds: int, winner: str | None
) -> None:
    """On 7, where Bo is stronger by `adds`, Ana, Bo or both have a Three."""
    with_three = ("2:-1 3:-1 4:-1 5:-1 6:0 7:3", "2:1 3:2 4:4")
    without = ("2:-1 3:-1 4:-1 5:-1 6:3 7:0", "2:1 3:2 4:4")
    lines = [(with_three, without), (without, with_three), (with_three, with_three)][owner]
    even = [(0, 3), (3, 0), (0, 0)][owner]
    mine = [effect("add", value=even[0], fields=[7])] if even[0] else []
    bos = [effect("add", value=one, fields=[7]) for one in (even[1], adds) if one]
    record = fought(*lines, *mine, bos=tuple(bos))
    assert record["strength"]["Bo"]["7"] - record["strength"]["Ana"]["7"] == adds
    assert record["result"]["7"] == winner


def test_ruling_15_a_destroyed_three_does_nothing() -> None:
    ana = ("2:-1 3:-1 4:-1 5:-1 6:0 7:2", "2:1 6:4 7:3")
    bo = ("2:-1 3:-1 4:-1 5:-1 6:3 7:4", "2:0 3:1 4:2")
    record = fought(ana, bo)
    assert record["destroyed"]["Ana"] == laid("7:3")
    assert record["strength"]["Bo"]["7"] - record["strength"]["Ana"]["7"] == 6
    assert record["result"]["7"] == "Bo"


def test_ruling_16_a_disguised_zero_is_a_zero_in_every_rule() -> None:
    ana = ("2:0(2) 3:-1 4:-1 5:-1 6:3 7:4", "2:1 5:2 6:-1")
    bo = ("2:-1 3:0(-1) 4:-1 5:-1 6:3 7:4", "2:-1 5:1 6:2")
    record = fought(ana, bo)
    assert record["destroyed"]["Bo"]["2"] == []
    assert record["strength"]["Ana"]["2"] == 0 + 1 + 2
    assert record["strength"]["Bo"]["3"] == 0
    assert record["strength"]["Ana"]["3"] == -1 + 3, "the Zero is no Negative One"
    assert record["round1"]["Ana"]["2"] == ["0(2)"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("2:0(2) 3:-1 4:-1 5:-1 6:3 7:4", None),
        ("2:0(2) 3:-1 4:-1 5:-1 6:2 7:4", "illegal"),
        ("2:0(-1) 3:-1 4:-1 5:-1 6:3 7:4", None),
        ("2:0(-1) 3:-1 4:-1 5:-1,-1 6:3", "illegal"),
        ("2:0(0) 3:-1 4:-1 5:-1 6:3 7:4", "syntax"),
    ],
)
def test_ruling_17_a_disguise_is_a_unit_of_which_a_copy_is_left(line: str, code: str) -> None:
    assert Table().code(line) == code


def test_ruling_18_there_is_no_disguise_in_round_2() -> None:
    table = Table().play(SPREAD, SPREAD)
    assert table.code("5:-1 6:0(1) 7:1") == "illegal"
    assert table.code(LATER) is None


OF_THE_SOURCE = "2:-1 3:0(2) 4:-1 5:1,-1 6:4"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("4:-1 5:2 7:3", "4:-1 5:2 7:3"),
        ("2: -1 3: 0 4: -1, -1 5: 1, -1, 2 6: 4 7: 3", "4:-1 5:2 7:3"),
        ("2:-1 3:0(2) 4:-1,-1 5:1,-1,2 6:4 7:3", "4:-1 5:2 7:3"),
        ("2:-1 3:0(3) 4:-1,-1 5:1,-1,2 6:4 7:3", None),  # shown as a 2
        ("2:-1 3:2 4:-1,-1 5:1,-1 6:4 7:3", None),  # as the opponent sees it
        ("2:-1 3:0 4:-1,-1 5:1,-1 6:4 7:3", None),  # one unit more is missing
        ("2:-1 3:0 4:-1 5:1,-1 6:4", None),  # nothing is new
        ("2:-1 3:0 4:-1,-1 5:1,2 6:4 7:3,-1", None),  # a unit of Round 1 has moved
        ("2:-1 3:0,0 4:-1 5:1,-1 6:4 7:3,2", None),
        ("2:-1 3:0 4:-1,-1 5:1,-1,2 6:4 7:3,3", None),
        ("2:-1 3:0 4:-1,-1 5:1,-1,2 6:4 7:3 | hells Four", None),
        ("2:-1 3:0 4:-1,-1 5:1,-1,2 6:4 7:3 | spirit foresight", None),
    ],
)
def test_ruling_19_a_line_of_round_2_lists_the_new_units_or_the_completed_board(
    text: str, canonical: str | None
) -> None:
    table = Table().play(OF_THE_SOURCE, SPREAD)
    if canonical is None:
        assert table.code(text) == "illegal"
    else:
        assert table.understood(text) == canonical


def test_ruling_19_a_zero_that_is_new_on_a_completed_board_is_not_disguised() -> None:
    table = Table().play(SPREAD, SPREAD)
    assert table.understood("2:-1 3:-1 4:-1 5:2,-1 6:3,0 7:4,1") == LATER
    assert table.code("2:-1 3:-1 4:-1 5:2,-1 6:3,0(1) 7:4,1") == "illegal"
    assert table.code("2:-1 3:-1 4:-1,0(1) 5:2,-1 6:3 7:4,1") == "illegal"


def test_ruling_19_a_line_of_as_many_units_as_are_asked_for_is_never_a_completed_board() -> None:
    foresight = {"block": 0, "active": [{"spirit": "foresight", "wins": 1}]}
    short = hell(effect("count", round=1, add=-2), effect("count", round=2, add=-1))
    table = Table(1, 0, hells=hells(short)).play("2:4 3:3 4:2 5:1 | hells Test", SPREAD)
    assert table.code("2:4 3:3 4:2 5:1") == "illegal", "four units, none of them in hand"
    assert table.understood("2:4,-1 3:3,-1 4:2,-1 5:1,-1") == "2:-1 3:-1 4:-1 5:-1"
    table = Table(foresight, 0).play("2:4 3:3 4:2 5:1 6:-1", SPREAD)
    assert table.understood("2:4 3:3 4:2 5:1 6:-1 7:-1,-1,-1,0") == "7:-1,-1,-1,0"
    assert table.code("2:4 3:3 4:2 5:1 6:-1 7:-1,-1,-1") == "illegal", "three units are new"


def test_ruling_19_what_is_new_on_a_completed_board_keeps_to_the_hells() -> None:
    table = Table(2, 0).play(f"{SPREAD} | hells Knives", SPREAD)
    assert table.understood("2:-1 3:-1 4:-1 5:2,-1,0,1 6:3 7:4") == "5:-1,0,1"
    assert "at most 1" in table.error("2:-1 3:-1 4:-1 5:2,-1 6:3,0 7:4,1")


def test_ruling_19_who_writes_more_than_the_new_units_is_told_to_write_them_alone() -> None:
    table = Table().play(OF_THE_SOURCE, SPREAD)
    for text in ("2:-1 3:2 4:-1,-1 5:1,-1 6:4 7:3", "2:-1 3:0 4:-1,-1 5:1,2 6:4 7:3,-1"):
        error = table.error(text)
        assert "Write only the 3 new units" in error
        assert table.code(error.rpartition("Example: ")[2].rstrip(".")) is None, "it may be copied"


def test_ruling_20_an_empty_battlefield_has_strength_0() -> None:
    ana = ("4:-1 5:-1 6:-1 7:4,3,0", "5:1 6:2 7:-1")
    bo = ("3:-1,-1 5:-1,-1 6:3 7:4", "5:0 6:1 7:2")
    record = fought(ana, bo, bos=(effect("ability", unit="-1", value=0),))
    assert record["strength"]["Ana"]["2"] == record["strength"]["Bo"]["2"] == 0
    assert record["result"]["2"] is None
    assert record["strength"]["Bo"]["3"] == -2
    assert record["result"]["3"] == "Ana", "nothing beats less than nothing"


# Spirits

NINE = {"normal": 9, "attuned": 9}


def strength(unit: str, wins: int) -> dict[str, object]:
    return {"spirit": "strength", "unit": unit, "wins": wins}


def test_ruling_21_spirits_are_uses_for_strength_or_foresight_as_one_likes() -> None:
    table = Table(1, None, spirits=[{"normal": 1, "attuned": 1}, NINE])
    table.play(f"{SPREAD} | hells Steam | spirit foresight", f"{SPREAD} | spirit s 0 a")
    assert table.player("Ana")["spirits"] == {"normal": 0, "attuned": 1}
    assert table.player("Bo")["spirits"] == {"normal": 9, "attuned": 8}
    table.play(LATER, LATER)
    line = f"{SPREAD} | hells Four"
    assert table.code(f"{line} | spirit strength 3") == "illegal"
    assert table.code(f"{line} | spirit strength 3 attuned") is None
    assert table.code(f"{line} | spirit foresight attuned") is None


def test_ruling_21_a_spirit_is_used_up_even_if_the_bout_is_not_fought() -> None:
    table = Table(clock=True).say("Ana", f"{SPREAD} | spirit strength 4 attuned").wait(100)
    assert table.last["invoked"] == {"Ana": True, "Bo": False}
    assert table.player("Ana")["spirits"] == {"normal": 1, "attuned": 0}
    assert table.player("Ana")["active"] == [strength("4", 1)]


def test_ruling_22_one_spirit_a_bout() -> None:
    line = f"{SPREAD} | spirit strength 3"
    assert Table().code(f"{line} | spirit foresight attuned") == "syntax"
    assert Table().code(f"{line}, foresight") == "syntax"


@pytest.mark.parametrize(("attuned", "wins"), [("", 1), (" attuned", 2)])
def test_ruling_23_the_bout_of_the_invocation_counts_and_a_tie_is_a_win(
    attuned: str, wins: int
) -> None:
    table = Table(spirits=[NINE, NINE]).play(f"{SPREAD} | spirit strength 0{attuned}", SPREAD)
    assert table.player("Ana")["active"] == [strength("0", wins)]
    table.play("5:-1 6:1 7:0", "5:-1 6:1 7:0")
    assert "Ana" in table.last["won"]
    left = [strength("0", wins - 1)] if wins > 1 else []
    assert table.player("Ana")["active"] == left


def test_ruling_23_a_lost_bout_ends_no_spirit() -> None:
    table = Table({"block": 1, "active": [strength("3", 1)]}, 0, clock=True, hells=hells())
    table.say("Bo", SPREAD).wait(100)
    assert table.last["won"] == ["Bo"]
    assert table.player("Ana")["active"] == [strength("3", 1)]


def test_ruling_24_strength_adds_up_and_foresight_does_not() -> None:
    foresight = {"spirit": "foresight", "wins": 2}
    active = [strength("4", 2), foresight, strength("4", 1), foresight]
    table = Table({"block": 1, "active": active}, 0, hells=hells(hell(name="Test")))
    assert table.code("2:-1 3:-1 4:-1 5:2 | hells Test") == "illegal"
    table.play(f"{SPREAD} | hells Test | spirit strength 4", SPREAD, LATER, LATER)
    assert table.last["strength"]["Ana"]["7"] == table.last["strength"]["Bo"]["7"] + 3


def test_ruling_25_foresight_is_a_may() -> None:
    table = Table()
    assert table.code(FIVE) == "illegal"
    for line in (FIVE, SPREAD):
        assert table.code(f"{line} | spirit foresight") is None
    assert table.code("2:-1 3:-1 4:-1 5:2 | spirit foresight") == "illegal"
    table.play(f"{FIVE} | spirit foresight attuned", f"{SPREAD} | spirit foresight")
    assert table.player("Ana")["hand"] == ["-1", "0", "1", "4"]
    assert table.code("7:-1,0,1") == "illegal"
    table.play("7:-1,0,1,4", LATER)
    assert table.last["won"]


@pytest.mark.parametrize(
    ("adds", "numbers"), [([], [5, 6]), ([-2], [3, 4]), ([-2, -2, -1], [1]), ([2], [7, 8])]
)
def test_ruling_25_foresight_goes_with_counts_and_leaves_one(
    adds: list[int], numbers: list[int]
) -> None:
    made = hells(hell(*(effect("count", round=1, add=add) for add in adds)))
    table = Table(1, None, hells=made)
    army = ["-1", "-1", "-1", "-1", "0", "1", "2", "3", "4"]
    lines = [f"7:{','.join(army[:n])} | hells Test | spirit foresight" for n in range(1, 10)]
    assert [n for n, line in enumerate(lines, 1) if table.code(line) is None] == numbers


def test_ruling_26_only_that_a_spirit_was_invoked_is_revealed() -> None:
    table = Table().play(f"{SPREAD} | spirit foresight", SPREAD)
    for viewer in (None, "Bo"):
        ana = table.view(viewer)["players"]["Ana"]
        assert ana["invoked"] is True
        assert (ana["spirit"], ana["active"], ana["spirits"]) == (None, None, None)
    assert table.view("Ana")["players"]["Ana"]["spirit"] == "foresight"
    assert [text for _, text in table.told if "spirit" in text] == ["Ana invoked a spirit."]
    table.play(LATER, LATER)
    record = table.view("Bo")["bouts"][0]
    assert record["invoked"] == {"Ana": True, "Bo": False}
    assert record["spirit"] == {"Ana": None, "Bo": None}
    assert record["strength"]["Ana"] is None
    assert record["strength"]["Bo"] == table.last["strength"]["Bo"]
    assert table.view(None)["bouts"][0]["spirit"] is None
    assert table.view(None)["bouts"][0]["strength"] is None
    line = {"t": 0, "by": "umpire", "say": "forfeit Bo"}
    table.match = judge(table.match, line).match
    assert table.view(None) == table.state
    assert table.view("Bo")["bouts"][0]["spirit"]["Ana"] == "foresight"


def test_ruling_27_reaching_the_eighteenth_hell_ends_all_spirits() -> None:
    last = {"block": 4, "active": [strength("4", 2), {"spirit": "foresight", "wins": 2}]}
    table = Table(last, 0, hells=hells())
    table.play(f"{SPREAD} | hells Quiet 4", SPREAD, LATER, LATER)
    assert table.player("Ana")["block"] == 5
    assert table.player("Ana")["active"] == []
    assert ("Ana", "No longer in force for you: strength 4 and foresight.") in table.told
    assert table.code(f"{SPREAD} | spirit strength 3") == "illegal"
    assert table.code(FIVE) == "illegal"


# The eighteenth hell


def test_ruling_28_halves_of_ties_are_points_and_do_not_decide_the_bout() -> None:
    table = Table(5, 0)
    table.play("2:-1 3:-1 4:-1 5:2 6:3 7:-1", SPREAD, "5:4 6:0 7:1", LATER)
    record = table.last
    tied = sum(int(n) for n, who in record["result"].items() if who is None)
    assert tied > 0
    assert record["score"]["Ana"] < record["score"]["Bo"]
    assert record["won"] == ["Bo"]
    assert record["gained"] == {"Ana": record["score"]["Ana"] + tied / 2, "Bo": 0}
    assert table.player("Ana")["points"] == record["gained"]["Ana"], "though the bout is lost"


def test_ruling_29_the_bout_that_leads_there_counts_for_no_points() -> None:
    table = Table(4, 0, hells=hells())
    table.play(f"{SPREAD} | hells Quiet 4", SPREAD, LATER, LATER)
    assert table.player("Ana")["block"] == 5
    assert table.last["gained"] == {"Ana": 0, "Bo": 0}
    assert table.player("Ana")["points"] == 0


WEAK = ("2:-1,-1,-1,-1,0,1", "2:2,3,4")
"""Wins nothing against the next."""
STRONG = ("2:3 3:1 4:2 6:4 7:-1,-1", "5:-1,0 6:-1")


def play_both(table: Table, ana: tuple[str, str], bo: tuple[str, str]) -> Table:
    return table.play(ana[0], bo[0], ana[1], bo[1])


def test_ruling_30_points_alone_do_not_win_the_match() -> None:
    rich = {"block": 5, "points": 400}
    table = play_both(Table(rich, 0), WEAK, STRONG)
    assert table.last["won"] == ["Bo"]
    assert table.report["winner"] is None
    table = Table(rich, 0).play(STRONG[0], STRONG[0], STRONG[1], STRONG[1])
    assert (table.report["winner"], table.report["reason"]) == ("Ana", "eighteenth")


@pytest.mark.parametrize(("points", "over"), [(17, False), (17.5, True)])
def test_ruling_30_the_target_is_reached_with_the_points_of_the_bout(
    points: float, over: bool
) -> None:
    """An all tied bout gives 13.5; the target is 31."""
    table = Table({"block": 5, "points": points}, 0, target=31)
    play_both(table, STRONG, STRONG)
    assert table.player("Ana")["points"] == points + 13.5
    assert (table.report["winner"] == "Ana") == over


def test_ruling_30_one_of_two_may_lack_the_win() -> None:
    rich = {"block": 5, "points": 400}
    table = play_both(Table(rich, {"block": 5, "points": 40}), WEAK, STRONG)
    assert table.report["winner"] == "Bo"


def test_ruling_31_equal_points_are_decided_by_further_bouts() -> None:
    rich = {"block": 5, "points": 50}
    table = play_both(Table(rich, rich), STRONG, STRONG)
    assert table.report["winner"] is None
    play_both(table, STRONG, STRONG)
    assert (table.state["bout"], table.report["winner"]) == (3, None)
    play_both(table, WEAK, STRONG)
    assert table.report["winner"] == "Bo"
    assert len(table.state["bouts"]) == 3


# Who is told


@pytest.mark.parametrize("blocks", [(3, 0), (0, 3), (3, 5), (3, 3)])
def test_ruling_32_a_bout_with_a_player_in_block_3_is_told_to_both_players_only(
    blocks: tuple[int, int],
) -> None:
    table = Table(*blocks, hells=hells())
    clause = {3: " | hells Quiet 3"}
    lines = [SPREAD + clause.get(block, "") for block in blocks]
    table.play(*lines)
    public = table.view(None)
    assert public["private"] is True
    assert public["players"]["Ana"]["shown"] is None
    assert public["players"]["Ana"]["hand"] is None
    assert table.view("Bo")["players"]["Ana"]["shown"] == laid(SPREAD)
    assert {only for only, _ in table.told} == {"Ana", "Bo"}
    table.play(LATER, LATER)
    record = table.view(None)["bouts"][0]
    assert {key for key, value in record.items() if value is not None} == {"bout", "private", "won"}
    assert table.view("Bo")["bouts"][0]["round1"] == table.last["round1"]
    told = [text for only, text in table.told if only is None]
    assert told[0] == "Ana and Bo win bout 1."
    assert not any("played" in text or "to 0" in text for text in told)


def test_ruling_32_the_others_bouts_are_public() -> None:
    table = Table(2, 4).play(f"{SPREAD} | hells Copper", f"{SPREAD} | hells Saws")
    assert table.state["private"] is False
    assert table.view(None)["players"]["Bo"]["shown"] == laid(SPREAD)


def test_ruling_33_a_told_hell_goes_to_whom_the_update_goes() -> None:
    loud = hells(hell(effect("tell"), name="Loud", block=3))
    table = Table(3, 0, hells=loud).play(f"{SPREAD} | hells Loud", SPREAD)
    assert table.view(None)["players"]["Ana"]["told"] is None
    assert table.view("Bo")["players"]["Ana"]["told"] == ["Loud"]
    assert [only for only, text in table.told if "Loud" in text] == ["Ana", "Bo"]


def test_ruling_34_own_conditions_never_make_the_opponent_a_winner() -> None:
    same = (SPREAD, LATER)
    assert fought(same, same, effect("margin", points=1))["won"] == ["Bo"]
    both = fought(same, same, effect("margin", points=1), bos=(effect("least", fields=1),))
    assert both["won"] == []
    table = Table(1, 0, hells=hells(hell(effect("margin", points=27))))
    table.play(f"{STRONG[0]} | hells Test", WEAK[0], STRONG[1], WEAK[1])
    assert table.last["won"] == [], "the weaker side has lost on points"


def test_ruling_35_after_round_2_the_boards_are_revealed_with_the_zeros() -> None:
    table = Table().play("2:0(2) 3:-1 4:-1 5:-1 6:3 7:4", SPREAD)
    assert table.view("Bo")["players"]["Ana"]["shown"]["2"] == ["2"]
    assert table.view("Bo")["players"]["Ana"]["board"] is None
    table.play("5:2 6:1 7:-1", LATER)
    for viewer in (None, "Bo"):
        record = table.view(viewer)["bouts"][0]
        assert record["round1"]["Ana"]["2"] == ["0(2)"]
        assert record["round2"]["Ana"] == laid("5:2 6:1 7:-1")
        assert record["result"] == table.last["result"]


def test_ruling_36_a_zero_limits_as_a_zero_whatever_it_is_shown_as() -> None:
    made = hells(hell(effect("closed", units=["0"], fields=[2]), effect("cap", max=1, units=["1"])))
    table = Table(1, None, hells=made)
    assert table.code("2:0(3) 3:-1 4:-1 5:-1 6:2 7:4 | hells Test") == "illegal"
    assert table.code("3:0(1),2 4:-1 5:-1 6:-1 7:4 | hells Test") is None
    made = hells(hell(effect("forced", unit="2", round=1)))
    table = Table(1, None, hells=made)
    assert table.code("3:0(2),1 4:-1 5:-1 6:-1 7:4 | hells Test") == "illegal"


def test_ruling_36_what_a_two_will_destroy_still_takes_its_place() -> None:
    table = Table(2, None).play("7:2,-1 3:-1 4:-1 5:0 6:3 | hells Copper", SPREAD)
    assert table.code("7:-1 3:1 4:4") == "illegal"


def test_ruling_37_bouts_go_on_without_end() -> None:
    match = opened(clock=True, round1_seconds=1, round2_seconds=1)
    for t in range(2, 600, 2):
        match = judge(match, {"t": t}).match
    told = report(match)
    assert told["status"] == "running"
    assert told["state"]["bout"] > 500
    bouts = [one["bout"] for one in told["state"]["bouts"]]
    assert bouts == list(range(1, told["state"]["bout"]))
