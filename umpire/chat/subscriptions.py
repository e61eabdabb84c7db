"""Begin and end announcements of matches through a webhook."""

from contextlib import suppress

from umpire.catalogue import find_game
from umpire.chat.webhooks import Webhooks, host_of, post
from umpire.errors import UmpireError
from umpire.json_types import JsonObject
from umpire.projections.match_history import rebuild
from umpire.store import MatchRow, Store
from umpire.store.announcements import Progress

_TEST = "Umpire will announce matches here."


def try_webhook(url: str) -> None:
    """Post a test message. Raises UmpireError if it does not arrive."""
    delivery = post(url, _TEST)
    if not delivery.arrived:
        why = delivery.refused or "it cannot be reached or is busy"
        raise UmpireError(
            f"nothing can be posted to the webhook ({why}): check that the address is complete, or "
            "add --untried to keep it anyway."
        )


def subscribe(
    store: Store, webhooks: Webhooks, row: MatchRow | None, viewer: str | None, url: str | None
) -> None:
    """Announce a match (None: all matches) through a webhook; without a `url` stop that.

    `viewer` is the player to whom the webhook belongs, None for a public one.
    """
    webhooks.save(None if row is None else row.id, viewer, url)
    rows = [row] if row else [match for match in store.matches() if match.status != "closed"]
    for match in rows:
        if url is None:
            store.announcements.forget(match.id, [viewer])
        else:
            _begin(store, match, viewer)


def subscriptions_of(store: Store, row: MatchRow, webhooks: Webhooks) -> list[JsonObject]:
    """Return the hosts on which a match is announced, each with its viewer and why it stopped."""
    stopped = {
        announced.viewer: announced.stop_reason
        for announced in store.announcements.states_of(row.id)
    }
    return [
        {"for": viewer, "host": host_of(url), "stopped": stopped.get(viewer)}
        for viewer, url in webhooks.of(row.id).items()
    ]


def _begin(store: Store, row: MatchRow, viewer: str | None) -> None:
    """Announce all later events; if the match has not begun, also its opening."""
    with suppress(UmpireError):  # a match that this version cannot judge is not announced
        history = rebuild(row.header(), find_game(row.game), store.lines(row.id), ())
        events = len(history.events) if history.has_begun else 0
        store.announcements.begin(row.id, viewer, Progress(events))
        store.announcements.resume(row.id, viewer)
