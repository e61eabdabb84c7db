"""The trumps that are played for an effect, by number; each has one place.

The others act elsewhere: the Fool (0) in `rules.fool`; the Magician (1), the Empress (3), the
Emperor (4), the Lovers (6) and the World (21) in `rules.combinations`.
"""

from typing import Any, Final

from umpire.games.arcanoid.components import Card
from umpire.games.arcanoid.rules.trumps.base import Trump
from umpire.games.arcanoid.rules.trumps.calling import Moon, Star, Sun
from umpire.games.arcanoid.rules.trumps.chariot import Chariot
from umpire.games.arcanoid.rules.trumps.death import Death
from umpire.games.arcanoid.rules.trumps.devil import Devil
from umpire.games.arcanoid.rules.trumps.hanged import Hanged
from umpire.games.arcanoid.rules.trumps.hermit import Hermit
from umpire.games.arcanoid.rules.trumps.hierophant import Hierophant
from umpire.games.arcanoid.rules.trumps.judgment import Judgment
from umpire.games.arcanoid.rules.trumps.justice import Justice
from umpire.games.arcanoid.rules.trumps.priestess import Priestess
from umpire.games.arcanoid.rules.trumps.strength import Strength
from umpire.games.arcanoid.rules.trumps.temperance import Temperance
from umpire.games.arcanoid.rules.trumps.tower import Tower
from umpire.games.arcanoid.rules.trumps.wheel import Wheel

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
