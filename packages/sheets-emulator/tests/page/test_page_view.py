"""What a page is sent is what its account may see, and no more than what has changed."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheets_emulator.access import Caller
from sheets_emulator.countdowns import Told, told
from sheets_emulator.model import (
    Area,
    Box,
    Cell,
    ConditionalRule,
    Document,
    Formula,
    Grant,
    Line,
    Metadata,
    NamedRange,
    Protection,
    Sheet,
)
from sheets_emulator.page_style import css_color, edges_of, style_of
from sheets_emulator.page_view import (
    EDITS_ALL,
    EDITS_SOME,
    VIEW_ONLY,
    BookView,
    Feed,
    TabView,
    TabViews,
)

ORANGE = {"rgbColor": {"red": 0.835, "green": 0.369}}


def document(*sheets: Sheet) -> Document:
    return Document(
        "id",
        "Title",
        sheets=list(sheets),
        grants=[
            Grant("1", "user", "owner", "own"),
            Grant("2", "user", "writer", "ana"),
            Grant("3", "user", "reader", "eve"),
        ],
    )


def sheet(cells: dict[tuple[int, int], Cell], **fields: object) -> Sheet:
    return Sheet(0, "Tab", 10, 6, cells=cells, **fields)  # type: ignore[arg-type]


def view(shown: Document, account: str = "ana") -> BookView:
    return TabViews().of(shown, Caller(shown, account))


def cells(shown: Document) -> dict[str, dict[str, object]]:
    return view(shown).tabs[0].cells


def test_a_cell_is_sent_with_only_what_is_not_default() -> None:
    shown = document(
        sheet(
            {
                (0, 0): Cell("text"),
                (1, 1): Cell(2.0),
                (2, 2): Cell(None, note="a note"),
                (3, 3): Cell("5", {"numberFormat": {"type": "TEXT", "pattern": "@"}}),
            }
        )
    )
    pool = TabViews()
    sent = pool.of(shown, Caller(shown, "ana")).tabs[0].cells
    assert sent["0,0"] == {"t": "text"}
    assert sent["1,1"] == {"t": "2", "r": True, "s": 0}
    assert pool.pool.items[0] == {"css": {"text-align": "right"}}
    assert sent["2,2"] == {"n": "a note"}
    assert sent["3,3"] == {"t": "5"}
    assert list(sent) == ["0,0", "1,1", "2,2", "3,3"]


def test_cells_under_a_merge_and_hidden_tabs_are_not_sent() -> None:
    shown = document(
        sheet({(0, 0): Cell("shown"), (0, 1): Cell("under")}, merges=[Box(0, 1, 0, 2)]),
        Sheet(1, "Hidden", 2, 2, hidden=True, cells={(0, 0): Cell("secret")}),
    )
    assert list(cells(shown)) == ["0,0"]
    assert [tab.title for tab in view(shown).tabs] == ["Tab"]


def test_sizes_are_sent_in_pixels_and_hidden_lines_as_nothing() -> None:
    shown = document(sheet({}))
    shown.sheets[0].lines = {"ROWS": {3: Line(40)}, "COLUMNS": {1: Line(None, hidden=True)}}
    shape = view(shown).tabs[0].shape
    assert shape["heights"] == {"3": 40}
    assert shape["widths"] == {"1": 0}


def test_the_format_is_the_one_conditional_formats_make() -> None:
    rule = {
        "booleanRule": {
            "condition": {"type": "TEXT_EQ", "values": [{"userEnteredValue": "Red"}]},
            "format": {"backgroundColorStyle": ORANGE},
        }
    }
    shown = document(
        sheet(
            {(0, 0): Cell("Red"), (1, 0): Cell("Blue")},
            conditional_rules=[ConditionalRule((Area(0, 9, 0, 1),), rule)],
        )
    )
    views = TabViews()
    sent = views.of(shown, Caller(shown, "ana")).tabs[0].cells
    style = views.pool.items[sent["0,0"]["s"]]
    assert style == {"css": {"background-color": "#d55e00"}, "fill": True, "told": True}
    assert "s" not in sent["1,0"]


@pytest.mark.parametrize(
    ("account", "who", "can_edit", "closed"),
    [
        ("own", EDITS_ALL, True, []),
        ("ana", EDITS_SOME, True, [{"box": [0, 10, 0, 6], "but": [[2, 9, 1, 2]]}]),
        ("eve", VIEW_ONLY, False, [{"box": [0, 10, 0, 6], "but": [[2, 9, 1, 2]]}]),
    ],
)
def test_locks_say_where_an_account_may_not_type(
    account: str, who: str, can_edit: bool, closed: list[object]
) -> None:
    protection = Protection(7, 0, Area(), unprotected=((0, Area(2, 9, 1, 2)),))
    shown = view(document(sheet({}, protections=[protection])), account)
    assert (shown.who, shown.can_edit) == (who, can_edit)
    assert shown.locks == ({"closed": closed, "sealed": False},)


def test_a_tab_closed_from_end_to_end_is_sealed() -> None:
    shown = view(document(sheet({}, protections=[Protection(7, 0, Area())])))
    assert shown.locks[0]["sealed"]


def test_validations_are_sent_once_for_all_their_cells() -> None:
    choice = {
        "condition": {
            "type": "ONE_OF_LIST",
            "values": [{"userEnteredValue": "yes"}, {"userEnteredValue": "no"}],
        },
        "showCustomUi": True,
        "inputMessage": "Yes or no?",
    }
    tick = {"condition": {"type": "BOOLEAN"}}
    shown = document(
        sheet(
            {
                (0, 0): Cell("yes", validation=choice),
                (1, 0): Cell("perhaps", validation=choice),
                (2, 0): Cell(True, validation=tick),
            }
        )
    )
    views = TabViews()
    sent = views.of(shown, Caller(shown, "ana")).tabs[0].cells
    assert sent["0,0"]["v"] == sent["1,0"]["v"]
    assert views.pool.items[sent["0,0"]["v"]] == {"options": ["yes", "no"], "help": "Yes or no?"}
    assert "x" not in sent["0,0"]
    assert sent["1,0"]["x"] is True
    assert sent["2,0"]["b"] is True
    assert views.pool.items[sent["2,0"]["v"]] == {"tick": "TRUE", "untick": "FALSE"}


# ---- messages


class Page:
    """Shows what it is told, as the script of the page does."""

    def __init__(self) -> None:
        self.tabs: dict[int, dict[str, Any]] = {}
        self.pool: dict[str, Any] = {}

    def told(self, message: dict[str, Any]) -> None:
        self.pool |= message["pool"]
        before, self.tabs = self.tabs, {}
        for news in message["tabs"]:
            tab = before.get(news["id"], {"cells": {}})
            cells = {**tab["cells"], **news.get("cells", {})}
            cells = {at: cell for at, cell in cells.items() if cell is not None}
            self.tabs[news["id"]] = {**tab, **news, "cells": cells}

    @property
    def shown(self) -> list[dict[str, Any]]:
        return [
            {**tab, "cells": {at: self._resolved(cell) for at, cell in tab["cells"].items()}}
            for tab in self.tabs.values()
        ]

    def _resolved(self, cell: dict[str, Any]) -> dict[str, Any]:
        looks = {name: self.pool[str(cell[name])] for name in "sv" if name in cell}
        return {**cell, **looks}


CELLS = st.dictionaries(
    st.tuples(st.integers(0, 4), st.integers(0, 3)),
    st.builds(
        Cell,
        st.sampled_from(["a", "b", 1.0, True, None]),
        st.sampled_from([{}, {"backgroundColorStyle": ORANGE}]),
    ),
    max_size=8,
)
SHEETS = st.lists(
    st.builds(
        lambda number, found, frozen: Sheet(
            number, f"Tab {number}", 10, 6, frozen_rows=frozen, cells=found
        ),
        st.integers(0, 3),
        CELLS,
        st.integers(0, 1),
    ),
    min_size=1,
    max_size=3,
    unique_by=lambda one: one.sheet_id,
)


@settings(deadline=None)
@given(st.lists(SHEETS, min_size=1, max_size=4))
def test_messages_one_after_another_show_what_the_whole_would(versions: list[list[Sheet]]) -> None:
    views = TabViews()
    feed, page = Feed(views.pool), Page()
    for number, sheets in enumerate(versions, start=1):
        stored = replace(document(*sheets), version=number)
        new = views.of(stored, Caller(stored, "ana"))
        page.told(feed.next(new))
        late = Page()
        late.told(Feed(views.pool).next(new))
        assert page.shown == late.shown


CONTENTS = [
    *map(Cell, ("a", "b", 1.0, True, None)),
    Cell("a", {"backgroundColorStyle": ORANGE}),
    Cell("b", {"borders": {"right": {"style": "SOLID"}, "top": {"style": "DOUBLE"}}}),
    Cell("c", {}, None, "a note"),
    Cell("d", {}, {"condition": {"type": "TEXT_EQ", "values": [{"userEnteredValue": "d"}]}}),
    Cell("b", {}, {"condition": {"type": "TEXT_EQ", "values": [{"userEnteredValue": "=$A$1"}]}}),
    Cell(Formula("=A1")),
]


def coloured_where(kind: str, *values: str) -> ConditionalRule:
    condition = {"type": kind, "values": [{"userEnteredValue": one} for one in values]}
    look = {"backgroundColorStyle": ORANGE}
    area = Area(0, 5, 0, 4)
    return ConditionalRule((area,), {"booleanRule": {"condition": condition, "format": look}})


RULES = [
    coloured_where("TEXT_EQ", "a"),
    coloured_where("TEXT_EQ", "=$B$2"),
    coloured_where("NOT_BLANK"),
    *(
        coloured_where("CUSTOM_FORMULA", formula)
        for formula in (
            '=$A$1="a"', '=A1="a"', '=$A1="b"', '=A$1="b"', "=COUNTA($A$1:B$2)>1", "=COLUMN()=2",
            "=ROW(C2)=2", "=OR($A$1=B1,ROW()=3)", "=ISBLANK(named)", "=NOW()<1",
        )
    ),
]  # fmt: skip


@settings(deadline=None)
@given(
    SHEETS,
    st.lists(st.sampled_from(RULES), max_size=3),
    st.lists(
        st.tuples(
            st.integers(0, 2), st.integers(0, 4), st.integers(0, 3), st.sampled_from(CONTENTS)
        ),
        min_size=2,
        max_size=5,
    ),
)
def test_what_is_kept_from_before_looks_as_if_it_were_made_anew(
    sheets: list[Sheet], rules: list[ConditionalRule], changes: list[tuple[int, int, int, Cell]]
) -> None:
    views, stored = TabViews(), document(*sheets)
    for one in stored.sheets:
        one.conditional_rules[:] = rules
    for number, (tab, row, column, cell) in enumerate(changes):
        page, anew, fresh = Page(), Page(), TabViews()
        page.told(Feed(views.pool).next(views.of(stored, Caller(stored, "ana"))))
        anew.told(Feed(fresh.pool).next(fresh.of(stored, Caller(stored, "ana"))))
        assert page.shown == anew.shown
        stored = stored.copy()
        stored.version += 1
        if number:  # at first its name and countdown come to it
            stored.sheets[tab % len(sheets)].put(row, column, cell)
        stored.names[:] = [NamedRange("1", "named", 0, Area(row, row + 1, column, column + 1))]
        counting = [{"range": "named", "until": f"2026-01-31T12:0{number}:00Z"}]
        stored.metadata[:] = [Metadata(1, "countdown", json.dumps(counting), "DOCUMENT")]


@pytest.mark.parametrize(
    ("formula", "is_kept"),
    [
        ('=AND($A$1="a",B2<>"")', True),
        ("=ROW()=2", True),
        ('=named="a"', False),
        ("=TODAY()>1", False),
        ("=NOW()>1", False),
    ],
)
def test_a_tab_with_rules_is_kept_if_they_rest_on_its_cells(formula: str, is_kept: bool) -> None:
    ruled = sheet(
        {(0, 0): Cell("a")}, conditional_rules=[coloured_where("CUSTOM_FORMULA", formula)]
    )
    views, first = TabViews(), document(ruled, Sheet(1, "Other"))
    before = views.of(first, Caller(first, "ana")).tabs[0]
    second = first.copy()
    second.version = 2
    second.sheets[1].put(0, 0, Cell("x"))
    assert (views.of(second, Caller(second, "ana")).tabs[0].cells is before.cells) == is_kept


def test_a_rule_that_comes_to_the_same_leaves_its_cells_as_they_are() -> None:
    rule = coloured_where("CUSTOM_FORMULA", '=$A$1="a"')
    stored = document(sheet({(0, 0): Cell("a"), (2, 2): Cell("x")}, conditional_rules=[rule]))
    views, shown = TabViews(), []
    for text in ("a", "b", "c", "a"):
        stored = stored.copy()
        stored.version += 1
        stored.sheets[0].put(0, 0, Cell(text))
        shown.append(views.of(stored, Caller(stored, "ana")).tabs[0].cells["2,2"])
    coloured, plain, again, last = shown
    assert again is plain
    assert plain == {"t": "x"} != coloured
    assert last == coloured


def test_only_what_changed_travels() -> None:
    views = TabViews()
    red = {"backgroundColorStyle": ORANGE}
    first = document(sheet({(0, 0): Cell("a", red), (1, 0): Cell("b"), (2, 0): Cell("c")}))
    second = replace(
        document(sheet({(0, 0): Cell("a", red), (1, 0): Cell("B", red), (3, 0): Cell("d")})),
        version=2,
    )
    feed = Feed(views.pool)
    assert len(feed.next(views.of(first, Caller(first, "ana")))["pool"]) == 1
    message = feed.next(views.of(second, Caller(second, "ana")))
    assert message["pool"] == {}
    assert message["tabs"] == [
        {
            "id": 0,
            "title": "Tab",
            "color": None,
            "cells": {"1,0": {"t": "B", "s": 0}, "2,0": None, "3,0": {"t": "d"}},
        }
    ]


def test_a_tab_is_made_again_only_if_it_may_look_different() -> None:
    calm, other = sheet({(0, 0): Cell("a")}), Sheet(1, "Other", cells={(0, 0): Cell("1")})
    counting = Sheet(2, "Sum", cells={(0, 0): Cell(Formula("=Other!A1"))})
    views, first = TabViews(), document(calm, other, counting)

    def tabs(shown: Document) -> tuple[TabView, ...]:
        return views.of(shown, Caller(shown, "ana")).tabs

    before, second = tabs(first), first.copy()
    second.version = 2
    second.sheets[1].put(0, 0, Cell("2"))
    after = tabs(second)
    assert after[0].cells is before[0].cells
    assert [tab.cells["0,0"]["t"] for tab in after] == ["a", "2", "2"]


def test_all_who_see_and_know_the_same_are_told_it_in_one_message() -> None:
    views = TabViews()
    first = document(sheet({(0, 0): Cell("a", {"backgroundColorStyle": ORANGE})}))
    second = replace(document(sheet({(0, 0): Cell("b")})), version=2)
    seen = views.seen_by(first, "eve")
    early, also, writer = (Feed(views.pool) for _ in range(3))
    whole = views.message(early, seen)
    assert views.message(also, views.seen_by(first, "eve")) is whole
    assert views.message(writer, views.seen_by(first, "ana")) != whole
    change = views.message(early, views.seen_by(second, "eve"))
    assert views.message(also, views.seen_by(second, "eve")) is change
    late = views.message(Feed(views.pool), views.seen_by(second, "eve"))
    assert json.loads(late)["tabs"][0]["cells"] == json.loads(change)["tabs"][0]["cells"]
    assert late != change


# ---- styles


@pytest.mark.parametrize(
    ("cell_format", "css"),
    [
        ({}, {}),
        (
            {"textFormat": {"bold": True, "italic": True}},
            {"font-weight": "bold", "font-style": "italic"},
        ),
        (
            {"textFormat": {"underline": True, "strikethrough": True}},
            {"text-decoration": "underline line-through"},
        ),
        ({"textFormat": {"fontSize": 14}}, {"font-size": "14pt"}),
        (
            {"textFormat": {"fontFamily": "Roboto Mono"}},
            {"font-family": '"Roboto Mono", monospace'},
        ),
        ({"textFormat": {"fontFamily": 'x"; color: red'}}, {}),
        ({"textFormat": {"foregroundColor": {"blue": 1}}}, {"color": "#0000ff"}),
        ({"textFormat": {"foregroundColorStyle": {"themeColor": "LINK"}}}, {"color": "#1155cc"}),
        ({"horizontalAlignment": "CENTER"}, {"text-align": "center"}),
        ({"verticalAlignment": "MIDDLE"}, {"vertical-align": "middle"}),
        ({"textRotation": {"angle": 90}}, {"writing-mode": "sideways-lr"}),
        ({"backgroundColorStyle": {"rgbColor": {"red": 1, "green": 1, "blue": 1}}}, {}),
    ],
)
def test_a_format_becomes_css(cell_format: dict[str, object], css: dict[str, str]) -> None:
    assert style_of(cell_format, {}).get("css", {}) == css


def test_solid_lines_are_drawn_as_shadows_and_others_are_borders() -> None:
    lines = {"right": "2px solid #ff0000", "bottom": "1px dashed #000000"}
    assert style_of({}, lines)["css"] == {
        "--lines": "inset -2px 0 #ff0000",
        "border-bottom": "1px dashed #000000",
    }


def test_where_lines_cross_the_widest_or_else_the_darkest_is_on_top() -> None:
    lines = {
        "right": "1px solid #cccccc",
        "bottom": "1px solid #444444",
        "left": "1px solid #000000",
        "top": "2px solid #ffffff",
    }
    assert style_of({}, lines)["css"]["--lines"].split(", ") == [
        "inset 0 2px #ffffff",
        "inset 1px 0 #000000",
        "inset 0 -1px #444444",
        "inset -1px 0 #cccccc",
    ]


def test_colours_out_of_range_are_cut_to_it() -> None:
    assert css_color({"rgbColor": {"red": 7, "green": -1}}) == "#ff0000"
    assert css_color(None) is None


def border(line: str) -> dict[str, object]:
    return {"style": line, "colorStyle": {"rgbColor": {"red": 1}}}


def test_a_line_between_two_cells_is_drawn_once_by_the_one_before_it() -> None:
    boxed = {side: border("SOLID") for side in ("left", "right", "top", "bottom")}
    found = edges_of(sheet({(1, 1): Cell("x", {"borders": boxed})}))
    assert found == {
        (1, 1): {"right": "1px solid #ff0000", "bottom": "1px solid #ff0000"},
        (1, 0): {"right": "1px solid #ff0000"},
        (0, 1): {"bottom": "1px solid #ff0000"},
    }


def test_lines_at_the_edge_of_the_grid_are_the_first_cells_own() -> None:
    found = edges_of(
        sheet(
            {(0, 0): Cell("x", {"borders": {"left": border("SOLID_THICK"), "top": border("NONE")}})}
        )
    )
    assert found == {(0, 0): {"left": "3px solid #ff0000"}}


def test_lines_inside_a_merge_are_gone_and_those_around_it_are_its_first_cells() -> None:
    inside = sheet(
        {
            (1, 1): Cell("x", {"borders": {"right": border("SOLID")}}),
            (1, 2): Cell(None, {"borders": {"right": border("DASHED")}}),
            (3, 1): Cell("y", {"borders": {"top": border("DOUBLE")}}),
        },
        merges=[Box(1, 3, 1, 3)],
    )
    assert edges_of(inside) == {
        (1, 1): {"right": "1px dashed #ff0000", "bottom": "3px double #ff0000"}
    }


def test_a_view_forgotten_while_it_is_made_leaves_none_without_its_styles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The last page is closed while what it asked for is still being made, and opened again."""
    views = TabViews()
    first = document(sheet({(0, 0): Cell(1.0)}))
    views.of(first, Caller(first, "ana"))
    second = replace(document(sheet({(0, 0): Cell(1.0), (1, 0): Cell(2.0)})), version=9)

    def forgetting(shown: Document) -> Told:
        views.forget()
        return told(shown)

    monkeypatch.setattr("sheets_emulator.page_view.told", forgetting)
    views.of(second, Caller(second, "ana"))
    again = views.of(second, Caller(second, "ana"))
    assert Feed(again.pool).next(again)["pool"] == {"0": {"css": {"text-align": "right"}}}
