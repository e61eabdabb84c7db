"""Denizens of Tartarus: two players, one open deck, seven modules; three of them win.

Where to look: `rules` (a module for each kind of decision, and what they share), `components`
(colours, cards, names), `options` and `position` (what a header may ask for), `state` (a moment of
a match), `report` and `screen` (what is shown of it).
"""

from umpire.games.denizens_of_tartarus.game import DenizensOfTartarus

GAME = DenizensOfTartarus()
