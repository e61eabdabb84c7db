"""The source's further notes, each by the numbers of the cards that it is about."""

from inspect import getfile
from pathlib import Path
from typing import Any

import pytest
from arcanoid_table import Table, dealt

from umpire.games.arcanoid import GAME

NOTES = (
    *("[1]", "[1, 1-0]", "[1-21, 1-0]", "[8-15]", "[8-11-15]", "[7-8-15]", "[8]", "[11]"),
    *("[10-11]", "[8-10]", "[8-11]", "[8-(17, 18, 19)]", "[2-15, 2-8]", "[11-15]", "[10-15]"),
    *("[15]", "[8-12]", "[7-12]", "[11-12]", "[7-(1, 3, 4, 6)]", "[(2, 3, 8)-9]", "[9-15]"),
    *("[0-8]", "[0-8-9]", "[0-8-9-15]", "[17, 18, 19]", "[7-(17, 18, 19)]"),
    "[14-(16, 20, 21)]",
)


@pytest.mark.parametrize("note", NOTES)
def test_every_note_is_cited_where_it_is_implemented(note: str) -> None:
    package = Path(getfile(type(GAME))).parent
    assert any(note in path.read_text("utf-8") for path in package.rglob("*.py"))


def test_ruling_47_talking_and_showing_cards_is_outside_the_engine() -> None:
    table = dealt("S4", "")
    before = table.state
    table.umpire("note Ana shows S4 to Bo")
    assert table.state == before
    assert table.code("show S4") == "syntax"


@pytest.mark.parametrize(("alchemist", "winner"), [("T3 S8 S9 1", "Ana"), ("T5 S6 S9 1", "Bo")])
def test_note_1_of_equal_commitments_the_one_with_a_transmuted_card_is_weaker(
    alchemist: str, winner: str
) -> None:
    table = dealt("S3 S7 S10", alchemist).turn("commit swords S3 S7 S10")
    table.turn(f"commit swords {alchemist}")
    assert [table.field(who, "swords")["value"] for who in ("Ana", "Bo")] == [20, 20]
    assert table.played_out().won()["swords"] == winner


def test_note_1_the_magician_may_lie_with_numbers_and_transmute_nothing() -> None:
    table = dealt("S4 1", "")
    assert table.code("commit swords 1") == "illegal"
    laid = table.turn("commit swords S4 1").field("Ana", "swords")
    assert (laid["cards"], laid["value"], laid["transmuted"]) == (["S4", "1"], 4, None)
    assert "1" not in table.state["discard"]


@pytest.mark.parametrize("cards", ["CJ T1 1", "CN T1 1", "C5 T1 1", "T1 1"])
def test_note_1_10_a_transmuted_ace_is_still_an_ace(cards: str) -> None:
    table = dealt(cards, "0").say(f"commit cups {cards}")
    assert table.owing == [("Bo", "move")], "an ace protects, so nobody is asked for the Fool"
    assert table.field("Ana", "cups")["transmuted"] == "T1"


def test_note_1_21_what_the_world_has_closed_can_be_transmuted_away() -> None:
    table = dealt("C9 S4 1", "21").idle().say("world cups")
    assert table.field("Ana", "cups")["kind"] == "abdication"
    assert table.turn("commit swords C9 S4 1").field("Ana", "swords")["value"] == 13


def test_note_1_21_a_transmuted_card_does_not_close_its_own_suit_to_the_world() -> None:
    table = dealt("C9 1", "21").turn("commit swords C9 1")
    assert table.state["closed_to_world"] == ["swords"]
    assert table.code("world swords") == "illegal"
    assert table.code("world cups") is None


def test_note_1_0_the_fool_steals_the_magician_too() -> None:
    table = dealt("S9 T2 1", "0").say("commit swords S9 T2 1", "fool")
    assert table.field("Bo", "swords")["cards"] == ["S9", "T2", "1"]
    assert table.field("Bo", "swords")["transmuted"] == "T2"


DAEMON = "S2 S3 S4 S5 S6 S7"


def with_daemon(*hands: str, daemon: str = DAEMON, top: str = "", **options: Any) -> Table:
    """A table at which Ana has called a daemon with these cards."""
    return dealt(f"15 {hands[0]}", *hands[1:], top=f"{daemon} {top}", **options).say("devil")


def test_note_8_15_justice_after_the_devil_takes_the_daemons_cards() -> None:
    table = with_daemon("", "8", top="T1 T2").say("justice")
    assert table.state["justice"] == {"cards": DAEMON.split(), "size": 6}
    assert (table.seat("daemon")["hand"], table.seat("daemon")["size"]) == ([], 0)
    assert table.state["aside"] == ["8"]
    assert table.owing == [("Ana", "move")], "not again: it is the daemon's turn"
    assert table.actor == "daemon"
    table.turn("commit swords S2 S3")
    assert table.field("daemon", "swords")["value"] == 5
    assert table.seat("daemon")["hand"] == [], "it plays on with the Justice cards alone"
    assert len(table.state["justice"]["cards"]) == 6


def test_note_8_15_the_devil_after_justice_takes_the_justice_cards() -> None:
    table = dealt("8", "15", top=DAEMON).say("justice").idle().say("devil")
    assert table.seat("daemon")["hand"] == DAEMON.split()
    assert (table.state["justice"], table.state["aside"]) == (None, [])
    assert "8" in table.state["discard"]
    for suit in ("swords", "staves", "cups", "coins"):
        table.until("daemon").say(f"abdicate {suit}")
    assert table.seat("daemon")["finished"]
    assert table.state["justice"] is None, "it does not come back with the daemon's end"


def test_note_8_11_15_justice_gets_the_cards_of_the_daemons_strength_too() -> None:
    table = with_daemon("", "8", daemon="11 S2 S3 S4 S5 S6", top="T1 T2 T3 T4 T5")
    table.idle().say("strength two")
    assert len(table.seat("daemon")["hand"]) == 8
    table.until("Bo").say("justice")
    assert (len(table.state["justice"]["cards"]), table.state["justice"]["size"]) == (8, 6)


def test_note_7_8_15_a_daemon_keeps_its_chariot() -> None:
    table = with_daemon("", "8", daemon="7 S2 S3 S4 S5 S6").idle().say("chariot S2")
    table.until("Bo").say("justice")
    assert table.seat("daemon")["chariot"] == ["S2"]
    assert table.turn("chariot commit swords S3").field("daemon", "swords")["cards"] == ["S2", "S3"]


def test_note_8_justice_is_served_before_the_hand() -> None:
    table = dealt("8 C2", "", top="C1 T1 T2 T3 T4 T5 T6 T7 T8").say("justice")
    table.turn("commit cups C1 C2")
    assert "T7" in table.state["justice"]["cards"]
    assert table.hand("Ana").split()[-1] == "T8"


def test_note_11_visible_cards_are_served_before_the_hand() -> None:
    table = dealt("11 C2", "", top="C1 T1 T2 T3").say("strength two")
    assert (table.seat("Ana")["visible"], table.hand("Ana").split()[-1]) == (["T1", "C1"], "T2")
    table.idle().turn("commit cups C1 C2")
    assert table.state["deck"][0] != "S1"
    assert table.seat("Ana")["visible"] == ["S1", "T1"]
    assert table.hand("Ana").split()[-1] == "S2"


def wheel_with_strength(top: str) -> Table:
    """Ana has C1 and C2 visible and turns the Wheel; `top` is drawn then."""
    table = dealt("11 10", "T10", top=f"C1 C2 T1 T9 {top}").say("strength two", "discard T10")
    return table.say("wheel")


def test_note_10_11_with_strength_five_are_drawn_to_eleven_or_twelve() -> None:
    table = wheel_with_strength("S1 S2 S3 S4 S5")
    seat = table.seat("Ana")
    assert len(seat["hand"]) + len(seat["visible"]) == 12
    assert table.code("S1 S2 S3") == "illegal"
    table.say("S1 S2 S3 T1")
    seat = table.seat("Ana")
    assert (len(seat["hand"]), seat["visible"]) == (6, ["C1", "C2"])


def test_note_10_11_for_visible_cards_drawn_ones_are_shown() -> None:
    table = wheel_with_strength("S1 S2 S3 S4 S5")
    for refused in (
        "C1 S1 S2 S3",
        "C1 S1 S2 S3 show T1",
        "C1 S1 S2 S3 show S1",
        "C1 C2 S1 S2 show S3",
    ):
        assert table.code(refused) == "illegal", refused
    table.say("C1 C2 S1 T1 show S3 S5")
    seat = table.seat("Ana")
    assert (len(seat["hand"]), seat["visible"]) == (6, ["S3", "S5"])


def wheel_from_strength() -> Table:
    """Ana's visible Strength cards were the Wheel and C2, and the Wheel is turned."""
    table = dealt("11", "T10", top="10 C2 T1 T9 C1 S1 S2 S3 S4").say("strength two")
    return table.say("discard T10", "wheel")


@pytest.mark.parametrize(
    ("discards", "visible"),
    [
        ("S1 S2 S3 S4", ["C1", "C2"]),
        ("C1 S1 S2 S3 show S4", ["C2", "S4"]),
        ("C1 C2 S1 S2 show S3 S4", ["S3", "S4"]),
        ("C1 C2 T1 OK show S3 S4", ["S3", "S4"]),
    ],
)
def test_note_10_11_the_wheel_from_visible_cards(discards: str, visible: list[str]) -> None:
    table = wheel_from_strength()
    wheel = table.state["wheel"]
    assert (wheel["face_up"], wheel["drawn"]) == ("C1", ["S1", "S2", "S3", "S4"])
    table.say(discards)
    assert sorted(table.seat("Ana")["visible"]) == sorted(visible)
    assert len(table.hand("Ana").split()) == 6


def test_note_10_11_what_is_told_does_not_follow_the_order_of_the_hand() -> None:
    told = {
        tuple(wheel_from_strength().say(f"C2 C1 S1 S2 show {shown}").told(None))
        for shown in ("S3 S4", "S4 S3")
    }
    assert len(told) == 1
    assert any("S3 S4 are visible instead of C1 C2." in text for texts in told for text in texts)


def test_note_10_11_the_other_visible_card_goes_only_with_the_one_drawn_face_up() -> None:
    assert wheel_from_strength().code("C2 S1 S2 S3 show S4") == "illegal"


def test_note_8_10_the_wheel_from_justice_replaces_itself_first() -> None:
    table = dealt("8", "", top="10 S2 S3 S4 S5 S6 T1 T2 T3 T4 T5 T6").say("justice", "wheel")
    assert table.state["justice"]["cards"] == ["S2", "S3", "S4", "S5", "S6", "T2"]
    wheel = table.state["wheel"]
    assert (wheel["from"], wheel["count"]) == ("justice", 4)
    assert wheel["drawn"] == ["T3", "T4", "T5", "T6"]
    table.say("T3 T4 T5 T6")
    assert len(table.hand("Ana").split()) == 6


@pytest.mark.parametrize(("word", "size"), [("one", 7), ("two", 8)])
def test_note_8_11_strength_from_justice_is_for_justice(word: str, size: int) -> None:
    table = dealt("8", "", top="11 S2 S3 S4 S5 S6 T1 T2 T3 T4").say("justice", f"strength {word}")
    assert (len(table.state["justice"]["cards"]), table.state["justice"]["size"]) == (size, size)
    seat = table.seat("Ana")
    assert (len(seat["hand"]), seat["size"], seat["visible"]) == (6, 6, [])


@pytest.mark.parametrize(("card", "word"), [("17", "star"), ("18", "moon"), ("19", "sun")])
def test_ruling_30_what_a_card_of_justice_calls_goes_to_justice(card: str, word: str) -> None:
    table = dealt("8", "T4", top=f"{card} S2 S3 S4 S5 S6").say("justice", f"{word} T4")
    assert "T4" in table.state["justice"]["cards"]
    assert "T4" not in table.hand("Ana")
    assert len(table.hand("Bo").split()) == 6, "who gave it draws another"


def test_note_2_8_the_priestess_from_justice_is_seen_by_who_played_her() -> None:
    table = dealt("8", "", "", top="2 S2 S3 S4 S5 S6").say("justice", "priestess Bo")
    shown = table.state["reveals"][-1]
    assert (shown["to"], shown["cards"]) == (["Ana"], {"Bo": table.seat("Bo")["hand"]})
    for viewer in (None, "Cy"):
        assert table.seen(viewer)["reveals"][-1]["cards"] == {"Bo": 6}
    assert table.seen("Ana")["reveals"][-1] == shown


@pytest.mark.parametrize(("word", "size"), [("one", 7), ("two", 8)])
def test_note_11_15_a_daemons_strength_is_visible_in_any_case(word: str, size: int) -> None:
    table = with_daemon("", "", daemon="11 S2 S3 S4 S5 S6").idle().say(f"strength {word}")
    seat = table.seen("Bo")["seats"]["daemon"]
    assert (len(seat["hand"]), seat["size"], seat["visible_size"]) == (size, size, 0)


def test_note_10_15_all_see_every_card_that_a_daemons_wheel_draws() -> None:
    table = with_daemon("", "", daemon="10 S2 S3 S4 S5 S6", top="C1 T9 T1 T2 T3 T4 T5")
    table.say("discard OJ" if "OJ" in table.hand("Bo") else f"discard {table.hand('Bo')[:2]}")
    table.say("wheel")
    wheel = table.seen(None)["wheel"]
    assert (len(wheel["drawn"]), wheel["drawn"]) == (5, table.state["wheel"]["drawn"])
    assert set(wheel["drawn"]) <= set(table.seen("Bo")["seats"]["daemon"]["hand"])


def test_note_15_a_daemon_has_no_opinion_on_refilling() -> None:
    table = with_daemon("", "")
    while table.kind != "refill":
        table.idle()
    asked = [table.state["refill"]["drawer"]]
    said = []
    while table.kind == "refill":
        said.append(table.state["asked"][0])
        table.say("yes")
    assert table.kind == "reshuffle"
    assert sorted(said) == ["Ana", "Bo"], asked


@pytest.mark.parametrize("place", ["hand", "justice"])
def test_note_8_12_the_hanged_man_may_hang_justice(place: str) -> None:
    hand, top = ("8 12", "S1") if place == "hand" else ("8", "12")
    table = dealt(hand, "", top=f"{top} S2 S3 S4 S5 S6 T1 T2 T3 T4 T5 T6 T7 T8").say("justice")
    table.say("hanged justice")
    assert table.state["justice"]["cards"] == ["T2", "T3", "T4", "T5", "T6", "T7"]
    assert {"12", "S2", "S6"} <= set(table.state["discard"])
    last = "T8" if place == "hand" else "T1"
    assert table.hand("Ana").split()[-1] == last, "then who played it draws, if need be"


def test_note_7_12_the_chariot_hangs_with_its_owner() -> None:
    table = dealt("7 C2 C3", "12", top="T1").say("chariot C2 C3", "hanged Ana")
    seat = table.seat("Ana")
    assert (seat["chariot"], len(seat["hand"])) == (None, 6)
    assert {"7", "C2", "C3", "T1", "12"} <= set(table.state["discard"])


def test_note_11_12_visible_cards_hang_too_and_are_refilled_first() -> None:
    table = dealt("11", "12", top="C1 C2 T1 S1 S2 S3 S4 S5 S6 S7 S8 S9")
    table.say("strength two", "hanged Ana")
    assert table.seat("Ana")["visible"] == ["S1", "S2"]
    assert table.hand("Ana") == "S3 S4 S5 S6 S7 S8"
    assert table.hand("Bo").split()[-1] == "S9"
    assert {"C1", "C2", "T1"} <= set(table.state["discard"])


@pytest.mark.parametrize(
    ("load", "commit", "legal"),
    [
        ("21", "cups", False),
        ("20", "cups", False),
        ("19 C2", "cups", False),
        ("0 C2", "cups", False),
        ("C2 S3 1", "cups", True),
        ("3 4", "cups", True),
        ("3 4", "cups+coins", True),
        ("6 CQ", "cups", True),
        ("6 3", "cups+coins", True),
        ("CQ", "cups CK", True),
    ],
)
def test_note_7_1_3_4_6_no_other_trump_is_played_from_the_chariot(
    load: str, commit: str, legal: bool
) -> None:
    table = dealt(f"7 {load} CK", "").say(f"chariot {load}").idle()
    assert (table.code(f"chariot commit {commit}") is None) == legal
    assert table.code("chariot discard") is None
    for card in load.split():
        assert table.code(f"discard {card}") == "illegal", "it is not in the hand any more"


@pytest.mark.parametrize(
    ("card", "text"), [("2", "priestess Bo"), ("5", "hierophant cups"), ("8", "justice")]
)
def test_note_2_3_8_9_playing_again_goes_before_the_hermit(card: str, text: str) -> None:
    table = dealt(f"9 {card}", "").say("hermit", "pass").idle().say(text)
    assert table.owing == [("Ana", "move")], "no extra move comes in between"
    hand = table.hand("Ana").split()
    assert table.say(f"discard {hand[0]}").owing == [("Ana", "hermit")]


def test_note_9_15_a_daemon_called_in_an_extra_move_sits_where_that_was_made() -> None:
    table = dealt("9 15", "", "").say("hermit", "pass")
    table.say(f"discard {table.hand('Bo').split()[-1]}", "hermit", "devil")
    assert table.state["order"] == ["Ana", "Bo", "daemon", "Cy"]
    played = []
    for _ in range(3):
        played.append(table.passed().actor)
        table.idle()
    assert played == ["Cy", "Ana", "Bo"]
    assert table.actor == "daemon", "it plays when all others have"


def test_note_9_15_in_a_pledged_move_too() -> None:
    """The Devil is played before Cy's place, in a move pledged for it."""
    table = fool_of_justice("9 15", "C9").say("pass", "pass", "pledge")
    assert table.state["hermit"]["pledged"] == ["Bo"]
    table.passed()
    assert table.state["turn"] == {"actor": "Ana", "extra": False}
    table.idle()
    assert table.state["turn"] == {"actor": "Ana", "extra": True}
    table.say("devil").passed()
    assert table.state["order"] == ["Ana", "daemon", "Bo", "Cy"]
    played = []
    for _ in range(3):
        played.append(table.passed().actor)
        table.idle()
    assert played == ["Bo", "Cy", "Ana"]
    assert table.actor == "daemon"


def test_note_0_8_all_are_asked_one_by_one_for_the_fool_of_justice() -> None:
    table = with_daemon("8", "C9", "", daemon="0 S2 S3 S4 S5 S6")
    assert table.state["order"] == ["daemon", "Ana", "Bo", "Cy"]
    table.until("Ana").say("justice")
    assert "0" in table.state["justice"]["cards"]
    table.say("commit cups C9")
    asked = []
    while table.kind == "steal":
        asked += table.state["asked"]
        table.say("no")
    assert asked == ["Cy", "daemon", "Ana"]
    assert table.field("Bo", "cups")["value"] == 9


def test_note_0_8_whoever_is_first_to_take_it_steals() -> None:
    table = dealt("8 C9", "", "", top="0 S2 S3 S4 S5 S6").say("justice", "commit cups C9")
    table.say("pass", "fool")
    assert table.field("Cy", "cups")["cards"] == ["C9"]
    assert "0" not in table.state["justice"]["cards"]
    assert table.owing == [("Bo", "move")]


def fool_of_justice(ana: str, cy: str) -> Table:
    """Cy attempts to commit, the Fool lies with Justice, and Ana has three extra moves."""
    table = dealt(ana, "8", cy, top="S1 0 T1 T2 T3 T4 T5").say("hermit", "pass", "justice")
    return table.idle().say(f"commit cups {cy}")


@pytest.mark.parametrize(
    ("passes", "before"), [([], "Ana"), (["pass", "pass"], "Bo"), (["pass"] * 4, "Cy")]
)
def test_ruling_41_the_hermits_owner_may_step_in_at_any_point(
    passes: list[str], before: str
) -> None:
    table = fool_of_justice("9", "C9").say(*passes)
    assert table.owing == [("Ana", "pledge")]
    table.say("pledge")
    assert table.state["hermit"] == {"by": "Ana", "left": 3, "pledged": [before]}
    assert table.field("Ana", "cups")["cards"] == ["C9"]
    while not table.passed().state["turn"]["extra"]:
        table.idle()
    assert table.state["hermit"] == {"by": "Ana", "left": 2, "pledged": []}
    assert table.idle().actor == before, "the pledged move was made just before that place"


def test_note_0_8_9_a_pledged_move_cannot_be_used_otherwise() -> None:
    table = fool_of_justice("9", "C9").say("pass", "pass", "pass", "pass", "pledge")
    for left in (2, 1):
        assert table.owing == [("Ana", "hermit")]
        table.say("hermit", f"discard {table.hand('Ana').split()[0]}")
        assert table.state["hermit"] == {"by": "Ana", "left": left, "pledged": ["Cy"]}
    assert table.owing == [("Ana", "move")], "no unpledged move is left, so nobody is asked"
    table.idle().idle()
    assert table.state["turn"] == {"actor": "Ana", "extra": True}
    assert table.idle().state["hermit"] is None


def test_note_0_8_9_a_pledge_stands_when_neighbours_leave_play() -> None:
    table = fool_of_justice("9", "C9").say("pass", "pass", "pledge")
    assert table.state["hermit"]["pledged"] == ["Bo"]
    table.umpire("forfeit Bo").passed().idle()
    assert table.state["turn"] == {"actor": "Ana", "extra": True}
    assert table.idle().actor == "Cy"


def test_note_0_8_9_15_a_daemon_at_the_point_of_a_pledge_plays_after_it() -> None:
    """A daemon called since then sits before its master, and so after what was pledged there."""
    table = dealt("9", "8", "C9 15", top="S1 0 T1 T2 T3 T4 T5")
    table.say("hermit", "pass", "justice").idle().say("commit cups C9", *["pass"] * 4, "pledge")
    assert table.state["hermit"]["pledged"] == ["Cy"]
    table.say("pass").umpire("note Cy may call a daemon in the next turn")
    table.idle().idle()
    assert table.state["turn"] == {"actor": "Ana", "extra": True}
    table.idle().say("devil")
    assert table.state["order"] == ["Ana", "Bo", "daemon", "Cy"]


@pytest.mark.parametrize(("card", "word"), [("17", "star"), ("18", "moon"), ("19", "sun")])
def test_note_17_18_19_an_own_card_may_be_called_and_is_shown(card: str, word: str) -> None:
    table = dealt(f"{card} C5", "").say(f"{word} C5")
    assert table.seen("Bo")["reveals"][-1]["cards"] == {"Ana": ["C5"]}
    hand = table.hand("Ana").split()
    assert "C5" in hand
    assert len(hand) == 6
    assert hand[-2] == "C5", "the newest card, before the one drawn for the trump"


@pytest.mark.parametrize(("card", "word"), [("17", "star"), ("18", "moon"), ("19", "sun")])
def test_note_7_17_18_19_a_card_may_be_called_from_a_chariot(card: str, word: str) -> None:
    table = dealt("7 C2 C3 21", card).say("chariot C2 C3 21", f"{word} C2")
    assert table.seat("Ana")["chariot"] == ["C3", "21"]
    assert "C2" in table.hand("Bo")
    assert dealt("7 4", card).say("chariot 4").code(f"{word} 4") == (
        None if word == "sun" else "illegal"
    )
    assert dealt("7 21", card).say("chariot 21").code(f"{word} 21") == "illegal"


def test_note_14_16_20_21_temperance_stops_neither_judgment_nor_tower_but_the_world() -> None:
    table = dealt("C9", "14", "16 20 21").turn("commit cups C9", "temperance cups")
    assert table.code("world cups") == "illegal"
    assert table.code("judgment Bo cups") is None
    assert table.code("tower Ana cups") is None
    table = dealt("21", "14").idle().say("temperance cups")
    assert table.code("world cups") == "illegal"
    assert table.code("world coins") is None


def test_note_14_21_who_tempers_may_commit_the_world_and_so_ends_it() -> None:
    table = dealt("14 21", "").say("temperance cups").idle().say("world cups")
    assert table.state["temperance"] is None
    assert "14" in table.state["discard"]
