"""A player's page as a desk: labels of what is asked, the line to be sent, rows out of the way."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hosting_kit import Game, House, house_of

from umpire.games.box_within_a_box.game import BoxWithinABox
from umpire.match import Header

pytestmark = pytest.mark.end_to_end

ANA = 0
NO_LOOKING = {"seconds_examine_boards": 0, "seconds_examine_cards": 0}
TOP = 43
"""The first row of the score sheet on a player's page."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with house_of(tmp_path, BoxWithinABox()) as house:
        yield house


@pytest.fixture
def match(house: House) -> Game:
    """A match whose players are to bet."""
    options = {**NO_LOOKING, "clock": False}
    match = house.make(Header("box-within-a-box", ("Ana", "Bo"), options))
    house.run()
    return match


def one(match: Game, name: str) -> str:
    """What the one cell of a name shows Ana."""
    return "".join(text for row in match.shows(name, "Ana") for text in row)


def fills(match: Game, **cells: Any) -> None:
    """Write into cells of Ana's form."""
    for cell, value in cells.items():
        match.writes(f"form_{cell}_1", value, who="Ana", on=match.table(ANA))
    match.house.run()


def offered(match: Game) -> list[list[str]]:
    """What the drop-downs of Ana's page offer."""
    field = "sheets.data.rowData.values.dataValidation.condition.values"
    tab = match.metadata(field, match.table(ANA))["sheets"][0]
    return [
        [one["userEnteredValue"] for one in cell["dataValidation"]["condition"]["values"]]
        for row in tab["data"][0]["rowData"]
        for cell in row.get("values", ())
        if "values" in cell.get("dataValidation", {}).get("condition", {})
    ]


def hidden_rows(match: Game) -> list[int]:
    """The numbers of the rows of Ana's page that take no room."""
    (tab, *_) = match.metadata("sheets.data.rowMetadata.hiddenByUser", match.table(ANA))["sheets"]
    rows = tab["data"][0].get("rowMetadata", [])
    return [number for number, row in enumerate(rows, 1) if row.get("hiddenByUser")]


def hidden_lines(match: Game) -> list[int]:
    """Those of them that belong to Ana's score sheet."""
    return [number for number in hidden_rows(match) if number >= TOP]


def test_a_cell_has_its_label_while_it_is_asked_for(match: Game) -> None:
    asked = {name: bool(one(match, f"label_{name}_1")) for name in ("stake_1", "card", "choice")}
    assert asked == {"stake_1": True, "card": False, "choice": False}


def test_what_is_filled_in_is_shown_as_the_line_that_would_be_sent(match: Game) -> None:
    assert one(match, "form_note_1").startswith("Fill in ")
    fills(match, stake_1="1", trait_1="black")
    assert one(match, "form_note_1").startswith("“1 on black”: ")
    fills(match, stake_2="2", trait_2="3", stake_3="1", trait_3="white")
    assert one(match, "form_note_1") == "Tick send for “1 on black; 2 on 3; 1 on white”."
    assert match.answers(ANA) == [], "nothing has been sent"


def test_nothing_is_asked_for_once_the_answer_is_locked(house: House) -> None:
    match = house.make(Header("box-within-a-box", ("Ana", "Bo"), NO_LOOKING))
    house.run()
    bets = {"stake_1": "1", "trait_1": "black", "stake_2": "2", "trait_2": "3"}
    fills(match, **bets, stake_3="1", trait_3="white", send=True, lock=True)
    house.run()
    assert one(match, "ask_1") == "Waiting for Bo to bet"
    assert one(match, "reply_1").startswith("locked")
    for name in (
        "label_stake_1_1",
        "label_send_1",
        "label_lock_1",
        "form_note_1",
        "form_stake_1_1",
    ):
        assert one(match, name) == "", name
    assert offered(match) == []


def test_a_drop_down_leaves_out_what_other_cells_have_taken(match: Game) -> None:
    first = offered(match)
    assert ["1", "2", "3", "5", "8", "12", "18"] in first
    assert ["black", "white", *"0123456789"] in first
    fills(match, stake_1="12", trait_1="black")
    now = offered(match)
    assert ["1", "2", "3", "5", "7"] in now, "less is left for the other stakes"
    assert ["white", *"0123456789"] in now, "the second trait is another"


def test_the_answer_to_a_form_says_what_was_sent(match: Game) -> None:
    fills(match, stake_1="1", trait_1="black", send=True)
    assert match.answers(ANA)[0].startswith("by the form, “1 on black”: refused: ")


def test_rows_that_were_dealt_with_make_room_until_the_match_is_closed(match: Game) -> None:
    assert hidden_lines(match) == []
    for number in range(7):
        match.types(ANA, f"nonsense {number}")
        match.house.run()
    assert hidden_lines(match) == [*range(TOP, TOP + 6)], "the last one stays"
    match.commands("forfeit Bo")
    match.house.run(12)
    assert len(hidden_lines(match)) == 6, "the result stands beside the board"
    match.commands("close")
    match.house.run(12)
    assert hidden_lines(match) == []


def test_a_daemon_that_starts_again_hides_the_same(match: Game) -> None:
    for number in range(6):
        match.types(ANA, f"nonsense {number}")
    match.house.run()
    hidden = hidden_rows(match)
    match.house.stop()
    match.house.watch = match.house.daemon()
    match.house.run()
    assert hidden_rows(match) == hidden != []
