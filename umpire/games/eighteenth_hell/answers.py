"""What players can answer, once their text is understood."""

from typing import NamedTuple

from umpire.games.eighteenth_hell.components import Placing, Unit
from umpire.games.eighteenth_hell.hells import Hell
from umpire.games.eighteenth_hell.state import Spirit


class Line(NamedTuple):
    """A line of either round. Ruling 19: one of Round 2 has only the new units."""

    placing: Placing
    disguise: Unit | None = None
    """What the Zero is shown as, None if as itself."""
    hells: tuple[Hell, ...] = ()
    """Those attempted, as named; in the order of the options once they are judged."""
    spirit: Spirit | None = None


class Missed(NamedTuple):
    """A round that was not answered in time."""


Answer = Line | Missed
