"""What holds in every match, whatever is played: random whole matches and random answers."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tartarus import PLAYERS, Table

from umpire.games.base import NotUnderstood
from umpire.games.denizens_of_tartarus import GAME
from umpire.games.denizens_of_tartarus.cards import CARDS, LETTERS, MODULES, Configuration, as_hand
from umpire.games.denizens_of_tartarus.modules.shuffle import PILE_ORDERS
from umpire.games.denizens_of_tartarus.playing import Block, Mulligan, Turn
from umpire.games.denizens_of_tartarus.start import (
    BanKind,
    DealKind,
    Declare,
    DeclareKind,
    Seats,
    SeatsKind,
    read_ban,
    read_deal,
    read_declare,
    read_seats,
)
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.denizens_of_tartarus.turn import format_turn, read_turn

SEEDS = range(12)
OPTIONS = (
    {},
    {"decider": "Bo", "spirits": {"Bo": {"normal": 9, "attuned": 9}}},
    {"spirits": {"Ana": {"normal": 5, "attuned": 5}, "Bo": {"normal": 5, "attuned": 5}}},
)


def random_match(seed: int) -> Iterator[tuple[State, str, Table]]:
    """Play a random match; give each state, what is said there, and the table."""
    table = Table(**OPTIONS[seed % len(OPTIONS)])
    dice = random.Random(seed)
    while table.pending is not None:
        text = table.random_answer(dice)
        yield table.state, text, table
        table.say(text)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_match_ends_with_a_winner_and_goes_on_from_every_position(seed: int) -> None:
    for state, text, table in random_match(seed):
        suggestions = table.suggestions
        assert suggestions or table.asked.by == "chance"
        assert [table.code(text) for text in suggestions] == [None] * len(suggestions)
        if state.phase in ("declare", "turn"):
            check_cards(state)
        if state.phase == "turn":
            check_position(state, text)
    outcome = table.state.outcome
    assert outcome is not None
    assert outcome.reason == "modules"
    assert outcome.winner in PLAYERS
    won = [module["won"] for module in table.report["modules"].values()]
    assert won.count(outcome.winner) >= 3


def check_cards(state: State) -> None:
    """The 25 are all there."""
    assert [len(hand) for hand in state.hands] == [3, 3]
    assert len(state.deck) == 19
    assert {*state.hands[0], *state.hands[1], *state.deck} == set(CARDS)


def check_position(state: State, text: str) -> None:
    """What is reported of a turn is the same given back as position, and plays on alike."""
    reported = GAME.report(state)
    here, there = Table(), Table(position=reported)
    here.state = state
    assert there.report == reported
    assert GAME.pending(there.state) == GAME.pending(state)
    assert here.say(text).report == there.say(text).report
    assert here.events == there.events


def test_random_matches_use_every_rule() -> None:
    said = "\n".join(
        table.understood(text)
        for seed in range(50)
        for state, text, table in random_match(seed)
        if state.phase == "turn"
    )
    for module in MODULES:
        assert f" {module}, draw module" in said
        assert f"; block {module}\n" in said
        assert f"; attuned block {module}\n" in said
    for piles in PILE_ORDERS[1:]:
        assert f"Shuffle {piles}\n" in said
        assert f"draw module {piles}" in said
    assert "; mulligan " in said
    assert "; attuned mulligan " in said


cards = st.sampled_from(CARDS)
modules = st.sampled_from(MODULES)
spirits = st.none() | st.one_of(
    st.builds(Block, module=modules, attuned=st.booleans()),
    st.builds(
        Mulligan,
        cards=st.lists(cards, min_size=1, max_size=5).map(tuple),
        attuned=st.booleans(),
    ),
)


@st.composite
def turns(draw: st.DrawFn) -> Turn:
    module = draw(modules)
    option = draw(st.booleans())
    pick = None
    if option and module == "Matching":
        pick = draw(cards | st.integers(0, 25))
    if option and module == "Stones":
        pick = draw(cards)
    piles = draw(st.sampled_from(PILE_ORDERS)) if module == "Shuffle" else "TMB"
    return Turn(draw(cards), module, option, pick, piles, draw(spirits))


@given(turns())
def test_a_turn_is_written_as_it_is_read(turn: Turn) -> None:
    assert read_turn(format_turn(turn)) == turn
    assert read_turn(format_turn(turn).upper()) == turn


@given(st.booleans(), st.booleans())
def test_seats_are_written_as_they_are_read(first: bool, left: bool) -> None:
    assert read_seats(SeatsKind().format(Seats(first, left))) == Seats(first, left)


@given(st.sampled_from(LETTERS))
def test_a_ban_is_written_as_it_is_read(letter: str) -> None:
    assert read_ban(BanKind().format(letter)) == letter


@given(st.none() | modules)
def test_a_declaration_is_written_as_it_is_read(module: object) -> None:
    assert read_declare(DeclareKind().format(Declare(module))) == Declare(module)


@given(st.permutations(CARDS))
def test_a_deal_is_written_as_it_is_read(dealt: list[object]) -> None:
    hands = as_hand(dealt[:3]), as_hand(dealt[3:6])
    deal = Configuration(hands, tuple(dealt[6:]))
    assert read_deal(DealKind().format(deal)) == deal


READERS = (
    read_seats,
    read_deal,
    read_ban,
    read_declare,
    read_turn,
)
WORDS = [
    "play",
    "r1",
    "y",
    "5",
    "blue3",
    "on",
    "to",
    "set",
    "s",
    "sh",
    "stones",
    "matching",
    "draw",
    "top",
    "module",
    "mod",
    "2",
    "btm",
    "b",
    "t",
    "m",
    "block",
    "mull",
    "mulligan",
    "att",
    "attuned",
    "pass",
    "none",
    "first",
    "left",
    "ban",
    "c",
    "|",
    "/",
    ",",
    ";",
    "declare",
]
nearly = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)


@given(st.sampled_from(READERS), st.text() | nearly)
def test_any_text_is_read_or_refused_in_a_sentence(reader: object, text: str) -> None:
    refusal = ""
    try:
        reader(text)
    except NotUnderstood as refused:
        refusal = str(refused)
    assert refusal.isprintable()
    assert len(refusal) < 300
