"""What an answer would do, where it belongs on the table; panels for what is still empty."""

from typing import Any

import pytest
from page_kit import Book, Person, box, until
from play_kit import PLAY, TABLE, line, offer, part, play_at, plays, tell
from test_page_form import bets, clicks, texts
from test_page_frame import window

pytestmark = [pytest.mark.browser, pytest.mark.end_to_end]

Json = dict[str, Any]
STANDINGS = "I11:L13"
PANEL: Json = {"from": STANDINGS, "into": ["form_way"], "name": 1}
LADDER = [
    {"label": label, "columns": [worth], "good": label == "Numbers"}
    for label, worth in {
        "World": "wins",
        "Queen": "70",
        "Lovers": "69",
        "Numbers": "9",
        "Knave": "14",
    }.items()
]


@pytest.fixture
def book(book: Book) -> Book:
    play_at(book)
    bets(book)
    return book


def chooses_to_call(person: Person, book: Book, *blocks: Json) -> None:
    plays(person, book)
    clicks(person, "[data-choice=call]")
    until(lambda: line(person) == "call", "chosen")
    offer(
        book, {}, of={"form_bet": "call"}, line="call", draft={"say": "You call.", "blocks": blocks}
    )
    until(lambda: part(person, "says") == "You call.", "what it does")


def test_what_is_about_a_panel_stands_at_its_foot(person: Person, book: Book) -> None:
    tell(book, {**PLAY, "feeds": [*PLAY["feeds"], PANEL]})
    rows = [{"label": "Bo", "columns": ["1 point for {Ana}"], "good": True}]
    chooses_to_call(person, book, {"title": "What call does", "rows": rows})
    assert texts(person, ".cells > .foot.good:not([hidden])") == ["1 point for you"]
    assert part(person, "drafts") == ""
    clicks(person, "[data-choice=call]")
    until(lambda: texts(person, ".cells > .foot:not([hidden])") == [], "nothing would be")


def test_short_rows_stand_beside_each_other(person: Person, book: Book) -> None:
    chooses_to_call(person, book, {"title": "What wins", "rows": LADDER})
    assert texts(person, ".rungs > .good") == ["Numbers 9"]
    tops = "return [...document.querySelectorAll('.rungs > li')].map((one) => one.offsetTop)"
    with window(person, 1280, 800):
        assert len(set(person.driver.execute_script(tops))) == 1


def test_a_compact_block_leaves_out_columns_of_which_there_is_but_the_head(
    person: Person, book: Book
) -> None:
    for at, words in ((9, "coins"), (10, "round")):
        book.write(TABLE, 10, at, words)
    book.write(TABLE, 11, 9, "21")
    tell(book, {**PLAY, "compact": [STANDINGS]})
    plays(person, book)
    seen = "[data-part=board] > .cells:nth-child(2) td"

    def heads() -> list[str]:
        return [one for one in texts(person, seen) if one in ("coins", "round")]

    until(lambda: heads() == ["coins"], "no head without anything below")
    width = f"return document.querySelector('{seen}').closest('.cells').className"
    with window(person, 390, 844):
        until(lambda: "cut" in person.driver.execute_script(width), "nor empty columns at the end")
    book.write(TABLE, 12, 10, "4")
    until(lambda: heads() == ["coins", "round"], "until something stands there")


def test_a_zone_is_a_panel_with_all_that_lies_above_its_merged_cell(
    person: Person, book: Book
) -> None:
    merged = {"range": box(TABLE, 11, 12, 8, 12), "mergeType": "MERGE_ALL"}
    book.request([{"mergeCells": merged}])
    tell(book, {**PLAY, "zones": [STANDINGS]})
    plays(person, book)
    heights = (
        "const [zone, ...others] = document.querySelectorAll('.zone');"
        "const rows = [...zone.closest('.inside').querySelectorAll('tr')];"
        "return [others.length, zone.offsetHeight > rows[1].offsetHeight,"
        "  zone.offsetHeight < rows[0].offsetHeight + rows[1].offsetHeight]"
    )
    assert person.driver.execute_script(heights) == [0, True, True]


def test_on_a_phone_zones_are_panels_large_enough_to_read(person: Person, book: Book) -> None:
    merged = {"range": box(TABLE, 11, 12, 9, 12), "mergeType": "MERGE_ALL"}
    book.request([{"mergeCells": merged}])
    tell(book, {**PLAY, "zones": ["J11:L13"]})
    plays(person, book)
    block = "return document.querySelector('.zoned + .cells').checkVisibility()"
    assert person.driver.execute_script(block) is True
    with window(person, 390, 844):
        assert person.driver.execute_script(block) is False
        assert texts(person, ".zone-name > b, .zone-cell") == ["Bo", "23 21"]
