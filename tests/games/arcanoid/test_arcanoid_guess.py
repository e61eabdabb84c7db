"""What Arcanoid guesses of hidden cards: each is somewhere once, and a shown one where it was."""

from collections import Counter
from itertools import islice
from random import Random

from arcanoid_table import FULL_DECK, all_cards, dealt
from hypothesis import given

from umpire.games.arcanoid import GAME
from umpire.games.arcanoid.cards import DECK, suit_of
from umpire.testing import opened, random_match
from umpire.testing.base import RANDOM, examples


@given(random=RANDOM)
@examples(8)
def test_every_card_is_there_once(random: Random) -> None:
    variant = random.choice(("DRESDEN", "KOBLENZ", "MALTA"))
    for played in islice(random_match(opened(GAME, 3, variant=variant), random), 1, None, 5):
        state = played.judgement.match.state
        if state.deck:
            assert all_cards(GAME.determinize(GAME.seen_by(state, "Ana"), random)) == FULL_DECK


def test_each_unseen_card_is_in_the_other_hand_as_often() -> None:
    seen = GAME.seen_by(dealt("S1 S2 S3 S4 S5 S6", "").match.state, "Ana")
    random = Random(1)
    held = Counter(
        card for _ in range(3000) for card in GAME.determinize(seen, random).seats["Bo"].hand
    )
    assert {*held} == {*DECK} - {"S1", "S2", "S3", "S4", "S5", "S6"}
    assert all(180 < count < 320 for count in held.values())


def test_what_the_priestess_showed_is_in_the_hand() -> None:
    table = dealt("2 S2 S3 S4 S5 S6", "C1 C2 C3 C4 C5 C6").say("priestess Bo")
    seen = GAME.seen_by(table.match.state, "Ana")
    guessed = GAME.determinize(seen, Random(1))
    assert {*guessed.seats["Bo"].hand} == {"C1", "C2", "C3", "C4", "C5", "C6"}
    assert {
        *GAME.determinize(GAME.seen_by(table.match.state, None), Random(1)).seats["Bo"].hand
    } != {*guessed.seats["Bo"].hand}


def test_a_secret_commitment_is_one_that_may_lie_there() -> None:
    hands = "S2 S3 S4 S5 S6 S7", "C1 C2 C3 C4 C5 C6"
    table = dealt(*hands, variant="KOBLENZ").say("secret swords S2 S3").passed()
    seen = GAME.seen_by(table.match.state, "Bo")
    for seed in range(50):
        laid = GAME.determinize(seen, Random(seed)).seats["Ana"].fields[0]
        assert laid is not None
        assert (laid.kind, laid.secret, len(laid.cards)) == ("numeric", ("Ana",), 2)
        assert {suit_of(card) for card in laid.cards} == {0}
