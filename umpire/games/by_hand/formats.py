"""How directions, cards and names are written, for umpires who look up the game."""

from typing import Final

from umpire.games.by_hand.directions import DIRECTIONS
from umpire.games.by_hand.forms import FORMS

_DIRECTIONS: Final = "\n".join(
    line
    for direction in DIRECTIONS
    for line in (direction.usage, f"    {direction.does}.", f"    Example: {direction.examples[0]}")
)
_CARDS: Final = """\
cards, with spaces, commas or semicolons between them:
  R5        a card: up to 12 letters, digits and signs, not digits alone
  R1-R9     nine cards, R1 to R9
  joker*2   two of them
  standard  the 52 cards SA S2 .. SK, then H, D and C"""
_NAMES: Final = """\
WHO     Ana, or Ana, Bo and Cy, or all, or others Ana (all but Ana)
PLACE   a pile, or the name of a player for that player's hand
Shorten names as you like, as long as only one fits. In options write
them out."""
_PROCEDURES: Final = """\
a list of directions, each a text, but for do and stop:
  $1 to $9  stand for the words behind the procedure's name: do sold Ana 12
  $$        stands for a $
  wait      is a step too: it is done when nobody owes an answer"""

FORMATS: Final = {
    "What the umpire types": _DIRECTIONS,
    "Names": _NAMES,
    "A list of cards": _CARDS,
    "Forms of answers": "\n".join(FORMS),
    "A procedure": _PROCEDURES,
}
