"""`umpire league join` and `umpire league leave`: players come and go between the rounds."""

import click

from umpire.cli.output import put, warn
from umpire.cli.places import places
from umpire.errors import UmpireError, UsageError
from umpire.games.base import UMPIRE, VOID
from umpire.games.names import name_key
from umpire.games.text import counted, printable
from umpire.hosting.look_alikes import warn_of_look_alikes
from umpire.hosting.making import header_for
from umpire.hosting.players import whole_name
from umpire.leagues import members
from umpire.leagues.rounds import match_with_players
from umpire.live.speaking import say_in
from umpire.match import BadHeader
from umpire.match.header import check_names
from umpire.store import League
from umpire.store.records import has_left

_CANNOT_JOIN = "the player cannot join"


def join(ctx: click.Context, name: str, player: str, as_json: bool) -> None:
    """Let a player join a league, or come back to it."""
    with places(ctx).open_store() as store, store.lock_making():
        league = store.leagues.find(name)
        player = _joining(league, player)
        first = len(store.leagues.rounds(league.name)) + 1
        league = members.join(store, league, player)
    warn_of_look_alikes(league.players, warn)
    total = league.rules["rounds"]
    if as_json:
        put({"league": league.name, "player": player, "joined": first, "rounds": total})
        return
    click.echo(f"{printable(player)} plays in {league.name} from round {first} of {total} on.")


def leave(ctx: click.Context, name: str, player: str, as_json: bool) -> None:
    """Let a player leave a league."""
    with places(ctx).open_store() as store, store.lock_making():
        league = store.leagues.find(name)
        player = whole_name(player, league.players)
        departure = members.leave(store, league, player)
        for row in departure.unplayed:  # it is recorded by now: doing it again does the rest
            answer = say_in(store, row, UMPIRE, VOID)
            if not answer.ok:
                raise UmpireError(f"{row.id} cannot be made void: {answer.text}")
    after, rounds = departure.rounds, departure.league.rules["rounds"]
    if as_json:
        put(
            {
                "league": league.name,
                "player": player,
                "left": after,
                "void": [row.id for row in departure.unplayed],
                "open": [row.id for row in departure.running],
                "rounds": rounds,
            }
        )
        return
    when = f"after round {after}" if after else "before round 1"
    click.echo(f"{printable(player)} has left {league.name} {when}.")
    for row in departure.unplayed:
        click.echo(f"{match_with_players(row)} is void: nobody has played in it.")
    for row in departure.running:
        click.echo(f"{match_with_players(row)} goes on, and will count.")
    click.echo(f"{league.name} has {counted(rounds, 'round')}.")


def _joining(league: League, name: str) -> str:
    """Return the name of a player who may join, as it is spelt already. Raises UmpireError."""
    name = name.strip()
    for player in league.players:
        if name_key(player) == name_key(name):
            if not has_left(player, league.changes):
                raise UmpireError(f"{printable(player)} plays in {league.name} already.")
            return player
    try:
        check_names([*league.players, name])
    except BadHeader as error:
        raise UsageError(f"{_CANNOT_JOIN}: {error.problem.removesuffix('.')}.") from error
    header_for(
        league.game, (league.players[0], name), league.options, clock=True, refusal=_CANNOT_JOIN
    )
    return name
