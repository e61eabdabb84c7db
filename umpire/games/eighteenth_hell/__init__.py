"""The Eighteenth Hell: two players fight bouts over six battlefields, through hell after hell.

Where to look: `components` (units, battlefields, blocks), `effects` (what a hell may do, each type
in one place), `bending` (how effects combine into a player's rules), `hells` (a hell, its name,
the default set), `options` (what a header may ask for), `state` and `decisions` (a moment of a
match, and what is asked then), `answers` and `notation` (what is typed, and back), `rules`
(`placing` and `submission`: what a line may do; `battle`; `bout`: the course of a match), `events`,
`report` and `screen` (what is told and shown), `form`, `bot`, `rulings`.
"""

from umpire.games.eighteenth_hell.game import EighteenthHell

GAME = EighteenthHell()
