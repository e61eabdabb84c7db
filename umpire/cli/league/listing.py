"""`umpire league` by itself: the leagues as JSON and as text."""

from collections.abc import Iterator, Sequence

from umpire.games.text import pluralize, printable
from umpire.json_types import JsonObject
from umpire.leagues.membership import describe_membership
from umpire.leagues.results import Rules
from umpire.leagues.standings import matches_of
from umpire.store import League, Store
from umpire.store.records import MembershipChange, has_left


def document(store: Store, league: League) -> JsonObject:
    """Return everything about a league, for programs."""
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


def lines(leagues: Sequence[JsonObject]) -> Iterator[str]:
    """Yield the leagues, each with its game, its players and how many rounds are paired."""
    if not leagues:
        yield "There is no league yet. 'umpire league new' makes one."
    for league in leagues:
        rules = Rules.from_json(league["rules"])
        players = ", ".join(map(_name_with_membership, league["players"]))
        yield f"{league['name']}: {printable(league['title'])}, {league['game']}"
        yield f"  {printable(players)}"
        yield (
            f"  {rules.pairing}, {league['paired']} of {pluralize(rules.rounds or 0, 'round')} "
            f"paired, {league['over']} of {league['matches']} matches over, {rules.points} points"
        )


def _player(player: str, changes: tuple[MembershipChange, ...]) -> JsonObject:
    own = [change for change in changes if change.player == player]
    return {
        "name": player,
        "membership": describe_membership(own),
        "has_left": has_left(player, own),
    }


def _name_with_membership(player: JsonObject) -> str:
    membership = player["membership"]
    return f"{player['name']} ({membership})" if membership else str(player["name"])
