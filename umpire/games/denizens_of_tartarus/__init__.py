"""Denizens of Tartarus: two players, one open deck, seven modules; three of them win.

Where to look: `components` (colours, cards, names), `answers` and `notation` (what is typed, and
back), `options` and `position` (what a header may ask for), `state` and `decisions` (a moment of
a match, and what is asked then), `modules` (the seven modules, a file each), `rules` (the course
of a match), `events`, `report` and `screen` (what is told and shown), `bot`, `rulings`.
"""

from umpire.games.denizens_of_tartarus.game import DenizensOfTartarus

GAME = DenizensOfTartarus()
