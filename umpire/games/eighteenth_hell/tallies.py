"""What a chart of a match shows of each player: points, and hells passed."""

from collections.abc import Mapping

from umpire.games.base import JsonObject


def tallies(view: JsonObject) -> Mapping[str, Mapping[str, float]]:
    """Return points, and hells passed, by player."""
    players = view["state"]["players"].items()
    return {
        "Points": {player: known["points"] for player, known in players},
        "Hells passed": {player: len(known["passed"]) for player, known in players},
    }
