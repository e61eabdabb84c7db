"""The Eighteenth Hell: two players fight bouts over six battlefields, through hell after hell.

Where to look: `components` (units, battlefields, blocks, spirits), `hells` (a hell, its name, the
default set), `options` and `formats` (what a header may ask for), `state` (a moment of a match, and
what of it whom concerns), `report` and `screen` (what is shown). In `rules` are the two decisions,
`round1` and `round2`, and what they share (`rounds`); how their lines are written (`line`); which
placings a player's rules allow (`player_rules`); `effects` (what a hell may do, each type in one
place) and `bending` (how effects combine into a player's rules); `battle`; and how a `bout` ends.
"""

from umpire.games.eighteenth_hell.game import EighteenthHell

GAME = EighteenthHell()
