"""The entry form: which cells are asked for, what they offer, and the line they make."""

import pytest
from diyu import FIELDS, LATER, SPREAD, Json, Table, hell, hells

from umpire.games.base import Form
from umpire.match import asking

CELLS = tuple(f"field_{field}" for field in FIELDS)
SPIRITS = (*(f"strength {unit}" for unit in "01234"), "foresight")
DISGUISES = ("0(-1)", "0(1)", "0(2)", "0(3)", "0(4)")


def form(table: Table, by: str = "Ana", **filled: str) -> Form:
    pending = table.match.pending_of(by)
    assert pending is not None
    return asking.form(table.match, pending, filled)


def joined(table: Table, by: str = "Ana", **filled: str) -> str:
    pending = table.match.pending_of(by)
    assert pending is not None
    return asking.form_line(table.match, pending, filled)


def test_round_1_in_purgatory_asks_for_battlefields_and_a_spirit() -> None:
    asked = form(Table())
    assert tuple(asked) == (*CELLS, "spirit")
    for cell in CELLS:
        assert asked[cell] == ("-1", "0", "1", "2", "3", "4", *DISGUISES)
    assert asked["spirit"] == (*SPIRITS, *(f"{spirit} attuned" for spirit in SPIRITS))


def test_round_1_in_a_block_of_hells_asks_for_two_open_ones() -> None:
    table = Table({"block": 1, "passed": ["Tongues", "Mirrors"]}, None)
    asked = form(table)
    assert tuple(asked) == (*CELLS, "hell_1", "hell_2", "spirit")
    offered = ("Hell of Four", "Hell of Scissors", "Hell of Steam")
    assert asked["hell_1"] == asked["hell_2"] == offered
    assert form(table, hell_1="Hell of Scissors")["hell_2"] == (offered[0], offered[2])
    assert form(table, hell_2="Hell of Scissors")["hell_1"] == (offered[0], offered[2])


def test_where_one_hell_is_left_there_is_no_second_cell() -> None:
    assert "hell_2" not in form(Table(1, None, hells=hells(hell(name="Only"))))


@pytest.mark.parametrize(
    ("uses", "offered"),
    [
        ({"normal": 0, "attuned": 0}, None),
        ({"normal": 3, "attuned": 0}, SPIRITS),
        ({"normal": 0, "attuned": 1}, tuple(f"{spirit} attuned" for spirit in SPIRITS)),
    ],
)
def test_only_spirits_with_uses_left_are_offered(uses: Json, offered: object) -> None:
    assert form(Table(spirits=[uses, uses])).get("spirit") == offered


def test_the_eighteenth_hell_asks_for_battlefields_alone() -> None:
    assert tuple(form(Table(5, None))) == CELLS


def test_round_2_offers_the_hand() -> None:
    asked = form(Table(1, None).play(f"{SPREAD} | hells Four", SPREAD))
    assert asked == dict.fromkeys(CELLS, ("-1", "0", "1"))


def test_cells_make_a_line() -> None:
    table = Table(1, None)
    line = joined(
        table,
        field_2="-1",
        field_3=" 0(2) ",
        field_4="",
        field_5="1,-1",
        field_6="4 3",
        hell_1="Steam",
        hell_2="Four",
        spirit="strength 3 attuned",
    )
    assert line == "2:-1 3:0(2) 5:1,-1 6:4 3 | hells Steam, Four | spirit strength 3 attuned"
    assert table.understood(line) == (
        "2:-1 3:0(2) 5:-1,1 6:3,4 | hells Four, Steam | spirit strength 3 attuned"
    )


def test_a_hell_that_is_offered_can_be_said() -> None:
    table = Table(1, None)
    line = joined(table, field_7="-1,-1,-1,-1,0,1", hell_1="Hell of Steam", hell_2="Hell of Four")
    assert table.understood(line) == "7:-1,-1,-1,-1,0,1 | hells Four, Steam"


def test_empty_cells_are_left_out() -> None:
    table = Table(1, None)
    assert joined(table) == ""
    assert joined(table, hell_2="Four") == "hells Four"
    assert joined(table, field_7="4", spirit="foresight") == "7:4 | spirit foresight"


def test_cells_that_are_not_asked_for_are_ignored() -> None:
    table = Table().play(SPREAD, SPREAD)
    stale = {"hell_1": "Four", "spirit": "foresight", "field_8": "3", "other": "x"}
    assert joined(table, field_5="-1", field_6="0", field_7="1", **stale) == LATER


def test_a_name_that_begins_with_a_colon_keeps_it() -> None:
    table = Table(1, None, hells=hells(hell(name=":odd"), hell(name="Even")))
    line = joined(table, field_7="-1,-1,-1,-1,0,1", hell_1=":odd")
    assert line == "7:-1,-1,-1,-1,0,1 | hells: :odd"
    assert table.code(line) is None
