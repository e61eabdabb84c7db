"""`umpire league` by itself: list the leagues."""

import click

from umpire.app_context import AppContext
from umpire.cli.output import put
from umpire.games.text import counted, printable
from umpire.json_types import JsonObject
from umpire.leagues.membership import described
from umpire.leagues.results import Rules
from umpire.leagues.standings import matches_of
from umpire.store import League, Store
from umpire.store.records import MembershipChange, has_left


def list_leagues(app: AppContext, *, as_json: bool) -> None:
    """List the leagues with their games, their players and how many rounds are paired."""
    with app.open_store() as store:
        leagues = [_as_json(store, league) for league in store.leagues.all()]
    if as_json:
        put(leagues)
        return
    for league in leagues:
        rules = Rules.from_json(league["rules"])
        players = ", ".join(map(_marked, league["players"]))
        click.echo(f"{league['name']}: {printable(league['title'])}, {league['game']}")
        click.echo(f"  {printable(players)}")
        click.echo(
            f"  {rules.pairing}, {league['paired']} of {counted(rules.rounds or 0, 'round')} "
            f"paired, {league['over']} of {league['matches']} matches over, {rules.points} points"
        )
    if not leagues:
        click.echo("There is no league yet. 'umpire league new' makes one.")


def _as_json(store: Store, league: League) -> JsonObject:
    """Return what programs are told about a league."""
    rows = matches_of(store, league.name)
    return {
        "name": league.name,
        "title": league.title,
        "game": league.game,
        "players": [_player(player, league.changes) for player in league.players],
        "rules": league.rules,
        "paired": len(store.leagues.rounds(league.name)),
        "matches": len(rows),
        "over": sum(row.is_over for row in rows),
        "started": league.started,
    }


def _player(player: str, changes: tuple[MembershipChange, ...]) -> JsonObject:
    own = [change for change in changes if change.player == player]
    return {"name": player, "membership": described(own), "has_left": has_left(player, own)}


def _marked(player: JsonObject) -> str:
    told = player["membership"]
    return f"{player['name']} ({told})" if told else str(player["name"])
