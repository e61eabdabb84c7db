"""Live countdowns: a badge for every limit that a cell is told of, by the server's clock."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from page_kit import BOARD, ENTRY, FREE, Book, Json, Person, box, until
from selenium.webdriver.common.by import By

pytestmark = [pytest.mark.browser, pytest.mark.end_to_end]

NOON = datetime(2026, 1, 1, 12, 0, 0, tzinfo=UTC)
NAMED = {"headline": (BOARD, 0, 1), "free": (FREE, 2, 2), "entry": (ENTRY, 5, 1)}


class Clock:
    """The server's clock, which a test sets; browsers go on from there by themselves."""

    def __init__(self) -> None:
        self.moment = NOON

    def time(self) -> float:
        return self.moment.timestamp()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("sheets_emulator.page.time", SimpleNamespace(time=clock.time))
    return clock


@pytest.fixture
def book(book: Book) -> Book:
    """The spreadsheet with names for the cells in which somebody has time."""
    for name, (tab, row, column) in NAMED.items():
        place = {"name": name, "range": box(tab, row, row + 1, column, column + 1)}
        book.request([{"addNamedRange": {"namedRange": place}}])
    return book


@pytest.fixture
def desk(person: Person) -> Iterator[Person]:
    """Somebody whose choices leave no trace."""
    yield person
    person.driver.execute_script("localStorage.clear()")


def moment(seconds: float) -> str:
    return (NOON + timedelta(seconds=seconds)).isoformat()


def told(seconds: float) -> str:
    """A headline with a limit so many seconds after noon."""
    return f"Ana to answer (until {NOON + timedelta(seconds=seconds):%H:%M:%S} UTC)"


def badges(person: Person, cell: str = "B1") -> list[str]:
    found = person.driver.find_elements(By.CSS_SELECTOR, f"#{cell} .clock")
    return [badge.get_attribute("textContent") or "" for badge in found]


def seconds(shown: str) -> int:
    minutes, rest = shown.split(":")
    return 60 * int(minutes) + int(rest)


def write(book: Book, text: str, *countdowns: Json, at: str = "headline") -> None:
    """Write a text into a named cell, and tell of the countdowns in it."""
    book.write(*NAMED[at], text)
    tell(book, json.dumps([{"range": at, **one} for one in countdowns]))


def tell(book: Book, value: str) -> None:
    kept = {
        "metadataKey": "countdown",
        "metadataValue": value,
        "location": {"spreadsheet": True},
        "visibility": "DOCUMENT",
    }
    known = {"developerMetadataLookup": {"metadataKey": "countdown"}}
    book.request(
        [
            {"deleteDeveloperMetadata": {"dataFilter": known}},
            {"createDeveloperMetadata": {"developerMetadata": kept}},
        ]
    )


def headline(book: Book, seconds: float, **more: float) -> None:
    write(book, told(seconds), {"until": moment(seconds), **more})


# ---- what it says


SAYS = [
    (42, 0, 0, "0:42"),
    (42, 0, 0.4, "0:42"),
    (42, 0, 41.999, "0:01"),
    (42, 0, 42, "0:00"),
    (42, 0, 4200, "0:00"),
    (5400, 0, 0, "1:30:00"),
    (600, 0, 0, "10:00"),
    (86_400, 0, 3600, "23:00:00"),
    (90_000, 0, 0, "1 d 1:00:00"),
    (183_845, 0, 0, "2 d 3:04:05"),
    (42, 300, 0, "0:42, then 5:00 of reserve"),
    (42, 300, 42, "5:00 of reserve"),
    (42, 12.5, 45, "0:10 of reserve"),
    (42, 300, 600, "0:00 of reserve"),
    (42, 30, 52, "0:20 of reserve"),
]


def test_what_a_badge_says(person: Person, book: Book) -> None:
    person.driver.get(f"{book.base}/static/icon.svg")
    script = """
        const [asked, done] = arguments;
        import('/static/countdown.js').then(({ left }) => done(asked.map((one) => left(...one))));
    """
    asked = [[[0, 1000 * end, 1000 * reserve], 1000 * now] for end, reserve, now, _ in SAYS]
    says = person.driver.execute_async_script(script, asked)
    assert says == [wanted for *_, wanted in SAYS]


def test_a_countdown_may_stand_instead_of_words(desk: Person, book: Book) -> None:
    text = "Ana has until noon"
    write(book, text, {"until": moment(3600), "at": 8, "instead": len("until noon")})
    desk.opens(book.link(book.reader, BOARD))
    until(lambda: len(badges(desk)) == 1, "the badge is there")
    shown = desk.driver.find_element(By.CSS_SELECTOR, "#B1 .text").get_attribute("textContent")
    assert shown == f"Ana has {badges(desk)[0]}"


def test_a_text_of_which_nothing_is_told_has_no_badge(desk: Person, book: Book) -> None:
    write(book, told(60))
    desk.opens(book.link(book.reader, BOARD))
    desk.sees("B1", told(60))
    assert badges(desk) == []


@pytest.mark.parametrize("value", ["no JSON", '[{"range": "headline", "until": "soon"}]'])
def test_what_makes_no_sense_is_left_out(desk: Person, book: Book, value: str) -> None:
    write(book, told(60))
    tell(book, value)
    desk.opens(book.link(book.reader, BOARD))
    desk.sees("B1", told(60))
    assert badges(desk) == []


# ---- in the page


def test_it_counts_down_by_the_servers_clock_and_writes_nothing(
    desk: Person, book: Book, clock: Clock
) -> None:
    headline(book, 42)
    desk.opens(book.link(book.reader, BOARD))
    (first,) = badges(desk)
    assert 35 <= seconds(first) <= 42
    until(lambda: seconds(badges(desk)[0]) == seconds(first) - 1, "it goes on")
    versions = "return performance.getEntriesByType('resource').map((one) => one.name)"
    assert not [one for one in desk.driver.execute_script(versions) if one.endswith("/type")]


def test_a_later_message_sets_the_clock_right(desk: Person, book: Book, clock: Clock) -> None:
    headline(book, 90)
    desk.opens(book.link(book.reader, BOARD))
    clock.moment += timedelta(seconds=60)
    book.write(BOARD, 5, 0, "something else")
    desk.sees("A6", "something else")
    until(lambda: seconds(badges(desk)[0]) <= 30, "corrected")


def test_at_the_limit_it_stays_at_nothing(desk: Person, book: Book, clock: Clock) -> None:
    headline(book, 2)
    desk.opens(book.link(book.reader, BOARD))
    until(lambda: badges(desk) == ["0:00"], "at the limit")
    clock.moment += timedelta(seconds=600)
    book.write(BOARD, 5, 0, "later")
    desk.sees("A6", "later")
    assert badges(desk) == ["0:00"]


def test_of_several_limits_each_has_its_own_badge_before_it(
    desk: Person, book: Book, clock: Clock
) -> None:
    begins = len(told(60)) + 3
    write(
        book,
        f"{told(60)} · {told(1200)}",
        {"until": moment(60)},
        {"until": moment(1200), "at": begins},
    )
    desk.opens(book.link(book.reader, BOARD))
    script = "return document.querySelector('#B1 > .text').textContent"
    shown = desk.driver.execute_script(script)
    first, second = re.findall(r"(\d+:\d\d)Ana", shown)
    assert seconds(first) <= 60 < seconds(second) <= 1200


def test_it_follows_the_text(desk: Person, book: Book, clock: Clock) -> None:
    headline(book, 60)
    desk.opens(book.link(book.reader, BOARD))
    headline(book, 1200)
    until(lambda: badges(desk) and seconds(badges(desk)[0]) > 1000, "the new limit")
    write(book, "Over: Ana has won (modules).")
    desk.sees("B1", "Over: Ana has won (modules).")
    assert badges(desk) == []


def test_the_cell_still_holds_its_text_alone(desk: Person, book: Book, clock: Clock) -> None:
    write(book, told(60), {"until": moment(60)}, at="free")
    desk.opens(book.link(book.owner, FREE))
    until(lambda: badges(desk, "C3"), "a badge")
    desk.clicks("C3")
    assert desk.entry.get_attribute("value") == told(60)
    desk.presses("x")
    editor = desk.editor
    assert editor is not None
    assert editor.get_attribute("value") == "x"
    desk.presses("\ue00c")  # Escape


def test_no_screen_reader_calls_it_out(desk: Person, book: Book, clock: Clock) -> None:
    headline(book, 60)
    desk.opens(book.link(book.reader, BOARD))
    badge = desk.driver.find_element(By.CSS_SELECTOR, "#B1 .clock")
    assert badge.get_attribute("aria-live") == "off"
    assert badge.aria_role == "timer"


def marked(person: Person) -> Any:
    return person.driver.execute_script("return document.querySelector('#B1 .clock').mark")


def test_to_zoom_draws_nothing_anew(desk: Person, book: Book, clock: Clock) -> None:
    headline(book, 500)  # its minutes keep their one digit
    desk.opens(book.link(book.owner, BOARD))
    desk.driver.execute_script("document.querySelector('#B1 .clock').mark = 'the same'")
    width = desk.box("#B1 .clock")["width"]
    for name in ("Larger", "Larger", "Smaller"):
        desk.driver.find_element(By.CSS_SELECTOR, f"#zoom [title='{name}']").click()
        cell, badge = desk.box("#B1"), desk.box("#B1 .clock")
        assert cell["left"] <= badge["left"] < badge["right"] <= cell["right"]
        assert cell["top"] - 1 <= badge["top"] < badge["bottom"] <= cell["bottom"] + 1
    assert marked(desk) == "the same"
    assert desk.box("#B1 .clock")["width"] > width
    assert len(badges(desk)) == 1


def test_a_change_beside_it_leaves_it_alone(desk: Person, book: Book, clock: Clock) -> None:
    headline(book, 600)
    desk.opens(book.link(book.owner, BOARD))
    desk.driver.execute_script("document.querySelector('#B1 .clock').mark = 'the same'")
    book.write(BOARD, 0, 0, "beside")
    desk.sees("A1", "beside")
    assert marked(desk) == "the same"


def test_it_fits_a_phone(phone: Person, book: Book, clock: Clock) -> None:
    write(book, told(600), {"until": moment(600)}, at="entry")
    phone.opens(book.link(book.writer, ENTRY))
    until(lambda: badges(phone, "B6"), "a badge")
    cell, badge = phone.box("#B6"), phone.box("#B6 .clock")
    assert cell["left"] <= badge["left"] < badge["right"] <= cell["right"]
