"""Box within a Box within a Box: two boards, two Boxes, 56 cards, and bets on where they land.

Where to look: `deal`, `bet` and `rounds` (the rules, as a match meets them), `conditions` (what
bets are on), `movements` (what cards do), `game` (which decisions there are, and who sees what),
`board`, `cards` and `state` (what lies on the table), `options` (what a header may ask for),
`report` and `screen` (what is shown).
"""

from umpire.games.box_within_a_box.game import BoxWithinABox

GAME = BoxWithinABox()
