"""What a page says of a turn before it is sent: the point, the draw, the card on each module."""

import random
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tartarus import Table, example

from umpire.games.denizens_of_tartarus import GAME
from umpire.games.page import Draft, Field, Question

AT_THE_EXAMPLE = Table(position=example())


def asked(table: Table) -> Question:
    return table.asked.kind.question(table.match.state, table.asked)


def draft(table: Table, **filled: str) -> Draft:
    made = table.asked.kind.draft(table.match.state, table.asked, filled)
    assert made is not None
    return made


def fields(table: Table, **filled: str) -> Mapping[str, Field]:
    made: Mapping[str, Field] = table.asked.kind.fields(table.match.state, table.asked, filled)
    return made


@pytest.fixture
def table() -> Table:
    """The worked example: Ana holds R1, Y5 and B3; Balance, Stones and Pair are closed to her."""
    return Table(position=example())


def test_every_question_fits_a_card_and_says_what_time_brings() -> None:
    table = Table(decider="Bo")
    said = []
    while table.kind != "turn":
        if table.asked.by != "chance":
            said.append((asked(table).text, asked(table).otherwise))
        letter = "ABC"[len(table.match.state.bans)] if table.kind == "ban" else ""
        table.say(letter or table.random_answer(random.Random(1)))
    assert said == [
        ("Player 1 or 2, left or right?", "then you are Player 2"),
        ("Which configuration do you ban?", "then A is banned"),
        ("Which configuration do you ban?", "then B is banned"),
        ("Which configuration do you ban?", "then C is banned"),
        ("Which module do you close?", "or none"),
    ]
    assert asked(table) == Question("Play a card on a module", otherwise="then you lose")


def test_a_configuration_says_which_hand_its_player_would_have() -> None:
    table = Table()
    while table.kind == "deal":
        table.say(table.random_answer(random.Random(1)))
    hands = table.match.state.configurations[0].hands
    side = table.match.state.seats.index(table.asked.by)
    says = fields(table)["choice"].says
    assert says["A"] == f"your hand {' '.join(card.name for card in hands[side])}"
    assert list(says) == ["A", "B", "C", "D"]


@pytest.mark.parametrize(
    ("filled", "missing"),
    [
        ({}, "Choose a card."),
        ({"module": "Order"}, "Choose a card."),
        ({"card": "B3"}, "Choose a module."),
        (
            {"card": "B3", "module": "Pair"},
            "Pair is closed to you: it is Bo's most recent module. "
            "Open: Order, Matching, Set and Shuffle.",
        ),
    ],
)
def test_what_a_turn_lacks(table: Table, filled: dict[str, str], missing: str) -> None:
    assert (draft(table, **filled).missing, draft(table, **filled).say) == (missing, "")


@pytest.mark.parametrize(
    ("filled", "say", "more"),
    [
        (
            {"card": "B3", "module": "Order"},
            "Order: Blue light, 3 of 4.",
            "You draw Y1. B3 goes under the deck.",
        ),
        (
            {"card": "Y5", "module": "Set", "draw": "module"},
            "You gain 1 point on Set: 1 of 2.",
            "You draw G2. Y5 goes under the deck.",
        ),
        (
            {"card": "R1", "module": "Order", "spirit": "attuned block", "target": "Set"},
            "Order: no light, Blue was shown.",
            "You draw Y1. R1 goes under the deck. Set is closed to Bo next turn.",
        ),
        (
            {"card": "R1", "module": "Order", "spirit": "attuned mulligan", "target": "B3 Y1"},
            "Order: no light, Blue was shown.",
            "You draw Y1. R1 goes under the deck. Then you discard B3 Y1 and draw as many.",
        ),
    ],
)
def test_what_a_turn_does(table: Table, filled: dict[str, str], say: str, more: str) -> None:
    made = draft(table, **filled)
    assert (made.say, made.more, made.missing) == (say, more, "")


def test_what_the_card_does_on_each_module(table: Table) -> None:
    (block,) = draft(table, card="B3").blocks
    assert block.title == "What B3 does"
    assert {row.label: row.columns for row in block.rows} == {
        "Balance": ("closed: your last module",),
        "Order": ("Blue light, 3 of 4",),
        "Matching": ("no match, Y2 is shown",),
        "Set": ("does not take B3",),
        "Stones": ("closed: it is won",),
        "Pair": ("closed: Bo's last module",),
        "Shuffle": ("1 point: 3 tokens (Y3 R3 P3), 6 in all",),
    }
    assert [row.label for row in block.rows if row.good] == ["Shuffle"]


def test_the_cells_of_a_turn_say_what_they_mean(table: Table) -> None:
    told = fields(table, card="Y5", module="Matching", spirit="attuned block")
    assert told["draw"].says == {"top": "Y1", "module": "one of as many as its number"}
    assert told["draw"].calls == {"top": "The top card", "module": "By Matching's rule"}
    assert told["module"].says["Set"] == "1 point: 4th card, 12 : 2"
    assert told["argument"].label == "Which card you draw"
    assert (told["spirit"].label, told["spirit"].hint) == ("Invoke a spirit", "0 normal, 1 attuned")
    assert told["spirit"].says["attuned mulligan"] == "exchange one to three cards"
    assert told["target"].label == "Which module you close"
    assert fields(table, module="Stones")["argument"].label == "Which card you discard"
    assert fields(table, spirit="attuned mulligan")["target"].at_most == 3


@given(
    st.dictionaries(
        st.sampled_from(["card", "module", "draw", "argument", "spirit", "target", "piles"]),
        st.one_of(st.text(max_size=12), st.sampled_from(["B3", "Set", "module", "attuned block"])),
    )
)
def test_no_text_in_the_form_is_too_much(filled: dict[str, str]) -> None:
    made = draft(AT_THE_EXAMPLE, **filled)
    assert bool(made.say) is not bool(made.missing)
    assert set(fields(AT_THE_EXAMPLE, **filled)) >= AT_THE_EXAMPLE.form(**filled).keys()


def test_the_step_of_the_match_is_told(table: Table) -> None:
    assert GAME.now(table.match.state) == ("step:turn",)


def test_what_was_done_reads_alike_after_you_and_after_a_name(table: Table) -> None:
    table.say("Y5 Set; attuned block Shuffle")
    assert [(event.by, event.did, event.end) for event in table.events] == [
        ("Ana", "played on Set: 4th card, 1 point", "drew Y1"),
        ("Ana", "closed Shuffle to {Bo} for a turn", ""),
    ]
