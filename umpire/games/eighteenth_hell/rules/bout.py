"""The course of a bout: Round 1 closes, Round 2 closes, and what comes after every bout."""

from typing import NamedTuple, cast

from umpire.games.base import Outcome
from umpire.games.eighteenth_hell.answers import Answer, Line, Missed
from umpire.games.eighteenth_hell.components import (
    BATTLEFIELDS,
    EIGHTEENTH,
    NOTHING,
    PLACES,
    PRIVATE_BLOCK,
    PURGATORY,
    SIDES,
    Side,
    all_of,
    opponent,
    without,
)
from umpire.games.eighteenth_hell.hells import Hell, rules_under
from umpire.games.eighteenth_hell.rules.battle import Fought, army_of, fight
from umpire.games.eighteenth_hell.rules.placing import find
from umpire.games.eighteenth_hell.rules.submission import round2_number, table_of
from umpire.games.eighteenth_hell.state import (
    FRESH,
    InForce,
    Laid,
    Part,
    Past,
    Record,
    Standing,
    State,
    Terms,
)
from umpire.games.values import changed

Sides = tuple[Side, ...]
_NOBODY: tuple[Side | None, ...] = (None,) * len(BATTLEFIELDS)


class Closed(NamedTuple):
    """A round that has closed: the state then, before the bout's end, and the state after."""

    at_close: State
    after: State
    record: Record | None
    """Of the bout, if this has ended it."""


def begin(terms: Terms, standings: tuple[Standing, Standing]) -> State:
    """Return the state in which the first bout begins."""
    return State(terms, standings, bout=1, round=1, private=_is_private(standings))


def close(state: State, answers: tuple[Answer, Answer]) -> Closed:
    """Close the pending round with what both players have answered, by seat."""
    return _close_round1(state, answers) if state.round == 1 else _close_round2(state, answers)


def forfeit(state: State, side: Side) -> State:
    """End the match; all else stays as it was."""
    winner = state.terms.players[opponent(side)]
    return changed(state, round=None, outcome=Outcome(winner, "forfeit"))


def _is_private(standings: tuple[Standing, Standing]) -> bool:
    """Return whether a bout is private. Ruling 32: as soon as either player stands in block 3."""
    one, two = standings
    return one.block == PRIVATE_BLOCK or two.block == PRIVATE_BLOCK


def _close_round1(state: State, answers: tuple[Answer, Answer]) -> Closed:
    applied = [_apply_round1(state.standings[side], answers[side]) for side in SIDES]
    (standing1, part1), (standing2, part2) = applied
    at_close = changed(state, standings=(standing1, standing2), parts=(part1, part2))
    late = _late(answers)
    if late:
        # Ruling 4: the bout is not fought.
        return _end(at_close, _automatic(at_close, late))
    # Rulings 6 and 7: who cannot play legally in Round 2 loses; nobody is warned in Round 1.
    stuck = tuple([side for side in SIDES if not _can_go_on(at_close, side)])
    if stuck:
        return _end(at_close, _automatic(at_close, stuck))
    at_close = changed(at_close, round=2)
    return Closed(at_close, at_close, None)


def _apply_round1(standing: Standing, answer: Answer) -> tuple[Standing, Part]:
    if not isinstance(answer, Line):
        return standing, FRESH
    part = Part(
        answer.hells,
        rules_under(answer.hells),
        answer.spirit,
        Laid(answer.placing, answer.disguise),
        hand=without(FRESH.hand, all_of(answer.placing)),
    )
    spirit = answer.spirit
    if spirit is None:
        return standing, part
    # Ruling 23: this bout is the first that may end it.
    in_force = InForce(spirit.name, spirit.unit, 2 if spirit.attuned else 1)
    uses = standing.uses.spent(spirit.attuned)
    return changed(standing, uses=uses, active=(*standing.active, in_force)), part


def _can_go_on(state: State, side: Side) -> bool:
    part = state.parts[side]
    if not part.rules.binds[1]:
        return True
    table = table_of(state.parts, side)
    return find(part.rules, 2, part.hand, round2_number(part), table) is not None


def _close_round2(state: State, answers: tuple[Answer, Answer]) -> Closed:
    parts = cast(
        tuple[Part, Part],
        tuple([_apply_round2(state.parts[side], answers[side]) for side in SIDES]),
    )
    at_close = changed(state, parts=parts)
    late = _late(answers)
    return _end(at_close, _automatic(at_close, late) if late else _fought(at_close))


def _apply_round2(part: Part, answer: Answer) -> Part:
    if not isinstance(answer, Line):
        return part
    hand = without(part.hand, all_of(answer.placing))
    return changed(part, round2=answer.placing, hand=hand)


def _late(answers: tuple[Answer, Answer]) -> Sides:
    return tuple([side for side in SIDES if isinstance(answers[side], Missed)])


def _automatic(state: State, losers: Sides) -> Record:
    """Record a bout that ends automatically: nothing is destroyed, no strength counted.

    Ruling 5: the other player wins everything, conditions of hells taken as met.
    """
    if len(losers) == len(SIDES):
        return _record(state, losers, None, _NOBODY, ())
    winner = opponent(losers[0])
    return _record(state, losers, None, (winner,) * len(BATTLEFIELDS), (winner,))


def _fought(state: State) -> Record:
    """Fight the battles and record the bout."""
    one, two = (army_of(state.parts[side], state.standings[side].active) for side in SIDES)
    fought = fight(one, two)
    scores = _scores(state, fought.winners)
    won = tuple([side for side in SIDES if _has_won(state, side, fought.winners, scores)])
    return _record(state, (), fought, fought.winners, won)


def _scores(state: State, winners: tuple[Side | None, ...]) -> tuple[int, int]:
    one, two = state.parts[0].rules.worth, state.parts[1].rules.worth
    return (
        sum([one[place] for place in PLACES if winners[place] == 0]),
        sum([two[place] for place in PLACES if winners[place] == 1]),
    )


def _has_won(
    state: State, side: Side, winners: tuple[Side | None, ...], scores: tuple[int, int]
) -> bool:
    """Return whether a player has won a bout that was fought.

    Ruling 34: own conditions never make the opponent a winner or a loser, so both may have won,
    and neither.
    """
    rules = state.parts[side].rules
    if scores[side] - scores[opponent(side)] < rules.margin or winners.count(side) < rules.least:
        return False
    return all(winners[place] == side for place in rules.must_win) and not any(
        winners[place] == side for place in rules.must_not_win
    )


def _record(
    state: State,
    automatic: Sides,
    fought: Fought | None,
    winners: tuple[Side | None, ...],
    won: Sides,
) -> Record:
    score = _scores(state, winners)
    # In an automatic end no battlefield is tied, though nobody may have won it.
    tied = (
        0
        if fought is None
        else sum(
            [field for field, winner in zip(BATTLEFIELDS, winners, strict=True) if winner is None]
        )
    )
    gained = _gained(state, 0, score[0], tied), _gained(state, 1, score[1], tied)
    one, two = (state.parts[side].hells if side in won else () for side in SIDES)
    return Record(
        state.bout,
        state.private,
        automatic,
        state.parts,
        (NOTHING, NOTHING) if fought is None else fought.destroyed,
        None if fought is None else fought.strength,
        winners,
        score,
        gained,
        (one, two),
        won,
    )


def _gained(state: State, side: Side, score: int, tied: int) -> float:
    """Return the points of the eighteenth hell.

    Rulings 28 and 29: there only, with half of ties.
    """
    return score + tied / 2 if state.standings[side].block == EIGHTEENTH else 0


def _end(at_close: State, record: Record) -> Closed:
    """End the bout: points, what the winners leave behind, and the end of the match."""
    one, two = (_after_bout(at_close, side, record) for side in SIDES)
    standings = one, two
    champion = _champion(at_close, standings, record)
    past = Past(record, at_close.past)
    if champion is not None:
        outcome = Outcome(at_close.terms.players[champion], "eighteenth")
        after = changed(
            at_close,
            standings=standings,
            round=None,
            parts=(FRESH, FRESH),
            past=past,
            outcome=outcome,
        )
    else:
        after = changed(
            at_close,
            standings=standings,
            bout=at_close.bout + 1,
            round=1,
            private=_is_private(standings),
            parts=(FRESH, FRESH),
            past=past,
        )
    return Closed(at_close, after, record)


def _after_bout(state: State, side: Side, record: Record) -> Standing:
    standing = state.standings[side]
    if record.gained[side]:
        standing = changed(standing, points=standing.points + record.gained[side])
    if side not in record.won:
        return standing
    active = tuple([one._replace(wins=one.wins - 1) for one in standing.active if one.wins > 1])
    block, passed = _moved_on(state.terms, standing, record.cleared[side])
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
