"""What a chart of a match shows of each player: points."""

from collections.abc import Mapping

from umpire.games.base import JsonObject


def tallies(view: JsonObject) -> Mapping[str, Mapping[str, float]]:
    """Return points, by player."""
    points: dict[str, float] = view["state"]["points"]
    return {"Points": points}
