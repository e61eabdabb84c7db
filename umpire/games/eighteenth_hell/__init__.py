"""The Eighteenth Hell: two players fight bouts over six battlefields, through hell after hell.

Where to look: `rounds` (the two decisions), `lines` (how they are written), `bout` (battles, and
what follows from them), `rules` (a player's rules in a bout, and which placings they allow),
`hells` (what a hell may do, and which there are), `game` (which decisions there are, and who sees
what), `units` and `state` (a moment of a match), `options` (what a header may ask for), `report`
and `screen` (what is shown), `bots`.
"""

from umpire.games.eighteenth_hell.game import EighteenthHell

GAME = EighteenthHell()
