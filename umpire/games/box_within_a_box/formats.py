"""How an umpire writes an own board and own cards, in plain words."""

from typing import Final

from umpire.games.box_within_a_box.figures import FIGURES, SPECIALS

_BOARD: Final = """\
board is a list of 7 texts, the rows from the top (7) to the bottom (1). Each
has 7 tiles, columns A to G from the left, with spaces between. A tile is b
(black) or w (white) and a number from 0 to 9:

    "board": ["b3 w0 b1 w4 b9 w2 b5",
              "w1 b2 w3 b4 w5 b6 w7",
              (and five more)]

Both players' boards start like this."""

_CARDS: Final = """\
cards is a list of all 38 cards. Cards 1 to 18 are in the match twice, 19 to 38
once. A card:

    {"number": 19, "name": "SOW", "type": "B", "numbers": [2],
     "displacement": "orthogonal", "special": "increase 2"}

number        1 to 38, each once in the list
name          2 to 20 letters A to Z, all names different; not NONE, PASS, LOCK
              or READY
type          where the Box lands: A on the last tile, A+ on the last tile of
              each part, B on every tile on the way, C on every tile on the
              way but the last
numbers       1 to 4 numbers N from 1 to 6, one for each part of the movement,
              done in order; a card of type A+ has at least two
displacement  one displacement figure for all parts, or a list with one for
              each: "numbers": [2, 1], "displacement": ["orthogonal", "turn"]
special       one special figure; leave it out if there is none

A movement may not leave the board, unless the special figure says how it goes
on."""


def _figures() -> str:
    lines = [f"{figure.name}: {figure.meaning}" for figure in FIGURES.values()]
    lines.append(
        "turn and back need a part with a direction before them, so not knight or a mirror. All "
        "figures are runs but the leaps, the searches (to-...), knight and the mirrors."
    )
    return "\n".join(lines)


FORMATS: Final = {
    "The board": _BOARD,
    "The cards": _CARDS,
    "Displacement figures": _figures(),
    "Special figures": "\n".join(f"{one.example}: {one.meaning}" for one in SPECIALS),
}
"""By title what an umpire reads of each."""
