"""Lights, as Order and Pair have them: the fourth that is on gives a point, and all go off."""

from collections.abc import Sequence
from typing import Final, TypeVar

from umpire.games.base import BadOption
from umpire.games.denizens_of_tartarus.reported import read_set

LIGHTS: Final = 4

_T = TypeVar("_T")


def read_lights(where: str, given: Sequence[_T]) -> frozenset[_T]:
    """Return the lights that one side has on, as reported. Raises BadOption at `where`."""
    lights = read_set(where, given)
    if len(lights) >= LIGHTS:
        raise BadOption(where, f"may have at most {LIGHTS - 1} lights on, not {len(lights)}")
    return lights
