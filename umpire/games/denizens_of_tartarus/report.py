"""The report's `state`. `position` reads it back."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

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

_T = TypeVar("_T")


def report(state: State) -> JsonObject:
    """Return all of a state, or what is not masked."""
    starts = state.configurations
    return {
        "phase": state.phase,
        "seats": list(state.seats),
        "left": state.left,
        "configurations": None if starts is None else [_configuration(one) for one in starts],
        "bans": list(state.bans),
        "configuration": state.configuration,
        "turn": state.turn,
        "to_move": state.to_move,
        "hands": _by_name(state, [_cards(hand) for hand in state.hands]),
        "deck": _cards(state.deck),
        "modules": {name: _module(state, state.modules[name]) for name in MODULES},
        "recent": _by_name(state, state.recent),
        "blocked": state.blocked,
        "blocks_made": _by_name(state, [_ordered(made) for made in state.blocks_made]),
        "spirits": _by_name(state, [_spirits(spirits) for spirits in state.spirits]),
        "closed": list(closed_now(state)),
    }


def _by_name(state: State, both: Sequence[_T]) -> dict[str, _T]:
    """Return by player, in the header's order, what there is of each side."""
    return {player: both[state.side_of(player)] for player in state.terms.players}


def _configuration(dealt: Configuration) -> JsonObject:
    return {"hands": [_cards(hand) for hand in dealt.hands], "deck": _cards(dealt.deck)}


def _cards(cards: Iterable[Card]) -> list[str]:
    return [card.name for card in cards]


def _ordered(names: frozenset[ModuleName]) -> list[ModuleName]:
    return [name for name in MODULES if name in names]


def _spirits(spirits: Spirits) -> dict[str, int]:
    return {"normal": spirits.normal, "attuned": spirits.attuned}


def _module(state: State, module: Module) -> JsonObject:
    return {
        "won": None if module.won is None else state.seats[module.won],
        "points": _by_name(state, module.points),
        **_board(state, module),
    }


def _board(state: State, module: Module) -> Mapping[str, Any]:
    """Return what lies on a module."""
    match module:
        case Balance():
            return {"weight": _by_name(state, module.weight)}
        case Order():
            lit = [[color for color in COLORS if color in lights] for lights in module.lights]
            return {"color": module.color, "lights": _by_name(state, lit)}
        case Matching():
            return {"card": None if module.card is None else module.card.name}
        case Set():
            laid = [{"by": state.seats[side], "card": card.name} for side, card in module.cards]
            return {"cards": laid}
        case Stones():
            return {"stones": dict(zip(COLORS, module.stones, strict=True))}
        case Pair():
            return {"lights": _by_name(state, [sorted(lights) for lights in module.lights])}
        case Shuffle():
            return {"tokens": _by_name(state, module.tokens)}
    raise TypeError(f"{type(module).__name__} is no module of this game")
