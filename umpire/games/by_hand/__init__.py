"""By hand: any game, directed by its umpire.

Where to look: `directions` (what the umpire can type, a module for each section of it), `forms`
(what a question takes for an answer), `rules` (each kind of decision), `game` (which these are, and
who knows of what), `names` and `cards` (how both are written), `options` with `procedures`, `steps`
(how procedures run), `questions` and `leaving` (what becomes of questions and players), `state`,
`masking`, `report`, `screen` (what is shown).
"""

from umpire.games.by_hand.game import ByHand

GAME = ByHand()
