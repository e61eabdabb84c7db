"""How long players wait while many matches share one Google credential.

Run it with `python benchmarks/league.py [--game GAME] [--matches N] [--minutes N] [--seed N]
[--unconfirmed]`.

Nothing is sent anywhere: in virtual time the planner that the daemon uses says what to ask, and
Google is a counter of requests with a latency, 60 reads and 60 writes in any minute. One request
is made at a time, as by the daemon, and a read that shows news is confirmed by another at once,
unless `--unconfirmed` tells what it would be like if one read told all.

Whoever sees a question painted thinks about 8 s, types, and waits until the answer stands there.
In Denizens one player is asked after the other in one spreadsheet; in Devil's Deal both at once,
each at a table of their own, beside a board where nobody types. Every match has a console.

What it is measured against is a reader that wastes nothing: it looks at each of the tables in play
every so often as 60 reads a minute allow, never less than a second apart, so that half of this
interval is the median that a player waits, and 0.95 of it the 95th percentile.
"""

import argparse
import random
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import median, quantiles

from umpire.watch import planner
from umpire.watch.planner import GOOGLE, Kind, Priority, SheetStatus, Usage, Wait

MATCHES = (1, 5, 20, 50)
QUOTA = 60
"""Requests of a kind that Google answers in any minute."""
THINKS = 8.0
LIMIT = 60.0
LATENCY = (0.15, 0.45)
WARM_UP = 120.0
"""Seconds at first that are not measured, until the daemon works as it goes on to."""


@dataclass(slots=True)
class Question:
    """What one player owes, from when it is asked until the answer is taken."""

    by: int
    limit: float
    typed: float | None = None


@dataclass(slots=True)
class Spreadsheet:
    """A spreadsheet of a match: who types there, and what it has yet to show."""

    status: SheetStatus
    seats: tuple[int, ...] = ()
    changed: bool = False
    waiting: list[float] = field(default_factory=list)
    """When the answers were typed that were taken since the last write."""


class League:
    """Matches of one game, their players, and the daemon's requests for them."""

    def __init__(self, game: str, matches: int, seed: int, *, confirms: bool = True) -> None:
        self.confirms = confirms
        self.dice = random.Random(seed)
        self.now = 0.0
        self.usage = Usage()
        self.waits: list[float] = []
        self.unread: list[float] = []
        self.limits: list[float] = []
        self.refused = 0
        self.made: dict[str, list[float]] = {"read": [], "write": []}
        self.allowed = {"read": deque[float](), "write": deque[float]()}
        self.matches = [_Match(self, game, number) for number in range(matches)]
        self.at = {
            sheet.status.id: (match, sheet) for match in self.matches for sheet in match.sheets
        }

    def run(self, until: float) -> None:
        """Umpire until then; what happens before the end of the warm-up is not kept."""
        while self.now < until:
            statuses = [self._status(match, sheet) for match, sheet in self.at.values()]
            action = planner.plan(statuses, self.usage, GOOGLE, self.now)
            if isinstance(action, Wait):
                near = [at for at in map(_near, statuses) if at is not None and at > self.now]
                self.now = min(t for t in (action.until, *near, until) if t is not None) + 1e-6
                continue
            match, sheet = self.at[action.sheet]
            began = self.now
            self.usage = planner.count(self.usage, action.kind, began)
            if not self._request(action.kind):
                self._note_refusal(sheet, action.kind, began)
                continue
            {"read": match.read, "write": match.write, "metadata": match.look}[action.kind](
                sheet, began
            )

    def confirm(self) -> None:
        """Read once more, at once, if that is needed."""
        if not self.confirms:
            return
        self.usage = planner.count(self.usage, "read", self.now)
        if not self._request("read"):
            self.usage = planner.note_over_quota(self.usage, "read", self.now)

    def all_waits(self) -> list[float]:
        """Return how long players waited, those who still do too."""
        owed = [one.typed for match in self.matches for one in match.owed if one.typed is not None]
        taken = [typed for _, sheet in self.at.values() for typed in sheet.waiting]
        return self.waits + [self.now - typed for typed in (*owed, *taken) if typed < self.now]

    def keep(self, kept: list[float], value: float) -> None:
        """Keep a figure, unless it is too early for it."""
        if self.now > WARM_UP:
            kept.append(value)

    def _request(self, kind: Kind) -> bool:
        """Make a request, and tell whether it was answered."""
        kept = "write" if kind == "write" else "read"
        self.keep(self.made[kept], self.now)
        self.now += self.dice.uniform(*LATENCY)
        allowed = self.allowed[kept]
        while allowed and allowed[0] <= self.now - planner.MINUTE:
            allowed.popleft()
        if len(allowed) >= QUOTA:
            self.refused += 1
            return False
        allowed.append(self.now)
        return True

    def _note_refusal(self, sheet: Spreadsheet, kind: Kind, began: float) -> None:
        self.usage = planner.note_over_quota(self.usage, kind, self.now)
        sheet.status = planner.note_failure(
            sheet.status, kind, began, self.now, self.dice.random(), GOOGLE
        )

    def _status(self, match: "_Match", sheet: Spreadsheet) -> SheetStatus:
        limits = [owed.limit for owed in match.owed if owed.by in sheet.seats]
        limit = min(limits, default=None)
        priority: Priority = "idle"
        if sheet is match.console:
            priority = "console"
        elif limit is not None:
            priority = "near" if limit - self.now <= GOOGLE.near else "pending"
        return replace(
            sheet.status,
            priority=priority,
            limit=limit,
            changed=sheet.changed,
            typed_in=bool(sheet.seats),
            owed_since=planner.NEVER if limit is None else match.asked_at,
        )


class _Match:
    """A match: questions without end."""

    def __init__(self, league: League, game: str, number: int) -> None:
        self.league = league
        self.one_by_one = game == "denizens-of-tartarus"
        seats = [(0, 1)] if self.one_by_one else [(), (0,), (1,)]
        self.sheets = [self._sheet(f"{number}/{role}", at) for role, at in enumerate(seats)]
        self.console = self._sheet(f"{number}/console", ())
        self.sheets.append(self.console)
        self.asked = 0
        self.owed: list[Question] = []
        self._ask()

    def read(self, sheet: Spreadsheet, began: float) -> None:
        """See what was typed until the server answered, and whose limit fell before the read."""
        league = self.league
        here = [owed for owed in self.owed if owed.by in sheet.seats]
        typed = [owed for owed in here if owed.typed is not None and owed.typed <= league.now]
        if here:
            league.keep(league.unread, began - max(sheet.status.read_at, self.asked_at))
        sheet.status = planner.note_answer(sheet.status, "read", began)
        if typed:
            league.confirm()
        for owed in typed:
            assert owed.typed is not None
            sheet.waiting.append(owed.typed)
        for owed in here:
            if owed in typed or owed.limit <= began:
                if owed.limit <= began:
                    league.keep(league.limits, began - owed.limit)
                self.owed.remove(owed)
                self._change(sheet)
        if here and not self.owed:
            self._ask()

    def write(self, sheet: Spreadsheet, began: float) -> None:
        """Show answers and questions: who is asked begins to think."""
        league = self.league
        sheet.status = planner.note_answer(sheet.status, "write", began)
        sheet.changed = False
        for typed in sheet.waiting:
            league.keep(league.waits, league.now - typed)
        sheet.waiting.clear()
        for owed in self.owed:
            if owed.by in sheet.seats and owed.typed is None:
                owed.typed = league.now + league.dice.expovariate(1 / THINKS)

    def look(self, sheet: Spreadsheet, began: float) -> None:
        """Look at the metadata, where nothing is wrong."""
        sheet.status = planner.note_answer(sheet.status, "metadata", began)

    def _sheet(self, name: str, seats: tuple[int, ...]) -> Spreadsheet:
        looked = -self.league.dice.uniform(0.0, GOOGLE.metadata)
        return Spreadsheet(SheetStatus(name, metadata_at=looked), seats, changed=True)

    def _ask(self) -> None:
        """Ask the next player, or all of them."""
        by = [self.asked % 2] if self.one_by_one else [0, 1]
        self.asked, self.asked_at = self.asked + 1, self.league.now
        self.owed = [Question(one, self.league.now + LIMIT) for one in by]
        self._change(*self.sheets)

    def _change(self, *changed: Spreadsheet) -> None:
        for sheet in (*changed, *(one for one in self.sheets if not one.seats)):
            sheet.changed = True


def _near(status: SheetStatus) -> float | None:
    return None if status.limit is None else status.limit - GOOGLE.near


def _gap(times: Sequence[float]) -> float:
    return max((later - first for first, later in pairwise(times)), default=0.0)


def measured(league: League, game: str, matches: int, minutes: float) -> Iterator[str]:
    """Yield the cells of one line of the table."""
    league.run(WARM_UP + minutes * planner.MINUTE)
    tables = matches * (1 if game == "denizens-of-tartarus" else 2)
    interval = max(GOOGLE.floor, planner.MINUTE * tables / QUOTA)
    waits = league.all_waits()
    middle, late = median(waits), quantiles(waits, n=20)[-1]
    yield f"{game} {matches}"
    yield f"{interval:.0f}"
    yield from (f"{seconds:.1f}" for seconds in (middle, late, max(waits)))
    yield f"{middle / (interval * 0.5):.1f} / {late / (interval * 0.95):.1f}"
    yield f"{len(league.waits) / minutes:.0f}"
    yield from (f"{len(made) / minutes:.0f}" for made in league.made.values())
    yield f"{_gap(league.made['read']):.1f}"
    yield f"{max(league.unread, default=0.0):.0f}"
    yield f"{max(league.limits, default=0.0):.1f}"
    yield str(league.refused)


HEADINGS = (
    "game, matches",
    "interval s",
    "median s",
    "95 % s",
    "max s",
    "to bound",
    "answers/min",
    "reads/min",
    "writes/min",
    "no read s",
    "table unread s",
    "limit late s",
    "429",
)


def main() -> None:
    """Simulate each league and print what its players wait."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", choices=["denizens-of-tartarus", "devils-deal"])
    parser.add_argument("--matches", type=int)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--unconfirmed", action="store_true", help="as if one read told all")
    asked = parser.parse_args()
    print(f"| {' | '.join(HEADINGS)} |\n|{' --- |' * len(HEADINGS)}")
    for game in [asked.game] if asked.game else ["denizens-of-tartarus", "devils-deal"]:
        for matches in [asked.matches] if asked.matches else MATCHES:
            league = League(game, matches, asked.seed, confirms=not asked.unconfirmed)
            cells = measured(league, game, matches, asked.minutes)
            print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
