"""What may lie on a field together, what it is worth, and what beats what."""

import pytest
from arcanoid_table import Table, dealt
from text_blocks import meanings, texts

from umpire.games.arcanoid.cards import Card, in_order
from umpire.games.arcanoid.combinations import combination, strength
from umpire.games.arcanoid.state import VARIANTS, Commitment
from umpire.games.base import NotAllowed

CUPS, COINS = 2, 3


def laid(cards: str, *fields: int, variant: str = "DRESDEN") -> Commitment:
    """What the cards are together, on cups if no field is named."""
    named = tuple(Card(card) for card in cards.split())
    return combination(named, fields or (CUPS,), VARIANTS[variant])


COMBINATIONS = """
numeric 2 None <- C2
numeric 1 None <- C1
numeric 21 None <- C10 C2 C9
numeric 55 None <- C1 C2 C3 C4 C5 C6 C7 C8 C9 C10
numeric 4 None <- C4 1
numeric 10 S10 <- S10 1
numeric 10 O6 <- C4 O6 1
numeric 5 S1 <- C4 S1 1
knave 14.5 None <- CJ ~ CJ C1 ~ CJ C1 1
knave 14.5 T1 <- CJ T1 1
knight 17.5 None <- CN ~ CN C1
knight 17.5 O1 <- CN O1 1
royal 70 None <- CQ CK ~ CK CQ
illegitimate 69 None <- CJ 6 ~ CN 6 ~ CQ 6 ~ 6 CK ~ 3 6 ~ 4 6
imperial 100 None <- 4 3
world None None <- 21
"""
"""The kind, the value and what is transmuted."""


@pytest.mark.parametrize(("cards", "meaning"), meanings(COMBINATIONS))
def test_combinations(cards: str, meaning: str) -> None:
    found = laid(cards)
    assert f"{found.kind} {found.value} {found.transmuted}" == meaning
    assert found.cards == in_order(Card(card) for card in cards.split())


@pytest.mark.parametrize(
    "cards",
    texts(
        """
CQ ~ CK ~ CQ C2 ~ CJ CN ~ CJ C2 ~ CJ C1 C2 ~ CJ T1 ~ CN S1 O1 1 ~ CQ CK C1 ~ CQ OK ~ CJ CQ CK ~ S4
C4 S4 ~ C4 S4 O4 1 ~ SJ 1 ~ CJ 1 ~ C4 SJ 1 ~ C4 CJ 1 ~ SJ C1 1 ~ 1 ~ 1 6 ~ 3 ~ 4 ~ 6 ~ 6 C4 ~ 6 C1
6 SQ ~ 6 CQ CK ~ 6 3 4 ~ 6 CQ 1 ~ 3 CK ~ 3 4 1 ~ 3 4 C2 ~ 21 C2 ~ 21 1 ~ 0 ~ 0 C2 ~ 2 ~ 7 C2 ~ 20
20 C2 ~ CQ CK 1
"""
    ),
)
def test_what_is_no_combination(cards: str) -> None:
    with pytest.raises(NotAllowed) as caught:
        laid(cards)
    assert str(caught.value).endswith(".")


def test_what_may_lie_on_two_fields() -> None:
    for cards in ("3 4", "3 6", "4 6"):
        assert laid(cards, CUPS, COINS).kind in ("imperial", "illegitimate")
    for cards in ("CQ CK", "CQ 6", "CJ", "C9", "21"):
        with pytest.raises(NotAllowed):
            laid(cards, CUPS, COINS)


def test_a_couple_on_two_fields_lies_on_both_and_finishes_on_the_last_two() -> None:
    table = dealt("3 4 C2", "")
    for suit in ("swords", "staves"):
        table.until("Ana").say(f"abdicate {suit}")
    table.until("Ana").say("commit cups+coins 3 4")
    cups, coins = (table.field("Ana", suit) for suit in ("cups", "coins"))
    assert (cups["also"], coins["also"]) == ("coins", "cups")
    assert cups["cards"] == coins["cards"] == ["3", "4"]
    assert table.seat("Ana")["finished"]


@pytest.mark.parametrize(
    "text", ["commit cups+swords 3 4", "commit swords+cups 3 4", "commit cups+cups 3 4"]
)
def test_both_fields_must_be_free(text: str) -> None:
    table = dealt("3 4", "").turn("abdicate swords").idle()
    assert table.code(text) == "illegal"


def test_whoever_has_committed_or_abdicated_there_does_not_commit_again() -> None:
    table = dealt("C9 C8 S9", "").turn("commit cups C9").idle().turn("abdicate swords").idle()
    for text in ("commit cups C8", "commit swords S9", "abdicate cups", "abdicate swords"):
        assert table.code(text) == "illegal", text


LADDER = (
    "21",
    "3 4",
    "CQ CK",
    "CJ 6",
    "C10 C9",
    "C10 C8",
    "CN",
    "C10 C7",
    "C10 C5",
    "CJ",
    "C10 C4",
    "C1",
)
"""Each beats all that follow."""


def test_what_beats_what() -> None:
    worth = [strength(laid(cards)) for cards in LADDER]
    worth += [strength(Commitment("abdication", number=number)) for number in (1, 2, 11)]
    assert worth == sorted(worth, reverse=True)
    assert len(set(worth)) == len(worth)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("C4 C6 C7", "C8 C9"),
        ("C4 C6 C7", "C3 C5 C9"),
        ("C8 C9", "C10 C7"),
        ("C2 C3", "C5 1"),
        ("C8 C9", "C10 S7 1"),
        ("C8 C9", "C9 S8 1"),
        ("C8 S9 1", "C10 C7"),
        ("C2 C3 C5", "C4 C6 1"),
        ("CN C1", "C10 C7"),
        ("CJ S1 1", "C10 C4"),
        ("C10 C5", "CJ C1"),
    ],
)
def test_equal_sums_and_courts(better: str, worse: str) -> None:
    """More cards win, the Magician not counted; then the higher smallest; then no transmuting."""
    assert strength(laid(better)) > strength(laid(worse))


BATTLES = [
    (["commit cups C4 C6 C7", "commit cups C9 C10"], "Bo"),
    (["commit cups C4 C6 C7", "commit cups C8 C9"], "Ana"),
    (["commit cups CJ", "commit cups C8 C9"], "Bo"),
    (["commit cups CN", "commit cups C8 C9"], "Ana"),
    (["commit cups CN", "commit cups 6 CJ"], "Bo"),
    (["commit cups CQ CK", "commit cups 6 CJ"], "Ana"),
    (["commit cups CQ CK", "commit cups 3 4"], "Bo"),
    (["abdicate cups", "commit cups C1"], "Bo"),
    (["abdicate cups", "abdicate cups"], "Ana"),
    (["abdicate cups", "world cups"], None),
    (["world cups"], "Ana"),
]


@pytest.mark.parametrize(("moves", "winner"), BATTLES)
def test_battles_as_they_are_fought(moves: list[str], winner: str | None) -> None:
    cards = [" ".join(w for w in move.split()[2:] if move[0] == "c") for move in moves]
    cards = [("21" if moves[at][0] == "w" else text) for at, text in enumerate(cards)]
    table = dealt(*[*cards, ""][:2])
    for move in moves[:-1]:
        table.turn(move)
    if winner is None:
        assert table.code(moves[-1]) == "illegal", "somebody has abdicated there"
        return
    assert table.turn(moves[-1]).played_out().won()["cups"] == winner


def test_of_abdications_the_first_in_the_whole_round_wins_even_a_forced_one() -> None:
    table = dealt("20", "", "").turn("judgment Cy cups", "abdicate cups")
    assert (table.field("Cy", "cups")["number"], table.field("Bo", "cups")["number"]) == (1, 2)
    assert table.field("Cy", "cups")["cards"] == ["20"]
    assert table.played_out().won()["cups"] == "Cy"


def test_a_daemons_battle_is_its_masters_and_its_forces_are_its_own() -> None:
    table = dealt("15 C5", "", top="C6 S2 S3 S4 S5 S6").say("devil").idle()
    table.turn("commit cups C6", "commit cups C5").played_out()
    result = table.state["results"][-1]
    assert (result["by"]["cups"], result["winners"]["cups"]) == ("daemon", "Ana")
    assert result["fields"]["cups"]["daemon"]["value"] == 6


def test_secret_commitments_are_open_when_the_round_is_over() -> None:
    table = dealt("C9", "", variant="KOBLENZ").turn("secret cups C9").played_out()
    fields = table.seen(None)["results"][-1]["fields"]
    assert fields["cups"]["Ana"]["cards"] == ["C9"]
    assert fields["cups"]["Ana"]["secret"] is None
    assert table.seen(None)["seats"]["Ana"]["fields"]["cups"]["secret"] is None
    assert table.won()["cups"] == "Ana"


def test_nothing_is_committed_that_is_not_at_hand() -> None:
    table: Table = dealt("C9", "C8")
    assert table.code("commit cups C8") == "illegal"
    assert table.code("commit cups C9 C8") == "illegal"
    assert table.code("commit cups C9 C9") == "illegal"
