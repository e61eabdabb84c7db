"""Liar's Dice: bid on the dice under all cups, of which you see only your own."""

from liars_dice.game import LiarsDice

GAME = LiarsDice()
