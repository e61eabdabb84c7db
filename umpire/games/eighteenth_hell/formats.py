"""How larger data in the options is written, for umpires."""

from inspect import cleandoc
from typing import Final

from umpire.games.eighteenth_hell.hells import TYPES

_EFFECTS = [
    f"{kind.example}\n{' '.join((kind.__doc__ or '').split())}\nParameters: {kind.takes}."
    for kind in TYPES
]

FORMATS: Final = {
    "A hell": cleandoc(
        """
        hells is a list of objects with these four keys:
        name: what players type, 1 to 40 characters without , ; and |
        block: 1, 2, 3 or 4
        text: what players read, up to 400 characters
        effects: a list of up to 10 effects, see below; it may be empty
        There may be 1 to 40 hells. A block without hells is skipped.
        Example:
        {"name": "Boulder", "block": 4, "text": "You win only with 4 points more.",
         "effects": [{"type": "margin", "points": 4}]}
        """
    ),
    "Effects of a hell": "\n\n".join(_EFFECTS),
    "What effects name": cleandoc(
        """
        "You" is the player who attempts the hell.
        fields: a list of battlefields from 2 to 7, such as [5, 6, 7]; left out: all six
        units: a list of units, such as ["-1", "0"]; left out: all six
        round: 1 or 2; rounds: a list of them; left out: both
        """
    ),
}
"""By title, in plain words and lines of their own."""
