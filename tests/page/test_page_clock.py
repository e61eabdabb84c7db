"""Live countdowns: a badge for every limit that a cell tells of, by the server's clock."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from page_kit import BOARD, ENTRY, FREE, Book, Person, until
from selenium.webdriver.common.by import By

pytestmark = pytest.mark.browser

NOON = datetime(2026, 1, 1, 12, 0, 0, tzinfo=UTC)


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
def desk(person: Person) -> Iterator[Person]:
    """Somebody whose choices leave no trace."""
    yield person
    person.driver.execute_script("localStorage.clear()")


def told(seconds: float, more: str = "") -> str:
    """A headline with a limit so many seconds after noon."""
    return f"Ana to answer (turn) — until {NOON + timedelta(seconds=seconds):%H:%M:%S} UTC{more}"


def badges(person: Person, cell: str = "B1") -> list[str]:
    found = person.driver.find_elements(By.CSS_SELECTOR, f"#{cell} .clock")
    return [badge.get_attribute("textContent") or "" for badge in found]


def seconds(shown: str) -> int:
    minutes, rest = shown.split(":")
    return 60 * int(minutes) + int(rest)


def headline(book: Book, text: str) -> None:
    book.write(BOARD, 0, 1, text)


# ---- what it says


SAYS = [
    ("until 12:00:42 UTC", 0, "0:42"),
    ("Bo to answer (ban) — until 12:00:42 UTC (60 s)", 0, "0:42"),
    ("until 12:00:42 UTC", 0.4, "0:42"),
    ("until 12:00:42 UTC", 41.999, "0:01"),
    ("until 12:00:42 UTC", 42, "0:00"),
    ("until 12:00:42 UTC", 4200, "0:00"),
    ("until 13:30:00 UTC", 0, "1:30:00"),
    ("until 12:10:00 UTC", 0, "10:00"),
    ("until 00:00:20 UTC", 43_190, "0:30"),
    ("until 23:59:50 UTC", 43_200, "0:00"),
    ("until 11:00:00 UTC (86400 s)", 0, "23:00:00"),
    ("until 12:00:42 UTC (90 s, then 300 s of reserve)", 0, "0:42"),
    ("until 12:00:42 UTC (90 s, then 300 s of reserve)", 42, "reserve 5:00"),
    ("until 12:00:42 UTC (90 s, then 12.5 s of reserve)", 45, "reserve 0:10"),
    ("until 12:00:42 UTC (90 s, then 300 s of reserve)", 600, "reserve 0:00"),
    ("until 12:00:42 UTC (60 s, then 3 periods of 30 s)", 52, "reserve 1:20"),
    ("until 12:00:42 UTC (60 s, then 1 period of 30 s)", 52, "reserve 0:20"),
    ("in reserve since 11:58:00 UTC, until 12:03:00 UTC", 0, "3:00"),
]


@pytest.mark.parametrize(("text", "now", "wanted"), SAYS)
def test_what_a_badge_says(person: Person, book: Book, text: str, now: float, wanted: str) -> None:
    person.driver.get(f"{book.base}/static/icon.svg")
    script = """
        const [text, now, done] = arguments;
        import('/static/countdown.js').then(({ limitsIn, left }) =>
            done(limitsIn(text).map((limit) => left(limit, now))));
    """
    moment = (NOON + timedelta(seconds=now)).timestamp() * 1000
    assert person.driver.execute_async_script(script, text, moment) == [wanted]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Wait: Bo must answer.",
        "until 12:00 UTC",
        "until 12:00:42",
        "in reserve since 12:00:42 UTC",
        "held: 5; change it until 12:00:42 UTC, or write lock",
    ],
)
def test_a_text_without_a_limit_has_no_badge(desk: Person, book: Book, text: str) -> None:
    headline(book, text)
    desk.opens(book.link(book.reader, BOARD))
    desk.sees("B1", text)
    assert badges(desk) == []


# ---- in the page


def test_it_counts_down_by_the_servers_clock_and_writes_nothing(
    desk: Person, book: Book, clock: Clock
) -> None:
    headline(book, told(42, " (60 s)"))
    desk.opens(book.link(book.reader, BOARD))
    (first,) = badges(desk)
    assert 35 <= seconds(first) <= 42
    until(lambda: seconds(badges(desk)[0]) == seconds(first) - 1, "it goes on")
    versions = "return performance.getEntriesByType('resource').map((one) => one.name)"
    assert not [one for one in desk.driver.execute_script(versions) if one.endswith("/type")]


def test_a_later_message_sets_the_clock_right(desk: Person, book: Book, clock: Clock) -> None:
    headline(book, told(90))
    desk.opens(book.link(book.reader, BOARD))
    clock.moment += timedelta(seconds=60)
    book.write(BOARD, 5, 0, "something else")
    desk.sees("A6", "something else")
    until(lambda: seconds(badges(desk)[0]) <= 30, "corrected")


def test_at_the_limit_it_stays_at_nothing(desk: Person, book: Book, clock: Clock) -> None:
    headline(book, told(2))
    desk.opens(book.link(book.reader, BOARD))
    until(lambda: badges(desk) == ["0:00"], "at the limit")
    clock.moment += timedelta(seconds=600)
    book.write(BOARD, 5, 0, "later")
    desk.sees("A6", "later")
    assert badges(desk) == ["0:00"]


def test_of_several_limits_each_has_its_own_badge_before_it(
    desk: Person, book: Book, clock: Clock
) -> None:
    headline(book, f"{told(60)} · {told(1200)}")
    desk.opens(book.link(book.reader, BOARD))
    script = "return document.querySelector('#B1 > .text').textContent"
    shown = desk.driver.execute_script(script)
    first, second = re.findall(r"— (\d+:\d\d)until", shown)
    assert seconds(first) <= 60 < seconds(second) <= 1200


def test_it_follows_the_text(desk: Person, book: Book, clock: Clock) -> None:
    headline(book, told(60))
    desk.opens(book.link(book.reader, BOARD))
    headline(book, told(1200))
    until(lambda: badges(desk) and seconds(badges(desk)[0]) > 1000, "the new limit")
    headline(book, "Over: Ana has won (modules).")
    desk.sees("B1", "Over: Ana has won (modules).")
    assert badges(desk) == []


def test_the_cell_still_holds_its_text_alone(desk: Person, book: Book, clock: Clock) -> None:
    book.write(FREE, 2, 2, told(60))
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
    headline(book, told(60))
    desk.opens(book.link(book.reader, BOARD))
    badge = desk.driver.find_element(By.CSS_SELECTOR, "#B1 .clock")
    assert badge.get_attribute("aria-live") == "off"
    assert badge.aria_role == "timer"


def marked(person: Person) -> Any:
    return person.driver.execute_script("return document.querySelector('#B1 .clock').mark")


def test_to_zoom_draws_nothing_anew(desk: Person, book: Book, clock: Clock) -> None:
    headline(book, told(600))
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
    headline(book, told(600))
    desk.opens(book.link(book.owner, BOARD))
    desk.driver.execute_script("document.querySelector('#B1 .clock').mark = 'the same'")
    book.write(BOARD, 0, 0, "beside")
    desk.sees("A1", "beside")
    assert marked(desk) == "the same"


def test_it_fits_a_phone(phone: Person, book: Book, clock: Clock) -> None:
    book.write(ENTRY, 5, 1, told(600))
    phone.opens(book.link(book.writer, ENTRY))
    until(lambda: badges(phone, "B6"), "a badge")
    cell, badge = phone.box("#B6"), phone.box("#B6 .clock")
    assert cell["left"] <= badge["left"] < badge["right"] <= cell["right"]
