"""Nim: who takes the last stone wins."""

from nim.game import Nim

GAME = Nim()
