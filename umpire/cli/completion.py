"""Completion by Tab in a shell, for arguments that are a game, a match or a league.

The shell waits for these functions, so they import only what they need. They offer nothing if
nothing can be read.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from click import Context, Parameter
from click.shell_completion import CompletionItem

from umpire.app_context import AppContext
from umpire.errors import UmpireError

if TYPE_CHECKING:
    from umpire.store import Store


def complete_game(_ctx: Context, _param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the ids of the installed games."""
    from umpire.catalogue import summaries

    return _matching_items(incomplete, ((game["id"], game["title"]) for game in summaries()))


def complete_match(ctx: Context, _param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the ids of the matches on no shelf, or of all matches once an id has been begun."""
    from umpire.store.glance import has_no_match

    with suppress(UmpireError), _open_store(ctx, has_no_match) as store:
        rows = [row for row in store.matches() if incomplete or row.shelf is None]
        return _matching_items(incomplete, ((row.id, ", ".join(row.players)) for row in rows))
    return []


def complete_league(ctx: Context, _param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the names of the leagues."""
    from umpire.store.glance import has_no_league

    with suppress(UmpireError), _open_store(ctx, has_no_league) as store:
        leagues = store.leagues.all()
        return _matching_items(incomplete, ((league.name, league.title) for league in leagues))
    return []


def _matching_items(incomplete: str, values: Iterable[tuple[str, str]]) -> list[CompletionItem]:
    return [
        CompletionItem(value, help=description)
        for value, description in values
        if value.startswith(incomplete)
    ]


@contextmanager
def _open_store(ctx: Context, has_nothing: Callable[[Path], bool]) -> "Iterator[Store]":
    """Open the store that the options before the command name, since no command has run yet.

    Raises UmpireError if the store cannot be opened, or certainly has nothing to offer.
    """
    options = ctx.find_root().params
    app = AppContext(options.get("home"), options.get("store"))
    if app.glance(has_nothing):
        raise UmpireError("there is nothing to offer.")
    with app.open_store() as store:
        yield store
