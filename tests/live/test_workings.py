"""Ticks in the console's Workings: each says once what its row shows, as a direction."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hosting_kit import Game, House
from live_kit import ANA, BO
from sums_kit import AUCTION, begin, cell, cells, says, sums_house, tick, ticked, told, write

from sheets_emulator.faults import Fault

pytestmark = pytest.mark.end_to_end


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with sums_house(tmp_path) as house:
        yield house


@pytest.fixture
def match(house: House) -> Game:
    return begin(house)


def auction(match: Game) -> None:
    """Ana and Bo have bid."""
    says(match, "ask Ana, Bo at once: your bid = number 0 to budget")
    match.types(ANA, "7")
    match.types(BO, "12")
    match.house.run(3)


def test_the_options_fill_labels_and_formulas_before_anybody_watches(house: House) -> None:
    match = begin(house)
    assert cells(match, "Workings!B2:C5", formulas=True) == AUCTION
    assert cell(match, "Workings!C6") == ""
    assert ticked(match) == []


def test_a_formula_that_the_umpire_types_is_computed(match: Game) -> None:
    auction(match)
    typed = {"valueInputOption": "USER_ENTERED"}
    for at, formula in (("C5", "=MAX(data_answers) + 1"), ("F7", '="count Ana budget -"&C5')):
        place = f"/v4/spreadsheets/{match.console}/values/Workings!{at}"
        values = {"values": [[formula]]}
        match.link("umpire").request("put", place, params=typed, body=values)
    assert cell(match, "Workings!C5") == 13
    assert cell(match, "Workings!F7") == "count Ana budget -13"


def test_a_tick_says_what_its_row_shows_and_is_taken_out(match: Game) -> None:
    auction(match)
    assert cells(match, "Workings!C2:C5") == [
        [12], ["Bo"], ["count Bo budget -12"], ["move all from lot to won of Bo"]
    ]  # fmt: skip
    tick(match, 4)
    match.house.run(3)
    assert match.log()[-1] == ("umpire", "count Bo budget -12", None)
    assert match.lines()[-1].cell == "Workings!C4"
    assert told(match, 4) == "done: Bo: budget 20 → 8."
    assert ticked(match) == []
    tick(match, 4)
    match.house.run(3)
    assert [say for _, say, _ in match.log()].count("count Bo budget -12") == 2, "ticked again"


def test_several_go_from_the_top_down(match: Game) -> None:
    auction(match)
    tick(match, 5, 4)
    match.house.run(3)
    said = [say for _, say, _ in match.log()]
    assert said[-2:] == ["count Bo budget -12", "move all from lot to won of Bo"]
    assert told(match, 5).startswith("done: ")


def test_a_batch_ends_at_the_first_refusal_and_says_so_below(match: Game) -> None:
    for row, text in enumerate(("count all points +1", "fly", "count all points +2", ""), 10):
        write(match, f"C{row}", text)
    tick(match, 10, 11, 12, 13)
    match.house.run(3)
    assert told(match, 10).startswith("done: ")
    assert told(match, 11).startswith('refused: "fly" is not understood.')
    assert told(match, 12) == told(match, 13) == "not said, since row 11 was refused"
    assert ticked(match) == []
    assert cell(match, "Data!D2") == 1
    tick(match, 12)
    match.house.run(3)
    assert cell(match, "Data!D2") == 3


@pytest.mark.parametrize(
    ("shown", "answer"),
    [
        ("=1+1", "refused: C10 shows a number or a date, no text. Make a direction of it"),
        (12, "refused: C10 shows a number or a date, no text."),
        ("=DATE(2026,1,2)", "refused: C10 shows a number or a date, no text."),
        ("=1=1", "refused: C10 shows a tick or TRUE/FALSE, no text."),
        (True, "refused: C10 shows a tick or TRUE/FALSE, no text."),
        ('=""', "refused: C10 is empty. Write a direction there, or a formula that makes one."),
        ("  ", "refused: C10 is empty."),
        ("=MATCH(1, data_answers, 0)", "refused: C10 shows #N/A. Did not find value '1'"),
        ("=1/0", "refused: C10 shows #DIV/0!."),
        ("=data_nobody", "refused: C10 shows #NAME?."),
        ("=MAX(", "refused: C10 shows #ERROR!."),
    ],
)
def test_what_shows_no_text_is_refused_beside_it_with_its_cell(
    match: Game, shown: object, answer: str
) -> None:
    write(match, "C10", shown)
    tick(match, 10)
    match.house.run(3)
    assert told(match, 10).startswith(answer)
    assert ticked(match) == []
    assert match.log() == []
    assert match.notes()[-1].startswith("umpire: row 10 of the workings said nothing: C10 ")


def test_one_formula_may_fill_several_rows(match: Game) -> None:
    write(
        match, "C10", '=ARRAYFORMULA("count "&FILTER(data_players, data_players<>"")&" points +1")'
    )
    tick(match, 12)
    match.house.run(3)
    assert match.log()[-1] == ("umpire", "count Cy points +1", None)
    assert match.lines()[-1].cell == "Workings!C12"


def test_what_the_umpire_writes_is_never_overwritten(house: House) -> None:
    match = begin(house)
    mine = {"B2": "Mine", "C2": "tell all: hello", "C5": "=1+1", "B41": "last", "A30": "a note"}
    for place, text in mine.items():
        write(match, place, text)
    match.writes("workings_answers", "beside", row=50, on=match.console)
    says(match, "count all points +1")
    house.stop()
    house.watch = house.daemon()
    tick(match, 2)
    house.run(8)
    assert told(match, 2) == "done: hello."
    for place, text in mine.items():
        assert cell(match, f"Workings!{place}", formulas=True) == text
    assert cell(match, "Workings!D52") == "beside"
    assert ticked(match) == []


def test_an_answer_that_the_umpire_changes_is_back(match: Game) -> None:
    write(match, "D4", "mine")
    match.house.run(8)
    assert told(match, 4) == ""


def test_a_tick_made_while_nobody_watched_is_said_once_somebody_does(house: House) -> None:
    match = begin(house)
    house.stop()
    write(match, "C10", "count all points +1")
    tick(match, 10)
    house.watch = house.daemon()
    house.run(8)
    assert [say for _, say, _ in match.log()] == ["count all points +1"]
    assert ticked(match) == []


def test_a_formula_among_the_boxes_is_no_tick(match: Game) -> None:
    write(match, "C10", "count all points +1")
    write(match, "A10", "=1=1")
    match.house.run(8)
    assert match.log() == []
    assert cell(match, "Workings!A10", formulas=True) == "=1=1"


def test_the_contracts_own_words_and_players_answers_are_said_as_in_the_score_sheet(
    match: Game,
) -> None:
    says(match, "ask Ana: bid = number 0 to 9")
    for row, text in enumerate(("pause", "say Ana 7", "resume", "undo", "close"), 10):
        write(match, f"C{row}", text)
    tick(match, 10, 11, 12, 13, 14)
    match.house.run(3)
    assert [told(match, row).partition(":")[0] for row in range(10, 15)] == [
        "done", "refused", "not said, since row 11 was refused",
        "not said, since row 11 was refused", "not said, since row 11 was refused",
    ]  # fmt: skip
    tick(match, 12)
    match.house.run(3)
    tick(match, 11, 13, 14)
    match.house.run(3)
    assert told(match, 11) == "taken: 7"
    assert told(match, 13).startswith("done: The umpire undid part of the match")
    assert told(match, 14).startswith("refused: The match is not over")


def test_a_closed_match_answers_ticks_and_logs_none(match: Game) -> None:
    says(match, "end Ana: well done", "close")
    write(match, "C10", "tell all: more")
    tick(match, 10)
    match.house.run(8)
    assert told(match, 10).startswith("refused: ")
    assert match.log()[-1][1] == "close"
    assert ticked(match) == []


def test_a_row_of_chance_is_said_once_and_changes_nothing_by_itself(match: Game) -> None:
    write(match, "C10", '="count all points +"&RANDBETWEEN(1,1000)')
    tick(match, 10)
    match.house.run(3)
    said = [say for _, say, _ in match.log()]
    assert len(said) == 1
    assert told(match, 10).startswith("done: ")
    assert ticked(match) == []
    match.house.forget_calls()
    match.writes(
        "workings_answers", "anything", row=60, on=match.console
    )  # so that chance comes to something else
    match.house.run(8)
    assert cell(match, "Workings!C10") != said[0]
    assert [say for _, say, _ in match.log()] == said
    assert match.house.calls("write", consoles=True) == []


def test_a_tick_made_again_before_it_is_taken_out_is_said_once(match: Game) -> None:
    write(match, "C10", "count all points +1")
    tick(match, 10)
    match.house.goes_wrong("write", *[Fault("status", 503)] * 2, at=match.console)
    match.house.run(1)
    assert [say for _, say, _ in match.log()] == ["count all points +1"]
    assert ticked(match) == [10]
    tick(match, 10)
    match.house.run(9)
    assert [say for _, say, _ in match.log()] == ["count all points +1"]
    assert ticked(match) == []
    tick(match, 10)
    match.house.run(3)
    assert [say for _, say, _ in match.log()] == ["count all points +1"] * 2
