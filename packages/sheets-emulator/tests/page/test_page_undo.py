"""What somebody wrote on the page is taken back and made again, as far as it is still theirs."""

import pytest
from page_kit import ENTRY, FREE, Book, Person, until
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

pytestmark = [pytest.mark.browser, pytest.mark.end_to_end]


def undo(person: Person) -> None:
    person.holds(Keys.CONTROL, "z")


def redo(person: Person) -> None:
    person.holds(Keys.CONTROL, "y")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "typed"),
        ("'=1", "2.50"),
        ("=1+1", "'007"),
        ("2026-01-02", ""),
        ("  blanks ", 'two\nlines "quoted"'),
    ],
)
def test_a_cell_holds_again_what_was_typed(owner: Person, before: str, after: str) -> None:
    def holds() -> str:
        found: str | None = owner.entry.get_attribute("value")
        return found or ""

    def typed(text: str) -> str:
        if text:
            owner.paste(text if "\n" not in text else '"' + text.replace('"', '""') + '"')
        else:
            owner.presses(Keys.DELETE)
        until(lambda: not owner.driver.find_elements(By.CSS_SELECTOR, "td.waiting"), "taken")
        owner.clicks("A1")
        owner.clicks("B2")
        return holds()

    owner.clicks("B2")
    was, now = typed(before), typed(after)
    undo(owner)
    until(lambda: holds() == was, "taken back")
    redo(owner)
    until(lambda: holds() == now, "made again")
    undo(owner)
    until(lambda: holds() == was, "taken back again")


def test_all_that_was_written_is_taken_back_in_turn(owner: Person) -> None:
    owner.types("A1", "one")
    owner.types("A2", "two")
    owner.selects("A1", "A2")
    owner.holds(Keys.CONTROL, "x")
    owner.clicks("C1")
    owner.holds(Keys.CONTROL, "v")
    owner.sees("C2", "two")
    owner.presses(Keys.DELETE)
    owner.sees("C1", "")
    for wanted in (("", "", "one", "two"), ("one", "two", "", ""), ("one", "", "", "")):
        undo(owner)
        for name, shown in zip(("A1", "A2", "C1", "C2"), wanted, strict=True):
            owner.sees(name, shown)
    actions = ActionChains(owner.driver).key_down(Keys.CONTROL)
    actions.key_down(Keys.SHIFT).send_keys("z").key_up(Keys.SHIFT).key_up(Keys.CONTROL).perform()
    owner.sees("A2", "two")
    owner.types("D1", "new")
    redo(owner)
    owner.is_told("There is nothing to redo.")


def test_a_tick_is_taken_back_on_the_tab_where_it_was(person: Person, book: Book) -> None:
    def is_ticked() -> bool:
        return person.driver.find_element(By.CSS_SELECTOR, "#C3 input").is_selected()

    person.opens(book.link(book.writer, ENTRY))
    person.clicks("C3")
    person.presses(Keys.SPACE)
    until(is_ticked, "ticked")
    person.opens_tab("Free")
    undo(person)
    until(lambda: person.active == "C3" and not is_ticked(), "unticked")


def test_what_somebody_else_changed_since_is_left(owner: Person, book: Book) -> None:
    owner.types("B2", "mine")
    book.write(FREE, 1, 1, "theirs")
    owner.sees("B2", "theirs")
    undo(owner)
    owner.is_told("B2 has changed since")
    undo(owner)
    owner.is_told("There is nothing to undo.")
    assert owner.text("B2") == "theirs"


def test_what_was_typed_in_rows_that_have_moved_is_left(owner: Person, book: Book) -> None:
    owner.types("B2", "mine")
    owner.sees("B2", "mine")
    span = {"sheetId": FREE, "dimension": "ROWS", "startIndex": 5, "endIndex": 6}
    book.request([{"insertDimension": {"range": span}}])
    until(lambda: owner.cell("A1").is_displayed(), "drawn")
    undo(owner)
    owner.is_told("have moved")
    owner.sees("B2", "mine")
