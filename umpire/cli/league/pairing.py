"""`umpire league pair`: pair the next round of a league, and make its matches."""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TypeAlias

import click

from umpire.cli.links import links_as_json, links_told
from umpire.cli.live import credentials_option
from umpire.cli.making import HostingOptions, hosting_options, make_matches
from umpire.cli.places import places
from umpire.cli.players import whole_name
from umpire.cli.scripts import json_option, put
from umpire.errors import UmpireError
from umpire.export.standings.reading import league_standings, matches_of
from umpire.games.notation import listed, printable
from umpire.hosting.creation import CreatedMatch
from umpire.json_types import JsonObject
from umpire.showing.links import list_links
from umpire.standings.names import Aliases
from umpire.standings.pairing import Pair, round_robin, swiss_round
from umpire.standings.results import Rules
from umpire.store import Fixture, League, MatchRow, Store
from umpire.store.records import Addresses

_Paired: TypeAlias = tuple[int, Pair]
"""The number of a round, and one of its pairs."""


@click.command("pair")
@click.argument("name")
@click.option("--dry-run", is_flag=True, help="Show the pairs without making any match.")
@click.option(
    "--without",
    multiple=True,
    metavar="PLAYER",
    help="In a Swiss: leave out a player this round; repeat it for each.",
)
@hosting_options
@credentials_option
@json_option
@click.pass_context
def pair(
    ctx: click.Context,
    name: str,
    dry_run: bool,
    without: tuple[str, ...],
    hosting: HostingOptions,
    credentials: Path | None,
    as_json: bool,
) -> None:
    """Pair the next round of the league NAME, and make its matches as 'umpire new' does.

    You can pair a round robin ahead, a Swiss only when every match of the last round is over. If
    something goes wrong half way, run the same command again: it keeps the pairs, makes nothing
    twice, and makes deleted matches again.

    \b
    Examples:
      umpire league pair winter --dry-run
      umpire league pair winter --no-clock
      umpire league pair open --on google --share Ana=ana@example.org --share Bo=bo@example.org
    """
    kept = places(ctx)
    with kept.open_store() as store, store.alone():
        league = store.leagues.find(name)
        out = {whole_name(one, league.players) for one in without}
        rounds = store.leagues.rounds(league.name)
        wanted = _unmade(store, league, rounds)
        is_new = not wanted
        if is_new:
            paired = _next_round(store, league, rounds, out)
            wanted = [(len(rounds) + 1, players) for players in paired]
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
            _tell(wanted, league, told, as_json=as_json)
            return
        if is_new:
            store.leagues.add_round(league.name, len(rounds) + 1, paired)
        told = []
        for made, links in make_matches(
            *(store, kept.folder(), requests, credentials), quiet=as_json
        ):
            told.append(_as_json(made, links))
            if not as_json:
                click.echo("\n".join(_lines(made, links)))
    _tell(wanted, league, told, as_json=as_json)


def _unmade(store: Store, league: League, rounds: list[tuple[Pair, ...]]) -> list[_Paired]:
    """Return the pairs without a match, or with one whose links were perhaps never printed."""
    untold = {one.id for one in store.unfinished.untold()}
    made = {
        (row.fixture, row.players)
        for row in matches_of(store, league.name)
        if row.id not in untold or store.lines(row.id)
    }
    return [
        (number, players)
        for number, pairs in enumerate(rounds, 1)
        for players in pairs
        if len(players) == 2 and (Fixture(league.name, number), players) not in made
    ]


def _next_round(
    store: Store, league: League, rounds: list[tuple[Pair, ...]], out: set[str]
) -> list[Pair]:
    """Return the pairs of the round after these. Raises UmpireError if there is none yet."""
    rules = Rules.from_json(league.rules)
    if len(rounds) == rules.rounds:
        raise UmpireError(
            f"all rounds of {league.name} are paired. 'umpire standings --league {league.name}' "
            "shows the standings."
        )
    if rules.pairing == "round-robin":
        if out:
            raise UmpireError("--without is for a Swiss: in a round robin everyone meets everyone.")
        return round_robin(league.players, double=rules.double)[len(rounds)]
    open_yet = [row for row in matches_of(store, league.name) if row.fixture and row.fixture.round]
    if waits := [row for row in open_yet if not row.is_over]:
        raise UmpireError(
            f"round {len(rounds)} of {league.name} is not over: {listed(map(_name_of, waits))}. "
            "Wait for them, or end them with 'umpire forfeit'."
        )
    table = league_standings(store, league, Aliases()).table
    points = {row.player: row.points for row in table.rows}
    first = {player: number for number, player in enumerate(league.players)}
    ranked = [row.player for row in sorted(table.rows, key=lambda r: (r.place, first[r.player]))]
    playing = [player for player in ranked if player not in out]
    if len(playing) < 2:
        raise UmpireError("fewer than two players are left: leave out fewer.")
    return swiss_round(playing, points, rounds)


def _name_of(row: MatchRow) -> str:
    return f"{row.id} ({printable(' – '.join(row.players))})"


def _tell(
    paired: list[_Paired], league: League, matches: list[JsonObject], *, as_json: bool
) -> None:
    """Print the pairs round by round, as text or with their matches as JSON."""
    if as_json:
        pairs = [list(players) for _, players in paired]
        put({"round": paired[0][0], "pairs": pairs, "matches": matches})
        return
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
        **links_as_json(links, made.row.players),
        "warnings": list(made.warnings),
    }


def _lines(made: CreatedMatch, links: Addresses) -> Iterator[str]:
    yield f"{made.row.id}, round {_round(made)}: {printable(' – '.join(made.row.players))}"
    yield from links_told(list_links(links, made.row.players))
    yield from map(printable, made.warnings)


def _round(made: CreatedMatch) -> int | None:
    return made.row.fixture and made.row.fixture.round
