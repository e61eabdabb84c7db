"""The report's `state`. `position` reads it back."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from umpire.games.base import JsonObject
from umpire.games.denizens_of_tartarus.components import (
    COLORS,
    MODULES,
    Card,
    Configuration,
    ModuleName,
)
from umpire.games.denizens_of_tartarus.rules.closed import closed_now
from umpire.games.denizens_of_tartarus.rules.modules import (
    Balance,
    Matching,
    Module,
    Order,
    Pair,
    Set,
    Shuffle,
    Stones,
)
from umpire.games.denizens_of_tartarus.state import Spirits, State
from umpire.games.two_players import Side
from umpire.games.values import once

Sides: TypeAlias = tuple[tuple[str, Side], ...]
_T = TypeVar("_T")


def report(state: State) -> JsonObject:
    """Return all of a state, or what is not masked."""
    starts = state.configurations
    sides = _sides(state.terms.players, state.seats)
    return {
        "phase": state.phase,
        "seats": list(state.seats),
        "left": state.left,
        "configurations": None if starts is None else [_configuration(one) for one in starts],
        "bans": list(state.bans),
        "configuration": state.configuration,
        "turn": state.turn,
        "to_move": state.to_move,
        "hands": _by_name(sides, [_cards(hand) for hand in state.hands]),
        "deck": _cards(state.deck),
        "modules": {name: _module(sides, state.seats, state.modules[name]) for name in MODULES},
        "recent": _by_name(sides, state.recent),
        "blocked": state.blocked,
        "blocks_made": _by_name(sides, [_ordered(made) for made in state.blocks_made]),
        "spirits": _by_name(sides, [_spirits(spirits) for spirits in state.spirits]),
        "closed": list(closed_now(state)),
    }


@once
def _sides(players: tuple[str, str], seats: tuple[str, str]) -> Sides:
    """Return the players in the header's order, and the side of each."""
    return tuple((player, 0 if player == seats[0] else 1) for player in players)


def _by_name(sides: Sides, both: Sequence[_T]) -> dict[str, _T]:
    """Return by player, in the header's order, what there is of each side."""
    return {player: both[side] for player, side in sides}


@once
def _configuration(dealt: Configuration) -> JsonObject:
    return {"hands": [_cards(hand) for hand in dealt.hands], "deck": _cards(dealt.deck)}


def _cards(cards: Iterable[Card]) -> list[str]:
    return [card.name for card in cards]


def _ordered(names: frozenset[ModuleName]) -> list[ModuleName]:
    return [name for name in MODULES if name in names]


def _spirits(spirits: Spirits) -> dict[str, int]:
    return {"normal": spirits.normal, "attuned": spirits.attuned}


@once
def _module(sides: Sides, seats: tuple[str, str], module: Module) -> JsonObject:
    return {
        "won": None if module.won is None else seats[module.won],
        "points": _by_name(sides, module.points),
        **_board(sides, seats, module),
    }


def _board(sides: Sides, seats: tuple[str, str], module: Module) -> Mapping[str, Any]:
    """Return what lies on a module."""
    match module:
        case Balance():
            return {"weight": _by_name(sides, module.weight)}
        case Order():
            lit = [[color for color in COLORS if color in lights] for lights in module.lights]
            return {"color": module.color, "lights": _by_name(sides, lit)}
        case Matching():
            return {"card": None if module.card is None else module.card.name}
        case Set():
            laid = [{"by": seats[side], "card": card.name} for side, card in module.cards]
            return {"cards": laid}
        case Stones():
            return {"stones": dict(zip(COLORS, module.stones, strict=True))}
        case Pair():
            return {"lights": _by_name(sides, [sorted(lights) for lights in module.lights])}
        case Shuffle():
            return {"tokens": _by_name(sides, module.tokens)}
    raise TypeError(f"{type(module).__name__} is no module of this game")
