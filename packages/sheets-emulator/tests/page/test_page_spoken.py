"""What a screen reader says: the active cell, boxes, and the answer to what one has written."""

import pytest
from page_kit import ENTRY, FREE, Book, Person, lines, until
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

pytestmark = [pytest.mark.browser, pytest.mark.end_to_end]


def told(person: Person) -> str:
    return person.driver.find_element(By.ID, "told").get_attribute("textContent") or ""


def focused(person: Person) -> str:
    return person.driver.switch_to.active_element.accessible_name


@pytest.mark.parametrize(
    ("cell", "wanted"),
    [
        ("B2", "B2, What I write"),
        ("B4", "B4, empty"),
        ("C3", "C3, Sure?, not ticked"),  # nothing is written to the left of the box
    ],
)
def test_the_active_cell_is_told_with_its_address(
    person: Person, book: Book, cell: str, wanted: str
) -> None:
    person.opens(book.link(book.writer, ENTRY))
    person.clicks(cell)
    assert focused(person) == wanted


def test_a_box_is_called_what_stands_left_of_it(person: Person, book: Book) -> None:
    book.write(ENTRY, 2, 0, "Pass")
    person.opens(book.link(book.writer, ENTRY))
    person.clicks("A3")
    person.presses(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert focused(person) == "C3, Pass, not ticked"
    assert person.driver.find_element(By.CSS_SELECTOR, "#C3 input").accessible_name == "Pass"
    person.presses(Keys.SPACE)
    until(lambda: focused(person) == "C3, Pass, ticked", "ticked")


@pytest.mark.parametrize(
    ("answers", "wanted"),
    [
        ([(4, 3, "taken: raise 3")], "D5: taken: raise 3"),
        ([(4, 3, "no"), (4, 4, "yes")], "D5: no E5: yes"),
        ([(1, 3, "It is your turn now")], "D2: It is your turn now"),
        ([(1, 3, "12"), (4, 3, "taken")], "D5: taken"),
        ([(1, 3, "taken: raise 3"), (4, 3, "taken: raise 3")], "D5: taken: raise 3"),
        ([(40, 3, "far away from all that")], ""),
    ],
)
def test_the_answer_to_what_one_has_written_is_told(
    owner: Person, book: Book, answers: list[tuple[int, int, str]], wanted: str
) -> None:
    owner.types("B5", "raise 3")
    until(lambda: not owner.driver.find_elements(By.CSS_SELECTOR, "td.waiting"), "taken")
    assert told(owner) == "", "one knows what one has written"
    book.request(
        [
            {
                "updateCells": {
                    "start": {"sheetId": FREE, "rowIndex": row, "columnIndex": column},
                    "rows": [{"values": [{"userEnteredValue": {"stringValue": text}}]}],
                    "fields": "userEnteredValue",
                }
            }
            for row, column, text in answers
        ]
    )
    row, column, text = answers[-1]
    owner.sees(f"{chr(ord('A') + column)}{row + 1}", text)
    assert told(owner) == wanted


def test_it_is_told_while_rows_are_hidden_too(owner: Person, book: Book) -> None:
    owner.types("B5", "raise 3")
    value = {"userEnteredValue": {"stringValue": "taken"}}
    book.request(
        [
            {
                "updateDimensionProperties": {
                    "range": lines(FREE, 1, 3),
                    "properties": {"hiddenByUser": True},
                    "fields": "hiddenByUser",
                }
            },
            {
                "updateCells": {
                    "start": {"sheetId": FREE, "rowIndex": 4, "columnIndex": 2},
                    "rows": [{"values": [value]}],
                    "fields": "userEnteredValue",
                }
            },
        ]
    )
    until(lambda: told(owner) == "C5: taken", "told")


def test_what_happens_without_ones_doing_is_not_called_out(owner: Person, book: Book) -> None:
    book.write(FREE, 0, 0, "somebody else has moved")
    owner.sees("A1", "somebody else has moved")
    assert told(owner) == ""


def test_the_first_key_leads_past_the_header(person: Person, book: Book) -> None:
    person.opens(book.link(book.reader, FREE))
    person.driver.execute_script("document.getElementById('skip').focus()")
    skip = person.driver.find_element(By.ID, "skip")
    assert skip.is_displayed()
    person.presses(Keys.ENTER, Keys.ARROW_DOWN)
    assert person.active == "A2"
