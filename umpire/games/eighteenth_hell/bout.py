"""A bout: how it begins, its battles, how it ends, and what people are told of it.

What is revealed is told to everybody, or of a private bout to each player in an event of their own
(ruling 32). Standings are always public; what spirit was invoked never is.
"""

from collections.abc import Iterable, Mapping
from operator import add
from typing import Final, NamedTuple

from umpire.games.base import Outcome, Recorder, Tell, TurningPoint, tell_nobody
from umpire.games.cards import without
from umpire.games.eighteenth_hell.hells import Hell, called_in_a_sentence
from umpire.games.eighteenth_hell.lines import describe_placing
from umpire.games.eighteenth_hell.rules import PLAIN, ROW_ORDER, Row, Rules
from umpire.games.eighteenth_hell.state import (
    NOT_DEPLOYED,
    Past,
    Plan,
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
    Board,
    InForce,
    Placing,
    Spirit,
    Unit,
    Units,
    block_name,
    combine,
    units_texts,
)
from umpire.games.results import mention
from umpire.games.text import join_words, pluralize
from umpire.games.two_players import SIDES, Side, opponent, replace_side

_TWO: Final = 2
_THREE: Final = 3


def begin(terms: Terms, standings: tuple[Standing, Standing]) -> State:
    """Return the state in which the first bout begins."""
    return State(terms, standings, bout=1, round=1, private=_is_private(standings))


def _is_private(standings: tuple[Standing, Standing]) -> bool:
    """Return whether a bout is private. Ruling 32: as soon as either player stands in block 3."""
    return PRIVATE_BLOCK in [standing.block for standing in standings]


def _name(bout: int) -> str:
    """Return the heading under which what happens in a bout is listed."""
    return f"Bout {bout}"


def _readers(state: State) -> tuple[Side | None, ...]:
    """Return who reads what a bout reveals, None for everybody."""
    return SIDES if state.private else (None,)


def tell_round1(state: State, tell: Tell) -> None:
    """Tell what each player shows, the hells announced (ruling 33), whether a spirit was invoked.

    Ruling 26: of a spirit no more than that.
    """
    if tell is tell_nobody:
        return
    players, bout = state.terms.players, _name(state.bout)
    for reader in _readers(state):
        only = None if reader is None else players[reader]
        deployments = state.deployments_seen_by(reader)
        for player, (_, update) in zip(players, deployments, strict=True):
            shows = f"{player} shows {describe_placing(update.placing)}."
            units = _texts([units for units in update.placing if not isinstance(units, int)])
            tell(
                shows,
                only,
                by=player,
                kind="move",
                pieces=units,
                did="placed",
                end="round 1",
                in_round=bout,
            )
            if update.has_invoked:
                did = "invoked a spirit"
                tell(f"{player} {did}.", only, by=player, kind="move", did=did)
            if update.hells:
                hells = called_in_a_sentence(update.hells)
                text, did = f"{player} attempts {hells}.", f"attempted {hells}"
                tell(text, only, by=player, kind="move", did=did)


def _texts(placing: Iterable[Units], disguise: Unit | None = None) -> tuple[str, ...]:
    return tuple([text for units in placing for text in units_texts(units, disguise)])


# The battles


class _Army(NamedTuple):
    """One player's side of all battles."""

    round1: Placing
    round2: Placing
    board: Placing
    """The units of both rounds."""
    rules: Rules
    strength: tuple[Row, ...]
    """For each place what each unit has there, whatever other units are."""


class _Battles(NamedTuple):
    """How the six battles ended. Pairs are by seat."""

    destroyed: tuple[Placing, Placing]
    strength: tuple[tuple[int, ...] | None, tuple[int, ...] | None]
    """None where none was counted."""
    winners: tuple[Side | None, ...]
    """Of each battlefield; None is a tie, or nobody."""


def army_of(plan: Plan, round2: Placing, active: tuple[InForce, ...], foe: Plan) -> _Army:
    """Return the army that a player has placed, against an opponent's under some rules."""
    rules = plan.rules
    strength = rules.strength
    if active and rules.can_invoke:
        strengthened = [spirit.unit for spirit in active]
        spirits = tuple([strengthened.count(unit) for unit in ROW_ORDER])  # ruling 24
        strength = tuple([_add(row, spirits) for row in strength])
    if foe.rules.foe_strength != PLAIN.foe_strength:
        strength = tuple(map(_add, strength, foe.rules.foe_strength))
    return _Army(plan.placing, round2, combine(plan.placing, round2), rules, strength)


def _add(row: Row, other: Row) -> Row:
    return tuple(map(add, row, other))


def fight(army1: _Army, army2: _Army) -> _Battles:
    """Fight all battles."""
    battles = [_fight_on(place, army1, army2) for place in PLACES]
    gone1, gone2, strength1, strength2, winners = zip(*battles, strict=True)
    return _Battles((gone1, gone2), (strength1, strength2), winners)


def _fight_on(place: int, army1: _Army, army2: _Army) -> tuple[Units, Units, int, int, Side | None]:
    """Return each player's destroyed units and strength on a battlefield, and who wins it."""
    left1, left2 = army1.board[place], army2.board[place]
    gone1: Units = ()
    gone2: Units = ()
    has_two1, has_two2 = _TWO in left1, _TWO in left2
    if has_two1 or has_two2:
        # Ruling 14: a Two reaches its owner's units as well, of whichever round it is.
        reach1 = army1.rules.reach if has_two1 else "none"
        reach2 = army2.rules.reach if has_two2 else "none"
        if reach1 != "none" or reach2 == "both":
            left1, gone1 = _destroy(place, army1)
        if reach2 != "none" or reach1 == "both":
            left2, gone2 = _destroy(place, army2)
    strength1 = _strength(left1, left2, army1.rules, army1.strength[place])
    strength2 = _strength(left2, left1, army2.rules, army2.strength[place])
    difference = strength1 - strength2
    winner: Side | None
    if difference == 0:
        # Nobody wins a tie, unless just one player gives ties away.
        loses1, loses2 = place in army1.rules.ties_lost, place in army2.rules.ties_lost
        winner = None if loses1 == loses2 else SIDES[loses1]
    else:
        winner = 0 if difference > 0 else 1
        # Ruling 15: a Three of either player that survives works, whoever loses; several once.
        if (_THREE in left1 and _is_reversed(army1.rules, difference)) or (
            _THREE in left2 and _is_reversed(army2.rules, difference)
        ):
            winner = opponent(winner)
    return gone1, gone2, strength1, strength2, winner


def _is_reversed(rules: Rules, difference: int) -> bool:
    """Return whether a player's Three gives a battlefield to the loser."""
    return rules.threshold is not None and abs(difference) >= rules.threshold


def _destroy(place: int, army: _Army) -> tuple[Units, Units]:
    """Return a player's units that survive a Two on a battlefield, as Twos do, and the others."""
    exposed = army.rules.exposed
    gone = [unit for unit in army.round2[place] if unit != _TWO]
    if exposed:
        gone += [unit for unit in army.round1[place] if unit in exposed]
    return without(army.board[place], gone), tuple(sorted(gone))


def _strength(units: Units, against: Units, rules: Rules, row: Row) -> int:
    """Return a player's strength on a battlefield, of surviving units on both sides.

    Ruling 20: without a unit it is 0.
    """
    if not units:
        return 0
    strength = sum([row[unit] for unit in units])
    # Ruling 11: strictly more, and the bonus is given once.
    if -1 in units and units.count(-1) > against.count(-1):
        strength += rules.negative_bonus
    # Ruling 13: the opponent's surviving units, Zeros included; a Four alone of the survivors.
    if 1 in units:
        strength += rules.one_bonus * len(against)
    if units == (4,):
        strength += rules.four_bonus
    return strength


# The end


def end_automatically(
    state: State,
    why: Mapping[Side, str],
    tell: Tell,
    round2: tuple[Placing, Placing] = (NOTHING, NOTHING),
) -> State:
    """End a bout that one or both have lost: nothing is destroyed, no strength counted.

    `why` tells of each loser how, to follow the name.
    Ruling 5: the other player wins everything, conditions of hells taken as met.
    """
    winners = tuple([side for side in SIDES if side not in why]) or (None,)
    battles = _Battles((NOTHING, NOTHING), (None, None), winners * len(BATTLEFIELDS))
    return _end(state, round2, battles, why, tell)


def end_fought(state: State, round2: tuple[Placing, Placing], tell: Tell) -> State:
    """Fight the battles and end the bout."""
    (plan1, _), (plan2, _) = state.deployments
    standing1, standing2 = state.standings
    battles = fight(
        army_of(plan1, round2[0], standing1.active, plan2),
        army_of(plan2, round2[1], standing2.active, plan1),
    )
    return _end(state, round2, battles, {}, tell)


def _end(
    state: State,
    round2: tuple[Placing, Placing],
    battles: _Battles,
    why: Mapping[Side, str],
    tell: Tell,
) -> State:
    """End the bout: points, what the winners leave behind, and the end of the match."""
    players = state.terms.players
    record = _record(state, round2, battles, tuple(why))
    if tell is not tell_nobody:
        _tell_record(state, record, why, tell)
    standings = _after(state, record, 0, tell), _after(state, record, 1, tell)
    champion = _champion(state, standings, record)
    if champion is not None:
        winner = players[champion]
        tell(f"{winner} wins the match.", by=winner, kind="result", did="won the match")
    for side in record.won:
        if standings[side].active:
            lasting = _wear_off(standings[side], players[side], tell)
            standings = replace_side(standings, side, lasting)
    return state.replace(
        standings=standings,
        bout=state.bout + (champion is None),
        round=1 if champion is None else None,
        private=_is_private(standings) if champion is None else state.private,
        deployments=(NOT_DEPLOYED, NOT_DEPLOYED),
        past=Past(record, state.past),
        outcome=None if champion is None else Outcome(players[champion], "eighteenth"),
    )


def _record(
    state: State, round2: tuple[Placing, Placing], battles: _Battles, losers: tuple[Side, ...]
) -> Record:
    """Return the record of a bout that `losers` have lost automatically, if there are any."""
    (plan1, _), (plan2, _) = state.deployments
    places1, places2, tied = [
        [place for place, winner in enumerate(battles.winners) if winner == side]
        for side in (*SIDES, None)
    ]
    score1 = sum([plan1.rules.worth[place] for place in places1])
    score2 = sum([plan2.rules.worth[place] for place in places2])
    if losers:
        won = tuple([side for side in SIDES if side not in losers])
        shared = 0.0  # no battlefield is tied, though nobody may have won it
    else:
        has_won1 = _has_won(plan1.rules, score1 - score2, places1)
        has_won2 = _has_won(plan2.rules, score2 - score1, places2)
        won = tuple([side for side in SIDES if (has_won1, has_won2)[side]])
        shared = sum([BATTLEFIELDS[place] for place in tied]) / 2
    # Rulings 28 and 29: points are of the eighteenth hell only, and with half of ties.
    gained1, gained2 = [
        score + shared if standing.block == EIGHTEENTH else 0
        for score, standing in zip((score1, score2), state.standings, strict=True)
    ]
    destroyed1, destroyed2 = battles.destroyed
    return Record(
        state.bout,
        state.private,
        automatic=losers,
        hells=(plan1.hells, plan2.hells),
        invoked=(plan1.spirit is not None, plan2.spirit is not None),
        spirit=(plan1.spirit, plan2.spirit),
        round1=(Board(plan1.placing, plan1.disguise), Board(plan2.placing, plan2.disguise)),
        round2=(Board(round2[0]), Board(round2[1])),
        destroyed=(Board(destroyed1, plan1.disguise), Board(destroyed2, plan2.disguise)),
        strength=battles.strength,
        result=battles.winners,
        score=(score1, score2),
        gained=(gained1, gained2),
        cleared=(plan1.hells if 0 in won else (), plan2.hells if 1 in won else ()),
        won=won,
    )


def _has_won(rules: Rules, lead: int, places: list[int]) -> bool:
    """Return whether a player has won a bout that was fought, with the battlefields won.

    Ruling 34: own conditions never make the opponent a winner or a loser, so both may have won,
    and neither.
    """
    return (
        lead >= rules.margin
        and len(places) >= rules.least
        and rules.must_win.issubset(places)
        and rules.must_not_win.isdisjoint(places)
    )


def _after(state: State, record: Record, side: Side, tell: Tell) -> Standing:
    """Return how a player stands after a bout: points, hells passed, the block."""
    player, standing = state.terms.players[side], state.standings[side]
    gained, cleared = record.gained[side], record.cleared[side]
    if gained:
        points = standing.points + gained
        standing = standing.replace(points=points)
        gains = f"{player} gains {gained:.12g} points and has {points:.12g}."
        did, end = f"gained {gained:.12g} points", f"{points:.12g} points"
        tell(gains, by=player, kind="result", did=did, end=end)
    if side not in record.won:
        return standing
    moved = _move_on(state.terms, standing, cleared)
    if cleared:
        did = f"passed {called_in_a_sentence(cleared)}"
        hells = state.terms.hells
        behind = sum([moved.has_passed(hell) for hell in hells])
        end = f"{behind} of {len(hells)}"
        tell(f"{player} {did}.", by=player, kind="result", did=did, end=end)
    if moved.block != standing.block:
        block = block_name(moved.block)
        tell(f"{player} goes on to {block}.", did=f"{mention(player)} went on to {block}")
    return moved


def _move_on(terms: Terms, standing: Standing, cleared: tuple[Hell, ...]) -> Standing:
    """Return a winner's standing. Ruling 10: all hells of a won bout are passed."""
    passed = standing.passed.union([hell.name for hell in cleared])
    if passed.issuperset([hell.name for hell in terms.hells if hell.block == standing.block]):
        return standing.replace(block=terms.block_after(standing.block), passed=frozenset())
    return standing.replace(passed=passed)


def _champion(state: State, standings: tuple[Standing, Standing], record: Record) -> Side | None:
    """Return who has won the match by this bout.

    Ruling 30: it takes a won bout that began in the eighteenth hell and the target after it.
    Ruling 31: equal points of two such players are decided by further bouts.
    """
    points = {
        side: standings[side].points
        for side in record.won
        if state.standings[side].block == EIGHTEENTH
        and standings[side].points >= state.terms.target
    }
    leaders = [side for side in points if points[side] == max(points.values())]
    return leaders[0] if len(leaders) == 1 else None


def _wear_off(standing: Standing, player: str, tell: Tell) -> Standing:
    """Return a winner's standing with the spirits that are still in force, each for a win less.

    Ruling 27: nothing is in force in the eighteenth hell.
    """
    lasting = [s for s in standing.active if s.wins > 1 and standing.block != EIGHTEENTH]
    if ended := [str(Spirit(s.name, s.unit)) for s in standing.active if s not in lasting]:
        tell(f"No longer in force for you: {join_words(ended)}.", player)
    return standing.replace(active=tuple([s._replace(wins=s.wins - 1) for s in lasting]))


def _tell_record(state: State, record: Record, why: Mapping[Side, str], tell: Tell) -> None:
    """Tell all that is revealed after a bout. Ruling 35: both boards with their Zeros."""
    players = state.terms.players
    update = Recorder()
    for side, reason in why.items():
        player = players[side]
        loses = f"{player} {reason} and loses bout {record.bout} automatically."
        did = f"lost bout {record.bout} automatically"
        update(loses, by=player, kind="result", did=did, in_round=_name(record.bout))
    for side, player in zip(SIDES, players, strict=True):
        round1, round2, hells = record.round1[side], record.round2[side], record.hells[side]
        board = combine(round1.placing, round2.placing)
        if units := _texts(board, round1.disguise):
            played = f"{player} played {describe_placing(board, round1.disguise)}."
            new_units, end = _texts(round2.placing), "round 2"
            if round1.disguise is not None:
                end += f", Zero as {round1.disguise}"
            if not new_units:  # of Round 1 nothing was told, and there was no other
                new_units, end = units, "round 1"
            update(played, by=player, kind="move", pieces=new_units, did="placed", end=end)
        if hells:
            did = f"attempted {called_in_a_sentence(hells)}"
            update(f"{player} {did}.", by=player, kind="move", did=did)
    first, second = [mention(player) for player in players]
    won1, won2 = [record.result.count(side) for side in SIDES]
    did = f"{first} won {pluralize(won1, 'battlefield')}, {second} won {won2}"
    score = " to ".join(map(str, record.score))
    update(_battlefields(players, record), kind="result", did=did, end=score)
    for reader in _readers(state):
        only = None if reader is None else players[reader]
        for text, _, by, kind, pieces, did, end, in_round in update.events:
            tell(text, only, by=by, kind=kind, pieces=pieces, did=did, end=end, in_round=in_round)
    own, other = record.score if record.won != (1,) else record.score[::-1]
    tell(
        _winners(players, record),
        by=join_words([players[side] for side in record.won]) if record.won else None,
        kind="result",
        did=f"{'' if record.won else 'Nobody '}won bout {record.bout}",
        end="" if state.private else f"{own} to {other}",  # the public knows no more (ruling 32)
        in_round=_name(record.bout),
    )


def _battlefields(players: tuple[str, str], record: Record) -> str:
    """Return who has won which battlefields, and the score."""
    won1, won2, tied = [
        [field for field, winner in zip(FIELDS, record.result, strict=True) if winner == side]
        for side in (*SIDES, None)
    ]
    shares = [
        f"{player} wins {join_words(won) if won else 'no battlefield'}"
        for player, won in zip(players, (won1, won2), strict=True)
    ]
    if tied and not record.automatic:
        shares.append(f"{join_words(tied)} {'is' if len(tied) == 1 else 'are'} tied")
    return f"{'; '.join(shares)}: {' to '.join(map(str, record.score))}."


def _winners(players: tuple[str, str], record: Record) -> str:
    if len(record.won) == len(players):
        return f"{join_words(players)} win bout {record.bout}."
    winner = players[record.won[0]] if record.won else "Nobody"
    return f"{winner} wins bout {record.bout}."


def turning_point(view: State) -> TurningPoint | None:
    """Return the bout that brought the winner of a match most points; None if none did."""
    players, outcome = view.terms.players, view.outcome
    if outcome is None or outcome.winner is None:
        return None
    side = view.terms.side_of(outcome.winner)
    best = max(view.past or (), key=lambda record: record.gained[side], default=None)
    if best is None or not best.gained[side]:
        return None
    return TurningPoint(
        f"Bout {best.bout}: {outcome.winner} gains {best.gained[side]:.12g} points",
        _battlefields(players, best),
        _winners(players, best),
        "how a battlefield is won",
    )
