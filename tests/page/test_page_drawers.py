"""What stands beside the table: rules and log as drawers, a menu with the rest, and the top bar."""

import json
from typing import Any

import pytest
from axe_kit import MORE_THAN_MINOR, dark, faults
from page_kit import BOARD, NASTY, Book, Json, Person, add_tab, cells, text, until
from play_kit import (
    FIRST_ROW,
    PLAY,
    TABLE,
    beside,
    chooses,
    field,
    give,
    happened,
    line,
    list_moves,
    opens,
    part,
    play_at,
    plays,
    puts,
    tell,
)
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from test_page_frame import SIZES, out_of_sight, window

pytestmark = [pytest.mark.browser, pytest.mark.end_to_end]

RULES = 106
GREEN = {"backgroundColorStyle": {"rgbColor": {"red": 0.8, "green": 0.95, "blue": 0.87}}}
BOLD = {"textFormat": {"bold": True}}
ENTRIES = [
    [text("Hands, best first", **BOLD)],
    [text("flush", **BOLD), text("G2", **GREEN), text("G5", **GREEN), text("the highest card")],
    [text("pair", **BOLD), text("G5", **GREEN), text(""), text(NASTY)],
]
STEPS = [
    [text("How a round goes", **BOLD)],
    *([text(f"Step {number}", **BOLD), text("One thing after the other.")] for number in range(40)),
]
HELP: Json = {
    "sections": [{"block": "B2:E4", "called": "Hands"}, {"block": "G2:H42"}],
    "now": {"hand:flush": ["B3:E3"]},
}


@pytest.fixture
def book(book: Book) -> Book:
    play_at(book)
    list_moves(book)
    told = {
        "metadataKey": "play",
        "metadataValue": json.dumps(HELP),
        "location": {"sheetId": RULES},
        "visibility": "DOCUMENT",
    }
    values = "userEnteredValue,userEnteredFormat"
    book.request(
        [
            add_tab(RULES, "Rules", 60, 10, hideGridlines=True),
            cells(RULES, 1, 1, ENTRIES, values),
            cells(RULES, 1, 6, STEPS, values),
            {"createDeveloperMetadata": {"developerMetadata": told}},
        ]
    )
    return book


def focus(person: Person) -> str:
    """Return what has the focus: its id, or what it says."""
    script = (
        "const { id, innerText, dataset } = document.activeElement;"
        "return id || dataset.part || innerText"
    )
    found: str = person.driver.execute_script(script)
    return found


def chips(person: Person) -> list[str]:
    return [one.text for one in person.driver.find_elements(By.CSS_SELECTOR, ".drawer-chip")]


def chosen(person: Person) -> str:
    return person.driver.find_element(By.CSS_SELECTOR, ".drawer-chip[aria-current]").text


def presses_chip(person: Person, name: str) -> None:
    buttons = person.driver.find_elements(By.CSS_SELECTOR, ".drawer-chip")
    next(one for one in buttons if one.text == name).click()


def width(person: Person, css: str) -> float:
    return round(person.box(css)["right"] - person.box(css)["left"])


def test_the_rules_are_one_column_of_the_sections_of_their_tab(person: Person, book: Book) -> None:
    plays(person, book)
    opens(person, "rules")
    assert chips(person) == ["Hands", "How a round goes", "Whole page"]
    lines = beside(person).splitlines()
    assert lines[:5] == ["Hands, best first", "Flush", "G2", "G5", "the highest card"]
    assert NASTY in lines, "what people write is text"
    assert lines.index("How a round goes") > lines.index("Pair")
    assert chosen(person) == "Hands"
    presses_chip(person, "How a round goes")
    until(lambda: chosen(person) == "How a round goes", "further down")
    heading = person.driver.find_elements(By.CSS_SELECTOR, "#drawer-body h3")[1]
    assert abs(heading.rect["y"] - person.box("#drawer-body")["top"]) < 40
    person.driver.execute_script("document.getElementById('drawer-body').scrollTo(0, 0)")
    until(lambda: chosen(person) == "Hands", "it follows the reader")


def test_a_drawer_pushes_the_table_and_leaves_what_is_on_the_left(
    person: Person, book: Book
) -> None:
    with window(person, 1280, 800):
        plays(person, book)
        left, table = person.box("[data-part=you]"), width(person, "[data-part=table]")
        opens(person, "rules")
        assert person.box("[data-part=you]") == left
        assert width(person, "[data-part=table]") == table - 440
        assert width(person, "#drawer") == 440
        assert person.box("#drawer")["right"] == 1280


def test_in_a_narrow_window_it_lies_over_the_table_and_never_over_the_left(
    person: Person, book: Book
) -> None:
    with window(person, 800, 1000):
        plays(person, book)
        table = width(person, "[data-part=table]")
        opens(person, "rules")
        assert width(person, "[data-part=table]") == table
        assert person.box("#drawer")["left"] >= person.box("[data-part=you]")["right"]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["rules", "log"])
def test_with_a_drawer_open_what_one_needs_stays_in_sight(
    person: Person, book: Book, size: tuple[int, int], name: str
) -> None:
    give(book, 2000)
    with window(person, *size):
        plays(person, book)
        person.holds(Keys.ALT, name[0])
        until(lambda: person.driver.find_element(By.ID, "drawer").is_displayed(), "open")
        is_phone = size[0] < 700
        wanted = ["ask", "left-time", *([] if is_phone else ["line", "sending"])]
        assert out_of_sight(person, *wanted) == []
        drawer = person.box("#drawer")
        assert drawer["right"] <= size[0]
        assert drawer["bottom"] <= size[1]
        assert drawer["bottom"] - drawer["top"] > 150, "there is room to read"


@pytest.mark.parametrize("size", [(640, 400), (400, 500), (960, 540)], ids=str)
def test_at_200_per_cent_nothing_is_cut(person: Person, book: Book, size: tuple[int, int]) -> None:
    """A window of 1280x800, 800x1000 or 1920x1080, in which all is twice as large."""
    give(book, 2000)
    with window(person, *size):
        plays(person, book)
        assert out_of_sight(person, "ask", "left-time", "line", "sending") == []
        opens(person, "more")
        menu = person.box("#more")
        assert menu["top"] >= 0
        assert menu["bottom"] <= size[1]
        assert menu["left"] >= 0
        assert menu["right"] <= size[0]


def test_keys_open_and_close_it_and_the_focus_returns(person: Person, book: Book) -> None:
    plays(person, book)
    puts(person, "G8")
    field(person, "line").click()
    person.holds(Keys.ALT, "r")
    until(lambda: focus(person) == "drawer-title", "one is there")
    role = person.driver.find_element(By.ID, "drawer")
    assert (role.aria_role, role.accessible_name) == ("complementary", "Rules")
    person.presses(Keys.ESCAPE)
    until(lambda: focus(person) == "line", "and back")
    assert line(person) == "G8 …", "nothing was emptied"
    person.holds(Keys.ALT, "l")
    until(lambda: role.accessible_name == "Log", "another one")
    person.holds(Keys.ALT, "r")
    until(lambda: role.accessible_name == "Rules", "in its place")
    person.holds(Keys.ALT, "r")
    until(lambda: focus(person) == "line", "closed by the same key")
    person.driver.execute_script("document.activeElement.blur()")
    opens(person, "log")
    marks = person.driver.find_elements(By.CSS_SELECTOR, "#ways [aria-expanded=true]")
    assert [one.text for one in marks] == ["Log"]


def test_a_phone_shows_a_page_with_the_question_above_it(phone: Person, book: Book) -> None:
    plays(phone, book)
    opens(phone, "more")
    phone.driver.find_element(By.CSS_SELECTOR, "#more [data-opens=rules]").click()
    until(lambda: beside(phone) != "", "the rules")
    question, drawer = phone.box("[data-part=question]"), phone.box("#drawer")
    assert question["bottom"] <= drawer["top"] < question["bottom"] + 20
    assert (drawer["left"], drawer["right"], drawer["bottom"]) == (0, 390, 844)
    assert part(phone, "dock") == part(phone, "middle") == part(phone, "table") == ""
    phone.driver.find_element(By.ID, "drawer-back").click()
    until(lambda: part(phone, "dock") != "", "back")


def test_the_menu_of_a_phone_is_a_dialog_whose_rows_a_finger_hits(
    phone: Person, book: Book
) -> None:
    plays(phone, book)
    button = phone.driver.find_element(By.CSS_SELECTOR, "#ways [data-opens=more]")
    assert (button.text, button.rect["height"] >= 44, button.rect["width"] >= 44) == (
        "Menu",
        True,
        True,
    )
    button.click()
    menu = phone.driver.find_element(By.ID, "more")
    assert (menu.aria_role, menu.accessible_name) == ("dialog", "Menu")
    assert phone.driver.execute_script("return document.querySelector('#more').matches(':modal')")
    rows = [one for one in menu.find_elements(By.TAG_NAME, "button") if one.is_displayed()]
    assert all(one.rect["height"] >= 52 for one in rows)
    assert phone.box("#more")["bottom"] == 844
    phone.presses(Keys.ESCAPE)
    until(lambda: not menu.is_displayed(), "closed")
    assert focus(phone).strip() == "Menu"


def test_the_menu_turns_on_sound_and_the_dark_and_leads_to_other_sheets(
    person: Person, book: Book
) -> None:
    plays(person, book)
    opens(person, "more")
    states = {
        name: person.driver.find_element(By.CSS_SELECTOR, f"#more [data-does={name}]")
        for name in ("sound", "dark", "sheets")
    }
    assert states["sound"].text.split("\n")[-1].endswith("off")
    states["sound"].click()
    assert states["sound"].text.endswith("on")
    assert states["dark"].text.endswith("as this device")
    states["dark"].click()
    assert states["dark"].text.endswith("on")
    scheme = "return document.documentElement.style.colorScheme"
    assert person.driver.execute_script(scheme) == "dark"
    states["dark"].click()
    states["dark"].click()
    assert person.driver.execute_script(scheme) == ""
    person.presses(Keys.ESCAPE)
    assert not states["dark"].is_displayed()
    chooses(person, "Entry")
    until(lambda: person.driver.find_element(By.ID, "scroller").is_displayed(), "cells")


def test_the_whole_page_of_the_rules_is_cells_from_which_a_button_leads_back(
    person: Person, book: Book
) -> None:
    plays(person, book)
    opens(person, "rules")
    presses_chip(person, "Whole page")
    until(lambda: person.driver.find_element(By.ID, "scroller").is_displayed(), "cells")
    assert not person.driver.find_element(By.ID, "drawer").is_displayed()
    person.driver.find_element(By.ID, "switch").click()
    until(lambda: part(person, "ask") == "Choose two cards.", "the table")
    assert not person.driver.find_element(By.ID, "drawer").is_displayed()


def test_the_log_has_all_that_happened_and_what_one_sent_with_the_answers(
    person: Person, book: Book
) -> None:
    plays(person, book)
    opens(person, "log")
    assert chips(person) == ["Moves", "What you sent", "Whole page"]
    assert beside(person) == "Nothing has happened yet."
    happened(book, "Ana cuts.", "Bo cuts.", NASTY)
    until(lambda: beside(person).splitlines() == [NASTY, "Bo cuts.", "Ana cuts."], "newest first")
    presses_chip(person, "What you sent")
    assert beside(person) == "You have sent nothing yet."
    red = {"foregroundColorStyle": {"rgbColor": {"red": 0.54, "green": 0.18, "blue": 0.03}}}
    refusal = text("refused: x is no card.", textFormat=red)
    book.write(TABLE, FIRST_ROW, 1, "G8 x")
    book.request([cells(TABLE, FIRST_ROW, 8, [[refusal]], "userEnteredValue,userEnteredFormat")])
    until(lambda: beside(person).splitlines() == ["1", "G8 x", refusal_of(refusal)], "refused")
    answer = person.driver.find_element(By.CSS_SELECTOR, "#drawer .answer")
    assert answer.get_attribute("data-tone") == "refused"


def refusal_of(cell: Json) -> str:
    return str(cell["userEnteredValue"]["stringValue"])


def drawn(person: Person, book: Book, name: str, stage: Json, **more: Any) -> list[str]:
    """Draw a drawer's content of a stage made up, and return its lines."""
    person.opens(book.link(book.reader, BOARD))
    script = """
        const [name, stage, done] = [arguments[0], JSON.parse(arguments[1]), arguments[2]];
        Promise.all([import(`/static/table/${name}.js`), import("/static/countdown.js")]).then(
          ([module, { Countdown }]) => {
            const tab = { stage, play: {} };
            const book = { tabs: [], tab: () => undefined };
            const [content] = Object.values(module);
            const made = new content(new Countdown(document.body), () => false);
            const parts = made.draw(book, tab).map(({ element }) => element);
            document.body.replaceChildren(...parts);
            const words = (one) => [...one.children].map(({ innerText }) => innerText);
            const lines = [...document.querySelectorAll("summary, li")].map(words);
            done(lines.map((line) => line.filter(Boolean).join(" | ")));
          });
    """
    found: list[str] = person.driver.execute_async_script(script, name, json.dumps(stage | more))
    return found


EVENTS: list[Json] = [
    {"by": "Bo", "did": "raised by 4", "end": "pot 13", "kind": "move", "round": "Round 3"},
    {"text": "Round 3. Bo starts.", "did": "Round 3", "kind": "round", "round": "Round 3"},
    {"by": "Ana", "did": "won {Bo's} bet", "kind": "result", "round": "Round 2"},
    {"text": "Round 2. Ana starts.", "kind": "round", "round": "Round 2"},
    {"by": "Bo", "did": "folded", "kind": "move", "round": "Round 1"},
    {"text": "Ana's pool is B1.", "kind": "deal"},
]


def test_rounds_fold_and_say_how_they_ended_to_their_reader(person: Person, book: Book) -> None:
    results = [{"name": "Round 2", "title": "{Ana} won 17 chips", "won": "Ana"}]
    players = {"players": ["Ana", "Bo"], "reader": "Ana"}
    found = drawn(person, book, "log", {"events": EVENTS, "results": results, **players})
    assert found == [
        "Round 3",
        "Bo | raised by 4 | pot 13",
        "Round 2 | you won 17 chips",
        "You | won Bo's bet",
        "Round 1",
        "Before round 1",
    ]
    summary = person.driver.find_elements(By.TAG_NAME, "summary")[2]
    summary.click()
    until(lambda: "folded" in person.driver.find_element(By.TAG_NAME, "body").text, "unfolded")


def test_the_top_bar_and_the_browser_say_the_game_and_who_plays(person: Person, book: Book) -> None:
    plays(person, book)
    assert person.driver.title == "● Your turn - Everything", "as long as nobody says the game"
    told = [{"range": "ask_1", "game": "Devil's Deal", "players": ["Ana", "Bo"], "reader": "Bo"}]
    found = {"developerMetadataLookup": {"metadataKey": "countdown"}}
    metadata = {
        "metadataKey": "countdown",
        "metadataValue": json.dumps(told),
        "location": {"spreadsheet": True},
        "visibility": "DOCUMENT",
    }
    book.request(
        [
            {"deleteDeveloperMetadata": {"dataFilter": found}},
            {"createDeveloperMetadata": {"developerMetadata": metadata}},
        ]
    )
    until(lambda: person.driver.title.startswith("Devil's Deal"), "the game")
    heads = person.driver.find_elements(By.CSS_SELECTOR, "#header h1")
    assert [one.text for one in heads if one.is_displayed()] == ["Devil's Deal"]


def test_who_watches_a_board_is_told_so_and_sees_the_question_as_of_others(
    person: Person, phone: Person, book: Book
) -> None:
    tell(book, {key: value for key, value in PLAY.items() if key not in ("send", "sheet", "form")})
    person.opens(book.link(book.reader, TABLE))
    until(lambda: part(person, "status") == "You are watching.", part(person, "status"))
    assert field(person, "question").get_attribute("data-state") == "waiting"
    assert part(person, "dock") == part(person, "middle") == ""
    phone.opens(book.link(book.reader, TABLE))
    until(lambda: part(phone, "status") == "You are watching, with 1 other.", "not alone")
    assert person.box("[data-part=table]")["left"] == 0, "no empty column on the left"


def test_a_lost_connection_is_told_above_the_question(person: Person, book: Book) -> None:
    plays(person, book)
    blocked = "Network.setBlockedURLs"
    person.driver.execute_cdp_cmd("Network.enable", {})
    person.driver.execute_cdp_cmd(blocked, {"urls": ["*/events"]})
    person.driver.execute_script("dispatchEvent(new Event('online'))")
    kept = "Reconnecting… What you choose is kept on this page."
    until(lambda: part(person, "lost") == kept, "told, and nothing of a clock that is not there")
    assert person.box("[data-part=lost]")["bottom"] <= person.box("[data-part=question]")["top"]
    assert not person.driver.find_element(By.ID, "lost").is_displayed(), "and once only"
    person.driver.execute_cdp_cmd(blocked, {"urls": []})
    person.driver.execute_script("dispatchEvent(new Event('online'))")
    until(lambda: part(person, "lost") == "", "and no longer")


def test_the_time_is_spoken_at_ten_seconds(person: Person, book: Book) -> None:
    plays(person, book)
    spoken = "return document.querySelector('[data-part=voice]').textContent"
    assert person.driver.execute_script(spoken) == ""
    give(book, 11.5)
    until(lambda: person.driver.execute_script(spoken) == "10 seconds left", "spoken", 5.0)
    assert field(person, "voice").get_attribute("aria-live") == "polite"


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", ["rules", "log", "more"])
def test_axe_finds_nothing_in_the_way_with_it_open(
    person: Person, book: Book, name: str, is_dark: bool
) -> None:
    if is_dark:
        dark(person)
    try:
        happened(book, "Ana cuts.", "Bo cuts.")
        plays(person, book)
        opens(person, name)
        assert faults(person, MORE_THAN_MINOR) == []
    finally:
        person.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_axe_finds_nothing_in_the_way_on_a_phone(phone: Person, book: Book) -> None:
    plays(phone, book)
    opens(phone, "more")
    assert faults(phone, MORE_THAN_MINOR) == []
    phone.driver.find_element(By.CSS_SELECTOR, "#more [data-opens=rules]").click()
    until(lambda: beside(phone) != "", "the rules")
    assert faults(phone, MORE_THAN_MINOR) == []
    small = phone.driver.execute_script(
        "return [...document.querySelectorAll('#drawer button, #ways button')]"
        ".filter((one) => one.checkVisibility())"
        ".filter((one) => Math.min(one.offsetWidth, one.offsetHeight) < 44)"
        ".map((one) => one.innerText)"
    )
    assert small == []
