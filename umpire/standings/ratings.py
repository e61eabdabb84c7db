"""Ratings by Plackett and Luce's model: how strong somebody is at least, by all that is known."""

from collections.abc import Iterable, Sequence

from openskill.models import PlackettLuce

from umpire.standings.results import Result


def ratings(results: Sequence[Result], players: Iterable[str]) -> dict[str, float]:
    """Return each player's rating after these results, which are in the order of their ends.

    It is the estimate less three times its uncertainty, so that who has played little stands low;
    everybody begins at 0. The winner comes first and all others second; of a draw all are first.
    """
    model = PlackettLuce()
    known = {player: model.rating() for player in players}
    for result in results:
        ranks = [0.0 if result.kind(one) in ("won", "drawn") else 1.0 for one in result.players]
        rated = model.rate([[known[player]] for player in result.players], ranks=ranks)
        known |= {one: team[0] for one, team in zip(result.players, rated, strict=True)}
    return {player: round(rating.ordinal(), 3) for player, rating in known.items()}
