"""Made-up statuses of a daemon, of one match and of a league."""

from dataclasses import replace
from typing import Any

from umpire.games.base import Bank
from umpire.live.status import AccountStatus, DaemonStatus
from umpire.match import Clock
from umpire.projections.status import MatchStatus, OpenTask, PublicEvent

NOON = 1_769_860_800.0
ACCOUNT = AccountStatus("league@example.org", 52, 20, 60, 60)


def events(*texts: str, first: int = 0) -> tuple[PublicEvent, ...]:
    """Events that were told one a second from noon on."""
    return tuple(
        PublicEvent(number, f"2026-01-31T12:{number // 60:02}:{number % 60:02}.000Z", text)
        for number, text in enumerate(texts, first)
    )


MATCH = MatchStatus(
    match="numbers-1",
    game="Numbers",
    players=("Ana", "Bo"),
    headline="Ana and Bo to answer (until 12:00:52 UTC)",
    standing="running",
    now=40.0,
    waiting_seconds=30.0,
    open_tasks=(
        OpenTask("Ana", "number", 10.0, Clock(10.0, 52.4, Bank(300.0), 300.0)),
        OpenTask("Bo", "number", 10.0, Clock(10.0, 30.0, Bank(300.0), 300.0)),
    ),
    events=events("Ana says 3."),
    troubles=(),
)


def match(number: int, **more: Any) -> MatchStatus:
    """A match of a league."""
    return replace(MATCH, match=f"numbers-{number}", **more)


def status(*matches: MatchStatus, **more: Any) -> DaemonStatus:
    return replace(DaemonStatus(NOON, matches, (), (ACCOUNT,)), **more)


def league(count: int = 50) -> DaemonStatus:
    """A league in which something is wrong here, paused there, and over elsewhere."""
    games = ("denizens-of-tartarus", "devils-deal", "eighteenth-hell", "box-within-a-box")
    names = ("Ana", "Bo", "Cleo", "Dan", "Eva", "Finn", "Gil", "Hana", "Ivo", "Jo")
    made = []
    for n in range(count):
        first, second = names[n % 10], names[(n + 1 + n // 10) % 10]
        waits = float((n * 37) % 240)
        limit = Clock(0.0, 300.0, Bank(300.0), 120.0)
        one = replace(
            MATCH,
            match=f"{games[n % 4]}-{n + 1}",
            game=games[n % 4].replace("-", " ").title(),
            players=(first, second),
            headline=f"{first} to answer (bet)",
            now=waits,
            waiting_seconds=waits,
            open_tasks=(OpenTask(first, "bet", 0.0, limit),),
            events=events(*(f"{first} bets {chips} chips." for chips in range(1, 13))),
        )
        if n % 17 == 3:
            why = "the spreadsheet cannot be reached: try again"
            one = replace(
                one,
                standing="stopped by itself",
                headline=f"Paused: {why}. The clock stands.",
                troubles=(why,),
            )
        elif n % 17 == 5:
            one = replace(
                one,
                standing="paused by the umpire",
                headline="Paused by the umpire. The clock stands.",
                waiting_seconds=None,
            )
        elif n % 17 == 9:
            one = replace(
                one,
                standing="over",
                headline=f"Over: {first} has won (modules).",
                waiting_seconds=None,
                open_tasks=(),
            )
        made.append(one)
    return status(*made)
