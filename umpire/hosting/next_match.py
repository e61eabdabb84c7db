"""The next match of the same people, which the same links open, as in a demo."""

from collections.abc import Mapping, Sequence

from umpire.store import Hosting, MatchRow, Store
from umpire.store.records import LinkOwner, change_seats


def places_in_next(store: Store, row: MatchRow) -> Mapping[str, str]:
    """Return each player's place in the next match of the same people; {} if there is none.

    A place is the part of an address after `/s/<secret>/`: a link's secret opens both matches.
    """
    own = _secrets(store.hosting(row.id), row.players, row.players)
    later = (
        match for match in store.matches() if match.shelf == row.shelf and match.game == row.game
    )
    for match in sorted(later, key=lambda match: match.started):
        if match.started <= row.started or {*match.players} != {*row.players}:
            continue
        hosting = store.hosting(match.id)
        if _secrets(hosting, match.players, row.players) == own:
            return {
                player: hosting.link_path(hosting.link(seat))
                for seat, player in enumerate(match.players)
            }
    return {}


def _secrets(
    hosting: Hosting, players: Sequence[str], seated: Sequence[str]
) -> set[tuple[LinkOwner, str]]:
    """Return the owner of each secret; players' seats are those in `seated`."""
    return {(link.owner, link.secret) for link in change_seats(hosting.links, players, seated)}
