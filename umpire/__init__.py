"""Umpire runs spreadsheet-hosted matches the way the best human umpire would.

A match in Python: `begin` it, `say` what the players say, and read its `report`, or a player's
`view`. The names in `__all__` are for programs, and stay; `docs/library.md` shows how to use them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.2.0"

__all__ = [
    "BadHeader",
    "Bank",
    "Clock",
    "Decision",
    "Event",
    "Game",
    "Judgement",
    "Match",
    "Outcome",
    "PendingDecision",
    "Periods",
    "Remark",
    "UmpireError",
    "UnknownViewer",
    "UsageError",
    "Verdict",
    "adjudicate",
    "ask",
    "begin",
    "chance_answer",
    "commitment",
    "find_game",
    "judge",
    "list_games",
    "random_answer",
    "report",
    "sample_world",
    "say",
    "screen",
    "suggest",
    "verify",
    "view",
]

if TYPE_CHECKING:
    from umpire.catalogue import find_game
    from umpire.errors import UmpireError, UsageError
    from umpire.games.base import Bank, Decision, Event, Game, Outcome, Periods
    from umpire.library import adjudicate, begin, list_games, report, say, verify, view
    from umpire.match import (
        BadHeader,
        Clock,
        Judgement,
        Match,
        PendingDecision,
        Remark,
        UnknownViewer,
        Verdict,
        ask,
        chance_answer,
        commitment,
        judge,
        random_answer,
        sample_world,
        screen,
        suggest,
    )
else:
    _HOMES = ("library", "match", "games.base", "catalogue", "errors")

    def __getattr__(name: str) -> Any:
        """Return a name in `__all__`, and load it only now: `umpire --help` needs none."""
        if name in __all__:
            for home in _HOMES:
                module = import_module(f"umpire.{home}")
                if hasattr(module, name):
                    return getattr(module, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
