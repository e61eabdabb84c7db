"""Announce matches while they are umpired: a thread reads their logs, and nothing waits for it.

The log is the queue. How far each webhook has got is saved before a post is sent and after it. So
nothing is missed, even if a program is killed at any instruction, and a post that may have been
sent before says so.
"""

import queue
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from umpire.catalogue import find_game
from umpire.chat.announcements import Post, Readers, next_post
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
"""Seconds between two posts to a webhook: Discord accepts thirty a minute."""
_PATIENCE = 30.0
"""Seconds to wait for an answer, so that a slow webhook does not delay the others for longer."""
_CLAIM = 60.0
"""Seconds for which the claim of a daemon that has died keeps others from posting."""
_LONGEST_WAIT = 300.0
_HOPELESS = 5
_LAST_POSTS, _BACKLOG = 10.0, 600.0
"""Seconds for which a daemon goes on posting after it was stopped, and after all is over."""

Send = Callable[[str, str, bytes | None], Delivery]
Draw = Callable[[Readers], bytes | None]


@dataclass(frozen=True, slots=True)
class _Sending:
    """A post under way: its claim, whether it was tried before, and when it was sent."""

    claim: WebhookState
    again: bool
    since: float
    deliveries: "queue.SimpleQueue[Delivery]"


@dataclass(slots=True)
class _Webhook:
    """The state of an address: when to post next, and how many posts have failed in a row."""

    next_at: float = 0.0
    failures: int = 0
    sending: _Sending | None = None


@dataclass(slots=True)
class Announcer:
    """Posts what is new in a store's matches, all or those of `ids`.

    A result may be taken back for `close_after` seconds. `board` returns the public link to a
    match's board. Only the posts themselves happen in threads; everything else in the thread that
    calls `turn`.
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
    _histories: dict[str, MatchHistory] = field(default_factory=dict)
    _webhooks: dict[str, _Webhook] = field(default_factory=dict)

    def turn(self) -> bool:
        """Collect answers and send due posts; return whether more may be due soon.

        A webhook that keeps failing does not count. Raises UmpireError if the store or the file of
        webhooks cannot be used.
        """
        for webhook in self._webhooks.values():
            self._collect_delivery(webhook)
        for row, viewer, url in self._unfinished_webhooks():
            webhook = self._webhooks.setdefault(url, _Webhook())
            if webhook.sending is None and webhook.next_at <= self.wall():
                self._post_next(webhook, url, row, viewer)
        return any(
            webhook.sending or (webhook.next_at > self.wall() and webhook.failures < _HOPELESS)
            for webhook in self._webhooks.values()
        )

    def _unfinished_webhooks(self) -> Iterator[tuple[MatchRow, str | None, str]]:
        """Yield each unfinished webhook of each match, in random order."""
        unfinished = self.store.announcements.open_webhooks()
        webhooks = [
            (row, viewer, url)
            for row in self.store.matches()
            if (row.id in self.ids if self.ids else row.shelf is None)
            for viewer, url in self.webhooks.of(row.id).items()
            if row.status != "closed" or (row.id, viewer) in unfinished
        ]
        for row, viewer, _ in webhooks:
            if (row.id, viewer) not in unfinished:
                # recorded at once: a match that closes while its address is busy would be missed
                self.store.announcements.begin(row.id, viewer, Progress())
        random.shuffle(webhooks)  # if many share one address, none waits for ever
        yield from webhooks

    def _post_next(self, webhook: _Webhook, url: str, row: MatchRow, viewer: str | None) -> None:
        announced = self._state_of(row, viewer)
        if announced.stop_reason is not None:
            return
        try:
            readers = replace(self._readers(row, viewer), shows_times=shows_times(url))
        except StoreError:
            raise
        except UmpireError:
            return  # this version cannot judge the match; its watcher shows that
        now = self.wall()
        due_post = next_post(readers, announced.progress, now, announced.attempt)
        if due_post is None:
            if readers.history.match.closed:
                self.store.announcements.finish(announced)
            return
        claim = self.store.announcements.claim(
            announced, due_post.progress, self.holder, now, _CLAIM
        )
        if claim is not None:
            again = announced.attempt is not None
            webhook.sending = self._start_post(url, due_post, readers, claim, again=again)

    def _state_of(self, row: MatchRow, viewer: str | None) -> WebhookState:
        by_viewer = {
            announced.viewer: announced for announced in self.store.announcements.states_of(row.id)
        }
        return by_viewer.get(viewer, WebhookState(row.id, viewer))

    def _readers(self, row: MatchRow, viewer: str | None) -> Readers:
        history = self._histories.get(row.id) or first_history(row.header(), find_game(row.game))
        history = append_lines(history, self.store.lines(row.id, history.next_line - 1))
        check_result(row, history.match, history.next_line - 1)
        self._histories[row.id] = history
        seed = self.store.seed(row.id) if history.match.closed else None
        ended_at = history.ended_at
        closes = None if ended_at is None else ended_at + row.closes_after(self.close_after)
        fair = Fairness(row.commitment, seed, closes)
        return Readers(row, history, fair, viewer, self.board(row))

    def _start_post(
        self, url: str, due_post: Post, readers: Readers, claim: WebhookState, *, again: bool
    ) -> _Sending:
        deliveries: queue.SimpleQueue[Delivery] = queue.SimpleQueue()

        def send() -> None:
            picture = self.draw(readers) if due_post.picture else None
            deliveries.put(self.send(url, due_post.text, picture))

        threading.Thread(target=send, daemon=True, name="webhook").start()
        return _Sending(claim, again, self.wall(), deliveries)

    def _collect_delivery(self, webhook: _Webhook) -> None:
        sending, now = webhook.sending, self.wall()
        if sending is None:
            return
        try:
            outcome = sending.deliveries.get_nowait()
        except queue.Empty:
            if now - sending.since < _PATIENCE:
                return
            outcome = Delivery(may_have_arrived=True)
        webhook.sending, webhook.next_at = None, now + _PACE
        if outcome.arrived:
            webhook.failures = 0
            self.store.announcements.confirm(sending.claim)
        elif outcome.refused is not None:
            self._handle_refusal(sending.claim, outcome)
        else:
            webhook.failures += 1
            webhook.next_at = now + self._wait(webhook, outcome)
            # if a second try fails, the first may still have arrived
            may_have_arrived = outcome.may_have_arrived or sending.again
            self.store.announcements.release(sending.claim, perhaps=may_have_arrived)

    def _wait(self, webhook: _Webhook, outcome: Delivery) -> float:
        """Return the seconds to wait: what the webhook asks for, else more after each failure."""
        if outcome.wait is not None:
            return max(outcome.wait, _PACE)
        longest = min(2.0**webhook.failures, _LONGEST_WAIT)
        return max(_PACE, longest * (0.5 + self.jitter() / 2))

    def _handle_refusal(self, claim: WebhookState, outcome: Delivery) -> None:
        """Skip a refused post, or stop its webhook, and tell the umpire once."""
        whose = "the webhook" if claim.viewer is None else f"{claim.viewer}'s webhook"
        if outcome.gone:
            self.store.announcements.stop(claim, outcome.refused or "")
            note = f"announcements to {whose} have stopped ({outcome.refused}): add it again"
        else:
            self.store.announcements.confirm(claim)
            note = f"{whose} refused an announcement ({outcome.refused})"
        at = rfc3339(self.wall())
        self.store.inbox.put(claim.match_id, UMPIRE, f"note {note}", at)


@contextmanager
def announcing(announcer: Announcer, stop: threading.Event) -> Iterator[None]:
    """Announce in a separate thread during the block, and for a while afterwards what is due.

    Unless `stop` is set that while is longer: all matches are over, and nobody waits for the end.
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
    """Take turns until the block is over and no post is due."""
    while True:
        ends = is_over.is_set()
        try:
            is_due = announcer.turn()
        except UmpireError:
            is_due = False  # the store or the file cannot be used for now
        if ends and not is_due:
            return
        time.sleep(_LOOK)
