"""Arcanoid: four battles at once with the tarot, for two to ten players.

Where to look: `rounds` (the deal, whose turn it is, battles, the end), `move` (what an actor does
in a turn), `actions`, `commitments` and `trumps` (what a move may be), `calling` and `wheel` (the
trumps that ask something), `combinations` (what is committed), `fool`, `deck`, `kinds` (what kinds
of decisions share), `cards`, `game` (which decisions there are, the report, and what is hidden from
whom), `state` (a moment of a match), `options`, `screen` (what is shown), `bots`.
"""

from umpire.games.arcanoid.game import Arcanoid

GAME = Arcanoid()

__all__ = ["GAME", "Arcanoid"]
