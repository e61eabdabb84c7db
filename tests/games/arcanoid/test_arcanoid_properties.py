"""Words read back, whatever cards they name."""

import pytest
from arcanoid_table import Table, dealt
from hypothesis import given
from hypothesis import strategies as st

from umpire.games.arcanoid.actions import Line, Move
from umpire.games.arcanoid.cards import (
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
from umpire.games.arcanoid.commitments import Placement
from umpire.games.arcanoid.kinds import normalize_line
from umpire.games.arcanoid.move import ACTIONS, COMMIT
from umpire.games.base import NotUnderstood
from umpire.match import asking

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
        return ACTIONS[word].move(Line(normalize_line(text), state, "Ana"))

    names = " ".join(cards)
    full = read(SUITS[field], names)
    written, action = ACTIONS[full.word].format(full.argument), ACTIONS[full.word]
    assert action.move(Line(normalize_line(written), state, "Ana")) == full
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
        given = COMMIT.read(Line(normalize_line(line.removeprefix("commit ")), match.state, "Ana"))
    except NotUnderstood:
        assert len({suit_of(card) for card in cards} - {None}) != 1
    else:
        assert given == Placement((suit_of(given.cards[0]),), in_order(cards))
