"""The report's `state`, and what of it a viewer may know.

Both are made in one pass: an entry that is not for the viewer is never made.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from umpire.games.base import JsonObject
from umpire.games.eighteenth_hell.components import (
    BATTLEFIELDS,
    SIDES,
    Placing,
    Side,
    Unit,
    opponent,
)
from umpire.games.eighteenth_hell.hells import Hell
from umpire.games.eighteenth_hell.notation import as_shown, texts
from umpire.games.eighteenth_hell.state import InForce, Laid, Part, Record, State

_T = TypeVar("_T")
_KEYS: Final = tuple(map(str, BATTLEFIELDS))


class _Eyes:
    """Who looks: a side, the public (None), or, with `everything`, the umpire."""

    def __init__(self, side: Side | None, *, everything: bool) -> None:
        self.side = side
        self.everything = everything

    def own(self, side: Side) -> bool:
        """Return whether they see what is a side's own."""
        return self.everything or self.side == side

    def inside(self, private: bool) -> bool:
        """Return whether they see what is told in a bout. Ruling 32: of a private one players."""
        return self.everything or not private or self.side is not None


def report(state: State) -> JsonObject:
    """Return the whole state: everything the umpire knows."""
    return _state(state, _Eyes(None, everything=True))


def view(state: State, viewer: str | None) -> JsonObject:
    """Return the state as a viewer may know it; everything once the match is over."""
    if state.outcome is not None:
        return report(state)
    side = None if viewer is None else state.terms.side_of(viewer)
    return _state(state, _Eyes(side, everything=False))


def handout(state: State) -> JsonObject:
    """Return the hells of the match as everybody reads them, in the order of the options."""
    hells = state.terms.hells
    return {"hells": [{"name": h.name, "block": h.block, "text": h.text} for h in hells]}


def _state(state: State, eyes: _Eyes) -> JsonObject:
    past = () if state.past is None else reversed(list(state.past))
    return {
        "bout": state.bout,
        "round": state.round,
        "private": state.private,
        "target": state.terms.target,
        "players": {
            player: _player(state, side, eyes)
            for side, player in zip(SIDES, state.terms.players, strict=True)
        },
        "bouts": [_record(record, state.terms.players, eyes) for record in past],
    }


def _player(state: State, side: Side, eyes: _Eyes) -> JsonObject:
    terms, standing, part = state.terms, state.standings[side], state.parts[side]
    own, inside = eyes.own(side), eyes.inside(state.private)
    return {
        "block": standing.block,
        "passed": [hell.name for hell in terms.hells if standing.has_passed(hell)],
        "open": _names(terms.open_to(standing)),
        "points": _number(standing.points),
        "spirits": standing.uses._asdict() if own else None,
        "active": [_in_force(spirit) for spirit in standing.active] if own else None,
        "hells": _names(part.hells) if own else None,
        "told": [hell.name for hell in part.hells if hell.told] if inside else None,
        "spirit": _spirit(part) if own else None,
        "invoked": part.spirit is not None if inside else None,
        "hand": [str(unit) for unit in part.hand] if own else len(part.hand) if inside else None,
        "board": _laid(part.round1) if own else None,
        "shown": _shown(state, side, eyes) if inside else None,
    }


def _shown(state: State, side: Side, eyes: _Eyes) -> dict[str, list[str] | int]:
    """Return the units of Round 1 as others see them, of blind battlefields just how many."""
    laid = state.parts[side].round1
    shown: dict[str, list[str] | int] = {}
    shown |= _placing(as_shown(laid.placing, laid.disguise))
    if not eyes.everything and eyes.side == opponent(side):
        for place in sorted(state.parts[opponent(side)].rules.blind):
            shown[_KEYS[place]] = len(laid.placing[place])
    return shown


def _record(record: Record, players: tuple[str, str], eyes: _Eyes) -> JsonObject:
    inside = eyes.inside(record.private)
    own = [eyes.own(side) for side in SIDES]

    def each(of: Callable[[Side], _T]) -> dict[str, _T] | None:
        return {players[0]: of(0), players[1]: of(1)} if inside else None

    def own_only(of: Callable[[Side], _T]) -> dict[str, _T | None] | None:
        if not any(own):
            return None
        return {players[side]: of(side) if own[side] else None for side in SIDES}

    parts, strength = record.parts, record.strength
    return {
        "bout": record.bout,
        "private": record.private,
        "automatic": _players(record.automatic, players) if inside else None,
        "hells": each(lambda side: _names(parts[side].hells)),
        "invoked": each(lambda side: parts[side].spirit is not None),
        # Ruling 26: never told before the match is over, and strength would tell it.
        "spirit": own_only(lambda side: _spirit(parts[side])),
        "round1": each(lambda side: _laid(parts[side].round1)),
        "round2": each(lambda side: _placing(parts[side].round2)),
        "destroyed": each(
            lambda side: _placing(record.destroyed[side], parts[side].round1.disguise)
        ),
        "strength": own_only(
            lambda side: None if strength is None else dict(zip(_KEYS, strength[side], strict=True))
        ),
        "result": _result(record, players) if inside else None,
        "score": each(lambda side: record.score[side]),
        "gained": each(lambda side: _number(record.gained[side])),
        "cleared": each(lambda side: _names(record.cleared[side])),
        "won": _players(record.won, players),
    }


def _result(record: Record, players: tuple[str, str]) -> dict[str, str | None]:
    return {
        key: None if winner is None else players[winner]
        for key, winner in zip(_KEYS, record.winners, strict=True)
    }


def _players(sides: Iterable[Side], players: tuple[str, str]) -> list[str]:
    return [players[side] for side in sides]


def _names(hells: Iterable[Hell]) -> list[str]:
    return [hell.name for hell in hells]


def _number(points: float) -> float:
    """Return 13 for 13.0."""
    return int(points) if points == int(points) else points


def _in_force(spirit: InForce) -> dict[str, Any]:
    unit = None if spirit.unit is None else str(spirit.unit)
    return {"spirit": spirit.name, "unit": unit, "wins": spirit.wins}


def _spirit(part: Part) -> str | None:
    return None if part.spirit is None else str(part.spirit)


def _laid(laid: Laid) -> dict[str, list[str]]:
    return _placing(laid.placing, laid.disguise)


def _placing(placing: Placing, disguise: Unit | None = None) -> dict[str, list[str]]:
    return dict(zip(_KEYS, map(list, texts(placing, disguise)), strict=True))
