"""Devil's Deal: two players, dwindling pools of cards, three-card hands, 30 chips each.

Where to look: `components` (cards, pools, stakes), `answers` and `notation` (what is typed, and
back), `options`, `state` and `decisions` (a moment of a match, and what is asked then), `rules`
(the course of a match), `events`, `report` and `screen` (what is told and shown), `form` (the
entry form), `bot`, `rulings`.
"""

from umpire.games.devils_deal.game import DevilsDeal

GAME = DevilsDeal()
