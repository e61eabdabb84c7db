"""How good the battles look that are not over: what bots of Arcanoid go by."""

from collections.abc import Mapping
from math import exp
from typing import Final

from umpire.games.arcanoid.components import FIELDS
from umpire.games.arcanoid.rules.battles import score
from umpire.games.arcanoid.state import Laid, State

_EXPECTED: Final = 18.0
"""The sum that somebody is expected to commit where nothing of theirs lies yet."""

_CLEAR: Final = 4.0
"""How many points more make a commitment e times as likely to win."""

_MOST: Final = {"world": 100.0, "imperial": 60.0, "royal": 60.0, "illegitimate": 60.0}
"""What commitments that beat every sum count for."""

_ALL_HAVE: Final = 2.0
"""Battles that everybody is given: the fewer, the more does one battle more count."""

_ABDICATED: Final = 0.01
"""The likelihood that goes with an abdication, beside that of any commitment."""


def prospects(state: State) -> Mapping[str, Mapping[str, float]]:
    """Return how many battles everybody has won, or is likely to win in this round.

    What somebody has more than others counts, so that a battle weighs as much in the last round as
    in the first, and the end of a round changes nothing.
    """
    won = score(state.terms, state.course.results).items()
    battles = {name: float(sum(by_suit)) for name, by_suit in won}
    for field in FIELDS if state.seats else ():
        chances = {actor: _chance(seat.fields[field]) for actor, seat in state.seats.items()}
        total = sum(chances.values())
        for actor, chance in chances.items():
            battles[state.player_of(actor)] += chance / total
    fewest = min(battles.values())
    return {"battles": {name: count - fewest + _ALL_HAVE for name, count in battles.items()}}


def _chance(laid: Laid | None) -> float:
    """Return how likely what lies on a field is to win there, in proportion to the others'."""
    if laid is None or laid.kind is None:
        return exp(_EXPECTED / _CLEAR)
    if laid.kind == "abdication":
        return _ABDICATED
    return exp((_MOST.get(laid.kind) or laid.value or 0.0) / _CLEAR)
