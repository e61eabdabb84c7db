"""The longest answers of our games, given on a phone by touch alone."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hosting_kit import Game, house_of
from own_games import OURS
from page_kit import Person, until
from play_kit import field, line, part
from selenium.webdriver.common.by import By
from test_page_comes_back import live_at, tab_of

from umpire.match import Header, Match

pytestmark = [pytest.mark.browser, pytest.mark.end_to_end]

SECONDS = 40
A_TAP = 1.5
"""How long a practised hand takes for one tap, in seconds, while the page answers."""

Tap = Callable[[str], None]


def taps_of(phone: Person) -> tuple[Tap, list[str]]:
    """Return what taps an element, found by a selector, and the list of all taps so far."""
    done: list[str] = []

    def tap(css: str) -> None:
        (found, *_) = until(lambda: seen(phone, css), f"{css} after {done}")
        phone.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", found)
        phone.taps(css)
        done.append(css)

    return tap, done


def seen(phone: Person, css: str) -> list[object]:
    return [one for one in phone.driver.find_elements(By.CSS_SELECTOR, css) if one.is_displayed()]


def writes(phone: Person, tap: Tap, css: str) -> None:
    """Tap something, and wait until the line says something else."""
    before = line(phone)
    tap(css)
    until(lambda: line(phone) != before, f"{css} does something")


def plays_on(match: Game, kind: str) -> Match:
    """Have everybody say what is offered until such a question is asked."""
    live = live_at(match)
    while all(one.decision.kind.name != kind for one in live.history.match.pending):
        (pending, *_) = live.history.match.pending
        live.command(
            pending.by, pending.decision.kind.suggest(live.history.match.state, pending.decision)[0]
        )
    match.house.run(1)
    return live.history.match


def bets_in_a_box(phone: Person, tap: Tap) -> None:
    """Three bets, two of them on two traits."""
    traits = [("black", "3"), ("4", "white"), ("5", None)]
    for number, (first, second) in enumerate(traits, 1):
        bet = f".bet:nth-of-type({number})"
        writes(phone, tap, f"{bet} .step:last-child")
        writes(phone, tap, f".palette [data-choice='{first}']")
        if second:
            tap(f"{bet} .trait.missing")
            writes(phone, tap, f".palette [data-choice='{second}']")


def units_in_hell(phone: Person, tap: Tap) -> None:
    """A unit on each of the six battlefields."""
    for number in range(1, 7):
        tap(f".placed:nth-of-type({number}) .target")
        writes(phone, tap, ".piece.a-card[data-state=can]:not([aria-pressed=true])")


LONGEST = {
    "box-within-a-box": ("bet", bets_in_a_box, 12),
    "eighteenth-hell": ("round1", units_in_hell, 13),
}


@pytest.fixture(params=LONGEST)
def asked(
    request: pytest.FixtureRequest, phone: Person, tmp_path: Path
) -> Iterator[tuple[Callable[[Person, Tap], None], int, Game]]:
    """A phone at the longest question of a game: how it is answered, in how many taps at most."""
    kind, answer, most = LONGEST[request.param]
    with house_of(tmp_path, OURS[request.param]) as house:
        match = house.make(Header(request.param, ("Ana", "Bo")))
        house.run(3)
        plays_on(match, kind)
        secret = match.link_of("Ana").secret
        phone.forgets(house.server.base_url)
        phone.opens(f"{house.server.base_url}/s/{secret}/{match.table(0)}#gid={tab_of(match)}")
        yield answer, most, match


def test_the_longest_answer_takes_few_taps_and_no_keyboard(
    phone: Person, asked: tuple[Callable[[Person, Tap], None], int, Game]
) -> None:
    answer, most, match = asked
    tap, done = taps_of(phone)
    began = time.monotonic()
    answer(phone, tap)
    match.house.run(1)
    until(lambda: field(phone, "send").get_attribute("aria-disabled") == "false", "it is whole")
    tap("[data-part=send]")
    match.house.run(1)
    until(lambda: "Taken" in part(phone, "say") or "held" in part(phone, "say").lower(), "taken")
    waited = time.monotonic() - began
    assert len(done) <= most
    assert waited + A_TAP * len(done) <= SECONDS
    assert phone.driver.execute_script("return document.activeElement.matches('input')") is False
