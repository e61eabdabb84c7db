"""What a chart of a match shows of each player: chips."""

from collections.abc import Mapping

from umpire.games.base import JsonObject


def tallies(view: JsonObject) -> Mapping[str, Mapping[str, float]]:
    """Return chips, by player."""
    chips: dict[str, float] = view["state"]["chips"]
    return {"Chips": chips}
