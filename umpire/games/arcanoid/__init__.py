"""Arcanoid: four battles at once with the tarot, for two to ten players.

Where to look: `rounds` (the deal, turns, battles, the end), `move` (a turn), `actions`,
`commitments` and `trumps` (the moves there are), `calling` and `wheel` (the trumps that ask
something), `combinations` (of cards on a field), `fool`, `deck`, `kinds` (of decisions, to build
on), `cards`, `game` (the decisions, the report, and the parts hidden from viewers), `state` (a
moment of a match), `options`, `screen`, `bots`.
"""

from umpire.games.arcanoid.game import Arcanoid

GAME = Arcanoid()

__all__ = ["GAME", "Arcanoid"]
