"""The end of a match as the page shows it: the result large, and where it goes on."""

import json
from typing import Any

import pytest
from axe_kit import dark, faults
from page_kit import BOARD, NASTY, Book, Person, until
from selenium.webdriver.common.by import By

pytestmark = [pytest.mark.browser, pytest.mark.end_to_end]

Json = dict[str, Any]
END: Json = {
    "won": "you",
    "headline": "You have won",
    "reason": "Bo cannot pay the ante.",
    "score": [["Ana", 36], ["Bo", 0]],
    "unit": "chips",
    "decisive": {
        "title": "Round 3: Ana wins 23 chips",
        "text": "The largest pot of the match.",
        "turn": 31,
        "rule": "which hand is better",
    },
    "numbers": [["Time", "31:04"], ["Answers you sent", "34"]],
    "watch": "replay-id",
    "again": "next-id#gid=7",
    "played_again": False,
    "closed": True,
    "match": "devils-deal-1",
}
SHOW = """
    const [end, done] = [JSON.parse(arguments[0]), arguments[1]];
    import("/static/table/end.js").then(({ End }) => {
      const sheet = document.createElement("link");
      sheet.rel = "stylesheet";
      sheet.href = "/static/table/end.css";
      sheet.onload = () => {
        document.querySelectorAll("body > *").forEach((one) => one.remove());
        const root = document.createElement("main");
        document.body.append(root);
        document.body.style.overflow = "auto";
        const drawBlock = (tab, box) => {
          const block = document.createElement("div");
          block.textContent = `cells ${box.join(" ")}`;
          return block;
        };
        const tab = { play: { records: [[0, 3, 0, 4]], events: [4, 8, 0, 2] } };
        const line = document.createElement("li");
        line.textContent = "Ana wins.";
        const listEvents = () => [line];
        const openRules = () => { document.title = "rules"; };
        new End(root, { drawBlock, listEvents, openRules }).show(tab, end);
        done();
      };
      document.head.append(sheet);
    });
"""


def shown(person: Person, book: Book, **other: Any) -> Person:
    person.opens(book.link(book.reader, BOARD))
    person.driver.execute_async_script(SHOW, json.dumps({**END, **other}))
    return person


def text(person: Person, css: str = "main") -> str:
    return person.driver.find_element(By.CSS_SELECTOR, css).text


def links(person: Person) -> dict[str, str]:
    found = person.driver.find_elements(By.CSS_SELECTOR, "main a")
    return {one.text: one.get_attribute("href") or "" for one in found}


def test_the_winner_reads_it_large_and_goes_on_from_there(person: Person, book: Book) -> None:
    shown(person, book)
    assert text(person, "h1") == "You have won"
    assert text(person, ".end-star") == "★"
    here = f"{book.base}/s/{book.reader}/"
    assert links(person) == {
        "Play again": f"{here}next-id#gid=7",
        "Watch it again": f"{here}replay-id",
        "Watch this turn": f"{here}replay-id#turn=31",
    }
    for told in ("36", "chips", "Round 3: Ana wins 23 chips", "cells 0 3 0 4", "Ana wins."):
        assert told in text(person)
    person.driver.find_element(By.CSS_SELECTOR, ".end-onwards button").click()
    until(lambda: person.driver.title == "rules", "the rules")


def test_before_it_is_closed_it_leads_nowhere(person: Person, book: Book) -> None:
    shown(person, book, won="other", headline="Bo has won", watch=None, again=None, closed=False)
    assert links(person) == {}
    assert text(person, ".end-ways") == "The umpire may still take this back."


def test_where_no_match_follows_one_asks_for_another(person: Person, book: Book) -> None:
    shown(person, book, watch=None, again=None)
    assert text(person, ".end-ways") == "To play again, ask the umpire for another match."


def test_while_the_next_match_is_made_it_says_so(person: Person, book: Book) -> None:
    shown(person, book, watch=None, again=None, played_again=True)
    coming = "The next match is being made. You can start it here in a moment."
    assert text(person, ".end-ways") == coming
    shown(person, book, watch=None, played_again=True)
    assert text(person, ".end-ways") == "Play again"


def test_what_people_wrote_is_text_and_leads_to_no_other_place(person: Person, book: Book) -> None:
    decisive = {"title": NASTY, "text": NASTY, "turn": 1, "rule": ""}
    places = {"watch": "javascript:alert(1)", "again": "https://elsewhere.example/x"}
    shown(person, book, headline=NASTY, reason=NASTY, decisive=decisive, **places)
    assert text(person, "h1") == NASTY
    assert links(person) == {}
    assert person.driver.title != "owned"


@pytest.mark.parametrize("won", ["you", "other"])
@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_serious(person: Person, book: Book, won: str, is_dark: bool) -> None:
    if is_dark:
        dark(person)
    shown(person, book, won=won)
    try:
        assert faults(person) == []
    finally:
        person.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_on_a_phone_it_fits_the_width_and_is_easy_to_touch(phone: Person, book: Book) -> None:
    shown(phone, book)
    script = "return [document.documentElement.scrollWidth, innerWidth]"
    wide, room = phone.driver.execute_script(script)
    assert wide <= room
    touched = phone.driver.find_elements(By.CSS_SELECTOR, "main a, main button")
    assert all(one.rect["height"] >= 44 for one in touched)
