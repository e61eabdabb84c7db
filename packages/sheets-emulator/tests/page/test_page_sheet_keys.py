"""The page is worked as any spreadsheet is: editing, filling, finding, help, other programs."""

import pytest
from page_kit import BOARD, FREE, Book, Person, until
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

pytestmark = [pytest.mark.browser, pytest.mark.end_to_end]


def test_enter_edits_a_cell_that_is_mine_and_passes_the_others(writer: Person) -> None:
    writer.types("B3", "half")
    writer.clicks("B3")
    writer.presses(Keys.ENTER, " more", Keys.ENTER)
    writer.sees("B3", "half more")
    assert writer.active == "B4"
    writer.presses(Keys.ENTER, "x")
    writer.holds(Keys.SHIFT, Keys.ENTER)
    assert (writer.active, writer.editor) == ("B3", None)
    writer.clicks("C3")
    writer.presses(Keys.ENTER)
    assert (writer.active, writer.editor) == ("C4", None), "a box is ticked by the space bar only"
    writer.clicks("D4")
    writer.presses(Keys.ENTER)
    assert (writer.active, writer.editor) == ("D5", None)


@pytest.mark.parametrize(
    ("first", "last", "key", "wanted"),
    [
        ("B2", "C4", "d", {"B3": "a", "C3": "b", "B4": "a", "C4": "b"}),
        ("B2", "D3", "r", {"C2": "a", "D2": "a", "C3": "", "B3": ""}),
        ("B2", "C3", Keys.ENTER, {"C2": "a", "B3": "a", "C3": "a"}),
        ("B3", "B3", "d", {"B3": "a"}),
        ("C3", "C3", "r", {"C3": ""}),
        ("D2", "D2", "r", {"D2": "b"}),
    ],
)
def test_a_block_is_filled(
    owner: Person, first: str, last: str, key: str, wanted: dict[str, str]
) -> None:
    owner.types("B2", "a")
    owner.types("C2", "b")
    owner.selects(first, last)
    owner.holds(Keys.CONTROL, key)
    for name, shown in wanted.items():
        owner.sees(name, shown)


def test_protected_cells_are_not_filled(writer: Person) -> None:
    writer.clicks("B3")
    writer.holds(Keys.SHIFT, *[Keys.ARROW_RIGHT] * 2)
    writer.holds(Keys.CONTROL, "r")
    writer.is_told("protected")


GOOGLE = """<google-sheets-html-origin><style>td {color: red}</style>
<table><colgroup><col><col></colgroup><tbody>
<tr><td rowspan="2" style="font-weight:bold">tall</td><td colspan="2">wide</td></tr>
<tr><td>one<br>two</td><td>c &amp; d</td></tr></tbody></table>"""
EXCEL = """<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><!--StartFragment-->
<table><tr><td class=xl65>a
  b</td><td>&nbsp;c</td></tr></table><!--EndFragment--></body></html>"""
PAGE = "<p>Before</p><table><tr><td>x</td></tr></table>"


@pytest.mark.parametrize(
    ("plain", "html", "wanted"),
    [
        (
            "",
            GOOGLE,
            {"B2": "tall", "C2": "wide", "D2": "", "B3": "", "C3": "one\ntwo", "D3": "c & d"},
        ),
        ('tall\twide\t\n\t"1\n2"\tz', GOOGLE, {"C3": "1\n2", "D3": "z"}),
        ("", EXCEL, {"B2": "a b", "C2": "c"}),
        ("a  b\tc", EXCEL, {"B2": "a  b"}),
        ("Before\nx", PAGE, {"B2": "Before", "B3": "x"}),
    ],
)
def test_tables_of_other_programs_leave_their_formats_behind(
    owner: Person, plain: str, html: str, wanted: dict[str, str]
) -> None:
    owner.clicks("B2")
    owner.paste(plain, html)
    for name, shown in wanted.items():
        owner.sees(name, shown)
    assert owner.style("B2", "font-weight") == "400"


def test_what_is_copied_is_there_as_text_and_as_a_table(owner: Person) -> None:
    owner.types("A1", "<b> & 'x'")
    owner.types("A2", "two")
    owner.selects("A1", "B2")
    plain, html = owner.driver.execute_script(
        "const data = new DataTransfer();"
        "document.activeElement.dispatchEvent(new ClipboardEvent('copy',"
        " {clipboardData: data, bubbles: true, cancelable: true}));"
        "return [data.getData('text/plain'), data.getData('text/html')];"
    )
    assert plain == "<b> & 'x'\ntwo"
    assert "&lt;b&gt; &amp; 'x'</td>" in html
    assert html.count("<td") == 2


# ---- finding


def found(person: Person) -> str:
    return person.driver.find_element(By.CSS_SELECTOR, "#find output").text


def test_a_text_is_found_in_all_tabs(owner: Person, book: Book) -> None:
    book.write(FREE, 250, 0, "far RED one")
    owner.types("B2", "so red")
    owner.holds(Keys.CONTROL, "f")
    owner.presses("red")
    assert (found(owner), owner.active) == ("1 of 3", "A3"), "the tabs in their order"
    owner.presses(Keys.ENTER)
    assert (found(owner), owner.active) == ("2 of 3", "B2")
    owner.presses(Keys.ENTER)
    assert (found(owner), owner.active) == ("3 of 3", "A251")
    owner.holds(Keys.SHIFT, Keys.ENTER)
    assert (found(owner), owner.active) == ("2 of 3", "B2")
    owner.presses("x")
    assert found(owner) == "Not found"
    owner.presses(Keys.ESCAPE)
    assert not owner.driver.find_element(By.ID, "find").is_displayed()
    owner.presses(Keys.ARROW_RIGHT)
    assert owner.active == "C2", "the grid has the keyboard again"


# ---- help


def test_keyboard_help_opens_by_key_and_button_and_keeps_the_focus(
    person: Person, book: Book
) -> None:
    dialog = person.driver.find_element
    person.opens(book.link(book.reader, BOARD))
    person.clicks("A3")
    person.presses("?")
    assert dialog(By.ID, "help").is_displayed()
    person.presses(*[Keys.TAB] * 4, Keys.ARROW_DOWN)
    outside = "return document.activeElement.closest('#header, #bar, #scroller, #foot')"
    assert person.driver.execute_script(outside) is None
    assert person.active == "A3"
    person.presses(Keys.ESCAPE)
    until(lambda: not dialog(By.ID, "help").is_displayed(), "closed")
    person.presses(Keys.ARROW_DOWN)
    assert person.active == "A4"
    dialog(By.CSS_SELECTOR, "[data-command=help]").click()
    assert dialog(By.ID, "help").is_displayed()
    person.presses(Keys.ENTER)
    assert not dialog(By.ID, "help").is_displayed()


def test_a_question_mark_is_written_where_one_may_write(writer: Person) -> None:
    writer.clicks("B3")
    writer.presses("?", Keys.ENTER)
    writer.sees("B3", "?")
    writer.holds(Keys.CONTROL, "/")
    assert writer.driver.find_element(By.ID, "help").is_displayed()
    writer.presses(Keys.ESCAPE)
