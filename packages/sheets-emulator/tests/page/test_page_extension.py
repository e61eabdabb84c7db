"""A view that a program brings shows a tab in place of the grid; without one all are grids."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from page_kit import BOARD, ENTRY, FREE, Book, Person, made_book, until
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from sheets_emulator.app import LocalServer
from sheets_emulator.merge_patch import merge_patch
from sheets_emulator.model import Document, Sheet
from sheets_emulator.page_extension import PageExtension

pytestmark = pytest.mark.browser

SCRIPT = """
import { View, addView } from "../extension.js";

class Chart extends View {
  constructor(element, page) {
    super(element);
    this.page = page;
    this.isWanted = true;
  }
  shows(tab) {
    return this.isWanted && tab?.beside.chart !== undefined;
  }
  show(tab) {
    element.textContent = `${tab.beside.chart.cells} cells, 3,1: ${tab.shownText(2, 0)}`;
  }
  change(tab) {
    this.show(tab);
  }
  pressed({ key }) {
    if (key === "w") this.page.write([{ row: 2, column: 0, rows: [["written"]] }]);
    return key === "w";
  }
  pressedAnywhere({ key }) {
    if (key === "F9") this.page.turn(() => { this.isWanted = !this.isWanted; });
    return key === "F9";
  }
}

const element = document.createElement("main");
element.id = "chart";
document.getElementById("foot").before(element);
addView((page) => new Chart(element, page));
"""


def count(_document: Document, sheet: Sheet) -> Any:
    return {"cells": len(sheet.cells)} if sheet.sheet_id == FREE else None


@pytest.fixture
def charted(tmp_path: Path) -> Iterator[Book]:
    (tmp_path / "chart.js").write_text(SCRIPT)
    chart = PageExtension("chart", folder=tmp_path, scripts=("chart.js",), view=count)
    with LocalServer(None, extensions=[chart]) as server, made_book(server) as made:
        yield made


@pytest.fixture
def plain() -> Iterator[Book]:
    with LocalServer(None) as server, made_book(server) as made:
        yield made


def seen(person: Person, *ids: str) -> list[str]:
    return [one for one in ids if person.driver.find_element(By.ID, one).is_displayed()]


def test_a_view_shows_its_tab_and_what_changes_there_in_place_of_the_grid(
    person: Person, charted: Book
) -> None:
    person.opens(charted.link(charted.owner, FREE))
    chart = person.driver.find_element(By.ID, "chart")
    assert seen(person, "chart", "scroller", "bar") == ["chart"]
    assert chart.text == "0 cells, 3,1:"
    charted.write(FREE, 2, 0, "told")
    until(lambda: chart.text == "1 cells, 3,1: told", chart.text)
    person.presses("w")
    until(lambda: chart.text == "1 cells, 3,1: written", chart.text)
    person.driver.execute_script(f"location.hash = 'gid={BOARD}'")
    until(lambda: seen(person, "chart", "scroller", "bar") == ["scroller", "bar"], "the grid")


def test_a_view_can_give_way_to_the_grid_and_come_back(person: Person, charted: Book) -> None:
    charted.write(FREE, 2, 0, "told")
    person.opens(charted.link(charted.owner, FREE))
    person.presses(Keys.F9)
    until(lambda: seen(person, "chart", "scroller") == ["scroller"], "the grid")
    person.sees("A3", "told")
    person.presses(Keys.F9)
    until(lambda: seen(person, "chart", "scroller") == ["chart"], "the view")


PATCHES: list[Any] = [
    [{}, {"a": 1}],
    [{"a": {"b": {"c": [1], "d": 2}}, "e": 1}, {"a": {"b": {"c": [1], "f": 3}}}],
    [{"a": {"b": {"c": {"d": 1, "e": 1}}}}, {"a": {"b": {"c": {"d": 1}}}}],
    [{"a": [1]}, {"a": {"b": 1}}],
    [{"a": {"b": 1}}, {"a": [1], "b": {}}],
]


def test_a_page_makes_the_new_value_of_the_old_one(person: Person, plain: Book) -> None:
    person.opens(plain.link(plain.owner, FREE))
    for old, new in PATCHES:
        for depth in (1, 2, 3):
            made = person.driver.execute_async_script(
                "const [old, patch, depth, done] = arguments;"
                "import('/static/patch.js').then((it) => done(it.patched(old, patch, depth)))",
                old,
                merge_patch(old, new, depth),
                depth,
            )
            assert made == new


def test_a_page_that_nothing_extends_shows_grids_alone(person: Person, plain: Book) -> None:
    for tab in (ENTRY, FREE):
        person.opens(plain.link(plain.writer, tab))
        assert seen(person, "scroller", "bar", "tabs") == ["scroller", "bar", "tabs"]
    assert len(person.driver.find_elements(By.TAG_NAME, "main")) == 1
    assert not person.driver.find_elements(By.ID, "play")
    person.types("B2", "typed")
    person.sees("B2", "typed")
