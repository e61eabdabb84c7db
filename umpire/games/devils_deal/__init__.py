"""Devil's Deal: two players, dwindling pools of cards, three-card hands, 30 chips each.

Where to look: `rules` (each kind of decision in a module of its name), `game` (which these are,
and who sees what), `components` (cards, stakes), `options`, `state` (a moment of a match),
`report`, `screen` (what is shown).
"""

from umpire.games.devils_deal.game import DevilsDeal

GAME = DevilsDeal()
