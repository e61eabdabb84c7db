"""The game's rulings by number, in a few words each.

Where one is implemented its number is cited; the rules page tells each in full. Every one has
a test that carries its number.
"""

from typing import Final

RULINGS: Final = {
    1: "without a clock the examinations stay, until both are ready; 0 seconds take them away",
    2: "who has used up limit and reserve in a bet or a play has lost, at one instant seat order",
    3: "a stake is paid whether or not the bet wins, at the settlement",
    4: "all points may be staked, the award of the bout among them, and no more",
    5: "who cannot form three conditions makes as many as the traits allow, perhaps none",
    6: "a condition that never holds is legal; its player alone is warned",
    7: "one trait written twice is no two-trait condition; the order of traits is no difference",
    8: "both may play the same card; each their own copy if there are two",
    9: "landings come before the change of the tiles, and each tile changes once",
    10: "0 follows on 9",
    11: "type C leaves out the last step only",
    12: "none needs a pool without a valid movement, and is what silence means there",
    13: "the best bout is what the bets of one bout paid, stakes and awards left out",
    14: "cards, paths, landings and boards are public after each round, bets once they are paid",
    15: "the default cards stand in for a lost list, and an own one can be given",
    16: "the board is any 49 tiles",
    17: "a movement that leaves the board is none, and every part is done in full",
    18: "an end tile is enough where all movements to it come to the same",
    19: "the 3 points come from the second bout on",
    20: "bets and plays are secret and simultaneous; the other learns only that one is there",
}
