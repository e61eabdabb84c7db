"""What each card does on the modules, for pages that say so beside the card."""

from typing import Final

from umpire.games.denizens_of_tartarus.cards import CARDS, Card
from umpire.games.results import Note


def _note(card: Card) -> Note:
    color, number = card.color, card.number
    return Note(
        card.name,
        f"{color} {number}",
        f"Weighs {number} on Balance, counts {number} on Set and takes up to {number} {color} "
        f"stones on Stones. Turns on your {color} light on Order if {color} is shown.",
    )


NOTES: Final = tuple(map(_note, CARDS))
"""The notes of the 25 cards."""
