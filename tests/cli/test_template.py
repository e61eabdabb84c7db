"""`umpire template`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from converted_kit import opened
from openpyxl.cell import MergedCell
from own_games import OURS

from umpire.errors import UmpireError, UsageError
from umpire.sheets.template import folder_of_templates

pytestmark = pytest.mark.end_to_end

Umpire = Callable[..., Result]
TARTARUS = "denizens-of-tartarus"
OWN = "my-deal"


def names_in(file: Path) -> set[str]:
    return set(opened(file.read_bytes()).defined_names)


@pytest.mark.parametrize("game", OURS)
def test_every_game_has_its_workbooks(umpire: Umpire, tmp_path: Path, game: str) -> None:
    output = tmp_path / "match.xlsx"
    players = ["Cleo", "Dan", "Eva"][: OURS[game].seats[0]]
    done = umpire("template", game, "-o", str(output), "--players", ", ".join(players))
    written = {file.name for file in tmp_path.glob("*.xlsx")}
    seats = range(1, OURS[game].seats[0] + 1) if OURS[game].private else ()
    tables = {f"match-table-{seat}.xlsx" for seat in seats}
    assert {"match.xlsx", *tables} <= written
    assert written <= {"match.xlsx", "match-console.xlsx", *tables}
    assert all(name in done.output for name in written)
    board = opened(output.read_bytes())
    assert "headline" in board.defined_names
    if tables:
        assert "entry_1" in names_in(tmp_path / min(tables))
    else:
        assert "entry_1" in board.defined_names
        assert board.sheetnames[:3] == [*players, "Board"]


def test_it_says_what_to_do_with_the_files(umpire: Umpire, tmp_path: Path) -> None:
    shown = umpire("template", "devils-deal", "-o", str(tmp_path / "deal.xlsx")).output
    assert "Made for Ana and Bo:" in shown
    assert "deal-table-2.xlsx" in shown
    assert "'Save as Google Sheets'" in shown
    assert "umpire new devils-deal --players Ana,Bo --on google --board URL" in shown
    assert "--table Ana=URL --table Bo=URL" in shown


def test_a_template_of_ones_own_is_taken(umpire: Umpire, tmp_path: Path) -> None:
    own = tmp_path / OWN
    own.mkdir()
    for file in (folder_of_templates() / "devils-deal").iterdir():
        (own / file.name).write_text(file.read_text().replace('title = "Board"', 'title = "Felt"'))
    output = tmp_path / "deal.xlsx"
    shown = umpire("template", "devils-deal", "-o", str(output), "--template", str(own)).output
    assert opened(output.read_bytes()).sheetnames == ["Felt", "Moves", "Rules"]
    assert f"--template {own}" in shown


def test_files_are_written_over_if_told_to_and_json_is_for_programs(
    umpire: Umpire, tmp_path: Path
) -> None:
    kept = tmp_path / "deal-table-2.xlsx"
    kept.write_text("mine")
    asked = ("template", "devils-deal", "-o", str(tmp_path / "deal.xlsx"))
    told = json.loads(umpire(*asked, "--force", "--json").output)
    assert told["board"] == str(tmp_path / "deal.xlsx")
    assert told["table-2"] == str(kept)
    assert "entry_2" in names_in(kept)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["-o", "{}/none/deal.xlsx"], "there is no folder .*none: make it"),
        (["-o", "{}/deal.ods"], r"deal\.ods is not a workbook: end its name with \.xlsx"),
        (["-o", "{}/deal.xlsx", "--players", "Ana"], "the template cannot be made: --players: .*2"),
        (
            ["-o", "{}/deal.xlsx", "--players", "Ana,Ana"],
            "the template cannot be made: --players: 'Ana' is named twice",
        ),
        (["-o", "{}/deal.xlsx", "--template", "{}/none"], "there is no folder .*none"),
    ],
)
def test_what_is_wrong_is_one_sentence(
    umpire: Umpire, tmp_path: Path, more: list[str], told: str
) -> None:
    with pytest.raises(UsageError, match=told) as raised:
        umpire("template", "devils-deal", *(one.format(tmp_path) for one in more))
    assert str(raised.value).endswith(".")
    assert "\n" not in str(raised.value)
    assert list(tmp_path.glob("*.xlsx")) == []


def test_its_files_can_be_had_and_played_in(umpire: Umpire, tmp_path: Path) -> None:
    own = tmp_path / OWN
    assert str(own) in umpire("template", "devils-deal", "--files", str(own)).output
    output = tmp_path / "deal.xlsx"
    umpire("template", "devils-deal", "-o", str(output), "--template", str(own))
    assert "headline" in names_in(output)
    other = str(tmp_path / "other")
    told = json.loads(umpire("template", "devils-deal", "--files", other, "--json").output)
    assert told == {"files": other}


@pytest.mark.parametrize("more", [[], ["-o", "deal.xlsx", "--files", "own"]])
def test_either_workbooks_or_files_are_asked_for(umpire: Umpire, more: list[str]) -> None:
    with pytest.raises(UsageError, match=r"-o FILE\.xlsx \(for workbooks\)"):
        umpire("template", "devils-deal", *more)


def test_a_folder_that_cannot_be_written_to_is_one_sentence(
    umpire: Umpire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Path.open

    def refuse(file: Path, mode: str = "r", **more: Any) -> Any:
        if file.suffix == ".xlsx":
            raise PermissionError(13, "Permission denied", str(file))
        return whole(file, mode, **more)

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(UmpireError, match=r"deal\.xlsx cannot be written \(Permission denied\)"):
        umpire("template", "devils-deal", "-o", str(tmp_path / "deal.xlsx"))


class TestPractice:
    @pytest.mark.parametrize("game", OURS)
    def test_it_shows_the_first_state_and_may_be_written_everywhere(
        self, umpire: Umpire, tmp_path: Path, game: str
    ) -> None:
        umpire("template", game, "--start", "-o", str(tmp_path / "match.xlsx"))
        seats = range(1, OURS[game].seats[0] + 1) if OURS[game].private else ()
        tables = {f"match-table-{seat}.xlsx" for seat in seats}
        assert {file.name for file in tmp_path.glob("*.xlsx")} == {"match.xlsx", *tables}
        for name in ("match.xlsx", *tables):
            book = opened((tmp_path / name).read_bytes())
            assert not any(sheet.protection.sheet for sheet in book)
            assert all(sheet.conditional_formatting for sheet in book.worksheets[:1])
            formats = {
                cell.number_format
                for sheet in book
                for row in sheet.iter_rows()
                for cell in row
                if cell.data_type != "b" and not isinstance(cell, MergedCell)
            }
            assert formats == {"@"}
            asked = shown(book, "headline" if name == "match.xlsx" else f"ask_{name[-6]}")
            assert asked
            assert "Paused" not in asked[0]

    def test_what_is_dealt_lies_there_another_time_something_else(
        self, umpire: Umpire, tmp_path: Path
    ) -> None:
        decks = []
        for number in range(2):
            output = tmp_path / f"practice-{number}.xlsx"
            umpire("template", TARTARUS, "--start", "-o", str(output), "--players", "Cleo,Dan")
            book = opened(output.read_bytes())
            assert "for practice" in shown(book, "fairness")[0]
            decks.append(shown(book, "start_a_deck"))
        assert [len(deck) for deck in decks] == [19, 19]
        assert decks[0] != decks[1]
        begun = {
            rule.text
            for area in book["Board"].conditional_formatting
            for rule in area.rules
            if rule.type == "beginsWith"
        }
        assert begun >= {"R", "Y", "G", "B", "P"}, "colours follow what is typed"

    def test_each_table_has_its_own_players_cards_alone(
        self, umpire: Umpire, tmp_path: Path
    ) -> None:
        umpire("template", "devils-deal", "--start", "-o", str(tmp_path / "deal.xlsx"))
        first, second = (
            opened((tmp_path / f"deal-table-{seat}.xlsx").read_bytes()) for seat in (1, 2)
        )
        assert "ask_1" in first.defined_names
        assert "ask_1" not in second.defined_names
        assert not any(shown(first, "label_send_1"))  # nobody reads a form here

    def test_the_options_are_those_of_the_match(self, umpire: Umpire, tmp_path: Path) -> None:
        asked = ("template", TARTARUS, "-o", str(tmp_path / "practice.xlsx"))
        options = ("--options", '{"decider": "Bo"}')
        umpire(*asked, "--start", *options)
        book = opened((tmp_path / "practice.xlsx").read_bytes())
        assert shown(book, "headline") == ["Bo to choose the seats"]
        with pytest.raises(UsageError, match="--options are for a match that is dealt: add"):
            umpire(*asked, "--force", *options)
        with pytest.raises(UsageError, match=r"the template cannot be made: options\.decider"):
            umpire(*asked, "--force", "--start", "--options", '{"decider": "Cleo"}')


def shown(book: Any, name: str) -> list[str]:
    """What a workbook shows under a name, without what is empty."""
    ((title, cells),) = book.defined_names[name].destinations
    found = book[title][cells.replace("$", "")]
    rows = found if isinstance(found, tuple) else ((found,),)
    return [cell.value for row in rows for cell in row if cell.value]
