"""A1 notation, both ways."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheets_emulator.a1 import (
    area_of,
    box_name,
    cell_name,
    column_name,
    column_number,
    quoted_title,
)
from sheets_emulator.model import Area, Box

indexes = st.integers(0, 18277)


@pytest.mark.parametrize(
    ("text", "area"),
    [
        ("A1", Area(0, 1, 0, 1)),
        ("$B$2", Area(1, 2, 1, 2)),
        ("a1:b2", Area(0, 2, 0, 2)),
        ("D4:A1", Area(0, 4, 0, 4)),
        ("A:C", Area(None, None, 0, 3)),
        ("2:3", Area(1, 3, None, None)),
        ("A1:C", Area(0, None, 0, 3)),
        ("A2:2", Area(1, 2, 0, None)),
        ("A5:A", Area(4, None, 0, 1)),
        ("R2C3", Area(1, 2, 2, 3)),
        ("R1C1:R2C2", Area(0, 2, 0, 2)),
        ("A", None),
        ("7", None),
        ("", None),
        ("A0", None),
        ("A1:", None),
        ("A1:B2:C3", None),
        ("entry_1", None),
        ("ABCD1", None),
    ],
)
def test_a_text_means_a_range_or_nothing(text: str, area: Area | None) -> None:
    assert area_of(text) == area


@settings(deadline=None)
@given(indexes)
def test_column_names_are_read_as_they_are_written(column: int) -> None:
    assert column_number(column_name(column)) == column


@settings(deadline=None)
@given(indexes, indexes, st.integers(0, 99999), st.integers(0, 99999))
def test_a_box_is_read_as_it_is_written(left: int, right: int, top: int, bottom: int) -> None:
    box = Box(min(top, bottom), max(top, bottom) + 1, min(left, right), max(left, right) + 1)
    assert area_of(box_name(box)) == box.area()


@pytest.mark.parametrize(("column", "name"), [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ")])
def test_columns_count_in_letters(column: int, name: str) -> None:
    assert cell_name(0, column) == f"{name}1"


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Sheet1", "Sheet1"),
        ("My_tab", "My_tab"),
        ("D3", "'D3'"),
        ("r1c1", "'r1c1'"),
        ("My tab", "'My tab'"),
        ("🌵 x", "'🌵 x'"),
        ("Ana's", "'Ana''s'"),
        ("2024", "'2024'"),
    ],
)
def test_a_title_is_quoted_only_where_it_must_be(title: str, shown: str) -> None:
    assert quoted_title(title) == shown
