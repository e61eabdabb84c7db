"""Box within a Box within a Box: two boards, two Boxes, 56 cards, and bets on where they land.

Where to look: `game` names the decisions, each a module of `rules` (`board`, `examine`, `deal`,
`bet`, `play`). Beside them `rules` has what they share: `conditions`, what bets are on;
`displacement`, `special`, `movements` and `naming`, what a card's figures come to; `rounds`,
`settlement` and `ending`, how a bout and a match go on. `components`, `cards` and `state` are what
lies on the table, `options` and `formats` what a header may ask for, `report` and `screen` what is
shown.
"""

from umpire.games.box_within_a_box.game import BoxWithinABox

GAME = BoxWithinABox()
