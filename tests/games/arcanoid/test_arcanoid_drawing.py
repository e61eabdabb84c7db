"""Sizes of hands, completing them, and what happens when the last card is drawn."""

from typing import Any

import pytest
from arcanoid_table import Table, dealt


def emptying(*hands: str, left: int = 1, **options: Any) -> Table:
    """A table at which so many cards are left in the deck after many discards."""
    table = dealt(*hands, **options)
    while len(table.state["deck"]) > left:
        table.idle()
    return table


# Completing


def test_ruling_24_more_cards_than_the_size_are_not_replaced_until_there_are_fewer() -> None:
    table = dealt("8", "15", top="11 S2 S3 S4 S5 S6 T1 T2 T3").say("justice", "strength two")
    assert table.say("devil").seat("daemon")["size"] == 6, "again, when the cards change sides"
    table.idle()
    sizes = []
    for _ in range(3):
        table.until("daemon")
        sizes.append(len(table.seat("daemon")["hand"]))
        table.say(f"discard {table.seat('daemon')['hand'][0]}")
    assert sizes == [8, 7, 6]
    assert len(table.seat("daemon")["hand"]) == 6


# The last card


def test_ruling_43_all_players_not_out_are_polled_in_playing_order_from_the_drawer() -> None:
    table = dealt("", "", "", "", "15").umpire("forfeit Bo")
    for suit in ("swords", "staves", "cups", "coins"):
        table.until("Cy").say(f"abdicate {suit}")
    table.until("Eva").say("devil")
    while len(table.state["deck"]) > 1:
        table.idle()
    drawer = table.actor
    table.say(f"discard {table.seat(drawer)['hand'][0]}")
    assert table.state["refill"] == {"drawer": drawer, "yes": []}
    order = []
    while table.kind == "refill":
        order += table.state["asked"]
        table.say("yes")
    seats = table.state["order"]
    start = seats.index(drawer)
    expected = [one for one in (*seats[start:], *seats[:start]) if one not in ("Bo", "daemon")]
    assert order == expected
    assert "Cy" in order, "finished ones too"


def test_a_daemon_that_draws_last_has_its_master_asked_first() -> None:
    table = dealt("15", "", "").say("devil")
    while len(table.state["deck"]) > 3:
        table.idle()
    while not (len(table.state["deck"]) == 1 and table.actor == "daemon"):
        if len(table.state["deck"]) > 1:
            table.idle()
        else:
            table.say(f"abdicate {table.free(table.actor)[0]}")
    table.say(f"discard {table.seat('daemon')['hand'][0]}")
    assert table.state["refill"]["drawer"] == "daemon"
    assert table.state["drawing"]["actor"] == "daemon"
    assert table.state["drawing"]["cards"] != []
    assert table.seen("Ana")["drawing"]["cards"] == 1, "unseen though a daemon's"
    assert table.owing == [("Ana", "refill")]


def test_usa_is_willing_and_a_drawer_too() -> None:
    table = dealt("", "", "", gaza=True)
    while table.kind != "refill":
        drew = table.actor
        table.idle()
        if table.kind == "refill" and table.state["refill"]["drawer"] == "USA":
            drew = "USA"
    assert table.state["refill"]["drawer"] == drew
    said = []
    while table.kind == "refill":
        said += table.state["asked"]
        table.say("yes")
    assert sorted(said) == ["Ana", "Bo"]
    assert table.kind == "reshuffle"


def test_when_all_say_yes_the_discards_are_the_deck_and_drawing_goes_on() -> None:
    table = emptying("10 S1", "", left=2)
    if table.actor != "Ana":
        table.say("abdicate swords")
    table.say("wheel")
    assert table.state["drawing"]["actor"] == "Ana"
    assert len(table.state["drawing"]["cards"]) == 2
    assert (table.kind, table.state["wheel"]["count"], table.state["wheel"]["drawn"]) == (
        "refill",
        0,
        [],
    )
    table.say("yes", "yes")
    assert (table.owing, table.state["asked"]) == ([("chance", "reshuffle")], [])
    pile = table.state["discard"]
    assert "10" in pile
    table.say(" ".join(reversed(pile)))
    assert table.state["discard"] == []
    assert table.state["wheel"]["drawn"][2:] == list(reversed(pile))[:3]
    assert table.state["deck"] == list(reversed(pile))[3:]


@pytest.mark.parametrize(
    ("text", "code"), [("", "syntax"), ("S1", "illegal"), ("nonsense", "syntax")]
)
def test_a_reshuffle_is_all_cards_of_the_discard_pile(text: str, code: str) -> None:
    table = emptying("", "").idle()
    table.say("yes", "yes")
    pile = " ".join(table.state["discard"])
    assert table.code(text, "chance") == code
    assert table.code(f"{pile} {pile.split()[0]}", "chance") == "illegal"
    assert table.code(pile, "chance") is None


@pytest.mark.parametrize(
    ("text", "code"),
    [("S1 S2", "syntax"), ("", "syntax"), ("S1 " * 78, "illegal"), ("S1 " * 79, "syntax")],
)
def test_a_deal_is_all_cards_once(text: str, code: str) -> None:
    assert Table().code(text) == code


def test_after_a_no_the_deck_is_closed_and_hands_run_out() -> None:
    table = emptying("", "").idle().say("yes", "no")
    assert (table.state["closed"], table.state["deck"]) == (True, [])
    actor = table.actor
    size = len(table.hand(actor).split())
    table.idle().idle()
    assert len(table.hand(actor).split()) == size - 1


@pytest.mark.parametrize(("said", "open_cards"), [("no", 3), ("yes", 6)])
def test_a_poll_in_the_middle_of_justice(said: str, open_cards: int) -> None:
    """The actor whose move it is counts as the drawer; nothing is drawn to a hand yet."""
    table = emptying("8 S1", "", left=3)
    if table.actor != "Ana":
        table.say("abdicate swords")
    table.say("justice")
    assert table.state["refill"]["drawer"] == "Ana"
    assert (table.state["drawing"], len(table.state["justice"]["cards"])) == (None, 3)
    assert table.seen(None)["justice"]["cards"] == table.state["justice"]["cards"]
    table.say(said)
    if said == "yes":
        table.say("yes").say(" ".join(table.state["discard"]))
    assert len(table.state["justice"]["cards"]) == open_cards
    assert table.owing == [("Ana", "move")]


def test_a_poll_in_the_middle_of_visible_strength() -> None:
    table = emptying("11 S1", "", left=1)
    if table.actor != "Ana":
        table.say("abdicate swords")
    table.say("strength two")
    assert len(table.seat("Ana")["visible"]) == 1
    assert (table.kind, table.state["drawing"]) == ("refill", None)
    table.say("yes", "yes").say(" ".join(table.state["discard"]))
    assert len(table.seat("Ana")["visible"]) == 2
    assert len(table.hand("Ana").split()) == 6


def test_a_poll_between_a_target_and_its_hanger() -> None:
    table = emptying("12 S1", "", left=4)
    if table.actor != "Ana":
        table.say("abdicate swords")
    table.say("hanged Bo")
    assert table.state["drawing"]["actor"] == "Bo"
    assert len(table.state["drawing"]["cards"]) == 4
    assert table.owing == [("Bo", "refill")]
    table.say("no")
    assert (len(table.hand("Bo").split()), len(table.hand("Ana").split())) == (4, 5)


def test_several_refills_in_a_round() -> None:
    table = dealt("", "")
    for _ in range(2):
        while table.kind != "refill":
            table.idle()
        table.say("yes", "yes").say(" ".join(table.state["discard"]))
    assert table.kind == "move"
    assert not table.state["closed"]
