"""The game's rulings by number, in a few words each.

Where one is implemented its number is cited; the rules page tells each in full. Every one has
a test that carries its number.
"""

from typing import Final

RULINGS: Final = {
    1: "the hells are options, in a vocabulary of effects",
    2: "any number of hells; blocks without any are skipped",
    3: "answers may be changed until a round closes",
    4: "no answer at the limit loses the bout automatically, in either round",
    5: "an automatic loss gives the opponent the win and all battlefields",
    6: "who has no legal Round 2 loses the bout, in every block; Round 1 always has one",
    7: "a Round 1 that leaves no legal Round 2 is taken, with a warning",
    8: "a hell must be named in blocks 1 to 4 and may not be elsewhere",
    9: "a hell passed is not attempted again",
    10: "two hells of one won bout are both passed; a tie is a win for both",
    11: "the Negative Ones' bonus is for strictly more survivors, and given once",
    12: "bonuses are not part of base strength",
    13: "One and Four count survivors, Zeros included",
    14: "a Two destroys its owner's units as well, in Round 2 too; Twos survive",
    15: "Three works for either player, at a difference of exactly 3, and only once",
    16: "a disguised Zero is a Zero in every rule",
    17: "a disguise is a unit of which a copy is left",
    18: "there is no disguise in Round 2",
    19: "a line of Round 2 lists the new units, or the completed board",
    20: "an empty battlefield has strength 0",
    21: "spirits are uses, normal or attuned, and an option",
    22: "one spirit a bout",
    23: "the bout of the invocation is the first that may end it, by a tie too",
    24: "strength spirits add up, foresight does not",
    25: "foresight allows one unit less and asks nothing",
    26: "only that a spirit was invoked is revealed, before the match is over",
    27: "in the eighteenth hell no spirit is invoked or in force",
    28: "halves of ties are points of the eighteenth hell only",
    29: "a bout counts for points only if begun in the eighteenth hell",
    30: "the match takes a won bout and the target after it",
    31: "equal points are decided by further bouts",
    32: "with a player in block 3 a bout's updates go to both players only",
    33: "told hells go with the update between the rounds",
    34: "own conditions never make the opponent a winner or a loser",
    35: "after Round 2 the boards are revealed with the Zeros",
    36: "the whole placing counts for what limits placings, a Zero as a Zero",
    37: "nothing bounds the number of bouts",
}
