"""The report's `state`. `position` reads it back."""

from umpire.games.base import JsonObject
from umpire.games.denizens_of_tartarus.components import MODULES, Configuration, ModuleName
from umpire.games.denizens_of_tartarus.reported import Sides, by_name, card_names, name_of, sides_of
from umpire.games.denizens_of_tartarus.rules.modules import Module
from umpire.games.denizens_of_tartarus.state import Spirits, State
from umpire.games.values import once


def report(state: State) -> JsonObject:
    """Return all of a state, or what is not masked."""
    starts = state.configurations
    sides = sides_of(state.terms.players, state.seats)
    return {
        "phase": state.phase,
        "seats": list(state.seats),
        "left": state.left,
        "configurations": None if starts is None else [_configuration(one) for one in starts],
        "bans": list(state.bans),
        "configuration": state.configuration,
        "turn": state.turn,
        "to_move": state.to_move,
        "hands": by_name(sides, [card_names(hand) for hand in state.hands]),
        "deck": card_names(state.deck),
        "modules": {name: _module(sides, state.modules[name]) for name in MODULES},
        "recent": by_name(sides, state.recent),
        "blocked": state.blocked,
        "blocks_made": by_name(sides, [_ordered(made) for made in state.blocks_made]),
        "spirits": by_name(sides, [_spirits(spirits) for spirits in state.spirits]),
        "closed": list(state.closed),
    }


@once
def _configuration(dealt: Configuration) -> JsonObject:
    return {"hands": [card_names(hand) for hand in dealt.hands], "deck": card_names(dealt.deck)}


def _ordered(names: frozenset[ModuleName]) -> list[ModuleName]:
    return [name for name in MODULES if name in names]


def _spirits(spirits: Spirits) -> dict[str, int]:
    return {"normal": spirits.normal, "attuned": spirits.attuned}


@once
def _module(sides: Sides, module: Module) -> JsonObject:
    return {
        "won": None if module.won is None else name_of(sides, module.won),
        "points": by_name(sides, module.points),
        **module.board(sides),
    }
