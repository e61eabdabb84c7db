"""A bout from its end: who has won it, what the winners leave behind, and the end of the match."""

from typing import Final

from umpire.games.base import Outcome, Step
from umpire.games.eighteenth_hell.components import (
    BATTLEFIELDS,
    EIGHTEENTH,
    NOTHING,
    PLACES,
    PRIVATE_BLOCK,
    PURGATORY,
    Placing,
)
from umpire.games.eighteenth_hell.hells import Hell
from umpire.games.eighteenth_hell.rules.battle import Winners, army_of, fight
from umpire.games.eighteenth_hell.rules.bending import Rules
from umpire.games.eighteenth_hell.rules.update import tell_of_the_end
from umpire.games.eighteenth_hell.state import (
    FRESH,
    Kept,
    Past,
    Played,
    Record,
    Standing,
    State,
    Terms,
)
from umpire.games.two_players import SIDES, Side, opponent
from umpire.games.values import changed

_NOBODY: Final[Winners] = (None,) * len(BATTLEFIELDS)
_NO_PLACINGS: Final = (NOTHING, NOTHING)


def begin(terms: Terms, standings: tuple[Standing, Standing]) -> State:
    """Return the state in which the first bout begins."""
    return State(terms, standings, bout=1, round=1, private=_is_private(standings))


def _is_private(standings: tuple[Standing, Standing]) -> bool:
    """Return whether a bout is private. Ruling 32: as soon as either player stands in block 3."""
    one, two = standings
    return one.block == PRIVATE_BLOCK or two.block == PRIVATE_BLOCK


def end_automatically(
    state: State,
    losers: tuple[Side, ...],
    why: str,
    round2: tuple[Placing, Placing] = _NO_PLACINGS,
) -> Step[State]:
    """End a bout that one or both have lost: nothing is destroyed, no strength counted.

    Ruling 5: the other player wins everything, conditions of hells taken as met.
    """
    won: tuple[Side, ...] = ()
    winners = _NOBODY
    if len(losers) == 1:
        won = (opponent(losers[0]),)
        winners = won * len(BATTLEFIELDS)
    # No battlefield is tied, though nobody may have won it.
    played = _played(state, round2, _NO_PLACINGS, winners, won, tied=0)
    one, two = (Kept(part.own.spirit, None) for part in state.parts)
    record = Record(state.bout, state.private, won, losers, winners, played, (one, two))
    return _end(state, record, why)


def end_fought(state: State, round2: tuple[Placing, Placing]) -> Step[State]:
    """Fight the battles and end the bout."""
    army1 = army_of(state.parts[0].own, round2[0], state.standings[0].active)
    army2 = army_of(state.parts[1].own, round2[1], state.standings[1].active)
    destroyed, strength, winners = fight(army1, army2)
    won = _won(army1.rules, army2.rules, winners)
    tied = 0
    if None in winners:
        tied = sum([BATTLEFIELDS[place] for place in PLACES if winners[place] is None])
    played = _played(state, round2, destroyed, winners, won, tied)
    one, two = state.parts
    kept = Kept(one.own.spirit, strength[0]), Kept(two.own.spirit, strength[1])
    return _end(state, Record(state.bout, state.private, won, (), winners, played, kept))


def _score(rules: Rules, winners: Winners, side: Side) -> int:
    return sum([worth for worth, won in zip(rules.worth, winners, strict=True) if won == side])


def _won(rules1: Rules, rules2: Rules, winners: Winners) -> tuple[Side, ...]:
    """Return who has won a bout that was fought.

    Ruling 34: own conditions never make the opponent a winner or a loser, so both may have won,
    and neither.
    """
    lead = _score(rules1, winners, 0) - _score(rules2, winners, 1)
    won: list[Side] = []
    if _has_won(rules1, 0, lead, winners):
        won.append(0)
    if _has_won(rules2, 1, -lead, winners):
        won.append(1)
    return tuple(won)


def _has_won(rules: Rules, side: Side, lead: int, winners: Winners) -> bool:
    if lead < rules.margin or winners.count(side) < rules.least:
        return False
    return all(winners[place] == side for place in rules.must_win) and not any(
        winners[place] == side for place in rules.must_not_win
    )


def _played(
    state: State,
    round2: tuple[Placing, Placing],
    destroyed: tuple[Placing, Placing],
    winners: Winners,
    won: tuple[Side, ...],
    tied: int,
) -> tuple[Played, Played]:
    """Return what each player has played and got of it."""
    one, two = (
        _played_by(state, side, round2[side], destroyed[side], winners, side in won, tied)
        for side in SIDES
    )
    return one, two


def _played_by(
    state: State,
    side: Side,
    round2: Placing,
    destroyed: Placing,
    winners: Winners,
    won: bool,
    tied: int,
) -> Played:
    own = state.parts[side].own
    score = _score(own.rules, winners, side)
    # Rulings 28 and 29: points are those of the eighteenth hell only, and with half of ties.
    gained = score + tied / 2 if state.standings[side].block == EIGHTEENTH else 0
    return Played(
        own.hells,
        own.spirit is not None,
        own.placing,
        own.disguise,
        round2,
        destroyed,
        score,
        gained,
        own.hells if won else (),
    )


def _end(before: State, record: Record, why: str = "") -> Step[State]:
    """End the bout: points, what the winners leave behind, and the end of the match."""
    standings = _after(before, record, 0), _after(before, record, 1)
    after = changed(
        before, standings=standings, parts=(FRESH, FRESH), past=Past(record, before.past)
    )
    champion = _champion(before, standings, record)
    if champion is not None:
        outcome = Outcome(before.terms.players[champion], "eighteenth")
        after = changed(after, round=None, outcome=outcome)
    else:
        private = _is_private(standings)
        after = changed(after, bout=before.bout + 1, round=1, private=private)
    return Step(after, tell_of_the_end(before, after, record, why))


def _after(before: State, record: Record, side: Side) -> Standing:
    """Return how a player stands after a bout."""
    standing, played = before.standings[side], record.played[side]
    if played.gained:
        standing = changed(standing, points=standing.points + played.gained)
    if side not in record.won:
        return standing
    active = tuple([one._replace(wins=one.wins - 1) for one in standing.active if one.wins > 1])
    block, passed = _moved_on(before.terms, standing, played.cleared)
    # Ruling 27: nothing is in force in the eighteenth hell.
    return changed(
        standing, block=block, passed=passed, active=() if block == EIGHTEENTH else active
    )


def _moved_on(
    terms: Terms, standing: Standing, cleared: tuple[Hell, ...]
) -> tuple[int, frozenset[str]]:
    """Return a winner's block and what is passed of it. Ruling 10: hells of a won bout are."""
    if standing.block in (PURGATORY, EIGHTEENTH):
        return min(standing.block + 1, EIGHTEENTH), standing.passed
    passed = standing.passed.union([hell.name for hell in cleared])
    if all(hell.name in passed for hell in terms.hells if hell.block == standing.block):
        return standing.block + 1, frozenset()
    return standing.block, passed


def _champion(before: State, standings: tuple[Standing, Standing], record: Record) -> Side | None:
    """Return who has won the match by this bout.

    Ruling 30: it takes a won bout that began in the eighteenth hell and the target after it.
    Ruling 31: equal points of two such players are decided by further bouts.
    """
    there: list[Side] = [
        side
        for side in record.won
        if before.standings[side].block == EIGHTEENTH
        and standings[side].points >= before.terms.target
    ]
    if not there:
        return None
    first, last = there[0], there[-1]
    if first == last:
        return first
    if standings[first].points == standings[last].points:
        return None
    return first if standings[first].points > standings[last].points else last
