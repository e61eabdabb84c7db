"""What of a tab is seen at once, where texts run, and rows that come and go while one types."""

from functools import partial
from typing import Any

import pytest
from page_kit import (
    BOARD,
    FREE,
    Book,
    Json,
    Person,
    add_tab,
    column_width,
    lines,
    row_height,
    text,
    until,
)
from page_kit import cells as write
from selenium.webdriver.common.keys import Keys

pytestmark = [pytest.mark.browser, pytest.mark.end_to_end]

WIDE = 700


def sized(person: Person, width: int, height: int) -> None:
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    person.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def stands_at(person: Person, css: str, top: float) -> bool:
    return abs(person.box(css)["top"] - top) < 2


def hide(book: Book, first: int, last: int, is_hidden: bool = True) -> None:
    """Hide rows, or show them again, counted as they are numbered."""
    book.request(
        [
            {
                "updateDimensionProperties": {
                    "range": lines(FREE, first - 1, last),
                    "properties": {"hiddenByUser": is_hidden},
                    "fields": "hiddenByUser",
                }
            }
        ]
    )


# ---- a window


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1920, 1080)])
def test_a_desk_is_seen_whole(person: Person, book: Book, width: int, height: int) -> None:
    """A tab 1180 px wide and 660 px high, with its numbers and letters."""
    book.request(
        [
            add_tab(WIDE, "Wide", 31, 10),
            *[column_width(WIDE, column, 118) for column in range(10)],
            write(WIDE, 30, 9, [[text("the last")]], "userEnteredValue"),
        ]
    )
    sized(person, width, height)
    person.opens(book.link(book.writer, WIDE))
    chrome = height - person.box("#scroller")["height"]
    assert chrome <= 100
    last, view = person.box("#J31"), person.box("#scroller")
    assert last["right"] <= view["right"] - 15
    assert last["bottom"] <= view["bottom"]
    assert width < 1900 or last["right"] > 0.85 * width
    person.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_on_a_phone_the_left_360_pixels_are_seen(phone: Person, book: Book) -> None:
    phone.opens(book.link(book.writer))
    assert phone.box("#header")["height"] <= 44
    assert phone.box("#A1")["left"] <= 24
    assert phone.box("#D1")["left"] + 60 <= 390


# ---- where texts run


@pytest.mark.parametrize(
    ("align", "in_the_way", "left", "right"),
    [
        ("LEFT", None, "C", "H"),
        ("LEFT", "F", "C", "E"),
        ("RIGHT", None, "A", "C"),
        ("RIGHT", "A", "B", "C"),
        ("CENTER", None, "A", "E"),
        ("CENTER", "D", "C", "C"),
    ],
)
def test_a_text_runs_over_the_empty_cells_beside_it(
    person: Person, book: Book, align: str, in_the_way: str | None, left: str, right: str
) -> None:
    fields = "userEnteredValue,userEnteredFormat"
    long = [[text("a long text " * 20, horizontalAlignment=align, wrapStrategy="OVERFLOW_CELL")]]
    requests: list[Json] = [write(FREE, 4, 2, long, fields)]
    if in_the_way:
        requests.append(write(FREE, 4, ord(in_the_way) - ord("A"), [[text("x")]], fields))
    book.request(requests)
    person.opens(book.link(book.reader))
    shown, first, last = (person.box(f"#{css}") for css in ("C5 > .text", f"{left}5", f"{right}5"))
    assert abs(shown["left"] - first["left"]) <= 8
    assert shown["right"] <= last["right"] if right != "H" else shown["right"] > last["right"]
    assert abs(shown["right"] - last["right"]) <= 8 or right == "H"


def test_the_last_of_two_lines_is_seen_whole(person: Person, book: Book) -> None:
    small = text("Top of\nyour page", wrapStrategy="WRAP", textFormat={"fontSize": 9})
    fields = "userEnteredValue,userEnteredFormat"
    book.request([write(FREE, 4, 2, [[small]], fields), row_height(FREE, 4, 30)])
    person.opens(book.link(book.reader, FREE))
    script = """const shown = document.querySelector('#C5 > .text'), all = document.createRange();
        all.selectNodeContents(shown);
        const margin = parseFloat(getComputedStyle(shown).overflowClipMargin);
        const { bottom } = shown.getBoundingClientRect();
        return [...all.getClientRects()].at(-1).bottom - bottom - margin"""
    assert person.driver.execute_script(script) <= 0


# ---- rows that come and go


def test_hidden_rows_take_no_room(owner: Person, book: Book) -> None:
    first = owner.box("#A1")["top"]
    hide(book, 2, 150)
    until(lambda: owner.driver.find_elements("id", "A151"), "drawn")
    until(lambda: owner.box("#A151")["top"] == first + 21, "next to the first")
    room = "const e = document.getElementById('scroller'); return e.scrollHeight"
    assert owner.driver.execute_script(room) < 153 * 22
    owner.clicks("A1")
    owner.presses(Keys.ARROW_DOWN)
    assert owner.active == "A151"
    hide(book, 2, 150, is_hidden=False)
    until(lambda: owner.driver.find_elements("id", "A3"), "there again")
    until(lambda: owner.box("#A3")["top"] == owner.box("#A1")["top"] + 42, "there again")
    assert owner.box("#A151")["top"] > owner.box("#A150")["top"] > owner.box("#A149")["top"]


def marked_editor(person: Person) -> Any:
    return person.driver.execute_script(
        "const e = document.querySelector('textarea.editor');"
        "return e && [e.mark ?? null, document.activeElement === e, e.value, e.selectionStart];"
    )


@pytest.mark.parametrize("scrolled", [0, 300])
def test_rows_hidden_above_leave_what_is_typed_alone(
    owner: Person, book: Book, scrolled: int
) -> None:
    owner.driver.execute_script(f"document.getElementById('scroller').scrollTop = {scrolled}")
    owner.clicks("B20")
    owner.presses("half ty", Keys.F2, Keys.ARROW_LEFT)
    owner.driver.execute_script(
        "const e = document.querySelector('textarea.editor');"
        "e.mark = 'same'; e.addEventListener('blur', () => { e.mark = 'lost'; });"
    )
    top = owner.box("#B20")["top"]
    hide(book, 3, 12)
    until(lambda: not owner.driver.find_elements("id", "A5"), "hidden")
    assert marked_editor(owner) == ["same", True, "half ty", 6]
    now = owner.box("#B20")["top"]
    assert now == (top if scrolled else top - 210), "as far as the grid can be scrolled"
    owner.presses("x")
    hide(book, 3, 12, is_hidden=False)
    until(lambda: owner.driver.find_elements("id", "A5"), "there again")
    assert marked_editor(owner) == ["same", True, "half txy", 7]
    assert owner.box("#B20")["top"] == now
    owner.presses(Keys.ENTER)
    owner.sees("B20", "half txy")


def test_a_text_whose_own_row_is_hidden_is_kept_for_the_next(owner: Person, book: Book) -> None:
    owner.clicks("B3")
    owner.presses("half typed")
    hide(book, 2, 4)
    owner.is_told("has moved or is gone")
    assert owner.active == "B5"
    editor = owner.editor
    assert editor is not None
    assert editor.get_attribute("value") == "half typed"
    owner.presses(Keys.ENTER)
    owner.sees("B5", "half typed")


def test_merged_cells_that_lose_a_row_are_drawn_anew(owner: Person, book: Book) -> None:
    area = {"sheetId": FREE, "startRowIndex": 1, "endRowIndex": 4, "startColumnIndex": 0}
    book.request(
        [{"mergeCells": {"range": area | {"endColumnIndex": 2}, "mergeType": "MERGE_ALL"}}]
    )
    until(lambda: owner.cell("A2").get_attribute("rowspan") == "3", "merged")
    hide(book, 3, 3)
    until(lambda: owner.cell("A2").get_attribute("rowspan") == "2", "a row less")
    assert owner.box("#C4")["top"] == owner.box("#A2")["top"] + 21


def test_frozen_rows_come_and_go_in_their_place(person: Person, book: Book) -> None:
    person.opens(book.link(book.owner, BOARD))
    top = person.box("#A3")["top"]
    for is_hidden, wanted in ((True, top - 21), (False, top)):
        book.request(
            [
                {
                    "updateDimensionProperties": {
                        "range": lines(BOARD, 1, 2),
                        "properties": {"hiddenByUser": is_hidden},
                        "fields": "hiddenByUser",
                    }
                }
            ]
        )
        is_there = partial(stands_at, person, "#A3", wanted)
        until(is_there, "moved")
