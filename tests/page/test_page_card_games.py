"""Devil's Deal and The Eighteenth Hell at their page: by touch and by keyboard alone, in order."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hosting_kit import Game, house_of
from own_games import OURS
from page_kit import Person, until
from play_kit import field, line, part
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from test_page_comes_back import live_at, tab_of

from umpire.match import Header, Match

pytestmark = [pytest.mark.browser, pytest.mark.end_to_end]

DEAL, HELL = "devils-deal", "eighteenth-hell"
FEW: dict[str, dict[str, Any]] = {
    DEAL: {"clock": False, "break_seconds": 0},
    HELL: {"clock": False, "position": [{"block": 5, "points": 43}, {"block": 5}]},
}
"""Options with which a match is soon over."""
QUESTIONS = 20
"""The most that a match asks of a player with these options."""
UNITS = (("7", ("4", "2", "1", "0", "-1", "-1")), ("2", ("3", "-1", "-1")))
"""On which battlefield Ana places which units, in both rounds: she wins the seventh."""
FOE_UNITS = ("2:-1,-1,-1,-1,0,1", "2:2,3,4")
KEY_PRESSES = 80
HELD_SECONDS = 4
WIDTH = 24
"""The least width of a card, in pixels."""
CAN = ".piece.a-card[data-state=can]:not([aria-pressed=true])"
ACTIVE = "return document.activeElement.matches(arguments[0])"


@contextmanager
def sits_at(person: Person, tmp_path: Path, game: str, **options: Any) -> Iterator[Game]:
    """Have somebody play as Ana at their page."""
    with house_of(tmp_path, OURS[game]) as house:
        match = house.make(Header(game, ("Ana", "Bo"), FEW[game] | options))
        house.run(3)
        secret = match.link_of("Ana").secret
        person.forgets(house.server.base_url)
        person.opens(f"{house.server.base_url}/s/{secret}/{match.table(0)}#gid={tab_of(match)}")
        yield match


def now(match: Game) -> Match:
    return live_at(match).history.match


def plays_until(match: Game, kind: str, **said: str) -> None:
    """Have both say what is offered, or by kind what is `said`, until such a question is asked."""
    while all(one.decision.kind.name != kind for one in now(match).pending):
        (pending, *_) = now(match).pending
        offered = pending.decision.kind.suggest(now(match).state, pending.decision)[0]
        live_at(match).command(pending.by, said.get(pending.decision.kind.name, offered))
    match.house.run(1)


def bo_answers(match: Game) -> None:
    """Have Bo answer whatever he is asked: he calls, and places all on one battlefield."""
    said = {"bet": "call", "refill": "no", "round1": FOE_UNITS[0], "round2": FOE_UNITS[1]}
    while others := [one for one in now(match).pending if one.by == "Bo"]:
        decision = others[0].decision
        offered = decision.kind.suggest(now(match).state, decision)[0]
        answer = said.get(decision.kind.name, offered)
        if answer == "call" and now(match).state.to_call == 0:
            answer = "raise 1"
        live_at(match).command("Bo", answer)
    match.house.run(1)


def kind_asked(match: Game) -> str | None:
    """Return what Ana is asked, once Bo has answered; None when the match is over."""
    bo_answers(match)
    return next((one.decision.kind.name for one in now(match).pending if one.by == "Ana"), None)


def sees(person: Person, css: str) -> bool:
    return any(one.is_displayed() for one in person.driver.find_elements(By.CSS_SELECTOR, css))


def is_ready(person: Person) -> bool:
    return field(person, "send").get_attribute("aria-disabled") == "false"


def piece_for(unit: str) -> str:
    return f'{CAN}[aria-label^="{unit},"]'


class Finger:
    """Somebody who only taps."""

    def __init__(self, person: Person, match: Game) -> None:
        self.person = person
        self.match = match

    def taps(self, css: str, holding: float = 0.0) -> None:
        """Tap the first such element that can be seen, or hold it, and let the daemon see it."""
        until(lambda: sees(self.person, css), f"{css} can be seen")
        script = (
            "const found = [...document.querySelectorAll(arguments[0])]"
            ".find((one) => one.checkVisibility());"
            "found.scrollIntoView({block: 'center'});"
            "const {x, y, width, height} = found.getBoundingClientRect();"
            "return [x + width / 2, y + height / 2]"
        )
        x, y = self.person.driver.execute_script(script, css)
        for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
            touch = {"type": kind, "touchPoints": points}
            self.person.driver.execute_cdp_cmd("Input.dispatchTouchEvent", touch)
            time.sleep(holding if points else 0)

    def chooses(self, choice: str) -> None:
        self.taps(f"[data-part=fields] [data-choice='{choice}']")

    def raises_all(self) -> None:
        self.chooses("raise")
        self.taps(".meter .step:last-child", HELD_SECONDS)

    def puts(self, *pieces: str) -> None:
        """Put pieces into the form, one after the other."""
        for css in pieces:
            before = line(self.person)
            self.taps(css)
            until(lambda before=before: line(self.person) != before, f"{css} is put in")
            self.match.house.run(1)

    def places(self, battlefield: str, units: tuple[str, ...]) -> None:
        self.taps(f".placed:nth-of-type({int(battlefield) - 1}) .target")
        self.puts(*map(piece_for, units))

    def sends(self) -> None:
        self.match.house.run(1)
        until(lambda: is_ready(self.person), "it can be sent")
        self.taps("[data-part=send]")


class Keyboard:
    """Somebody who only presses keys."""

    def __init__(self, person: Person, match: Game) -> None:
        self.person = person
        self.match = match

    def goes_to(self, css: str, key: str = Keys.TAB) -> None:
        """Press a key until such an element has the focus."""
        until(lambda: sees(self.person, css), f"{css} can be seen")
        for _ in range(KEY_PRESSES):
            if self.person.driver.execute_script(ACTIVE, css):
                return
            self.person.presses(key)
        pytest.fail(f"{css} never has the focus")

    def finds(self, css: str) -> None:
        """Go through two rows of pieces to the first such one."""
        row = [Keys.ARROW_LEFT] * 5, [Keys.ARROW_RIGHT] * 5
        for key in (None, Keys.ARROW_UP, *row[0], *row[1], Keys.ARROW_DOWN, *row[0], *row[1]):
            if key is not None:
                self.person.presses(key)
            if self.person.driver.execute_script(ACTIVE, css):
                return
        pytest.fail(f"no arrow key leads to {css}")

    def chooses(self, choice: str) -> None:
        self.goes_to("[data-part=fields] [data-choice]")
        self.goes_to(f"[data-part=fields] [data-choice='{choice}']", Keys.ARROW_RIGHT)
        self.person.presses(Keys.SPACE)

    def raises_all(self) -> None:
        self.chooses("raise")
        self.goes_to("[role=spinbutton]")
        self.person.presses(*[Keys.PAGE_UP] * 12)

    def puts(self, *pieces: str) -> None:
        self.goes_to(".piece.a-card")
        for css in pieces:
            before = line(self.person)
            self.finds(css)
            self.person.presses(Keys.SPACE)
            until(lambda before=before: line(self.person) != before, f"{css} is put in")
            self.match.house.run(1)

    def places(self, battlefield: str, units: tuple[str, ...]) -> None:
        self.goes_to('.piece[aria-label^="Battlefield "]')
        self.finds(f'.piece[aria-label^="Battlefield {battlefield}:"]')
        self.person.presses(Keys.SPACE)
        self.puts(*map(piece_for, units))

    def sends(self) -> None:
        self.match.house.run(1)
        until(lambda: is_ready(self.person), "it can be sent")
        self.person.presses(Keys.ENTER)


def answers(hand: Finger | Keyboard, kind: str) -> None:
    """Answer one question of a match that is to be over soon."""
    match kind:
        case "start":
            hand.chooses("Ana")
        case "refill":
            hand.chooses("no")
        case "private":
            hand.puts(CAN, CAN)
        case "bet" if now(hand.match).state.to_call == 0:
            hand.raises_all()
        case "bet":
            hand.chooses("call")
        case "round1" | "round2":
            hand.places(*UNITS[int(kind[-1]) - 1])
    hand.sends()


def plays_all(hand: Finger | Keyboard) -> None:
    """Play until the match is over, and the page says how it ended."""
    for _ in range(QUESTIONS):
        kind = kind_asked(hand.match)
        if kind is None:
            break
        said = rows_of_ana(hand.match)
        answers(hand, kind)
        until(lambda said=said: rows_of_ana(hand.match) > said, f"the answer to {kind} is taken")
    until(lambda: part(hand.person, "end") != "", "the end")


def rows_of_ana(match: Game) -> int:
    """Let the daemon look, and return how many rows of her score sheet it has answered."""
    match.house.run(0.5)
    return live_at(match).history.rows_used(0)


@pytest.mark.parametrize("game", [DEAL, HELL])
def test_a_whole_match_by_touch(phone: Person, tmp_path: Path, game: str) -> None:
    with sits_at(phone, tmp_path, game) as match:
        plays_all(Finger(phone, match))
    assert phone.driver.execute_script("return document.activeElement.matches('input')") is False


def stands(person: Person, name: str) -> float:
    """Return how far down a part of the page begins; fail where it is not seen."""
    assert sees(person, f"[data-part={name}]"), name
    return person.box(f"[data-part={name}]")["top"]


def test_cards_that_are_not_asked_for_stand_below_the_form(person: Person, tmp_path: Path) -> None:
    with sits_at(person, tmp_path, DEAL) as match:
        plays_until(match, "divide", refill="yes")
        until(lambda: sees(person, "[data-part=later] td"), "the pool below what is divided")
        assert stands(person, "hand") < stands(person, "fields") < stands(person, "later")
        first, second = person.driver.find_elements(By.CSS_SELECTOR, f"[data-part=hand] {CAN}")[:2]
        first.click()
        second.click()
        match.house.run(1)
        until(lambda: sees(person, ".draft"), "what would be")
        assert sees(person, "[data-part=later] td"), "there is nothing to discard"
        for card in person.driver.find_elements(By.CSS_SELECTOR, f"[data-part=hand] {CAN}")[:5]:
            card.click()
            match.house.run(1)
        until(lambda: sees(person, ".draft.fed"), "discards are taken from the pool after this")
        assert not sees(person, "[data-part=later] td"), "and are not shown twice"


def test_what_may_be_kept_on_a_phone_is_not_covered(phone: Person, tmp_path: Path) -> None:
    with sits_at(phone, tmp_path, DEAL) as match:
        plays_until(match, "divide", refill="yes")
        none = "[data-part=fields] [data-choice='keep none']"
        until(lambda: sees(phone, none), "a way to keep none")
        trays = [one.rect for one in phone.driver.find_elements(By.CSS_SELECTOR, ".tray")]
        assert len({(one["y"], one["height"]) for one in trays}) == 1, "side by side"
        assert phone.box(none)["top"] >= trays[0]["y"] + trays[0]["height"]
        assert phone.box(none)["bottom"] <= phone.box("[data-part=fields]")["bottom"]


def test_the_buttons_of_a_bet_are_in_the_order_of_its_choices(
    person: Person, tmp_path: Path
) -> None:
    with sits_at(person, tmp_path, DEAL) as match:
        plays_until(match, "bet", start="Bo", refill="no")
        live_at(match).command("Bo", "raise 3")
        match.house.run(1)
        until(lambda: sees(person, "[data-choice=call]"), "a bet to call")
        buttons = person.driver.find_elements(By.CSS_SELECTOR, ".choice-button")
        assert [one.get_attribute("data-choice") for one in buttons] == ["call", "raise", "fold"]
        assert part(person, "condition").startswith("You have ")


def test_what_is_held_is_said_briefly_and_counts_when_the_time_is_over(
    person: Person, tmp_path: Path
) -> None:
    with sits_at(person, tmp_path, HELL, clock=True, position=[None, None]) as match:
        until(lambda: part(person, "after") == "or lose the bout", "without an answer")
        field(person, "line").send_keys("2:-1 3:-1 4:-1 5:1 6:3 7:4", Keys.ENTER)
        until(lambda: line(person) == "" and rows_of_ana(match) == 1, "it is sent")
        until(lambda: part(person, "after") == "then it counts", "with one")
        said = "Held: 2:-1 3:-1 4:-1 5:1 6:3 7:4"
        counts = "It counts when the time is up, or now if you lock it."
        assert part(person, "say").split("\n") == [said, counts]
        assert part(person, "condition") == "You may still change it."


def test_a_screen_reader_hears_each_piece_once(person: Person, tmp_path: Path) -> None:
    with sits_at(person, tmp_path, HELL, position=[None, None]) as match:
        plays_until(match, "round1")
        until(lambda: sees(person, CAN), "units to place")
        read = (
            "return [...document.querySelectorAll('[data-part=hand] :is(td, .piece)')]"
            ".filter((one) => !one.closest('[aria-hidden=true]'))"
            ".map((one) => one.ariaLabel ?? one.innerText.trim()).filter(Boolean)"
        )
        title, *units = person.driver.execute_script(read)
        assert title == "Your units in hand"
        assert [unit.split(",")[0] for unit in units] == [*["-1"] * 4, *"01234"]


def test_who_waits_is_told_that_the_page_will_say_so(person: Person, tmp_path: Path) -> None:
    with sits_at(person, tmp_path, DEAL) as match:
        plays_until(match, "start")
        live_at(match).command("Ana", "Bo")
        match.house.run(1)
        told = "This page tells you when it is your turn."
        until(lambda: part(person, "say") == told, "while Bo decides")


def test_a_result_comes_first_on_a_phone_until_the_next_round(
    phone: Person, tmp_path: Path
) -> None:
    with sits_at(phone, tmp_path, DEAL, clock=True, break_seconds=20) as match:
        plays_until(match, "break", start="Ana", refill="no", bet="fold")
        until(lambda: sees(phone, "[data-part=last] .result"), "the result")
        assert stands(phone, "last") < stands(phone, "hand")
        plays_until(match, "private", refill="no")
        until(lambda: stands(phone, "last") > stands(phone, "board"), "in its place again")


def test_cards_that_are_opened_at_the_end_lie_beside_each_other(
    person: Person, tmp_path: Path
) -> None:
    with sits_at(person, tmp_path, DEAL) as match:
        plays_until(match, "bet", start="Ana", refill="no")
        for by, said in (("Ana", "raise 1"), ("Bo", "raise 1"), ("Ana", "fold")):
            live_at(match).command(by, said)
        for said in ("forfeit Ana", "close"):
            live_at(match).command("umpire", said)
        match.house.run(1)
        opened = "[data-part=end] .result .drawn.opened"
        until(lambda: sees(person, opened), "Bo's two cards, which Ana never saw")
        row = person.driver.find_element(By.CSS_SELECTOR, f".drawn-row:has(> {opened.split()[-1]})")
        first, second = [one.rect["x"] for one in row.find_elements(By.CSS_SELECTOR, ".opened")]
        assert second >= first + WIDTH, "none over the other"


@pytest.mark.parametrize("game", [DEAL, HELL])
def test_a_whole_match_by_keyboard(person: Person, tmp_path: Path, game: str) -> None:
    with sits_at(person, tmp_path, game) as match:
        plays_all(Keyboard(person, match))
