"""The entry form: which cells each decision has, what they offer, and the line they make."""

import pytest
from arcanoid_table import Table, dealt

from umpire.match import asking

SUITS = ("swords", "staves", "cups", "coins")


def form(table: Table, at: int = 0, /, **filled: str) -> dict[str, tuple[str, ...]]:
    return dict(asking.form(table.match, table.match.pending[at], filled))


def line(table: Table, at: int = 0, /, **filled: str) -> str:
    return asking.form_line(table.match, table.match.pending[at], filled)


def test_the_umpires_deal_has_no_form() -> None:
    assert form(Table()) == {}


def test_a_move_is_chosen_first_of_those_that_the_cards_allow() -> None:
    choices = form(dealt("2 11 21 S4", ""))["choice"]
    assert choices == (
        *("discard", "commit", "abdicate", "priestess"),
        *("strength one", "strength two", "world"),
    )
    assert "secret" in form(dealt("S4", "", variant="KOBLENZ"))["choice"]
    riding = dealt("7", "").say("chariot").idle()
    assert form(riding)["choice"][-3:] == ("chariot add", "chariot commit", "chariot discard")
    tempering = dealt("14", "", variant="KOBLENZ").say("temperance cups").idle()
    assert form(tempering)["choice"][-1] == "remove temperance"


@pytest.mark.parametrize(
    ("choice", "cells"),
    [
        ("discard", {"cards"}),
        ("commit", {"cards"}),
        ("Commit ", {"cards"}),
        ("abdicate", {"field"}),
        ("priestess", {"who"}),
        ("hierophant", {"field"}),
        ("chariot", {"cards"}),
        ("tower", {"who", "field"}),
        ("judgment", {"who", "field"}),
        ("hanged", {"who"}),
        ("sun", {"cards"}),
        ("strength two", set()),
        ("wheel", set()),
        ("world", {"field"}),
        ("", {"cards"}),
    ],
)
def test_each_move_has_the_cells_that_it_needs(choice: str, cells: set[str]) -> None:
    table = dealt("2 5 7 10 11 12", "")
    if choice in ("tower", "judgment", "sun", "world"):
        table = dealt("16 20 19 21", "")
    assert set(form(table, choice=choice)) == {"choice", *cells}


@pytest.mark.parametrize(
    ("filled", "is_asked"),
    [
        ({"cards": "S4 S6"}, False),
        ({"cards": "S4 T6"}, True),
        ({"cards": "1 S4"}, True),
        ({"cards": "3 SQ"}, True),
        ({"cards": "S4 S6", "field": "swords"}, True),
        ({"cards": "no card"}, False),
        ({}, False),
    ],
)
def test_the_field_is_asked_for_if_the_cards_do_not_tell_it(
    filled: dict[str, str], is_asked: bool
) -> None:
    assert ("field" in form(dealt("S4 S6", ""), choice="commit", **filled)) is is_asked


def test_what_cannot_be_played_is_not_offered() -> None:
    table = dealt("16 21 14", "S4")
    assert "tower" not in form(table)["choice"], "nothing is laid down that could fall"
    table = table.turn("abdicate cups", "commit S4")
    assert "tower" in form(table)["choice"]
    assert form(table, choice="tower")["who"] == ("Bo",)
    assert form(table, choice="tower")["field"] == ("swords",)
    assert form(table, choice="abdicate")["field"] == ("swords", "staves", "coins")
    asked = form(table, choice="commit", cards="14 S4")
    assert asked["field"] == ("swords", "staves", "coins")
    assert form(table, choice="world")["field"] == ("staves", "coins"), "it must come first there"
    tempering = table.say("temperance cups").idle()
    assert "remove temperance" not in form(tempering)["choice"], "in DRESDEN it stays"


def test_the_fields_of_a_trump_are_those_of_whom_it_names() -> None:
    table = dealt("16 S4", "C4 T4").turn("commit S4", "commit C4").idle().turn("commit T4")
    assert form(table, choice="tower")["who"] == ("Ana", "Bo")
    assert form(table, choice="tower")["field"] == ("swords", "staves", "cups")
    assert form(table, choice="tower", who="bo")["field"] == ("staves", "cups")
    assert form(table, choice="tower", who="nobody")["field"] == ("swords", "staves", "cups")


def test_what_the_cells_offer() -> None:
    table = dealt("12 5 8 S4", "", top="T1 T2 T3 T4 T5 T6 21").say("justice")
    offered = form(table, choice="hanged")
    assert offered["who"] == ("Ana", "Bo", "justice")
    assert form(table, choice="hierophant")["field"] == (*SUITS, "trumps", "fool")
    assert form(table, choice="commit", cards="S4 8")["field"] == SUITS
    cards = form(table, choice="discard")["cards"]
    assert set(cards) == {*table.hand("Ana").split(), "T1", "T2", "T3", "T4", "T5", "T6"}
    assert form(dealt("2", "", "", gaza=True), choice="priestess")["who"] == ("Ana", "Bo", "USA")
    daemon = dealt("15 2", "").say("devil").idle().idle()
    assert form(daemon, choice="priestess")["who"] == ("daemon", "Ana", "Bo")


@pytest.mark.parametrize(
    ("filled", "said"),
    [
        ({"choice": "commit", "field": "swords", "cards": "S4 S6"}, "commit swords S4 S6"),
        ({"choice": "discard", "cards": "S4", "field": "cups", "who": "Bo"}, "discard S4"),
        ({"choice": "abdicate", "field": " cups "}, "abdicate cups"),
        ({"choice": "priestess", "who": "Bo"}, "priestess Bo"),
        ({"choice": "strength one"}, "strength one"),
        ({}, ""),
    ],
)
def test_the_line_that_a_move_makes(filled: dict[str, str], said: str) -> None:
    table = dealt("S4 S6 2 11", "")
    assert line(table, **filled) == said
    if said:
        assert table.code(said) is None


@pytest.mark.parametrize(
    "cards", ["S4 S6", "swords 4, swords 6", "+ swords 4 S6", "4 of swords S6"]
)
def test_where_the_cards_tell_the_field_its_cell_may_stay_empty(cards: str) -> None:
    table = dealt("S4 S6 2 11", "")
    for field in ("", " "):
        said = line(table, choice="commit", field=field, cards=cards)
        assert said == table.understood(said) == "commit swords S4 S6"
    assert line(table, choice="commit", cards="S4 ?") == "commit S4 ?"


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("ON", "commit coins ON"),
        ("knight of coins, O1", "commit coins O1 ON"),
        ("ON S4", "commit S4 ON"),
        ("swords 4 cups 4", "commit S4 C4"),
        ("4 3", "commit 3 4"),
    ],
)
def test_no_card_of_a_form_is_taken_for_a_field_or_an_on(cards: str, said: str) -> None:
    assert line(dealt("S4", ""), choice="commit", cards=cards) == said


def test_a_tower_names_whom_and_then_where() -> None:
    table = dealt("C9", "16").turn("commit cups C9")
    said = line(table, choice="tower", field="cups", who="Ana")
    assert said == "tower Ana cups"
    assert table.code(said) is None


def test_a_wheel_asks_for_cards_and_what_is_shown() -> None:
    table = dealt("11 10", "", top="C1 C2 T1 T2 S1 S2 S3 S4 S5").say("strength two").idle()
    table.say("wheel")
    cells = form(table)
    assert set(cells) == {"cards", "show"}
    assert set(cells["cards"]) == {*table.hand("Ana").split(), "C1", "C2"}
    said = line(table, cards="C1 S1 S2 S3", show="S4")
    assert said == "C1 S1 S2 S3 show S4"
    assert table.code(said) is None
    assert line(table, cards="S1 S2 S3 S4") == "S1 S2 S3 S4"
    assert line(table) == ""


def test_a_call_is_a_card_or_stop() -> None:
    table = dealt("18", "").say("moon S2")
    assert form(table)["choice"] == ("stop", "call")
    assert line(table, choice="call", cards="S3") == "call S3"
    for said in ("call S3", "stop"):
        assert table.code(said) is None


@pytest.mark.parametrize("fool", ["Bo", "Cy"])
def test_all_who_are_asked_for_the_fool_are_offered_the_same(fool: str) -> None:
    table = dealt("C9", *["0" if name == fool else "" for name in ("Bo", "Cy")])
    table.say("commit cups C9")
    assert form(table, 0) == form(table, 1) == {"choice": ("pass", "fool")}


def test_polls_offer_both_words() -> None:
    assert form(dealt("9", "").say("hermit")) == {"choice": ("hermit", "pass")}
    table = dealt("", "")
    while table.kind != "refill":
        table.idle()
    assert form(table) == {"choice": ("yes", "no")}
    assert line(table, choice="no") == "no"
    pledge = dealt("9", "8 C9", "", top="S1 0 S2 S3 S4 S5 S6").say("hermit", "pass", "justice")
    assert form(pledge.say("commit cups C9")) == {"choice": ("pledge", "pass")}
    asked = asking.ask(pledge.match, pledge.match.pending[0])
    assert asked == "Pledge an extra move before Cy to play the Fool of Justice, or pass?"


def test_suggestions_are_legal_and_no_more_than_a_drop_down_takes() -> None:
    tables = [
        dealt("2 5 7 10 11 12", ""),
        dealt("13 15 17 18 19 20", ""),
        dealt("S1 S2 SJ SQ SK 21", ""),
        dealt("18", "").say("moon S2"),
        dealt("10", "").say("wheel"),
        dealt("9", "").say("hermit"),
    ]
    for table in tables:
        offered = asking.suggest(table.match, table.match.pending[0])
        assert 0 < len(offered) <= 40
        for text in offered:
            assert table.code(text) is None, text


@pytest.mark.parametrize(
    ("hand", "first"),
    [
        ("S9 S10 C2 T3 T4 O1", "commit swords S9 S10"),
        ("SQ SK C2 T3 S10 O1", "commit swords SQ SK"),
        ("21 SQ SK C2 T3 O1", "world swords"),
        ("S2 C3 T4 O5 S1 9", "hermit"),
        ("S2 C3 T4 O5 17 18", "discard S2"),
    ],
)
def test_the_first_move_suggested_is_a_sensible_one(hand: str, first: str) -> None:
    table = dealt(hand, "")
    assert asking.suggest(table.match, table.match.pending[0])[0] == first


def test_a_card_of_a_field_that_is_taken_is_the_first_to_be_discarded() -> None:
    table = dealt("S9 S10 C3 T4 O5 17", "", top="T2").turn("commit swords S9").until("Ana")
    assert asking.suggest(table.match, table.match.pending[0])[0] == "discard S10"


def test_with_the_deck_closed_a_small_commitment_comes_before_a_discard() -> None:
    table = dealt("S2 C3 T4 O5 17 13", "").say("death").until("Ana")
    assert asking.suggest(table.match, table.match.pending[0])[0] == "commit coins O5"


def test_a_call_is_for_the_field_of_which_one_has_most_cards() -> None:
    table = dealt("18 C3 C4 C10 T4 O5", "").say("moon S2")
    assert asking.suggest(table.match, table.match.pending[0]) == ("C9", "stop")


def test_the_wheel_is_to_take_what_is_of_least_use() -> None:
    table = dealt("10 S2 C9 C10 T3 21", "", top="S3 S4 20 SQ SK").say("wheel")
    assert asking.suggest(table.match, table.match.pending[0]) == ("discard S2 T3 S3 S4",)
