"""What people are told after a bout: who has played what, what came of it, how everybody stands.

What the update says is told to everybody, or of a private bout to each player in an event of their
own (ruling 32). Standings are always public; what spirit was invoked never is.
"""

from collections.abc import Iterator, Mapping

from umpire.games.base import Event
from umpire.games.eighteenth_hell.components import (
    EIGHTEENTH,
    FIELDS,
    Spirit,
    block_name,
    together,
)
from umpire.games.eighteenth_hell.hells import called_in_a_sentence
from umpire.games.eighteenth_hell.rules.placing import placing_told
from umpire.games.eighteenth_hell.state import Record, State
from umpire.games.notation import listed
from umpire.games.two_players import SIDES, Side


def tell_of_the_end(
    before: State, after: State, record: Record, why: Mapping[Side, str]
) -> tuple[Event, ...]:
    """Return what is told of a bout's end; `why` is how each loser has lost it automatically."""
    players = before.terms.players
    update = list(_update(players, record, why))
    if record.private:
        told = [Event(text, only=player) for player in players for text in update]
    else:
        told = [Event(text) for text in update]
    told += [Event(text) for text in _standings(before, after, record)]
    told += _ended_spirits(before, after, record)
    return tuple(told)


def _update(players: tuple[str, str], record: Record, why: Mapping[Side, str]) -> Iterator[str]:
    """Yield all that is revealed after a bout. Ruling 35: both boards with their Zeros."""
    for side in record.automatic:
        yield f"{players[side]} {why[side]} and loses bout {record.bout} automatically."
    for player, played in zip(players, record.played, strict=True):
        placed = together(played.round1, played.round2)
        if any(placed):
            yield f"{player} has played {placing_told(placed, played.disguise)}."
        if played.hells:
            hells = called_in_a_sentence([hell.name for hell in played.hells])
            yield f"{player} attempted {hells}."
    one, two = record.played
    yield f"{_battlefields(players, record)}: {one.score} to {two.score}."


def _battlefields(players: tuple[str, str], record: Record) -> str:
    said = []
    for side, player in zip(SIDES, players, strict=True):
        won = _fields_of(record, side)
        said.append(f"{player} wins {listed(won) if won else 'no battlefield'}")
    tied = _fields_of(record, None)
    if tied and not record.automatic:
        said.append(f"{listed(tied)} {'is' if len(tied) == 1 else 'are'} tied")
    return ", ".join(said)


def _fields_of(record: Record, winner: Side | None) -> list[str]:
    return [field for field, side in zip(FIELDS, record.winners, strict=True) if side == winner]


def _standings(before: State, after: State, record: Record) -> Iterator[str]:
    """Yield how everybody stands after a bout."""
    players = before.terms.players
    winners = [players[side] for side in record.won] or ["Nobody"]
    yield f"{listed(winners)} {'wins' if len(winners) == 1 else 'win'} bout {record.bout}."
    for side, player in zip(SIDES, players, strict=True):
        old, new, played = before.standings[side], after.standings[side], record.played[side]
        if played.gained:
            yield f"{player} gains {played.gained:.12g} points and has {new.points:.12g}."
        if played.cleared:
            cleared = called_in_a_sentence([hell.name for hell in played.cleared])
            yield f"{player} has passed {cleared}."
        if new.block != old.block:
            yield f"{player} goes on to {block_name(new.block)}."
    if after.outcome is not None:
        yield f"{after.outcome.winner} wins the match."


def _ended_spirits(before: State, after: State, record: Record) -> Iterator[Event]:
    """Tell each player which own spirits are in force no longer."""
    for side in record.won:
        all_end = after.standings[side].block == EIGHTEENTH
        ended = [
            str(Spirit(spirit.name, spirit.unit))
            for spirit in before.standings[side].active
            if all_end or spirit.wins == 1
        ]
        if ended:
            yield Event(
                f"No longer in force for you: {listed(ended)}.", only=before.terms.players[side]
            )
