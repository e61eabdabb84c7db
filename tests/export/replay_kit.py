"""Matches of bots in a store, to be replayed: from a seed, with lines refused and taken back."""

from random import Random
from typing import Any

from export_kit import NOON, begin_match, store_match

from umpire.catalogue import find_game
from umpire.games.base import UMPIRE
from umpire.match import Header
from umpire.projections.pending_lines import NewInput, PendingLines
from umpire.store import Entry, Store
from umpire.store.worldtime import rfc3339
from umpire.testing.matches import NAMES, SEED, random_line


def play_bots(
    store: Store,
    game_id: str,
    *,
    lines: int | None = None,
    players: tuple[str, ...] | None = None,
    seed: int = 1,
    typed: str | None = None,
    **options: Any,
) -> str:
    """Play a match of bots into the store, to its end and closed, or so many lines of it.

    `typed` is what somebody types in vain every now and then.
    """
    game, random = find_game(game_id), Random(seed)
    names = NAMES[: game.seats[0]] if players is None else players
    header, transaction = begin_match(store, game, Header(game_id, names, options), SEED)
    while transaction.history.match.outcome is None:
        match = transaction.history.match
        if lines is not None and len(transaction.lines) >= lines:
            break
        line = random_line(match, random, match.now + random.choice((0.5, 2.25, 7)))
        if typed is not None and random.random() < 0.1:
            line["say"] = typed
        _say(transaction, line["t"], line["by"], line["say"])
        if len(transaction.lines) in (20, 21) and transaction.history.match.outcome is None:
            _say(transaction, transaction.history.match.now, UMPIRE, "undo")
    if transaction.history.match.outcome is not None:
        _say(transaction, transaction.history.match.now, UMPIRE, "close")
    return store_match(store, header, transaction, SEED)


def _say(transaction: PendingLines, t: float, by: str, say: str) -> None:
    transaction.at = rfc3339(NOON + t)
    players = transaction.history.match.header.players
    row = transaction.history.rows_used(players.index(by)) if by in players else None
    judged = transaction.judge(
        NewInput(t, by, say, None if row is None else f"{by}!B{row + 5}", row)
    )
    if row is not None:
        seat = players.index(by)
        transaction.process(Entry(seat, row, say, judged.answer, judged.line.n))
