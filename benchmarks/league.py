"""How long players wait while many matches share one Google account, or several.

Run it with `python benchmarks/league.py [--game GAME] [--matches N] [--accounts N] [--minutes N]
[--seeds N] [--commands SECONDS]`.

Nothing is sent anywhere: in virtual time the planner that the daemon uses says what to ask, and
Google is a counter of requests with a latency: 60 reads and 60 writes in any minute for an account,
five times that for the project. Requests of different spreadsheets overlap, as the daemon's do.

Whoever sees a question painted thinks about 8 s, types, and waits until the answer stands there.
In Denizens one player is asked after the other, in one spreadsheet. In Devil's Deal, where each
has a table of their own, one is asked, the same again, or both at once, as often as in random
matches; what the first has answered may then be replaced until the other has answered too. It is
measured once more as if both were always asked at once, which is the hardest. Beside the tables is
a board where nobody types, and every match has a console.

With `--commands` the umpire of each match types something at its console, about so many seconds
after what they typed before was answered, and it is measured how long they wait. By hand, where
four have tables, a direction asks somebody every other time, and the umpire owes one at any time.

What it is measured against is a reader that wastes nothing: it looks at each of the tables in play
every so often as 60 reads a minute allow, never less than a second apart, so that half of this
interval is the median that a player waits, and 0.95 of it the 95th percentile.
"""

import argparse
import heapq
import random
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count, pairwise
from statistics import median, quantiles

from umpire.live import planner, rates, request_history
from umpire.live.planner import Request
from umpire.live.rates import GOOGLE, NEVER, Kind, Usage
from umpire.live.request_history import Priority, RequestHistory

GAMES = ("denizens-of-tartarus", "devils-deal", "devils-deal-at-once", "by-hand")
LEAGUES = ((1, 1), (5, 1), (20, 1), (50, 1), (20, 5), (50, 5))
"""How many matches on how many accounts."""
KINDS: tuple[Kind, ...] = ("read", "write")
QUOTA = 60
"""Requests of a kind that Google answers an account in any minute."""
PROJECT = 300
THINKS = 8.0
AT_ONCE = {"devils-deal": 0.18, "devils-deal-at-once": 1.0}
"""How often both players are asked at once, as counted in random matches of Devil's Deal."""
AGAIN = 0.33
"""How often the same player is asked again there."""
LIMIT = 60.0
IS_THERE = 120.0
"""For how many seconds the daemon takes an umpire who has typed something to sit there."""
LATENCY = (0.15, 0.45)
UNDER_WAY = 16
"""Requests at once."""
WARM_UP = 120.0
"""Seconds at first that are not measured, until the daemon works as it goes on to."""


@dataclass(slots=True)
class Question:
    """What one player owes, from when it is asked; when they typed it, and whether that is read."""

    by: int
    asked: float
    limit: float
    typed: float | None = None
    held: bool = False


@dataclass(slots=True)
class Spreadsheet:
    """A spreadsheet of a match: who types there, and what it has yet to show."""

    history: RequestHistory
    seats: tuple[int, ...] = ()
    news: int = 1
    """How often what it shows has changed, and at which of these it was last written."""
    shown: int = 0
    waiting: list[float] = field(default_factory=list)
    """When the answers were typed that were read since the last write."""
    changed: float | None = None
    """Since when it shows less than all that has happened."""


@dataclass(slots=True)
class Figures:
    """What was measured, in seconds; of `turns`, `looks` and `made` when they were."""

    waits: list[float] = field(default_factory=list)
    unshown: list[float] = field(default_factory=list)
    unread: list[float] = field(default_factory=list)
    limits: list[float] = field(default_factory=list)
    commands: list[float] = field(default_factory=list)
    turns: list[float] = field(default_factory=list)
    looks: list[float] = field(default_factory=list)
    aside: list[float] = field(default_factory=list)
    made: dict[Kind, list[float]] = field(default_factory=lambda: {"read": [], "write": []})
    refused: int = 0


class Google:
    """Counts requests, and refuses those above the quota."""

    def __init__(self, accounts: int) -> None:
        self._made = {(kind, one): deque[float]() for kind in KINDS for one in range(accounts)}
        self._all = {kind: deque[float]() for kind in KINDS}
        self.refused = 0

    def answers(self, kind: Kind, account: int, now: float) -> bool:
        """Tell whether a request is answered, and count it if it is."""
        counted = (self._made[kind, account], QUOTA), (self._all[kind], PROJECT)
        for made, _ in counted:
            while made and made[0] <= now - rates.MINUTE:
                made.popleft()
        if any(len(made) >= quota for made, quota in counted):
            self.refused += 1
            return False
        for made, _ in counted:
            made.append(now)
        return True


class League:
    """Matches of one game, their players, and the daemon's requests for them."""

    def __init__(
        self,
        game: str,
        matches: int,
        accounts: int,
        seed: int,
        warm_up: float = WARM_UP,
        commands: float | None = None,
    ) -> None:
        self._warm_up = warm_up
        self.commands = commands
        self.dice = random.Random(seed)
        self.now = 0.0
        self.accounts = tuple(range(accounts))
        self.usages = [Usage() for _ in self.accounts]
        self.google = Google(accounts)
        self.figures = Figures()
        self.under_way = 0
        self._histories: dict[str, RequestHistory] = {}
        self._numbers = count()
        self._later: list[tuple[float, int, Callable[[], None]]] = []
        self.matches = [_Match(self, game, number) for number in range(matches)]
        self.at = {
            sheet.history.id: (match, sheet) for match in self.matches for sheet in match.sheets
        }
        for match in self.matches:
            self.refresh(match)

    def run(self, until: float) -> None:
        """Umpire until then; what happens before the end of the warm-up is not kept."""
        while self.now < until:
            wait = None
            if self.under_way < UNDER_WAY:
                histories = list(self._histories.values())
                action = planner.plan(histories, self.usages, GOOGLE, self.now)
                if isinstance(action, Request):
                    self._begin(action)
                    continue
                wait = action.until
            later = [self._later[0][0]] if self._later else []
            self.now = min(t for t in (wait, *later, until) if t is not None) + 1e-6
            while self._later and self._later[0][0] <= self.now:
                _, _, happen = heapq.heappop(self._later)
                happen()

    def keep(self, kept: list[float], value: float) -> None:
        """Keep a figure, unless it is too early for it."""
        if self.now > self._warm_up:
            kept.append(value)

    def finish(self) -> "Figures":
        """Return what was measured, with those who still wait."""
        owed = [one.typed for match in self.matches for one in match.owed if not one.held]
        typed = [sheet.waiting for _, sheet in self.at.values() if sheet.seats]
        still = [*(at for at in owed if at is not None), *(at for kept in typed for at in kept)]
        self.figures.waits += [self.now - at for at in still if at < self.now]
        self.figures.refused = self.google.refused
        return self.figures

    def _begin(self, request: Request) -> None:
        match, sheet = self.at[request.sheet_id]
        sheet.history = replace(sheet.history, is_busy=True)
        usage = self.usages[request.account]
        self.usages[request.account] = rates.count(usage, request.kind, self.now)
        self.keep(self.figures.made[request.kind], self.now)
        if request.kind == "read" or sheet.seats:
            self.keep(self.figures.looks, self.now)
        self.under_way += 1
        end = partial(self._end, request, self.now, sheet.news)
        self.later(self.now + self.dice.uniform(*LATENCY), end)
        self.refresh(match)

    def _end(self, request: Request, began: float, news: int) -> None:
        match, sheet = self.at[request.sheet_id]
        self.under_way -= 1
        sheet.history = replace(sheet.history, is_busy=False)
        if self.google.answers(request.kind, request.account, self.now):
            if request.kind == "write":
                match.show(sheet, news, began)
            match.look(sheet, request, began)
        else:
            usage = self.usages[request.account]
            usage = rates.note_over_quota(usage, request.kind, self.now)
            self.usages[request.account] = usage
            sheet.history = request_history.note_failure(
                sheet.history, request.kind, began, self.now, self.dice.random(), GOOGLE
            )
        self.refresh(match)

    def later(self, at: float, happen: Callable[[], None]) -> None:
        """Let something happen then."""
        heapq.heappush(self._later, (at, next(self._numbers), happen))

    def refresh(self, match: "_Match") -> None:
        """Tell the planner how a match stands."""
        for sheet in match.sheets:
            self._histories[sheet.history.id] = self._history(match, sheet)

    def _history(self, match: "_Match", sheet: Spreadsheet) -> RequestHistory:
        owed = [one for one in match.owed if one.by in sheet.seats]
        limit = min((one.limit for one in owed), default=None)
        priority: Priority = "idle"
        if sheet is match.console:
            is_there = self.now - sheet.history.entry_at <= IS_THERE
            priority = "pending" if match.is_directed or is_there else "console"
            priority = "directed" if match.is_directed and is_there else priority
        elif limit is not None:
            priority = "near" if limit - self.now <= GOOGLE.near else "pending"
            if all(one.held for one in owed):
                priority = "answered"
        return replace(
            sheet.history,
            priority=priority,
            limit=limit,
            needs_write=sheet.shown < sheet.news,
            takes_entries=bool(sheet.seats) or (match.is_directed and sheet is match.console),
            pending_since=max((one.asked for one in owed), default=NEVER),
        )


class _Match:
    """A match: questions without end."""

    def __init__(self, league: League, game: str, number: int) -> None:
        self.league = league
        self.at_once = AT_ONCE.get(game, 0.0)
        self.again = 0.0 if game == "denizens-of-tartarus" else AGAIN
        self.is_directed = game == "by-hand"
        players = 4 if self.is_directed else 2
        apart = [(), *((seat,) for seat in range(players))]
        seats = [(0, 1)] if game == "denizens-of-tartarus" else apart
        self.sheets = [self._sheet(f"{number}/{role}", at) for role, at in enumerate(seats)]
        self.tables = [sheet for sheet in self.sheets if sheet.seats]
        self.console = self._sheet(f"{number}/console", ())
        self.sheets.append(self.console)
        self.command: float | None = None
        self._think()
        self.asked = 0
        self.owed: list[Question] = []
        self._ask()

    def look(self, sheet: Spreadsheet, request: Request, began: float) -> None:
        """See what was typed until the server answered, and whose limit fell before that."""
        league = self.league
        here = [one for one in self.owed if one.by in sheet.seats]
        for one in here:
            if not one.held:
                since = max(sheet.history.read_at, one.asked)
                league.keep(league.figures.unread, began - since)
        if sheet is self.console and self.command is not None and self.command <= league.now:
            self._obey(sheet, self.command, request, began)
            return
        typed = [
            one
            for one in here
            if not one.held and one.typed is not None and one.typed <= league.now
        ]
        sheet.history = request_history.note_answer(
            sheet.history, request.kind, began, full=request.full, has_entry=bool(typed)
        )
        for one in typed:
            assert one.typed is not None
            one.held = True
            sheet.waiting.append(one.typed)
        for one in here:
            if one.limit <= began:
                league.keep(league.figures.limits, began - one.limit)
                one.held = True
                typed.append(one)
        if typed:
            self._change(sheet)
        if self.is_directed:
            if typed:
                self.owed = [one for one in self.owed if not one.held]
                self._change(*self.sheets)
        elif here and all(one.held for one in self.owed):
            self.league.keep(self.league.figures.turns, self.league.now)
            self._ask()

    def show(self, sheet: Spreadsheet, news: int, began: float) -> None:
        """Show answers and questions: who is asked begins to think."""
        league = self.league
        if sheet.changed is not None and not sheet.seats:
            league.keep(league.figures.aside, league.now - sheet.changed)
        sheet.shown, sheet.changed = news, None if news == sheet.news else began
        waits = league.figures.commands if sheet is self.console else league.figures.waits
        for typed in sheet.waiting:
            league.keep(waits, league.now - typed)
        if sheet is self.console and sheet.waiting:
            self._think()
        sheet.waiting.clear()
        for one in self.owed:
            if one.by in sheet.seats and one.typed is None and one.asked <= began:
                league.keep(league.figures.unshown, league.now - one.asked)
                one.typed = league.now + league.dice.expovariate(1 / THINKS)

    def _sheet(self, name: str, seats: tuple[int, ...]) -> Spreadsheet:
        return Spreadsheet(
            RequestHistory(
                name, needs_full_read=True, takes_entries=bool(seats), accounts=self.league.accounts
            ),
            seats,
        )

    def _think(self) -> None:
        """Let the umpire think of what to type next at the console."""
        if self.league.commands is not None:
            pause = self.league.dice.expovariate(1 / self.league.commands)
            self.command = self.league.now + pause

    def _obey(self, console: Spreadsheet, typed: float, request: Request, began: float) -> None:
        """See what the umpire typed, and do it."""
        console.history = request_history.note_answer(
            console.history, request.kind, began, full=request.full, has_entry=True
        )
        console.waiting.append(typed)
        self.command = None
        dice, now = self.league.dice, self.league.now
        if self.is_directed and dice.random() < 0.5:
            free = {0, 1, 2, 3} - {one.by for one in self.owed}
            asked = dice.sample(sorted(free), dice.randint(0, len(free)))
            self.owed += [Question(one, now, float("inf")) for one in asked]
        self._change(*(self.sheets if self.is_directed else ()))

    def _ask(self) -> None:
        """Ask the next player, or all of them."""
        if self.is_directed:
            return  # the umpire asks
        now, dice = self.league.now, self.league.dice
        self.asked = self.asked if dice.random() < self.again else 1 - self.asked
        by = [0, 1] if dice.random() < self.at_once else [self.asked]
        self.owed = [Question(one, now, now + LIMIT) for one in by]
        self.league.later(now + LIMIT - GOOGLE.near, partial(self.league.refresh, self))
        self._change(*self.sheets)

    def _change(self, *changed: Spreadsheet) -> None:
        for sheet in {id(one): one for one in (*changed, self.console)}.values():
            sheet.news += 1
            if sheet.changed is None:
                sheet.changed = self.league.now


def _gap(times: Sequence[float]) -> float:
    return max((later - first for first, later in pairwise(times)), default=0.0)


def measured(
    game: str, matches: int, accounts: int, minutes: float, seeds: int, commands: float | None
) -> Iterator[str]:
    """Yield the cells of one line of the table."""
    leagues = [
        League(game, matches, accounts, seed, commands=commands) for seed in range(1, seeds + 1)
    ]
    for league in leagues:
        league.run(WARM_UP + minutes * rates.MINUTE)
    all_of = [league.finish() for league in leagues]
    tables = sum(len(match.tables) for match in leagues[0].matches)
    interval = max(GOOGLE.floor, rates.MINUTE * tables / min(QUOTA * accounts, PROJECT))
    waits = [wait for one in all_of for wait in one.waits]
    middle, late = median(waits), quantiles(waits, n=20)[-1]
    over = minutes * seeds
    yield f"{game} {matches}"
    yield f"{accounts}"
    yield f"{interval:.0f}"
    yield from (f"{seconds:.1f}" for seconds in (middle, late, max(waits)))
    yield f"{middle / (interval * 0.5):.1f} / {late / (interval * 0.95):.1f}"
    yield f"{sum(len(one.turns) for one in all_of) / over:.0f}"
    yield from (f"{sum(len(one.made[kind]) for one in all_of) / over:.0f}" for kind in KINDS)
    yield f"{max(_gap(one.looks) for one in all_of):.1f}"
    unshown = [wait for one in all_of for wait in one.unshown]
    yield f"{median(unshown):.1f} / {quantiles(unshown, n=20)[-1]:.1f}"
    for kept in ("unread", "aside", "limits"):
        yield f"{max(max(getattr(one, kept), default=0.0) for one in all_of):.0f}"
    yield f"{sum(one.refused for one in all_of)}"
    if commands is not None:
        answered = [wait for one in all_of for wait in one.commands]
        yield f"{median(answered):.1f} / {quantiles(answered, n=20)[-1]:.1f} / {max(answered):.1f}"


HEADINGS = (
    "game, matches",
    "accounts",
    "interval s",
    "median s",
    "95 % s",
    "max s",
    "to bound",
    "turns/min",
    "reads/min",
    "writes/min",
    "no read s",
    "question shown s",
    "table unread s",
    "board late s",
    "limit late s",
    "429",
)


def main() -> None:
    """Simulate each league and print what its players wait."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", choices=GAMES)
    parser.add_argument("--matches", type=int)
    parser.add_argument("--accounts", type=int)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seeds", type=int, default=1, help="so many leagues of each")
    parser.add_argument("--commands", type=float, help="seconds until an umpire types again")
    asked = parser.parse_args()
    leagues: tuple[tuple[int, int], ...] = LEAGUES
    if asked.matches or asked.accounts:
        leagues = ((asked.matches or 1, asked.accounts or 1),)
    headings = HEADINGS if asked.commands is None else (*HEADINGS, "command answered s")
    print(f"| {' | '.join(headings)} |\n|{' --- |' * len(headings)}")
    games = GAMES if asked.commands is not None else GAMES[:-1]
    for game in [asked.game] if asked.game else games:
        for matches, accounts in leagues:
            cells = measured(
                *(game, matches, accounts, asked.minutes, asked.seeds), commands=asked.commands
            )
            print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
