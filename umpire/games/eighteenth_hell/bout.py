"""A bout: how it begins, its battles, how it ends, and what people are told of it.

What is revealed is told to everybody, or of a private bout to each player in an event of their own
(ruling 32). Standings are always public; what spirit was invoked never is.
"""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from operator import add
from typing import Final, NamedTuple

from umpire.games.base import Event, Outcome, Step, TurningPoint
from umpire.games.eighteenth_hell.hells import Hell, called_in_a_sentence
from umpire.games.eighteenth_hell.lines import placing_told
from umpire.games.eighteenth_hell.rules import PLAIN, ROW_ORDER, Row, Rules
from umpire.games.eighteenth_hell.state import (
    FRESH,
    Kept,
    Own,
    Part,
    Past,
    Played,
    Record,
    Standing,
    State,
    Terms,
)
from umpire.games.eighteenth_hell.units import (
    BATTLEFIELDS,
    EIGHTEENTH,
    FIELDS,
    NOTHING,
    PLACES,
    PRIVATE_BLOCK,
    PURGATORY,
    InForce,
    Placing,
    Spirit,
    Units,
    block_name,
    together,
)
from umpire.games.text import listed
from umpire.games.two_players import SIDES, Side, opponent

_Winners = tuple[Side | None, ...]
"""Who has won each battlefield, None is a tie, or nobody."""

_DESTROYER = 2
_REVERSER = 3


class _Fought(NamedTuple):
    """What came of the six battles. Pairs are by seat."""

    destroyed: tuple[Placing, Placing]
    strength: tuple[tuple[int, ...], tuple[int, ...]]
    winners: _Winners


class _Army(NamedTuple):
    """One player's side of all battles."""

    round1: Placing
    round2: Placing
    board: Placing
    """The units of both rounds."""
    rules: Rules
    strength: tuple[Row, ...]
    """For each place what each unit has there, all added up that does not hang on other units."""


def army_of(own: Own, round2: Placing, active: tuple[InForce, ...], foe: Own) -> _Army:
    """Return the army that a player has placed, against an opponent's under some rules."""
    strength = own.rules.strength
    if active and own.rules.spirits:
        strength = _with_spirits(strength, active)
    if foe.rules.foe_strength is not PLAIN.foe_strength:
        strength = tuple(map(_added, strength, foe.rules.foe_strength))
    return _Army(own.placing, round2, together(own.placing, round2), own.rules, strength)


@lru_cache(maxsize=1024)
def _with_spirits(strength: tuple[Row, ...], active: tuple[InForce, ...]) -> tuple[Row, ...]:
    """Return what units have under some spirits. Ruling 24: those of strength add up."""
    given = [spirit.unit for spirit in active]
    spirits = tuple([given.count(unit) for unit in ROW_ORDER])
    return tuple([_added(row, spirits) for row in strength])


def _added(one: Row, other: Row) -> Row:
    return tuple(map(add, one, other))


def fight(one: _Army, two: _Army) -> _Fought:
    """Fight all battles."""
    fought = [_fight_on(place, one, two) for place in PLACES]
    gone1, gone2, strength1, strength2, winners = zip(*fought, strict=True)
    return _Fought((gone1, gone2), (strength1, strength2), winners)


def _fight_on(place: int, one: _Army, two: _Army) -> tuple[Units, Units, int, int, Side | None]:
    """Return each player's destroyed units and strength on a battlefield, and who wins it."""
    left1, left2 = one.board[place], two.board[place]
    gone1: Units = ()
    gone2: Units = ()
    twos = _DESTROYER in left1, _DESTROYER in left2
    if twos[0] or twos[1]:
        if _is_reached(twos[0], one, twos[1], two):
            left1, gone1 = _destruction(place, one)
        if _is_reached(twos[1], two, twos[0], one):
            left2, gone2 = _destruction(place, two)
    strength1 = _strength(left1, left2, one.rules, one.strength[place])
    strength2 = _strength(left2, left1, two.rules, two.strength[place])
    difference = strength1 - strength2
    if difference == 0:
        # Nobody wins a tie, unless just one player gives ties away.
        given1, given2 = place in one.rules.ties_lost, place in two.rules.ties_lost
        winner = None if given1 == given2 else SIDES[given1]
    else:
        winner = 0 if difference > 0 else 1
        threes = _REVERSER in left1, _REVERSER in left2
        if (threes[0] and _reverses(one, difference)) or (threes[1] and _reverses(two, difference)):
            winner = opponent(winner)
    return gone1, gone2, strength1, strength2, winner


def _is_reached(own_two: bool, own: _Army, foe_two: bool, foe: _Army) -> bool:
    """Return whether a Two that lies there destroys a player's units.

    Ruling 14: a Two reaches its owner's units as well, of whichever round it is.
    """
    return (own_two and own.rules.reach != "none") or (foe_two and foe.rules.reach == "both")


def _destruction(place: int, reached: _Army) -> tuple[Units, Units]:
    """Return a player's units that survive a Two on a battlefield, as Twos do, and the others."""
    early, late = reached.round1[place], reached.round2[place]
    exposed = reached.rules.exposed
    left = [unit for unit in early if unit not in exposed]
    gone = [unit for unit in early if unit in exposed]
    for unit in late:
        (left if unit == _DESTROYER else gone).append(unit)
    return tuple(left), tuple(sorted(gone))


def _strength(units: Units, against: Units, rules: Rules, row: Row) -> int:
    """Return a player's strength on a battlefield, of surviving units on both sides.

    Ruling 20: without a unit it is 0.
    """
    if not units:
        return 0
    strength = row[units[0]] if len(units) == 1 else sum(map(row.__getitem__, units))
    # Ruling 11: strictly more, and the bonus is given once.
    if -1 in units and units.count(-1) > against.count(-1):
        strength += rules.negative_bonus
    # Ruling 13: the opponent's surviving units, Zeros included; a Four alone of the survivors.
    if 1 in units:
        strength += rules.one_bonus * len(against)
    if units == (4,):
        strength += rules.four_bonus
    return strength


def _reverses(owner: _Army, difference: int) -> bool:
    """Return whether a player's Three that lies there gives the battlefield to the weaker side.

    Ruling 15: one of either player that survives and works from this difference does, whoever
    loses, and several do it once.
    """
    threshold = owner.rules.threshold
    return threshold is not None and abs(difference) >= threshold


_NOBODY: Final[_Winners] = (None,) * len(BATTLEFIELDS)
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
    why: Mapping[Side, str],
    round2: tuple[Placing, Placing] = _NO_PLACINGS,
) -> Step[State]:
    """End a bout that one or both have lost: nothing is destroyed, no strength counted.

    `why` tells of each loser how, to follow the name.
    Ruling 5: the other player wins everything, conditions of hells taken as met.
    """
    losers = tuple(why)
    won: tuple[Side, ...] = ()
    winners = _NOBODY
    if len(losers) == 1:
        won = (opponent(losers[0]),)
        winners = won * len(BATTLEFIELDS)
    one, two = state.parts
    score1, score2, _ = _scores(one.own.rules, two.own.rules, winners)
    return _end(
        state,
        # No battlefield is tied, though nobody may have won it.
        Record(
            state.bout,
            state.private,
            won,
            losers,
            winners,
            (
                _played(state, 0, round2[0], NOTHING, score1, won),
                _played(state, 1, round2[1], NOTHING, score2, won),
            ),
            (Kept(one.own.spirit, None), Kept(two.own.spirit, None)),
        ),
        why,
    )


def end_fought(state: State, round2: tuple[Placing, Placing]) -> Step[State]:
    """Fight the battles and end the bout."""
    one, two = state.parts[0].own, state.parts[1].own
    destroyed, strength, winners = fight(
        army_of(one, round2[0], state.standings[0].active, two),
        army_of(two, round2[1], state.standings[1].active, one),
    )
    score1, score2, tied = _scores(one.rules, two.rules, winners)
    won: tuple[Side, ...] = ()
    if _has_won(one.rules, 0, score1 - score2, winners):
        won = (0,)
    if _has_won(two.rules, 1, score2 - score1, winners):
        won = (*won, 1)
    played = (
        _played(state, 0, round2[0], destroyed[0], score1, won, tied),
        _played(state, 1, round2[1], destroyed[1], score2, won, tied),
    )
    kept = Kept(one.spirit, strength[0]), Kept(two.spirit, strength[1])
    return _end(state, Record(state.bout, state.private, won, (), winners, played, kept), {})


def _scores(one: Rules, two: Rules, winners: _Winners) -> tuple[int, int, int]:
    """Return each player's score, and what the tied battlefields are worth by their names."""
    score1 = score2 = tied = 0
    for place, winner in enumerate(winners):
        if winner == 0:
            score1 += one.worth[place]
        elif winner == 1:
            score2 += two.worth[place]
        else:
            tied += BATTLEFIELDS[place]
    return score1, score2, tied


def _has_won(rules: Rules, side: Side, lead: int, winners: _Winners) -> bool:
    """Return whether a player has won a bout that was fought.

    Ruling 34: own conditions never make the opponent a winner or a loser, so both may have won,
    and neither.
    """
    if lead < rules.margin or winners.count(side) < rules.least:
        return False
    if rules.must_win and not all(winners[place] == side for place in rules.must_win):
        return False
    return not (rules.must_not_win and any(winners[place] == side for place in rules.must_not_win))


def _played(
    state: State,
    side: Side,
    round2: Placing,
    destroyed: Placing,
    score: int,
    won: tuple[Side, ...],
    tied: int = 0,
) -> Played:
    """Return what a player has played, and what it has brought."""
    hells, _, spirit, placing, disguise, _ = state.parts[side].own
    # Rulings 28 and 29: points are those of the eighteenth hell only, and with half of ties.
    gained = score + tied / 2 if state.standings[side].block == EIGHTEENTH else 0
    cleared = hells if side in won else ()
    invoked = spirit is not None
    return Played(hells, invoked, placing, disguise, round2, destroyed, score, gained, cleared)


def _end(before: State, record: Record, why: Mapping[Side, str]) -> Step[State]:
    """End the bout: points, what the winners leave behind, and the end of the match."""
    standings = _after(before, record, 0), _after(before, record, 1)
    champion = _champion(before, standings, record)
    goes_on = champion is None
    after = before.replace(
        standings=standings,
        bout=before.bout + goes_on,
        round=1 if goes_on else None,
        private=_is_private(standings) if goes_on else before.private,
        parts=(FRESH, FRESH),
        past=Past(record, before.past),
        outcome=None if champion is None else Outcome(before.terms.players[champion], "eighteenth"),
    )
    return Step(after, lambda: _tell_of_the_end(before, after, record, why))


def _after(before: State, record: Record, side: Side) -> Standing:
    """Return how a player stands after a bout."""
    standing, played = before.standings[side], record.played[side]
    points = standing.points + played.gained if played.gained else standing.points
    if side not in record.won:
        return standing.replace(points=points) if played.gained else standing
    block, passed = _moved_on(before.terms, standing, played.cleared)
    active = standing.active
    if active:
        # Ruling 27: nothing is in force in the eighteenth hell.
        left = [InForce(name, unit, wins - 1) for name, unit, wins in active if wins > 1]
        active = () if block == EIGHTEENTH else tuple(left)
    return standing.replace(block=block, passed=passed, points=points, active=active)


def _moved_on(
    terms: Terms, standing: Standing, cleared: tuple[Hell, ...]
) -> tuple[int, frozenset[str]]:
    """Return a winner's block and what is passed of it. Ruling 10: hells of a won bout are."""
    if standing.block in (PURGATORY, EIGHTEENTH):
        return terms.block_after(standing.block), standing.passed
    passed = standing.passed.union([hell.name for hell in cleared])
    if not passed.issuperset([h.name for h in terms.hells if h.block == standing.block]):
        return standing.block, passed
    return terms.block_after(standing.block), frozenset()


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


# What is told


def tell_of_round1(laid: State) -> tuple[Event, ...]:
    """Return the update between the rounds. Ruling 32: of a private bout to each player alone."""
    players = laid.terms.players
    if not laid.private:
        return tuple([Event(text) for text in _shown(players, laid.parts)])
    return tuple(
        [
            Event(text, players[side])
            for side in SIDES
            for text in _shown(players, laid.parts_seen_by(side))
        ]
    )


def _shown(players: tuple[str, str], parts: tuple[Part, Part]) -> Iterator[str]:
    """Yield what each player shows, the hells announced (ruling 33), whether a spirit was invoked.

    Ruling 26: of a spirit no more than that.
    """
    for player, part in zip(players, parts, strict=True):
        shown = part.shown
        yield f"{player} shows {placing_told(shown.placing)}."
        if shown.invoked:
            yield f"{player} invoked a spirit."
        if shown.told:
            yield f"{player} attempts {called_in_a_sentence(shown.told)}."


def _tell_of_the_end(
    before: State, after: State, record: Record, why: Mapping[Side, str]
) -> tuple[Event, ...]:
    """Return what is told of a bout's end; `why` is how each loser has lost it automatically."""
    players = before.terms.players
    update = _update(players, record, why)
    if record.private:
        told = [Event(text, only=player) for player in players for text in update]
    else:
        told = [Event(text) for text in update]
    told += [Event(text) for text in _standings(before, after, record)]
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
def _shares(winners: _Winners) -> tuple[str, str, str]:
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


def _ended_spirits(old: Standing, new: Standing) -> str:
    """Return which spirits are in force no longer for the winner of a bout; empty if none."""
    all_end = new.block == EIGHTEENTH
    ended = [
        str(Spirit(spirit.name, spirit.unit))
        for spirit in old.active
        if all_end or spirit.wins == 1
    ]
    return listed(ended) if ended else ""


def turning_point(view: State) -> TurningPoint | None:
    """Return the bout that brought the winner of a match most points; None if none did."""
    players, outcome = view.terms.players, view.outcome
    if outcome is None or outcome.winner is None:
        return None
    side = SIDES[players.index(outcome.winner)]
    best = max(view.past or (), key=lambda one: one.played[side].gained, default=None)
    if best is None or not best.played[side].gained:
        return None
    one, two = best.played
    return TurningPoint(
        f"Bout {best.bout}: {outcome.winner} gains {best.played[side].gained:.12g} points",
        f"{_battlefields(players, best)}: {one.score} to {two.score}.",
        _winners(players, best),
        "how a battlefield is won",
    )
