"""The trumps that are played for an effect, by number; each has one place.

The others act elsewhere: the Fool (0) in `rules.stealing`; the Magician (1), the Empress (3), the
Emperor (4), the Lovers (6) and the World (21) in `combinations`.
"""

from typing import Any, Final

from umpire.games.arcanoid.components import Card
from umpire.games.arcanoid.trumps.base import Line, Trump
from umpire.games.arcanoid.trumps.calling import Moon, Star, Sun
from umpire.games.arcanoid.trumps.chariot import Chariot
from umpire.games.arcanoid.trumps.death import Death
from umpire.games.arcanoid.trumps.devil import Devil
from umpire.games.arcanoid.trumps.hanged import Hanged
from umpire.games.arcanoid.trumps.hermit import Hermit
from umpire.games.arcanoid.trumps.hierophant import Hierophant
from umpire.games.arcanoid.trumps.judgment import Judgment
from umpire.games.arcanoid.trumps.justice import Justice
from umpire.games.arcanoid.trumps.priestess import Priestess
from umpire.games.arcanoid.trumps.strength import Strength
from umpire.games.arcanoid.trumps.temperance import Temperance
from umpire.games.arcanoid.trumps.tower import Tower
from umpire.games.arcanoid.trumps.wheel import Wheel

__all__ = ["PLAYED", "Line", "Trump"]

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
