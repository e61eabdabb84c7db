"""An options file to begin with: a small game, and what else may stand there."""

from typing import Final

STARTER: Final = """\
# A game of your own, to be directed by you. Lines that begin with # are remarks: change what you
# like, and make a match of it:
#
#     umpire new by-hand --players Ana,Bo,Cy --options THIS-FILE.toml
#
# It is a game already: everybody bids for the top card of the deck.

title = "My game"

# What the tab Rules shows, a line each.
rules = [
  "You start with 20 chips. Cards are sold one by one.",
  "Everybody bids at the same time. The highest bid pays and takes the card.",
  "After nine cards the highest sum wins.",
]

# The procedure that runs when the match begins.
begin = "open"

# Counters: a name, and the number that every player begins with.
[counters]
chips = 20

# Piles, the top card first. R1-R9 is nine cards, joker*2 two, standard the usual 52. A pile is
# secret unless it is open.
[piles]
deck = "R1-R9"
table = { open = true }

# Procedures: what you would type again in every round. $1 is the first word behind the name, so
# that `do won Ana 7` takes 7 chips from Ana. `wait` waits until everybody has answered.
[procedures]
open = ["shuffle deck", "headline: Nine cards are for sale"]
round = [
  "move top 1 from deck to table",
  "ask all at once in 60: Your bid? = number 0 to chips else 0",
  "wait",
]
won = ["count $1 chips -$2", "move all from table to $1", "headline: $1 pays $2"]

# More to ask for:
#   ask Ana: Red or blue? = one of red, blue
#   ask all in 30: Are you ready? = yes or no else no
#   ask Bo in secret: Whom do you suspect? = name
#   ask all at once: Play a card = 1 card to table
# More to do:
#   tell Ana: You are the spy.        roll 2d6               out Cy
#   deal 2 from deck to all           show Bo to all         end Ana: 23 points
"""
