"""Box within a Box within a Box: two boards, two Boxes, 56 cards, and bets on where they land.

Where to look: `components` (tiles, boards, traits, conditions), `displacement` and `special` (every
figure on a card), `cards` and `movement` (what figures come to), `answers` and `notation` (what is
typed, and back), `options` and `formats` (what a header may ask for, and how it is written),
`state` and `decisions` (a moment of a match, and what is asked then), `rules` (the course of a
match), `events`, `report` and `screen` (what is told and shown), `form`, `bot`, `rulings`.
"""

from umpire.games.box_within_a_box.game import BoxWithinABox

GAME = BoxWithinABox()
