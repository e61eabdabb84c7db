"""Arcanoid: four battles at once with the tarot, for two to ten players."""

from umpire.games.arcanoid.game import Arcanoid

GAME = Arcanoid()

__all__ = ["GAME", "Arcanoid"]
