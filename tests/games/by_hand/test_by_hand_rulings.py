"""Every numbered ruling of the game has a test here, or elsewhere in this folder, that names it."""

import pytest
from directed import DECK, PLAYERS, Directed
from text_blocks import texts

from umpire.games.by_hand import GAME
from umpire.games.by_hand.directions import DIRECTIONS
from umpire.match import Header, begin, report


def test_ruling_1_an_answer_that_fits_its_form_counts() -> None:
    table = Directed().say(
        "headline: Answer with an even number", "ask Ana: Which? = number 1 to 9"
    )
    assert table.answer(Ana="7").answers == {"Ana": "7"}


def test_ruling_2_undo_takes_back_one_direction_one_answer_or_one_limit() -> None:
    table = Directed().say("headline: one", "ask Ana in 5: x").answer(Ana="y").say("tell all: done")
    table.say("undo")
    assert (table.state["told"], table.answers) == ([], {"Ana": "y"})
    assert table.say("undo").answers == {"Ana": None}
    table.wait(6)
    assert table.question["silent"] == ["Ana"]
    assert table.say("undo").question["open"] == ["Ana"]
    assert table.say("undo").state["questions"] == []
    assert table.say("undo").state["headline"] is None


def test_ruling_3_words_of_the_contract_are_no_directions() -> None:
    commands = {"pause", "resume", "extend", "undo", "forfeit", "close", "note"}
    assert commands.isdisjoint(direction.word for direction in DIRECTIONS)
    table = Directed()
    assert table.code("undo it all") == "syntax"
    assert table.say("note tell all: x").state["told"] == []


def test_ruling_4_in_a_pause_nothing_needs_chance_and_clocks_stand() -> None:
    table = Directed(**DECK).say(
        "pause", "tell all: Back soon", "ask Ana in 10: Ready? = yes or no"
    )
    assert table.code("shuffle deck") == table.code("roll d6") == "illegal"
    assert table.code("shuffle table") is None, "nothing lies there, so chance is not asked"
    assert table.by("Ana", "yes").code == "not-pending"
    table.say("resume").wait(10)
    assert table.question["open"] == ["Ana"]
    assert table.wait(0.5).question["silent"] == ["Ana"]


def test_ruling_4_the_steps_of_a_procedure_run_from_resume_on() -> None:
    table = Directed(procedures={"go": ["roll d6", "tell all: gone"]}).say("pause", "do go")
    assert table.state["todo"] == ["roll d6", "tell all: gone"]
    table.say("resume")
    assert (len(table.state["rolls"]), table.state["todo"]) == (1, [])
    assert table.told(None)[-1] == "gone."


def test_ruling_5_who_is_out_may_be_named_only_where_it_makes_sense() -> None:
    table = Directed(counters={"chips": 1}, **DECK).say("out Cy")
    for direction in texts(
        """
ask Cy: x ~ ask others Cy: x ~ deal 1 from deck to Cy ~ deal 1 from Cy to Ana ~ out Cy
withdraw Cy ~ shuffle Cy ~ roll d6 to Cy ~ roll d6 to others Cy ~ end Cy: x
"""
    ):
        assert table.code(direction) == "illegal", direction
    for direction in texts(
        """
tell Cy: x ~ tell others Cy: x ~ move all from Cy to deck ~ move top 1 from deck to Cy
show Cy to all ~ show deck to Cy ~ count Cy chips +1 ~ back Cy
"""
    ):
        assert table.code(direction) is None, direction


def test_ruling_5_all_are_those_who_play_but_where_something_is_told() -> None:
    table = Directed(counters={"chips": 1}).say("out Cy", "count all chips +1", "ask all: x")
    assert table.state["counters"]["chips"] == {"Ana": 2, "Bo": 2, "Cy": 1}
    assert table.question["to"] == ["Ana", "Bo"]
    table.say("tell all: x", "tell others Ana: y", "roll d6")
    assert [told["to"] for told in table.state["told"]] == [None, ["Bo", "Cy"]]
    assert table.state["rolls"][0]["to"] is None
    assert table.say("back all").state["out"] == []
    assert table.say("end all: x").state["winners"] == [*PLAYERS]


def test_ruling_6_the_hand_of_who_is_out_stays() -> None:
    table = Directed(**DECK).say("deal 2 from deck to Cy", "out Cy")
    assert table.cards("Cy") == "R1 R2"
    assert table.say("move all from Cy to bottom of deck").cards("deck") == (
        "R3 R4 R5 R6 R7 R8 R9 R1 R2"
    )


def test_ruling_7_cards_are_checked_when_typed_and_move_when_the_answer_counts() -> None:
    table = Directed(**DECK).say(
        "deal 2 from deck to Ana, Bo", "ask Ana, Bo at once: x = 2 cards to table"
    )
    assert table.code("R1 R3", by="Ana") == "illegal"
    table.answer(Ana="r2, r1")
    assert table.cards("Ana") == "R1 R2"
    table.say("move R1 from Ana to deck").answer(Bo="R3 R4")
    assert table.answers == {"Ana": "R2 R1", "Bo": "R3 R4"}
    assert (table.cards("Ana"), table.cards("table")) == ("", "R4 R3 R2")


def test_ruling_8_nobody_sees_an_answer_before_all_are_in() -> None:
    table = Directed().say("ask all at once: x").answer(Ana="one", Bo="two")
    assert table.answers == {"Ana": None, "Bo": None, "Cy": None}
    assert table.pending() == ["umpire", "Cy"], "but the umpire sees who has answered"
    assert table.answer(Cy="three").answers == {"Ana": "one", "Bo": "two", "Cy": "three"}


def test_ruling_9_the_umpire_sees_an_answer_in_secret_at_once() -> None:
    table = Directed().say("ask Ana, Bo in secret: x").answer(Ana="one")
    assert [question["answers"] for question in table.state["questions"]] == [
        {"Ana": "one"},
        {"Bo": None},
    ]
    assert table.seen("Cy")["questions"] == table.seen(None)["questions"] == []


def test_ruling_10_openly_each_answer_is_public_when_it_is_taken() -> None:
    table = Directed().say("ask Ana, Bo: x").answer(Bo="one")
    assert table.seen(None)["questions"][0]["answers"] == {"Ana": None, "Bo": "one"}
    assert table.pending("Cy") == ["umpire", "Ana"]


def test_ruling_11_the_last_equals_sign_and_the_last_else_part_a_question() -> None:
    table = Directed().say("ask Ana: is 1+1=2 or else? = one of yes, or else no else or")
    assert (table.question["prompt"], table.question["form"], table.question["default"]) == (
        "is 1+1=2 or else?",
        "one of yes, or else no",
        "or else no",
    )


def test_ruling_12_the_limit_of_a_question_is_the_contract_s() -> None:
    table = Directed(update=2).say("ask Ana in 10: x", "extend Ana 5").wait(17)
    assert table.question["open"] == ["Ana"]
    assert table.wait(0.5).question["silent"] == ["Ana"]
    assert Directed(clock=False).say("ask Ana in 10: x").wait(999).question["open"] == ["Ana"]


def test_ruling_13_a_procedure_has_no_conditions() -> None:
    procedures = {"bad": ["ask Ana: x = yes or no", "wait", "if yes: tell all: so"]}
    with pytest.raises(ValueError, match="procedures, bad, entry 3"):
        GAME.read_options(PLAYERS, {"procedures": procedures})


def test_ruling_14_begin_runs_at_the_start_or_once_all_have_cut() -> None:
    options = {"procedures": {"open": ["deal 1 from deck to all"]}, "begin": "open", **DECK}
    table = Directed(**options)
    assert "You see R2 go from deck to Bo." in table.told("Bo")
    assert table.code("undo") == "illegal"
    table = Directed(cut=True, **options).answer(Ana="a", Bo="b")
    assert (table.cards("Cy"), table.pending()) == ("", ["Cy"])
    assert table.answer(Cy="c").cards("Cy") == "R3"
    assert table.code("undo") == "illegal"


def test_a_second_forfeit_is_a_step_of_which_nobody_is_told() -> None:
    table = Directed().say("forfeit Bo", "forfeit Bo")
    assert table.told(None) == []
    assert table.say("undo").told(None) == ["The umpire undid part of the match."]
    assert table.say("undo").told(None) == [
        "The umpire undid part of the match: Bo's forfeit.",
        '"Bo is out" and "Bo forfeits" no longer count.',
    ]


@pytest.mark.parametrize(
    ("direction", "who", "told"),
    [
        ("move R2 R1 from deck to Bo", "Ana", "deck to Bo: R1 R2."),
        ("move R2 R1 from deck to hidden", "Ana", "deck to hidden: R1 R2."),
        ("move R2 R1 from deck to table", "Ana", "deck to table: R2 R1."),
        ("move R9 R8 from Bo to table", "Ana", "Bo to table: R9 R8."),
        ("move R9 R8 from Bo to hidden", "Bo", "You see R8 R9 go from Bo to hidden."),
        ("move R9 R8 from Bo to Cy", "Bo", "You see R8 R9 go from Bo to Cy."),
        ("move R9 R8 from Bo to Cy", "Cy", "You see R9 R8 go from Bo to Cy."),
        ("move R9 R8 from Bo to Cy", "umpire", "R9 R8 went from Bo to Cy."),
    ],
)
def test_the_order_of_cards_is_told_to_those_who_see_it(direction, who, told) -> None:
    piles = {
        "deck": {"cards": "R1-R7", "open": True},
        "hidden": {"cards": "R8-R9"},
        "table": {"open": True},
    }
    table = Directed(piles=piles).say("move all from hidden to Bo", direction)
    assert told in table.told(who)


@pytest.mark.parametrize(
    ("direction", "order", "who"),
    [
        ("move R1 from deck to bottom of deck", "deck: R2 R1", (None, "Ana", "umpire")),
        ("move R8 from Bo to Bo", "Bo's hand: R9 R8", ("Bo", "umpire")),
        ("move R6 from hidden to hidden", "hidden: R6 R5", ("umpire",)),
        ("move R1 from deck to deck", "", ()),
    ],
)
def test_a_new_order_of_a_place_is_told_to_those_who_see_it(direction, order, who) -> None:
    piles = {
        "deck": {"cards": "R1 R2", "open": True},
        "hidden": {"cards": "R5 R6"},
        "tokens": {"cards": "R8 R9", "each": True},
    }
    table = Directed(piles=piles).say("move all from tokens of Bo to Bo", direction)
    for viewer in (None, "Ana", "Bo", "umpire"):
        is_told = viewer in who or None in who
        assert table.told(viewer) == ([f"The new order of {order}."] if is_told else [])


def test_cards_dealt_are_told_in_the_order_in_which_they_lie() -> None:
    table = Directed(piles={"deck": {"cards": "R1 R2 R3 R1", "open": True}})
    table.say("deal 2 from deck to Ana, Bo")
    assert table.told(None) == ["deck to Ana: R1 R2.", "deck to Bo: R3 R1."]


def test_ruling_15_shuffles_and_dice_are_the_match_s() -> None:
    header = Header(GAME.id, PLAYERS, dict(DECK), "5e" * 32)
    table, again = Directed(**DECK), Directed(**DECK)
    for one in (table, again):
        one.match = begin(header, GAME).match
        one.say("shuffle deck", "roll 3d6")
        assert one.by("chance", "1 2 3").code == "not-pending"
    assert report(table.match) == report(again.match)


def test_ruling_17_a_phase_of_talk_is_a_question_with_a_limit() -> None:
    table = Directed().say("ask all in 120: Talk. Say yes when you are done = yes or no else yes")
    table.answer(Bo="y").wait(120.5)
    assert table.answers == {"Ana": "yes", "Bo": "yes", "Cy": "yes"}
    assert table.question["silent"] == ["Ana", "Cy"]


def test_ruling_18_a_step_after_wait_counts_what_was_answered() -> None:
    bid = ["ask all at once: Bid = number 0 to chips", "wait", "count all chips - answer"]
    table = Directed(counters={"chips": 9}, procedures={"bid": bid}).say("do bid")
    assert table.state["counters"]["chips"] == dict.fromkeys(PLAYERS, 9)
    table.answer(Ana="1", Bo="2", Cy="3")
    assert table.state["counters"]["chips"] == {"Ana": 8, "Bo": 7, "Cy": 6}


def test_ruling_16_cards_that_move_show_a_question_in_secret() -> None:
    table = Directed(**DECK).say("deal 2 from deck to Ana", "ask Ana in secret: x = 1 card")
    table.answer(Ana="R1")
    assert (table.seen(None)["hands"]["Ana"], table.told(None)) == (2, [])
    table.say("ask Ana in secret: x = 1 card to table").answer(Ana="R1")
    assert (table.seen(None)["hands"]["Ana"], table.cards("table")) == (1, "R1")
    assert table.seen(None)["questions"] == []
