"""The ranges that a snapshot asks for: fewer ranges than names, with the same cells."""

from hypothesis import given
from hypothesis import strategies as st

from umpire.sheets.grid import Place, Rect
from umpire.sheets.snapshot import in_a1, merge_places

small = st.integers(0, 5)
sizes = st.integers(1, 4)
places = st.builds(
    lambda sheet, top, left, height, width: Place(
        sheet, Rect(top, left, top + height, left + width)
    ),
    st.integers(0, 1),
    small,
    small,
    sizes,
    sizes,
)


def cells(of: tuple[Place, ...]) -> set[tuple[int, int, int]]:
    return {(place.sheet, *at) for place in of for at in place.rect.cells()}


@given(st.lists(places, max_size=8).map(tuple))
def test_joined_places_hold_the_same_cells_and_each_place_whole(asked: tuple[Place, ...]) -> None:
    joined = merge_places(asked)
    assert len(joined) <= len(set(asked))
    assert cells(joined) == cells(asked)
    for place in asked:
        assert any(one.sheet == place.sheet and one.rect.encloses(place.rect) for one in joined), (
            "a place that is cut in two could not be told from one that was not asked for"
        )


def test_a_place_is_named_with_quotes_where_its_tab_needs_them() -> None:
    place = Place(7, Rect(3, 1, 5, 2))
    for title, text in (
        ("Ana", "Ana!B4:B5"),
        ("Ana's own", "'Ana''s own'!B4:B5"),
        ("A1", "'A1'!B4:B5"),
        ("Ü", "'Ü'!B4:B5"),
    ):
        assert in_a1(place, {7: title}) == text
