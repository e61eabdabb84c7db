"""`umpire league pair`: pair the next round of a league, and make its matches."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TypeAlias

import click

from umpire.cli.output import Output, progress, put, warn
from umpire.cli.places import places
from umpire.errors import UmpireError, UsageError
from umpire.export.standings.reading import league_standings, matches_of
from umpire.games.text import listed, printable
from umpire.hosting.accounts import connections
from umpire.hosting.creation import CreatedMatch
from umpire.hosting.links import link_lines, links_document, links_of
from umpire.hosting.making import HostingOptions, check_requests, make_matches
from umpire.hosting.players import whole_name
from umpire.json_types import JsonObject
from umpire.showing.links import list_links
from umpire.standings.names import Aliases
from umpire.standings.pairing import Pair, repeated, rest_of_round_robin, swiss_round
from umpire.standings.results import Rules
from umpire.store import Fixture, League, MatchRow, Store
from umpire.store.records import Addresses

_Paired: TypeAlias = tuple[int, Pair]
"""The number of a round, and one of its pairs."""

_NAMED = 5
"""The most matches that a sentence names."""

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
    with kept.open_store() as store, store.alone():
        league = store.leagues.find(name)
        out = _left_out(league, without)
        rounds = store.leagues.rounds(league.name)
        wanted = _unmade(store, league, rounds)
        is_new = not wanted
        notes: list[str] = []
        if is_new:
            paired = _next_round(store, league, rounds, out)
            wanted = [(len(rounds) + 1, players) for players in paired]
            notes = [*_notes(store, league, rounds, paired)]
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


def _unmade(store: Store, league: League, rounds: list[tuple[Pair, ...]]) -> list[_Paired]:
    """Return the pairs without a match, or with one whose links were perhaps never printed.

    Those of players who have left are left out.
    """
    unshown = {one.id for one in store.unfinished.unshown()}
    made = {
        (row.fixture, row.players)
        for row in matches_of(store, league.name)
        if row.id not in unshown
    }
    return [
        (number, players)
        for number, pairs in enumerate(rounds, 1)
        for players in pairs
        if len(players) == 2
        and {*players} <= {*league.active}
        and (Fixture(league.name, number), players) not in made
    ]


def _left_out(league: League, without: Sequence[str]) -> set[str]:
    """Return the players who are left out of a round. Raises UsageError."""
    if without and Rules.from_json(league.rules).pairing == "round-robin":
        raise UsageError(
            "--without is for a Swiss: in a round robin everyone meets everyone. If a player has "
            f"left, run 'umpire league leave {league.name} PLAYER'."
        )
    out = {whole_name(one, league.players) for one in without}
    if gone := [player for player in league.players if player in out - {*league.active}]:
        raise UsageError(f"{listed(gone)} has left {league.name}: leave out --without {gone[0]}.")
    return out


def _next_round(
    store: Store, league: League, rounds: list[tuple[Pair, ...]], out: set[str]
) -> list[Pair]:
    """Return the pairs of the round after these. Raises UmpireError if there is none yet."""
    rules = Rules.from_json(league.rules)
    if rules.pairing == "round-robin":
        rest = rest_of_round_robin(league.active, rounds, double=rules.double)
    if not rest if rules.pairing == "round-robin" else len(rounds) >= (rules.rounds or 0):
        raise UmpireError(
            f"all rounds of {league.name} are paired. 'umpire standings --league {league.name}' "
            "shows the standings."
        )
    if rules.pairing == "round-robin":
        return rest[0]
    if waits := _open_in_rounds(store, league):
        raise UmpireError(
            f"round {len(rounds)} of {league.name} is not over: {_few(map(_name_of, waits))}. "
            "Wait for them, or end them with 'umpire forfeit'."
        )
    table = league_standings(store, league, Aliases()).table
    points = {row.player: row.points for row in table.rows}
    first = {player: number for number, player in enumerate(league.players)}
    ranked = [row.player for row in sorted(table.rows, key=lambda r: (r.place, first[r.player]))]
    playing = [player for player in ranked if player in league.active and player not in out]
    if len(playing) < 2:
        advice = "leave out fewer" if out else "'umpire league join' lets others play"
        raise UmpireError(f"fewer than two players are left: {advice}.")
    return swiss_round(playing, points, rounds)


def _open_in_rounds(store: Store, league: League) -> list[MatchRow]:
    """Return the matches of a league's rounds that are not over."""
    rows = matches_of(store, league.name)
    return [row for row in rows if row.fixture and row.fixture.round and not row.is_over]


def _notes(
    store: Store, league: League, rounds: Sequence[Sequence[Pair]], paired: Sequence[Pair]
) -> Iterator[str]:
    """Yield what the umpire should know of a new round."""
    number = len(rounds) + 1
    if waits := _open_in_rounds(store, league):
        these = _few(map(_name_of, waits))
        yield f"Round {number} is paired although not all before it is over: {these}."
    if Rules.from_json(league.rules).pairing == "swiss":
        for pair in repeated(paired, rounds):
            again = "have met before" if len(pair) == 2 else "has had a bye before"
            yield f"{' and '.join(pair)} {again}: no other pairing of this round is better."


def _few(names: Iterable[str]) -> str:
    """Return the first few names, and how many more there are."""
    every = [*names]
    more = [f"{len(every) - _NAMED} more"] if len(every) > _NAMED else []
    return listed([*every[:_NAMED], *more])


def _name_of(row: MatchRow) -> str:
    return f"{row.id} ({printable(' – '.join(row.players))})"


def _tell(
    paired: list[_Paired],
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
