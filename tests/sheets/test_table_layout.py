"""A game with secrets: the board without players' tabs, and a spreadsheet for each of them."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from paper import Paper

from umpire.sheets.context import Context, pages, title
from umpire.sheets.growth import plan_growth
from umpire.sheets.layout import template_places
from umpire.sheets.reconcile import TargetState, kind_of, plan_upkeep, setup_requests
from umpire.sheets.spreadsheet_metadata import SpreadsheetMetadata
from umpire.sheets.template import read_template

TEMPLATE = read_template(Path(__file__).parents[1] / "live" / "secret_sheets")
BOARD = Context(
    "m-1",
    "Secrets",
    ("Ana", "Bo"),
    ("daemon@x", "umpire@x"),
    {"Ana": "ana@x", "Bo": "bo@x"},
)
TABLES = [replace(BOARD, seat=1), replace(BOARD, seat=2)]
EVERY = [BOARD, *TABLES]


def installed(context: Context) -> Paper:
    return Paper().apply(setup_requests(TEMPLATE, context, 0))


def kept(context: Context, paper: Paper) -> list[dict[str, Any]]:
    return [
        *plan_upkeep(
            TargetState.of(TEMPLATE, context), SpreadsheetMetadata.read(paper.metadata())
        ).requests
    ]


def grown(context: Context, paper: Paper, used: dict[int, int]) -> list[dict[str, Any]]:
    wanted = TargetState.of(TEMPLATE, context)
    return [*plan_growth(wanted, SpreadsheetMetadata.read(paper.metadata()), used).requests]


@pytest.mark.parametrize(
    ("context", "named", "tabs"),
    [
        (BOARD, "Secrets: Ana and Bo", ["Board", "Rules"]),
        (TABLES[0], "Secrets: Ana's table", ["Ana", "Rules"]),
        (TABLES[1], "Secrets: Bo's table", ["Bo", "Rules"]),
    ],
)
def test_each_spreadsheet_has_its_title_and_its_tabs(context, named, tabs):
    assert title(TEMPLATE, context) == named
    assert [page.title for page in pages(TEMPLATE, context)] == tabs
    paper = installed(context)
    assert paper.properties["title"] == named
    assert list(paper.titles.values()) == tabs


def test_a_table_has_the_names_of_its_seat_alone():
    assert "said" in template_places(pages(TEMPLATE, BOARD))
    for seat, context in enumerate(TABLES, 1):
        names = set(template_places(pages(TEMPLATE, context)))
        assert {f"entry_{seat}", f"ask_{seat}", f"mine_{seat}"} <= names
        assert all(name.endswith(f"_{seat}") for name in names)


def test_nobody_but_the_keepers_and_its_player_edits_a_table():
    for context, own in zip(TABLES, ("ana@x", "bo@x"), strict=True):
        protections = installed(context).protections.values()
        editors = {one["description"]: set(one["editors"]["users"]) for one in protections}
        keepers = {"daemon@x", "umpire@x"}
        (written,) = [told for told in editors if "written by" in told]
        assert editors.pop(written) == keepers | {own}
        assert set(map(frozenset, editors.values())) == {frozenset(keepers)}


def test_nobody_but_the_keepers_edits_the_board():
    for protection in installed(BOARD).protections.values():
        assert protection["editors"]["users"] == ["daemon@x", "umpire@x"]
        assert "unprotectedRanges" not in protection


@pytest.mark.parametrize("context", EVERY, ids=["board", "table-1", "table-2"])
def test_each_is_installed_for_itself_and_needs_no_upkeep_then(context):
    paper = installed(context)
    assert kept(context, paper) == []
    there = SpreadsheetMetadata.read(paper.metadata())
    for other in EVERY:
        same_tabs = len(pages(TEMPLATE, other)) == len(paper.titles)
        assert (kind_of(TargetState.of(TEMPLATE, other), there) == "ours") is same_tabs


def test_what_is_taken_away_from_a_table_is_put_back():
    paper = installed(TABLES[1])
    before = dict(paper.protections)
    paper.rules.clear()
    (own,) = (id_ for id_, one in before.items() if "bo@x" in one["editors"]["users"])
    del paper.protections[own]
    paper.apply(kept(TABLES[1], paper))
    assert paper.protections == before
    assert kept(TABLES[1], paper) == []


def test_a_table_grows_for_its_own_player():
    paper = installed(TABLES[1])
    assert grown(TABLES[1], paper, {1: 60}) == []
    paper.apply(grown(TABLES[1], paper, {2: 40}))
    assert len(paper.block("entry_2")) == 160
    assert paper.block("number_2")[-1] == ["160"]
    assert kept(TABLES[1], paper) == []


def test_lines_that_come_from_a_form_grow_with_the_score_sheet(tmp_path):
    for file in (Path(__file__).parents[1] / "live" / "secret_sheets").iterdir():
        text = file.read_text()
        column = '{ at = "D11:D70", name = "formed" },\n  { at = "C11'
        (tmp_path / file.name).write_text(text.replace('{ at = "C11', column))
    template = read_template(tmp_path)
    paper = Paper().apply(setup_requests(template, TABLES[0], 0))
    wanted = TargetState.of(template, TABLES[0])
    paper.apply(plan_growth(wanted, SpreadsheetMetadata.read(paper.metadata()), {1: 40}).requests)
    assert len(paper.block("formed_1")) == len(paper.block("entry_1")) == 160
