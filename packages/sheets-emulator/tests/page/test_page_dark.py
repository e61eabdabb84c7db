"""The dark: every text can be read on what it stands on, and what colours say is kept."""

from collections.abc import Iterator
from typing import Any

import pytest
from dark_kit import READABLE, paired
from page_kit import BOARD, ENTRY, Book, Person, box, text, until
from page_kit import cells as write
from selenium.webdriver.common.by import By

pytestmark = [pytest.mark.browser, pytest.mark.end_to_end]


def dark(person: Person, is_dark: bool) -> None:
    value = "dark" if is_dark else "light"
    media = {"features": [{"name": "prefers-color-scheme", "value": value}]}
    person.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", media)


@pytest.fixture
def desk(person: Person) -> Iterator[Person]:
    """Somebody whose system and choices are as before afterwards."""
    yield person
    person.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    person.driver.execute_script("localStorage.clear()")


BECOMES = [
    ("#ffffff", "#111111", False, "dark"),  # paper
    ("#ececea", "#111111", False, "dark"),  # a heading
    ("#8c8c8a", "#111111", False, "dark"),
    ("#ffffff", "#9e3d00", False, "dark"),  # coloured text on paper is made lighter
    ("#22303c", "#ffffff", False, "kept"),  # dark already
    ("#fff3b0", "#111111", False, "kept"),  # coloured
    ("#0072b2", "#ffffff", True, "kept"),
    ("#111111", "#ffffff", True, "kept"),  # a black tile stays black
    ("#ffffff", "#111111", True, "light"),  # and a white one light
    ("#ffffff", "#0072b2", True, "light"),
    ("#ffffff", "#666666", True, "dark"),  # but not what is closed
    ("#d6d6d6", "#444444", True, "else"),  # and a card face down is still a card
]


def became(made: dict[str, Any], fill: str, ink: str) -> str:
    """Whether a pair is as it was, or its fill is dark now, or a light one under the same text."""
    if (made["fill"], made["ink"]) == (fill, ink):
        return "kept"
    red = int(made["fill"][1:3], 16)
    if red < 0x90:
        return "dark"
    return "light" if red >= 0xC8 and made["ink"] == ink else "else"


def test_what_becomes_of_a_fill(desk: Person, book: Book) -> None:
    made = paired(desk, book, [(fill, ink, told) for fill, ink, told, _ in BECOMES])
    found = [became(one, fill, ink) for one, (fill, ink, *_) in zip(made, BECOMES, strict=True)]
    assert found == [wanted for *_, wanted in BECOMES]
    assert all(one["after"] >= READABLE for one in made)


def test_the_page_follows_the_system_and_a_choice_goes_before_it(desk: Person, book: Book) -> None:
    def choose(value: str) -> None:
        desk.driver.find_element(By.CSS_SELECTOR, "#settings summary").click()
        desk.driver.find_element(By.CSS_SELECTOR, f"[value={value}]").click()
        desk.driver.find_element(By.ID, "title").click()

    def is_dark() -> bool:
        paper = desk.style("B5", "background-color")
        chrome = desk.style("B5", "color")
        return (paper, chrome) == ("rgba(27, 27, 27, 1)", "rgba(238, 238, 238, 1)")

    grey = {"red": 0.93, "green": 0.93, "blue": 0.92}
    filled = text("grey", backgroundColorStyle={"rgbColor": grey})
    book.request([write(BOARD, 9, 1, [[filled]], "userEnteredValue,userEnteredFormat")])
    white = {
        "ranges": [box(BOARD, 10, 12, 1, 2)],
        "booleanRule": {
            "condition": {"type": "NOT_BLANK"},
            "format": {"backgroundColorStyle": {"rgbColor": {"red": 1, "green": 1, "blue": 1}}},
        },
    }
    marks = [[text("w3")], [text("white indeed")]]
    book.request(
        [
            {"addConditionalFormatRule": {"index": 0, "rule": white}},
            write(BOARD, 10, 1, marks, "userEnteredValue"),
        ]
    )
    dark(desk, False)
    desk.opens(book.link(book.reader, BOARD))
    assert not is_dark()
    assert desk.style("B10", "background-color") == "rgba(237, 237, 235, 1)"
    dark(desk, True)
    until(is_dark, "the system")
    until(lambda: desk.style("B10", "background-color") == "rgba(44, 44, 44, 1)", "drawn anew")
    assert desk.style("A3", "background-color") == "rgba(213, 94, 0, 1)", "a colour is a colour"
    assert desk.style("B11", "background-color") == "rgba(204, 204, 204, 1)", "a white piece"
    assert desk.style("B12", "background-color") == "rgba(27, 27, 27, 1)", "a sentence"
    choose("light")
    until(lambda: not is_dark(), "the choice")
    desk.opens(book.link(book.reader, ENTRY))
    assert not is_dark(), "it is kept"
    choose("system")
    until(is_dark, "the system again")
