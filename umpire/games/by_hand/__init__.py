"""By hand: any game, directed by its umpire.

Where to look: `decisions` (each kind of decision), `directions` (what the umpire can type, a module
for each section of it), `forms` (what a question takes for an answer), `elimination` (players who
leave, and the end of a match), `game` (which decisions there are, who sees what, and who knows of
what), `names` and `cards` (how both are written), `state` (a moment of a match), `options` (what a
header may ask for), `report` and `screen` (what is shown), `bots`.
"""

from umpire.games.by_hand.game import ByHand

GAME = ByHand()
