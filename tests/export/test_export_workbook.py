"""A match as a workbook: the board as it stands, the moves, the log and the settings."""

from pathlib import Path

import pytest
from converted_kit import opened
from export_kit import play_out
from own_games import RULED

from umpire.catalogue import find_game
from umpire.export.formats import ExportRequest, LoggedMatch, export
from umpire.store import Store


@pytest.mark.parametrize("name", RULED)
def test_a_workbook_has_the_match(tmp_path: Path, name: str) -> None:
    game = find_game(name)
    with Store.open(tmp_path) as store:
        row = store.find(play_out(store, game, most=12))
        content = export("xlsx", ExportRequest(LoggedMatch(store, row, game)))
        assert content == export("xlsx", ExportRequest(LoggedMatch(store, row, game)))
        lines = store.lines(row.id)
    book = opened(content)
    assert book.sheetnames == ["Board", "Moves", "Log", "Settings"]
    board = [cell for line in book["Board"].iter_rows() for cell in line]
    assert {"Ana", "Bo"} <= {str(cell.value) for cell in board}
    assert len({cell.fill.fgColor.rgb for cell in board if cell.fill.patternType}) > 2
    assert book["Board"].merged_cells.ranges
    (names, *rows) = book["Log"].iter_rows(values_only=True)
    log = [dict(zip(names, line, strict=True)) for line in rows]
    assert {line["line"] for line in log} <= {line.n for line in lines}
    assert log[0]["verdict"] in ("taken", "held", "time")
    settings = dict(book["Settings"].iter_rows(values_only=True, min_row=2))
    assert settings["commitment"] == row.commitment
    assert "shown once" in settings["seed"]
