"""The games that are installed, found through the entry-point group `umpire.games`."""

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from umpire.errors import UmpireError, UsageError
from umpire.games.base import AnyGame, Game
from umpire.games.notation import did_you_mean, printable

GROUP = "umpire.games"


@cache
def games() -> dict[str, AnyGame]:
    """Return every installed game by its id. Raises UmpireError if one cannot be loaded."""
    found = [_load(point) for point in entry_points(group=GROUP)]
    return {game.id: game for game in found}


def find_game(game_id: str) -> AnyGame:
    """Return the game of this id. Raises UsageError if none is installed under it."""
    known = games()
    if game_id not in known:
        raise UsageError(
            f"there is no game {printable(game_id)!r} here; the games are: "
            f"{', '.join(sorted(known))}.{did_you_mean(game_id, known)}"
        )
    return known[game_id]


def _load(point: EntryPoint) -> AnyGame:
    try:
        game = point.load()
    except Exception as error:
        raise UmpireError(
            f"the game {point.name!r} of {point.value!r} cannot be loaded ({error}): "
            "reinstall or remove its package."
        ) from error
    if isinstance(game, type) and issubclass(game, Game):
        raise UmpireError(
            f"{point.value!r} is a class, but must be an instance of it: GAME = {game.__name__}()."
        )
    if not isinstance(game, Game):
        raise UmpireError(f"{point.value!r} is not a game: it must be an umpire.games.base.Game.")
    return game
