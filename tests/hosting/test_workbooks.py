"""The workbooks of a match, without the command that writes them."""

from pathlib import Path

import pytest

from umpire.errors import UsageError
from umpire.hosting.workbooks import Workbooks

GAME = "devils-deal"


@pytest.mark.parametrize(
    ("is_dealt", "roles"),
    [(False, ["board", "table-1", "table-2", "console"]), (True, ["board", "table-1", "table-2"])],
)
def test_each_spreadsheet_has_a_file_but_the_console_when_it_is_dealt(
    tmp_path: Path, is_dealt: bool, roles: list[str]
) -> None:
    workbooks = Workbooks.of(GAME, "Ana,Bo", {}, None, is_dealt=is_dealt)
    files = workbooks.write(tmp_path / "deal.xlsx", force=False)
    assert list(files) == roles
    assert files["board"] == tmp_path / "deal.xlsx"
    assert files["table-2"] == tmp_path / "deal-table-2.xlsx"
    assert all(file.read_bytes().startswith(b"PK") for file in files.values())


def test_no_file_is_overwritten_and_none_is_written_then(tmp_path: Path) -> None:
    (tmp_path / "deal-table-2.xlsx").write_bytes(b"mine")
    workbooks = Workbooks.of(GAME, None, {}, None, is_dealt=False)
    with pytest.raises(UsageError, match=r"deal-table-2\.xlsx already exists.*--force"):
        workbooks.write(tmp_path / "deal.xlsx", force=False)
    assert [file.name for file in tmp_path.iterdir()] == ["deal-table-2.xlsx"]
    workbooks.write(tmp_path / "deal.xlsx", force=True)
    assert (tmp_path / "deal-table-2.xlsx").read_bytes().startswith(b"PK")
