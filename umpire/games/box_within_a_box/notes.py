"""How each card moves a Box and what it lands on, for pages that say so beside the card."""

from collections.abc import Iterator
from typing import Final

from umpire.games.box_within_a_box.cards import Card, Type
from umpire.games.box_within_a_box.state import State
from umpire.games.results import Note
from umpire.games.text import pluralize
from umpire.games.values import memoize

_PARTS: Final = {
    "orthogonal": "{steps} up, down, left or right",
    "diagonal": "{steps} diagonally",
    "any": "{steps} in any of the eight directions",
    "horizontal": "{steps} to the left or right",
    "vertical": "{steps} up or down",
    "up": "{steps} up",
    "down": "{steps} down",
    "left": "{steps} to the left",
    "right": "{steps} to the right",
    "turn": "{steps} at a right angle",
    "back": "{steps} back",
    "leap-orthogonal": "one jump as far as {steps} up, down, left or right",
    "leap-diagonal": "one jump as far as {steps} diagonally",
    "to-black": "straight on to the {nth} black tile",
    "to-white": "straight on to the {nth} white tile",
    "to-even": "straight on to the {nth} tile with an even number",
    "to-odd": "straight on to the {nth} tile with an odd number",
    "knight": "two steps straight on and one at a right angle, or one and then two",
    "mirror-left-right": "one jump to the mirrored column",
    "mirror-up-down": "one jump to the mirrored row",
    "mirror-centre": "one jump to the mirrored column and row",
}
"""How the Box goes in a part, by its displacement figure."""

_SHORT_PARTS: Final = {
    "orthogonal": "{n} straight",
    "diagonal": "{n} diagonal",
    "any": "{n} in any direction",
    "horizontal": "{n} left or right",
    "vertical": "{n} up or down",
    "up": "{n} up",
    "down": "{n} down",
    "left": "{n} left",
    "right": "{n} right",
    "turn": "{n} to a side",
    "back": "{n} back",
    "leap-orthogonal": "jump {n} straight",
    "leap-diagonal": "jump {n} diagonal",
    "to-black": "to the {nth} black",
    "to-white": "to the {nth} white",
    "to-even": "to the {nth} even",
    "to-odd": "to the {nth} odd",
    "knight": "as a knight in chess",
    "mirror-left-right": "to the mirrored column",
    "mirror-up-down": "to the mirrored row",
    "mirror-centre": "to the mirrored tile",
}
"""The same in few words, where the note is at hand; straight is up, down, left or right."""

_LANDINGS: Final[dict[Type, str]] = {
    "A": "the last tile",
    "A+": "the last tile of each part",
    "B": "every tile on the way",
    "C": "every tile on the way but the last",
}

_INCREASE: Final = "increase "
_SPECIALS: Final = {
    "flip": "Then every tile on the way changes its colour.",
    "swap": "Then the first and the last tile change places.",
    "double": "Each landing counts twice.",
    "return": "Then the Box goes back to where it started.",
    "no-revisit": "No tile may be on the way twice, nor the one where it starts.",
    "wrap": "Past an edge it goes on at the opposite edge.",
    "bounce": "At an edge the Box turns back and goes on.",
    "repeat": "All parts once more, each in the same direction.",
}
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")


def notes(view: State) -> tuple[Note, ...]:
    """Return the notes of the 38 cards of the match, by their names."""
    return tuple(map(_note, view.terms.cards.cards))


def movement_text(card: Card) -> str:
    """Return how a card moves the Box: `2 steps diagonally, then 2 steps back`."""
    parts = [
        _PARTS[figure.name].format(steps=pluralize(number, "step"), nth=_ORDINALS[number - 1])
        for number, figure in zip(card.numbers, card.figures, strict=True)
    ]
    return ", then ".join(parts)


@memoize
def _note(card: Card) -> Note:
    return Note(card.name, card.text, " ".join(_sentences(card)))


def short_movement_text(card: Card) -> str:
    """Return how a card moves the Box in a few words: `2 diagonal, then 2 back`."""
    parts = [
        _SHORT_PARTS[figure.name].format(n=number, nth=_ORDINALS[number - 1])
        for number, figure in zip(card.numbers, card.figures, strict=True)
    ]
    if len(parts) > 1 and len(set(parts)) == 1:
        return f"{parts[0]}, {'twice' if len(parts) == 2 else f'{len(parts)} times'}"
    return ", then ".join(parts)


def _sentences(card: Card) -> Iterator[str]:
    """Yield how the Box goes, what it lands on, and what the special figure does."""
    way = movement_text(card)
    yield f"{way[0].upper()}{way[1:]}."
    yield f"It lands on {_LANDINGS[card.type]}."
    special = card.special.text
    if special.startswith(_INCREASE):
        number = special.removeprefix(_INCREASE)
        yield f"Then the number of every tile on the way grows by {number}. 0 follows 9."
    elif special:
        yield _SPECIALS[special]
