"""The form: what is asked now, in shapes that fit it, by mouse, by touch and by keyboard."""

from typing import Any

import pytest
from axe_kit import MORE_THAN_MINOR, dark, faults
from page_kit import Book, Json, Person, until
from play_kit import (
    CARDS,
    PLAY,
    TABLE,
    ask_for,
    choices,
    field,
    filled,
    give,
    knows,
    line,
    offer,
    part,
    pieces,
    play_at,
    plays,
    puts,
    said,
    soon,
    tell,
    tell_beside,
)
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from test_page_comes_back import cut_off

pytestmark = [pytest.mark.browser, pytest.mark.end_to_end]

TRAITS = ["black", "white", *map(str, range(10))]
PILES = ["form_card_1", "form_card_2", "form_bet"]
SEVERAL = {**PLAY, "feeds": [{"from": "hand_1", "into": PILES, "several": True}]}


@pytest.fixture
def book(book: Book) -> Book:
    play_at(book)
    return book


def all_of(person: Person, css: str) -> list[WebElement]:
    return person.driver.find_elements(By.CSS_SELECTOR, css)


def texts(person: Person, css: str) -> list[str]:
    """Return the texts of what is seen of the form, each on one line."""
    return [" ".join(one.text.split()) for one in all_of(person, css) if one.is_displayed()]


def clicks(person: Person, css: str, at: int = 0) -> None:
    person.driver.execute_script(
        "arguments[0].scrollIntoView({block: 'center'})", all_of(person, css)[at]
    )
    all_of(person, css)[at].click()


def focused(person: Person) -> WebElement:
    return person.driver.switch_to.active_element


def attribute(person: Person, css: str, name: str) -> list[str | None]:
    return [one.get_attribute(name) for one in all_of(person, css) if one.is_displayed()]


# The question


def test_the_question_is_asked_in_its_own_words_with_one_condition_and_what_comes_otherwise(
    person: Person, book: Book
) -> None:
    plays(person, book)
    question = {
        "text": "Divide the twelve cards",
        "condition": "{Bo} may take one that {Ana} leave.",
        "otherwise": "or keep none",
    }
    offer(book, {}, question)
    until(lambda: part(person, "ask") == "Divide the twelve cards", "in a few words")
    assert part(person, "condition") == "Bo may take one that you leave."
    beside = {**question, "text": "One of {1, 2}?", "condition": "{Jo's} and {Bo's} or {Ana's}"}
    knows(book, question=beside, players=["Ana", "Bo", "Jo's"])
    until(lambda: part(person, "ask") == "One of {1, 2}?", "other words in braces stay as they are")
    assert part(person, "condition") == "Jo's and Bo's or your"
    offer(book, {})
    until(lambda: part(person, "ask") == "Choose two cards.", "or as the cell says it")
    assert part(person, "condition") == ""


def test_below_the_clock_is_what_happens_when_the_time_is_over(person: Person, book: Book) -> None:
    give(book, 60, question={"text": "Call, raise or fold?", "otherwise": "then you fold"})
    plays(person, book)
    assert part(person, "ask") == "Call, raise or fold?"
    assert part(person, "after") == "then you fold"
    give(book, 60, reserve=300, question={"text": "Bets", "otherwise": "then you fold"})
    until(lambda: part(person, "after") == "then your reserve", "there is more time")


def test_while_one_waits_the_clock_says_whose_time_it_is(person: Person, book: Book) -> None:
    finds = {"range": "due_1", "until": soon(60), "at": len("Bo has "), "instead": len("until 12")}
    tell_beside(book, finds, {"range": "entry_1", "awaited": False})
    book.write(TABLE, 1, 1, "Bo has until 12")
    plays(person, book)
    assert part(person, "after") == "Bo's time"


# One of few, and a number


def test_choices_say_below_what_they_cost_and_a_second_press_takes_one_back(
    person: Person, book: Book
) -> None:
    ask_for(book, label_bet="choice")
    choices(book, "form_bet", "call", "fold")
    says = {"call": "pay 4", "fold": "{Bo} takes 13"}
    offer(book, {"form_bet": {"label": "Your bet", "says": says}})
    plays(person, book)
    assert part(person, "fields").split("\n") == [
        "Your bet",
        "Call",
        "pay 4",
        "Fold",
        "Bo takes 13",
    ]
    clicks(person, ".choice-button")
    until(lambda: line(person) == "call", "chosen")
    assert attribute(person, ".choice-button", "aria-pressed") == ["true", "false"]
    clicks(person, ".choice-button")
    until(lambda: line(person) == "", "taken back")


def test_choices_called_as_cards_of_the_page_are_buttons_too_where_a_game_says_so(
    person: Person, book: Book
) -> None:
    ask_for(book, label_card_1="what you declare")
    choices(book, "form_card_1", "G8", "B1", "R2")
    offer(book, {"form_card_1": {"label": "Your answer", "buttons": True}})
    plays(person, book)
    assert texts(person, ".choice-button") == ["G8", "B1", "R2"]
    clicks(person, ".choice-button", 1)
    until(lambda: line(person) == "B1", "chosen")


def bets(book: Book, **more: Any) -> None:
    """Ask for a bet: call, fold, or a raise of 1 to 11."""
    ask_for(book, label_bet="choice")
    bet = {"label": "Your bet", "least": 1, "most": 11, "prefix": "raise ", **more}
    offer(book, {"form_bet": bet})


def test_a_number_has_ends_with_names_and_may_be_typed(person: Person, book: Book) -> None:
    bets(book, ends=["1", "all in: 11"], hint="on top of the 4")
    plays(person, book)
    clicks(person, "[data-choice=raise]")
    until(lambda: line(person) == "raise 1", "the least")
    assert texts(person, ".ends span") == ["1", "all in: 11"]
    assert texts(person, ".meter small") == ["on top of the 4"]
    typing = all_of(person, ".meter input")[0]
    typing.send_keys(Keys.CONTROL, "a", Keys.NULL, "6")
    until(lambda: line(person) == "raise 6", "typed")
    assert typing.get_attribute("role") == "spinbutton"
    assert typing.get_attribute("aria-valuenow") == "6"
    for key, now in (
        (Keys.ARROW_UP, 7),
        (Keys.PAGE_DOWN, 2),
        (Keys.ARROW_DOWN, 1),
        (Keys.PAGE_UP, 6),
    ):
        typing.send_keys(key)
        until(lambda now=now: line(person) == f"raise {now}", "by 1 and by 5")
    typing.send_keys(Keys.CONTROL, "a", Keys.NULL, "19")
    until(lambda: line(person) == "raise 19", "more than there is")
    assert texts(person, ".meter small") == ["11 is the most"]


def test_a_number_below_zero_may_be_typed(person: Person, book: Book) -> None:
    choices(book, "form_bet")
    ask_for(book, label_bet="Your bid")
    offer(book, {"form_bet": {"label": "Your bid", "least": -5, "most": 1_000_000_000}})
    plays(person, book)
    typing = all_of(person, ".meter input")[0]
    for keys, now in (("-3", "-3"), (Keys.ARROW_DOWN, "-4"), ("5", "5"), ("-", ""), ("1", "-1")):
        selected = (Keys.CONTROL, "a", Keys.NULL) if keys[0] in "-5" else ()
        typing.send_keys(*selected, keys)
        until(lambda now=now: line(person) == now, f"{keys} makes it {now}")
    assert typing.get_attribute("aria-valuenow") == "-1"
    assert typing.get_attribute("inputmode") == "text", "with a sign on a phone's keyboard"
    typing.send_keys(Keys.CONTROL, "a", Keys.NULL, "1000000000")
    until(lambda: line(person) == "1000000000", "the most")


def test_a_button_that_is_held_goes_on_and_writes_once_it_is_let_go(
    person: Person, book: Book
) -> None:
    bets(book)
    plays(person, book)
    clicks(person, "[data-choice=raise]")
    until(lambda: line(person) == "raise 1", "the least")
    person.driver.execute_script(
        "const button = document.querySelectorAll('.step')[1];"
        "button.dispatchEvent(new PointerEvent('pointerdown', {button: 0, bubbles: true}))"
    )
    shown = "return Number(document.querySelector('.meter input').value)"
    until(lambda: person.driver.execute_script(shown) >= 4, "on and on")
    assert line(person) == "raise 1", "not yet"
    reached = person.driver.execute_script(
        "const button = document.querySelectorAll('.step')[1];"
        "button.dispatchEvent(new PointerEvent('pointerup', {button: 0, bubbles: true}));"
        "button.click(); return Number(document.querySelector('.meter input').value)"
    )
    until(lambda: line(person) == f"raise {reached}", "let go")


def test_a_number_question_lights_no_card(person: Person, book: Book) -> None:
    tell(book, {**PLAY, "form": ["form_bet"], "feeds": [{"from": "hand_1", "into": ["form_bet"]}]})
    choices(book, "form_bet")
    ask_for(book, label_bet="Your bid")
    offer(book, {"form_bet": {"label": "Chips", "least": 0, "most": 24}})
    plays(person, book)
    assert pieces(person, "can") == []
    assert part(person, "fields").startswith("Chips")
    clicks(person, ".step", 1)
    until(lambda: line(person) == "0", "from the least")


def test_a_template_may_want_another_shape(person: Person, book: Book) -> None:
    group = {"cells": ["form_bet"], "called": "Your bid", "shape": "number"}
    tell(book, {**PLAY, "groups": [group]})
    choices(book, "form_bet", "0", "1", "2")
    ask_for(book, label_bet="bid")
    plays(person, book)
    assert texts(person, ".lab") == ["Your bid 0 to 2"]
    assert len(all_of(person, ".meter")) == 1, "few choices would be buttons"


# Trays


def divides(book: Book, **play: Any) -> None:
    """Ask for piles of cards, which repeat."""
    tell(book, {**SEVERAL, "form": PILES, **play})
    for name in PILES:
        choices(book, name)
    ask_for(book, label_card_1="Piles", label_card_2="more", label_bet="more")


KEEP: Json = {
    name: {"label": f"Keep {number}", "optional": True, "hint": "the next card begins it"}
    for number, name in enumerate(PILES, 1)
}


def test_fields_that_repeat_are_those_in_use_and_one_more(person: Person, book: Book) -> None:
    divides(book, repeat=["form_card_1:form_bet"])
    offer(book, KEEP)
    plays(person, book)
    assert part(person, "fields").split("\n") == ["Keep 1", "the next card begins it"]
    puts(person, "G8")
    until(lambda: filled(person) == ["G8", ""], "one more")
    puts(person, "R7")
    until(lambda: filled(person) == ["G8 R7", ""], "into the same")
    clicks(person, ".target", 1)
    puts(person, "B1")
    until(lambda: filled(person) == ["G8 R7", "B1", ""], "and another")


def test_a_tray_says_what_is_in_it_and_what_that_comes_to(person: Person, book: Book) -> None:
    divides(book, repeat=["form_card_1:form_bet"])
    offer(book, KEEP)
    plays(person, book)
    puts(person, "G8")
    puts(person, "B1")
    until(lambda: filled(person) == ["G8 B1", ""], "in")
    sums = {"form_card_1": {"text": "9", "ok": True}}
    offer(book, KEEP, of={"form_card_1": "G8 B1"}, draft={"sums": sums, "say": "You keep 2."})
    until(lambda: texts(person, ".sum span, .tick") == ["9", "✓"], "its sum")
    assert attribute(person, ".tray", "aria-label")[0] == "Keep 1: G8, B1; 9, fits"
    assert texts(person, ".tray.next") == ["Keep 2 the next card begins it"]
    puts(person, "R7")
    until(lambda: filled(person) == ["G8 B1", "R7", ""], "begun")
    assert texts(person, ".sum span")[0] == "9", "what it holds is the same"
    clicks(person, ".taken-back", 1)
    until(lambda: filled(person)[0] == "G8", "a tap takes a piece back")
    assert texts(person, ".sum span, .tick") == [], "and the sum is of something else"


def test_a_tray_takes_no_more_than_it_may(person: Person, book: Book) -> None:
    divides(book)
    offer(book, {**KEEP, "form_card_1": {"label": "First", "at_most": 1}})
    plays(person, book)
    puts(person, "G8")
    puts(person, "B1")
    until(lambda: filled(person)[0] == "G8" and "B1" in filled(person)[1:], "into the next one")


def test_pieces_are_drawn_in_the_colours_that_they_have_on_the_table(
    person: Person, book: Book
) -> None:
    plays(person, book)
    puts(person, "R7")
    until(lambda: filled(person)[0] == "R7", "in")
    fill = "return getComputedStyle(document.querySelector('.tray .drawn')).backgroundColor"
    assert person.driver.execute_script(fill) == "rgb(43, 79, 198)"


# Rows, lists, and what may be left out


def test_rows_say_what_each_choice_does_and_of_two_fields_two_may_be_chosen(
    person: Person, book: Book
) -> None:
    group = {"cells": ["form_card_1", "form_card_2"], "called": "Attempt one hell, or two"}
    tell(book, {**PLAY, "feeds": [], "groups": [{**group, "shape": "rows"}]})
    for name in ("form_card_1", "form_card_2"):
        choices(book, name, "Four", "Steam", "Tongues")
    ask_for(book, label_card_1="Attempt", label_card_2="and perhaps")
    says = {"Four": "Your Four has no strength.", "Steam": "Your One gains nothing."}
    offer(book, {"form_card_1": {"says": says}, "form_card_2": {"says": says, "optional": True}})
    plays(person, book)
    assert texts(person, ".lab") == ["Attempt one hell, or two"]
    assert texts(person, ".choice-row")[0] == "Four Your Four has no strength."
    clicks(person, ".choice-row", 1)
    until(lambda: line(person) == "Steam", "the first")
    clicks(person, ".choice-row", 0)
    until(lambda: line(person) == "Steam Four", "and a second")
    clicks(person, ".choice-row", 1)
    until(lambda: line(person) == "Four", "the first is taken back, the second takes its place")


def test_what_is_optional_is_one_row_until_it_is_opened(person: Person, book: Book) -> None:
    ask_for(book, label_card_1="First", label_bet="spirit")
    choices(book, "form_bet", "block", "mulligan")
    spirit = {"label": "Invoke a spirit", "optional": True, "hint": "1 normal left"}
    offer(book, {"form_bet": spirit})
    plays(person, book)
    assert texts(person, ".fold") == ["Invoke a spirit optional, 1 normal left"]
    assert round(person.box(".fold")["height"]) == 44
    puts(person, "G8")
    until(lambda: field(person, "send").get_attribute("aria-disabled") == "false", "enough")
    clicks(person, ".fold")
    until(lambda: texts(person, ".choice-button") == ["Block", "Mulligan"], "opened")
    assert focused(person).text == "Block", "the focus goes on"
    clicks(person, ".choice-button", 1)
    until(lambda: line(person) == "G8 mulligan", "chosen")
    assert texts(person, ".fold") == []


def test_many_choices_that_fit_no_shape_are_a_list(person: Person, book: Book) -> None:
    ask_for(book, label_way="to")
    tell(book, {**PLAY, "feeds": []})
    choices(book, "form_way", *(f"{name} way" for name in "abcdefghijklm"))
    plays(person, book)
    assert len(all_of(person, ".field select")) == 1
    choices(book, "form_way", *(f"{name} way" for name in "abcdefghijkl"))
    until(lambda: len(all_of(person, ".choice-button")) == 12, "twelve are buttons")


def test_a_cell_appears_once_there_are_choices_for_it(person: Person, book: Book) -> None:
    ask_for(book, label_card_1="Card", label_way="to")
    choices(book, "form_way")
    plays(person, book)
    assert len(all_of(person, ".field")) == 1
    choices(book, "form_way", "B2-B3", "B2-A2")
    until(lambda: len(all_of(person, ".field")) == 2, "for what is filled in so far")


def test_what_is_no_choice_any_more_can_be_taken_back(person: Person, book: Book) -> None:
    ask_for(book, label_way="to")
    plays(person, book)
    puts(person, "A2")
    until(lambda: filled(person) == ["B2-A2"], "put in")
    choices(book, "form_way")
    until(lambda: texts(person, ".field .drawn") == ["B2-A2"], "it is still there")
    clicks(person, ".taken-back")
    until(lambda: line(person) == "", "taken back")
    assert all_of(person, ".field") == []


# Bets


BET = [
    {"cell": "form_card_1", "called": "points"},
    {"cell": "form_card_2", "called": "trait"},
    {"cell": "form_bet", "called": "and, or"},
    {"cell": "form_way", "called": "second trait"},
]


def places_bets(book: Book, left: str = "●●○") -> None:
    """Ask for one bet: points on a trait, or on two that are joined."""
    cells = ["form_card_1", "form_card_2", "form_bet", "form_way"]
    group = {"cells": cells, "called": "Bet 1", "shape": "number on palette"}
    tell(book, {**PLAY, "feeds": [], "form": BET, "groups": [group]})
    choices(book, "form_card_1", "1", "5", "20")
    choices(book, "form_card_2", *TRAITS)
    choices(book, "form_bet", "and", "or")
    choices(book, "form_way", *TRAITS[1:])
    ask_for(book, label_card_1="points", label_card_2="on", label_bet="joint", label_way="other")
    says = dict.fromkeys(TRAITS, left)
    offer(
        book,
        {
            "form_card_1": {"least": 1, "most": 20},
            "form_card_2": {"says": says},
            "form_bet": {"optional": True},
            "form_way": {"says": says, "optional": True},
        },
    )


def test_a_bet_is_one_sentence_over_a_palette_that_says_what_it_fills(
    person: Person, book: Book
) -> None:
    places_bets(book)
    plays(person, book)
    assert texts(person, ".paletted .lab") == ["Trait of bet 1 dots: uses left"]
    assert len(all_of(person, ".palette-tile")) == 12
    assert attribute(person, ".palette-tile", "aria-label")[0] == "black, 2 uses left"
    clicks(person, ".bet .step", 1)
    clicks(person, ".palette-tile", 0)
    until(lambda: line(person) == "1 black", "points and a trait")
    assert texts(person, ".trait") == ["black", "+ trait"]
    clicks(person, ".trait", 1)
    until(lambda: texts(person, ".paletted .lab") == ["Second trait of bet 1 dots: uses left"], "")
    assert texts(person, ".joint button") == ["and", "or"]
    assert attribute(person, ".palette-tile", "aria-disabled")[0] == "true"
    assert texts(person, ".palette-tile")[0] == "black in bet 1"
    clicks(person, ".palette-tile", 4)
    until(lambda: line(person) == "1 black and 2", "both")
    clicks(person, ".joint button", 1)
    until(lambda: line(person) == "1 black or 2", "one switch")
    clicks(person, ".joint button", 1)
    until(lambda: line(person) == "1 black", "a second press takes both back")


def test_three_bets_are_made_on_a_phone_in_few_taps_and_without_a_keyboard(
    phone: Person, book: Book
) -> None:
    places_bets(book)
    plays(phone, book)
    taps = [
        ".bet .step:last-child",
        "[data-choice='4']",
        ".trait.missing",
        "[data-choice='white']",
        "[data-part=send]",
    ]
    for tap in taps:
        phone.taps(tap)
    until(lambda: said(phone)[0] == "Sending…", "with five taps a bet, at most")
    keyboard = "return document.activeElement.matches('input')"
    assert phone.driver.execute_script(keyboard) is False


# Pieces on the table


def places_units(book: Book) -> None:
    """Ask for units on two battlefields of the table."""
    places = {"form_card_1": "K11:L11", "form_card_2": "K12:L12"}
    form = [{"cell": name, "place": place} for name, place in places.items()]
    feeds = [{"from": "hand_1", "into": [*places], "several": True}]
    tell(book, {**PLAY, "form": form, "feeds": feeds, "board": ["I11:L13"]})
    for name in places:
        choices(book, name, *CARDS, "G8(B1)")
    ask_for(book, label_card_1="2", label_card_2="3")
    labels = {name: f"Battlefield {at}" for at, name in enumerate(places, 2)}
    offer(book, {name: {"label": label, "optional": True} for name, label in labels.items()})


def test_what_is_placed_on_the_table_is_asked_there(person: Person, book: Book) -> None:
    places_units(book)
    plays(person, book)
    assert all_of(person, ".field") == []
    puts(person, "Battlefield 3")
    puts(person, "R7")
    until(lambda: line(person) == "R7", "placed")
    puts(person, "Battlefield 2")
    puts(person, "G8")
    until(lambda: line(person) == "G8 R7", "and another")
    puts(person, "G8")
    until(lambda: line(person) == "G8(B1) R7", "a tap shows it as another one")
    puts(person, "G8")
    until(lambda: line(person) == "R7", "or takes it back")


def test_a_phone_has_the_places_of_the_table_beside_the_hand(phone: Person, book: Book) -> None:
    places_units(book)
    plays(phone, book)
    assert [label.split("\n")[0] for label in texts(phone, ".tray")] == ["2", "3"]
    phone.taps(".piece")
    phone.taps(".trayed + .trayed .target")
    phone.taps(".piece:nth-of-type(2)")
    until(lambda: filled(phone) == ["G8", "B1"], "three taps for two units")


def asks_for_a_way(book: Book) -> None:
    """Ask for a tile of the board, which is all that the form takes."""
    tell(book, PLAY | {"groups": [{"cells": ["form_way"], "shape": "place"}]})
    ask_for(book, label_way="Way")
    offer(book, {"form_way": {"label": "Where to"}})


def test_pieces_that_are_chosen_on_the_table_are_no_tray_of_their_own(
    person: Person, book: Book
) -> None:
    asks_for_a_way(book)
    plays(person, book)
    assert all_of(person, ".field") == []
    puts(person, "A2")
    until(lambda: line(person) == "B2-A2", "it is in the line")
    assert all_of(person, ".field") == []
    assert person.driver.find_elements(By.CSS_SELECTOR, "[data-part=board] .piece.a-tile")


def test_tab_leads_to_a_tile_that_can_be_chosen(person: Person, book: Book) -> None:
    asks_for_a_way(book)
    plays(person, book)
    stops = person.driver.find_elements(By.CSS_SELECTOR, ".piece.a-tile[tabindex='0']")
    assert [stop.get_attribute("data-state") for stop in stops] == ["can"]


def test_a_phone_has_the_board_on_which_one_answers_above_the_form(
    phone: Person, book: Book
) -> None:
    asks_for_a_way(book)
    plays(phone, book)
    assert phone.driver.find_elements(By.CSS_SELECTOR, "[data-part=near] .piece.a-tile")
    assert phone.box("[data-part=near]")["bottom"] <= phone.box("[data-part=hand]")["top"]
    ask_for(book, label_card_1="First")
    until(
        lambda: len(phone.driver.find_elements(By.CSS_SELECTOR, "[data-part=near] > *")) == 0,
        "it is back on the table",
    )
    assert phone.driver.find_elements(By.CSS_SELECTOR, "[data-part=board] .cells td")


def test_a_choice_may_have_a_name_for_people(person: Person, book: Book) -> None:
    ask_for(book, label_bet="Bet")
    choices(book, "form_bet", "call", "fold")
    offer(book, {"form_bet": {"label": "Your bet", "calls": {"fold": "Give up"}}})
    plays(person, book)
    assert texts(person, ".choice-button") == ["Call", "Give up"]
    person.driver.find_element(By.CSS_SELECTOR, "[data-choice=fold]").click()
    until(lambda: line(person) == "fold", "the line has the word that is sent")


def test_short_rows_stand_in_pairs_on_a_phone_and_the_chosen_one_says_more(
    phone: Person, book: Book
) -> None:
    tell(book, PLAY | {"groups": [{"cells": ["form_bet"], "shape": "rows"}]})
    ask_for(book, label_bet="Card")
    choices(book, "form_bet", "3 LUNGE", "8 SLASH")
    says = {"3 LUNGE": "3 straight", "8 SLASH": "2 diagonal"}
    notes = [{"of": [], "texts": {"SLASH": ["SLASH", "Lands on every tile."]}}]
    offer(book, {"form_bet": {"label": "Card", "says": says}}, notes=notes)
    plays(phone, book)
    first, second = phone.driver.find_elements(By.CSS_SELECTOR, ".choice-row")
    assert first.location["y"] == second.location["y"]
    second.click()
    until(lambda: "SLASH. Lands on every tile." in texts(phone, ".does-below"), "what it does")


# What would be


DRAFT: Json = {
    "say": "You pay 10 and keep 5.",
    "more": "{Bo} adds 6 to call.",
    "blocks": [
        {
            "title": "Your pool after this",
            "note": "12 cards, at most 10",
            "rows": [{"label": "You keep", "pieces": ["G8", "<b>R7</b>"]}],
        },
        {
            "title": "pay",
            "head": ["landings", "this move"],
            "rows": [{"label": "20 on white", "columns": ["2", "+80"], "good": True}],
        },
    ],
}


def test_the_dock_says_what_an_answer_does_and_the_table_what_would_be(
    person: Person, book: Book
) -> None:
    bets(book)
    plays(person, book)
    clicks(person, "[data-choice=call]")
    until(lambda: line(person) == "call", "chosen")
    offer(book, {}, of={"form_bet": "call"}, line="call", draft=DRAFT)
    until(lambda: part(person, "says") == "You pay 10 and keep 5.", "what it does")
    assert part(person, "more") == "Bo adds 6 to call."
    assert texts(person, ".draft h3")[0] == "Your pool after this 12 cards, at most 10"
    assert texts(person, ".draft tbody th") == ["You keep", "20 on white"]
    assert texts(person, ".draft .drawn") == ["G8", "<b>R7</b>"]
    assert texts(person, ".draft .good .figure") == ["2", "+80"]
    heard = "return document.querySelector('[data-part=heard]').textContent"
    spoken = "You pay 10 and keep 5. Bo adds 6 to call."
    until(lambda: person.driver.execute_script(heard) == spoken, "heard too")
    clicks(person, "[data-choice=call]")
    until(lambda: part(person, "drafts") == "", "nothing would be")


def test_pieces_of_what_would_be_are_clicked_into_a_field_and_out_again(
    person: Person, book: Book
) -> None:
    divides(book)
    plays(person, book)
    rows = [{"label": "You have", "pieces": ["B4", "R1"]}, {"label": "You keep", "pieces": ["R1"]}]
    blocks = [{"title": "Your pool", "rows": rows, "feeds": "form_bet"}]
    fields = {**KEEP, "form_bet": {"label": "Discard", "at_most": 1}}
    offer(book, fields, draft={"missing": "Discard 1 more.", "blocks": blocks})
    until(lambda: texts(person, ".fed-piece") == ["B4", "R1", "R1"], "all can be clicked")
    clicks(person, ".fed-piece", 1)
    until(lambda: filled(person)[-1] == "R1", "it is in")
    offer(book, fields, of={"form_bet": "R1"}, line="R1", draft={"say": "So.", "blocks": blocks})
    until(lambda: texts(person, ".fed-piece") == ["B4", "R1 −", "R1"], "just one of two alike")
    assert attribute(person, ".fed-piece", "disabled") == ["true", None, "true"], "no more fit"
    clicks(person, ".fed-piece", 1)
    until(lambda: "R1" not in filled(person), "and out again")


def test_what_is_chosen_in_place_of_any_pieces_goes_once_a_piece_is_put(
    person: Person, book: Book
) -> None:
    divides(book)
    offer(book, {**KEEP, "form_card_2": {"label": "Aside", "says": {"keep none": "all go"}}})
    plays(person, book)
    clicks(person, "[data-choice='keep none']")
    until(lambda: filled(person) == ["", "keep none", ""], "no card is kept")
    puts(person, "G8")
    until(lambda: filled(person) == ["G8", "", ""], "one is")


def test_an_answer_that_lacks_something_cannot_be_sent(person: Person, book: Book) -> None:
    plays(person, book)
    puts(person, "G8")
    puts(person, "B1")
    both = {"form_card_1": "G8", "form_card_2": "B1"}
    draft = {"say": "All piles make 9.", "missing": "Discard 1 more."}
    offer(book, {}, of=both, line="G8 B1", draft=draft)
    until(lambda: part(person, "more") == "Discard 1 more.", "what is missing")
    assert part(person, "says") == "All piles make 9."
    assert field(person, "send").get_attribute("aria-disabled") == "true"
    offer(book, {}, of=both, line="G8 B1", draft={"say": "All piles make 9."})
    until(lambda: field(person, "send").get_attribute("aria-disabled") == "false", "now it can")


def test_while_the_connection_is_lost_what_stands_in_the_form_is_kept(
    person: Person, book: Book
) -> None:
    ask_for(book, label_bet="Your bet")
    plays(person, book)
    clicks(person, "[data-choice=call]")
    until(lambda: line(person) == "call", "chosen")
    with cut_off(person):
        until(lambda: field(person, "send").text == "Kept", "it cannot be sent")
        assert part(person, "says") == "call is kept here."
    until(lambda: field(person, "send").text.startswith("Send"), "it can again")


# By keyboard alone, and read aloud


def test_a_whole_answer_by_keyboard(person: Person, book: Book) -> None:
    bets(book)
    plays(person, book)
    person.driver.execute_script("document.querySelector('#settings summary').focus()")
    for _ in range(9):
        person.presses(Keys.TAB)
        if focused(person).get_attribute("data-choice"):
            break
    person.presses(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.SPACE)
    until(lambda: line(person) == "raise 1", "chosen by Space")
    person.presses(Keys.TAB, Keys.TAB, Keys.PAGE_UP, Keys.ARROW_UP)
    until(lambda: line(person) == "raise 7", "in the number")
    person.presses(Keys.ESCAPE)
    until(lambda: line(person) == "", "emptied")
    person.driver.execute_script("document.querySelector('[data-choice=fold]').focus()")
    person.presses(Keys.SPACE)
    until(lambda: line(person) == "fold", "another")
    person.presses(Keys.ENTER)
    until(lambda: said(person)[0] == "Sending…", "Enter sends")


def test_arrow_keys_go_through_a_palette_as_it_is_drawn(person: Person, book: Book) -> None:
    places_bets(book)
    plays(person, book)
    person.driver.execute_script("document.querySelector('.palette-tile').focus()")
    person.presses(Keys.ARROW_RIGHT, Keys.ARROW_DOWN)
    assert focused(person).get_attribute("data-choice") == "5", "one to the right, one row down"
    person.presses(Keys.ENTER)
    until(lambda: line(person) in ("5", "5 …"), "Enter chooses what cannot be sent")


def test_arrow_keys_go_from_row_to_row(person: Person, book: Book) -> None:
    tell(book, {**PLAY, "groups": [{"cells": ["form_bet"], "called": "Play", "shape": "rows"}]})
    choices(book, "form_bet", "7 MARCH", "10 DOGLEG", "30 SPOTLIGHT")
    ask_for(book, label_bet="Card")
    says = {"7 MARCH": "2 straight", "10 DOGLEG": "2 straight, then 1 to a side"}
    offer(book, {"form_bet": {"says": says}})
    plays(person, book)
    person.driver.execute_script("document.querySelector('.choice-row').focus()")
    person.presses(Keys.ARROW_DOWN)
    assert focused(person).get_attribute("data-choice") == "10 DOGLEG"
    lefts = {round(one.rect["x"]) for one in all_of(person, ".choice-row .name")}
    assert len(lefts) == 1, "names begin below each other"


def test_parts_are_named_groups(person: Person, book: Book) -> None:
    places_bets(book)
    plays(person, book)
    named = "return [...document.querySelectorAll('#play legend')].map((one) => one.textContent)"
    assert person.driver.execute_script(named) == ["Bet 1", "Trait of bet 1 dots: uses left"]


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("asked", [places_bets, bets, divides], ids=lambda asked: asked.__name__)
def test_axe_finds_nothing_in_any_shape(
    person: Person, book: Book, asked: Any, is_dark: bool
) -> None:
    if is_dark:
        dark(person)
    try:
        asked(book)
        plays(person, book)
        if asked is bets:
            clicks(person, "[data-choice=raise]")
            until(lambda: line(person) == "raise 1", "with its number")
        if asked is divides:
            puts(person, "G8")
            until(lambda: filled(person)[0] == "G8", "with a piece")
        assert faults(person, MORE_THAN_MINOR) == []
    finally:
        person.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
