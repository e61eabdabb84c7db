"""Lights, as Order and Pair have them: the fourth that is on gives a point, and all go off."""

from collections.abc import Collection, Sequence
from typing import Final, TypeVar

from umpire.games.base import BadOption, Screen
from umpire.games.blocks import column
from umpire.games.denizens_of_tartarus.reported import read_set
from umpire.games.two_players import Side

LIGHTS: Final = 4
_ON = "●"

_T = TypeVar("_T")


def light_columns(
    lit: tuple[Collection[_T], Collection[_T]], sides: tuple[Side, Side], lights: Collection[_T]
) -> Screen:
    """Return a column of each side with a mark for each light that is on."""
    left, right = (
        column((_ON if light in lit[side] else "" for light in lights), len(lights))
        for side in sides
    )
    return {"left": left, "right": right}


def read_lights(where: str, given: Sequence[_T]) -> frozenset[_T]:
    """Return the lights that one side has on, as reported. Raises BadOption at `where`."""
    lights = read_set(where, given)
    if len(lights) >= LIGHTS:
        raise BadOption(where, f"may have at most {LIGHTS - 1} lights on, not {len(lights)}")
    return lights
