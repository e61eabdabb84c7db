"""The games that are installed, found through the entry-point group `umpire.games`."""

import json
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING

from umpire.errors import UmpireError, UsageError
from umpire.games.names import did_you_mean
from umpire.games.text import printable
from umpire.json_types import JsonObject

if TYPE_CHECKING:
    from umpire.games.base import AnyGame

GROUP = "umpire.games"

LISTING = Path(__file__).parent / "games" / "listing.json"
"""The summaries of Umpire's own games, by the value of their entry points.

A list of the games needs nothing else, and loading the rules would take four times as long. A test
compares the file with the games, and writes it (see CONTRIBUTING.md).
"""


@cache
def games() -> "Mapping[str, AnyGame]":
    """Return every installed game by its id. Raises UmpireError if a game cannot be loaded.

    Looking up one id loads only that game, which takes a sixth of the time.
    """
    return _Installed()


def find_game(game_id: str) -> "AnyGame":
    """Return the game of this id. Raises UsageError if it is not installed."""
    installed = games()
    if game_id not in installed:
        raise UsageError(
            f"there is no game {printable(game_id)!r} here; the games are: "
            f"{', '.join(sorted(installed))}.{did_you_mean(game_id, installed)}"
        )
    return installed[game_id]


def summaries() -> list[JsonObject]:
    """Return the summary of every installed game, by id. Umpire's own games are not loaded."""
    installed = games()
    own_summaries = installed.own_summaries if isinstance(installed, _Installed) else {}
    return [
        own_summaries.get(game_id) or summary_of(installed[game_id])
        for game_id in sorted(installed)
    ]


def summary_of(game: "AnyGame") -> JsonObject:
    """Return a game's entry in a list of games."""
    from umpire.games.options import ContractOptions, help_of

    return {
        "id": game.id,
        "title": game.title,
        "summary": game.summary,
        "players": {"fewest": game.seats[0], "most": game.seats[-1]},
        "options": [*game.option_help, *help_of(ContractOptions)],
    }


class _Installed(Mapping[str, "AnyGame"]):
    """The installed games, each loaded when it is first looked up."""

    def __init__(self) -> None:
        self._points = {point.name: point for point in entry_points(group=GROUP)}

    def __getitem__(self, game_id: str) -> "AnyGame":
        if game_id in self._points:
            game = _load(self._points[game_id])
            if game.id == game_id:
                return game
        return _load(self._by_id[game_id])

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_id)

    def __len__(self) -> int:
        return len(self._by_id)

    @cached_property
    def own_summaries(self) -> Mapping[str, JsonObject]:
        """The summaries of Umpire's own games, by id."""
        own = json.loads(LISTING.read_text("utf-8"))
        return {
            name: own[point.value] for name, point in self._points.items() if point.value in own
        }

    @cached_property
    def _by_id(self) -> Mapping[str, EntryPoint]:
        return {
            name if name in self.own_summaries else _load(point).id: point
            for name, point in self._points.items()
        }


@cache
def _load(point: EntryPoint) -> "AnyGame":
    from umpire.games.base import Game

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
