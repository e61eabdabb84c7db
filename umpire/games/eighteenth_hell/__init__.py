"""The Eighteenth Hell: two players fight bouts over six battlefields, through hell after hell.

Where to look: `components` (units, battlefields, blocks, spirits), `hells` (a hell, its name, the
default set), `options` and `formats` (what a header may ask for), `state` (a moment of a match, and
what of it whom concerns), `report` and `screen` (what is shown). In `rules` are the two
decisions, `round1` and `round2`; how the clauses of their lines are read and judged (`line`;
`placing`, `attempt`, `invocation`); what limits a placing (`limits`) and how legal ones are found
(`finding`); `effects` (what a hell may do, each type in one place) and `bending` (how effects
combine into a player's rules); `battle`; the end of a `bout` and its `update`.
"""

from umpire.games.eighteenth_hell.game import EighteenthHell

GAME = EighteenthHell()
