"""What a match's sheets are to show: a pure function of its log.

The names here are the contract's own, the same in every game; the game's `screen` gives the rest.
Each spreadsheet shows what its viewer may know and no more: the board what everybody may, a
player's table what that player may. Times in the world are in UTC, since a sheet is read
everywhere.
"""

from collections.abc import Mapping

from umpire.games.base import CHANCE, Periods, Screen
from umpire.games.notation import listed
from umpire.match import Owed, screen
from umpire.match.clock import shown
from umpire.match.standing import Match
from umpire.store import FIRST_LINE, Formed
from umpire.store.worldtime import clock_time
from umpire.watch.parts import Part
from umpire.watch.record import Record
from umpire.watch.scoresheet import Dealt

EVENTS = 3
"""How many of the last events a board or a table shows."""


def wanted(
    record: Record,
    part: Part,
    commitment: str,
    seed: str | None = None,
    notes: Mapping[int, str] | None = None,
) -> Screen:
    """Give all blocks of one spreadsheet of a match.

    `seed` is what is revealed of fair dealing once the match is over, `notes` what each seat's
    entry form says about itself.
    """
    viewer, suffix = part.viewer, part.suffix
    blocks = {f"{name}{suffix}": rows for name, rows in screen(record.match, viewer).items()}
    blocks[f"events{suffix}"] = tuple((text,) for text in last_events(record, viewer))
    extras: Screen = {}
    if viewer is None:
        blocks["headline"] = _cell(headline(record))
        blocks["fairness"] = _cell(fairness(commitment, seed))
        for seat, player in enumerate(record.match.header.players):
            extras[f"clock_{seat + 1}"] = _cell(clock(record, player))
    for seat, player in zip(part.seats, part.players, strict=True):
        blocks[f"ask_{seat + 1}"] = _cell(ask(record, player))
        blocks[f"answer_{seat + 1}"] = answers(record, seat)
        extras[f"clock_{seat + 1}"] = _cell(clock(record, player))
        extras[f"held_{seat + 1}"] = _cell(held(record, player))
        extras[f"reply_{seat + 1}"] = _cell(reply(record, seat))
        extras[f"formed_{seat + 1}"] = formed(record, seat)
        extras[f"form_note_{seat + 1}"] = _cell((notes or {}).get(seat, ""))
    return blocks | {name: rows for name, rows in extras.items() if name in part.names}


def headline(record: Record) -> str:
    """Say what is asked of whom and until when, or how the match stands."""
    waits = _standing(record)
    if waits is not None:
        return waits
    asked: dict[str, list[str]] = {}
    for owed in record.match.pending:
        asked.setdefault(f"({owed.decision.kind}){until(record, owed)}", []).append(owed.by)
    return " · ".join(f"{listed(names)} to answer {what}" for what, names in asked.items())


def ask(record: Record, player: str) -> str:
    """Tell a player what is wanted of them."""
    waits = _standing(record)
    if waits is not None:
        return waits
    owed = record.match.owed_by(player)
    if owed is None:
        others = listed(other.by for other in record.match.pending if other.by != CHANCE)
        return f"Wait: {others} must answer."
    asked = record.match.game.ask(record.match.state, owed.decision)
    return f"{asked}{until(record, owed)}"


def until(record: Record, owed: Owed) -> str:
    """Say at the end of a sentence when a decision's limit falls; "" without one."""
    limit = _limit(record, owed)
    return f" — {limit}" if limit else ""


def clock(record: Record, player: str) -> str:
    """Say when a player's running limit falls, or how long it has to run; else what is left."""
    match = record.match
    owed = match.owed_by(player)
    if match.outcome is not None:
        return ""
    if owed is None or owed.deadline is None:
        left = _reserve(match, match.left[match.seat(player)])
        return f"{left} left" if left else ""
    if match.paused:
        before = round(owed.deadline - match.now, 1)
        return f"stands, {shown(before)} s before the limit" if before >= 0 else "stands in reserve"
    return _limit(record, owed)


def held(record: Record, player: str) -> str:
    """Say what a player has answered that the match does not know of yet, for their own eyes."""
    match = record.match
    owed = match.owed_by(player)
    if owed is not None and owed.held is not None:
        return f"{match.game.write(owed.held)}{' (locked)' if owed.locked else ''}"
    kept = [match.game.write(kept.answer) for kept in match.taken if kept.decision.by == player]
    return kept[0] if kept else ""


def reply(record: Record, seat: int) -> str:
    """Give the last answer on a player's score sheet.

    One that was not final, such as `held`, goes with the question that it answered.
    """
    dealt_with: list[Dealt | Formed] = [*record.sheets[seat].values(), *record.forms[seat].values()]
    last = max(dealt_with, key=lambda one: (one.line, one.row), default=None)
    if last is None:
        return ""
    player, judged = record.match.header.players[seat], record.judged[last.line - FIRST_LINE]
    asked = judged.open_before.get(player)
    is_closed = asked is not None and record.open_decisions().get(player) != asked
    return "" if is_closed and judged.fate != "taken" else last.answer


def last_events(record: Record, viewer: str | None) -> list[str]:
    """Give the last events that a viewer may read, oldest first, always so many."""
    last = record.told_to(viewer)[-EVENTS:]
    return [*last, *[""] * (EVENTS - len(last))]


def fairness(commitment: str, seed: str | None) -> str:
    """Say what was committed to, and once the match is over the seed."""
    if seed is None:
        return f"SHA-256 of the secret seed: {commitment}"
    return f"Seed: {seed}; the SHA-256 of umpire:SEED is {commitment}"


def answers(record: Record, seat: int) -> tuple[tuple[str, ...], ...]:
    """Give the column of answers beside a score sheet, as far down as anything was dealt with.

    Who writes into a row that the entry form has filled has both answers there.
    """
    typed, filled = record.sheets[seat], record.forms[seat]

    def answer(row: int) -> str:
        if row in typed and row in filled:
            return f"{typed[row].answer} (Of the form: {filled[row].answer})"
        known = typed.get(row) or filled.get(row)
        return known.answer if known else ""

    return tuple((answer(row),) for row in range(max(record.rows_used(seat), 1)))


def formed(record: Record, seat: int) -> tuple[tuple[str, ...], ...]:
    """Give the column of lines that an entry form has written beside the entries."""
    filled = record.forms[seat]
    return tuple(
        (filled[row].text if row in filled else "",) for row in range(max(filled, default=0) + 1)
    )


def _limit(record: Record, owed: Owed) -> str:
    """Say when a decision's limit falls, or fell, and what reserve there is after it."""
    match = record.match
    if owed.deadline is None or record.offset is None or owed.by == CHANCE:
        return ""
    falls = record.offset + owed.deadline
    if match.in_reserve(owed):
        return f"in reserve since {clock_time(falls)}, {_running(match, owed, falls)}"
    left = match.left[match.seat(owed.by)] if owed.decision.reserve else 0.0
    reserve = _reserve(match, left)
    given = shown(round(owed.deadline - owed.since, 1))
    return f"until {clock_time(falls)} ({given} s{f', then {reserve}' if reserve else ''})"


def _reserve(match: Match, left: float) -> str:
    """Say how much of a reserve is left; "" if nothing is."""
    if not left:
        return ""
    if isinstance(match.reserve, Periods):
        count = round(left / match.reserve.seconds)
        return f"{count} period{'s' if count > 1 else ''} of {shown(match.reserve.seconds)} s"
    return f"{shown(round(left, 1))} s of reserve"


def _running(match: Match, owed: Owed, since: float) -> str:
    """Say until when a reserve lasts that runs since a time in the world."""
    left = match.left[match.seat(owed.by)]
    periods = f" ({_reserve(match, left)})" if isinstance(match.reserve, Periods) else ""
    return f"until {clock_time(since + left)}{periods}"


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


def _cell(text: str) -> tuple[tuple[str, ...], ...]:
    return ((text,),)
