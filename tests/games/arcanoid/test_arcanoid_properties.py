"""What holds of every random match: cards are conserved, twins look alike, words read back."""

import random
from typing import Any

import pytest
from arcanoid_table import FULL_DECK, NAMES, Table, all_cards, dealt
from hypothesis import given, settings
from hypothesis import strategies as st

from umpire.games.arcanoid import GAME
from umpire.games.arcanoid.components import (
    DECK,
    FIELDS,
    LETTERS,
    SUIT_OF,
    SUITS,
    Card,
    Cards,
    in_order,
    is_trump,
    suit_of,
)
from umpire.games.arcanoid.rules.asking import said
from umpire.games.arcanoid.rules.move import ACTIONS, COMMIT
from umpire.games.arcanoid.rules.moves.base import Line, Move
from umpire.games.arcanoid.rules.moves.commit import Commitment
from umpire.games.arcanoid.variants import VARIANTS
from umpire.games.base import CHANCE, NotUnderstood
from umpire.match import Header, Match, asking, begin, judge, view

MOST = 6_000


def opened(luck: random.Random) -> Match:
    options: dict[str, Any] = {
        "clock": False,
        "rounds": luck.randint(1, 2),
        "variant": luck.choice(list(VARIANTS)),
        "gaza": luck.random() < 0.3,
    }
    players = NAMES[: luck.randint(2, 10)]
    return begin(Header(GAME.id, players, options), GAME).match


def next_line(match: Match, luck: random.Random) -> dict[str, Any]:
    if luck.random() < 0.004 and match.pending[0].by != CHANCE:
        return {"t": 0, "by": "umpire", "say": f"forfeit {luck.choice(match.header.players)}"}
    owed = luck.choice(match.pending)
    return {
        "t": 0,
        "by": owed.by,
        "say": owed.decision.kind.random_answer(match.state, owed.decision, luck),
    }


@given(st.integers(0, 2**32))
@settings(max_examples=12, deadline=None)
def test_every_card_is_always_somewhere_and_only_there(seed: int) -> None:
    luck = random.Random(seed)
    match = opened(luck)
    for _ in range(MOST):
        if match.outcome is not None:
            return
        judgement = judge(match, next_line(match, luck))
        assert judgement.ok, judgement.error
        match = judgement.match
        if match.state.seats:
            assert all_cards(match.state) == FULL_DECK
    raise AssertionError("the match does not end")


CARD = st.sampled_from(DECK)


@given(
    move=st.sampled_from(["commit", "secret", "chariot commit"]),
    field=st.sampled_from(FIELDS),
    cards=st.lists(CARD, min_size=1, max_size=4).map(tuple),
    one_suit=st.booleans(),
)
def test_a_text_without_its_field_reads_as_the_full_one_or_is_refused(
    move: str, field: int, cards: Cards, one_suit: bool
) -> None:
    """What is written out in full always reads back; shortened it never means another field."""
    if one_suit:
        letter = LETTERS[field]
        cards = tuple(card if is_trump(card) else Card(letter + card[1:]) for card in cards)
    word, _, more = move.partition(" ")
    state = Table().match.state

    def read(*parts: str) -> Move:
        text = " ".join(filter(None, (more, *parts)))
        return ACTIONS[word].move(Line(said(text), state, "Ana"))

    names = " ".join(cards)
    full = read(SUITS[field], names)
    written, action = ACTIONS[full.word].format(full.given), ACTIONS[full.word]
    assert action.move(Line(said(written), state, "Ana")) == full
    # An `on` is skipped after commit, and not after secret.
    short = f"on {names}" if word != "secret" else names
    told = {suit_of(card) for card in cards} - {None}
    if len(told) == 1:
        assert read(short) == read("+", names) == read(SUITS[told.pop() or 0], names)
    else:
        with pytest.raises(NotUnderstood):
            read(short)


@given(cards=st.lists(CARD, min_size=1, max_size=4), swaps=st.booleans())
def test_a_form_without_its_field_makes_a_line_that_means_its_cards(
    cards: list[Card], swaps: bool
) -> None:
    match = dealt("", "").match
    words = swaps and [
        f"{SUIT_OF[card[0]]} {card[1:]}" if suit_of(card) is not None else card for card in cards
    ]
    typed = ", ".join(words or cards)
    line = asking.form_line(match, match.pending[0], {"choice": "commit", "cards": typed})
    try:
        given = COMMIT.read(Line(said(line.removeprefix("commit ")), match.state, "Ana"))
    except NotUnderstood:
        assert len({suit_of(card) for card in cards} - {None}) != 1
    else:
        assert given == Commitment((suit_of(given.cards[0]),), in_order(cards))


@pytest.mark.parametrize("seed", range(6))
def test_a_view_holds_the_names_of_no_card_that_its_viewer_may_not_know(seed: int) -> None:
    """Of every hidden place a view has the number of cards and no more."""
    luck = random.Random(seed)
    match = opened(luck)
    for _ in range(300):
        if match.outcome is not None:
            return
        match = judge(match, next_line(match, luck)).match
        for viewer in (None, *match.header.players):
            state = view(match, viewer)["state"]
            assert isinstance(state["deck"], int)
            assert isinstance(state["discard"], int)
            for actor, seat in state["seats"].items():
                hidden = seat["master"] is None and actor != viewer
                assert isinstance(seat["hand"], int) == hidden
                for laid in seat["fields"].values():
                    if laid is not None and laid["secret"] is not None:
                        knows = viewer in laid["secret"]
                        assert (laid["kind"] is not None) == knows
                        assert isinstance(laid["cards"], list) == knows
