"""`umpire league join` and `umpire league leave`: players come and go between the rounds."""

from collections.abc import Sequence
from dataclasses import replace

import click

from umpire.cli.output import put, warn
from umpire.cli.places import places
from umpire.errors import UmpireError, UsageError
from umpire.export.standings.reading import matches_of
from umpire.games.base import UMPIRE, VOID
from umpire.games.names import name_key
from umpire.games.text import counted, printable
from umpire.hosting.look_alikes import warn_of_look_alikes
from umpire.hosting.making import header_for
from umpire.hosting.players import whole_name
from umpire.live.speaking import say_in
from umpire.match import BadHeader
from umpire.match.header import check_names
from umpire.standings.membership import Change, has_left
from umpire.standings.pairing import Pair, rest_of_round_robin
from umpire.standings.results import Rules
from umpire.store import League, MatchRow, Store

_CANNOT_JOIN = "the player cannot join"


def join(ctx: click.Context, name: str, player: str, as_json: bool) -> None:
    """Let a player join a league, or come back to it."""
    with places(ctx).open_store() as store, store.alone():
        league = store.leagues.find(name)
        rounds = store.leagues.rounds(league.name)
        player = _joining(league, player)
        rules = Rules.from_json(league.rules)
        if rules.pairing == "swiss" and len(rounds) >= (rules.rounds or 0):
            raise UmpireError(f"all rounds of {league.name} are paired: nobody can join it now.")
        changed = replace(
            league,
            players=tuple(dict.fromkeys((*league.players, player))),
            changes=(*league.changes, Change(player, "joined", len(rounds))),
        )
        changed = _with_its_rounds(changed, rounds)
        warn_of_look_alikes(changed.players, warn)
        store.leagues.change_players(changed, rounds)
    first, total = len(rounds) + 1, changed.rules["rounds"]
    if as_json:
        put({"league": league.name, "player": player, "joined": first, "rounds": total})
        return
    click.echo(f"{printable(player)} plays in {league.name} from round {first} of {total} on.")


def leave(ctx: click.Context, name: str, player: str, as_json: bool) -> None:
    """Let a player leave a league."""
    with places(ctx).open_store() as store, store.alone():
        league = store.leagues.find(name)
        player = whole_name(player, league.players)
        rounds = store.leagues.rounds(league.name)
        rows = [row for row in matches_of(store, league.name) if player in row.players]
        unplayed = [row for row in rows if _is_unplayed(store, row)]
        open_yet = [row for row in rows if not row.is_over and row not in unplayed]
        if not has_left(player, league.changes):
            paired = rounds
            rounds = _without(player, paired, [row for row in rows if row not in unplayed])
            last = len(rounds) if rounds == paired else _last_round(player, rounds)
            change = Change(player, "left", last)
            league = replace(league, changes=(*league.changes, change))
            league = _with_its_rounds(league, rounds)
            store.leagues.change_players(league, rounds)
        elif not unplayed:
            raise UmpireError(f"{printable(player)} has left {league.name} already.")
        _give_up_half_made(store, league, player)
        for row in unplayed:  # once this is recorded, so that doing it again does the rest
            answer = say_in(store, row, UMPIRE, VOID)
            if not answer.ok:
                raise UmpireError(f"{row.id} cannot be made void: {answer.text}")
    after = next(one.rounds for one in reversed(league.changes) if one.player == player)
    if as_json:
        put(
            {
                "league": league.name,
                "player": player,
                "left": after,
                "void": [row.id for row in unplayed],
                "open": [row.id for row in open_yet],
                "rounds": league.rules["rounds"],
            }
        )
        return
    when = f"after round {after}" if after else "before round 1"
    click.echo(f"{printable(player)} has left {league.name} {when}.")
    for row in unplayed:
        click.echo(f"{_called(row)} is void: nobody has played in it.")
    for row in open_yet:
        click.echo(f"{_called(row)} goes on, and will count.")
    click.echo(f"{league.name} has {counted(league.rules['rounds'], 'round')}.")


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


def _with_its_rounds(league: League, rounds: Sequence[Sequence[Pair]]) -> League:
    """Return a league with the number of rounds that its players need; a Swiss keeps its own."""
    rules = Rules.from_json(league.rules)
    if rules.pairing == "swiss":
        return league
    rest = rest_of_round_robin(league.active, rounds, double=rules.double)
    return replace(league, rules=replace(rules, rounds=len(rounds) + len(rest)).to_json())


def _is_unplayed(store: Store, row: MatchRow) -> bool:
    """Return whether a match of a round is not over and no player has entered anything in it."""
    if row.is_over or row.fixture is None or row.fixture.round is None:
        return False
    return not any(line.ok and line.by in row.players for line in store.lines(row.id))


def _without(
    player: str, rounds: Sequence[Sequence[Pair]], played: Sequence[MatchRow]
) -> list[tuple[Pair, ...]]:
    """Return rounds without the pairs in which a player has not played."""
    kept = {(row.fixture and row.fixture.round, row.players) for row in played}
    return [
        tuple(
            pair for pair in pairs if len(pair) == 1 or player not in pair or (number, pair) in kept
        )
        for number, pairs in enumerate(rounds, 1)
    ]


def _last_round(player: str, rounds: Sequence[Sequence[Pair]]) -> int:
    """Return the last round in which a player has a match; 0 if there is none."""
    numbered = enumerate(rounds, 1)
    return max(
        (n for n, pairs in numbered for pair in pairs if player in pair and len(pair) == 2),
        default=0,
    )


def _give_up_half_made(store: Store, league: League, player: str) -> None:
    for one in store.unfinished.all():
        if one.fixture and one.fixture.league == league.name and player in one.players:
            store.unfinished.drop(one.id)


def _called(row: MatchRow) -> str:
    return f"{row.id} ({printable(' – '.join(row.players))})"
