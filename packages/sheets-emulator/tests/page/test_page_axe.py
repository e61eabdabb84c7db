"""axe-core finds nothing serious on the page, however it is looked at."""

from collections.abc import Iterator

import pytest
from axe_kit import dark, faults
from page_kit import BOARD, ENTRY, Book, Person, until
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

pytestmark = [pytest.mark.browser, pytest.mark.end_to_end]


@pytest.fixture
def desk(person: Person) -> Iterator[Person]:
    """Somebody whose system is as before afterwards."""
    yield person
    person.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("tab", [BOARD, ENTRY], ids=["board", "entry"])
def test_a_desk_in_the_light_and_in_the_dark(
    desk: Person, book: Book, is_dark: bool, tab: int
) -> None:
    if is_dark:
        dark(desk)
    desk.opens(book.link(book.writer, tab))
    desk.clicks("B3")
    assert faults(desk) == []


def test_a_phone(phone: Person, book: Book) -> None:
    phone.opens(book.link(book.writer, ENTRY))
    assert faults(phone) == []


def test_an_open_editor_with_its_list(desk: Person, book: Book) -> None:
    desk.opens(book.link(book.writer, ENTRY))
    desk.clicks("B3")
    desk.holds(Keys.ALT, Keys.ARROW_DOWN)
    desk.presses(Keys.ARROW_DOWN)
    assert desk.choices
    assert faults(desk) == []
    desk.presses(Keys.ESCAPE)


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_what_opens_over_the_grid(desk: Person, book: Book, is_dark: bool) -> None:
    """Menu, find bar, a message, and the help."""
    if is_dark:
        dark(desk)
    desk.opens(book.link(book.reader, BOARD))
    desk.clicks("A3")
    desk.presses("x")
    desk.is_told("but not change it")
    desk.driver.find_element(By.CSS_SELECTOR, "#settings summary").click()
    desk.driver.find_element(By.CSS_SELECTOR, "[data-command=find]").click()
    assert faults(desk) == []
    desk.presses(Keys.ESCAPE)
    desk.holds(Keys.CONTROL, "/")
    until(lambda: desk.driver.find_element(By.ID, "help").is_displayed(), "open")
    assert faults(desk) == []
    desk.presses(Keys.ESCAPE)


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_the_list_of_spreadsheets(desk: Person, book: Book, is_dark: bool) -> None:
    if is_dark:
        dark(desk)
    desk.driver.get(f"{book.base}/s/{book.writer}")
    assert faults(desk) == []
