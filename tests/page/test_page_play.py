"""The play view: a tab that tells what it is made of is a table to play at."""

import re
from itertools import pairwise
from typing import Any

import pytest
from axe_kit import MORE_THAN_MINOR, dark, faults
from page_kit import NASTY, Book, Person, box, cells, lines, one_of, text, until, validation
from play_kit import (
    AIM,
    BETS,
    FIRST_ROW,
    FORM,
    LABELS,
    NAMES,
    PLAY,
    SECRET,
    SEND,
    TABLE,
    ask_for,
    beside,
    chooses,
    field,
    filled,
    finish,
    give,
    greet,
    happened,
    holds,
    line,
    list_moves,
    opens,
    part,
    pieces,
    play_at,
    plays,
    preview,
    puts,
    said,
    tell,
)
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from test_page_end import END

LIVE = "return document.getElementById('connection').dataset.state"

pytestmark = [pytest.mark.browser, pytest.mark.end_to_end]


@pytest.fixture
def book(book: Book) -> Book:
    play_at(book)
    return book


def written(person: Person, row: int, column: int) -> Any:
    """Return what a cell holds as the server tells it, in a stream of its own."""
    script = """
        const [at, tab, done] = arguments;
        const source = new EventSource(`${location.pathname}/events`);
        source.addEventListener('whole', ({ data }) => {
            source.close();
            const told = JSON.parse(data).tabs.find(({ id }) => id === tab).cells[at] ?? {};
            done(told.b ?? told.t ?? '');
        });
    """
    return person.driver.execute_async_script(script, f"{row},{column}", TABLE)


def blinded(person: Person, *urls: str) -> None:
    """Keep a page from what the server tells; from nothing without an address."""
    person.driver.execute_cdp_cmd("Network.enable", {})
    person.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": [*urls]})


def focused(person: Person) -> str:
    script = "return document.activeElement.ariaLabel ?? document.activeElement.dataset.part ?? ''"
    found: str = person.driver.execute_script(script)
    return found


def test_a_tab_with_play_is_a_table_and_alt_g_leads_to_its_grid_and_back(
    person: Person, book: Book
) -> None:
    plays(person, book)
    assert part(person, "ask") == "Choose two cards."
    assert part(person, "title") == "Round 2: choose your cards"
    assert not person.driver.find_element(By.ID, "scroller").is_displayed()
    person.driver.execute_script("document.querySelector('.target').focus()")
    person.holds(Keys.ALT, "g")
    until(lambda: person.active == "C7", "the same cell")
    assert person.text("B5") == "G8"
    person.opens(book.link(book.writer, TABLE))
    assert not person.driver.find_element(By.ID, "play").is_displayed(), "the choice is kept"
    person.driver.find_element(By.ID, "switch").click()
    until(lambda: part(person, "ask") == "Choose two cards.", "back")


def test_a_fact_stands_beside_the_title_in_place_of_the_tabs_own_sentence(
    person: Person, book: Book
) -> None:
    tell(book, PLAY | {"fact": "The first to win three wins."})
    plays(person, book)
    assert part(person, "subtitle") == "The first to win three wins."


def test_nothing_of_the_grid_is_seen_before_the_cells_are_there(person: Person, book: Book) -> None:
    plays(person, book)
    blinded(person, "*/events")
    person.driver.refresh()
    shown = [
        person.driver.find_element(By.ID, name) for name in ("header", "bar", "foot", "waiting")
    ]
    assert [one.is_displayed() for one in shown] == [False, False, False, True]
    assert person.box("#bar")["height"] > 0, "its room is kept, by which the grid is fitted"
    blinded(person)
    until(lambda: [one.is_displayed() for one in shown] == [True, False, False, False], "a table")


def test_other_tabs_are_grids_from_which_alt_g_leads_to_the_table(
    person: Person, book: Book
) -> None:
    plays(person, book)
    assert not person.driver.find_element(By.ID, "tabs").is_displayed()
    chooses(person, "Board")
    person.sees("B1", "Ana to move")
    assert person.driver.find_element(By.ID, "tabs").is_displayed()
    person.holds(Keys.ALT, "g")
    until(lambda: part(person, "ask") == "Choose two cards.", "the table again")


def test_pieces_go_into_the_form_by_clicks_and_only_send_sends(person: Person, book: Book) -> None:
    plays(person, book)
    assert pieces(person, "can") == [
        f"{name}, can go into First" for name in ("G8", "B1", "B3", "B3", "R7")
    ]
    send = person.driver.find_element(By.CSS_SELECTOR, "[data-part=send]")
    assert send.get_attribute("aria-disabled") == "true"
    puts(person, "G8")
    until(lambda: filled(person) == ["G8", ""], "the first")
    assert (part(person, "say"), line(person)) == ("Still missing: second", "G8 …")
    puts(person, "B3", 1)
    until(lambda: pieces(person, "in") == ["G8, is in First", "B3, is in second"], "both")
    badges = person.driver.find_elements(By.CSS_SELECTOR, ".badge")
    assert [one.text for one in badges] == ["1", "2"]
    assert written(person, *SEND) is False, "no click on a piece sends"
    puts(person, "G8")
    until(lambda: filled(person) == ["", "B3"], "taken out again")
    puts(person, "R7")
    until(lambda: filled(person) == ["R7", "B3"], "into the empty one")
    puts(person, "B1")
    until(lambda: filled(person) == ["R7", "B1"], "in place of the last")
    preview(book, {"form_card_1": "R7", "form_card_2": "B1"}, "R7 B1", "It is final.")
    until(lambda: part(person, "say") == "It is final.", "told")
    assert line(person) == "R7 B1"
    until(lambda: written(person, *FORM["form_card_2"]) == "B1", "the cells hold it")
    send.click()
    until(lambda: written(person, *SEND) is True, "ticked")


def test_what_is_said_of_other_texts_than_those_in_the_form_is_waited_out(
    person: Person, book: Book
) -> None:
    both = {"form_card_1": "G8", "form_card_2": "B1"}
    preview(book, {})
    plays(person, book)
    send = person.driver.find_element(By.CSS_SELECTOR, "[data-part=send]")
    puts(person, "G8")
    puts(person, "B1")
    until(lambda: said(person) == ("Checking…", "G8 B1"), "of neither yet")
    preview(book, {**both, "form_card_2": "B3"}, "G8 B3")
    assert send.get_attribute("aria-disabled") == "true"
    preview(book, both, "G8 B1", "B1 is too low.", wrong=True)
    until(lambda: said(person) == ("B1 is too low.", "G8 B1"), "refused beforehand")
    assert send.get_attribute("aria-disabled") == "true"
    puts(person, "B1")
    puts(person, "B3")
    preview(book, {**both, "form_card_2": "B3"}, "G8 b3")
    until(lambda: said(person) == ("Ready to send.", "G8 b3"), "as it is understood")
    assert send.get_attribute("aria-disabled") == "false"
    puts(person, "B3")
    puts(person, "R7")
    until(lambda: said(person) == ("Ready to send.", "G8 R7"), "nothing more was said")


def test_what_is_sent_while_it_is_checked_goes_once_that_is_done(
    person: Person, book: Book
) -> None:
    preview(book, {})
    plays(person, book)
    send = person.driver.find_element(By.CSS_SELECTOR, "[data-part=send]")
    puts(person, "G8")
    puts(person, "B1")
    send.click()
    until(lambda: said(person) == ("Checking, then sending…", "G8 B1"), "not yet")
    preview(book, {"form_card_1": "G8", "form_card_2": "B1"}, "G8 B1", "B1 is low.", wrong=True)
    until(lambda: said(person) == ("B1 is low.", "G8 B1"), "it is wrong")
    assert written(person, *SEND) is False
    puts(person, "B1")
    puts(person, "B3")
    send.click()
    preview(book, {"form_card_1": "G8", "form_card_2": "B3"}, "G8 B3")
    until(lambda: written(person, *SEND) is True, "sent")


def test_a_field_is_called_as_the_program_says_and_pieces_without_choices_stay_as_they_are(
    person: Person, book: Book
) -> None:
    called = {"cell": "form_way", "called": "1: where to"}
    tell(book, {**PLAY, "form": [called, *list(FORM)[:-1]]})
    ask_for(book, label_way="to")
    plays(person, book)
    assert part(person, "fields") == "1: where to\ntap a tile"
    puts(person, "C1")
    until(lambda: part(person, "fields").startswith("1: where to\nB2-B1-C1"), "put in")
    assert person.driver.find_element(By.CSS_SELECTOR, ".badge").get_attribute("innerText") == "✓"
    book.request([validation(TABLE, NAMES["form_way"], None)])
    until(lambda: pieces(person, "can") + pieces(person, "in") == [], "nothing says what fits")


def test_a_place_on_the_table_turns_to_its_field_and_shows_what_is_not_sent_yet(
    person: Person, book: Book
) -> None:
    places = {"form_card_1": "K11:L11", "form_card_2": "K12:L12"}
    form = [{"cell": name, "place": place} for name, place in places.items()]
    tell(book, {**PLAY, "form": form, "board": ["I11:L13"]})
    plays(person, book)
    assert {"First: empty", "second: empty"} < {*pieces(person, "can")}
    puts(person, "second: empty")
    puts(person, "R7")
    until(lambda: "second: R7, not sent" in pieces(person, "can"), "in its place")
    unsent = "return [...document.querySelectorAll('.unsent')].map((one) => one.innerText)"
    assert person.driver.execute_script(unsent) == ["R7"]
    until(lambda: written(person, *FORM["form_card_2"]) == "R7", "in its cell")
    assert filled(person) == [], "it has no field beside its place"
    assert written(person, *SEND) is False


def test_rows_are_pieces_and_a_list_offers_the_same(person: Person, book: Book) -> None:
    feed = {"from": "I11:L13", "into": ["form_way"], "match": "row"}
    tell(book, {**PLAY, "feeds": [feed]})
    ask_for(book, label_way="to")
    book.request([validation(TABLE, NAMES["form_way"], one_of("Bo", "Cy"))])
    plays(person, book)
    assert pieces(person, "can") == ["Bo, can go into to"], "what is no choice is text"
    puts(person, "Bo")
    until(lambda: filled(person) == ["Bo"], "put in")
    assert pieces(person, "in") == ["Bo, is in to"]


def test_a_field_that_is_clicked_is_filled_next(person: Person, book: Book) -> None:
    plays(person, book)
    person.driver.find_elements(By.CSS_SELECTOR, ".target")[1].click()
    assert set(pieces(person, "can")) == {
        f"{name}, can go into second" for name in ("G8", "B1", "B3", "R7")
    }
    puts(person, "R7")
    until(lambda: filled(person) == ["", "R7"], "the second first")


def test_a_field_that_is_clicked_again_stays_the_next(person: Person, book: Book) -> None:
    plays(person, book)
    second = person.driver.find_elements(By.CSS_SELECTOR, ".target")[1]
    second.click()
    second.click()
    puts(person, "R7")
    until(lambda: filled(person) == ["", "R7"], "the second")
    person.driver.find_element(By.CSS_SELECTOR, ".taken-back").click()
    until(lambda: filled(person) == ["", ""], "emptied")
    puts(person, "B1")
    until(lambda: filled(person) == ["", "B1"], "the one that was emptied")


def test_a_click_goes_on_in_the_row_that_was_filled_last(person: Person, book: Book) -> None:
    """And never back to what was left empty in a row that was begun."""
    cards = ["form_card_1", "form_card_2", "form_bet"]
    tell(book, {**PLAY, "feeds": [{"from": "hand_1", "into": cards}]})
    book.request([validation(TABLE, (7, 8, 2, 3), one_of("G8", "B1", "B3", "R7", "none"))])
    ask_for(book, label_card_1="First", label_card_2="second", label_bet="third", label_way="way")
    plays(person, book)
    puts(person, "G8")
    until(lambda: filled(person)[:3] == ["G8", "", ""], "the first")
    person.driver.find_element(By.CSS_SELECTOR, "[data-choice=none]").click()
    until(lambda: filled(person)[2] == "none", "in the row below")
    person.driver.find_element(By.CSS_SELECTOR, "[data-choice=none]").click()
    until(lambda: filled(person)[2] == "", "and out again")
    puts(person, "R7")
    until(lambda: filled(person)[:3] == ["G8", "", "R7"], "where its person is at work")
    puts(person, "B1")
    until(lambda: filled(person)[:3] == ["G8", "", "B1"], "not into the one that was left")


def test_all_of_it_by_keyboard(person: Person, book: Book) -> None:
    plays(person, book)
    person.driver.execute_script("document.querySelector('[data-opens=more]').focus()")
    person.presses(Keys.TAB, Keys.SPACE)
    until(lambda: filled(person) == ["G8", ""], "the first by Space")
    assert focused(person) == "G8, is in First"
    person.presses(Keys.ARROW_RIGHT, Keys.SPACE)
    until(lambda: filled(person) == ["G8", "B1"], "the next by an arrow key")
    person.presses(Keys.SPACE)
    until(lambda: filled(person) == ["G8", ""], "out again")
    person.holds(Keys.CONTROL, "z")
    until(lambda: filled(person) == ["G8", "B1"], "a click is taken back")
    person.presses(Keys.ESCAPE)
    until(lambda: filled(person) == ["", ""], "emptied")
    person.presses(Keys.ENTER)
    assert written(person, *SEND) is False, "an empty form is not sent"
    person.holds(Keys.CONTROL, "z")
    until(lambda: filled(person) == ["G8", "B1"], "all at once")
    person.presses(Keys.ENTER)
    until(lambda: written(person, *SEND) is True, "sent")


def test_what_is_typed_anywhere_goes_into_the_line_and_from_there_into_the_score_sheet(
    person: Person, book: Book
) -> None:
    book.write(TABLE, FIRST_ROW, 8, "by the form, “yes”: taken: yes")
    plays(person, book)
    person.presses("G8 b1")
    assert said(person) == ("What you typed will be sent.", "G8 b1")
    person.presses(Keys.ENTER)
    until(lambda: written(person, FIRST_ROW + 1, 1) == "G8 b1", "in the next free row")
    assert line(person) == ""
    book.write(TABLE, FIRST_ROW + 1, 8, "taken: G8 B1")
    opens(person, "log")
    person.driver.find_elements(By.CSS_SELECTOR, "#drawer-chips button")[1].click()
    until(lambda: "taken: G8 B1" in beside(person), "answered")
    assert beside(person).splitlines() == [
        *("2", "G8 b1", "taken: G8 B1"),
        *("1", "yes", "taken: yes"),
    ]


def test_a_line_that_is_sent_while_rows_move_is_kept_to_be_sent_again(
    person: Person, book: Book
) -> None:
    plays(person, book)
    blinded(person, "*/events")
    person.driver.execute_script("dispatchEvent(new Event('online'))")  # it connects anew
    book.request([{"insertDimension": {"range": lines(TABLE, FIRST_ROW - 1, FIRST_ROW)}}])
    person.presses("G8 b1", Keys.ENTER)
    person.is_told("“G8 b1” was not sent: send it again.")
    assert line(person) == "G8 b1"
    puts(person, "B3")
    person.is_told("was not written: do it again.")
    assert filled(person) == ["", ""]
    blinded(person)
    until(lambda: person.driver.execute_script(LIVE) == "live", "it sees the rows")
    field(person, "line").send_keys("G8 b1", Keys.ENTER)
    until(lambda: written(person, FIRST_ROW + 1, 1) == "G8 b1", "where it belongs by now")


def bids(person: Person, book: Book) -> None:
    """Ask for one text, which can only be typed."""
    book.request([{"setDataValidation": {"range": box(TABLE, 7, 8, 4, 5)}}])
    tell(book, {**PLAY, "feeds": []})
    ask_for(book, label_way="Your bid")
    plays(person, book)


def test_what_is_typed_into_a_field_stays_whatever_else_changes(person: Person, book: Book) -> None:
    bids(person, book)
    field = person.driver.find_element(By.CSS_SELECTOR, ".text-field input")
    field.send_keys("12")
    happens(book, "Bo raises.")
    until(lambda: part(person, "news") == "Bo raises.", "what is new")
    assert field.get_attribute("value") == "12"


def test_what_was_typed_for_a_question_that_is_gone_is_offered_in_the_line(
    person: Person, book: Book
) -> None:
    bids(person, book)
    person.driver.find_element(By.CSS_SELECTOR, ".text-field input").send_keys("12")
    texts = {(0, 1): "Waiting for Bo.", LABELS["label_way"]: ""}
    book.request(
        [cells(TABLE, *at, [[text(now)]], "userEnteredValue") for at, now in texts.items()]
    )
    typed = "What you typed will be sent."
    until(lambda: said(person) == (typed, "12"), "it is there to be sent")


def test_what_was_typed_for_a_question_goes_with_the_answer_to_it(
    person: Person, book: Book
) -> None:
    bids(person, book)
    person.driver.find_element(By.CSS_SELECTOR, ".text-field input").send_keys("12", Keys.TAB)
    until(lambda: written(person, *FORM["form_way"]) == "12", "in its cell")
    field(person, "line").send_keys(Keys.CONTROL, "a", Keys.NULL, "13", Keys.ENTER)
    until(lambda: written(person, FIRST_ROW, 1) == "13", "another answer")
    book.write(TABLE, *FORM["form_way"], "")
    book.write(TABLE, 0, 1, "Your next bid.")
    until(lambda: part(person, "ask") == "Your next bid.", "the next question")
    assert (line(person), filled(person)) == ("", [""])


def test_only_what_is_held_can_be_locked_without_filling_anything_in(
    person: Person, book: Book
) -> None:
    cards = ["form_card_1", "form_card_2"]
    tell(book, {**PLAY, "form": cards, "send": {"tick": "form_send", "lock": "form_bet"}})
    ask_for(book, label_card_1="First", label_card_2="second", label_bet="and lock")
    plays(person, book)
    shown = [field(person, name) for name in ("send", "lock")]
    assert [one.is_displayed() for one in shown] == [True, False], "there is nothing to lock"
    holds(book)
    until(lambda: [one.is_displayed() for one in shown] == [False, True], "there is an answer")
    assert shown[1].get_attribute("aria-disabled") == "false"
    puts(person, "G8")
    until(shown[0].is_displayed, "another answer may be sent in place of it")


def test_a_bet_is_buttons_and_a_number(person: Person, book: Book) -> None:
    ask_for(book, label_bet="Your bet")
    plays(person, book)
    buttons = person.driver.find_elements(By.CSS_SELECTOR, ".choice-button")
    assert [one.text for one in buttons] == ["Call", "Fold", "Raise\n1 to 18"]
    buttons[2].click()
    until(lambda: written(person, *FORM["form_bet"]) == "raise 1", "the least")
    more = person.driver.find_element(By.CSS_SELECTOR, ".step:last-child")
    more.click()
    more.click()
    until(lambda: written(person, *FORM["form_bet"]) == "raise 3", "two more")
    person.driver.execute_script("document.querySelector('.rail').focus()")
    person.presses(Keys.END)
    until(lambda: written(person, *FORM["form_bet"]) == BETS[-1], "the most")
    buttons[0].click()
    until(lambda: written(person, *FORM["form_bet"]) == "call", "another")
    assert not person.driver.find_element(By.CSS_SELECTOR, ".meter").is_displayed()


def test_a_tile_is_called_by_its_heads_and_tells_its_way(person: Person, book: Book) -> None:
    ask_for(book, label_way="to")
    plays(person, book)
    assert pieces(person, "can") == [
        "B3, B2-B3, can go into to",
        "A2, B2-A2, can go into to",
        "C1, B2-B1-C1, can go into to",
    ]
    assert len(pieces(person, "cannot")) == 6
    puts(person, "C1")
    until(lambda: written(person, *FORM["form_way"]) == "B2-B1-C1", "the whole way")


def test_a_hint_is_shown_until_its_reader_has_got_it(person: Person, book: Book) -> None:
    plays(person, book)
    got = person.driver.find_element(By.CSS_SELECTOR, "[data-part=hint-got]")
    assert part(person, "hint").startswith(AIM)
    got.click()
    assert part(person, "hint").startswith(SECRET)
    got.click()
    assert not got.is_displayed()
    person.opens(book.link(book.writer, TABLE))
    assert part(person, "hint") == "", "not in this browser"
    opens(person, "more")
    person.driver.find_element(By.CSS_SELECTOR, "[data-does=hints]").click()
    assert part(person, "hint").startswith(AIM), "unless they are wanted again"


def test_a_limit_is_a_clock_and_its_last_ten_seconds_are_seen(person: Person, book: Book) -> None:
    give(book, 2990)
    plays(person, book)
    assert re.fullmatch(r"4\d:\d\d", part(person, "left-time"))
    assert part(person, "after") == "then your turn is over"
    give(book, 8)
    soon = "[data-part=question].soon"
    until(lambda: person.driver.find_elements(By.CSS_SELECTOR, soon), "in another colour")
    assert part(person, "after") == "then your turn is over", "and nothing else changes"


def happens(book: Book, *events: str) -> None:
    """Tell what happened, the newest first."""
    rows = [[text(event)] for event in (*events, "The community card is R7.")[:4]]
    book.request([cells(TABLE, 11, 1, rows, "userEnteredValue")])


def test_what_happened_since_ones_last_answer_stays_above_the_question(
    person: Person, book: Book
) -> None:
    plays(person, book)
    assert part(person, "news") == ""
    happens(book, "Bo raises.")
    until(lambda: part(person, "news") == "Bo raises.", "what is new")
    happens(book, "You see R3.", "Bo bluffs.", "Bo raises.")
    until(lambda: part(person, "news") == "You see R3. Bo bluffs. Bo raises.", "in order")
    person.presses("call", Keys.ENTER)
    assert part(person, "news") == "You see R3. Bo bluffs. Bo raises.", "for some seconds"
    happens(book, "You call.", "You see R3.", "Bo bluffs.", "Bo raises.")
    until(lambda: part(person, "news") == "You call.", "what came of it")


def test_all_that_happened_at_once_stays_there_where_it_is_listed(
    person: Person, book: Book
) -> None:
    list_moves(book)
    so_far = ["Ana cuts.", "Bo cuts.", "Bo raises.", "The community card is R7."]
    happened(book, *so_far)
    plays(person, book)
    news = [f"Bo wins the battle {number}." for number in range(1, 7)]
    happened(book, *so_far, *news)
    until(lambda: part(person, "news") == " ".join(reversed(news)), "all of it")
    opens(person, "log")
    assert beside(person).splitlines() == [*reversed(news), *reversed(so_far)]


def test_a_new_question_comes_into_sight_and_the_same_one_does_not(
    person: Person, book: Book
) -> None:
    plays(person, book)
    top = "return document.querySelector('[data-part=middle]').scrollTop"
    down = "document.querySelector('[data-part=middle]').scrollTo(0, 9999)"
    person.driver.execute_script("document.getElementById('play').style.maxHeight = '300px'")
    person.driver.execute_script(down)
    assert person.driver.execute_script(top) > 0
    happens(book, "Bo raises.")
    until(lambda: part(person, "news") == "Bo raises.", "what is new")
    assert person.driver.execute_script(top) > 0, "the question is the same"
    book.write(TABLE, 0, 1, "Choose two other cards.")
    until(lambda: person.driver.execute_script(top) == 0, "the new one")


def test_what_happened_before_a_greeting_gave_way_is_no_news(person: Person, book: Book) -> None:
    list_moves(book)
    happened(book, "Ana cuts.", "Bo cuts.")
    greet(book, "Outlast your opponent.", "Whoever runs out of chips loses.")
    plays(person, book)
    happened(book, "Ana cuts.", "Bo cuts.", "Bo raises.")
    until(lambda: part(person, "news") == "Bo raises.", "what is new, and nothing else")


def test_what_was_taken_back_is_no_news_a_second_time(person: Person, book: Book) -> None:
    list_moves(book)
    happened(book, "Ana bets 3.", "Bo raises.")
    plays(person, book)
    happened(book, "Ana bets 3.", "(taken back) Bo raises.", "The umpire takes it back.")
    until(lambda: part(person, "news") == "The umpire takes it back.", "only what is new")


def outlines(person: Person) -> int:
    return len(person.driver.find_elements(By.CSS_SELECTOR, ".changed"))


def test_what_a_turn_changes_is_outlined_and_what_one_sends_is_not(
    person: Person, book: Book
) -> None:
    plays(person, book)
    book.request([cells(TABLE, 10, 9, [[{"userEnteredValue": {"stringValue": "20"}}]] * 2, "*")])
    until(lambda: outlines(person) == 2, "each that has changed")
    person.opens(book.link(book.writer, TABLE))
    assert outlines(person) == 0
    person.presses("pass", Keys.ENTER)
    book.write(TABLE, 10, 9, "19")
    until(lambda: "19" in part(person, "board"), "shown")
    assert outlines(person) == 0


def test_what_was_hidden_to_the_end_is_outlined_for_good(person: Person, book: Book) -> None:
    plays(person, book)
    finish(book, {**END, "opened": {"stand_1": [[0, 1], [1, 1], [2, 3]], "nowhere": [[0, 0]]}})
    until(lambda: "You won" in part(person, "end"), "the end")
    (outline,) = person.driver.find_elements(By.CSS_SELECTOR, ".opened")
    assert outline.is_displayed(), "two neighbours as one, and of an empty cell none"
    assert "outlined: opened now that it is over" in part(person, "end")
    assert person.driver.find_element(By.CSS_SELECTOR, "#game > p").text.endswith(", over")
    finish(book, {**END, "opened": {}})
    until(lambda: "outlined" not in part(person, "end"), "nothing was hidden")
    assert person.driver.find_elements(By.CSS_SELECTOR, ".opened") == []


def test_blocks_without_text_take_no_room(person: Person, book: Book) -> None:
    plays(person, book)
    shown = person.driver.find_elements(By.CSS_SELECTOR, "[data-part=board] > .cells")
    assert [one.is_displayed() for one in shown] == [True, True, False]
    assert len(shown[1].find_elements(By.CSS_SELECTOR, "tr")) == 2, "nor does an empty row"
    tell(book, {**PLAY, "board": ["B1:G12"]})
    script = (
        "return [...document.querySelectorAll('[data-part=board] tr')].map((one) => one.innerText)"
    )
    rows: list[str] = []

    def are_read() -> bool:
        rows[:] = [one.strip() for one in person.driver.execute_script(script)]
        return len(rows) > 4

    book.write(TABLE, 0, 1, "")
    until(are_read, "the block")
    assert rows[0] != "", "none above the first"
    assert not any(one == other == "" for one, other in pairwise(rows)), "of two only one"


def test_who_only_watches_is_given_no_form(person: Person, book: Book) -> None:
    plays(person, book)
    person.opens(book.link(book.reader, TABLE))
    assert part(person, "ask") == "Choose two cards."
    assert pieces(person, "can") == []
    assert part(person, "fields") + part(person, "sending") == ""


def test_what_people_write_is_text(person: Person, book: Book) -> None:
    list_moves(book)
    happened(book, NASTY)
    plays(person, book)
    opens(person, "log")
    assert "<b>bold</b>" in beside(person)
    assert person.driver.title != "owned"


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_in_the_way(person: Person, book: Book, is_dark: bool) -> None:
    if is_dark:
        dark(person)
    try:
        ask_for(book, label_card_1="First", label_bet="Your bet", label_way="to")
        plays(person, book)
        puts(person, "G8")
        until(lambda: "G8, is in First" in pieces(person, "in"), "in")
        assert faults(person, MORE_THAN_MINOR) == []
    finally:
        person.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_a_phone_shows_it_in_order_and_within_reach(phone: Person, book: Book) -> None:
    plays(phone, book)
    tops = [
        phone.box(f"[data-part={name}]")["top"]
        for name in ("question", "hand", "fields", "hint", "head", "board")
    ]
    assert tops == sorted(tops)
    wide, room = phone.driver.execute_script(
        "const play = document.getElementById('play'); return [play.scrollWidth, innerWidth]"
    )
    assert wide <= room
    phone.driver.execute_script(
        "document.querySelector('[data-part=board]').style.minHeight = '2000px';"
        "document.getElementById('play').scrollTo(0, 9999)"
    )
    assert phone.box("[data-part=hand]")["bottom"] < phone.box("[data-part=question]")["top"]
    assert phone.box("[data-part=question]")["top"] <= 54, "the question stays"
    assert round(phone.box("[data-part=dock]")["bottom"]) == 844, "and so does Send"
    phone.driver.execute_script("document.getElementById('play').scrollTo(0, 0)")
    phone.taps(".piece")
    until(lambda: filled(phone) == ["G8", ""], "put in by a finger")
    small = phone.driver.execute_script(
        "return [...document.querySelectorAll('#play button, #play select, #ways button')]"
        ".filter((one) => one.checkVisibility()).filter((one) => {"
        "  const whole = one.matches('.target') ? one.parentElement : one;"
        "  const { width, height } = whole.getBoundingClientRect();"
        "  const beyond = getComputedStyle(one, '::before');"
        "  const reach = beyond.content === 'none' ? 0 : -2 * parseFloat(beyond.top || 0);"
        "  return Math.min(width, height) + Math.max(0, reach) < 43.5;"
        "}).map((one) => one.outerHTML.slice(0, 120))"
    )
    assert small == []


def test_what_is_too_wide_fades_where_there_is_more_of_it(phone: Person, book: Book) -> None:
    plays(phone, book)
    block = "const block = document.querySelector('[data-part=board] .cells');"
    fading = block + "return getComputedStyle(block).getPropertyValue('--more')"
    assert phone.driver.execute_script(fading) == "0px", "it has room"
    phone.driver.execute_script(block + "block.classList.add('wide'); block.style.width = '60px'")
    until(lambda: phone.driver.execute_script(fading) == "36px", "there is more")
    phone.driver.execute_script(block + "block.scrollLeft = 9999")
    until(lambda: phone.driver.execute_script(fading) == "0px", "that is the end")


LONGEST = """
return [...document.querySelectorAll('#play .cells td.filled > .text')].map((text) => {
  const range = document.createRange();
  range.selectNodeContents(text);
  const { width, height } = range.getBoundingClientRect();
  return [text.textContent, width - text.parentElement.getBoundingClientRect().width, height];
});
"""


def test_the_name_of_a_card_is_written_smaller_rather_than_broken_or_cut(
    person: Person, book: Book
) -> None:
    plays(person, book)
    names = ["cinnamonroll", "CONFIDENTIAL", "R7", "R7", "R7"]
    book.request([cells(TABLE, 4, 1, [[text(name) for name in names]], "userEnteredValue")])
    until(
        lambda: "CONFIDENTIAL" in {name for name, *_ in person.driver.execute_script(LONGEST)},
        "drawn",
    )
    shown = {name: (over, high) for name, over, high in person.driver.execute_script(LONGEST)}
    assert shown["cinnamonroll"][0] <= 0
    assert shown["CONFIDENTIAL"][0] <= 0
    assert shown["cinnamonroll"][1] < shown["R7"][1]
