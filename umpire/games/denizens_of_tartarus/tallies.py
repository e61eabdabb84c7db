"""What a chart of a match shows of each player: modules won, and points on all modules."""

from collections.abc import Mapping

from umpire.games.base import JsonObject


def tallies(view: JsonObject) -> Mapping[str, Mapping[str, float]]:
    """Return modules won, and points on all modules, by player."""
    modules, players = view["state"]["modules"].values(), view["players"]
    return {
        "Modules won": {
            player: sum(module["won"] == player for module in modules) for player in players
        },
        "Points on all modules": {
            player: sum(module["points"][player] for module in modules) for player in players
        },
    }
