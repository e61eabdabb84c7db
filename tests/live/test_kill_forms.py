"""`kill -9` of the daemon while players send by form: no tick lost, none heard twice."""

import os
import random
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest
from kill_kit import (
    PLAYERS,
    WHOLE,
    bots,
    ended,
    late_denizens,
    made,
    shown,
    started,
    steady_answer,
    wait_until,
)
from named_ranges import places_of, read_named
from typing_kit import Typist

from umpire.catalogue import games
from umpire.export.script import script_lines
from umpire.games.cards import names
from umpire.games.denizens_of_tartarus.playing import Block, Turn
from umpire.match import PendingDecision, verify
from umpire.projections.scoresheet import quote
from umpire.projections.spreadsheets import BOARD
from umpire.store import MatchRow, Store

pytestmark = [pytest.mark.end_to_end, pytest.mark.begun_first]

FIELDS = ("card", "module", "piles", "draw", "argument", "spirit", "target")
KILLS = 4
ASTRAY = 0.3
"""How often a player first sends what will be refused."""


class FormPlayer(Typist):
    """A player at the form: it fills the form in and ticks the box."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.sent: list[str] = []

    def write(self) -> None:
        """Fill the form in unless what was sent last has not been processed."""
        ranges = {cell: f"form_{cell}_{self._seat + 1}" for cell in (*FIELDS, "send")}
        blocks = read_named(self._sheets, self._spreadsheet, list(ranges.values()))
        pending = self.catch_up().pending_of(self._player)
        if blocks[ranges["send"]][0][0] is True or pending is None or not self.is_asked():
            return
        filled = self._filled(pending)
        self.sent.append(
            pending.decision.kind.form_line(self._match.state, pending.decision, filled)
        )
        places = places_of(self._sheets, self._spreadsheet)
        values = {cell: {"stringValue": filled.get(cell, "")} for cell in FIELDS}
        self._sheets.write(
            self._spreadsheet,
            [
                {
                    "updateCells": {
                        "range": places[ranges[cell]].grid_range(),
                        "rows": [{"values": [{"userEnteredValue": value}]}],
                        "fields": "userEnteredValue",
                    }
                }
                for cell, value in {**values, "send": {"boolValue": True}}.items()
            ],
        )

    def _filled(self, pending: PendingDecision) -> dict[str, str]:
        if self._random.random() < ASTRAY:
            return {"card": f"nonsense {len(self.sent)}", "module": "nowhere"}
        decision = pending.decision
        text = steady_answer(self._match, pending)
        return as_form(decision.kind.read(self._match.state, decision, text))


def as_form(turn: Turn) -> dict[str, str]:
    """A turn as somebody fills it into the form."""
    filled = {"card": str(turn.card), "module": turn.module, "piles": turn.piles}
    filled["draw"] = "module" if turn.option else ""
    filled["argument"] = str(turn.pick or "")
    if turn.spirit is None:
        return filled
    attuned = "attuned " if turn.spirit.attuned else ""
    if isinstance(turn.spirit, Block):
        return filled | {"spirit": f"{attuned}block", "target": turn.spirit.module}
    return filled | {"spirit": f"{attuned}mulligan", "target": names(turn.spirit.cards)}


def _filled(store: Store, row: MatchRow) -> int:
    """Return how many rows forms have filled."""
    return sum(entry.text is not None for entry in store.entries(row.id))


def wait_for_a_line(store: Store, row: MatchRow, daemon: BaseProcess) -> None:
    """Wait until the daemon has taken something in, so that it dies at its work."""
    before = _filled(store, row)
    wait_until(
        lambda: _filled(store, row) > before or not daemon.is_alive(),
        "the daemon hears nothing",
    )


@pytest.mark.skipif(os.name != "posix", reason="needs kill -9")
def test_no_tick_is_lost_or_heard_twice_whenever_the_daemon_dies(tmp_path: Path) -> None:
    luck = random.Random(11)
    with made(tmp_path, tmp_path, late_denizens(luck, 10)) as (_, sheets, store, row):
        kills = 0
        with bots(row, store, tmp_path, 0.05, FormPlayer) as both:
            while True:
                with started(tmp_path, row.id) as daemon:
                    if kills < KILLS:
                        wait_for_a_line(store, row, daemon)
                    if ended(daemon, luck.uniform(0.0, 0.1) if kills < KILLS else WHOLE):
                        break
                    kills += 1
        assert 3 <= kills <= KILLS
        assert [player._player for player in both] == list(PLAYERS)
        for seat, player in enumerate(both):
            said = [line for line in store.lines(row.id) if line.by == row.players[seat]]
            assert [line.say for line in said] == player.sent
            assert [line.entry for line in said] == list(range(len(said)))
            assert {None} <= {line.code for line in said} <= {"syntax", None}
            answers = shown(sheets, row, store, f"answer_{seat + 1}", BOARD)
            for answer, sent, line in zip(answers, player.sent, said, strict=True):
                assert answer.startswith(f"by the form, {quote(sent)}: ")
                assert answer.startswith(f"by the form, {quote(sent)}: taken: ") == line.ok
            assert shown(sheets, row, store, f"form_send_{seat + 1}", BOARD) == [False]
        assert verify(script_lines(store, row), games()).remark is None
