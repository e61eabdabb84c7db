"""What people are told: a sentence or two for everything that happens.

What the update of a bout says is told to everybody, or in a private bout to each player in an
event of their own (ruling 32). Standings are always public; what spirit was invoked never is.
"""

from collections.abc import Callable, Iterator

from umpire.games.base import Event
from umpire.games.eighteenth_hell.components import (
    BATTLEFIELDS,
    EIGHTEENTH,
    SIDES,
    Placing,
    Side,
    Unit,
    block_name,
    together,
)
from umpire.games.eighteenth_hell.notation import as_shown, texts
from umpire.games.eighteenth_hell.rules.bout import Closed
from umpire.games.eighteenth_hell.state import FRESH, Record, Spirit, State
from umpire.games.notation import listed

Telling = Callable[[State, Side | None], Iterator[str]]
"""Sentences on a state for one player's eyes, None is everybody's."""


def tell(closed: Closed) -> tuple[Event, ...]:
    """Tell of a round that has closed, and of the end of its bout if it was that."""
    before, record = closed.at_close, closed.record
    if record is None:
        return (*_to_those_inside(before, _between_rounds),)
    told: list[Event] = []
    if before.round == 1 and not _is_late(before, record):
        told += _to_those_inside(before, _between_rounds)
    update = tuple(_update(before, record))  # in a private bout it is told twice
    told += _to_those_inside(before, lambda *_: iter(update))
    told += [Event(sentence) for sentence in _standings(closed, record)]
    told += _ended_spirits(closed)
    return tuple(told)


def tell_forfeit(player: str, after: State) -> tuple[Event, ...]:
    """Tell that the umpire has ended the match."""
    assert after.outcome is not None, "a forfeit ends the match"
    return (Event(f"{player} forfeits: {after.outcome.winner} wins the match."),)


def _to_those_inside(state: State, telling: Telling) -> Iterator[Event]:
    if not state.private:
        for sentence in telling(state, None):
            yield Event(sentence)
        return
    for side in SIDES:
        for sentence in telling(state, side):
            yield Event(sentence, only=state.terms.players[side])


def _is_late(state: State, record: Record) -> bool:
    """Return whether a bout has ended because a limit fell, not for want of a legal Round 2."""
    if state.round == 2:
        return bool(record.automatic)
    return any(state.parts[side] is FRESH for side in record.automatic)


def _between_rounds(state: State, viewer: Side | None) -> Iterator[str]:
    """Yield what each player shows, the hells announced (ruling 33), whether a spirit was invoked.

    Ruling 26: of a spirit no more than that.
    """
    for side, player in enumerate(state.terms.players):
        part = state.parts[side]
        blind = state.parts[viewer].rules.blind if viewer not in (None, side) else frozenset()
        board = as_shown(part.round1.placing, part.round1.disguise)
        yield f"{player} shows {_board(board, blind=blind)}."
        if part.spirit is not None:
            yield f"{player} has invoked a spirit."
        told = [hell.name for hell in part.hells if hell.told]
        if told:
            yield f"{player} attempts {listed(told)}."


def _update(state: State, record: Record) -> Iterator[str]:
    """Tell all that is revealed after a bout. Ruling 35: both boards with their Zeros."""
    players = state.terms.players
    for side in record.automatic:
        why = "has not answered in time" if _is_late(state, record) else "has no legal Round 2"
        yield f"{players[side]} {why} and loses bout {record.bout} automatically."
    for player, part in zip(players, record.parts, strict=True):
        placed = together(part.round1.placing, part.round2)
        if any(placed):
            yield f"{player} has played {_board(placed, part.round1.disguise)}."
        if part.hells:
            yield f"{player} attempted {listed([hell.name for hell in part.hells])}."
    yield f"{_battlefields(state, record)}: {record.score[0]} to {record.score[1]}."


def _battlefields(state: State, record: Record) -> str:
    said = []
    for side, player in enumerate(state.terms.players):
        won = _fields_of(record, side)
        said.append(f"{player} wins {listed(won) if won else 'no battlefield'}")
    tied = _fields_of(record, None)
    if tied and not record.automatic:
        said.append(f"{listed(tied)} {'is' if len(tied) == 1 else 'are'} tied")
    return ", ".join(said)


def _fields_of(record: Record, winner: int | None) -> list[str]:
    return [
        str(field)
        for field, side in zip(BATTLEFIELDS, record.winners, strict=True)
        if side == winner
    ]


def _standings(closed: Closed, record: Record) -> Iterator[str]:
    """Yield how everybody stands after a bout."""
    before, after = closed.at_close, closed.after
    players = before.terms.players
    winners = [players[side] for side in record.won] or ["Nobody"]
    yield f"{listed(winners)} {'wins' if len(winners) == 1 else 'win'} bout {record.bout}."
    for side, player in zip(SIDES, players, strict=True):
        old, new = before.standings[side], after.standings[side]
        if record.gained[side]:
            yield f"{player} gains {record.gained[side]:.12g} points and has {new.points:.12g}."
        if record.cleared[side]:
            yield f"{player} has passed {listed([hell.name for hell in record.cleared[side]])}."
        if new.block != old.block:
            yield f"{player} goes on to {block_name(new.block)}."
    if after.outcome is not None:
        yield f"{after.outcome.winner} wins the match."


def _ended_spirits(closed: Closed) -> Iterator[Event]:
    """Tell each player which own spirits are in force no longer."""
    for side, player in enumerate(closed.at_close.terms.players):
        if closed.record is None or side not in closed.record.won:
            continue
        all_end = closed.after.standings[side].block == EIGHTEENTH
        ended = [
            str(Spirit(spirit.name, spirit.unit))
            for spirit in closed.at_close.standings[side].active
            if all_end or spirit.wins == 1
        ]
        if ended:
            yield Event(f"No longer in force for you: {listed(ended)}.", only=player)


def _board(
    placing: Placing, disguise: Unit | None = None, blind: frozenset[int] = frozenset()
) -> str:
    fields = []
    for place, units in enumerate(texts(placing, disguise)):
        if place in blind:
            fields.append(f"{BATTLEFIELDS[place]}: {len(units)} hidden")
        elif units:
            fields.append(f"{BATTLEFIELDS[place]}: {' '.join(units)}")
    return ", ".join(fields)
