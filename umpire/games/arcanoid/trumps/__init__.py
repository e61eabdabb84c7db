"""The trumps that are played for an effect, by number; each has one place.

The others act elsewhere: the Fool (0) in `fool`; the Magician (1), the Empress (3), the
Emperor (4), the Lovers (6) and the World (21) in `combinations`.
"""

from typing import Any, Final

from umpire.games.arcanoid.cards import Card
from umpire.games.arcanoid.trumps.base import Trump
from umpire.games.arcanoid.trumps.calling import Moon, Star, Sun
from umpire.games.arcanoid.trumps.fields import Chariot, Judgment, Temperance, Tower
from umpire.games.arcanoid.trumps.hands import (
    Death,
    Devil,
    Hanged,
    Hermit,
    Hierophant,
    Justice,
    Priestess,
    Strength,
)
from umpire.games.arcanoid.trumps.wheel import Wheel

__all__ = ["PLAYED", "Trump"]

PLAYED: Final[dict[Card, Trump[Any]]] = {
    trump.card: trump
    for trump in (
        Priestess(),
        Hierophant(),
        Chariot(),
        Justice(),
        Hermit(),
        Wheel(),
        Strength(),
        Hanged(),
        Death(),
        Temperance(),
        Devil(),
        Tower(),
        Star(),
        Moon(),
        Sun(),
        Judgment(),
    )
}
