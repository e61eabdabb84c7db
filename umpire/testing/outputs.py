"""Everything that leaves the program for a viewer: exports, spreadsheets, announcements.

All of it is made from the lines of a log as the program makes it, so that twins can be compared by
it.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

from umpire.chat.announcements import Readers, next_post
from umpire.export.formats import ExportRequest, LoggedMatch, export
from umpire.json_types import JsonObject
from umpire.live.spreadsheet_state import SpreadsheetState
from umpire.match import Match
from umpire.projections.match_history import MatchHistory, first_history
from umpire.projections.pending_lines import NewInput, PendingLines
from umpire.projections.sentences import Fairness
from umpire.projections.spreadsheets import Spreadsheet, spreadsheets_of
from umpire.sheets.context import Context
from umpire.sheets.layout import template_places
from umpire.sheets.snapshot import read_snapshot
from umpire.sheets.template import Template, find_template
from umpire.store import Entry, MatchRow, Store
from umpire.store.announcements import Progress
from umpire.store.records import Hosting, log_header
from umpire.testing.matches import SEED, WHEN

Outputs: TypeAlias = dict[str, Sequence[Any]]
"""By what it is, in words: its lines, cells or sentences."""

CHEAP = frozenset({"csv", "json", "script"})
"""The formats in which no board is drawn."""

_ID = "match-1"
_COMMITMENT = "c0" * 32
"""Not the match's own: that comes of its hidden options too, though it tells nothing of them."""
_LATER = 1_767_272_400.0  # an hour after WHEN
_UMPIRE = "umpire@local.umpire"
"""An account on the local server: there pages are given more data."""


def transaction_of(start: Match, lines: Iterable[JsonObject]) -> PendingLines:
    """Return what a live match keeps of the lines that are said from its start on."""
    header = log_header(start.header, _ID, "0", WHEN, _COMMITMENT)
    began = datetime.fromisoformat(WHEN).timestamp()  # whenever the first line is said
    record = replace(first_history(header, start.game), has_begun=True, offset=began)
    transaction = PendingLines(record, SEED, WHEN)
    for line in lines:
        write(transaction, line)
    return transaction


def write(transaction: PendingLines, line: JsonObject) -> None:
    """Let a line be said; a player writes it into the next row of their score sheet.

    A line with a `note` the program says by itself.
    """
    players = transaction.history.match.header.players
    by, say = line.get("by"), line.get("say")
    if by not in players:
        transaction.judge_alone(NewInput(line["t"], by, say, note=line.get("note")))
        return
    seat = players.index(by)
    row = len(transaction.history.sheets[seat])
    judged = transaction.judge_alone(NewInput(line["t"], by, say, f"{by}!B{row + 1}", row))
    transaction.process(Entry(seat, row, say, judged.answer, judged.line.n))


def outputs(
    start: Match,
    lines: Iterable[JsonObject],
    viewer: str | None,
    formats: Iterable[str] = CHEAP,
    template: Path | None = None,
) -> Outputs:
    """Return everything that a player (or None for everybody) may have after the lines of a match.

    That is what is exported for this viewer in the formats, and for everybody in the CHEAP ones;
    what would be sent to the viewer's spreadsheets; and what is announced to the viewer. `template`
    is the folder of the game's template, None if it is installed.
    """
    transaction = transaction_of(start, lines)
    record, match = transaction.history, transaction.history.match
    with TemporaryDirectory() as folder, Store.open(folder) as store:
        store.create(
            _ID,
            match.header,
            SEED,
            engine="0",
            started=WHEN,
            lines=transaction.lines,
            status=match.status,
            outcome=match.outcome,
            hosting=Hosting(template=None if template is None else str(template)),
        )
        row = replace(store.find(_ID), commitment=_COMMITMENT)
        wanted = {None: CHEAP, viewer: formats}
        source = LoggedMatch(store, row, match.game)
        orders = {eyes: ExportRequest(source, eyes) for eyes in wanted}
        exported: Outputs = {
            f"the {name} export as {eyes or 'public'}": _lines(export(name, orders[eyes]))
            for eyes, names in wanted.items()
            for name in sorted(names, key=lambda name: (name not in CHEAP, name))
        }
    announced: Outputs = {
        f"the announcement to {eyes or 'everybody'}": [*_posts(row, record, eyes)]
        for eyes in wanted
    }
    return (
        spreadsheet_contents(record, viewer, find_template(match.game.id, template))
        | announced
        | exported
    )


def spreadsheet_contents(record: MatchHistory, viewer: str | None, template: Template) -> Outputs:
    """Return what would be sent to each spreadsheet of a viewer if it were empty."""
    header, title = record.match.header, record.match.title
    accounts = {player: f"{player}@example.org" for player in header.players}
    context = Context(_ID, title, header.players, (_UMPIRE,), accounts, clock=header.clock)
    return {
        spreadsheet.name: [*_texts(_requests(record, spreadsheet))]
        for spreadsheet in spreadsheets_of(template, context)
        if spreadsheet.viewer in (None, viewer)
    }


def _lines(content: bytes) -> list[str]:
    return content.decode("utf-8", "backslashreplace").splitlines()


def _posts(row: MatchRow, record: MatchHistory, viewer: str | None) -> Iterator[str]:
    readers = Readers(row, record, Fairness(row.commitment), viewer)
    progress = Progress()
    while (post := next_post(readers, progress, _LATER)) is not None:
        yield post.text
        progress = post.progress


def _requests(record: MatchHistory, spreadsheet: Spreadsheet) -> Sequence[JsonObject]:
    """Return the first write to a spreadsheet that has been laid out, and shows nothing yet."""
    layout = {
        "namedRanges": [
            {"namedRangeId": name, "name": name, "range": place.grid_range()}
            for name, place in template_places(spreadsheet.pages).items()
        ],
        "sheets": [
            {
                "properties": {
                    "sheetId": page.sheet,
                    "title": page.title,
                    "gridProperties": {"rowCount": page.tab.rows, "columnCount": page.tab.columns},
                }
            }
            for page in spreadsheet.pages
        ],
    }
    fair = Fairness(_COMMITMENT)
    sheet = SpreadsheetState.of(spreadsheet, "spreadsheet", _UMPIRE, "token")
    sheet, _ = sheet.record_snapshot(read_snapshot(layout, None), sheet.screen(record, fair))
    return sheet.next_write(record, sheet.screen(record, fair), sheet.plan_upkeep).requests


def _texts(requests: Sequence[JsonObject]) -> Iterator[str]:
    """Yield each cell that requests write, and each other request, as a text."""
    for request in requests:
        rows: list[Any] = request.get("updateCells", {}).get("rows", [])
        cells = [cell for row in rows for cell in row["values"]]
        yield from (json.dumps(cell, sort_keys=True) for cell in cells or [request])
