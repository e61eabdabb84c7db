"""Matches on the page to their end: by touch alone on a phone, by keyboard alone at a desk."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hosting_kit import Game, house_of
from own_games import OURS
from page_kit import Person, until
from play_kit import line
from selenium.webdriver.common.keys import Keys
from test_page_comes_back import live_at, tab_of
from test_page_form_games import Tap, seen, taps_of, writes

from umpire.match import Header

pytestmark = [pytest.mark.browser, pytest.mark.end_to_end]

BOX = "box-within-a-box"
QUICK: dict[str, object] = {"seconds_examine_cards": 0}
TRAITS = "0123456789"
BOUTS = 2  # of Box that are played on the page, of seven: all would take a hundred seconds
QUESTIONS = 1 + BOUTS * (1 + 4)
MOST = 60  # questions
SENDS = "[data-part=send][aria-disabled=false]"


@contextmanager
def at_a_match(
    person: Person, folder: Path, game: str, options: dict[str, object]
) -> Iterator[Game]:
    """Open Ana's page of a match that is not timed."""
    with house_of(folder, OURS[game]) as house:
        match = house.make(Header(game, ("Ana", "Bo"), {"clock": False, **options}))
        house.run(3)
        secret = match.link_of("Ana").secret
        person.forgets(house.server.base_url)
        person.opens(f"{house.server.base_url}/s/{secret}/{match.table(0)}#gid={tab_of(match)}")
        yield match


def others_answer(match: Game, is_rest: bool) -> str | None:
    """Have Bo say what is offered until Ana is asked; return which kind of question, if any.

    In the rest of a match that is said for Ana too.
    """
    live = live_at(match)
    while live.history.match.pending:
        pending = live.history.match.pending
        asked = next((one for one in pending if one.by == "Ana" and one.held is None), None)
        if asked is not None and not is_rest:
            match.house.run(1)
            return asked.decision.kind.name
        one = next((each for each in pending if each.by != "Ana"), asked)
        assert one is not None, "somebody can answer"
        offered = one.decision.kind.suggest(live.history.match.state, one.decision)
        said = next((text for text in offered if text.startswith("abdicate")), offered[0])
        live.command(one.by, said)
    match.house.run(1)
    return None


def played(
    person: Person, match: Game, answers: dict[str, Callable[[], None]], most: int = MOST
) -> int:
    """Answer the questions of the match, each by its kind, at most so many; return how many."""
    count = 0
    while (kind := others_answer(match, count == most)) is not None:
        until(lambda: person.driver.title.startswith("●"), f"Ana is asked: {kind}")
        answers[kind]()
        count += 1
        assert count < MOST, "every answer is taken"
    until(lambda: seen(person, "[data-part=end]"), "the match is over")
    return count


def sends(match: Game, person: Person, press: Callable[[], None]) -> None:
    """Send once the daemon has said that it can be sent, and have it read."""
    match.house.run(1)
    until(lambda: seen(person, SENDS), f"it can be sent: {line(person)}")
    press()
    match.house.run(1)


def test_a_match_of_boxes_by_touch_alone(phone: Person, tmp_path: Path) -> None:
    tap: Tap
    tap, done = taps_of(phone)
    traits = iter(TRAITS * 3)
    with at_a_match(phone, tmp_path, BOX, QUICK) as match:

        def is_ready() -> None:
            tap("[data-choice=ready]")
            sends(match, phone, lambda: tap("[data-part=send]"))

        def bets() -> None:
            for number in (1, 2, 3):
                writes(phone, tap, f".bet:nth-of-type({number}) .step:last-child")
                writes(phone, tap, f".palette [data-choice='{next(traits)}']")
            sends(match, phone, lambda: tap("[data-part=send]"))

        def moves() -> None:
            writes(phone, tap, ".choice-row")
            match.house.run(1)
            writes(phone, tap, "[data-part=near] .piece.a-tile[data-state=can]")
            sends(match, phone, lambda: tap("[data-part=send]"))

        answers = {"examine-boards": is_ready, "bet": bets}
        assert played(phone, match, answers | {"play": moves}, QUESTIONS) == QUESTIONS
    assert phone.driver.execute_script("return document.activeElement.matches('input')") is False
    assert len(done) <= 2 + BOUTS * (7 + 4 * 3)


def reaches(person: Person, css: str) -> None:
    """Press Tab until something has the focus."""
    is_there = "return document.activeElement?.matches(arguments[0]) ?? false"
    for _ in range(120):
        if person.driver.execute_script(is_there, css):
            return
        person.presses(Keys.TAB)
    raise AssertionError(f"Tab never leads to {css}")


def presses_on(person: Person, css: str) -> None:
    """Go to something by Tab and press it by Space; the line says something else then."""
    reaches(person, css)
    before = line(person)
    person.presses(Keys.SPACE)
    until(lambda: line(person) != before, f"{css} does something")


def chooses_in(person: Person, group: str, choice: str) -> None:
    """Go to buttons by Tab, to one of them by arrow keys, and press it by Space."""
    reaches(person, f"{group} *")
    for _ in range(12):
        at = person.driver.execute_script("return document.activeElement.dataset.choice")
        if at == choice:
            break
        person.presses(Keys.ARROW_RIGHT)
    presses_on(person, f"{group} [data-choice='{choice}']")


def test_a_match_of_boxes_by_keyboard_alone(person: Person, tmp_path: Path) -> None:
    traits = iter(TRAITS * 3)
    with at_a_match(person, tmp_path, BOX, QUICK) as match:

        def enters() -> None:
            sends(match, person, lambda: person.presses(Keys.ENTER))

        def is_ready() -> None:
            chooses_in(person, ".choices", "ready")
            enters()

        def bets() -> None:
            for number in (1, 2, 3):
                reaches(person, f".bet:nth-of-type({number}) input")
                person.presses("1")
                reaches(person, f".bet:nth-of-type({number}) .trait")
                person.presses(Keys.SPACE)
                chooses_in(person, ".palette", next(traits))
            enters()

        def moves() -> None:
            presses_on(person, ".choice-row")
            match.house.run(1)
            until(lambda: seen(person, ".piece.a-tile[data-state=can]"), "a tile can be chosen")
            presses_on(person, ".piece.a-tile[data-state=can]")
            enters()

        answers = {"examine-boards": is_ready, "bet": bets}
        assert played(person, match, answers | {"play": moves}, QUESTIONS) == QUESTIONS


def test_a_match_of_arcanoid_by_keyboard_alone(person: Person, tmp_path: Path) -> None:
    turns = 0
    with at_a_match(person, tmp_path, "arcanoid", {"rounds": 1}) as match:

        def enters() -> None:
            sends(match, person, lambda: person.presses(Keys.ENTER))

        def moves() -> None:
            """Discard a card, then give up one field after the other."""
            nonlocal turns
            turns += 1
            if turns == 1:
                chooses_in(person, ".choices", "discard")
                match.house.run(1)
                presses_on(person, "[data-part=hand] .piece[data-state=can]")
            else:
                chooses_in(person, ".choices", "abdicate")
                match.house.run(1)
                until(
                    lambda: seen(person, "[data-part=board] .piece[data-state=can]"),
                    "a field can be chosen",
                )
                presses_on(person, "[data-part=board] .piece[data-state=can]")
            enters()

        def passes() -> None:
            chooses_in(person, ".choices", "pass")
            enters()

        answers = {"move": moves, "steal": passes, "hermit": passes, "pledge": passes}
        assert played(person, match, answers) >= 5
