"""Arcanoid: four battles at once with the tarot, for two to ten players.

Where to look: `rounds` (whose turn it is, battles, the end), `move` (what an actor does in a turn),
`moves` and `trumps` (what a move may be), `combinations` (what is committed), `fool`, `deck`,
`kinds` (what kinds of decisions share), `cards`, `game` (which decisions there are, and who sees
what), `state` (a moment of a match), `options`, `report` and `screen` (what is shown), `bots`.
"""

from umpire.games.arcanoid.game import Arcanoid

GAME = Arcanoid()

__all__ = ["GAME", "Arcanoid"]
