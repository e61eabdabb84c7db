"""What a match's sheets are to show: a pure function of its log.

The names here are the contract's own, the same in every game; the game's `screen` gives the rest.
Times in the world are in UTC, since a sheet is read everywhere.
"""

from datetime import UTC, datetime

from umpire.games.base import CHANCE, Screen
from umpire.match import Owed, screen
from umpire.match.clock import shown
from umpire.watch.record import Record

EVENTS = 3
"""How many of the last events a board shows."""


def wanted(record: Record, commitment: str, seed: str | None = None) -> Screen:
    """Give all blocks of a spreadsheet that everybody may read.

    `seed` is what is revealed of fair dealing once the match is over.
    """
    match = record.match
    blocks: Screen = dict(screen(match, None))
    blocks["headline"] = ((headline(record),),)
    blocks["events"] = tuple((text,) for text in last_events(record))
    blocks["fairness"] = ((fairness(commitment, seed),),)
    for seat, player in enumerate(match.header.players):
        blocks[f"ask_{seat + 1}"] = ((ask(record, player),),)
        blocks[f"answer_{seat + 1}"] = answers(record, seat)
    return blocks


def headline(record: Record) -> str:
    """Say what is asked of whom and until when, or how the match stands."""
    waits = _standing(record)
    if waits is not None:
        return waits
    return " · ".join(
        f"{owed.by} to answer ({owed.decision.kind}){until(record, owed)}"
        for owed in record.match.pending
    )


def ask(record: Record, player: str) -> str:
    """Tell a player what is wanted of them."""
    waits = _standing(record)
    if waits is not None:
        return waits
    owed = record.match.owed_by(player)
    if owed is None:
        others = " and ".join(other.by for other in record.match.pending if other.by != CHANCE)
        return f"Wait: {others} must answer."
    asked = record.match.game.ask(record.match.state, owed.decision)
    return f"{asked}{until(record, owed)}"


def until(record: Record, owed: Owed) -> str:
    """Say when a decision's limit falls, and what reserve there is after it; "" without one."""
    match = record.match
    if owed.deadline is None or record.offset is None or owed.by == CHANCE:
        return ""
    left = match.left[match.seat(owed.by)] if owed.decision.reserve else 0.0
    reserve = f", then {shown(round(left, 1))} s of reserve" if left else ""
    given = shown(round(owed.deadline - owed.since, 1))
    return f" — until {clock_time(record.offset + owed.deadline)} ({given} s{reserve})"


def clock_time(moment: float) -> str:
    """Write a time in the world (seconds since 1970) as people read a clock, in UTC."""
    return f"{datetime.fromtimestamp(moment, UTC):%H:%M:%S} UTC"


def last_events(record: Record) -> list[str]:
    """Give the last events that everybody may read, oldest first, always so many."""
    last = record.told[-EVENTS:]
    return [*last, *[""] * (EVENTS - len(last))]


def fairness(commitment: str, seed: str | None) -> str:
    """Say what was committed to, and once the match is over the seed."""
    if seed is None:
        return f"SHA-256 of the secret seed: {commitment}"
    return f"Seed: {seed}; the SHA-256 of umpire:SEED is {commitment}"


def answers(record: Record, seat: int) -> tuple[tuple[str, ...], ...]:
    """Give the column of answers beside a score sheet, as far down as anything was dealt with."""
    sheet = record.sheets[seat]
    return tuple(
        (sheet[row].answer if row in sheet else "",) for row in range(max(sheet, default=0) + 1)
    )


def _standing(record: Record) -> str | None:
    """Say why nobody is asked anything; None where somebody is."""
    match = record.match
    if match.outcome is not None:
        winner, reason = match.outcome.winner, match.outcome.reason
        return f"Over: {winner} has won ({reason})." if winner else f"Over: a draw ({reason})."
    if not match.paused:
        return None
    why = f": {record.paused_because}" if record.paused_because else " by the umpire"
    return f"Paused{why}. The clock stands."
