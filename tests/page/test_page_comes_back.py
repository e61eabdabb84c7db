"""A page shows what it would show after a reload, whatever it has missed and showed before."""

import difflib
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from hosting_kit import Game, house_of
from own_games import OURS
from page_kit import Book, Person, until
from selenium.webdriver import Chrome

from umpire.live.match_log import MatchLog
from umpire.match import Header
from umpire.testing.matches import random_line

pytestmark = [pytest.mark.browser, pytest.mark.end_to_end]

PLAYERS = ("Ana", "Bo", "Cleo", "Dan")
AUCTION = Path(__file__).parents[2] / "examples" / "by-hand" / "auction.toml"
MOMENTS = 6
"""How often a page is looked at in a match, each time after something else has gone wrong."""
MOST_LINES = 9
"""How much of a match goes by from one moment to the next."""

SHOWN = """
const [done] = arguments;
const lines = [];
const ATTRIBUTES = [
  'class', 'style', 'title', 'colspan', 'rowspan', 'placeholder',
  'data-key', 'data-state', 'data-tone', 'data-choice',
  'aria-label', 'aria-disabled', 'aria-pressed', 'aria-valuetext',
];
// What a page that was not loaded again knows besides: what it has seen change.
const PARTS = ['news', 'voice', 'heard', 'watching', 'bar'];
const OWN = ['.changed', ...PARTS.map((one) => `[data-part=${one}]`)];
const sorted = (value, between) => value.split(between).filter(Boolean).sort().join(' ');
const BETWEEN = { class: /\\s+/, style: /;\\s*/ };
const told = (node) => ATTRIBUTES.filter((name) => node.getAttribute(name)).map((name) => {
  const value = node.getAttribute(name);
  return `${name}="${name in BETWEEN ? sorted(value, BETWEEN[name]) : value}"`;
});
const list = (node, depth) => {
  const add = (...words) => lines.push(' '.repeat(depth) + words.filter(Boolean).join(' '));
  if (node.nodeType === Node.TEXT_NODE && node.data.trim()) add(node.data.trim());
  if (node.nodeType !== Node.ELEMENT_NODE || node.hidden || node.matches(OWN.join())) return;
  const held = node.matches('input, select') ? [`value="${node.value}"`, node.checked] : [];
  add(node.localName, node.dataset.part, ...told(node), ...held);
  for (const one of node.childNodes) list(one, depth + 1);
};
// What it is fitted to may be another width once it is drawn.
requestAnimationFrame(() => requestAnimationFrame(() => {
  for (const id of ['title', 'game', 'play']) list(document.getElementById(id), 0);
  done([document.title, ...lines]);
}));
"""


def shown(driver: Chrome) -> list[str]:
    """What a page shows: each element with what it looks like and says, and each text."""
    lines: list[str] = driver.execute_async_script(SHOWN)
    return lines


@contextmanager
def cut_off(person: Person) -> Iterator[None]:
    """Keep the page from hearing anything; afterwards it finds the server again."""
    blocked = "Network.setBlockedURLs"
    person.driver.execute_cdp_cmd("Network.enable", {})
    person.driver.execute_cdp_cmd(blocked, {"urls": ["*/events"]})
    person.driver.execute_script("dispatchEvent(new Event('online'))")  # it connects anew, in vain
    person.sees_state("reconnecting")
    yield
    person.driver.execute_cdp_cmd(blocked, {"urls": []})
    person.driver.execute_script("dispatchEvent(new Event('online'))")
    person.sees_state("live")


def goes_on(match: Game, live: MatchLog, random: Random) -> None:
    """Play on for a while, and let the spreadsheets show it."""
    for _ in range(random.randint(1, MOST_LINES)):
        now = live.history.match
        if now.outcome is None:
            line = random_line(now, random, now.now)
            live.command(line["by"], line["say"])
    match.house.run(1)


def live_at(match: Game) -> MatchLog:
    (connection,) = match.house.watch._connections.values()
    (session,) = connection
    return session.log


def sees_what_a_new_page_shows(person: Person, link: str, moment: str) -> None:
    """Compare the page with one that is opened now, beside it."""
    here = person.driver.current_window_handle
    person.driver.switch_to.new_window("tab")
    try:
        person.opens(link)
        anew = shown(person.driver)
    finally:
        person.driver.close()
        person.driver.switch_to.window(here)

    def differs() -> str:
        return "\n".join(difflib.unified_diff(anew, shown(person.driver), "anew", "here", n=2))

    try:
        until(lambda: not differs(), "", 2.0)
    except AssertionError:
        pytest.fail(f"{moment}\n{differs()}")


@pytest.mark.parametrize(
    ("where", "name"),
    [*(("person", name) for name in OURS), ("phone", "devils-deal"), ("phone", "arcanoid")],
)
def test_a_page_shows_what_one_shows_that_is_opened_now(
    request: pytest.FixtureRequest, tmp_path: Path, name: str, where: str
) -> None:
    person: Person = request.getfixturevalue(where)
    game, random = OURS[name], Random(name + where)
    with house_of(tmp_path, game) as house:
        players = PLAYERS[: 3 if 3 in game.seats else 2]
        options = tomllib.loads(AUCTION.read_text("utf-8")) if game.is_directed else {}
        match = house.make(Header(name, players, {"cut": True, **options}))
        house.run(3)
        secret = match.link_of("Ana").secret
        page = f"{house.server.base_url}/s/{secret}/{match.table(0)}#gid={tab_of(match)}"
        person.forgets(house.server.base_url)
        person.opens(page)
        for moment in range(MOMENTS):
            if moment % 2:
                goes_on(match, live_at(match), random)
            else:
                with cut_off(person):
                    goes_on(match, live_at(match), random)
            sees_what_a_new_page_shows(person, page, f"moment {moment}")


def tab_of(match: Game) -> int:
    """Return the tab that Ana plays at."""
    asked = {"ranges": ["ask_1"], "fields": "sheets(properties.sheetId)"}
    sheets = match.link("Ana")
    with sheets._call():
        (tab,) = sheets._http.spreadsheets_get(match.table(0), asked)["sheets"]
    found: int = tab["properties"]["sheetId"]
    return found


def test_a_stream_that_has_fallen_silent_is_begun_anew_when_somebody_looks(
    person: Person, book: Book
) -> None:
    person.opens(book.link(book.writer))
    opened = person.driver.execute_script(
        "window.opened = 0; const Source = EventSource; window.EventSource = class extends Source {"
        "  constructor(url) { super(url); window.opened += 1; }"
        "}; document.dispatchEvent(new Event('visibilitychange')); return window.opened"
    )
    assert opened == 0, "it was told something just now"
    person.driver.execute_script(
        "const now = Date.now; Date.now = () => now() + 60_000;"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    until(lambda: person.driver.execute_script("return window.opened") == 1, "begun anew")
    person.sees_state("live")
