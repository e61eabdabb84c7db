"""Boards as pictures: what stands on the sheet stands on them, in its colours, and nothing else."""

from io import BytesIO
from pathlib import Path
from typing import Literal
from xml.etree import ElementTree

import pytest
from export_kit import play_out
from own_games import RULED
from PIL import Image

from umpire.catalogue import find_game
from umpire.errors import UsageError
from umpire.export.adjudication import adjudicate
from umpire.export.boards import draw_board
from umpire.export.formats import ExportRequest, LoggedMatch, export
from umpire.export.picture import picture, vector
from umpire.export.plain_board import plain_board
from umpire.games.base import UMPIRE
from umpire.sheets.rendering import CellStyle, Edge, Edges, RenderedCell, RenderedTab
from umpire.store import Store

SVG = "{http://www.w3.org/2000/svg}"
RED = CellStyle(
    fill="#D55E00",
    ink="#FFFFFF",
    bold=True,
    valign="top",
    edges=Edges(left=Edge("thick", "#0000FF")),
)


def drawing(*texts: str, look: CellStyle = RED) -> RenderedTab:
    cells = (RenderedCell(0, n, 1, 1, text, look) for n, text in enumerate(texts))
    return RenderedTab("Board", (80,) * len(texts), (40,), tuple(cells))


def texts(svg: bytes) -> list[str]:
    root = ElementTree.fromstring(svg)
    return [element.text or "" for element in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("name", RULED)
@pytest.mark.parametrize("viewer", [UMPIRE, "Bo"])
def test_a_board_is_drawn_of_every_game(store: Store, name: str, viewer: str) -> None:
    game = find_game(name)
    row = store.find(play_out(store, game, most=12))
    order = ExportRequest(LoggedMatch(store, row, game), viewer)
    found = "\n".join(texts(export("svg", order)))
    assert "Bo" in found
    if name == "denizens-of-tartarus":
        image = Image.open(BytesIO(export("png", order)))
        assert image.format == "PNG"
        assert image.width > 1000


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("arcanoid", "What wins"),
        ("box-within-a-box", "Uses left"),
        ("denizens-of-tartarus", "modules won"),
        ("devils-deal", "out of the game"),
        ("eighteenth-hell", "winner"),
    ],
)
def test_a_page_has_the_board_in_the_words_of_the_sheet(
    store: Store, name: str, words: str
) -> None:
    game = find_game(name)
    row = store.find(play_out(store, game, most=12))
    page = export("md", ExportRequest(LoggedMatch(store, row, game))).decode()
    board = page.partition("```text\n")[2].partition("\n```")[0]
    assert words in board
    for told_elsewhere in ("Fair dealing", "What happened"):
        assert told_elsewhere not in board


def test_a_board_stands_as_it_did_after_a_line(store: Store) -> None:
    game = find_game("denizens-of-tartarus")
    row = store.find(play_out(store, game, most=12))

    def after(turn: int | None) -> bytes:
        return export("svg", ExportRequest(LoggedMatch(store, row, game, turn)))

    assert after(1) != after(None)
    last = store.lines(row.id)[-1].n
    assert after(None) == after(last).replace(b", after line 13 of the log", b"")
    with pytest.raises(UsageError, match="has no line 999: its last line is 13"):
        after(999)


MAIN = 'title = "{match}"\nlocale = "en_GB"\ntime_zone = "Etc/UTC"\ntabs = ["tab.toml"]\n'
BESIDE_THE_SCORE_SHEET = """
title = "{player}"
for_each = "player"
rows = 40
columns = 6
style = "page"
areas = [
  { at = "A1:F1", name = "ask", merge = "whole" },
  { at = "A2:A40", name = "number", count_from = 1 },
  { at = "B2:B40", name = "entry", player_writes = true },
  { at = "C2:C40", name = "answer" },
  { at = "E12:E13", rows = [["a legend"], ["beside it"]] },
  { at = "E20:F22", name = "cards" },
]
"""
BESIDE_THE_EVENTS = """
title = "Board"
rows = 10
columns = 6
style = "page"
areas = [
  { at = "A1:F1", name = "headline", merge = "whole" },
  { at = "A3", text = "What happened" },
  { at = "A4:A8", name = "events" },
  { at = "C5:C6", rows = [["a legend"], ["beside them"]] },
]
"""


@pytest.mark.parametrize(
    ("tab", "viewer", "without", "no_room", "legend"),
    [
        (
            *(BESIDE_THE_SCORE_SHEET, "Ana", ()),
            [*range(2, 11), *range(13, 19), *range(22, 40)],
            {"a legend", "beside it"},
        ),
        (BESIDE_THE_EVENTS, None, ["events"], [2, 3, 6, 7], {"a legend", "beside them"}),
    ],
)
def test_rows_that_take_no_room_hold_no_other_block(
    store: Store,
    tmp_path: Path,
    tab: str,
    viewer: str | None,
    without: list[str],
    no_room: list[int],
    legend: set[str],
) -> None:
    (tmp_path / "template.toml").write_text(MAIN)
    (tmp_path / "tab.toml").write_text(tab)
    game = find_game("denizens-of-tartarus")
    row = store.find(play_out(store, game, most=1))
    record = adjudicate(store, row, game).histories[-1]
    drawing = draw_board(record, row, viewer, None, tmp_path, without)
    assert [row for row, height in enumerate(drawing.heights) if not height] == no_room
    told = {*texts(vector(drawing, "t", "d"))}
    assert legend <= told
    assert not without or len(told - legend) == 1, "the headline is all that is left"


def test_fills_lines_and_letters_are_where_they_belong() -> None:
    image = Image.open(BytesIO(picture(drawing("one", "")))).convert("RGB")
    assert image.size == (322, 82)
    assert image.getpixel((60, 70)) == (0xD5, 0x5E, 0)
    assert image.getpixel((0, 70)) == image.getpixel((160, 70)) == (0, 0, 255)
    whitest = max(sum(image.getpixel((x, y))) for x in range(8, 60) for y in range(4, 30))
    assert whitest > 700


@pytest.mark.parametrize(
    ("overlong", "wide"), [("clip", 80.0), ("wrap", 80.0), ("overflow", 160.0)]
)
def test_a_long_text_ends_where_its_room_does(overlong: str, wide: float) -> None:
    look = RED._replace(overlong=overlong, size=8)
    root = ElementTree.fromstring(vector(drawing("a long " * 9, "", "z", look=look), "t", "d"))
    room = next(root.iter(f"{SVG}svg")).find(f"{SVG}svg")
    assert room is not None
    assert float(room.get("width", "")) == wide
    assert (len(room) > 1) == (overlong == "wrap")


@pytest.mark.parametrize(
    ("overlong", "text", "shown"),
    [
        ("clip", "Ana", ["Ana"]),
        ("clip", "Anastasia the Great of Mars", ["Anastasi…"]),
        ("overflow", "Anastasia the Great of Mars", ["Anastasi…"]),
        ("wrap", "Anastasia the Great", ["Anastasia", "the Great"]),
        ("wrap", "Anastasia the Great of Mars", ["Anastasia", "the Grea…"]),
        ("wrap", "An\nOn\nIn", ["An", "On …"]),
        ("wrap", "x" * 99, ["x" * 9, "x" * 8 + "…"]),
    ],
)
def test_a_line_without_room_ends_in_an_ellipsis(
    overlong: Literal["wrap", "clip", "overflow"], text: str, shown: list[str]
) -> None:
    look = RED._replace(overlong=overlong, valign="middle")
    assert texts(vector(drawing(text, "beside", look=look), "t", "d"))[: len(shown)] == shown


def test_a_vector_is_one_file_that_says_what_it_shows() -> None:
    svg = vector(drawing("R5"), "Denizens <1>", "Ana & Bo\nto move")
    root = ElementTree.fromstring(svg)
    assert root.findtext(f"{SVG}title") == "Denizens <1>"
    assert root.findtext(f"{SVG}desc") == "Ana & Bo to move"
    assert b"href" not in svg
    assert b"url(" not in svg


def test_a_plain_board_is_as_wide_as_its_texts() -> None:
    texts = ("left", "", "a sentence of which there is more than there is room", "right")
    assert plain_board(drawing(*texts)).splitlines() == [
        "left  a sentence of which there is  right",
        "      more than there is room",
    ]


@pytest.mark.parametrize(
    "text",
    ["<script>alert(1)</script>", "a\x00\x1b[31m\u202eb", "\ud800", "x" * 10_000, "a\xa0b\tc"],
)
def test_any_text_is_drawn_as_text(text: str) -> None:
    for overlong in ("wrap", "clip", "overflow"):
        drawn = drawing(text, look=RED._replace(overlong=overlong))
        svg = vector(drawn, text, text)
        tags = {element.tag.removeprefix(SVG) for element in ElementTree.fromstring(svg).iter()}
        assert tags == {"svg", "title", "desc", "rect", "path", "text"}
        assert all(shown.isprintable() for shown in texts(svg))
        assert picture(drawn).startswith(b"\x89PNG")
