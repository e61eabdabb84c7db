"""What the tests of exports share: a match of the made-up game of numbers, played into a store."""

import csv
from collections.abc import Iterable, Sequence
from dataclasses import replace
from io import StringIO
from random import Random
from typing import Any

from umpire import __version__
from umpire.games.base import CHANCE, AnyGame
from umpire.match import Header, begin, commitment
from umpire.projections.match_history import first_history
from umpire.projections.pending_lines import NewInput as Input
from umpire.projections.pending_lines import PendingLines
from umpire.store import Store
from umpire.store.records import log_header
from umpire.store.worldtime import rfc3339
from umpire.testing import matches

SEED = "5e" * 32
NOON = 1_767_268_800.0  # 2026-01-01T12:00:00Z

Said = Sequence[Any]


def formulas(table: str) -> list[str]:
    """The cells of a CSV that would be formulas for a reader who splits at one of these."""
    return [
        cell
        for separator in ",;\t|"
        for row in csv.reader(StringIO(table, newline=""), delimiter=separator)
        for cell in row
        if cell.strip(" \t\r\n\xa0\u2028\u200d\ufeff").startswith(tuple("=+-@＝＋－＠"))
        and not _is_number(cell)
    ]


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def play(
    store: Store,
    game: Any,
    said: Iterable[Said],
    *,
    players: tuple[str, ...] = ("Ana", "Bo"),
    options: dict[str, Any] | None = None,
    note: str | None = None,
    seed: str = SEED,
) -> str:
    """Play a match into the store, chance answered from the seed, as a live match does."""
    header, transaction = begin_match(store, game, Header(game.id, players, options or {}), seed)
    for t, by, text, *own_note in said:
        transaction.at = rfc3339(NOON + t)
        cell = f"{by}!B{len(transaction.lines) + 5}" if by in players else None
        why = own_note[0] if own_note else note
        transaction.judge(Input(t, by, text, cell, note=why))
    return store_match(store, header, transaction, seed)


def begin_match(
    store: Store, game: AnyGame, rules: Header, seed: str
) -> tuple[Header, PendingLines]:
    """The header of a new match, and its first lines: what chance says at the beginning."""
    match_id, started = store.new_id(game.id), rfc3339(NOON)
    header = log_header(rules, match_id, __version__, started, commitment(rules, seed))
    transaction = PendingLines(replace(first_history(header, game), has_begun=True), seed, started)
    transaction.answer_chance(0.0)
    return header, transaction


def store_match(store: Store, header: Header, transaction: PendingLines, seed: str) -> str:
    """Put a match into the store as its lines have left it; return its id."""
    match, about = transaction.history.match, header.meta
    store.create(
        about["id"],
        header,
        seed,
        engine=about["engine"],
        started=about["started"],
        lines=transaction.lines,
        status=match.status,
        outcome=match.outcome,
    )
    store.append(about["id"], [], transaction.entries)
    return str(about["id"])


def play_out(
    store: Store,
    game: AnyGame,
    *,
    players: tuple[str, ...] = ("Ana", "Bo"),
    seed: int = 1,
    mistakes: float = 0.1,
    closed: bool = True,
    most: int | None = None,
) -> str:
    """Play a random match into the store, to its end or for `most` lines."""
    match = begin(Header(game.id, players, {}), game).match
    played = [one.line for one in matches.random_match(match, Random(seed), mistakes=mistakes)]
    said: list[Said] = [
        (line["t"], line.get("by"), line.get("say"))
        for line in played[:most]
        if line.get("by") != CHANCE
    ]
    if closed and most is None:
        said.append((played[-1]["t"], "umpire", "close"))
    return play(store, game, said, players=players, seed=matches.SEED)
