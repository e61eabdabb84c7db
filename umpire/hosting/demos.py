"""A demo: who plays in it, people or bots, and its match on the local server."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from umpire.catalogue import find_game
from umpire.errors import UsageError
from umpire.hosting.creation import create_match
from umpire.hosting.match_requests import header_for
from umpire.hosting.plan import MatchRequest
from umpire.hosting.players import DEMO_PLAYERS
from umpire.json_types import JsonObject
from umpire.sheets.account import Connect
from umpire.store import MatchRow, Store
from umpire.store.records import USUAL_PACE, BotSeat

BOTS_PACE = 1.5
"""About how many seconds a bot thinks where only bots play."""

_COMPANY = 2
"""The fewest players in a game that could be played alone, unless the command says otherwise."""


@dataclass(frozen=True, slots=True)
class DemoOptions:
    """The options of a demo: bots of this `level` and `pace` play all seats but those of `people`.

    `solo_player` is the one person who plays against bots.
    """

    game: str
    players: Sequence[str]
    people: Sequence[str]
    options: JsonObject
    clock: bool
    level: int
    pace: float
    solo_player: str | None = None

    @classmethod
    def of(
        cls,
        game: str,
        number: int | None,
        options: JsonObject,
        *,
        bots: bool,
        against_bots: bool,
        clock: bool | None,
        level: int,
        pace: float | None,
    ) -> Self:
        """Return the options of a demo for that many players; None stands for the usual value.

        With `bots` bots play every seat, with `against_bots` every seat but the first. Raises
        UsageError.
        """
        players = _demo_players(game, number)
        if clock is None:
            clock = bots or options.get("clock") is True
        if pace is None:
            pace = BOTS_PACE if bots else USUAL_PACE
        return cls(
            game,
            players,
            () if bots else players[:1] if against_bots else players,
            options,
            clock,
            level,
            pace,
            solo_player=players[0] if against_bots else None,
        )

    @property
    def only_bots(self) -> bool:
        """Whether bots play every seat."""
        return not self.people

    def request(self, server: str) -> MatchRequest:
        """Return the request for the match; where only bots play, one directs too.

        Raises UsageError.
        """
        header = header_for(self.game, self.players, self.options, clock=self.clock)
        seats = [seat for seat, player in enumerate(self.players) if player not in self.people]
        if self.only_bots and find_game(header.game).is_directed:
            seats.append(len(self.players))
        bots = tuple(BotSeat(seat, self.level, self.pace) for seat in seats)
        return MatchRequest(header, server, bots=bots)


def _demo_players(game: str, number: int | None) -> Sequence[str]:
    """Return the names of that many players. Raises UsageError if the game does not allow it."""
    installed_game = find_game(game)
    least, most = installed_game.seats[0], installed_game.seats[-1]
    if number is None:
        number = max(least, min(most, _COMPANY))
    if not least <= number <= most:
        allowed = f"{least} to {most}" if most > least else f"{least}"
        raise UsageError(f"{installed_game.title} is for {allowed} players, not {number}.")
    return DEMO_PLAYERS[:number]


def make_demo_match(store: Store, connect: Connect, request: MatchRequest) -> MatchRow:
    """Make a match on the local server, and put it on the shelf for demos."""
    (account,) = connect(request.server)
    row = create_match(store, account, request, time.time()).row
    store.shelve(row.id, "demo")
    return row
