"""`umpire league leave`: let a player leave, and print what happens to their matches."""

from collections.abc import Iterator

from umpire.errors import UmpireError
from umpire.games.base import UMPIRE, VOID
from umpire.games.text import pluralize, printable
from umpire.hosting.players import find_player
from umpire.json_types import JsonObject
from umpire.leagues import members
from umpire.leagues.members import Departure
from umpire.leagues.rounds import match_with_players
from umpire.live.speaking import say_in
from umpire.store import Store


def leave(store: Store, name: str, player: str) -> Departure:
    """Let a player leave a league, and make the matches void that nobody has played.

    The departure is recorded first, so running this again does what is left. Raises UmpireError.
    """
    league = store.leagues.find(name)
    departure = members.leave(store, league, find_player(player, league.players))
    for row in departure.unplayed:
        answer = say_in(store, row, UMPIRE, VOID)
        if not answer.ok:
            raise UmpireError(f"{row.id} cannot be made void: {answer.text}")
    return departure


def document(departure: Departure) -> JsonObject:
    """Return who has left which league, for programs."""
    return {
        "league": departure.league.name,
        "player": departure.player,
        "left": departure.rounds,
        "void": [row.id for row in departure.unplayed],
        "open": [row.id for row in departure.running],
        "rounds": departure.league.rules["rounds"],
    }


def lines(departure: Departure) -> Iterator[str]:
    """Yield who has left which league, and what happens to their matches."""
    league, after = departure.league, departure.rounds
    when = f"after round {after}" if after else "before round 1"
    yield f"{printable(departure.player)} has left {league.name} {when}."
    for row in departure.unplayed:
        yield f"{match_with_players(row)} is void: nobody has played in it."
    for row in departure.running:
        yield f"{match_with_players(row)} goes on, and will count."
    yield f"{league.name} has {pluralize(league.rules['rounds'], 'round')}."
