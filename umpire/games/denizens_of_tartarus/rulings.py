"""The game's rulings by number, in a few words each.

Where one is implemented its number is cited; the rules page tells each in full. Every one has
a test that carries its number.
"""

from typing import Final

RULINGS: Final = {
    1: "boards and starts can be given as options; a fresh deal is the default",
    2: "the colours of a starting hand differ within that hand",
    3: "a missed ban, seat or declaration falls to the default",
    4: "seats and declaration have the time of a ban",
    5: "a declaration holds in turn 1 only and spends nothing",
    6: "Blocking and Mulligan share one supply of invocations",
    7: "an attuned invocation is spent only by its word",
    8: "Blocking names a module that would else be open, counted after the wins of the turn",
    9: "nobody passes",
    10: "the match is won only at the end of one's own turn",
    11: "a won module stays the most recent one; with 2 remaining nothing is limited",
    12: "Balance is reset at a tie too",
    13: "the opponent's point tips Balance as well; once won it tips no more",
    14: "more than five tokens give one point and all go",
    15: "tokens on piles of 6, 7, 6; after drawing first the piles are 6, 6, 6",
    16: "piles change places and nothing else",
    17: "Matching's card stays in the deck",
    18: "a colour with no stones left may be played, for nothing",
    19: "lights and tokens go only for who gains the point",
    20: "Set's fifth card scores whatever the sums",
    21: "discards lie in the order extra card, played card, Mulligan's cards",
    22: "a module won by the play still lends its draw option",
    23: "the top card can always be drawn; Shuffle's after the rearranging",
}
