"""What a chart of a match shows of each player: fields won in all rounds."""

from collections.abc import Mapping

from umpire.games.base import JsonObject


def tallies(view: JsonObject) -> Mapping[str, Mapping[str, float]]:
    """Return fields won in all rounds, by player."""
    score = view["state"]["score"]
    return {"Fields won": {player: won["total"] for player, won in score.items()}}
