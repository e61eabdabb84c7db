"""What people are told after a bout: who has played what, what came of it, how everybody stands.

What the update says is told to everybody, or of a private bout to each player in an event of their
own (ruling 32). Standings are always public; what spirit was invoked never is.
"""

from collections.abc import Iterator, Mapping
from functools import cache

from umpire.games.base import Decisive, Event, new_event
from umpire.games.eighteenth_hell.components import EIGHTEENTH, FIELDS, Spirit, block_name, together
from umpire.games.eighteenth_hell.hells import called_in_a_sentence
from umpire.games.eighteenth_hell.rules.battle import Winners
from umpire.games.eighteenth_hell.rules.placing import placing_told
from umpire.games.eighteenth_hell.state import Record, Standing, State
from umpire.games.notation import listed
from umpire.games.two_players import SIDES, Side


def tell_of_the_end(
    before: State, after: State, record: Record, why: Mapping[Side, str]
) -> tuple[Event, ...]:
    """Return what is told of a bout's end; `why` is how each loser has lost it automatically."""
    players = before.terms.players
    update = _update(players, record, why)
    if record.private:
        told = [new_event(text, only=player) for player in players for text in update]
    else:
        told = [new_event(text) for text in update]
    told += [new_event(text) for text in _standings(before, after, record)]
    for side in record.won:
        old, new = before.standings[side], after.standings[side]
        if old.active and (ended := _ended_spirits(old, new)):
            told.append(Event(f"No longer in force for you: {ended}.", only=players[side]))
    return tuple(told)


def _update(players: tuple[str, str], record: Record, why: Mapping[Side, str]) -> list[str]:
    """Return all that is revealed after a bout. Ruling 35: both boards with their Zeros."""
    said = [
        f"{players[side]} {why[side]} and loses bout {record.bout} automatically."
        for side in record.automatic
    ]
    one, two = record.played
    for player, played in zip(players, (one, two), strict=True):
        placed = placing_told(together(played.round1, played.round2), played.disguise)
        if placed:
            said.append(f"{player} played {placed}.")
        if played.hells:
            said.append(f"{player} attempted {called_in_a_sentence(played.hells)}.")
    said.append(f"{_battlefields(players, record)}: {one.score} to {two.score}.")
    return said


def _battlefields(players: tuple[str, str], record: Record) -> str:
    first, second = players
    won1, won2, tied = _shares(record.winners)
    won = f"{first} wins {won1}; {second} wins {won2}"
    return won if record.automatic else f"{won}{tied}"


@cache  # six battlefields end in 729 ways
def _shares(winners: Winners) -> tuple[str, str, str]:
    """Return the battlefields won by each player, and those tied, as a sentence tells them."""
    one, two, tied = [
        [field for field, winner in zip(FIELDS, winners, strict=True) if winner == who]
        for who in (*SIDES, None)
    ]
    verb = "is" if len(tied) == 1 else "are"
    return (
        listed(one) if one else "no battlefield",
        listed(two) if two else "no battlefield",
        f"; {listed(tied)} {verb} tied" if tied else "",
    )


def _standings(before: State, after: State, record: Record) -> Iterator[str]:
    """Yield how everybody stands after a bout."""
    players = before.terms.players
    yield _winners(players, record)
    for side, player in zip(SIDES, players, strict=True):
        old, new, played = before.standings[side], after.standings[side], record.played[side]
        if played.gained:
            yield f"{player} gains {played.gained:.12g} points and has {new.points:.12g}."
        if played.cleared:
            yield f"{player} passed {called_in_a_sentence(played.cleared)}."
        if new.block != old.block:
            yield f"{player} goes on to {block_name(new.block)}."
    if after.outcome is not None:
        yield f"{after.outcome.winner} wins the match."


def _winners(players: tuple[str, str], record: Record) -> str:
    if len(record.won) == len(players):
        return f"{listed(players)} win bout {record.bout}."
    winner = players[record.won[0]] if record.won else "Nobody"
    return f"{winner} wins bout {record.bout}."


def decisive(state: State) -> Decisive | None:
    """Return the bout that brought the winner of a match most points; None if none did."""
    players, outcome = state.terms.players, state.outcome
    if outcome is None or outcome.winner is None:
        return None
    side = SIDES[players.index(outcome.winner)]
    best = max(state.past or (), key=lambda one: one.played[side].gained, default=None)
    if best is None or not best.played[side].gained:
        return None
    one, two = best.played
    return Decisive(
        f"Bout {best.bout}: {outcome.winner} gains {best.played[side].gained:.12g} points",
        f"{_battlefields(players, best)}: {one.score} to {two.score}.",
        _winners(players, best),
        "how a battlefield is won",
    )


def _ended_spirits(old: Standing, new: Standing) -> str:
    """Return which spirits are in force no longer for the winner of a bout; empty if none."""
    all_end = new.block == EIGHTEENTH
    ended = [
        str(Spirit(spirit.name, spirit.unit))
        for spirit in old.active
        if all_end or spirit.wins == 1
    ]
    return listed(ended) if ended else ""
