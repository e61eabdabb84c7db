"""What the hidden part of a match may be, as far as somebody knows.

A placing that is shown may have the Zero disguised, a player has attempted hells that are not
announced, and invoked a spirit that nobody names. So lines are made up for Round 1, and the first
is taken that may be played and shows what was shown.
"""

from collections.abc import Iterator
from typing import Any, Final

from umpire.games.base import NotAllowed, RandomSource
from umpire.games.cards import not_among, without
from umpire.games.eighteenth_hell.hells import Hell
from umpire.games.eighteenth_hell.lines import Line
from umpire.games.eighteenth_hell.rounds import ROUND1, apply_answer, why_stuck
from umpire.games.eighteenth_hell.rules import PLAIN
from umpire.games.eighteenth_hell.state import (
    HIDDEN,
    Part,
    Past,
    Record,
    Shown,
    Standing,
    State,
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
    all_of,
)
from umpire.games.randomness import sample
from umpire.games.spirits import Spirits
from umpire.games.two_players import SIDES, Side, replace_side

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
            view = _with_spirits_of(view, side, random)
    if view.round == 1:
        parts = [_fresh(part) for part in view.parts]
        return view.replace(parts=(parts[0], parts[1]))
    for side in SIDES:
        if view.parts[side].own is HIDDEN:
            view = _with_part_of(view, side, random)
    for side in SIDES:
        if why_stuck(view, side):  # then Round 2 would not be asked for
            part = view.parts[side]
            ruled = part._replace(own=part.own._replace(rules=PLAIN))
            view = view.replace(parts=replace_side(view.parts, side, ruled))
    return view


def _fresh(part: Part) -> Part:
    """Return a part of which nothing is applied yet, in the place of one that is hidden."""
    fresh = Part()
    return Part(
        fresh.own if part.own is HIDDEN else part.own,
        fresh.shown if part.shown is HIDDEN else part.shown,
    )


def _with_spirits_of(view: State, side: Side, random: RandomSource) -> State:
    """Return the state with a player's spirits guessed: those invoked before, in force and left."""
    uses, active = Spirits(), tuple[InForce, ...]()
    past: Past | None = None
    for record in reversed([*(view.past or ())]):
        known = _known(record)
        spirit = None
        if known.invoked[side]:
            spirit = _some_spirit(uses, random)
            # The options may have given more than is taken for granted here.
            uses = uses.spent(spirit.attuned) if uses.left(spirit.attuned) else uses
            active = (*active, spirit.in_force())
        if side in known.won:
            active = tuple([one._replace(wins=one.wins - 1) for one in active if one.wins > 1])
        spirits = replace_side(known.spirit, side, spirit)
        strength = replace_side(known.strength, side, None)
        past = Past(known._replace(spirit=spirits, strength=strength), past)
    standing = view.standings[side]
    in_force = () if standing.block == EIGHTEENTH else active
    guessed = standing.replace(uses=uses, active=in_force)
    return view.replace(past=past, standings=replace_side(view.standings, side, guessed))


def _known(record: Record) -> Record:
    """Return a bout with something in the place of what the public does not know of it."""
    hidden = [name for name, value in record._asdict().items() if value is HIDDEN]
    return record._replace(**{name: _UNKNOWN[name] for name in hidden})


def _some_spirit(uses: Spirits, random: RandomSource) -> Spirit:
    attuned = not uses.normal or bool(uses.attuned and random.random() < 1 / 2)
    if random.random() < _FORESIGHT:
        return Spirit("foresight", None, attuned)
    return Spirit("strength", random.choice((0, 1, 2, 3, 4)), attuned)


def _with_part_of(view: State, side: Side, random: RandomSource) -> State:
    """Return the state with what a player has done in Round 1 guessed."""
    shown = view.parts[side].shown
    standing, part = view.standings[side], Part()
    for _ in range(_TRIES):
        line = _some_line(view, side, shown, random)
        if line is None:
            continue
        standing, part = apply_answer(_able(view.standings[side], line.spirit), line)
        if (shown is HIDDEN or _looks_like(part, shown)) and _may_be_played(view, side, line):
            break
    if shown is not HIDDEN:
        # Whatever was made up, this is what the update has shown.
        part = part._replace(shown=_completed(part, shown))
    parts = replace_side(view.parts, side, part)
    return view.replace(parts=parts, standings=replace_side(view.standings, side, standing))


def _able(standing: Standing, spirit: Spirit | None) -> Standing:
    """Return a standing with a use left for a spirit that is known to be invoked."""
    if spirit is None or standing.uses.left(spirit.attuned):
        return standing
    return standing.replace(uses=Spirits(1, 1))


def _may_be_played(view: State, side: Side, line: Line) -> bool:
    standing = _able(view.standings[side], line.spirit)
    before = view.replace(standings=replace_side(view.standings, side, standing))
    try:
        ROUND1.judge(before, side, line)
    except NotAllowed:
        return False
    return True


def _some_line(view: State, side: Side, shown: Shown, random: RandomSource) -> Line | None:
    """Return a line of Round 1 that may have been played; None if none comes of this try."""
    if shown is HIDDEN:
        return ROUND1.random_line(view, side, random)
    hells = _some_hells(view, side, shown.told, random)
    spirit = _some_spirit(view.standings[side].uses, random) if shown.invoked else None
    placing, disguise = random.choice([*_undisguised(shown.placing)] or [(None, None)])
    if placing is None:
        return None
    return Line(_filled(placing, random), disguise, hells, spirit)


def _some_hells(
    view: State, side: Side, told: tuple[Hell, ...], random: RandomSource
) -> tuple[Hell, ...]:
    """Return the hells announced, and as many others as a player may have attempted besides."""
    open_now = view.terms.open_to(view.standings[side])
    number = 2 if random.random() < _TWO_HELLS else 1
    silent = [hell for hell in open_now if not hell.told]
    more = sample(min(max(0, number - len(told)), len(silent)), silent, random)
    return tuple([hell for hell in open_now if hell in told or hell in more])


def _undisguised(
    shown: tuple[Units | int, ...],
) -> Iterator[tuple[tuple[Units | int, ...] | None, Unit | None]]:
    """Yield what may lie there with the unit that the Zero is shown as, None if as itself."""
    if not_among(ARMY, _visible(shown)) is None:
        yield shown, None
    if 0 in _visible(shown):
        return
    for place, units in enumerate(shown):
        if isinstance(units, int):
            continue
        for unit in sorted({*units}):
            lies = tuple(sorted([*without(units, (unit,)), 0]))
            real = (*shown[:place], lies, *shown[place + 1 :])
            if not_among(ARMY, _visible(real)) is None:
                yield real, unit


def _visible(shown: tuple[Units | int, ...]) -> Units:
    return tuple([unit for units in shown if not isinstance(units, int) for unit in units])


def _filled(lies: tuple[Units | int, ...], random: RandomSource) -> Placing:
    """Return a placing with units drawn for the battlefields that cannot be seen."""
    left = without(ARMY, _visible(lies))
    placing = []
    for units in lies:
        if isinstance(units, int):
            units = tuple(sorted(sample(units, left, random)))
            left = without(left, units)
        placing.append(units)
    return tuple(placing)


def _looks_like(part: Part, shown: Shown) -> bool:
    """Return whether the update would have shown the same."""
    return _completed(part, shown) == part.shown and len(all_of(part.own.placing)) == (
        len(ARMY) - shown.in_hand
    )


def _completed(part: Part, shown: Shown) -> Shown:
    """Return what was shown, with the units made up for battlefields that cannot be seen."""
    placing = [
        mine if isinstance(units, int) else units
        for mine, units in zip(part.shown.placing, shown.placing, strict=True)
    ]
    return shown._replace(placing=tuple(placing))
