"""The game's rulings by number, in a few words each.

Where one is implemented its number is cited; the rules page tells each in full. Every one has
a test that carries its number.
"""

from typing import Final

RULINGS: Final = {
    1: "the first player of the header names the starting player, a simple decision, or starts",
    2: "the starting player is chosen once both pools are public",
    3: "the later stakes and times hold",
    4: "chips paid for a refill leave the match",
    5: "who has fewer than 5 chips is not asked about a refill; with exactly 5 it may be bought",
    6: "no to a refill ends the turn for the round",
    7: "the time of a division starts with the selection, the taker's with its closing",
    8: "a draft of a division is its author's alone, though the source has a public room",
    9: "an invalid division is refused and the one held before it stays held",
    10: "a single pile set aside is a division; no pile is none",
    11: "a pile has at least one card, and one is enough",
    12: "unused are the cards in no pile; with the piles' sum and none set aside, that pile",
    13: "wrong discards count as none; never more than needed go, of the old pool or those kept",
    14: "a division with too few discards is held, never locked; time's end draws the missing",
    15: "the taker names the needed discard with the card",
    16: "the opponent may take a card after every refill",
    17: "the community card is drawn when both have finished refilling",
    18: "the community card is drawn from all 27",
    19: "who cannot choose private cards is judged at once",
    20: "the first valid choice of private cards is final",
    21: "failing to choose in time is judged when both have answered or failed; both: the starter",
    22: "private cards leave the pool when both have chosen",
    23: "the ante is judged after the choice of cards",
    24: "having no chips does not end the match",
    25: "the winner takes the whole pot, antes too",
    26: "in a tie bets return, each takes 1 chip of the ante, the odd one is removed",
    27: "after a tie the starting player stays",
    28: "a raise is limited by the opponent's chips in hand and by what the raiser can pay",
    29: "folding by time limit is folding",
    30: "the penalty is paid after the pot is taken, in full or not at all",
    31: "a folded hand is judged whole",
    32: "three of a kind always ties",
    33: "a phase without chips is skipped, its reveal is not",
    34: "the break is a decision that each may end for oneself, shorter only if both do",
    35: "the own pool is shown at all times, the pools at the start stay on record",
    36: "a text that fits no notation is refused and never guessed at",
    37: "automated help is not allowed: the engine suggests no division",
}
