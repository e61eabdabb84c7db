"""`umpire league pair`: pair the next round of a league, and make its matches."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import click

from umpire.cli.output import Output, progress, put, warn
from umpire.cli.places import places
from umpire.errors import UsageError
from umpire.games.text import listed, printable
from umpire.hosting.accounts import connections
from umpire.hosting.creation import CreatedMatch
from umpire.hosting.links import link_lines, links_document, links_of
from umpire.hosting.making import HostingOptions, check_requests, make_matches
from umpire.hosting.players import whole_name
from umpire.json_types import JsonObject
from umpire.leagues.results import Rules
from umpire.leagues.rounds import NumberedPair, next_round, notes_on, pairs_without_match
from umpire.projections.links import list_links
from umpire.store import Fixture, League
from umpire.store.records import Addresses

_LONG = 500


def pair(
    ctx: click.Context,
    name: str,
    dry_run: bool,
    without: tuple[str, ...],
    hosting: HostingOptions,
    credentials: Path | None,
    as_json: bool,
) -> None:
    """Pair the next round of a league, and make its matches."""
    kept = places(ctx)
    with kept.open_store() as store, store.lock_making():
        league = store.leagues.find(name)
        out = _left_out(league, without)
        rounds = store.leagues.rounds(league.name)
        wanted = pairs_without_match(store, league, rounds)
        is_new = not wanted
        notes: list[str] = []
        if is_new:
            paired = next_round(store, league, rounds, out)
            wanted = [(len(rounds) + 1, players) for players in paired]
            notes = [*notes_on(store, league, rounds, paired)]
        elif out:
            raise UsageError(
                f"--without is for a new round, and matches of round {wanted[0][0]} are yet to be "
                "made: leave it out."
            )
        matches = [(number, players) for number, players in wanted if len(players) == 2]
        requests = [
            hosting.request(
                hosting.header(league.game, players, league.options),
                league.players,
                fixture=Fixture(league.name, number),
            )
            for number, players in matches
        ]
        if dry_run:
            told = [{"round": number, "players": list(players)} for number, players in matches]
            _tell(wanted, league, told, notes, as_json=as_json)
            return
        connect = connections(kept.folder(), credentials, warn)
        if is_new:
            check_requests(connect, requests, progress)
            store.leagues.add_round(league.name, len(rounds) + 1, paired)
        told = []
        say = Output(as_json).tell
        for made in make_matches(store, connect, requests, progress, say=say):
            links = links_of(made.hosting, kept.folder())
            told.append(_as_json(made, links))
            if not as_json:
                click.echo("\n".join(_lines(made, links)))
    _tell(wanted, league, told, notes, as_json=as_json)


def _left_out(league: League, without: Sequence[str]) -> set[str]:
    """Return the players who are left out of a round. Raises UsageError."""
    if without and Rules.from_json(league.rules).pairing == "round-robin":
        raise UsageError(
            "--without is for a Swiss: in a round robin everyone meets everyone. If a player has "
            f"left, run 'umpire league leave {league.name} PLAYER'."
        )
    out = {whole_name(one, league.players) for one in without}
    if gone := [player for player in league.players if player in out - {*league.active_players}]:
        raise UsageError(f"{listed(gone)} has left {league.name}: leave out --without {gone[0]}.")
    return out


def _tell(
    paired: list[NumberedPair],
    league: League,
    matches: list[JsonObject],
    notes: list[str],
    *,
    as_json: bool,
) -> None:
    """Print the pairs round by round, as text or with their matches as JSON."""
    if as_json:
        pairs = [list(players) for _, players in paired]
        told = {"round": paired[0][0], "pairs": pairs, "matches": matches}
        put(told | ({"notes": notes} if notes else {}))
        return
    for note in notes:
        click.echo(printable(note, _LONG))
    for number, of_round in groupby(paired, key=itemgetter(0)):
        click.echo(f"Round {number} of {league.rules['rounds']}, seats in this order:")
        for _, players in of_round:
            text = " – ".join(players) if len(players) == 2 else f"{players[0]} has a bye"
            click.echo(f"  {printable(text)}")


def _as_json(made: CreatedMatch, links: Addresses) -> JsonObject:
    return {
        "id": made.row.id,
        "round": _round(made),
        "players": list(made.row.players),
        "commitment": made.row.commitment,
        **links_document(links, made.row.players),
        "warnings": list(made.warnings),
    }


def _lines(made: CreatedMatch, links: Addresses) -> Iterator[str]:
    yield f"{made.row.id}, round {_round(made)}: {printable(' – '.join(made.row.players))}"
    yield from link_lines(list_links(links, made.row.players))
    yield from map(printable, made.warnings)


def _round(made: CreatedMatch) -> int | None:
    return made.row.fixture and made.row.fixture.round
