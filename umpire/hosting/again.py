"""The next match of the same people at the same links, as a demo makes it."""

from collections.abc import Mapping

from umpire.store import Hosting, MatchRow, Store


def places_in_next(store: Store, row: MatchRow) -> Mapping[str, str]:
    """Return each player's place in the next match of the same people; nothing if there is none.

    It is an address that follows `/s/<secret>/`, for a link opens the next match as it opens this.
    """
    own = _secrets(store.hosting(row.id))
    later = (one for one in store.matches() if one.shelf == row.shelf and one.game == row.game)
    for one in sorted(later, key=lambda one: one.started):
        if one.started <= row.started or {*one.players} != {*row.players}:
            continue
        hosting = store.hosting(one.id)
        if _secrets(hosting) == own:
            return {player: hosting.place_of(hosting.link(player)) for player in one.players}
    return {}


def _secrets(hosting: Hosting) -> dict[str, str | None]:
    return {link.who: link.secret for link in hosting.links}
