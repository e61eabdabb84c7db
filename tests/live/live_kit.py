"""What the tests of live matches share: clocks that a test turns, and a match in a store."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from toy import GAME as TOY

from umpire import __version__
from umpire.catalogue import find_game
from umpire.games.base import AnyGame
from umpire.live.control import Control
from umpire.live.entry_form import EntryForm
from umpire.live.match_log import Clocks, MatchLog, new_token
from umpire.live.score_sheet import ScoreSheet
from umpire.live.submissions import ReadContext
from umpire.match import Header, commitment
from umpire.projections.scoresheet import Submission
from umpire.store import LogLine, MatchRow, Store
from umpire.store.records import BotSeat, log_header
from umpire.store.worldtime import rfc3339

SEED = "5e" * 32
NOON = 1_767_268_800.0  # 2026-01-01T12:00:00Z
ANA, BO = 0, 1


class Hands:
    """Two clocks that stand until a test moves them."""

    def __init__(self) -> None:
        self.passed = 0.0

    def move(self, seconds: float) -> None:
        self.passed += seconds

    def clocks(self) -> Clocks:
        return Clocks(lambda: 500.0 + self.passed, lambda: NOON + self.passed)


def make_match(
    store: Store,
    game: AnyGame,
    players: tuple[str, ...] = ("Ana", "Bo"),
    bots: tuple[BotSeat, ...] = (),
    **options: Any,
) -> MatchRow:
    match_id, rules = store.new_id(game.id), Header(game.id, players, options)
    header = log_header(rules, match_id, __version__, rfc3339(NOON), commitment(rules, SEED))
    store.create(
        match_id,
        header,
        SEED,
        engine=__version__,
        started=rfc3339(NOON),
        bots=bots,
    )
    return store.find(match_id)


class Table:
    """A match at a table: a store, clocks, a session, and what stands in the score sheets."""

    def __init__(self, store: Store, row: MatchRow, hands: Hands) -> None:
        self.store = store
        self.row = row
        self.hands = hands
        self.columns: dict[int, list[Any]] = {seat: [] for seat in range(len(row.players))}
        self.forms: dict[int, dict[str, Any]] = {}
        self.live = self.open()

    def open(self) -> MatchLog:
        return MatchLog.open(self.store, self.row, new_token(), self.hands.clocks())

    def types(self, seat: int, *values: Any) -> None:
        """Write into the next free rows."""
        self.columns[seat].extend(values)

    def read(self, *seats: int, took: float = 0.0) -> None:
        """Let a read begin now and come back `took` seconds later; a paused match goes on.

        It shows the score sheets of these seats, of all if there are none.
        """
        began = self.live.read_context()
        self.hands.move(took)
        if self.live.history.is_stopped_by_itself:
            self.live.resume_itself()
            began = self.live.read_context()
        shown = seats or tuple(self.columns)
        players = [self.row.players[seat] for seat in shown]
        assert self.live.process(began, players, self.entered(began, shown))

    def entered(self, began: ReadContext, seats: Sequence[int]) -> list[Submission]:
        """What is new in score sheets and forms."""
        typed = {f"entry_{seat + 1}": [[value] for value in self.columns[seat]] for seat in seats}
        controls: list[Control] = []
        for seat in seats:
            column = ScoreSheet(seat, f"entry_{seat + 1}")
            controls.append(column)
            if seat in self.forms:
                cells = {cell: f"form_{cell}_{seat + 1}" for cell in self.forms[seat]}
                typed |= {cells[cell]: [[value]] for cell, value in self.forms[seat].items()}
                controls.append(EntryForm(seat, self.row.players[seat], cells, {}, {}, column, ()))
        record = self.live.history
        return [
            one
            for control in controls
            for one in control.new_submissions(record, typed, began.open_decisions, self._cell_name)
        ]

    def _cell_name(self, name: str, row: int) -> str:
        player = self.row.players[int(name[-1]) - 1]
        return f"{player}!F1" if name.startswith("form") else f"{player}!B{row + 1}"

    def answers(self, seat: int) -> list[str]:
        sheet = self.live.history.sheets[seat]
        return [sheet[row].answer if row in sheet else "" for row in range(len(self.columns[seat]))]

    def log(self, *, notes: bool = False) -> list[tuple[float | None, str | None, str | None, Any]]:
        """The log as (t, by, say, code), without what umpire says by itself unless asked for."""
        return [
            (line.t, line.by, line.say, line.code)
            for line in self.lines()
            if notes or line.note is None
        ]

    def lines(self) -> list[LogLine]:
        return self.store.lines(self.row.id)


@contextmanager
def toy_table(
    store: Store, monkeypatch: pytest.MonkeyPatch, *phases: Any, **options: Any
) -> Iterator[Table]:
    """A match of the made-up game of the contract's tests, its first read done if it `begins`."""
    monkeypatch.setattr("umpire.catalogue.games", lambda: {TOY.id: TOY})
    given = [{"who": phase} if isinstance(phase, str) else phase for phase in phases]
    players, begins = options.pop("players", ("Ana", "Bo")), options.pop("begins", True)
    table = Table(store, make_match(store, TOY, players, phases=given, **options), Hands())
    if begins:
        table.read()
    yield table


__all__ = [
    "ANA",
    "BO",
    "NOON",
    "SEED",
    "TOY",
    "Hands",
    "Table",
    "find_game",
    "make_match",
    "toy_table",
]
