"""What each unit can do, and what each hell does, for pages that say so beside them."""

from typing import Final

from umpire.games.eighteenth_hell.hells import called
from umpire.games.eighteenth_hell.state import State
from umpire.games.results import Note

_WITH_UNITS: Final = (
    *("units_1", "units_2", "own_units", "other_units"),
    *("hand_1", "hand_2", "mine"),
)
"""The blocks in which a number is a unit: elsewhere it may be a battlefield or a score."""

_UNITS: Final = (
    (
        "-1",
        "Negative One",
        "3 more strength, once, where you have more Negative Ones than your opponent.",
    ),
    ("0", "Zero", "In Round 1 it may be shown as another unit."),
    ("1", "One", "1 more strength for each unit of your opponent there."),
    ("2", "Two", "Destroys all other units that are played there in Round 2."),
    ("3", "Three", "A battlefield won by 3 or more goes to the other player."),
    ("4", "Four", "4 more strength where it is your only unit."),
)


def notes(view: State) -> tuple[Note, ...]:
    """Return the notes of the six units and of all hells."""
    units = [Note(piece, name, text, _WITH_UNITS) for piece, name, text in _UNITS]
    names = [called(hell.name) for hell in view.terms.hells]
    both = zip(names, view.terms.hells, strict=True)
    return (*units, *(Note(name, name, hell.text) for name, hell in both))
