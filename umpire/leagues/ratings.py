"""Ratings by the model of Plackett and Luce: how strong a player is at least, by the results."""

from collections.abc import Iterable, Sequence

from openskill.models import PlackettLuce

from umpire.leagues.results import Result


def ratings(results: Sequence[Result], players: Iterable[str]) -> dict[str, float]:
    """Return each player's rating after these results, which are in the order of their ends.

    A rating is the estimate minus three times its uncertainty, so that a player who has played
    little ranks low. Everybody begins at 0. The winners share the first place and all others the
    second; in a draw all share the first.
    """
    model = PlackettLuce()
    estimates = {player: model.rating() for player in players}
    for result in results:
        ranks = [
            0.0 if result.kind(player) in ("won", "drawn") else 1.0 for player in result.players
        ]
        teams = model.rate([[estimates[player]] for player in result.players], ranks=ranks)
        estimates |= {player: team[0] for player, team in zip(result.players, teams, strict=True)}
    return {player: round(rating.ordinal(), 3) for player, rating in estimates.items()}
