"""Denizens of Tartarus: two players, one open deck, seven modules; three of them win.

Where to look: `start`, `turn` and `playing` (the rules, as a match meets them), `modules` (what
each of the seven does), `cards` (colours, cards, names, and how they are typed), `game` (which
decisions there are, and who sees what), `state` (a moment of a match), `options` and `position`
(what a header may ask for), `report`, `reported` and `screen` (what is shown).
"""

from umpire.games.denizens_of_tartarus.game import DenizensOfTartarus

GAME = DenizensOfTartarus()
