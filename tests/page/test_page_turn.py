"""Whose turn it is: the page says so, and calls who looks elsewhere if they want it."""

import json
from collections.abc import Iterator

import pytest
from page_kit import BOARD, ENTRY, FREE, Book, Person, box, until
from selenium.webdriver.common.by import By

pytestmark = [pytest.mark.browser, pytest.mark.end_to_end]

LISTEN = """
window.heard = [];
window.Notification = class {
  static permission = 'granted';
  static async requestPermission() { return 'granted'; }
  constructor(title, { body }) { window.heard.push(`${title}: ${body}`); }
  addEventListener() {}
};
window.AudioContext = class {
  currentTime = 0;
  state = 'running';
  createGain() {
    const param = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { gain: param, connect: (to) => to };
  }
  createOscillator() {
    window.heard.push('note');
    return { frequency: {}, connect: (to) => to, start() {}, stop() {} };
  }
};
"""


@pytest.fixture
def desk(person: Person) -> Iterator[Person]:
    """Somebody who hears what a page would play, and whose choices leave no trace."""
    added = person.driver.execute_cdp_cmd(
        "Page.addScriptToEvaluateOnNewDocument", {"source": LISTEN}
    )
    yield person
    person.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
    person.driver.execute_script("localStorage.clear()")


@pytest.fixture
def book(book: Book) -> Book:
    place = {"name": "entry_1", "range": box(ENTRY, 2, 20, 1, 2)}
    book.request([{"addNamedRange": {"namedRange": place}}])
    return book


def awaits(book: Book, is_awaited: bool = True) -> None:
    """Tell that somebody is asked, or that nobody is."""
    kept = {
        "metadataKey": "countdown",
        "metadataValue": json.dumps([{"range": "entry_1", "awaited": is_awaited}]),
        "location": {"spreadsheet": True},
        "visibility": "DOCUMENT",
    }
    book.request(
        [
            {
                "deleteDeveloperMetadata": {
                    "dataFilter": {"developerMetadataLookup": {"metadataKey": "countdown"}}
                }
            },
            {"createDeveloperMetadata": {"developerMetadata": kept}},
        ]
    )


def look_away(person: Person, is_away: bool = True) -> None:
    hidden = "true" if is_away else "false"
    person.driver.execute_script(
        "Object.defineProperty(document, 'hidden',"
        f" {{value: {hidden}, configurable: true}});"
        "document.dispatchEvent(new Event('visibilitychange'));"
    )


def switch_on(person: Person, *which: int) -> None:
    person.driver.find_element(By.CSS_SELECTOR, "#settings summary").click()
    boxes = person.driver.find_elements(By.CSS_SELECTOR, "#settings input[type=checkbox]")
    for one in which:
        boxes[one].click()
    person.driver.find_element(By.ID, "title").click()


def heard(person: Person) -> list[str]:
    found: list[str] = person.driver.execute_script("return window.heard.splice(0)")
    return found


def icon(person: Person) -> str:
    return person.driver.find_element(By.ID, "icon").get_attribute("href") or ""


def test_the_page_says_that_it_is_my_turn_and_that_it_is_over(desk: Person, book: Book) -> None:
    desk.opens(book.link(book.writer, FREE))
    assert desk.driver.title == "Everything"
    awaits(book)
    until(lambda: desk.driver.title == "● Your turn - Everything", "told")
    assert icon(desk).endswith("icon-turn.svg")
    assert desk.driver.find_element(By.ID, "turn").text == "Your turn"
    awaited = desk.driver.find_elements(By.CSS_SELECTOR, "[role=tab].awaited")
    assert [tab.text for tab in awaited] == ["Entry"]
    awaits(book, False)
    until(lambda: desk.driver.title == "Everything", "over")
    assert icon(desk).endswith("icon.svg")
    assert not desk.driver.find_element(By.ID, "turn").is_displayed()


@pytest.mark.parametrize("token", ["owner", "reader"])
def test_it_is_not_the_turn_of_who_looks_on(desk: Person, book: Book, token: str) -> None:
    awaits(book)
    desk.opens(book.link(getattr(book, token), BOARD))
    assert desk.driver.title == "Everything"


@pytest.mark.parametrize(
    ("switched", "wanted"),
    [
        ([], []),
        ([0], ["note", "note"]),
        ([1], ["Your turn: Everything"]),
        ([0, 1], ["note", "note", "Your turn: Everything"]),
    ],
)
def test_who_looks_elsewhere_is_called_as_they_chose(
    desk: Person, book: Book, switched: list[int], wanted: list[str]
) -> None:
    desk.opens(book.link(book.writer, FREE))
    switch_on(desk, *switched)
    heard(desk)
    desk.opens(book.link(book.writer, FREE))  # the choice is kept
    look_away(desk)
    awaits(book)
    until(lambda: desk.driver.title.startswith("●"), "a hidden page is told")
    assert heard(desk) == wanted
    awaits(book, False)
    until(lambda: not desk.driver.title.startswith("●"), "over")
    look_away(desk, False)
    awaits(book)
    until(lambda: desk.driver.title.startswith("●"), "told again")
    assert heard(desk) == [], "who looks needs no call"


def test_of_many_hidden_pages_only_some_listen(desk: Person, book: Book) -> None:
    """A browser has six connections to a server; those that do not listen catch up later."""
    desk.opens(book.link(book.writer, FREE))
    desk.driver.execute_async_script(
        "const done = arguments[0];"
        "let left = 3;"
        "for (const slot of [0, 1, 2]) navigator.locks.request(`sheets.listens.${slot}`, () => {"
        "  left -= 1; if (left === 0) done(); return new Promise(() => {});"
        "});"
    )
    look_away(desk)
    until(lambda: desk.driver.execute_script("return performance.now() > 0"), "settled")
    desk.driver.execute_async_script("setTimeout(arguments[0], 100)")
    book.write(FREE, 0, 0, "unseen")
    desk.driver.execute_async_script("setTimeout(arguments[0], 200)")
    assert desk.text("A1") == ""
    look_away(desk, False)
    desk.sees("A1", "unseen")


TOLD = [
    ("until 18:20:33 UTC (90 s)", "until 20:20:33 (90 s)"),
    (
        "in reserve since 23:59:59 UTC, until 00:01:00 UTC",
        "in reserve since 01:59:59, until 02:01:00",
    ),
    ("until Tue 23 Jun 23:20 UTC (3 days)", "until Wed 24 Jun 01:20 (3 days)"),
    ("until Fri 1 Jan 2027 23:20 UTC", "until Sat 2 Jan 2027 00:20"),
    ("until Fri 1 Jan 23:20 UTC", "until Sat 2 Jan 00:20"),
    ("18:20:33", "20:20:33"),
    ("UTC", "time"),
    ("bet 18:20:33, UTC", "bet 18:20:33, UTC"),
    ("no time", "no time"),
]


def test_times_are_the_readers(desk: Person, book: Book) -> None:
    """In Berlin, at noon on 21 June 2026."""
    desk.driver.get(f"{book.base}/static/icon.svg")
    desk.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "Europe/Berlin"})
    script = """
        const [texts, now, done] = arguments;
        import('/static/times.js').then(
            ({ localTimes }) => done(texts.map((text) => localTimes(text, now))));
    """
    texts = [text for text, _ in TOLD]
    shown = desk.driver.execute_async_script(script, texts, 1_782_036_000_000)
    desk.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": ""})
    assert shown == [wanted for _, wanted in TOLD]


def test_a_marked_cell_shows_local_times_and_is_edited_as_it_is(desk: Person, book: Book) -> None:
    desk.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "Asia/Tokyo"})
    book.write(ENTRY, 2, 1, "until 18:20:33 UTC")
    book.write(FREE, 0, 0, "until 18:20:33 UTC")
    kept = {
        "metadataKey": "countdown",
        "metadataValue": json.dumps([{"range": "entry_1", "utc": True}]),
        "location": {"spreadsheet": True},
        "visibility": "DOCUMENT",
    }
    book.request([{"createDeveloperMetadata": {"developerMetadata": kept}}])
    desk.opens(book.link(book.writer, ENTRY))
    desk.sees("B3", "until 03:20:33")
    assert desk.cell("B3").get_attribute("title") == "until 18:20:33 UTC"
    desk.clicks("B3")
    assert desk.entry.get_attribute("value") == "until 18:20:33 UTC"
    desk.opens_tab("Free")
    desk.sees("A1", "until 18:20:33 UTC")
    desk.opens(book.link(book.reader, ENTRY))
    desk.clicks("B3")
    assert desk.entry.get_attribute("value") == "until 03:20:33", "who cannot edit it only reads"
    book.write(ENTRY, 2, 1, "until 18:20:34 UTC")
    until(lambda: desk.entry.get_attribute("value") == "until 03:20:34", "it follows")
    desk.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": ""})
