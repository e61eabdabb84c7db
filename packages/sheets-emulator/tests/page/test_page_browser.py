"""What a person at a browser sees and may do, in a real Chromium."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from page_kit import (
    BOARD,
    ENTRY,
    FREE,
    HELP,
    NASTY,
    STRICT_HELP,
    Book,
    Person,
    add_tab,
    box,
    cells,
    made_book,
    row_height,
    text,
    until,
    validation,
)
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from sheets_emulator.app import LocalServer

pytestmark = [pytest.mark.browser, pytest.mark.end_to_end]


@pytest.fixture
def second(person: Person) -> Iterator[str]:
    """A second window beside the first; its name."""
    first = person.driver.current_window_handle
    person.driver.switch_to.new_window("window")
    handle = person.driver.current_window_handle
    person.driver.switch_to.window(first)
    yield handle
    person.driver.switch_to.window(handle)
    person.driver.close()
    person.driver.switch_to.window(first)


# ---- what is seen


def test_a_spreadsheet_looks_as_it_is_formatted(person: Person, book: Book) -> None:
    person.opens(book.link(book.owner, BOARD))
    assert person.driver.find_element(By.ID, "title").text == "Everything"
    assert person.text("B1") == "Ana to move"
    assert person.cell("B1").get_attribute("colspan") == "3"
    assert person.style("B1", "text-align") == "center"
    assert person.style("B1", "font-weight") == "700"
    assert "rgb(0, 0, 0) 0px -1px" in person.style("C3", "box-shadow")
    assert person.cell("A5").size["width"] == 140
    assert person.cell("A1").size["height"] == 40
    assert person.cell("A7").size["height"] > 30, "wrapped text makes its row higher"


def test_a_row_is_as_low_as_it_is_made(person: Person, book: Book) -> None:
    book.request([row_height(FREE, 1, 7)])
    person.opens(book.link(book.owner))
    assert person.cell("B2").size["height"] == 7
    assert person.cell("B3").size["height"] == 21


def test_a_conditional_format_colours_by_text_and_follows_it(person: Person, book: Book) -> None:
    person.opens(book.link(book.writer, BOARD))
    assert person.style("A3", "background-color") == "rgba(213, 94, 0, 1)"
    assert person.style("A3", "font-weight") == "700"
    assert person.style("B3", "background-color") == "rgba(255, 255, 255, 1)"
    book.write(BOARD, 2, 1, "Red")
    until(
        lambda: person.style("B3", "background-color") == "rgba(213, 94, 0, 1)",
        "the colour follows",
    )


def test_what_somebody_wrote_is_never_markup(person: Person, book: Book) -> None:
    person.opens(book.link(book.owner, BOARD))
    assert person.text("A4") == NASTY
    assert not person.driver.find_elements(By.CSS_SELECTOR, "#grid b, #grid script")
    person.opens_tab("Free")
    person.types("A1", NASTY)
    person.sees("A1", NASTY)
    assert "owned" not in person.driver.title
    assert not person.driver.find_elements(By.CSS_SELECTOR, "#grid b, #grid script")


def test_a_note_is_shown_when_its_cell_is_selected(person: Person, book: Book) -> None:
    person.opens(book.link(book.owner, BOARD))
    assert "noted" in (person.cell("A4").get_attribute("class") or "")
    person.clicks("A4")
    assert person.driver.find_element(By.ID, "hint").text == "a <i>note</i>"
    person.clicks("A3")
    assert not person.driver.find_element(By.ID, "hint").is_displayed()


def test_a_corner_tells_of_a_note_only_where_something_stands(person: Person, book: Book) -> None:
    book.request([cells(FREE, 4, 0, [[{"note": "what it means"}]], "note")])
    person.opens(book.link(book.owner, FREE))
    assert "noted" not in (person.cell("A5").get_attribute("class") or "")
    person.types("A5", "label")
    until(lambda: "noted" in (person.cell("A5").get_attribute("class") or ""), "the corner")
    person.clicks("A5")
    assert person.driver.find_element(By.ID, "hint").text == "what it means"


def test_long_text_runs_over_empty_cells_only(owner: Person) -> None:
    owner.types("A1", "a text that is far too long for its own cell")
    until(lambda: owner.text_width("A1") > 300, "it runs over the empty cells")
    owner.types("B1", "in the way")
    until(lambda: owner.text_width("A1") <= 100, "it is cut at the next text")


def test_frozen_rows_and_columns_stay_when_the_grid_is_scrolled(person: Person, book: Book) -> None:
    book.request(
        [
            {"appendDimension": {"sheetId": BOARD, "dimension": "ROWS", "length": 100}},
            {"appendDimension": {"sheetId": BOARD, "dimension": "COLUMNS", "length": 20}},
        ]
    )
    person.opens(book.link(book.owner, BOARD))
    before = person.cell("A2").rect, person.cell("B1").rect["y"], person.cell("A5").rect["x"]
    person.driver.execute_script("document.getElementById('scroller').scrollTo(600, 800)")
    assert (
        person.driver.execute_script("return document.getElementById('scroller').scrollTop") == 800
    )
    assert (
        person.cell("A2").rect,
        person.cell("B1").rect["y"],
        person.cell("A5").rect["x"],
    ) == before
    assert person.cell("B5").rect["x"] < before[0]["x"]


def test_the_tab_is_in_the_address(person: Person, book: Book) -> None:
    person.opens(book.link(book.owner, BOARD))
    person.opens_tab("Free")
    assert person.driver.current_url.endswith(f"#gid={FREE}")
    person.driver.refresh()
    person.sees_state("live")
    current = person.driver.find_element(By.CSS_SELECTOR, "[role=tab][aria-selected=true]")
    assert current.text == "Free"


@pytest.mark.parametrize(
    ("token", "who"),
    [
        ("owner", "You can edit everything"),
        ("writer", "You can edit your entries"),
        ("reader", "View only"),
    ],
)
def test_the_header_says_what_one_may_do(person: Person, book: Book, token: str, who: str) -> None:
    person.opens(book.link(getattr(book, token)))
    assert person.driver.find_element(By.ID, "who").text == who


def test_the_menu_in_the_header_opens_the_other_spreadsheets_of_the_link(
    person: Person, book: Book, server: LocalServer
) -> None:
    with made_book(server, NASTY, book.writer) as other:
        person.opens(book.link(book.writer))
        assert person.driver.find_element(By.ID, "others").text == "Other sheets"
        person.clicks("B2")
        person.presses("typed before")
        person.holds(Keys.SHIFT, Keys.F6)
        assert person.driver.switch_to.active_element.text == "Other sheets"
        person.presses(Keys.ENTER)
        links = person.driver.find_elements(By.CSS_SELECTOR, "#others a")
        assert [link.text for link in links] == [NASTY]
        person.presses(Keys.ESCAPE)
        until(lambda: not links[0].is_displayed(), "escape closes the menu")
        person.presses(Keys.ENTER, Keys.TAB, Keys.ENTER)
        until(lambda: other.spreadsheet_id in person.driver.current_url, "never opened")
        person.sees_state("live")
        person.driver.find_element(By.CSS_SELECTOR, "#others summary").click()
        person.driver.find_element(By.LINK_TEXT, "Everything").click()
        until(lambda: book.spreadsheet_id in person.driver.current_url, "never came back")
        person.sees_state("live")
        person.opens_tab("Free")
        person.sees("B2", "typed before")


def test_a_link_to_one_spreadsheet_has_no_menu(person: Person, book: Book) -> None:
    person.opens(book.link(book.reader))
    assert not person.driver.find_element(By.ID, "others").is_displayed()


# ---- typing


def test_typing_replaces_and_enter_moves_down(owner: Person) -> None:
    owner.types("B2", "first")
    assert owner.active == "B3"
    owner.sees("B2", "first")
    owner.types("B2", "second")
    owner.sees("B2", "second")


def test_f2_edits_what_is_there_and_tab_moves_right(owner: Person) -> None:
    owner.types("B2", "half")
    owner.clicks("B2")
    owner.presses(Keys.F2, " more", Keys.TAB)
    assert owner.active == "C2"
    owner.sees("B2", "half more")


def test_a_double_click_edits(owner: Person) -> None:
    owner.types("B2", "half")
    ActionChains(owner.driver).double_click(owner.cell("B2")).perform()
    owner.presses(" more", Keys.ENTER)
    owner.sees("B2", "half more")


def test_escape_leaves_the_cell_as_it_was(owner: Person) -> None:
    owner.types("B2", "kept")
    owner.clicks("B2")
    owner.presses("lost", Keys.ESCAPE)
    assert owner.editor is None
    assert owner.text("B2") == "kept"
    assert owner.active == "B2"
    assert owner.entry.get_attribute("value") == "kept"


def test_clicking_elsewhere_keeps_what_was_typed(owner: Person) -> None:
    owner.clicks("B2")
    owner.presses("typed")
    owner.clicks("D5")
    owner.sees("B2", "typed")
    assert owner.active == "D5"


def test_numbers_are_read_as_a_sheet_reads_them(owner: Person) -> None:
    owner.types("A1", "2")
    owner.types("A2", "=A1*3")
    owner.sees("A2", "6")
    owner.clicks("A2")
    assert owner.entry.get_attribute("value") == "=A1*3"
    assert owner.style("A2", "text-align") == "right"


def test_plain_text_cells_keep_what_looks_like_a_date(writer: Person) -> None:
    writer.types("B3", "3-4")
    writer.sees("B3", "3-4")
    time.sleep(0.2)
    assert writer.text("B3") == "3-4"


def test_alt_enter_begins_a_new_line_in_the_cell(owner: Person) -> None:
    owner.clicks("A1")
    owner.presses("one")
    owner.holds(Keys.ALT, Keys.ENTER)
    owner.presses("two", Keys.ENTER)
    owner.sees("A1", "one\ntwo")


def test_the_bar_shows_and_edits_the_selected_cell(owner: Person) -> None:
    owner.types("B2", "half")
    owner.clicks("B2")
    assert owner.entry.get_attribute("value") == "half"
    owner.entry.click()
    owner.presses(Keys.END, " more")
    assert owner.editor is not None
    assert owner.editor.get_attribute("value") == "half more"
    owner.driver.find_element(By.ID, "accept").click()
    owner.sees("B2", "half more")
    assert owner.active == "B2"


# ---- what may not be typed


def test_a_protected_cell_says_that_it_is_closed(writer: Person, book: Book) -> None:
    assert writer.cell("D3").get_attribute("aria-readonly") == "true"
    assert writer.style("D3", "cursor") == "not-allowed"
    assert writer.cell("B3").get_attribute("aria-readonly") == "false"
    writer.clicks("A2")
    writer.presses("x")
    writer.is_told("This cell is protected")
    assert writer.editor is None
    writer.presses(Keys.DELETE)
    assert writer.text("A2") == "No"
    assert writer.entry.get_property("readOnly") is True


def test_a_reader_can_only_look(person: Person, book: Book) -> None:
    person.opens(book.link(book.reader))
    person.clicks("A1")
    person.presses("x")
    person.is_told("You can view this spreadsheet but not change it.")
    assert person.editor is None


def test_a_protection_made_meanwhile_refuses_and_gives_the_cell_back(
    owner: Person, book: Book
) -> None:
    owner.opens(book.link(book.writer))
    owner.types("A1", "mine")
    owner.sees("A1", "mine")
    owner.clicks("A1")
    owner.presses("too late")
    book.request([{"addProtectedRange": {"protectedRange": {"range": box(FREE, 0, 1, 0, 1)}}}])
    until(lambda: owner.cell("A1").get_attribute("aria-readonly") == "true", "locked")
    assert owner.editor is not None
    assert owner.editor.get_attribute("value") == "too late"
    owner.presses(Keys.ENTER)
    owner.is_told("protected")
    owner.sees("A1", "mine")


# ---- drop-downs and check boxes


def test_help_is_shown_at_a_selected_entry_cell(writer: Person) -> None:
    writer.clicks("B3")
    assert writer.driver.find_element(By.ID, "hint").text == HELP


def test_a_choice_is_picked_with_the_mouse(writer: Person) -> None:
    writer.clicks("B3")
    writer.driver.find_element(By.CSS_SELECTOR, "#B3 .arrow").click()
    assert writer.choices == ["Y5 set", "Y5 set draw module", "none"]
    writer.driver.find_elements(By.CSS_SELECTOR, "[role=option]")[1].click()
    writer.sees("B3", "Y5 set draw module")
    assert writer.choices == []


def test_a_choice_is_picked_with_the_keyboard(writer: Person) -> None:
    writer.clicks("B3")
    writer.holds(Keys.ALT, Keys.ARROW_DOWN)
    assert len(writer.choices) == 3
    writer.presses("draw")
    assert writer.choices == ["Y5 set draw module"]
    writer.presses(Keys.ARROW_DOWN, Keys.ENTER)
    writer.sees("B3", "Y5 set draw module")


def test_a_list_that_is_not_strict_takes_other_text(writer: Person) -> None:
    writer.types("B3", "R1 balance")
    writer.sees("B3", "R1 balance")
    assert writer.active == "B4"


def test_a_strict_list_refuses_other_text_in_its_own_words(writer: Person) -> None:
    writer.types("C4", "perhaps")
    writer.is_told(STRICT_HELP)
    writer.sees("C4", "")
    writer.types("C4", "yes")
    writer.sees("C4", "yes")


def test_a_check_box_is_ticked_by_click_and_by_space(writer: Person, book: Book) -> None:
    def ticked() -> bool:
        return writer.driver.find_element(By.CSS_SELECTOR, "#C3 input").is_selected()

    assert not ticked()
    writer.driver.find_element(By.CSS_SELECTOR, "#C3 input").click()
    until(ticked, "ticked")
    writer.presses(Keys.SPACE)
    until(lambda: not ticked(), "unticked")
    writer.presses(Keys.SPACE)
    writer.driver.refresh()
    writer.sees_state("live")
    assert ticked(), "the server knows"


def test_the_help_of_a_box_that_was_ticked_no_longer_covers_what_is_below_it(
    writer: Person, book: Book
) -> None:
    box_rule = {"condition": {"type": "BOOLEAN"}, "inputMessage": "Tick it to say this."}
    book.request([validation(ENTRY, (2, 3, 2, 3), box_rule)])
    hint = writer.driver.find_element(By.ID, "hint")
    writer.clicks("B3")
    writer.presses(Keys.ARROW_RIGHT)
    until(lambda: hint.text == "Tick it to say this.", "help at the box")
    writer.presses(Keys.SPACE)
    until(lambda: not hint.is_displayed(), "ticked")
    book.request(
        [cells(ENTRY, 2, 2, [[{"userEnteredValue": {"boolValue": False}}]], "userEnteredValue")]
    )
    box = writer.driver.find_element(By.CSS_SELECTOR, "#C3 input")
    until(lambda: not box.is_selected(), "a program took the tick out")
    assert not hint.is_displayed()
    writer.presses(Keys.ARROW_LEFT, Keys.ARROW_RIGHT)
    until(lambda: hint.text == "Tick it to say this.", "selected anew")


# ---- the keyboard


def test_arrows_move_and_shift_with_them_selects(owner: Person) -> None:
    owner.clicks("B2")
    owner.presses(Keys.ARROW_RIGHT, Keys.ARROW_DOWN)
    assert owner.active == "C3"
    owner.presses(Keys.ARROW_LEFT, Keys.ARROW_UP)
    assert owner.active == "B2"
    owner.holds(Keys.SHIFT, Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
    assert owner.active == "B2"
    assert owner.chosen == ["B2", "C2", "B3", "C3"]
    assert owner.driver.find_element(By.ID, "address").text == "B2:C3"


def test_enter_and_tab_move_and_shift_turns_them_round(owner: Person) -> None:
    owner.clicks("B2")
    owner.presses(Keys.ENTER, Keys.ENTER, Keys.TAB)
    assert owner.active == "C3"
    owner.holds(Keys.SHIFT, Keys.ENTER)
    owner.holds(Keys.SHIFT, Keys.TAB)
    assert owner.active == "B2"


def test_home_end_and_their_like(owner: Person) -> None:
    owner.types("D4", "x")
    owner.clicks("B4")
    owner.presses(Keys.END)
    assert owner.active == "D4"
    owner.presses(Keys.HOME)
    assert owner.active == "A4"
    owner.presses(Keys.PAGE_DOWN)
    assert int(owner.active[1:]) > 15
    owner.presses(Keys.PAGE_UP)
    assert owner.active == "A4"
    owner.holds(Keys.CONTROL, Keys.END)
    assert owner.active == "D4"
    owner.holds(Keys.CONTROL, Keys.HOME)
    assert owner.active == "A1"
    owner.holds(Keys.CONTROL, Keys.ARROW_DOWN)
    assert owner.active == "A300"


def test_moving_passes_merged_cells_as_one(person: Person, book: Book) -> None:
    person.opens(book.link(book.owner, BOARD))
    person.clicks("A1")
    person.presses(Keys.ARROW_RIGHT)
    assert person.active == "B1"
    person.presses(Keys.ARROW_RIGHT)
    assert person.active == "E1"
    person.clicks("C2")
    person.presses(Keys.ARROW_UP)
    assert person.active == "B1"
    person.presses(Keys.ARROW_DOWN)
    assert person.active == "C2", "the way through merged cells keeps its column"


def test_typing_and_arrow_moves_on_but_not_after_f2(owner: Person) -> None:
    owner.clicks("B2")
    owner.presses("abc", Keys.ARROW_DOWN)
    owner.sees("B2", "abc")
    assert owner.active == "B3"
    owner.clicks("B2")
    owner.presses(Keys.F2, Keys.ARROW_LEFT, "X", Keys.ENTER)
    owner.sees("B2", "abXc")


def test_delete_clears_a_block(owner: Person) -> None:
    owner.types("A1", "one")
    owner.types("B2", "two")
    owner.selects("A1", "B2")
    owner.presses(Keys.DELETE)
    owner.sees("A1", "")
    owner.sees("B2", "")


def test_the_grid_can_be_used_and_left_with_the_keyboard_alone(owner: Person) -> None:
    owner.clicks("B2")
    owner.presses(Keys.F6)
    assert owner.driver.switch_to.active_element.get_attribute("id") == "entry"
    owner.presses(Keys.F6)
    assert owner.driver.switch_to.active_element.text == "Free"
    owner.presses(Keys.ARROW_LEFT)
    current = owner.driver.find_element(By.CSS_SELECTOR, "[role=tab][aria-selected=true]")
    assert current.text == "Entry"
    owner.presses(Keys.F6)
    assert owner.driver.switch_to.active_element.get_attribute("aria-label") == "Undo"
    owner.presses(Keys.F6)
    owner.presses(Keys.ARROW_RIGHT)
    assert owner.active == "B1"


# ---- the clipboard


def test_a_block_is_copied_and_pasted(owner: Person) -> None:
    owner.types("A1", "one")
    owner.types("B2", 'two "quoted"')
    owner.selects("A1", "B2")
    owner.holds(Keys.CONTROL, "c")
    owner.clicks("D4")
    owner.holds(Keys.CONTROL, "v")
    owner.sees("D4", "one")
    owner.sees("E5", 'two "quoted"')
    assert owner.chosen == ["D4", "E4", "D5", "E5"]
    assert owner.text("A1") == "one"


def test_a_cut_block_moves_when_it_is_pasted(owner: Person) -> None:
    owner.types("A1", "moved")
    owner.clicks("A1")
    owner.holds(Keys.CONTROL, "x")
    assert owner.text("A1") == "moved", "nothing is lost before it is pasted"
    owner.clicks("C3")
    owner.holds(Keys.CONTROL, "v")
    owner.sees("C3", "moved")
    owner.sees("A1", "")


def test_one_copied_cell_fills_a_selected_block(owner: Person) -> None:
    owner.types("A1", "fill")
    owner.clicks("A1")
    owner.holds(Keys.CONTROL, "c")
    owner.selects("C1", "D2")
    owner.holds(Keys.CONTROL, "v")
    for name in ("C1", "D1", "C2", "D2"):
        owner.sees(name, "fill")


def test_a_table_from_another_program_is_pasted(owner: Person) -> None:
    owner.clicks("B2")
    owner.paste('a\tb\r\n"two\nlines"\t"say ""hi"""\r\n5" nail\t\r\n')
    owner.sees("C2", "b")
    owner.sees("B3", "two\nlines")
    owner.sees("C3", 'say "hi"')
    owner.sees("B4", '5" nail')


def test_a_paste_over_protected_cells_changes_nothing(writer: Person) -> None:
    writer.clicks("B4")
    writer.paste("a\tb\tc")
    writer.is_told("protected")
    assert writer.text("B4") == ""


# ---- others change things meanwhile


def test_a_change_is_seen_within_half_a_second(owner: Person, book: Book) -> None:
    book.write(FREE, 0, 0, "warm")
    owner.sees("A1", "warm")
    book.write(FREE, 4, 2, "from the daemon")
    owner.sees("C5", "from the daemon", seconds=0.5)


def test_what_is_being_typed_survives_changes_around_and_under_it(
    owner: Person, book: Book
) -> None:
    owner.clicks("B2")
    owner.presses("half ty")
    book.write(FREE, 1, 1, "from elsewhere")
    book.write(FREE, 1, 0, "neighbour")
    owner.sees("A2", "neighbour")
    assert owner.editor is not None
    assert owner.editor.get_attribute("value") == "half ty"
    owner.presses("ped")
    assert owner.editor.get_attribute("value") == "half typed"
    owner.presses(Keys.ESCAPE)
    owner.sees("B2", "from elsewhere")


def test_what_is_being_typed_survives_a_new_layout_of_the_tab(owner: Person, book: Book) -> None:
    owner.clicks("B2")
    owner.presses("half ty")
    book.request([{"mergeCells": {"range": box(FREE, 4, 5, 0, 3), "mergeType": "MERGE_ALL"}}])
    until(lambda: owner.cell("A5").get_attribute("colspan") == "3", "merged")
    owner.presses("ped", Keys.ENTER)
    owner.sees("B2", "half typed")


def test_two_people_see_each_other_type(person: Person, book: Book, second: str) -> None:
    first = person.driver.current_window_handle
    person.opens(book.link(book.writer))
    person.driver.switch_to.window(second)
    person.opens(book.link(book.owner))
    person.clicks("B2")
    person.presses("mine, still op")
    person.driver.switch_to.window(first)
    person.types("B3", "theirs")
    person.driver.switch_to.window(second)
    person.sees("B3", "theirs")
    person.presses("en", Keys.ENTER)
    person.driver.switch_to.window(first)
    person.sees("B2", "mine, still open")


def test_new_renamed_and_removed_tabs_follow(owner: Person, book: Book) -> None:
    def titles() -> list[str]:
        return [tab.text for tab in owner.driver.find_elements(By.CSS_SELECTOR, "[role=tab]")]

    book.request(
        [add_tab(500, "New", 5, 5), cells(500, 0, 0, [[text("here")]], "userEnteredValue")]
    )
    until(lambda: titles() == ["Board", "Entry", "Free", "New"], "added")
    owner.opens_tab("New")
    owner.sees("A1", "here")
    book.request([{"deleteSheet": {"sheetId": 500}}])
    until(lambda: titles() == ["Board", "Entry", "Free"], "removed")
    assert owner.text("B1") == "Ana to move"


def test_a_page_whose_spreadsheet_is_taken_away_says_so(person: Person, book: Book) -> None:
    person.opens(book.link(book.reader))
    book.unshare(book.reader)
    person.sees_state("gone")
    person.is_told("no longer")


def test_what_is_typed_while_the_server_is_away_is_kept_and_sent(
    person: Person, tmp_path: Path
) -> None:
    """Over a reload of the page too, which a proxy or the browser's cache may answer."""
    with LocalServer(tmp_path) as server, made_book(server) as book:
        person.opens(book.link(book.writer))
        port = server.port
    person.sees_state("reconnecting")
    lost = person.driver.find_element(By.ID, "lost")
    until(lambda: lost.text.startswith("Connection lost: what you type is kept"), "plainly")
    person.types("B2", "typed meanwhile")
    person.types("B3", "and more")
    person.sees_state("unsaved")
    assert person.text("B2") == "typed meanwhile"
    unsent = person.driver.execute_script("return Object.entries(sessionStorage)")
    assert len(unsent) == 1
    with LocalServer(tmp_path, port):
        person.sees_state("live")
        until(lambda: not person.driver.find_elements(By.CSS_SELECTOR, "td.waiting"), "saved")
        assert not lost.is_displayed()
        assert person.driver.execute_script("return sessionStorage.length") == 0
        person.types("B2", "newer")
        until(lambda: not person.driver.find_elements(By.CSS_SELECTOR, "td.waiting"), "saved")
        # As if the page had been left before the server's answer came.
        person.driver.execute_script("sessionStorage.setItem(...arguments[0])", unsent[0])
        person.driver.refresh()
        person.sees_state("live")
        person.sees("B3", "and more")
        until(lambda: person.driver.execute_script("return sessionStorage.length") == 0, "sent")
        assert person.text("B2") == "newer", "what had arrived is not written again"
        kept, value = unsent[0]
        value = value.replace('"id":"', '"id":"never-had-').replace("meanwhile", "before")
        person.driver.execute_script("sessionStorage.setItem(...arguments[0])", [kept, value])
        person.driver.refresh()
        person.sees("B2", "typed before")


@pytest.mark.parametrize("older", ["sheets", "otherwise"])
def test_what_was_left_for_cells_that_have_moved_is_not_written(
    person: Person, book: Book, older: str
) -> None:
    person.opens(book.link(book.writer))
    edit = {
        "id": "left",
        "version": 0,
        "sheet": FREE,
        "blocks": [{"row": 1, "column": 1, "rows": [["mine"]]}],
    }
    person.driver.execute_script(
        "sessionStorage.setItem(`${arguments[1]}.unsent ${location.pathname}/type`, arguments[0])",
        json.dumps([edit]),
        older,
    )
    person.driver.refresh()
    person.is_told("The cell you typed in has moved or is gone")
    editor = until(lambda: person.editor, "the text is there to be written elsewhere")
    assert editor is not None
    assert editor.get_attribute("value") == "mine"
    person.presses(Keys.ESCAPE)
    kept = person.driver.execute_script("return Object.keys(sessionStorage)")
    assert [name for name in kept if name.startswith("otherwise")] == []


# ---- on a phone


def test_the_page_works_on_a_phone(phone: Person, book: Book) -> None:
    phone.opens(book.link(book.writer, ENTRY))
    width, shown = phone.driver.execute_script(
        "return [document.documentElement.scrollWidth, window.innerWidth]"
    )
    assert width == shown == 390, "only the grid scrolls sideways"
    assert phone.cell("B5").size["height"] >= 30
    assert phone.driver.find_element(By.CSS_SELECTOR, "[role=tab]").size["height"] >= 40
    phone.taps("#B5")
    until(lambda: phone.active == "B5", "a tap selects")
    assert phone.editor is None
    phone.taps("#B5")
    until(lambda: phone.editor, "the next tap edits")
    phone.presses("Y5 s")
    assert phone.entry.is_displayed()
    phone.taps("#accept")
    phone.sees("B5", "Y5 s")
    phone.taps("#B6 .arrow")
    until(lambda: phone.choices, "the arrow opens the list")
    phone.taps("[role=option]")
    phone.sees("B6", "Y5 set")
    phone.taps("#C3 input")
    until(lambda: phone.driver.find_element(By.CSS_SELECTOR, "#C3 input").is_selected(), "ticked")


def test_the_menu_of_other_spreadsheets_fits_a_phone(
    phone: Person, book: Book, server: LocalServer
) -> None:
    with made_book(server, "A very long title " * 5, book.writer):
        phone.opens(book.link(book.writer))
        phone.taps("#others summary")
        until(
            lambda: phone.driver.find_element(By.CSS_SELECTOR, "#others a").is_displayed(), "opens"
        )
        menu = phone.box("#others ul")
        assert 0 <= menu["left"] < menu["right"] <= 390
        assert phone.box("#connection")["right"] <= phone.box("#others")["left"]


def test_the_title_has_two_lines_on_a_phone(phone: Person, book: Book, server: LocalServer) -> None:
    with made_book(server, "Arcanoid: Ana's table (arcanoid-1)", book.writer) as other:
        phone.opens(other.link(other.writer))
        phone.driver.execute_script("document.getElementById('turn').textContent = 'Your turn'")
        wide, high, whole = phone.driver.execute_script(
            "const { clientWidth, clientHeight } = document.getElementById('title');"
            "return [clientWidth, clientHeight, document.documentElement.scrollWidth]"
        )
        assert (whole, high) == (390, 32)
        assert wide > 80


def test_text_goes_in_through_the_bar_on_a_phone(phone: Person, book: Book) -> None:
    phone.opens(book.link(book.writer, ENTRY))
    phone.taps("#B7")
    until(lambda: phone.active == "B7", "a tap selects")
    phone.taps("#entry")
    phone.presses("none", Keys.ENTER)
    phone.sees("B7", "none")
