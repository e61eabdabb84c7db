"""What entry forms wrote is kept with the log, and logs of before there were any still open."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from store_kit import ID, line, made

from umpire.store import Entry, LineConflict, Store

SENT = Entry(0, 3, {"card": "Y5", "module": "set", "send": True}, "taken: Y5 Set", 2, "Y5 set")


def test_what_a_form_wrote_is_kept_beside_what_was_typed_in_the_same_row(place: Path | str) -> None:
    typed = Entry(0, 3, "B1 order", "refused: no", 3)
    with Store.open(place) as store:
        made(store)
        store.append(ID, [line(2), line(3)], [SENT, replace(SENT, seat=1, row=0), typed])
    with Store.open(place) as store:
        assert store.entries(ID) == [typed, SENT, replace(SENT, seat=1, row=0)]
        assert store.entries("toe-1") == []


def test_a_row_takes_the_place_of_the_one_with_its_number(place: Path | str) -> None:
    over = replace(SENT, value=None)
    with Store.open(place) as store:
        made(store)
        store.append(ID, [line(2)], [SENT])
        store.append(ID, [], [over])
        assert store.entries(ID) == [over]


def test_it_is_kept_with_its_line_or_not_at_all(place: Path | str) -> None:
    with Store.open(place) as store:
        made(store)
        with pytest.raises(LineConflict):
            store.append(ID, [line(9)], [SENT])
        assert store.entries(ID) == []


CELLS = st.dictionaries(
    st.text(max_size=8),
    st.one_of(st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=20)),
    max_size=6,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(CELLS)
def test_whatever_stands_in_the_cells_comes_back_as_it_was(
    store: Store, cells: dict[str, object]
) -> None:
    store.append(ID, [], [replace(SENT, value=cells)])
    (kept,) = store.entries(ID)
    assert kept.value == cells
    assert {name: type(value) for name, value in (kept.value or {}).items()} == {
        name: type(value) for name, value in cells.items()
    }


@pytest.fixture
def store(place: Path | str) -> Iterator[Store]:
    with Store.open(place) as opened:
        made(opened)
        yield opened
