"""Announce matches beside umpiring them: this reads the log, and nothing waits for it.

The log is the queue. Kept is how far each webhook has come, before a post is sent and after it: so
nothing is missed, whatever ends at whatever instruction, and what is perhaps sent twice says so.
"""

import queue
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from umpire.catalogue import find_game
from umpire.chat.announcements import Post, Readers, due
from umpire.chat.webhooks import Delivery, Webhooks, post, shows_times
from umpire.errors import UmpireError
from umpire.games.base import UMPIRE
from umpire.projections.match_history import MatchHistory, append_lines, first_history
from umpire.projections.sentences import Fairness
from umpire.store import MatchRow, Store, StoreError
from umpire.store.announcements import Progress, WebhookState
from umpire.store.replay import check_result
from umpire.store.worldtime import rfc3339

_LOOK = 0.5
_PACE = 2.1
"""Seconds between two posts to a webhook: Discord takes thirty a minute."""
_PATIENCE = 30.0
"""Seconds after which an answer is given up, so that a slow one delays nothing."""
_CLAIM = 60.0
"""Seconds for which a daemon that does not answer keeps others from posting."""
_LONGEST_WAIT = 300.0
_HOPELESS = 5
_LAST_POSTS, _BACKLOG = 10.0, 600.0
"""Seconds that a daemon goes on posting what is due if it is stopped, and if all is over."""

Send = Callable[[str, str, bytes | None], Delivery]
Draw = Callable[[Readers], bytes | None]


@dataclass(frozen=True, slots=True)
class _Sending:
    """A post under way: its claim, whether it was tried before, and since when."""

    claimed: WebhookState
    again: bool
    since: float
    deliveries: "queue.SimpleQueue[Delivery]"


@dataclass(slots=True)
class _Webhook:
    """What is known about an address: when to post next, and how often that has failed."""

    next_at: float = 0.0
    failures: int = 0
    sending: _Sending | None = None


@dataclass(slots=True)
class Announcer:
    """Posts what is due about a store's matches, all or those of `ids`.

    What is over may be taken back for `close_after` seconds, and `board` gives the link to a board
    that everybody may have. All happens in the one thread that
    turns it, but the posts themselves.
    """

    store: Store
    webhooks: Webhooks
    holder: str
    close_after: float
    ids: Sequence[str] = ()
    draw: Draw = lambda _: None
    board: Callable[[MatchRow], str | None] = lambda _: None
    send: Send = post
    wall: Callable[[], float] = time.time
    jitter: Callable[[], float] = random.random
    _records: dict[str, MatchHistory] = field(default_factory=dict)
    _webhooks: dict[str, _Webhook] = field(default_factory=dict)

    def turn(self) -> bool:
        """Take in what has ended and post what is due; return whether more may be due soon.

        A webhook that fails again and again is nothing to wait for. Raises UmpireError where the
        store or the file of webhooks cannot be used.
        """
        for webhook in self._webhooks.values():
            self._take_in(webhook)
        for row, viewer, url in self._wanted():
            webhook = self._webhooks.setdefault(url, _Webhook())
            if webhook.sending is None and webhook.next_at <= self.wall():
                self._post_next(webhook, url, row, viewer)
        return any(
            webhook.sending or (webhook.next_at > self.wall() and webhook.failures < _HOPELESS)
            for webhook in self._webhooks.values()
        )

    def _wanted(self) -> Iterator[tuple[MatchRow, str | None, str]]:
        """Yield each unfinished webhook of each match, in random order."""
        unfinished = self.store.announcements.open_webhooks()
        wanted = [
            (row, viewer, url)
            for row in self.store.matches()
            if (row.id in self.ids if self.ids else row.shelf is None)
            for viewer, url in self.webhooks.of(row.id).items()
            if row.status != "closed" or (row.id, viewer) in unfinished
        ]
        for row, viewer, _ in wanted:
            if (row.id, viewer) not in unfinished:
                # noted at once: what is closed while its address is busy would be missed
                self.store.announcements.begin(row.id, viewer, Progress())
        random.shuffle(wanted)  # where many share one address none waits for ever
        yield from wanted

    def _post_next(self, webhook: _Webhook, url: str, row: MatchRow, viewer: str | None) -> None:
        announced = self._announced(row, viewer)
        if announced.stop_reason is not None:
            return
        try:
            readers = replace(self._readers(row, viewer), shows_times=shows_times(url))
        except StoreError:
            raise
        except UmpireError:
            return  # this version cannot judge it, as whoever watches it is told
        now = self.wall()
        wanted = due(readers, announced.progress, now, announced.attempt)
        if wanted is None:
            if readers.record.match.closed:
                self.store.announcements.finish(announced)
            return
        claimed = self.store.announcements.claim(
            announced, wanted.progress, self.holder, now, _CLAIM
        )
        if claimed is not None:
            again = announced.attempt is not None
            webhook.sending = self._start(url, wanted, readers, claimed, again=again)

    def _announced(self, row: MatchRow, viewer: str | None) -> WebhookState:
        by_viewer = {
            announced.viewer: announced for announced in self.store.announcements.states_of(row.id)
        }
        return by_viewer.get(viewer, WebhookState(row.id, viewer))

    def _readers(self, row: MatchRow, viewer: str | None) -> Readers:
        record = self._records.get(row.id) or first_history(row.header(), find_game(row.game))
        record = append_lines(record, self.store.lines(row.id, record.next_line - 1))
        check_result(row, record.match, record.next_line - 1)
        self._records[row.id] = record
        seed = self.store.seed(row.id) if record.match.closed else None
        ended_at = record.ended_at
        closes = None if ended_at is None else ended_at + row.closes_after(self.close_after)
        fair = Fairness(row.commitment, seed, closes)
        return Readers(row, record, fair, viewer, self.board(row))

    def _start(
        self, url: str, wanted: Post, readers: Readers, claimed: WebhookState, *, again: bool
    ) -> _Sending:
        deliveries: queue.SimpleQueue[Delivery] = queue.SimpleQueue()

        def send() -> None:
            picture = self.draw(readers) if wanted.picture else None
            deliveries.put(self.send(url, wanted.text, picture))

        threading.Thread(target=send, daemon=True, name="webhook").start()
        return _Sending(claimed, again, self.wall(), deliveries)

    def _take_in(self, webhook: _Webhook) -> None:
        sending, now = webhook.sending, self.wall()
        if sending is None:
            return
        try:
            outcome = sending.deliveries.get_nowait()
        except queue.Empty:
            if now - sending.since < _PATIENCE:
                return
            outcome = Delivery(perhaps=True)
        webhook.sending, webhook.next_at = None, now + _PACE
        if outcome.arrived:
            webhook.failures = 0
            self.store.announcements.confirm(sending.claimed)
        elif outcome.refused is not None:
            self._refused(sending.claimed, outcome)
        else:
            webhook.failures += 1
            webhook.next_at = now + self._wait(webhook, outcome)
            # a second try that is refused says nothing of the first, which has perhaps arrived
            perhaps = outcome.perhaps or sending.again
            self.store.announcements.release(sending.claimed, perhaps=perhaps)

    def _wait(self, webhook: _Webhook, outcome: Delivery) -> float:
        """Return how long to wait: as long as asked, else longer after each failure."""
        if outcome.wait is not None:
            return max(outcome.wait, _PACE)
        longest = min(2.0**webhook.failures, _LONGEST_WAIT)
        return max(_PACE, longest * (0.5 + self.jitter() / 2))

    def _refused(self, claimed: WebhookState, outcome: Delivery) -> None:
        """Leave out a refused post, or its webhook, and tell the umpire once."""
        whose = "the webhook" if claimed.viewer is None else f"{claimed.viewer}'s webhook"
        if outcome.gone:
            self.store.announcements.stop(claimed, outcome.refused or "")
            note = f"announcements to {whose} have stopped ({outcome.refused}): add it again"
        else:
            self.store.announcements.confirm(claimed)
            note = f"{whose} refused an announcement ({outcome.refused})"
        at = rfc3339(self.wall())
        self.store.inbox.put(claimed.match_id, UMPIRE, f"note {note}", at)


@contextmanager
def announcing(announcer: Announcer, stop: threading.Event) -> Iterator[None]:
    """Announce in a separate thread meanwhile, and afterwards for a while what is still due.

    That is longer where nobody has set `stop`: all is over, and nobody waits for the end.
    """
    is_over = threading.Event()
    thread = threading.Thread(target=_run, args=(announcer, is_over), daemon=True, name="announcer")
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        began = time.monotonic()
        while thread.is_alive():
            thread.join(_LOOK)
            if time.monotonic() - began > (_LAST_POSTS if stop.is_set() else _BACKLOG):
                break


def _run(announcer: Announcer, is_over: threading.Event) -> None:
    """Turn until all is over and nothing is due any more."""
    while True:
        ends = is_over.is_set()
        try:
            is_due = announcer.turn()
        except UmpireError:
            is_due = False  # the store or the file cannot be used for now
        if ends and not is_due:
            return
        time.sleep(_LOOK)
