"""The daemon's loop over all matches and credentials: thin, for the planner says what to do."""

import random
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path

from umpire.catalogue import find_game
from umpire.errors import UmpireError, UsageError
from umpire.sheets.client import Sheets
from umpire.sheets.template import Template, check_tables, find_template
from umpire.store import Hosting, LeaseLost, LineConflict, MatchRow, Store, StoreError
from umpire.watch.desk import Desk, NobodyThere, Watched, nearest
from umpire.watch.hosted import Hosted
from umpire.watch.parts import CONSOLE, Part, context, parts
from umpire.watch.planner import GOOGLE as GOOGLE_PACE
from umpire.watch.planner import Ask, Pace, Rest
from umpire.watch.scene import Scene, scene
from umpire.watch.session import REAL, STOPPED, Clocks, Session, new_token
from umpire.watch.sheet import Sheet, TakenOver

_HEARTBEAT = 1.0
_LOOK = 2.0
_TICK = 0.2
_LINGER = 120.0
_RECENT = 3600.0
_SIGN_IN_AGAIN = 30.0

Connect = Callable[[str], tuple[Sheets, str]]
"""Gives the connection to a server's address, and the account it works as."""


@dataclass(frozen=True, slots=True)
class _Known:
    """Where a watched match is played, as what account, and what its spreadsheets look like."""

    hosting: Hosting
    template: Template
    owner: str

    def parts(self, row: MatchRow) -> tuple[Part, ...]:
        """Return its spreadsheets, for those to write in whom they are shared with now."""
        return parts(self.template, context(row.id, row.header(), self.hosting.links, self.owner))


class Watch:
    """The daemon: it takes the leases of its matches and umpires them until it is stopped.

    `ids` are the matches to watch, all that run if there are none. `pace` is what each local server
    is asked, `google` what Google is.
    """

    def __init__(
        self,
        store: Store,
        connect: Connect,
        pace: Pace,
        *,
        google: Pace = GOOGLE_PACE,
        ids: Sequence[str] = (),
        until_over: bool = False,
        show: Callable[[Scene], None] = lambda scene: None,
        clocks: Clocks = REAL,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._store = store
        self._connect = connect
        self._pace = pace
        self._google = google
        self._ids = ids
        self._until_over = until_over
        self._show = show
        self._clocks = clocks
        self._jitter = jitter
        self._token = new_token()
        self._desks: dict[str, Desk] = {}
        self._known: dict[str, _Known] = {}
        self._vain: dict[str, tuple[float, str]] = {}
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
            self._each(self._look_for_guests)
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
        """Return what a view of the daemon shows."""
        return scene(tuple(self._desks.values()), tuple(self._refusals.values()))

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
        # Where several spreadsheets are due at once the first come first: those that are played in.
        for row in sorted(self._store.matches(), key=lambda row: row.status == "over"):
            if row.id in held | self._taken_over or (self._ids and row.id not in self._ids):
                continue
            if row.status != "over" or (start and (self._ids or self._ended_lately(row))):
                self._take(row)

    def _ended_lately(self, row: MatchRow) -> bool:
        """Return whether a daemon that was killed may have left the last board unpainted."""
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
            sheets, owner = self._connected(hosting.server)
            known = _Known(hosting, _template(row, hosting), owner)
            places = _places(row, known)
            session = Session.open(self._store, row, self._token, self._clocks)
        except UmpireError as error:
            self._refusals[row.id] = str(error)
            return
        desk = self._desks.get(hosting.server)
        if desk is None:
            pace = self._google if hosting.on_google else self._pace
            desk = Desk(sheets, pace, self._clocks, self._jitter)
            self._desks[hosting.server] = desk
        self._known[row.id] = known
        at = [Sheet(session, part, spreadsheet, owner) for part, spreadsheet in places]
        desk.add(Hosted(session, at))

    def _connected(self, server: str) -> tuple[Sheets, str]:
        """Connect to a server; where that failed lately say so again, for signing in takes time."""
        now = self._clocks.monotonic()
        until, why = self._vain.get(server, (now, ""))
        if until > now:
            raise UmpireError(why)
        try:
            return self._connect(server)
        except UmpireError as error:
            self._vain[server] = (now + _SIGN_IN_AGAIN, str(error))
            raise

    def _look_for_guests(self, _desk: Desk, watched: Watched) -> None:
        """Take it in when others than before are let into a match's spreadsheets."""
        row = watched.hosted.session.row
        known, hosting = self._known[row.id], self._store.hosting(row.id)
        if hosting.links == known.hosting.links:
            return
        self._known[row.id] = known = replace(known, hosting=hosting)
        now = {part.role: part for part in known.parts(row)}
        for sheet in watched.hosted.sheets:
            sheet.let_in(now[sheet.part.role])

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
        except NobodyThere:
            if not any(other.answered for other in self._desks.values()):
                raise

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


def _template(row: MatchRow, hosting: Hosting) -> Template:
    own = hosting.template
    template = find_template(row.game, None if own is None else Path(own))
    check_tables(template, find_game(row.game))
    return template


def _places(row: MatchRow, known: _Known) -> list[tuple[Part, str]]:
    """Return a match's spreadsheets. Raises UsageError if it was made with others.

    It may have been made without a console, and then does without.
    """
    there = known.hosting.spreadsheets
    for part in known.parts(row):
        if part.role not in there and part.role != CONSOLE:
            raise UsageError(f"{row.id} was made without {part.name}: make a new match instead.")
    return [(part, there[part.role]) for part in known.parts(row) if part.role in there]


def _ask(desk: Desk, _watched: Watched, ask: Ask) -> None:
    desk.carry_out(ask)
