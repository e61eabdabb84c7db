"""`umpire template`."""

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from openpyxl import load_workbook
from own_games import OURS

from umpire.errors import UmpireError, UsageError
from umpire.sheets.template import folder_of_templates

Umpire = Callable[..., Result]
TARTARUS = "denizens-of-tartarus"
OWN = "my-deal"


def names_in(file: Path) -> set[str]:
    return set(load_workbook(BytesIO(file.read_bytes())).defined_names)


@pytest.mark.parametrize("game", OURS)
def test_every_game_has_its_workbooks(umpire: Umpire, tmp_path: Path, game: str) -> None:
    output = tmp_path / "match.xlsx"
    done = umpire("template", game, "-o", str(output))
    written = {file.name for file in tmp_path.glob("*.xlsx")}
    tables = {"match-table-1.xlsx", "match-table-2.xlsx"} if OURS[game].private else set()
    assert {"match.xlsx", *tables} <= written
    assert written <= {"match.xlsx", "match-console.xlsx", *tables}
    assert all(name in done.output for name in written)
    assert "headline" in names_in(output)
    scored = sorted(tables)[0] if tables else "match.xlsx"
    assert "entry_1" in names_in(tmp_path / scored)


def test_it_says_what_to_do_with_the_files(umpire: Umpire, tmp_path: Path) -> None:
    shown = umpire("template", "devils-deal", "-o", str(tmp_path / "deal.xlsx")).output
    assert "Made for Ana and Bo:" in shown
    assert "deal-table-2.xlsx" in shown
    assert "'Save as Google Sheets'" in shown
    assert "umpire new devils-deal --players Ana,Bo --on google --board URL" in shown
    assert "--table Ana=URL --table Bo=URL" in shown


def test_the_players_are_in_it(umpire: Umpire, tmp_path: Path) -> None:
    output = tmp_path / "tartarus.xlsx"
    umpire("template", TARTARUS, "-o", str(output), "--players", "Cleo, Dan")
    sheets = load_workbook(BytesIO(output.read_bytes())).sheetnames
    assert sheets[:3] == ["Board", "Cleo", "Dan"]


def test_a_template_of_ones_own_is_taken(umpire: Umpire, tmp_path: Path) -> None:
    own = tmp_path / OWN
    own.mkdir()
    for file in (folder_of_templates() / "devils-deal").iterdir():
        (own / file.name).write_text(file.read_text().replace('title = "Board"', 'title = "Felt"'))
    output = tmp_path / "deal.xlsx"
    shown = umpire("template", "devils-deal", "-o", str(output), "--template", str(own)).output
    assert load_workbook(BytesIO(output.read_bytes())).sheetnames == ["Felt", "History"]
    assert f"--template {own}" in shown


def test_json_is_for_programs(umpire: Umpire, tmp_path: Path) -> None:
    output = tmp_path / "deal.xlsx"
    told = json.loads(umpire("template", "devils-deal", "-o", str(output), "--json").output)
    assert told["board"] == str(output)
    assert told["table-1"] == str(tmp_path / "deal-table-1.xlsx")


def test_nothing_is_written_over_unless_told_to(umpire: Umpire, tmp_path: Path) -> None:
    kept = tmp_path / "deal-table-2.xlsx"
    kept.write_text("mine")
    asked = ("template", "devils-deal", "-o", str(tmp_path / "deal.xlsx"))
    with pytest.raises(UsageError, match=r"deal-table-2\.xlsx is there already.*--force"):
        umpire(*asked)
    assert kept.read_text() == "mine"
    assert [file.name for file in tmp_path.glob("*.xlsx")] == [kept.name]
    umpire(*asked, "--force")
    assert "entry_2" in names_in(kept)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["-o", "{}/none/deal.xlsx"], "there is no folder .*none: make it"),
        (["-o", "{}/deal.ods"], r"deal\.ods is no workbook's name: end it with \.xlsx"),
        (["-o", "{}/deal.xlsx", "--players", "Ana"], "no template can be made: players: .*2"),
        (["-o", "{}/deal.xlsx", "--players", "Ana,Ana"], "no template can be made: players"),
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


def test_a_game_that_is_not_there_is_one_sentence(umpire: Umpire, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="'ludo'"):
        umpire("template", "ludo", "-o", str(tmp_path / "ludo.xlsx"))


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
