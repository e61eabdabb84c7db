"""Devil's Deal: two players, dwindling pools of cards, three-card hands, 30 chips each.

Where to look: `rounds`, `refills` and `betting` (the rules, as a match meets them), `division` and
`cards` (what is written), `game` (which decisions there are, and who sees what), `state` (a
moment of a match), `options`, `report` and `screen` (what is shown), `bots`.
"""

from umpire.games.devils_deal.game import DevilsDeal

GAME = DevilsDeal()
