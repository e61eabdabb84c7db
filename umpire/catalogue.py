"""The games that are installed, found through the entry-point group `umpire.games`."""

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from importlib.metadata import EntryPoint, entry_points

from umpire.errors import UmpireError, UsageError
from umpire.games.base import AnyGame, Game
from umpire.games.notation import did_you_mean, printable

GROUP = "umpire.games"


@cache
def games() -> Mapping[str, AnyGame]:
    """Return every installed game by its id. Raises UmpireError if one cannot be loaded.

    One that is asked for by its id is loaded alone, which takes a sixth of the time.
    """
    return _Installed()


def find_game(game_id: str) -> AnyGame:
    """Return the game of this id. Raises UsageError if none is installed under it."""
    known = games()
    if game_id not in known:
        raise UsageError(
            f"there is no game {printable(game_id)!r} here; the games are: "
            f"{', '.join(sorted(known))}.{did_you_mean(game_id, known)}"
        )
    return known[game_id]


class _Installed(Mapping[str, AnyGame]):
    """The installed games, each loaded when it is first asked for."""

    def __init__(self) -> None:
        self._points = {point.name: point for point in entry_points(group=GROUP)}

    def __getitem__(self, game_id: str) -> AnyGame:
        if game_id in self._points:
            game = _load(self._points[game_id])
            if game.id == game_id:
                return game
        return self._all[game_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    @cached_property
    def _all(self) -> Mapping[str, AnyGame]:
        return {game.id: game for game in map(_load, self._points.values())}


@cache
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
