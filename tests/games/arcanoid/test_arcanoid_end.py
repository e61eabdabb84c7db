"""The end of a match: who has won it, and the code that says by what."""

import pytest
from arcanoid_table import NAMES, Table, dealt

from umpire.games.arcanoid import GAME
from umpire.games.arcanoid.cards import DECK
from umpire.games.base import Outcome

SUITS = ("swords", "staves", "cups", "coins")


def fight(table: Table, winners: str) -> Table:
    """Play a round in which all abdicate everywhere: on each field the named one does so first.

    `winners` has the first letter of a winner for each field.
    """
    number = table.state["round"]
    while table.match.outcome is None and table.state["round"] == number and table.kind != "deal":
        if table.kind == "refill":
            table.say("no")
            continue
        actor = table.actor
        lying = {s for seat in table.state["seats"].values() for s in SUITS if seat["fields"][s]}
        fit = [
            suit
            for suit, winner in zip(SUITS, winners, strict=True)
            if suit in table.free(actor) and (suit in lying or actor.startswith(winner))
        ]
        table.say(f"abdicate {fit[0]}" if fit else f"discard {table.seat(actor)['hand'][0]}")
    return table


def fought(players: int, *rounds: str) -> Table:
    """A whole match of rounds won so."""
    table = Table(players, rounds=len(rounds))
    for winners in rounds:
        fight(table.say(" ".join(DECK)), winners)
    return table


TIES = [
    (2, ["AAAB"], ("Ana", "battles")),
    (3, ["AABC"], ("Ana", "battles")),
    (2, ["AABB", "BBBA"], ("Bo", "battles")),
    (2, ["AABB"], ("Ana", "swords")),
    (2, ["BABA"], ("Bo", "swords")),
    (3, ["CABB", "AACC"], ("Ana", "staves")),
    (2, ["AABB", "BABA"], ("Ana", "staves")),
    (2, ["AAAB", "BBAB"], ("Ana", "cups")),
    (2, ["AAAA", "BBBB"], ("Bo", "last-swords")),
    (2, ["BBBB", "AAAA"], ("Ana", "last-swords")),
    (3, ["CAAA", "CBBB"], ("Bo", "last-staves")),
    (6, ["CDAA", "EFBB"], ("Bo", "last-cups")),
]


@pytest.mark.parametrize(("players", "rounds", "outcome"), TIES)
def test_who_has_won_and_by_what(players: int, rounds: list[str], outcome: tuple[str, str]) -> None:
    table = fought(players, *rounds)
    assert table.outcome == outcome
    for result, winners in zip(table.state["results"], rounds, strict=True):
        assert [name[0] for name in result["winners"].values()] == list(winners)


def test_the_last_battle_of_coins_decides_when_nothing_else_does() -> None:
    """Ana and Bo win all coins by turns, eight others the rest, each one battle less."""
    others = "CDEFGHIJ" * 3
    rounds = [others[n * 3 : n * 3 + 3] + "AB"[n % 2] for n in range(8)]
    assert fought(10, *rounds).outcome == ("Bo", "last-coins")


def test_the_score_counts_battles() -> None:
    score = fought(3, "AABC", "CABB").state["score"]
    assert score["Ana"] == {"total": 3, "swords": 1, "staves": 2, "cups": 0, "coins": 0}
    assert score["Bo"] == {"total": 3, "swords": 0, "staves": 0, "cups": 2, "coins": 1}
    assert score["Cy"] == {"total": 2, "swords": 1, "staves": 0, "cups": 0, "coins": 1}


def test_the_match_has_the_rounds_of_its_options() -> None:
    assert len(fought(2, *["AABB"] * 7).state["results"]) == 7


def test_ruling_51_usa_in_front_leaves_the_match_without_a_winner() -> None:
    table = dealt("13", "", "", gaza=True).say("death")
    while any(table.seat(who)["hand"] for who in ("Ana", "Bo", "USA")):
        table.say(f"discard {table.hand(table.actor).split()[0]}")
    for suit in ("coins", "cups", "swords", "staves"):
        table.say(f"abdicate {suit}", f"abdicate {suit}")
    assert table.state["results"][0]["winners"] == {
        "swords": "USA",
        "staves": "USA",
        "cups": "Ana",
        "coins": "Ana",
    }
    assert table.state["score"]["USA"]["total"] == 2
    assert table.outcome == (None, "usa")


def test_a_match_in_which_nobody_in_question_has_won_is_a_draw() -> None:
    table = dealt("", "", "")
    for suit in SUITS:
        table.until("Ana").say(f"abdicate {suit}")
    table.umpire("forfeit Ana").played_out()
    assert table.state["score"]["Ana"]["total"] == 4
    assert table.outcome == (None, "draw")


def test_who_is_out_cannot_win_but_others_by_less() -> None:
    table = dealt("", "", "")
    for suit in SUITS[:3]:
        table.until("Ana").say(f"abdicate {suit}")
    table.until("Cy").say("abdicate coins").umpire("forfeit Ana").played_out()
    assert table.outcome == ("Cy", "battles")


@pytest.mark.parametrize("players", [2, 3])
def test_with_one_player_left_it_is_a_forfeit(players: int) -> None:
    table = Table(players)
    for name in NAMES[1:players]:
        table.umpire(f"forfeit {name}")
    assert table.outcome == ("Ana", "forfeit")


def test_an_end_can_be_undone() -> None:
    table = dealt("", "")
    before = table.state
    assert table.umpire("forfeit Bo").outcome is not None
    assert table.umpire("undo").state == before


@pytest.mark.parametrize(
    ("winner", "reason", "told"),
    [
        ("Ana", "battles", "Ana has won with the most battles"),
        ("Ana", "cups", "Ana has won on a tie, with more battles of cups"),
        ("Ana", "last-coins", "Ana has won on a tie, with the last battle of coins"),
        ("Ana", "forfeit", "Ana has won as the last player left"),
        (None, "usa", "Nobody has won: USA has the most battles"),
        (None, "draw", "A draw: nobody has won a battle"),
    ],
)
def test_a_result_is_told_with_how_it_was_won(winner: str | None, reason: str, told: str) -> None:
    assert GAME.ended(Outcome(winner, reason)) == told
