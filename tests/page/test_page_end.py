"""The end of a match as the page shows it: the result large, and where it goes on."""

import json
from typing import Any

import pytest
from axe_kit import MORE_THAN_MINOR, dark, faults
from page_kit import BOARD, NASTY, Book, Person, until
from selenium.webdriver.common.by import By

pytestmark = [pytest.mark.browser, pytest.mark.end_to_end]

Json = dict[str, Any]
END: Json = {
    "won": "you",
    "headline": "You won",
    "reason": "Bo could not pay the ante.",
    "score": [["You", 36], ["Bo", 0]],
    "unit": "chips",
    "decisive": {
        "title": "Round 3: Ana wins 23 chips",
        "text": "The largest pot of the match.",
        "turn": 31,
        "rule": "which hand is better",
        "round": "Round 3",
    },
    "opened_pieces": {"Round 1": {"Bo": ["R6"]}},
    "numbers": [["Time", "31:04"], ["Answers you sent", "34"]],
    "watch": "replay-id",
    "again": "next-id#gid=7",
    "played_again": False,
    "closed": True,
    "match": "devils-deal-1",
}
RESULTS: list[Json] = [
    {
        "name": f"Round {number}",
        "title": f"{{{won}}} won {chips} chips",
        "won": won,
        "rows": [
            {"by": "Bo", "pieces": ["B5", "R6"], "makes": "High card"},
            {"by": "Ana", "pieces": ["G6", "B6"], "makes": "Pair of 6"},
        ],
    }
    for number, won, chips in ((1, "Ana", 9), (2, "Bo", 7), (3, "Ana", 23))
]
EVENTS: list[Json] = [
    {"by": "Bo", "did": "could not pay the ante", "kind": "result"},
    {"by": "Ana", "did": "chose", "pieces": ["G6", "B6"]},
]
SHOW = """
    const [end, stage, done] = [JSON.parse(arguments[0]), JSON.parse(arguments[1]), arguments[2]];
    import("/static/table/end.js").then(({ End }) => {
      document.querySelectorAll("body > *").forEach((one) => one.remove());
      const styles = ["colours", "play", "pieces", "piece", "results", "end"].map((name) => {
        const sheet = document.createElement("link");
        sheet.rel = "stylesheet";
        sheet.href = `/static/table/${name}.css`;
        document.head.append(sheet);
        return new Promise((loaded) => { sheet.onload = loaded; });
      });
      Promise.all(styles).then(() => {
        const page = document.createElement("main");
        page.id = "play";
        page.className = "ended";
        const root = document.createElement("section");
        page.append(root);
        document.body.append(page);
        document.body.style.overflow = "auto";
        const drawBlock = (tab, box) => {
          const block = document.createElement("div");
          block.textContent = `cells ${box.join(" ")}`;
          return block;
        };
        const tab = { play: { records: [[0, 3, 0, 4]], events: [4, 8, 0, 2], pieces: [] }, stage };
        const line = document.createElement("li");
        line.textContent = "Ana wins.";
        const listEvents = () => [line];
        const openRules = () => { document.title = "rules"; };
        new End(root, { drawBlock, listEvents, openRules }).show(tab, end);
        done();
      });
    });
"""


def shown(person: Person, book: Book, stage: Json | None = None, **other: Any) -> Person:
    """Show the end to Ana; `stage` is what else her tab is told, by default nothing."""
    person.opens(book.link(book.reader, BOARD))
    of_stage = {"reader": "Ana", "players": ["Ana", "Bo"], **(stage or {})}
    person.driver.execute_async_script(SHOW, json.dumps({**END, **other}), json.dumps(of_stage))
    return person


def text(person: Person, css: str = "main") -> str:
    return person.driver.find_element(By.CSS_SELECTOR, css).text


def links(person: Person) -> dict[str, str]:
    found = person.driver.find_elements(By.CSS_SELECTOR, "main a")
    return {one.text: one.get_attribute("href") or "" for one in found}


def test_the_winner_reads_it_large_and_goes_on_from_there(person: Person, book: Book) -> None:
    shown(person, book)
    assert text(person, "h1") == "You won"
    assert text(person, ".end-star") == "★"
    here = f"{book.base}/s/{book.reader}/"
    assert links(person) == {
        "Play again": f"{here}next-id#gid=7",
        "Watch it again": f"{here}replay-id",
        "Watch round 3": f"{here}replay-id#turn=31",
        "Check every deal yourself": f"{here}replay-id#proof",
    }
    for told in ("36", "chips", "Round 3: Ana wins 23 chips", "cells 0 3 0 4", "Ana wins."):
        assert told in text(person)
    person.driver.find_element(By.CSS_SELECTOR, ".end-onwards button").click()
    until(lambda: person.driver.title == "rules", "the rules")


def test_the_round_that_decided_it_and_all_rounds_are_cards(person: Person, book: Book) -> None:
    shown(person, book, {"results": RESULTS, "events": EVENTS})
    card = text(person, ".end-card")
    assert card.startswith("What decided it: round 3\nYou won 23 chips")
    rows = [line for line in card.splitlines() if line in ("You", "Bo")]
    assert rows == ["You", "Bo"]
    cards = person.driver.find_elements(By.CSS_SELECTOR, ".end-rounds > li")
    titles = [one.find_element(By.TAG_NAME, "h3").text for one in cards]
    assert titles == ["You won 9 chips", "Bo won 7 chips", "You won 23 chips"]
    assert text(person, ".end-all h2").startswith("All 3 rounds")
    assert "cells 0 3 0 4" not in text(person), "the cells of the rounds say the same"
    assert [one.text for one in person.driver.find_elements(By.CSS_SELECTOR, ".drawn.opened")] == [
        "R6"
    ]
    assert text(person, ".end-outlined") == "outlined: opened now that it is over"
    cards[1].find_element(By.TAG_NAME, "button").click()
    assert text(person, ".end-card").startswith("Round 2\nBo won 7 chips")
    assert "Watch round" not in text(person, ".end-card")
    last = text(person, ".end-events")
    assert "Bo\ncould not pay the ante" in last
    assert "You\nchose" in last


def test_a_card_does_not_name_its_round_twice(person: Person, book: Book) -> None:
    named = [{**one, "title": f"{{Bo}} won {one['name'].lower()}, 9 to 6"} for one in RESULTS]
    detail = "{Bo} lost automatically; {Ana} passed a hell"
    shown(person, book, {"results": [{**one, "detail": detail} for one in named]})
    first = text(person, ".end-rounds > li")
    assert first.startswith("Round 1\nBo won, 9 to 6\nBo lost automatically; you passed a hell")


@pytest.mark.parametrize("width", [700, 800, 1280])
def test_what_decided_it_has_room_for_pieces_and_words(
    person: Person, book: Book, width: int
) -> None:
    screen = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    person.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    try:
        rows = [{**row, "pieces": ["B5", "R6", "G4"]} for row in RESULTS[2]["rows"]]
        shown(person, book, {"results": [*RESULTS[:2], {**RESULTS[2], "rows": rows}]})
        card, row = person.box(".end-card .result"), person.box(".end-card .drawn-row")
        made = person.box(".end-card .makes")
        assert row["height"] < 60, "in one line"
        assert made["width"] >= 60
        assert made["right"] <= card["right"]
    finally:
        person.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_pieces_without_a_colour_can_be_read_in_the_dark(person: Person, book: Book) -> None:
    dark(person)
    try:
        shown(person, book, {"results": RESULTS})
        style = "getComputedStyle(document.querySelector(arguments[0]))"
        ink = person.driver.execute_script(f"return {style}.color", ".end-card .drawn")
        words = person.driver.execute_script(f"return {style}.color", ".end-card h3")
        assert ink == words
    finally:
        person.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_before_it_is_closed_it_leads_nowhere(person: Person, book: Book) -> None:
    shown(person, book, won="other", headline="You lost", watch=None, again=None, closed=False)
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


def test_who_only_watched_is_not_told_to_play_again(person: Person, book: Book) -> None:
    watching: Json = {"reader": None}
    shown(person, book, watching, again=None, played_again=True)
    players = "The players can start their next match from their own pages."
    assert text(person, ".end-ways") == f"Watch it again\n{players}"
    shown(person, book, watching, again=None)
    assert text(person, ".end-ways") == "Watch it again"


def test_what_people_wrote_is_text_and_leads_to_no_other_place(person: Person, book: Book) -> None:
    decisive = {"title": NASTY, "text": NASTY, "turn": 1, "rule": ""}
    places = {"watch": "javascript:alert(1)", "again": "https://elsewhere.example/x"}
    shown(person, book, headline=NASTY, reason=NASTY, decisive=decisive, **places)
    assert text(person, "h1") == NASTY
    assert links(person) == {}
    assert person.driver.title != "owned"


@pytest.mark.parametrize("stage", [{}, {"results": RESULTS, "events": EVENTS}], ids=["", "cards"])
@pytest.mark.parametrize("won", ["you", "other"])
@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_that_matters(
    person: Person, book: Book, won: str, is_dark: bool, stage: Json
) -> None:
    if is_dark:
        dark(person)
    shown(person, book, stage, won=won)
    try:
        assert faults(person, MORE_THAN_MINOR) == []
    finally:
        person.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_on_a_phone_it_fits_the_width_and_is_easy_to_touch(phone: Person, book: Book) -> None:
    shown(phone, book, {"results": RESULTS, "events": EVENTS})
    script = "return [document.documentElement.scrollWidth, innerWidth]"
    wide, room = phone.driver.execute_script(script)
    assert wide <= room
    touched = phone.driver.find_elements(By.CSS_SELECTOR, "main a, main button")
    assert all(one.rect["height"] >= 44 for one in touched)
