"""The report's `state`: of a whole state all that the umpire knows, of a masked one a view's."""

from collections.abc import Sequence
from typing import Any, Final

from umpire.games.base import JsonObject
from umpire.games.eighteenth_hell.hells import Hell
from umpire.games.eighteenth_hell.lines import units_texts
from umpire.games.eighteenth_hell.state import HIDDEN, Part, Past, Record, Standing, State, Terms
from umpire.games.eighteenth_hell.units import FIELDS, InForce, Placing, Spirit, Unit, Units
from umpire.games.two_players import by_name
from umpire.games.values import memoize

_PLAYER: Final = (
    "block",
    "passed",
    "open",
    "points",
    "spirits",
    "active",
    "hells",
    "told",
    "spirit",
    "invoked",
    "hand",
    "board",
    "shown",
)
_RECORD: Final = (
    "bout",
    "private",
    "automatic",
    "hells",
    "invoked",
    "spirit",
    "round1",
    "round2",
    "destroyed",
    "strength",
    "result",
    "score",
    "gained",
    "cleared",
    "won",
)
"""The keys of a player and of a record, in order; what is hidden stays None."""


def report(state: State) -> JsonObject:
    """Return all that stands in a state; what is hidden in it is None."""
    terms = state.terms
    both = zip(state.standings, state.parts, strict=True)
    return {
        "bout": state.bout,
        "round": state.round,
        "private": state.private,
        "target": terms.target,
        "players": by_name(terms.players, [_player(terms, *one) for one in both]),
        "bouts": _bouts(terms.players, state.past),
    }


@memoize
def _player(terms: Terms, standing: Standing, part: Part) -> JsonObject:
    known: JsonObject = dict.fromkeys(_PLAYER)
    known["block"] = standing.block
    known["passed"] = [hell.name for hell in terms.hells if standing.has_passed(hell)]
    known["open"] = _names(terms.open_to(standing))
    known["points"] = _number(standing.points)
    if standing.uses is not HIDDEN:
        known["spirits"] = standing.uses._asdict()
        known["active"] = [_in_force(spirit) for spirit in standing.active]
    if part.shown is not HIDDEN:
        told, invoked, in_hand, placing = part.shown
        known["told"] = _names(told)
        known["invoked"] = invoked
        known["hand"] = in_hand
        known["shown"] = dict(zip(FIELDS, map(_units_shown, placing), strict=True))
    if part.own is not HIDDEN:
        own = part.own
        known["hells"] = _names(own.hells)
        known["spirit"] = _spirit(own.spirit)
        known["hand"] = [str(unit) for unit in own.hand]
        known["board"] = _placing(own.placing, own.disguise)
    return known


@memoize
def _bouts(players: tuple[str, str], past: Past | None) -> list[JsonObject]:
    records = () if past is None else reversed(list(past))
    return [_record(players, record) for record in records]


@memoize
def _record(players: tuple[str, str], record: Record) -> JsonObject:
    first, second = players
    known: JsonObject = dict.fromkeys(_RECORD)
    known["bout"] = record.bout
    known["private"] = record.private
    known["won"] = [players[side] for side in record.won]
    if record.played is not HIDDEN:
        one, two = record.played
        known["automatic"] = [players[side] for side in record.automatic]
        known["hells"] = {first: _names(one.hells), second: _names(two.hells)}
        known["invoked"] = {first: one.invoked, second: two.invoked}
        known["round1"] = {
            first: _placing(one.round1, one.disguise),
            second: _placing(two.round1, two.disguise),
        }
        known["round2"] = {first: _placing(one.round2), second: _placing(two.round2)}
        known["destroyed"] = {
            first: _placing(one.destroyed, one.disguise),
            second: _placing(two.destroyed, two.disguise),
        }
        won = [None if side is None else players[side] for side in record.winners]
        known["result"] = dict(zip(FIELDS, won, strict=True))
        known["score"] = {first: one.score, second: two.score}
        known["gained"] = {first: _number(one.gained), second: _number(two.gained)}
        known["cleared"] = {first: _names(one.cleared), second: _names(two.cleared)}
    if any(kept is not HIDDEN for kept in record.kept):
        known["spirit"], known["strength"] = dict.fromkeys(players), dict.fromkeys(players)
        for player, kept in zip(players, record.kept, strict=True):
            if kept is not HIDDEN:
                known["spirit"][player] = _spirit(kept.spirit)
                known["strength"][player] = _strength(kept.strength)
    return known


def _names(hells: Sequence[Hell]) -> list[str]:
    return [hell.name for hell in hells] if hells else []


def _number(points: float) -> float:
    """Return 13 for 13.0."""
    return int(points) if points == int(points) else points


def _in_force(spirit: InForce) -> dict[str, Any]:
    unit = None if spirit.unit is None else str(spirit.unit)
    return {"spirit": spirit.name, "unit": unit, "wins": spirit.wins}


def _spirit(spirit: Spirit | None) -> str | None:
    return None if spirit is None else str(spirit)


def _strength(strength: tuple[int, ...] | None) -> dict[str, int] | None:
    return None if strength is None else dict(zip(FIELDS, strength, strict=True))


def _placing(placing: Placing, disguise: Unit | None = None) -> dict[str, list[str]]:
    known = dict(zip(FIELDS, map(list, map(units_texts, placing)), strict=True))
    if disguise is not None:
        for units in known.values():
            if "0" in units:
                units[units.index("0")] = f"0({disguise})"
    return known


def _units_shown(units: Units | int) -> list[str] | int:
    return units if isinstance(units, int) else list(map(str, units))
