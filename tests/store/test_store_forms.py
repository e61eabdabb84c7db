"""What entry forms wrote is kept with the log, and logs of before there were any still open."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from store_kit import ID, line, made

from umpire.store import Entry, Formed, LineConflict, Store
from umpire.store.schema import VERSION

SENT = Formed(0, 3, "Y5 set", "taken: Y5 Set", 2, {"card": "Y5", "module": "set", "send": True})


def test_what_a_form_wrote_is_kept_beside_what_was_typed_in_the_same_row(tmp_path: Path) -> None:
    typed = Entry(0, 3, "B1 order", "refused: no", 3)
    with Store.open(tmp_path) as store:
        made(store)
        store.append(ID, [line(2), line(3)], [typed], forms=[SENT, replace(SENT, seat=1, row=0)])
    with Store.open(tmp_path) as store:
        assert store.forms(ID) == [SENT, replace(SENT, seat=1, row=0)]
        assert store.entries(ID) == [typed]
        assert store.forms("toe-1") == []


def test_a_row_takes_the_place_of_the_one_with_its_number(tmp_path: Path) -> None:
    over = replace(SENT, cells=None)
    with Store.open(tmp_path) as store:
        made(store)
        store.append(ID, [line(2)], forms=[SENT])
        store.append(ID, [], forms=[over])
        assert store.forms(ID) == [over]


def test_it_is_kept_with_its_line_or_not_at_all(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        made(store)
        with pytest.raises(LineConflict):
            store.append(ID, [line(9)], forms=[SENT])
        assert store.forms(ID) == []


CELLS = st.dictionaries(
    st.text(max_size=8),
    st.one_of(st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=20)),
    max_size=6,
)


@given(CELLS)
def test_whatever_stands_in_the_cells_comes_back_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, cells: dict[str, object]
) -> None:
    with Store.open(tmp_path_factory.mktemp("store")) as store:
        made(store)
        store.append(ID, [line(2)], forms=[replace(SENT, cells=cells)])
        (kept,) = store.forms(ID)
    assert kept.cells == cells
    assert {name: type(value) for name, value in (kept.cells or {}).items()} == {
        name: type(value) for name, value in cells.items()
    }


def as_version_1_left_it(path: Path) -> None:
    """Make of a log what the first version wrote: no table of forms."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE forms")
        connection.execute("UPDATE umpire_schema SET version = 1")
        connection.commit()


def version_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        ((version,),) = connection.execute("SELECT version FROM umpire_schema").fetchall()
    return int(version)


def test_a_log_of_version_1_is_brought_up_to_date_and_loses_nothing(tmp_path: Path) -> None:
    path, typed = tmp_path / "umpire.db", Entry(0, 0, "move 2", "taken: move 2", 2)
    with Store.open(tmp_path) as store:
        made(store)
        store.append(ID, [line(2)], [typed])
        row = store.find(ID)
    as_version_1_left_it(path)
    with Store.open(tmp_path) as store, Store.open(tmp_path) as other:
        assert version_of(path) == VERSION > 1
        assert (store.find(ID), store.lines(ID), store.entries(ID)) == (row, [line(2)], [typed])
        assert store.forms(ID) == []
        store.append(ID, [line(3)], forms=[SENT])
        assert other.forms(ID) == [SENT]
    with Store.open(tmp_path) as store:
        assert store.forms(ID) == [SENT]
