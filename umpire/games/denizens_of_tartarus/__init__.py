"""Denizens of Tartarus: two players, one open deck, seven modules; three of them win.

Where to look: `start`, `turn` and `playing` (the rules, as a match meets them), `modules` (what
each of the seven does), `cards` (colours, cards, names, and how they are typed), `state` (a moment
of a match), `options` and `position` (what a header may ask for), `screen` (what is shown), `game`
(which decisions there are, and who sees what).
"""

from umpire.games.denizens_of_tartarus.game import DenizensOfTartarus

GAME = DenizensOfTartarus()
