"""The frame of a page to play on: what one needs stays in sight, and nothing moves by itself."""

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hosting_kit import Game, house_of
from own_games import OURS
from page_kit import Book, Person, cells, text, until
from play_kit import (
    FIRST_ROW,
    TABLE,
    ask_for,
    field,
    line,
    part,
    play_at,
    plays,
    preview,
    puts,
    said,
)
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from test_page_comes_back import AUCTION, PLAYERS, live_at, tab_of

from umpire.hosting import creation
from umpire.match import Header, Match
from umpire.testing.matches import random_line

pytestmark = [pytest.mark.browser, pytest.mark.end_to_end]

LIMITS: dict[str, dict[str, Any]] = {"arcanoid": {"move_seconds": 90}}
"""The options of a game that has no clock without them."""
SIZES = [(390, 844), (844, 390), (390, 600), (800, 1000), (1280, 800), (1920, 1080)]
"""A phone, on its side and with a keyboard; a tablet; a desk, and a large one."""
PHONE = 700
"""The width below which a drawer is a page with the question above it."""
DRAWERS = "rl"
"""The letters that open the rules and the log, with Alt."""
MOMENTS = 7
MOST_LINES = 7
"""How much of a match goes by from one moment to the next."""

OUT_OF_SIGHT = """
const [names, done] = arguments;
const isSeen = (one) => {
  const { left, right, top, bottom, width, height } = one.getBoundingClientRect();
  const isCut = one.matches('[data-part=ask]') && one.scrollHeight > one.clientHeight + 1;
  if (width === 0 || height === 0 || isCut) return false;
  if (left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) return false;
  const at = [[0.5, 0.5], [0.1, 0.2], [0.9, 0.2], [0.1, 0.8], [0.9, 0.8]];
  return at.every(([across, down]) => {
    const found = document.elementFromPoint(left + across * width, top + down * height);
    return found !== null && one.contains(found);
  });
};
const scrolled = ['play', 'middle', 'table'].map((name) =>
  document.getElementById(name) ?? document.querySelector(`[data-part=${name}]`));
const partOf = (name) => document.querySelector(`[data-part=${name}]`);
const missing = () => names.filter((name) => !isSeen(partOf(name)));
// What it is fitted to may be another width once it is drawn.
const settled = () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
(async () => {
  await settled();
  const found = [];
  for (const far of [0, 0.5, 1]) {
    for (const one of scrolled) one.scrollTo(0, far * one.scrollHeight);
    await settled();
    found.push(...missing().map((name) => `${name}, scrolled by ${far}`));
  }
  for (const one of scrolled) one.scrollTo(0, 0);
  const { scrollWidth } = document.getElementById('play');
  if (scrollWidth > document.getElementById('play').clientWidth) found.push('all of the width');
  done(found);
})();
"""
WHERE = "return document.activeElement.closest('[data-part]')?.dataset.part"
PLACES = """
const names = ['question', 'hand', 'fields', 'hint', 'dock', 'line', 'send', 'head', 'board'];
return names.map((name) => {
  const part = document.querySelector(`[data-part=${name}]`);
  const { x, y, width, height } = part.getBoundingClientRect();
  return [name, ...[x, y, width, height].map(Math.round)].join(' ');
});
"""


@contextmanager
def window(person: Person, width: int, height: int) -> Iterator[None]:
    """Have a window of this size."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    person.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        yield
    finally:
        person.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def out_of_sight(person: Person, *names: str) -> list[str]:
    """Return which parts of the page cannot be seen whole, at what place of what scrolls."""
    found: list[str] = person.driver.execute_async_script(OUT_OF_SIGHT, names)
    return found


def places(person: Person) -> list[str]:
    found: list[str] = person.driver.execute_script(PLACES)
    return found


def goes_on(match: Game, random: Random, lines: int) -> Match:
    """Play so many lines, and let the spreadsheets show it."""
    live = live_at(match)
    for _ in range(lines):
        now = live.history.match
        if now.outcome is None and now.pending:
            given = random_line(now, random, now.now)
            live.command(given["by"], given["say"])
    match.house.run(1)
    return live.history.match


def is_asked(person: Person) -> bool:
    return person.driver.title.startswith("●")


@pytest.mark.parametrize("name", OURS)
def test_question_clock_and_send_are_in_sight_at_every_moment(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(creation, "new_seed", lambda: "5e" * 32)  # always the same deal
    game, random = OURS[name], Random(name)
    with house_of(tmp_path, game) as house:
        players = PLAYERS[: 3 if 3 in game.seats else 2]
        options = (
            tomllib.loads(AUCTION.read_text("utf-8")) if game.is_directed else LIMITS.get(name, {})
        )
        match = house.make(Header(name, players, options))
        house.run(3)
        secret = match.link_of("Ana").secret
        page = f"{house.server.base_url}/s/{secret}/{match.table(0)}#gid={tab_of(match)}"
        person.forgets(house.server.base_url)
        person.opens(page)
        asked = clocks = 0
        for moment in range(MOMENTS):
            now = goes_on(match, random, random.randint(1, MOST_LINES) if moment else 0)
            owed = any(one.by == "Ana" and not one.locked for one in now.pending)
            until(lambda owed=owed: is_asked(person) == owed, "it shows that")
            has_clock = part(person, "left-time") != ""
            asked, clocks = asked + owed, clocks + has_clock
            wanted = ["ask", *(["left-time"] if has_clock else [])]
            wanted += ["line", "sending"] if owed else []
            for width, height in SIZES:
                with window(person, width, height):
                    missing = out_of_sight(person, *wanted)
                assert missing == [], f"moment {moment} at {width}x{height}"
            drawer = DRAWERS[moment % len(DRAWERS)]
            person.holds(Keys.ALT, drawer)
            for width, height in SIZES:
                of_page = [name for name in wanted if name in ("ask", "left-time")]
                with window(person, width, height):
                    missing = out_of_sight(person, *(of_page if width < PHONE else wanted))
                assert missing == [], f"moment {moment} at {width}x{height}, Alt {drawer}"
            person.holds(Keys.ALT, drawer)
        assert now.outcome is None, "a finished match shows its end"
        board = match.hosting.spreadsheets["board"]
        person.opens(f"{house.server.base_url}/s/{match.link_of('reader').secret}/{board}")
        for width, height in SIZES:
            with window(person, width, height):
                missing = out_of_sight(person, "ask")
            assert missing == [], f"the board at {width}x{height}"
        assert asked > 0
        assert clocks > 0 or game.is_directed, "a clock was looked for"


@pytest.fixture
def book(book: Book) -> Book:
    play_at(book)
    return book


def replies(book: Book, text_: str, red: float, green: float, blue: float) -> None:
    """Answer what was sent, in a colour that says whether it was right."""
    ink = {"foregroundColorStyle": {"rgbColor": {"red": red, "green": green, "blue": blue}}}
    reply = text(text_, textFormat=ink)
    book.request([cells(TABLE, 2, 1, [[reply]], "userEnteredValue,userEnteredFormat")])


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_moves_but_by_ones_own_click(
    person: Person, book: Book, size: tuple[int, int]
) -> None:
    book.write(TABLE, 0, 1, "Choose two cards. The first is shown first.")
    with window(person, *size):
        plays(person, book)
        puts(person, "G8")
        puts(person, "B1")
        until(lambda: line(person) == "G8 B1", "both")
        before = places(person)
        both = {"form_card_1": "G8", "form_card_2": "B1"}
        preview(book, both, "G8 B1", "You keep 22 chips.")
        until(lambda: part(person, "say") == "You keep 22 chips.", "what it does")
        assert not {*places(person)} ^ {*before}
        more = "B1 is too low for this. " * 4
        preview(book, both, "G8 B1", more, wrong=True)
        until(lambda: more.strip() in part(person, "say"), "a long one")
        assert not {*places(person)} ^ {*before}
        replies(
            book, "refused: G8 and B1 are not of one colour. Choose two of one.", 0.54, 0.18, 0.03
        )
        until(lambda: part(person, "say").startswith("Refused: G8 and"), "a refusal")
        assert not {*places(person)} ^ {*before}
        rows = [[text("Bo raises by 4 and has 12 chips left, of which 3 are in the pot.")]]
        book.request([cells(TABLE, 11, 1, rows, "userEnteredValue")])
        news = "return document.querySelector('[data-part=news]').textContent"
        until(lambda: person.driver.execute_script(news).startswith("Bo raises"), "what is new")
        assert not {*places(person)} ^ {*before}


@pytest.mark.parametrize("is_short", [False, True], ids=["form", "short"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_long_refusal_is_read_whole_and_nothing_moves(
    person: Person, book: Book, size: tuple[int, int], is_short: bool
) -> None:
    if is_short:
        ask_for(book, label_bet="Your bet")
    with window(person, *size):
        plays(person, book)
        until(lambda: part(person, "fields") != "", "the form")
        before = places(person)
        replies(
            book, f"refused: {'B1 is too low for this, or R7 too high. ' * 5}", 0.54, 0.18, 0.03
        )
        until(lambda: part(person, "say").startswith("Refused: B1"), "a refusal")
        assert places(person) == before
        say = field(person, "say")
        assert say.get_property("scrollHeight") <= say.get_property("clientHeight")
        assert out_of_sight(person, "say", "send") == []
        say.click()
        until(lambda: not part(person, "say").startswith("Refused"), "it is put away")


def test_a_refusal_stays_until_one_goes_on_and_what_was_refused_stays_in_the_line(
    person: Person, book: Book
) -> None:
    plays(person, book)
    person.presses("G8 x", Keys.ENTER)
    until(lambda: line(person) == "", "sent")
    ink = {"foregroundColorStyle": {"rgbColor": {"red": 0.54, "green": 0.18, "blue": 0.03}}}
    refusal = "refused: x is no card."
    answer = text(refusal, textFormat=ink)
    book.request([cells(TABLE, FIRST_ROW, 8, [[answer]], "userEnteredValue,userEnteredFormat")])
    replies(book, refusal, 0.54, 0.18, 0.03)
    until(lambda: said(person) == ("Refused: x is no card.", "G8 x"), "to be corrected")
    assert field(person, "line").get_attribute("data-tone") == "refused"
    assert field(person, "say").get_attribute("data-tone") == "refused"
    puts(person, "B3")
    until(lambda: said(person) == ("Still missing: second", "B3 …"), "one goes on")
    assert field(person, "line").get_attribute("data-tone") is None


def test_the_line_shows_what_the_form_stands_for_until_one_types(
    person: Person, book: Book
) -> None:
    plays(person, book)
    puts(person, "G8")
    puts(person, "B1")
    until(lambda: line(person) == "G8 B1", "what is in the form")
    person.presses("R7")
    assert line(person) == "R7", "typed in its place"
    person.presses(Keys.ESCAPE)
    assert line(person) == "G8 B1", "and given up"
    field(person, "line").send_keys(Keys.END, "!")
    assert line(person) == "G8 B1!", "or only corrected"
    puts(person, "B1")
    until(lambda: line(person) == "G8 …", "a click goes on in the form")


def test_keys_go_through_the_page_in_the_order_of_a_move(person: Person, book: Book) -> None:
    plays(person, book)
    person.driver.execute_script("document.querySelector('[data-opens=more]').focus()")
    passed = []
    for _ in range(9):
        person.presses(Keys.TAB)
        passed.append(person.driver.execute_script(WHERE))
    order = ["hand", "fields", "hint-got", "line", "send"]
    assert [
        name for at, name in enumerate(passed) if name in order and name not in passed[:at]
    ] == order
    regions = (
        "return [...document.querySelectorAll('#play section[aria-label]')]"
        ".map((one) => one.ariaLabel)"
    )
    named = person.driver.execute_script(regions)
    assert {"Your turn", "Your answer", "Table"} < set(named)
    assert field(person, "ask").get_attribute("aria-live") == "assertive", "it is their turn"


def test_a_short_form_stands_beside_send_on_a_phone(phone: Person, book: Book) -> None:
    ask_for(book, label_bet="Your bet")
    plays(phone, book)
    buttons = phone.driver.find_elements(By.CSS_SELECTOR, "[data-part=dock] .choice-button")
    assert [one.text for one in buttons] == ["Call", "Fold", "Raise\n1 to 18"]
    buttons[2].click()
    until(lambda: line(phone) == "raise 1", "a number")
    assert phone.box("[data-part=dock]")["height"] <= 220
    ask_for(book, label_card_1="First", label_card_2="second")
    until(
        lambda: phone.box("[data-part=fields]")["bottom"] < phone.box("[data-part=dock]")["top"],
        "above it",
    )


def test_a_shadow_shows_where_there_is_more_and_keys_scroll_there(
    person: Person, book: Book
) -> None:
    with window(person, 1280, 330):
        plays(person, book)
        more = "return document.querySelector('[data-part=middle]').className"
        until(lambda: person.driver.execute_script(more) == "more-below", "there is more below")
        down = "document.querySelector('[data-part=middle]').scrollTo(0, 9999)"
        person.driver.execute_script(down)
        until(lambda: person.driver.execute_script(more) == "more-above", "and now above")
        stop = "return document.querySelector('[data-part=table]').tabIndex"
        assert person.driver.execute_script(stop) == 0, "nothing in it takes the focus"
        ask_for(book, label_way="to")
        until(lambda: person.driver.execute_script(stop) == -1, "its tiles do")
