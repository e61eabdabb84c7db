"""Answers and commands from a terminal, through the daemon that watches a match if one does."""

import time
from contextlib import suppress

from umpire.catalogue import find_game
from umpire.errors import UmpireError, UsageError
from umpire.games.base import UMPIRE, NotUnderstood
from umpire.live.match_log import MatchLog, new_token
from umpire.match.commands import is_command, read_command
from umpire.store import CommandAnswer, LeaseHeld, MatchRow, Store
from umpire.store.worldtime import rfc3339

_PATIENCE = 20.0
"""Seconds to wait for the daemon's answer."""
_POLL = 0.05
"""Seconds between two looks for it."""


def check_command(row: MatchRow, say: str) -> None:
    """Raise UsageError if what the umpire says is no command.

    In a game that the umpire directs it is a direction then.
    """
    if _is_direction(row, say):
        return
    try:
        read_command(say, row.players)
    except NotUnderstood as error:
        raise UsageError(str(error)) from error


def say_in(store: Store, row: MatchRow, by: str, say: str) -> CommandAnswer:
    """Say something in a match as a player or the umpire; return the answer.

    Raises UmpireError if the daemon that watches the match does not answer.
    """
    while True:
        if store.leases.current(row.id, time.time()) is not None:
            answer = _through_inbox(store, row, by, say)
            if answer is not None:
                return answer
        with suppress(LeaseHeld), MatchLog.open(store, row, new_token()) as log:
            if by != UMPIRE or (log.history.match.paused and _is_direction(row, say)):
                log.resume_itself()
            answer = log.command(by, say)
            if answer.ok and log.history.match.status == "running":
                return CommandAnswer(0, True, f"{answer.text} (Run 'umpire watch' to go on.)")
            return answer


def _is_direction(row: MatchRow, say: str) -> bool:
    """Return whether it is no command, but a direction in a game that the umpire directs."""
    return find_game(row.game).is_directed and not is_command(say)


def _through_inbox(store: Store, row: MatchRow, by: str, say: str) -> CommandAnswer | None:
    """Return the daemon's answer; take the command back and return None if the daemon has ended."""
    command = store.inbox.put(row.id, by, say, rfc3339(time.time()))
    deadline = time.monotonic() + _PATIENCE
    while True:
        answer = store.inbox.result(command)
        if answer is not None:
            return answer
        is_gone = store.leases.current(row.id, time.time()) is None
        if (is_gone or time.monotonic() > deadline) and store.inbox.withdraw(command):
            if is_gone:
                return None
            raise UmpireError(
                f"the 'umpire watch' of {row.id} does not answer, so nothing was done: try again, "
                "or stop it first."
            )
        time.sleep(_POLL)
