"""Results of rounds as cards, what happened, the score, and what a piece does."""

import json
from typing import Any

import pytest
from axe_kit import MORE_THAN_MINOR, dark, faults
from page_kit import NASTY, Book, Person, cells, text, until
from play_kit import PLAY, TABLE, ask_for, field, knows, part, pieces, play_at, plays, puts, tell
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from test_page_frame import window

pytestmark = [pytest.mark.browser, pytest.mark.end_to_end]

Json = dict[str, Any]
GREEN = {"red": 0.02, "green": 0.5, "blue": 0.37}
BRIEF: Json = {
    "name": "Round 1",
    "title": "{Bo} won 15 chips",
    "won": "Bo",
    "detail": "{Ana} folded",
}
WHOLE: Json = {
    "name": "Round 2",
    "title": "{Ana} won 17 chips",
    "won": "Ana",
    "detail": "Straight beat {Bo's} pair",
    "rows": [
        {"by": "Bo", "pieces": ["R9", "?", "B6"], "makes": "Pair", "from": "23"},
        {"by": "Ana", "pieces": ["G4", "R5", "B6"], "makes": "Straight", "from": "8", "to": "25"},
    ],
}
BOUT: Json = {
    "name": "Bout 4",
    "title": "{Bo} won bout 4, 7 to 3",
    "won": "Bo",
    "rows": [
        {"by": "Ana", "columns": [["-1"], ["0", "\u203a-1\u2020"]]},
        {"by": "Bo", "makes": "attempted Tongues", "columns": [["2", "\u203a4"], []]},
        {"by": "Ana", "label": "{Ana's} strength", "columns": [["-1"], ["2"]]},
    ],
    "columns": [{"head": "2"}, {"head": "3", "won": "Ana", "why": "{Ana's} Four was alone."}],
}
BETS: Json = {
    "name": "Bout 1",
    "title": "{Bo} gained 7, {Ana} gained 3",
    "won": "Bo",
    "rows": [
        {"by": "Bo", "pieces": ["E4 w5", "E5 b1"], "makes": "18 paid", "from": "20", "to": "27"},
        {"by": "Bo", "label": "7 on white", "pieces": ["E4 w5"], "makes": "1 hit, 10"},
        {"by": "Ana", "pieces": [], "makes": "nothing paid", "from": "20", "to": "23"},
    ],
}
BATTLES: Json = {
    "name": "Round 1",
    "title": "{Bo} won 2 battles of 4",
    "rows": [
        {"by": "Bo", "label": "swords", "pieces": ["S8"], "makes": "8"},
        {"by": "Ana", "label": "cups", "pieces": ["CN"], "makes": "17.5"},
    ],
}
NOTES: list[Json] = [
    {"blocks": ["hand_1"], "texts": {"G8": ["Green Eight", "Wins alone."]}},
    {"blocks": [], "texts": {"Bo": ["The opponent", NASTY], "R9": ["Red Nine", "Is high."]}},
]
COVERED: Json = {
    **PLAY,
    "seats": [{"name": "I11", "score": "J11", "cards": "J6:L6"}, {"name": "I12", "score": "J12"}],
    "finished": {"block": "I4:L8", "where": "L8", "clears": ["I8:L8"]},
}
"""The board, as one on which a finished round lies while its last cell holds something."""
STYLED = """
    const found = document.querySelector(arguments[0]);
    return getComputedStyle(found, arguments[2])[arguments[1]];
"""
LINES = "return [...document.querySelectorAll(arguments[0])].map((one) => one.innerText.trim())"
DRAW = """
    const [event, tab, done] = arguments;
    Promise.all(["round_events", "piece"].map((one) => import(`/static/table/${one}.js`))).then(
      ([{ drawEvent }, { Look }]) => done(drawEvent(event, new Look(tab)).innerText));
"""


@pytest.fixture
def book(book: Book) -> Book:
    play_at(book)
    book.request(
        [
            {
                "addConditionalFormatRule": {
                    "rule": {
                        "ranges": [{"sheetId": TABLE}],
                        "booleanRule": {
                            "condition": {
                                "type": "TEXT_STARTS_WITH",
                                "values": [{"userEnteredValue": "G"}],
                            },
                            "format": {"backgroundColorStyle": {"rgbColor": GREEN}},
                        },
                    },
                    "index": 0,
                }
            }
        ]
    )
    return book


def lines(person: Person, css: str) -> list[str]:
    found: list[str] = person.driver.execute_script(LINES, css)
    return found


def style(person: Person, css: str, name: str, pseudo: str = "") -> str:
    found: str = person.driver.execute_script(STYLED, css, name, pseudo or None)
    return found


def card(person: Person) -> str:
    return part(person, "last")


def test_a_result_is_told_to_its_reader_first_and_in_the_colours_of_the_board(
    person: Person, book: Book
) -> None:
    knows(book, results=[WHOLE])
    plays(person, book)
    until(lambda: lines(person, ".result h3") == ["You won 17 chips"], "the result")
    assert lines(person, ".result header small") == ["Round 2"]
    assert lines(person, ".result-detail") == ["Straight beat Bo's pair"]
    assert lines(person, ".result .who") == ["You", "Bo"]
    assert lines(person, ".result .from-to") == ["8 \u2192 25", "23"]
    assert lines(person, ".result .drawn") == ["G4", "R5", "B6", "R9", "?", "B6"]
    plain = style(person, ".result .drawn:nth-child(2)", "backgroundColor")
    assert style(person, ".result .drawn", "backgroundColor") != plain, "G is green"
    bar = style(person, ".result", "backgroundColor", "::before")
    assert bar == "rgb(31, 58, 87)", "the first player has won"


def test_what_came_while_one_looked_on_has_a_frame_until_one_answers(
    person: Person, book: Book
) -> None:
    knows(book, results=[BRIEF])
    plays(person, book)
    until(lambda: "Bo won 15 chips" in card(person), "the result")
    assert lines(person, "[data-fresh]") == []
    knows(book, results=[BRIEF, WHOLE])
    until(lambda: len(lines(person, "[data-fresh]")) == 1, "a new one")
    person.presses("G8 B1", Keys.ENTER)
    until(lambda: lines(person, "[data-fresh]") == [], "it is known")
    assert "You won 17 chips" in card(person), "and stays"


def test_all_rounds_are_small_cards_that_open_in_the_place_of_the_last(
    person: Person, book: Book
) -> None:
    knows(book, results=[WHOLE])
    plays(person, book)
    later = {"name": "Round 3", "title": "A tie", "rows": [{"by": "Bo", "makes": "Flush"}]}
    knows(book, results=[{key: WHOLE[key] for key in ("name", "title", "won")}, later])
    until(lambda: "A tie" in card(person), "the newest")
    assert part(person, "rounds-title") == "Rounds"
    first, second = lines(person, ".round-card")
    assert first.splitlines() == ["Round 2", "You won 17 chips"]
    assert second.splitlines() == ["Round 3", "A tie"]
    buttons = person.driver.find_elements(By.CSS_SELECTOR, ".round-card")
    buttons[0].click()
    assert "Straight" in card(person), "all that this page was told of it"
    pressed = [
        one.get_attribute("aria-pressed")
        for one in field(person, "rounds").find_elements(By.CSS_SELECTOR, "button")
    ]
    assert pressed == ["true", "false"]
    person.driver.find_elements(By.CSS_SELECTOR, ".round-card")[0].click()
    assert "A tie" in card(person), "closed again"


def test_the_round_that_runs_is_the_last_of_the_small_cards(person: Person, book: Book) -> None:
    knows(book, results=[BRIEF])
    plays(person, book)
    until(lambda: len(lines(person, ".round-card")) == 2, "both")
    assert lines(person, ".round-card.running") == ["Round 2\nChoose your cards"]
    knows(book, results=[BRIEF], events=[{**RAISED, "end": "pot 13", "round": "Round 2"}])
    running = "Round 2\nPot 13\nchoose your cards"
    until(lambda: lines(person, ".running") == [running], "what is in the pot")
    knows(book, results=[BRIEF, WHOLE])
    until(lambda: lines(person, ".running") == [], "it is over")


def test_columns_have_their_winners_and_a_click_says_why(person: Person, book: Book) -> None:
    knows(book, results=[BOUT])
    plays(person, book)
    until(lambda: "Bo won bout 4, 7 to 3" in card(person), "the result")
    assert lines(person, ".heads .cell") == ["2", "3"]
    assert lines(person, ".units.far .drawn") == ["2", "4"], "the opponent above"
    assert lines(person, ".units:not(.far) .drawn") == ["\u22121", "0", "\u22121"]
    assert lines(person, ".drawn.gone") == ["\u22121"], "destroyed"
    assert lines(person, ".winner") == ["tie", "You 3"]
    assert lines(person, ".numbers")[0].splitlines()[0] == "Your strength"
    assert lines(person, ".result-why") == ["3: Your Four was alone."]
    assert style(person, ".units.far .drawn", "backgroundColor") == "rgb(221, 205, 176)"


def test_what_a_row_above_has_shown_is_not_drawn_again(person: Person, book: Book) -> None:
    knows(book, results=[BETS])
    plays(person, book)
    until(lambda: "Bo gained 7, you gained 3" in card(person), "the result")
    assert lines(person, ".result .drawn") == ["E4 w5", "E5 b1"]
    assert lines(person, ".result-side .who") == ["You", "Bo", ""]
    assert lines(person, ".result-side .what") == ["", "", "7 on white"]


def test_rows_with_an_order_of_their_own_keep_it(person: Person, book: Book) -> None:
    knows(book, results=[BATTLES], players=["Ana", "Bo", "Cleo"])
    plays(person, book)
    until(lambda: "Bo won 2 battles of 4" in card(person), "the result")
    assert lines(person, ".result .what") == ["Swords", "Cups"]
    assert lines(person, ".result .who") == ["Bo", "You"]
    assert style(person, ".result", "backgroundColor", "::before") == "rgb(235, 235, 235)"


def test_a_finished_round_takes_the_place_of_its_board_until_one_goes_on(
    person: Person, book: Book
) -> None:
    tell(book, COVERED)
    knows(book, results=[BOUT])
    book.write(TABLE, 7, 11, "C")
    plays(person, book)
    until(lambda: lines(person, ".covered .onward") == ["On to bout 5"], "in its place")
    assert card(person) == "", "and nowhere else"
    tiles = "[data-part=board] > .cells:first-child > .inside"
    assert style(person, tiles, "visibility") == "hidden"
    person.driver.find_element(By.CSS_SELECTOR, ".onward").click()
    until(lambda: lines(person, ".covered") == [], "the board again")
    assert style(person, tiles, "visibility") == "visible"
    cleared = lines(person, ".cleared")
    assert len(cleared) == 3, "its old pieces are gone"
    assert style(person, ".cleared > .text", "visibility") == "hidden"
    assert "Bo won bout 4" in card(person)


def test_the_first_click_into_the_next_form_goes_on_too(phone: Person, book: Book) -> None:
    tell(book, COVERED)
    knows(book, results=[BOUT])
    plays(phone, book)
    until(lambda: lines(phone, "[data-part=you] > .result .onward") != [], "above the hand")
    assert phone.box(".onward")["height"] >= 44
    puts(phone, "G8")
    until(lambda: lines(phone, ".onward") == [], "one goes on")
    puts(phone, "G8")
    until(lambda: pieces(phone, "in") == [], "the form is empty again")
    assert lines(phone, ".onward") == []
    knows(book, results=[{**BOUT, "name": "Bout 5"}])
    until(lambda: lines(phone, ".onward") == ["On to bout 6"], "the next one")
    book.write(TABLE, 7, 11, "")
    until(lambda: lines(phone, ".onward") == [], "the next is shown")


def test_the_score_of_a_match_of_two_stands_beside_the_title(person: Person, book: Book) -> None:
    tell(book, COVERED)
    book.write(TABLE, 11, 9, "hell 3\n21 of 40 points")
    knows(book)
    plays(person, book)
    until(lambda: lines(person, ".score") != [], "the score")
    assert [one.split() for one in lines(person, ".score")] == [
        ["You", "21", "of", "40", "points"],
        ["Bo", "23"],
    ]
    assert "Ana" not in part(person, "board"), "nor does the table call its reader by name"
    tell(book, {**COVERED, "seats": [{"score": "I11"}]})
    book.write(TABLE, 10, 8, "Ana 26.5 : 30 Bo")
    until(
        lambda: [one.split() for one in lines(person, ".score")] == [["You", "26.5"], ["Bo", "30"]],
        "one cell",
    )
    knows(book, players=["Ana", "Bo", "Cleo"])
    until(lambda: lines(person, ".score") == [], "no two sides")


def test_what_a_piece_does_stands_where_nothing_is_clicked(person: Person, book: Book) -> None:
    knows(book, notes=NOTES, results=[WHOLE])
    plays(person, book)
    until(lambda: card(person) != "", "the result")
    hand = person.driver.find_element(By.CSS_SELECTOR, "[data-part=hand] .piece")
    person.driver.execute_script("arguments[0].focus()", hand)
    assert lines(person, ".note-foot p") == ["Green Eight\nWins alone."]
    foot, dock = person.box(".note-foot"), person.box("[data-part=dock]")
    assert foot["bottom"] <= dock["top"]
    person.presses(Keys.ESCAPE)
    assert lines(person, ".note-foot:not([hidden])") == [], "closed"
    drawn = person.driver.find_element(By.CSS_SELECTOR, ".result [data-noted]")
    assert drawn.get_attribute("aria-label") == "R9: Red Nine. Is high."
    drawn.click()
    assert lines(person, ".note-card p") == ["Red Nine\nIs high."]
    name = [
        one
        for one in person.driver.find_elements(By.CSS_SELECTOR, "[data-part=board] td")
        if one.text == "Bo"
    ]
    name[0].click()
    assert lines(person, ".note-card p") == [f"The opponent\n{NASTY}"]
    note, piece = person.box(".note-card"), name[0].rect
    assert note["width"] <= 300
    beside = note["bottom"] <= piece["y"] or note["top"] >= piece["y"] + piece["height"]
    assert beside or note["right"] <= piece["x"] or note["left"] >= piece["x"] + piece["width"]
    assert person.driver.title != "owned"


def test_a_piece_may_be_named_like_something_of_the_browser_s(person: Person, book: Book) -> None:
    book.write(TABLE, 4, 1, "constructor")
    knows(book, notes=NOTES)
    plays(person, book)
    person.driver.execute_script(
        "window.wrong = []; addEventListener('error', ({ message }) => wrong.push(message))"
    )
    puts(person, "constructor")
    assert lines(person, ".note-foot:not([hidden])") == []
    puts(person, "R7")
    assert person.driver.execute_script("return window.wrong") == []


def test_on_a_phone_a_tap_shows_a_note_in_the_dock(phone: Person, book: Book) -> None:
    knows(book, notes=NOTES)
    plays(phone, book)
    until(lambda: lines(phone, ".piece") != [], "the hand")
    phone.taps(".piece")
    until(lambda: lines(phone, ".note-foot b") == ["Green Eight"], "its note")
    until(lambda: pieces(phone, "in") != [], "and it is chosen")
    note, says, dock = (
        phone.box(css) for css in (".note-foot", "[data-part=say]", "[data-part=dock]")
    )
    assert dock["top"] <= note["top"]
    assert note["bottom"] <= says["top"]
    phone.taps(".note-foot")
    until(lambda: lines(phone, ".note-foot:not([hidden])") == [], "closed")


def test_a_note_is_above_what_it_would_cover(person: Person, book: Book) -> None:
    knows(book, notes=NOTES)
    with window(person, 1280, 330):
        plays(person, book)
        until(lambda: lines(person, ".piece") != [], "the hand")
        foot = "document.querySelector('.piece').focus(); return 1"
        person.driver.execute_script(foot)
        until(lambda: lines(person, ".note-foot b") == ["Green Eight"], "its note")
        note, piece = person.box(".note-foot"), person.box(".piece")
        assert note["bottom"] <= piece["top"] or note["top"] >= piece["bottom"]


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"by": "Bo", "did": "raised by 4", "end": "pot 13"}, ["Bo", "raised by 4", "pot 13"]),
        ({"by": "Ana", "did": "played", "pieces": ["G8"]}, ["You", "played", "G8"]),
        ({"by": "Ana and Bo", "did": "paid 2"}, ["Both", "paid 2"]),
        ({"did": "{Ana} lost {Bo's} card"}, ["You lost Bo's card"]),
        ({"by": "Bo", "text": "Bo raises by 4."}, ["Bo raises by 4."]),
    ],
)
def test_an_event_says_who_did_what(
    person: Person, book: Book, event: Json, said: list[str]
) -> None:
    person.opens(book.link(book.reader, TABLE))
    stage = {"players": ["Ana", "Bo"], "reader": "Ana"}
    tab = {"stage": stage, "play": {"pieces": []}}
    shown = person.driver.execute_async_script(DRAW, event, tab)
    assert "".join(shown.split()) == "".join("".join(said).split())


FIRST_LINE = """
    const [stage, isMine, done] = arguments;
    Promise.all(["latest", "piece"].map((one) => import(`/static/table/${one}.js`))).then(
      ([{ Latest }, { Look }]) => {
        const box = document.createElement("p");
        document.body.append(box);
        const tab = { stage, play: { pieces: [] } };
        const latest = new Latest(box, null, { result: () => { document.title = "the card"; } });
        latest.show(null, tab, new Look(tab), isMine);
        const { setTimeout } = window;
        window.setTimeout = (act) => act();  // no time is to be waited for
        latest.answered();
        window.setTimeout = setTimeout;
        const said = box.innerText;
        box.querySelector("button")?.click();
        done(said);
      });
"""
ROUND = {"kind": "round", "did": "Round 3", "text": "Round 3."}
RAISED = {"kind": "move", "by": "Bo", "did": "raised by 4", "text": "Bo raises by 4."}
CALLED = {"kind": "move", "by": "Ana", "did": "called", "text": "Ana calls."}
SETTLED = {"kind": "result", "by": "Bo", "did": "paid {Ana} 2", "text": "Bo pays Ana 2."}
TOLD = {"kind": "note", "text": "The deck is closed."}
READY = {"kind": "note", "by": "Bo", "did": "got ready", "text": "Bo is ready."}
DEALT = {"kind": "deal", "did": "the community card is", "pieces": ["R7"], "text": "It is R7."}


@pytest.mark.parametrize(
    ("events", "is_mine", "said"),
    [
        ([CALLED, RAISED], True, "Bo raised by 4"),
        ([CALLED, RAISED], False, "You called"),
        ([ROUND, SETTLED, RAISED], True, "You won 17 chips"),
        ([RAISED, ROUND, SETTLED], True, "Bo raised by 4"),
        ([READY, TOLD, ROUND, SETTLED, RAISED], True, "You won 17 chips"),
        ([DEALT, SETTLED], True, "You won 17 chips"),
        ([READY, DEALT, RAISED], True, "The community card is R7"),
        ([READY, ROUND], True, "Bo got ready"),
        ([ROUND, TOLD], True, "The deck is closed."),
        ([{"kind": "move", "by": "Bo", "text": "Bo passes."}], True, "Bo passes."),
        ([{**RAISED, "pieces": ["G8"]}], True, "Bo raised by 4 G8"),
        ([], True, ""),
    ],
)
def test_the_newest_thing_that_somebody_else_did_stands_above_the_question(
    person: Person, book: Book, events: list[Json], is_mine: bool, said: str
) -> None:
    person.opens(book.link(book.reader, TABLE))
    about = {"players": ["Ana", "Bo"], "reader": "Ana", "results": [BRIEF, WHOLE]}
    stage = {**about, "events": events}
    found = person.driver.execute_async_script(FIRST_LINE, stage, is_mine)
    assert " ".join(found.split()) == said
    leads = person.driver.title == "the card"
    assert leads == ("won" in said), "only a result leads to its card"


def test_a_piece_that_is_placed_leaves_an_outline_with_the_place(
    person: Person, book: Book
) -> None:
    feeds = [{"from": "hand_1", "into": ["form_card_1", "form_card_2"], "several": True}]
    tell(book, {**PLAY, "feeds": feeds})
    ask_for(book, label_card_1="Pile 4", label_card_2="Set aside")
    plays(person, book)
    until(lambda: len(lines(person, ".piece")) == 5, "the hand")
    puts(person, "G8")
    until(lambda: lines(person, ".badge") == ["4"], "in pile 4")
    assert lines(person, "td.placed") == ["G8"]
    assert style(person, "td.placed", "backgroundColor") == "rgba(0, 0, 0, 0)"
    person.driver.find_elements(By.CSS_SELECTOR, ".field")[1].click()
    puts(person, "B1")
    until(lambda: sorted(lines(person, ".badge")) == ["4", "A"], "aside")
    puts(person, "G8")
    until(lambda: lines(person, "td.placed") == ["B1"], "taken back")


def test_a_piece_that_is_struck_out_is_used_up_though_its_twin_is_not(
    person: Person, book: Book
) -> None:
    struck = text("B3", textFormat={"strikethrough": True})
    book.request([cells(TABLE, 4, 3, [[struck]], "userEnteredValue,userEnteredFormat")])
    plays(person, book)
    until(lambda: len(pieces(person, "can")) == 4, "all but one")
    assert [one.split(",")[0] for one in pieces(person, "can")] == ["G8", "B1", "B3", "R7"]


def test_where_much_changes_nothing_is_outlined(person: Person, book: Book) -> None:
    plays(person, book)
    rows = [[text(f"{row}{column}") for column in range(4)] for row in range(4)]
    book.request([cells(TABLE, 3, 8, [*rows], "userEnteredValue")])
    until(lambda: "33" in part(person, "board"), "shown")
    assert lines(person, ".changed") == []


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("result", [WHOLE, BOUT, BETS, BATTLES], ids=lambda one: str(one["title"]))
def test_axe_finds_nothing_above_minor(
    person: Person, book: Book, result: Json, is_dark: bool
) -> None:
    if is_dark:
        dark(person)
    try:
        knows(book, results=[BRIEF, result], notes=NOTES)
        plays(person, book)
        until(lambda: card(person) != "", "the result")
        person.presses(Keys.TAB)
        assert faults(person, MORE_THAN_MINOR) == [], json.dumps(faults(person))
    finally:
        person.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


@pytest.mark.parametrize("result", [WHOLE, BOUT, BETS], ids=lambda one: str(one["title"]))
def test_on_a_phone_a_result_fits_the_width(phone: Person, book: Book, result: Json) -> None:
    knows(book, results=[BRIEF, result])
    plays(phone, book)
    until(lambda: card(phone) != "", "the result")
    wide, room = phone.driver.execute_script(
        "const page = document.getElementById('play'); return [page.scrollWidth, page.clientWidth]"
    )
    assert wide <= room
    buttons = phone.driver.find_elements(By.CSS_SELECTOR, ".round-card")
    assert all(one.rect["height"] >= 44 for one in buttons)
