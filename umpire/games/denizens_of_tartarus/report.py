"""The report's `state`. `position` reads it back."""

from umpire.games.base import JsonObject
from umpire.games.cards import reported
from umpire.games.denizens_of_tartarus.cards import MODULES, Configuration, ModuleName
from umpire.games.denizens_of_tartarus.modules import Module, Table
from umpire.games.denizens_of_tartarus.reported import Sides, by_name, card_names, name_of, sides_of
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.spirits import Spirits
from umpire.games.values import memoize


def report(state: State) -> JsonObject:
    """Return all of a state, or what is not masked."""
    starts = state.configurations
    sides = sides_of(state.terms.players, state.seats)
    return {
        "phase": state.phase,
        "seats": reported(state.seats),
        "left": state.left,
        "configurations": None if starts is None else _configurations(starts),
        "bans": reported(state.bans),
        "configuration": state.configuration,
        "turn": state.turn,
        "to_move": state.to_move,
        "hands": by_name(sides, [card_names(hand) for hand in state.hands]),
        "deck": card_names(state.deck),
        "modules": _modules(sides, state.modules),
        "recent": by_name(sides, state.recent),
        "blocked": state.blocked,
        "blocks_made": _blocks_made(sides, state.blocks_made),
        "spirits": _spirits(sides, state.spirits),
        "closed": list(state.closed),
    }


@memoize
def _configurations(dealt: tuple[Configuration, ...]) -> list[JsonObject]:
    return [
        {"hands": [card_names(hand) for hand in one.hands], "deck": card_names(one.deck)}
        for one in dealt
    ]


@memoize
def _modules(sides: Sides, modules: Table) -> dict[ModuleName, JsonObject]:
    return {name: _module(sides, modules[name]) for name in MODULES}


@memoize
def _module(sides: Sides, module: Module) -> JsonObject:
    return {
        "won": None if module.won is None else name_of(sides, module.won),
        "points": by_name(sides, module.points),
        **module.board(sides),
    }


@memoize
def _blocks_made(
    sides: Sides, made: tuple[frozenset[ModuleName], frozenset[ModuleName]]
) -> dict[str, list[ModuleName]]:
    return by_name(sides, [[name for name in MODULES if name in names] for names in made])


@memoize
def _spirits(sides: Sides, both: tuple[Spirits, Spirits]) -> dict[str, dict[str, int]]:
    return by_name(sides, [{"normal": one.normal, "attuned": one.attuned} for one in both])
