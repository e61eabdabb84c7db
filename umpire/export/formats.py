"""The formats in which a match is exported, in one table."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from umpire.errors import UsageError
from umpire.export.adjudication import AdjudicatedLog, adjudicate
from umpire.export.analysis import Analysis
from umpire.export.boards import draw_board
from umpire.export.comma_separated import comma_separated
from umpire.export.document import document
from umpire.export.markdown import brief, markdown
from umpire.export.picture import picture, vector
from umpire.export.plain_board import plain_board
from umpire.export.replay.page import replay_page
from umpire.export.script import script_as, script_lines
from umpire.export.transcript import Transcript, transcript_of
from umpire.export.workbook import match_workbook
from umpire.games.base import UMPIRE, AnyGame
from umpire.games.text import join_words
from umpire.json_types import write_json
from umpire.projections.sentences import headline
from umpire.sheets.ranges import EVENTS, FAIRNESS
from umpire.sheets.rendering import RenderedTab
from umpire.store import MatchRow, Store
from umpire.store.replay import other_engine

Choice = Literal["turn", "brief", "analyse"]
"""The options that some formats have."""


@dataclass(frozen=True)
class LoggedMatch:
    """A match in a store. Its log is read and adjudicated once, and only if needed.

    `turn` is the number of the last line to read, None for all.
    """

    store: Store
    row: MatchRow
    game: AnyGame
    turn: int | None = None

    @cached_property
    def log(self) -> AdjudicatedLog:
        """The log, adjudicated. Raises UmpireError."""
        return adjudicate(self.store, self.row, self.game, self.turn)

    @cached_property
    def transcript(self) -> Transcript:
        """The whole transcript, as the umpire knows it. Raises UmpireError."""
        return transcript_of(self.log)


@dataclass(frozen=True)
class ExportRequest:
    """The match to write, and its viewer. It may be written in several formats.

    `viewer` is a player, None for everybody, or UMPIRE if no viewer is named. UMPIRE gets all of a
    closed match, the public part of any other match, and all of a script. An `analysis` is only for
    a closed match without a named viewer.
    """

    match: LoggedMatch
    viewer: str | None = UMPIRE
    brief: bool = False
    analysis: Analysis | None = None

    @cached_property
    def transcript(self) -> Transcript:
        """The transcript for the viewer. Raises UmpireError."""
        whole = self.match.transcript
        return whole.public_part() if self.viewer == UMPIRE else whole.seen_by(self.viewer)

    @cached_property
    def board(self) -> RenderedTab:
        """The board, or the named viewer's own page. Raises UmpireError."""
        return _board(self.match.log, self._player)

    @property
    def headline(self) -> str:
        """The headline of the match for the viewer. Raises UmpireError."""
        return headline(self.match.log.histories[-1], viewer=self._player)

    @property
    def _player(self) -> str | None:
        return None if self.viewer == UMPIRE else self.viewer


@dataclass(frozen=True, slots=True)
class Format:
    """A format: the ending of its files, and the function that writes it.

    A `binary` format is not for terminals. A `secret` format contains all if no viewer is named.
    """

    ending: str
    write: Callable[[ExportRequest], bytes | str]
    choices: frozenset[Choice] = frozenset()
    binary: bool = False
    secret: bool = False


def _json(request: ExportRequest) -> str:
    return write_json(document(request.transcript), indent=1) + "\n"


def _script(request: ExportRequest) -> str:
    if request.viewer == UMPIRE:
        match = request.match
        if other_engine(match.row.header()) is not None:
            _ = match.log  # raises if the log does not fit this version
        lines = script_lines(match.store, match.row)
    else:
        lines = script_as(request.transcript, request.viewer)
    return "".join(f"{line}\n" for line in lines)


def _markdown(request: ExportRequest) -> str:
    transcript = request.transcript
    if request.brief:
        return brief(transcript)
    drawing = _public_board(request.match.log, without=(EVENTS, FAIRNESS))
    return markdown(transcript, None if drawing is None else plain_board(drawing))


def _workbook(request: ExportRequest) -> bytes:
    return match_workbook(request.transcript, _public_board(request.match.log))


def _public_board(log: AdjudicatedLog, without: Collection[str] = ()) -> RenderedTab | None:
    """Return the board that everybody sees; None if the game has no template."""
    try:
        return _board(log, None, without)
    except UsageError:
        return None


def _board(log: AdjudicatedLog, viewer: str | None, without: Collection[str] = ()) -> RenderedTab:
    return draw_board(log.histories[-1], log.row, viewer, log.seed, log.template, without)


def _picture(request: ExportRequest) -> bytes:
    return picture(request.board)


def _vector(request: ExportRequest) -> bytes:
    row, turn = request.match.row, request.match.turn
    game_title = request.match.game.title_of(row.header().game_options)
    title = f"{game_title}: {join_words(row.players)} ({row.id})"
    after = "" if turn is None else f", after line {turn} of the log"
    return vector(request.board, title + after, request.headline)


_TURN: frozenset[Choice] = frozenset({"turn"})

FORMATS: Mapping[str, Format] = {
    "md": Format(".md", _markdown, frozenset({"brief"})),
    "csv": Format(".csv", lambda request: comma_separated(request.transcript)),
    "xlsx": Format(".xlsx", _workbook, binary=True),
    "png": Format(".png", _picture, _TURN, binary=True),
    "svg": Format(".svg", _vector, _TURN),
    "html": Format(
        ".html",
        lambda request: replay_page(request.transcript, request.analysis),
        frozenset({"analyse"}),
    ),
    "json": Format(".json", _json),
    "script": Format(".jsonl", _script, secret=True),
}


def export(name: str, request: ExportRequest) -> bytes:
    """Return a match in one of the FORMATS, as a file's content."""
    content = FORMATS[name].write(request)
    if isinstance(content, bytes):
        return content
    return content.encode("utf-8", "backslashreplace")  # a lone surrogate stays a JSON escape


def is_secret(name: str, request: ExportRequest) -> bool:
    """Return whether an export contains secrets."""
    if request.match.row.status == "closed" or request.viewer is None:
        return False
    return FORMATS[name].secret or request.viewer != UMPIRE
