"""What the hidden part of a match may be, as far as somebody knows.

A placing that is shown may have the Zero disguised, a player has attempted hells that are not
announced, and invoked a spirit that nobody names. So lines are made up for Round 1, and the first
is taken that may be played and shows what was shown.
"""

from collections.abc import Iterator
from typing import Any, Final

from umpire.games.base import RandomSource
from umpire.games.cards import not_among, without
from umpire.games.eighteenth_hell.hells import Hell
from umpire.games.eighteenth_hell.lines import Line
from umpire.games.eighteenth_hell.rounds import ROUND1, deploy, why_stuck
from umpire.games.eighteenth_hell.rules import PLAIN
from umpire.games.eighteenth_hell.state import (
    HIDDEN,
    Deployment,
    Past,
    Plan,
    Record,
    State,
    Update,
)
from umpire.games.eighteenth_hell.units import (
    ARMY,
    BATTLEFIELDS,
    EIGHTEENTH,
    NOTHING,
    Board,
    InForce,
    Placing,
    Spirit,
    Unit,
    Units,
    units_of,
)
from umpire.games.randomness import sample
from umpire.games.spirits import Spirits
from umpire.games.two_players import SIDES, Side, replace_side
from umpire.games.values import memoize

_TRIES: Final = 60
"""How many lines are made up for what a player has shown."""
_TWO_HELLS: Final = 0.3
_FORESIGHT: Final = 0.3
"""How often two hells are attempted, and how often a spirit is foresight."""
_NOWHERE: Final = (Board(NOTHING),) * 2
_UNKNOWN: Final[dict[str, Any]] = {
    "automatic": (),
    "hells": ((), ()),
    "invoked": (False, False),
    "spirit": (HIDDEN, HIDDEN),
    "round1": _NOWHERE,
    "round2": _NOWHERE,
    "destroyed": _NOWHERE,
    "strength": (HIDDEN, HIDDEN),
    "result": (None,) * len(BATTLEFIELDS),
    "score": (0, 0),
    "gained": (0, 0),
    "cleared": ((), ()),
}
"""What stands for what is hidden of a bout; nothing that is still to come depends on it."""


def determinize(view: State, random: RandomSource) -> State:
    """Return a whole state that may be the real one."""
    if view.outcome is not None:
        return view
    for side in SIDES:
        if view.standings[side].uses is HIDDEN:
            view = _guess_spirits(view, side, random)
    if view.round == 1:
        deployment1, deployment2 = [
            Deployment(Plan() if plan is HIDDEN else plan, Update() if update is HIDDEN else update)
            for plan, update in view.deployments
        ]
        return view.replace(deployments=(deployment1, deployment2))
    for side in SIDES:
        if view.deployments[side].plan is HIDDEN:
            view = _guess_deployment(view, side, random)
    for side in SIDES:
        if why_stuck(view, side):  # then Round 2 would not be asked for
            plan, update = view.deployments[side]
            playable = Deployment(plan._replace(rules=PLAIN), update)
            view = view.replace(deployments=replace_side(view.deployments, side, playable))
    return view


def _guess_spirits(view: State, side: Side, random: RandomSource) -> State:
    """Return the state with a player's spirits guessed: those invoked before, in force and left."""
    uses, active = Spirits(), tuple[InForce, ...]()
    past: Past | None = None
    for record in reversed([*(view.past or ())]):
        record = _without_secrets(record, side)
        if record.invoked[side]:
            spirit = _random_spirit(uses, random)
            # The options may have given more than is taken for granted here.
            uses = uses.spent(spirit.attuned) if uses.left(spirit.attuned) else uses
            active = (*active, spirit.in_force())
            record = record._replace(spirit=replace_side(record.spirit, side, spirit))
        if active and side in record.won:
            active = tuple([s._replace(wins=s.wins - 1) for s in active if s.wins > 1])
        past = Past(record, past)
    standing = view.standings[side]
    in_force = () if standing.block == EIGHTEENTH else active
    guess = standing.replace(uses=uses, active=in_force)
    return view.replace(past=past, standings=replace_side(view.standings, side, guess))


@memoize
def _without_secrets(record: Record, side: Side) -> Record:
    """Return a bout with something in the place of what is hidden, a player's spirit too."""
    fields = zip(Record._fields, record, strict=True)
    record = record._replace(**{name: _UNKNOWN[name] for name, value in fields if value is HIDDEN})
    return record._replace(
        spirit=replace_side(record.spirit, side, None),
        strength=replace_side(record.strength, side, None),
    )


def _random_spirit(uses: Spirits, random: RandomSource) -> Spirit:
    attuned = not uses.normal or bool(uses.attuned and random.random() < 1 / 2)
    if random.random() < _FORESIGHT:
        return Spirit("foresight", None, attuned)
    return Spirit("strength", random.choice((0, 1, 2, 3, 4)), attuned)


def _guess_deployment(view: State, side: Side, random: RandomSource) -> State:
    """Return the state with a guess of what a player has done in Round 1."""
    update, before = view.deployments[side].update, view.standings[side]
    standing, deployment = before, Deployment()
    for _ in range(_TRIES):
        line = _random_line(view, side, update, random)
        if line is None:
            continue
        able = before
        if line.spirit is not None and not before.uses.left(line.spirit.attuned):
            able = before.replace(uses=Spirits(1, 1))
        standing, deployment = deploy(able, line)
        if (update is HIDDEN or _shows_as(deployment, update)) and ROUND1.allows(
            view.replace(standings=replace_side(view.standings, side, able)), side, line
        ):
            break
    if update is not HIDDEN:
        # Whatever was made up, this is what the update has shown.
        deployment = Deployment(deployment.plan, _fill_update(deployment, update))
    return view.replace(
        deployments=replace_side(view.deployments, side, deployment),
        standings=replace_side(view.standings, side, standing),
    )


def _random_line(view: State, side: Side, update: Update, random: RandomSource) -> Line | None:
    """Return a line of Round 1 that may have been played; None if none comes of this try."""
    if update is HIDDEN:
        return ROUND1.random_line(view, side, random)
    hells = _random_hells(view, side, update.hells, random)
    spirit = _random_spirit(view.standings[side].uses, random) if update.has_invoked else None
    placing, disguise = random.choice(_possible_placings(update.placing) or [(None, None)])
    if placing is None:
        return None
    return Line(_fill_placing(placing, random), disguise, hells, spirit)


def _random_hells(
    view: State, side: Side, announced: tuple[Hell, ...], random: RandomSource
) -> tuple[Hell, ...]:
    """Return the hells announced, and as many others as a player may have attempted besides."""
    open_hells = view.terms.open_to(view.standings[side])
    number = 2 if random.random() < _TWO_HELLS else 1
    silent = [hell for hell in open_hells if not hell.is_announced]
    others = sample(min(max(0, number - len(announced)), len(silent)), silent, random)
    return tuple([hell for hell in open_hells if hell in announced or hell in others])


_Partial = tuple[Units | int, ...]
"""A placing of which some battlefields may be known by their number of units only."""


@memoize
def _possible_placings(shown: _Partial) -> list[tuple[_Partial | None, Unit | None]]:
    """Return what may be played, each with what the Zero is shown as, None if as itself."""
    return [*_each_possible(shown)]


def _each_possible(shown: _Partial) -> Iterator[tuple[_Partial, Unit | None]]:
    if not_among(ARMY, _visible(shown)) is None:
        yield shown, None
    if 0 in _visible(shown):
        return
    for place, units in enumerate(shown):
        if isinstance(units, int):
            continue
        for unit in sorted({*units}):
            with_zero = tuple(sorted([*without(units, (unit,)), 0]))
            placing = (*shown[:place], with_zero, *shown[place + 1 :])
            if not_among(ARMY, _visible(placing)) is None:
                yield placing, unit


def _visible(placing: _Partial) -> Units:
    return tuple([unit for units in placing if not isinstance(units, int) for unit in units])


def _fill_placing(partial: _Partial, random: RandomSource) -> Placing:
    """Return a placing with units drawn for the battlefields that cannot be seen."""
    left = without(ARMY, _visible(partial))
    placing = []
    for units in partial:
        if isinstance(units, int):
            units = tuple(sorted(sample(units, left, random)))
            left = without(left, units)
        placing.append(units)
    return tuple(placing)


def _shows_as(deployment: Deployment, update: Update) -> bool:
    """Return whether the update would have shown the same of a deployment."""
    return (
        _fill_update(deployment, update) == deployment.update
        and len(units_of(deployment.plan.placing)) == len(ARMY) - update.in_hand
    )


def _fill_update(deployment: Deployment, update: Update) -> Update:
    """Return what was shown, with the units made up for battlefields that cannot be seen."""
    both = zip(deployment.update.placing, update.placing, strict=True)
    placing = [mine if isinstance(units, int) else units for mine, units in both]
    return update._replace(placing=tuple(placing))
