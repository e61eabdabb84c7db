"""The formats in which a match is exported: one table, a line each."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from umpire.errors import UsageError
from umpire.export.analysis import Analysis
from umpire.export.boards import board, record_after
from umpire.export.comma_separated import comma_separated
from umpire.export.document import document
from umpire.export.history import History, read_history
from umpire.export.markdown import brief, markdown
from umpire.export.picture import picture, vector
from umpire.export.plain_board import plain_board
from umpire.export.replay.page import page
from umpire.export.script import script_as, script_lines
from umpire.export.workbook import match_workbook
from umpire.games.base import UMPIRE, AnyGame
from umpire.games.text import listed
from umpire.json_types import write_json
from umpire.sheets.drawing import Drawing
from umpire.sheets.ranges import EVENTS, FAIRNESS
from umpire.showing.sentences import headline
from umpire.store import MatchRow, Store
from umpire.store.replay import judged_elsewhere

Choice = Literal["turn", "brief", "analyse"]
"""What may be asked of some formats."""


@dataclass(frozen=True)
class Order:
    """What to write: a match as the store has it, and who may read it.

    One order may be written in several formats; what they share is made once.

    `viewer` is a player, None for everybody, or UMPIRE if nobody is named. UMPIRE is shown all of a
    closed match, what is public of any other match, and all of a script. `turn` is the number of
    the line of the log after which a board is drawn, None for the last. `analysis` goes with a
    closed match of which no viewer is named.
    """

    store: Store
    row: MatchRow
    game: AnyGame
    viewer: str | None = UMPIRE
    turn: int | None = None
    brief: bool = False
    analysis: Analysis | None = None

    @cached_property
    def history(self) -> History:
        """What the viewer may know of the match. Raises UmpireError."""
        whole = read_history(self.store, self.row, self.game)
        return whole.published() if self.viewer == UMPIRE else whole.seen_by(self.viewer)

    @cached_property
    def board(self) -> tuple[Drawing, str]:
        """The board, or the named viewer's own page, and in words how the match stands."""
        return _board(self)


@dataclass(frozen=True, slots=True)
class Format:
    """A format: the ending of its files and what writes it.

    A `binary` format is not for terminals. A `secret` format holds everything if nobody is named.
    """

    ending: str
    write: Callable[[Order], bytes | str]
    choices: frozenset[Choice] = frozenset()
    binary: bool = False
    secret: bool = False


def _json(order: Order) -> str:
    return write_json(document(order.history), indent=1) + "\n"


def _script(order: Order) -> str:
    if order.viewer == UMPIRE:
        if judged_elsewhere(order.row.header()) is not None:
            read_history(order.store, order.row, order.game)  # raises where it comes out otherwise
        lines = script_lines(order.store, order.row.id)
    else:
        lines = script_as(order.store, order.row, order.game, order.viewer)
    return "".join(f"{line}\n" for line in lines)


def _markdown(order: Order) -> str:
    history = order.history
    if order.brief:
        return brief(history)
    drawing = _public_board(order, without=(EVENTS, FAIRNESS))
    return markdown(history, None if drawing is None else plain_board(drawing))


def _workbook(order: Order) -> bytes:
    return match_workbook(order.history, _public_board(order))


def _public_board(order: Order, without: Collection[str] = ()) -> Drawing | None:
    """Return the board that everybody sees; None where the game has no template."""
    public = order if order.viewer is None else replace(order, viewer=None)
    try:
        return _board(public, without)[0] if without else public.board[0]
    except UsageError:
        return None


def _picture(order: Order) -> bytes:
    return picture(order.board[0])


def _vector(order: Order) -> bytes:
    drawing, told = order.board
    called = order.game.title_of(order.row.header().game_options)
    title = f"{called}: {listed(order.row.players)} ({order.row.id})"
    after = "" if order.turn is None else f", after line {order.turn} of the log"
    return vector(drawing, title + after, told)


def _board(order: Order, without: Collection[str] = ()) -> tuple[Drawing, str]:
    """Return `Order.board` without the named ranges."""
    store, row = order.store, order.row
    record = record_after(store, row, order.game, order.turn)
    viewer = None if order.viewer == UMPIRE else order.viewer
    seed = store.seed(row.id) if record.match.closed else None
    template = store.hosting(row.id).template
    return board(record, row, viewer, seed, template, without), headline(record, viewer=viewer)


_TURN: frozenset[Choice] = frozenset({"turn"})

FORMATS: Mapping[str, Format] = {
    "md": Format(".md", _markdown, frozenset({"brief"})),
    "csv": Format(".csv", lambda order: comma_separated(order.history)),
    "xlsx": Format(".xlsx", _workbook, binary=True),
    "png": Format(".png", _picture, _TURN, binary=True),
    "svg": Format(".svg", _vector, _TURN),
    "html": Format(
        ".html",
        lambda order: page(order.store, order.history, order.analysis),
        frozenset({"analyse"}),
    ),
    "json": Format(".json", _json),
    "script": Format(".jsonl", _script, secret=True),
}


def export(name: str, order: Order) -> bytes:
    """Return a match in one of the FORMATS, as a file's content."""
    written = FORMATS[name].write(order)
    if isinstance(written, bytes):
        return written
    return written.encode("utf-8", "backslashreplace")  # a lone surrogate stays a JSON escape


def is_secret(name: str, order: Order) -> bool:
    """Return whether an export holds what is not for everybody's eyes."""
    if order.row.status == "closed" or order.viewer is None:
        return False
    return FORMATS[name].secret or order.viewer != UMPIRE
