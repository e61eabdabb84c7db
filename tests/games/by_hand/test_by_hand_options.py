"""The options: what they set up, and each fault named by entry and direction."""

from typing import Any

import pytest
from directed import PLAYERS, Directed
from text_blocks import texts

from umpire.games.by_hand import GAME
from umpire.games.errors import BadOption
from umpire.games.results import Note
from umpire.match import known_options, notes

ASKED_FIRST = "ask all: Are you ready? = yes or no"


def fault(**options: Any) -> str:
    with pytest.raises(BadOption) as refused:
        GAME.read_options(PLAYERS, options)
    return str(refused.value)


def test_without_options_nothing_is_there_yet() -> None:
    state = Directed().state
    assert (state["title"], state["counters"], state["piles"]) == ("By hand", {}, {})
    assert state["hands"] == {name: [] for name in PLAYERS}


def test_what_is_set_up() -> None:
    table = Directed(
        title="Fruit",
        counters={"Chips": 3, "to": -2},
        piles={"Deck": "R1-R2", "table": {"open": True}, "x": {"cards": "a", "open": True}},
    )
    state = table.state
    assert state["title"] == table.match.game.title_of({"title": "Fruit"}) == "Fruit"
    assert state["counters"]["Chips"] == dict.fromkeys(PLAYERS, 3)
    assert state["piles"] == {
        "Deck": {"open": False, "cards": ["R1", "R2"]},
        "table": {"open": True, "cards": []},
        "x": {"open": True, "cards": ["a"]},
    }


def test_a_fault_is_named() -> None:
    for options, told in (
        ({"title": ""}, "title"),
        ({"title": " "}, "title: must not be blank"),
        ({"title": "a\nb"}, "title: must be one line"),
        ({"title": "x" * 61}, "title: must have at most 60 characters"),
        ({"rules": ["x"] * 201}, "rules: must have at most 200"),
        ({"rules": ["x", "y" * 501]}, "rules, entry 2: must have at most 500"),
        ({"counters": {f"c{n}": 0 for n in range(13)}}, "counters: must have at most 12"),
        ({"counters": {"chips": 3.0}}, "counters, chips: must be a whole number, not 3.0"),
        ({"counters": {"chips": 10**9 + 1}}, "counters, chips: must be from"),
        ({"counters": {"chips": True}}, "counters, chips"),
        ({"counters": {"chips": {"start": 3.0}}}, "counters, chips, start: must be a whole number"),
        ({"counters": {"chips": {"start": -(10**9) - 1}}}, "counters, chips: must be from"),
        ({"counters": {"chips": {"seen": "me"}}}, 'counters, chips, seen: must be "all", "own" or'),
        ({"counters": {"chips": {"strat": 3}}}, "counters, chips, strat: is not a key here"),
        ({"counters": {"9": 1}}, "counters, 9: must be a name"),
        ({"counters": {"x" * 21: 1}}, "must be a name"),
        ({"counters": {"top": 1}}, "counters, top: must be another name"),
        ({"counters": {"ana": 1}}, "counters, ana: must be another name"),
        ({"counters": {"a": 1, "Ａ": 1}}, "counters, Ａ: is named twice"),
        ({"piles": {f"p{n}": "" for n in range(25)}}, "piles: must have at most 24"),
        ({"piles": {"deck": "R1 5"}}, "piles, deck: must be a list of cards"),
        ({"piles": {"deck": "R1-R300", "rest": "B1-B301"}}, "piles: must have at most 600"),
        ({"piles": {"x": {"cards": "R1-R201", "each": True}}}, "piles: must have at most 600"),
        ({"piles": {"deck": None}}, "piles, deck"),
        (
            {"piles": {"deck": {"card": "R1"}}},
            "piles, deck, card: is not a key here, perhaps you mean cards",
        ),
        ({"procedures": {"go": []}}, "procedures, go: must have at least 1 entry"),
        ({"procedures": {"go": ["wait"] * 61}}, "procedures, go: must have at most 60"),
        (
            {"procedures": {f"p{n}": ["wait"] for n in range(41)}},
            "procedures: must have at most 40",
        ),
        ({"procedures": {"go": ["wait", "aks all: x"]}}, 'entry 2 ("aks all: x"): must be'),
        ({"procedures": {"go": ["aks all: x"]}}, "(did you mean 'ask'"),
        ({"procedures": {"go": ["do go"]}}, 'entry 1 ("do go")'),
        ({"procedures": {"go": ["stop"]}}, 'entry 1 ("stop")'),
        ({"procedures": {"go": ["ask $1: x = number 0 to 9x"]}}, "entry 1"),
        ({"begin": "go"}, 'begin: must be one of the procedures, not "go"'),
        ({"begin": None}, "begin: must be text, not null"),
        ({"procedures": {"open": ["wait"]}, "begin": "opne"}, "(did you mean 'open'?)"),
        ({"procedures": {"go": ["tell all: $1"]}, "begin": "go"}, "without parameters"),
        ({"notes": {f"R{n}": "x" for n in range(101)}}, "notes: must have at most 100"),
        ({"notes": {"R5": ""}}, "notes, R5: must have at least 1 character"),
        ({"notes": {"R5": " "}}, "notes, R5: must not be blank"),
        ({"notes": {"R5": "a\nb"}}, "notes, R5: must be one line"),
        ({"notes": {"R5": "x" * 201}}, "notes, R5: must have at most 200 characters"),
        ({"notes": {"R5": 5}}, "notes, R5: must be text"),
        ({"notes": {"5": "x"}}, "notes, 5: must be a card"),
        ({"notes": {"R 5": "x"}}, "notes, R 5: must be a card"),
        ({"notes": {"top": "x"}}, "notes, top: must be a card"),
        ({"notes": {"r5": "x", "Ｒ5": "x"}}, "notes, Ｒ5: is named twice"),
        ({"notes": ["R5"]}, "notes"),
        ({"big": "deck"}, 'big: must be one of the piles, not "deck"'),
        ({"piles": {"deck": "R1"}, "big": "dekc"}, "(did you mean 'deck'?)"),
        ({"piles": {"deck": "R1"}, "big": ""}, "big: must be one of the piles"),
        ({"piles": {"x": {"each": True}}, "big": "x"}, "big: must be one pile for all"),
        ({"big": None}, "big: must be text, not null"),
        ({"tittle": "x"}, "tittle: is not known, perhaps you mean title"),
    ):
        assert told in fault(**options), options


@pytest.mark.parametrize(
    "step",
    texts(
        """
count $1 $2 +$3 ~ ask $1 in $2: x = $3 cards to $4 ~ deal $1 from nowhere to Finn Lee
tell Nobody: $$ $1 ~ reveal s$1 ~ write $1: x ~ write a$1: x ~ roll 99d1
ask all: x = number $1 to 0 ~ wait ~ out to ~ deal 1 from x of draw to Ana ~ back علی\u200c
out Finn ab\u200c ~ tell A name with more words or letters than any player has: x
"""
    ),
)
def test_a_step_needs_no_names_that_exist_and_may_be_against_the_rules(step: str) -> None:
    GAME.read_options(PLAYERS, {"procedures": {"go": [step]}})


def test_notes_are_for_everybody_to_read_beside_the_cards() -> None:
    """A card nobody has dealt may have one; the engine does nothing with it."""
    given = {"R5": "A red 5.", "ｊoker": "Beats every other card."}
    table = Directed(piles={"deck": "R1-R9"}, notes=given, big="DECK")
    blocks = (*[f"hand_{row}" for row in range(1, 7)], "pile_cards")
    for viewer in (None, "Ana", "umpire"):
        assert notes(table.match, viewer) == (
            Note("R5", "R5", "A red 5.", blocks),
            Note("joker", "joker", "Beats every other card.", blocks),
        )
    assert table.report["state"] == Directed(piles={"deck": "R1-R9"}).report["state"]


@pytest.mark.parametrize("viewer", [None, "Ana"])
def test_everybody_may_know_the_notes_and_the_big_pile(viewer: str | None) -> None:
    options = {"piles": {"deck": "R1-R9"}, "notes": {"R5": "A red 5."}, "big": "deck"}
    known = known_options(Directed(**options).match, viewer)
    assert known == {
        "piles": {"deck": {"open": False, "each": False}},
        "notes": {"R5": "A red 5."},
        "big": "deck",
    }


@pytest.mark.parametrize(
    ("procedures", "first"),
    [
        (
            {"open": ["ask all: Ready?"], "round": ["roll d6"], "vote": ["ask all: Who? = name"]},
            "do vote",
        ),
        ({"open": ["ask all: Ready?"], "vote": ["ask all: $1? = name"]}, ASKED_FIRST),
        ({"open": ["ask all: Ready?"]}, ASKED_FIRST),
    ],
)
def test_an_umpire_may_begin_with_a_procedure_that_asks(
    procedures: dict[str, list[str]], first: str
) -> None:
    options = GAME.read_options(("Ana", "Bo"), {"procedures": procedures, "begin": "open"})
    assert GAME.first_direction(options) == first
    assert Directed(begin="open", procedures=procedures).answer(Ana="a", Bo="b", Cy="c").say(first)
