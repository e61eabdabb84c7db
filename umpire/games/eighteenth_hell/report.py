"""The report's `state`: of a whole state all that the umpire knows, of a masked one a view's."""

from typing import Any, Final

from umpire.games.base import JsonObject
from umpire.games.eighteenth_hell.state import (
    HIDDEN,
    Deployment,
    Past,
    Record,
    Standing,
    State,
    Terms,
    whole_if_possible,
)
from umpire.games.eighteenth_hell.units import FIELDS, Board, InForce, Units
from umpire.games.reports import Reporter, Sides, sides_of
from umpire.games.two_players import by_name
from umpire.games.values import memoize

_write: Final = Reporter()


def report(state: State) -> JsonObject:
    """Return all that a state has; what is hidden in it is None."""
    terms = state.terms
    both = zip(state.standings, state.deployments, strict=True)
    return {
        "bout": state.bout,
        "round": state.round,
        "private": state.private,
        "target": terms.target,
        "players": by_name(terms.players, [_player(terms, *each) for each in both]),
        "bouts": _bouts(state.past, sides_of(terms.players, terms.players)),
    }


@memoize
def _player(terms: Terms, standing: Standing, deployment: Deployment) -> JsonObject:
    return {**_standing(terms, standing), **_deployment(deployment)}


@memoize
def _standing(terms: Terms, standing: Standing) -> JsonObject:
    uses, active = standing.uses, standing.active
    return {
        "block": standing.block,
        "passed": [hell.name for hell in terms.hells if standing.has_passed(hell)],
        "open": [hell.name for hell in terms.open_to(standing)],
        "points": whole_if_possible(standing.points),
        "spirits": None if uses is HIDDEN else uses._asdict(),
        "active": None if active is HIDDEN else [_in_force(spirit) for spirit in active],
    }


@memoize
def _deployment(deployment: Deployment) -> JsonObject:
    plan = None if deployment.plan is HIDDEN else deployment.plan
    update = None if deployment.update is HIDDEN else deployment.update
    return {
        "hells": plan and [hell.name for hell in plan.hells],
        "told": update and [hell.name for hell in update.hells],
        "spirit": plan and plan.spirit and str(plan.spirit),
        "invoked": update and update.has_invoked,
        "hand": [*map(str, plan.hand)] if plan else update and update.in_hand,
        "board": plan and Board(plan.placing, plan.disguise).to_json(),
        "shown": update and dict(zip(FIELDS, map(_units, update.placing), strict=True)),
    }


@memoize
def _bouts(past: Past | None, sides: Sides) -> list[JsonObject]:
    return [_record(record, sides) for record in reversed([*(past or ())])]


@memoize
def _record(record: Record, sides: Sides) -> JsonObject:
    return _write.write(record, sides)


def _in_force(spirit: InForce) -> dict[str, Any]:
    unit = None if spirit.unit is None else str(spirit.unit)
    return {"spirit": spirit.name, "unit": unit, "wins": spirit.wins}


def _units(units: Units | int) -> list[str] | int:
    return units if isinstance(units, int) else [*map(str, units)]
