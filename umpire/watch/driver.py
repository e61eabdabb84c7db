"""The daemon's loop over all matches and credentials: thin, for the planner says what to do."""

import random
import threading
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path

from umpire.catalogue import find_game
from umpire.errors import UmpireError, UsageError
from umpire.sheets.client import Sheets
from umpire.sheets.template import Template, check_tables, find_template
from umpire.store import Hosting, LeaseLost, LineConflict, MatchRow, Store, StoreError
from umpire.watch.desk import Desk, Watched, nearest
from umpire.watch.hosted import Hosted
from umpire.watch.parts import Part, filling, parts
from umpire.watch.planner import Ask, Pace, Rest
from umpire.watch.scene import Scene, scene
from umpire.watch.session import REAL, STOPPED, Clocks, Session, new_token
from umpire.watch.sheet import Sheet, TakenOver

_HEARTBEAT = 1.0
_LOOK = 2.0
_TICK = 0.2
_LINGER = 120.0
_RECENT = 3600.0

Connect = Callable[[str], tuple[Sheets, str]]
"""Gives the connection to a server's address, and the account it works as."""


class Watch:
    """The daemon: it takes the leases of its matches and umpires them until it is stopped.

    `ids` are the matches to watch, all that run if there are none.
    """

    def __init__(
        self,
        store: Store,
        connect: Connect,
        pace: Pace,
        *,
        ids: Sequence[str] = (),
        until_over: bool = False,
        show: Callable[[Scene], None] = lambda scene: None,
        clocks: Clocks = REAL,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._store = store
        self._connect = connect
        self._pace = pace
        self._ids = ids
        self._until_over = until_over
        self._show = show
        self._clocks = clocks
        self._jitter = jitter
        self._token = new_token()
        self._desks: dict[str, Desk] = {}
        self._over_since: dict[str, float] = {}
        self._refusals: dict[str, str] = {}
        self._taken_over: set[str] = set()
        self._looked = self._beat = self._shown = float("-inf")

    def run(self, stop: threading.Event) -> None:
        """Umpire until `stop` is set, or all is over if that was asked for; then let go of all.

        Raises UmpireError where nothing can be umpired: every match is somebody else's, no server
        answers, or the store cannot be used.
        """
        try:
            self._begin()
            self._show(self.scene())
            while not stop.is_set() and not self._finished():
                self.turn(stop)
            if any(len(desk) for desk in self._desks.values()):
                self._show(self.scene())
        finally:
            self._let_go_of_all()

    def turn(self, stop: threading.Event) -> None:
        """Go round the loop once: look, beat, obey, make the requests that are due, or rest."""
        now = self._clocks.monotonic()
        if now - self._looked >= _LOOK:
            self._looked = now
            self._look_for_matches(start=False)
        if now - self._beat >= _HEARTBEAT:
            self._beat = now
            self._each(lambda _, watched: watched.hosted.session.heartbeat())
        self._each(lambda _, watched: watched.hosted.session.obey_commands())
        self._end_what_is_over(now)
        self._each(Desk.prepare)
        plans = [(desk, desk.next()) for desk in self._desks.values()]
        for desk, plan in plans:
            if isinstance(plan, Ask):
                self._guarded(desk, desk.watched(plan.table), partial(_ask, ask=plan))
        self._show_scene()
        rests = [plan for _, plan in plans if isinstance(plan, Rest)]
        if len(rests) == len(plans):
            until = nearest(rests)
            left = _TICK if until is None else until - self._clocks.monotonic()
            stop.wait(max(0.0, min(left, _TICK)))

    def scene(self) -> Scene:
        """Give what a view of the daemon shows."""
        made = [desk.requests_made() for desk in self._desks.values()]
        return scene(
            [watched for desk in self._desks.values() for watched in desk],
            tuple(self._refusals.values()),
            sum(reads for reads, _ in made),
            sum(writes for _, writes in made),
        )

    def _show_scene(self) -> None:
        now = self._clocks.monotonic()
        if now - self._shown >= _TICK and not self._finished():
            self._shown = now
            self._show(self.scene())

    def _begin(self) -> None:
        self._look_for_matches(start=True)
        if self._refusals and not any(len(desk) for desk in self._desks.values()):
            raise UmpireError(next(iter(self._refusals.values())))

    def _finished(self) -> bool:
        nothing_left = not any(len(desk) for desk in self._desks.values())
        return self._until_over and nothing_left and not self._refusals

    def _look_for_matches(self, *, start: bool) -> None:
        held = {watched.hosted.session.row.id for desk in self._desks.values() for watched in desk}
        for row in self._store.matches():
            if row.id in held | self._taken_over or (self._ids and row.id not in self._ids):
                continue
            if row.status != "over" or (start and (self._ids or self._ended_lately(row))):
                self._take(row)

    def _ended_lately(self, row: MatchRow) -> bool:
        """Tell whether a daemon that was killed may have left the last board unpainted."""
        if row.ended is None:
            return False
        return self._clocks.wall() - datetime.fromisoformat(row.ended).timestamp() < _RECENT

    def _take(self, row: MatchRow) -> None:
        """Take on a match, or keep the sentence that says why not."""
        self._refusals.pop(row.id, None)
        hosting = self._store.hosting(row.id)
        if hosting.server is None:
            self._refusals[row.id] = f"{row.id} has no spreadsheet: make a new match instead."
            return
        try:
            sheets, owner = self._connect(hosting.server)
            own = hosting.template
            template = find_template(row.game, None if own is None else Path(own))
            check_tables(template, find_game(row.game))
            places = _places(row, hosting, template, owner)
            session = Session.open(self._store, row, self._token, self._clocks)
        except UmpireError as error:
            self._refusals[row.id] = str(error)
            return
        desk = self._desks.get(hosting.server)
        if desk is None:
            desk = Desk(sheets, self._pace, self._clocks, self._jitter)
            self._desks[hosting.server] = desk
        at = [Sheet(session, part, spreadsheet, owner) for part, spreadsheet in places]
        desk.add(Hosted(session, at))

    def _end_what_is_over(self, now: float) -> None:
        """Let go of matches whose end has been shown for a while, or at once if asked to end."""
        for desk in self._desks.values():
            for watched in list(desk):
                session = watched.hosted.session
                if session.record.match.status != "over":
                    self._over_since.pop(session.row.id, None)
                    continue
                since = self._over_since.setdefault(session.row.id, now)
                if watched.is_shown and (self._until_over or now - since > _LINGER):
                    self._show(self.scene())
                    desk.part(watched, STOPPED)

    def _each(self, act: Callable[[Desk, Watched], object]) -> None:
        for desk in self._desks.values():
            for watched in list(desk):
                self._guarded(desk, watched, act)

    def _guarded(
        self, desk: Desk, watched: Watched, act: Callable[[Desk, Watched], object]
    ) -> None:
        """Do something for a match; one that is another daemon's by now is dropped."""
        try:
            act(desk, watched)
        except (LeaseLost, LineConflict, TakenOver) as error:
            match_id = watched.hosted.session.row.id
            desk.drop(watched)
            self._refusals[match_id] = str(error)
            if isinstance(error, TakenOver):
                self._taken_over.add(match_id)

    def _let_go_of_all(self) -> None:
        """Pause what runs and give all leases back, each even if another cannot be."""
        troubles: list[StoreError] = []
        for desk in self._desks.values():
            for watched in list(desk):
                try:
                    desk.part(watched, STOPPED)
                except LeaseLost:
                    continue
                except StoreError as error:
                    troubles.append(error)
        if troubles:
            raise troubles[0]


def _places(
    row: MatchRow, hosting: Hosting, template: Template, owner: str
) -> list[tuple[Part, str]]:
    """Give a match's spreadsheets. Raises UsageError if it was made with others."""
    wanted = parts(template, filling(row.id, row.header(), hosting.links, owner))
    for part in wanted:
        if part.role not in hosting.spreadsheets:
            raise UsageError(f"{row.id} was made without {part.name}: make a new match instead.")
    return [(part, hosting.spreadsheets[part.role]) for part in wanted]


def _ask(desk: Desk, _watched: Watched, ask: Ask) -> None:
    desk.carry_out(ask)
