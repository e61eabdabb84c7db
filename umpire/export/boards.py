"""The board of a match after a line of its log, drawn by its template."""

from collections.abc import Collection, Sequence
from pathlib import Path

from umpire.games.base import Screen
from umpire.projections.match_history import MatchHistory
from umpire.projections.screens import spreadsheet_screen
from umpire.projections.sentences import Fairness
from umpire.projections.spreadsheets import Spreadsheet, spreadsheets_of
from umpire.sheets.context import Context, Page
from umpire.sheets.grid import Rect
from umpire.sheets.ranges import ANSWER, ENTRY, FORMED, NUMBER, of_seat
from umpire.sheets.rendering import RenderedCell, RenderedTab, render
from umpire.sheets.template import find_template
from umpire.store import MatchRow


def draw_board(
    history: MatchHistory,
    row: MatchRow,
    viewer: str | None = None,
    seed: str | None = None,
    template: Path | str | None = None,
    without: Collection[str] = (),
) -> RenderedTab:
    """Return the board that everybody sees, or a player's own page.

    `seed` is shown once the match is closed. `template` is the folder of the match's own template.
    The ranges named in `without` are left out, with the headings above them. Rows with nothing but
    these, or with the unused part of a score sheet, are hidden. Raises UsageError, also if the game
    has no template.
    """
    spreadsheets = spreadsheets_of(
        find_template(row.game, template),
        Context(row.id, history.match.title, row.players, clock=history.match.header.clock),
    )
    spreadsheet, page = _page(spreadsheets, viewer)
    fair = Fairness(row.commitment, seed if history.match.closed else None)
    screen = spreadsheet_screen(history, spreadsheet, fair)
    for seat in spreadsheet.seats:
        sheet = history.sheets[seat]
        entries = tuple(
            (sheet[n].text or "" if n in sheet else "",) for n in range(history.rows_used(seat))
        )
        screen[of_seat(ENTRY, seat)] = entries
    left_out = [page.names[name] for name in without if name in page.names]
    for name in without:
        screen.pop(name, None)
    drawing = render(page, spreadsheet.template.palette, screen)
    hidden_rows = _free_rows(page, drawing, *_unused_rows(page, screen))
    headings: set[Rect] = set()
    for rect in left_out:
        rects = {rect, *_heading(drawing, rect)}
        headings |= rects - {rect}
        rows = range(min(part.top for part in rects), rect.bottom)
        hidden_rows |= _free_rows(page, drawing, rows, rects)
    heights = (0 if row in hidden_rows else height for row, height in enumerate(drawing.heights))
    cells = (cell._replace(text="") if _rect(cell) in headings else cell for cell in drawing.cells)
    return drawing._replace(cells=tuple(cells), heights=tuple(heights))


def _unused_rows(page: Page, screen: Screen) -> tuple[range, set[Rect]]:
    """Return the rows of a score sheet below the next free one, and its columns."""
    name = page.name(ENTRY)
    if name not in page.names:
        return range(0), set()
    sheet = page.names[name]
    columns = map(page.name, (NUMBER, ENTRY, ANSWER, FORMED))
    return (
        range(sheet.top + len(screen.get(name, ())) + 1, sheet.bottom),
        {page.names[column] for column in columns if column in page.names},
    )


def _heading(drawing: RenderedTab, rect: Rect) -> list[Rect]:
    """Return the cell with a block's heading: the only text right above it."""
    texts = (_rect(cell) for cell in drawing.cells if cell.row == rect.top - 1 and cell.text)
    headings = [above for above in texts if above.left < rect.right and rect.left < above.right]
    return headings if len(headings) == 1 else []


def _free_rows(page: Page, drawing: RenderedTab, rows: range, blocks: Collection[Rect]) -> set[int]:
    """Return the rows in which there is no text and no named range beside these blocks."""
    texts = (_rect(cell) for cell in drawing.cells if cell.text)
    beside = (
        rect
        for rect in (*texts, *page.names.values())
        if not any(rect.overlaps(block) for block in blocks)
    )
    return {*rows} - {row for rect in beside for row in range(rect.top, rect.bottom)}


def _rect(cell: RenderedCell) -> Rect:
    return Rect(cell.row, cell.column, cell.row + cell.rows, cell.column + cell.columns)


def _page(spreadsheets: Sequence[Spreadsheet], viewer: str | None) -> tuple[Spreadsheet, Page]:
    """Return the first tab that a viewer sees, and its spreadsheet."""
    own = next(
        (spreadsheet for spreadsheet in spreadsheets if spreadsheet.viewer == viewer),
        spreadsheets[0],
    )
    return own, next((page for page in own.pages if page.player == viewer), own.pages[0])
