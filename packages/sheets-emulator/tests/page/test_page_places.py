"""Rows and columns that come and go under somebody's typing, in a real Chromium."""

from typing import Any

import pytest
from page_kit import BOARD, ENTRY, FREE, Book, Person, add_tab, box, lines, until
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

pytestmark = [pytest.mark.browser, pytest.mark.end_to_end]

LOST = "The cell you typed in has moved or is gone"
MOVED = "Rows or columns have moved"


def inserted(tab: int, start: int, end: int, axis: str = "ROWS") -> dict[str, Any]:
    return {"insertDimension": {"range": lines(tab, start, end, axis)}}


def deleted(tab: int, start: int, end: int, axis: str = "ROWS") -> dict[str, Any]:
    return {"deleteDimension": {"range": lines(tab, start, end, axis)}}


def rows_of(person: Person) -> int:
    grid = person.driver.find_element(By.ID, "grid")
    return int(grid.get_attribute("aria-rowcount") or 0) - 1


@pytest.fixture
def typist(person: Person, book: Book) -> Person:
    """Somebody in the middle of typing into B2, below and above what others wrote."""
    book.write(FREE, 0, 0, "above")
    book.write(FREE, 4, 0, "below")
    person.opens(book.link(book.owner))
    person.clicks("B2")
    person.presses("half ty")
    return person


def keeps(person: Person, text: str, place: str) -> None:
    """The text is in the cell's editor and in the bar, and written nowhere."""

    def is_kept() -> bool:
        return person.editor is not None and person.editor.get_attribute("value") == text

    until(is_kept, f"{text!r} is kept")
    assert person.entry.get_attribute("value") == text
    assert person.active == place


def test_a_row_inserted_above_keeps_the_text_until_its_cell_is_shown(
    typist: Person, book: Book
) -> None:
    book.request([inserted(FREE, 0, 1)])
    typist.sees("A2", "above")
    typist.presses("ped", Keys.ENTER)
    typist.is_told(LOST)
    keeps(typist, "half typed", "B2")
    typist.clicks("B3")
    keeps(typist, "half typed", "B3")
    typist.presses(Keys.ENTER)
    typist.sees("B3", "half typed")
    assert typist.text("B2") == ""
    assert typist.active == "B4"


def test_enter_again_writes_the_text_here(typist: Person, book: Book) -> None:
    book.request([deleted(FREE, 0, 1)])
    typist.sees("A4", "below")
    typist.presses(Keys.ENTER)
    keeps(typist, "half ty", "B2")
    typist.presses("ped", Keys.ENTER)
    typist.sees("B2", "half typed")


def test_escape_drops_the_text(typist: Person, book: Book) -> None:
    book.request([inserted(FREE, 0, 1)])
    typist.sees("A2", "above")
    typist.presses(Keys.ENTER)
    keeps(typist, "half ty", "B2")
    typist.presses(Keys.ESCAPE)
    assert typist.editor is None
    assert typist.text("B2") == ""


def test_a_text_that_waits_for_its_cell_is_written_nowhere_by_turning_elsewhere(
    typist: Person, book: Book
) -> None:
    book.request([inserted(FREE, 0, 1)])
    typist.sees("A2", "above")
    typist.clicks("D5")
    keeps(typist, "half ty", "B2")
    typist.opens_tab("Entry")
    typist.presses(Keys.F6)
    ActionChains(typist.driver).double_click(typist.cell("C4")).perform()
    keeps(typist, "half ty", "C4")
    typist.presses(Keys.ESCAPE)
    for name in ("B2", "B3", "D5", "C4"):
        assert typist.text(name) == ""


def test_the_last_rows_deleted_leave_the_text_at_the_end(person: Person, book: Book) -> None:
    person.opens(book.link(book.owner))
    person.holds(Keys.CONTROL, Keys.ARROW_DOWN)
    person.presses("half ty")
    book.request([deleted(FREE, 290, 300)])
    person.is_told(LOST)
    keeps(person, "half ty", "A290")


def test_cells_merged_over_the_text_keep_it(typist: Person, book: Book) -> None:
    book.request([{"mergeCells": {"range": box(FREE, 0, 3, 0, 3), "mergeType": "MERGE_ALL"}}])
    typist.is_told(LOST)
    keeps(typist, "half ty", "A1")
    assert typist.text("A1") == "above"


def test_a_tab_deleted_keeps_the_text(typist: Person, book: Book) -> None:
    book.request([{"deleteSheet": {"sheetId": FREE}}])
    typist.is_told(LOST)
    keeps(typist, "half ty", "A1")
    assert typist.text("B1") == "Ana to move", "the first tab is shown"


def test_a_cell_that_is_closed_now_gives_the_text_no_way_in_but_keeps_it(
    person: Person, book: Book
) -> None:
    person.opens(book.link(book.writer, ENTRY))
    person.clicks("B3")
    person.presses("Y5 set")
    book.request([inserted(ENTRY, 1, 2, "COLUMNS")])
    person.sees("C2", "What I write")
    person.presses(Keys.ENTER)
    keeps(person, "Y5 set", "B3")
    person.presses(Keys.ENTER)
    person.is_told("This cell is protected")
    keeps(person, "Y5 set", "B3")
    person.clicks("C3")
    person.presses(Keys.ENTER)
    person.sees("C3", "Y5 set")


def test_rows_that_come_in_another_tab_or_with_a_new_look_do_not_disturb(
    typist: Person, book: Book
) -> None:
    frozen = {"sheetId": FREE, "gridProperties": {"frozenRowCount": 1}}
    book.request(
        [
            inserted(BOARD, 0, 1),
            add_tab(500, "New", 5, 5),
            {
                "updateSheetProperties": {
                    "properties": frozen,
                    "fields": "gridProperties.frozenRowCount",
                }
            },
        ]
    )
    until(lambda: "frozen-rows" in (typist.cell("grid").get_attribute("class") or ""), "frozen")
    typist.presses("ped", Keys.ENTER)
    typist.sees("B2", "half typed")
    assert typist.editor is None


def test_rows_that_moved_while_nobody_looked_are_noticed_too(typist: Person, book: Book) -> None:
    def turn(is_hidden: str) -> None:
        typist.driver.execute_script(
            "Object.defineProperty(document, 'hidden',"
            f" {{value: {is_hidden}, configurable: true}});"
            "document.dispatchEvent(new Event('visibilitychange'));"
        )

    turn("true")
    book.request([inserted(FREE, 0, 1)])
    typist.presses("ped", Keys.ENTER)
    keeps(typist, "half typed", "B2")
    turn("false")
    typist.sees("A2", "above")
    typist.clicks("B3")
    typist.presses(Keys.ENTER)
    typist.sees("B3", "half typed")
    assert typist.text("B2") == ""


def test_a_cut_block_that_moved_is_not_emptied_elsewhere(person: Person, book: Book) -> None:
    person.opens(book.link(book.owner))
    person.types("A1", "cut")
    person.types("A2", "stays")
    person.sees("A2", "stays")
    person.clicks("A1")
    person.holds(Keys.CONTROL, "x")
    book.request([deleted(FREE, 2, 3)])
    until(lambda: rows_of(person) == 299, "a row is gone")
    person.clicks("C3")
    person.holds(Keys.CONTROL, "v")
    person.is_told(MOVED)
    person.sees("C3", "")
    person.sees("A1", "cut")
