"""How large a sheet is drawn, and that everything keeps its place at any zoom."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin

import pytest
from page_kit import BOARD, ENTRY, FREE, Book, Person, add_tab, column_width, text, until
from page_kit import cells as write
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

pytestmark = [pytest.mark.browser, pytest.mark.end_to_end]

ZOOMS = (0.5, 2)


@pytest.fixture
def desk(person: Person) -> Iterator[Person]:
    """Somebody whose window and choices leave no trace."""
    yield person
    person.driver.execute_script("localStorage.clear()")
    person.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def sized(person: Person, width: int, height: int) -> None:
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    person.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def zoomed(person: Person, link: str, zoom: float | str) -> None:
    """Open the page as who chose this zoom before."""
    if not person.is_at(urljoin(link, "/")):
        person.driver.get(urljoin(link, "/static/icon.svg"))
    person.driver.execute_script("localStorage.setItem('sheets.zoom', arguments[0])", zoom)
    person.opens(link)


def button(person: Person, name: str) -> Any:
    return person.driver.find_element(By.CSS_SELECTOR, f"#zoom [title='{name}']")


def zoom_of(person: Person) -> str:
    shown: str = button(person, "Fit the window").text
    return shown


def is_near(one: float, other: float) -> bool:
    return abs(one - other) <= 1.5


# ---- which zoom


@pytest.mark.parametrize(
    ("width", "height", "zoom", "why"),
    [
        (2560, 1440, 1.6, "never larger than this"),
        (1920, 1080, 1.4, "so much of a tab's height stays in view"),
        (800, 1000, 1.3, "the window's width is filled"),
        (700, 500, 1.0, "never smaller than this"),
    ],
)
def test_a_small_sheet_is_drawn_larger_in_a_large_window(
    desk: Person, book: Book, width: int, height: int, zoom: float, why: str
) -> None:
    sized(desk, width, height)
    desk.opens(book.link(book.owner, BOARD))
    assert zoom_of(desk) == f"{round(zoom * 100)}%", why
    assert is_near(desk.box("#A5")["width"], 140 * zoom)


def test_all_tabs_have_the_zoom_that_fits_the_widest(desk: Person, book: Book) -> None:
    book.request(
        [
            add_tab(500, "Wide", 5, 5),
            column_width(500, 1, 2000),
            write(500, 0, 1, [[text("x")]], "userEnteredValue"),
        ]
    )
    desk.opens(book.link(book.owner, BOARD))
    assert zoom_of(desk) == "100%"


def test_the_zoom_follows_the_window(desk: Person, book: Book) -> None:
    desk.opens(book.link(book.owner))
    before = zoom_of(desk)
    sized(desk, 1920, 1080)
    until(lambda: zoom_of(desk) == "140%" != before, "larger")


def test_a_chosen_zoom_is_kept_until_it_is_to_fit_again(desk: Person, book: Book) -> None:
    sized(desk, 1920, 1080)
    desk.opens(book.link(book.owner))
    button(desk, "Larger").click()
    assert zoom_of(desk) == "150%"
    button(desk, "Smaller").click()
    button(desk, "Smaller").click()
    assert zoom_of(desk) == "110%"
    desk.opens(book.link(book.owner))
    assert zoom_of(desk) == "110%"
    button(desk, "Fit the window").click()
    assert zoom_of(desk) == "140%"
    desk.opens(book.link(book.owner))
    assert zoom_of(desk) == "140%"


def test_the_zoom_has_ends(desk: Person, book: Book) -> None:
    zoomed(desk, book.link(book.owner), 2)
    assert not button(desk, "Larger").is_enabled()
    zoomed(desk, book.link(book.owner), 0.5)
    assert not button(desk, "Smaller").is_enabled()


@pytest.mark.parametrize("kept", ["", "nonsense", "-1", "1e9"])
def test_a_kept_zoom_that_is_none_is_passed_over(desk: Person, book: Book, kept: str) -> None:
    zoomed(desk, book.link(book.owner), kept)
    assert zoom_of(desk) == "100%"


def test_choosing_a_zoom_leaves_the_keyboard_and_an_open_editor_alone(
    desk: Person, book: Book
) -> None:
    desk.opens(book.link(book.owner))
    desk.clicks("B2")
    button(desk, "Larger").click()
    desk.presses("half ")
    button(desk, "Smaller").click()
    desk.presses("typed", Keys.ENTER)
    desk.sees("B2", "half typed")


def test_a_phone_shows_a_sheet_as_it_is_to_who_may_write(phone: Person, book: Book) -> None:
    zoomed(phone, book.link(book.writer, ENTRY), 2)
    assert not phone.driver.find_element(By.ID, "zoom").is_displayed()
    assert phone.box("#B3")["width"] == 220
    phone.driver.execute_script("localStorage.clear()")


def test_a_phone_shows_more_of_a_wide_sheet_to_who_only_reads(phone: Person, book: Book) -> None:
    phone.opens(book.link(book.reader, BOARD))
    assert zoom_of(phone) == "65%"
    assert is_near(phone.box("#A5")["width"], 140 * 0.65)
    book.request([column_width(BOARD, 1, 2000)])
    phone.opens(book.link(book.reader, BOARD))
    assert zoom_of(phone) == "50%"
    button(phone, "Larger").click()
    assert zoom_of(phone) == "75%"
    phone.driver.execute_script("localStorage.clear()")


# ---- everything in its place


@pytest.mark.parametrize("zoom", ZOOMS)
def test_frozen_rows_and_columns_stay_and_a_cell_is_revealed_beside_them(
    desk: Person, book: Book, zoom: float
) -> None:
    book.request(
        [
            {"appendDimension": {"sheetId": BOARD, "dimension": "ROWS", "length": 200}},
            {"appendDimension": {"sheetId": BOARD, "dimension": "COLUMNS", "length": 40}},
        ]
    )
    zoomed(desk, book.link(book.owner, BOARD), zoom)
    frozen = desk.box("#A2")
    desk.presses(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, *[Keys.ARROW_DOWN] * 4)
    for key in (Keys.ARROW_DOWN, Keys.ARROW_RIGHT):
        desk.holds(Keys.CONTROL, key)
    assert desk.active == "AT230"
    view, last = desk.box("#scroller"), desk.box("#AT230")
    assert view["top"] < last["top"] < last["bottom"] <= view["bottom"] + 1
    assert view["left"] < last["left"] < last["right"] <= view["right"] + 1
    assert desk.box("#A2") == frozen
    desk.driver.execute_script("document.getElementById('scroller').scrollTo(1e6, 1e6)")
    desk.presses(*[Keys.PAGE_UP] * 3, *[Keys.ARROW_LEFT] * 20)
    active, corner = desk.box(f"#{desk.active}"), desk.box("#A2")
    assert active["left"] >= corner["right"] - 1
    assert active["top"] >= corner["bottom"] - 1
    assert corner == frozen


@pytest.mark.parametrize("zoom", ZOOMS)
def test_help_and_choices_are_below_their_cell_and_the_editor_is_over_it(
    desk: Person, book: Book, zoom: float
) -> None:
    zoomed(desk, book.link(book.writer, ENTRY), zoom)
    desk.clicks("B5")
    cell, hint = desk.box("#B5"), desk.box("#hint")
    assert is_near(hint["left"], cell["left"])
    assert is_near(hint["top"], cell["bottom"] + 6)
    desk.holds(Keys.ALT, Keys.ARROW_DOWN)
    cell, editor, choices = desk.box("#B5"), desk.box(".editor"), desk.box("#list")
    assert abs(editor["left"] - cell["left"]) <= 2 * zoom + 1
    assert abs(editor["top"] - cell["top"]) <= 2 * zoom + 1
    assert editor["width"] >= cell["width"]
    assert is_near(choices["left"], cell["left"])
    assert is_near(choices["top"], cell["bottom"] + 2)
    assert choices["width"] >= cell["width"] - 1
    button(desk, "Fit the window").click()
    moved = desk.box("#B5")
    until(lambda: is_near(desk.box("#list")["top"], moved["bottom"] + 2), "the list follows")


@pytest.mark.parametrize("zoom", ZOOMS)
def test_a_long_text_is_edited_within_the_window(desk: Person, book: Book, zoom: float) -> None:
    zoomed(desk, book.link(book.owner, FREE), zoom)
    desk.clicks("C3")
    desk.presses("many words " * 12)
    view, editor = desk.box("#scroller"), desk.box(".editor")
    assert editor["right"] <= view["right"]
    assert editor["width"] > 4 * desk.box("#C3")["width"]
    desk.presses(Keys.ESCAPE)


@pytest.mark.parametrize("zoom", ZOOMS)
def test_a_window_is_filled_with_rows(desk: Person, book: Book, zoom: float) -> None:
    zoomed(desk, book.link(book.owner, FREE), zoom)
    desk.driver.execute_script("document.getElementById('scroller').scrollTo(0, 2000)")
    until(lambda: desk.box("#grid")["bottom"] >= desk.box("#scroller")["bottom"], "filled")
