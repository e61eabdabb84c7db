"""A match as a workbook: the board in its colours, the moves, the log, the settings."""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from io import BytesIO
from typing import TYPE_CHECKING, Any

from umpire.export.picture import legible
from umpire.export.rows import column_names, moves, rows
from umpire.export.transcript import Transcript
from umpire.sheets.rendering import CellStyle, Edge, RenderedTab
from umpire.store.worldtime import duration

if TYPE_CHECKING:
    from xlsxwriter import Workbook  # type: ignore[import-untyped]
    from xlsxwriter.worksheet import Worksheet  # type: ignore[import-untyped]

_LONGEST = 32_767
"""The most characters of a cell."""
_MOST = 20
"""The most visible lines of a text in a table."""
_LINE = 15
"""The height of a line of text, in points."""
_HEAD: dict[str, Any] = {"bold": True, "bg_color": "#ECECEA", "text_wrap": True, "valign": "top"}
_BODY: dict[str, Any] = {"text_wrap": True, "valign": "top", "align": "left"}
_STRUCK: dict[str, Any] = {**_BODY, "font_strikeout": True, "font_color": "#4D4D4B"}
_ALIGN = {"left": "left", "centre": "center", "right": "right"}
_VALIGN = {"top": "top", "middle": "vcenter", "bottom": "bottom"}
_LINES = {"thin": 1, "medium": 2, "thick": 5, "dotted": 4}
_MOVES = {"line": 6, "clock": 9, "who": 16, "what": 40, "result": 90, "remark": 30}
_NUMBERS = {"line", "t", "undone_by"}


def match_workbook(transcript: Transcript, drawing: RenderedTab | None) -> bytes:
    """Return the content of the workbook. No cell in it is a formula or a link."""
    from xlsxwriter import Workbook

    file = BytesIO()
    with Workbook(file, {"in_memory": True}) as book:
        title = f"{transcript.match.title} ({transcript.row.id})"
        began = datetime.fromisoformat(transcript.row.started)  # the same match, the same bytes
        book.set_properties({"title": title, "created": began})
        if drawing is not None:
            _draw(book, drawing)
        _tabulate(book, "Moves", _MOVES, _moves(transcript))
        log = [_log_row(column_names(transcript), row) for row in rows(transcript)]
        _tabulate(
            book, "Log", dict.fromkeys(column_names(transcript), 14), ((row, _BODY) for row in log)
        )
        settings = (((name, value), _BODY) for name, value in _settings(transcript))
        _tabulate(book, "Settings", {"setting": 26, "value": 90}, settings)
    return file.getvalue()


def _moves(transcript: Transcript) -> Iterator[tuple[Sequence[str | float], dict[str, Any]]]:
    for move in moves(transcript):
        cells = (move.line, duration(move.at), move.author, move.text, move.result, move.remark)
        yield cells, _STRUCK if move.is_undone else _BODY


def _log_row(names: Sequence[str], row: Sequence[str]) -> list[str | float]:
    return [
        float(text) if text and (name in _NUMBERS or name.startswith("reserve")) else text
        for name, text in zip(names, row, strict=True)
    ]


def _settings(transcript: Transcript) -> Iterator[tuple[str, str]]:
    row = transcript.row
    yield "match", row.id
    yield "game", transcript.match.title
    for seat, player in enumerate(row.players, 1):
        yield f"player {seat}", player
    yield from (
        (name, json.dumps(value, ensure_ascii=False)) for name, value in transcript.options.items()
    )
    yield "began", transcript.opened_at
    yield "ended", row.ended or ""
    yield "version of umpire", row.engine
    yield "commitment", row.commitment
    yield "seed", transcript.seed or "shown once the match is closed"
    yield "head of the log", transcript.head or "shown once the match is closed"


def _tab(book: "Workbook", title: str) -> "Worksheet":
    """Add a tab that is printed one page wide."""
    sheet = book.add_worksheet(title)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)
    return sheet


def _tabulate(
    book: "Workbook",
    title: str,
    columns: dict[str, int],
    body: Iterable[tuple[Sequence[str | float], dict[str, Any]]],
) -> None:
    """Add a tab with a table whose head stays in view."""
    sheet = _tab(book, title)
    sheet.freeze_panes(1, 0)
    bold = book.add_format(_HEAD)
    for column, (name, width) in enumerate(columns.items()):
        sheet.set_column(column, column, width)
        sheet.write_string(0, column, name, bold)
    looks = {id(look): book.add_format(look) for look in (_BODY, _STRUCK)}
    for row, (cells, look) in enumerate(body, 1):
        # some programs do not make a row higher for long texts
        texts = zip(map(str, cells), columns.values(), strict=True)
        sheet.set_row(row, _LINE * min(_MOST, max(1 + len(text) // wide for text, wide in texts)))
        for column, value in enumerate(cells):
            _write_value(sheet, row, column, value, looks[id(look)])


def _draw(book: "Workbook", drawing: RenderedTab) -> None:
    """Add a tab with the board, in fixed colours."""
    sheet = _tab(book, "Board")
    sheet.hide_gridlines(0 if drawing.gridlines else 2)
    for column, pixels in enumerate(drawing.widths):
        sheet.set_column_pixels(column, column, pixels)
    for row, pixels in enumerate(drawing.heights):
        sheet.set_row_pixels(row, pixels, None, {} if pixels else {"hidden": True})
    looks: dict[CellStyle, Any] = {}
    for cell in drawing.cells:
        if cell.look not in looks:
            looks[cell.look] = book.add_format(dict(_format(cell.look)))
        look = looks[cell.look]
        if cell.rows * cell.columns > 1:
            last = cell.row + cell.rows - 1, cell.column + cell.columns - 1
            sheet.merge_range(cell.row, cell.column, *last, "", look)
        _write_value(sheet, cell.row, cell.column, cell.text, look)


def _write_value(sheet: "Worksheet", row: int, column: int, value: str | float, look: Any) -> None:
    if isinstance(value, str):
        lines = (legible(line, _LONGEST) for line in value.split("\n"))
        sheet.write_string(row, column, "\n".join(lines)[:_LONGEST], look)
    else:
        sheet.write_number(row, column, value, look)


def _format(look: CellStyle) -> Iterator[tuple[str, Any]]:
    """Yield the properties of a workbook's format for a look."""
    if look.fill != "#FFFFFF":
        yield "bg_color", look.fill
    yield "font_color", look.ink
    yield "bold", look.bold
    yield "italic", look.italic
    yield "font_strikeout", look.strike
    yield "font_size", look.size
    yield "font_name", look.font
    yield "align", _ALIGN[look.align]
    yield "valign", _VALIGN[look.valign]
    yield "text_wrap", look.overlong == "wrap"
    for side, edge in look.edges._asdict().items():
        if isinstance(edge, Edge):
            yield side, _LINES[edge.kind]
            yield f"{side}_color", edge.colour
