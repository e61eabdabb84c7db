"""`umpire league new` and `umpire league delete`."""

import re
import time
from itertools import pairwise
from math import ceil, log2
from pathlib import Path

import click

from umpire.app_context import AppContext
from umpire.catalogue import find_game
from umpire.cli.names_file import read_text
from umpire.cli.output import confirm_deletion, put, warn
from umpire.errors import UsageError
from umpire.games.text import counted, quoted
from umpire.hosting.look_alikes import warn_of_look_alikes
from umpire.hosting.making import header_for, options_checked
from umpire.hosting.options_file import read_options
from umpire.hosting.players import split_names
from umpire.leagues.pairing import most_rounds, round_robin
from umpire.leagues.results import (
    Pairing,
    Rules,
    read_points,
    read_tie_breaks,
)
from umpire.match.header import check_names
from umpire.store import League
from umpire.store.worldtime import rfc3339

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}", re.ASCII)
_LONGEST_TITLE = 80
_CANNOT = "the league cannot be made"


def new(
    app: AppContext,
    name: str,
    game: str,
    players: str,
    pairing: Pairing,
    double: bool,
    rounds: int | None,
    points: str,
    tie_breaks: str,
    options: str,
    title: str | None,
    as_json: bool,
) -> None:
    """Make a league."""
    if _NAME.fullmatch(name) is None:
        raise UsageError(
            f"{quoted(name)} cannot name a league: use 1 to 40 small letters, digits and hyphens, "
            "such as winter-2027. For the name that readers see, add --title."
        )
    names = _read_players(players)
    given = read_options(options)
    _check_players(game, names, given)
    if pairing == "round-robin":
        rounds = len(round_robin(names, double=double))
    elif rounds is not None and rounds > (most := most_rounds(len(names))):
        raise UsageError(
            f"--rounds {rounds} is too many: {counted(len(names), 'player')} can play at most "
            f"{counted(most, 'round')} before two of them must meet again."
        )
    league = League(
        name=name,
        title=_title(title, name),
        game=find_game(game).id,
        players=tuple(names),
        options=given,
        rules=Rules(
            points=read_points(points),
            tie_breaks=read_tie_breaks(tie_breaks),
            pairing=pairing,
            double=double,
            rounds=rounds or ceil(log2(len(names))),
        ).to_json(),
        started=rfc3339(time.time()),
    )
    warn_of_look_alikes(names, warn)
    with app.open_store() as store:
        store.leagues.add(league)
    if as_json:
        put({"league": name, "players": names, "rules": league.rules})
        return
    click.echo(
        f"{name} is made: {counted(len(names), 'player')}, "
        f"{counted(league.rules['rounds'], 'round')}. 'umpire league pair {name}' makes the first "
        "round's matches."
    )


def delete(app: AppContext, name: str, yes: bool, as_json: bool) -> None:
    """Delete a league, once that is confirmed."""
    with app.open_store() as store:
        league = store.leagues.find(name)
        if not yes:
            confirm_deletion(f"Delete the league {league.name}?")
        store.leagues.delete(league.name)
    if as_json:
        put({"league": league.name, "deleted": True})
        return
    click.echo(f"{league.name} is deleted. Its matches stay, outside any league.")


def _read_players(given: str) -> list[str]:
    """Read names separated by commas, or a file of names. Raises UsageError."""
    if "," in given:
        return split_names(given)
    refusal = (
        f"--players {quoted(given)} is neither names such as Ana,Bo,Cleo nor a file that can be "
        "read"
    )
    text = read_text(Path(given), refusal)
    return [line.strip() for line in text.splitlines() if line.strip()]


def _check_players(game: str, names: list[str], options: dict[str, object]) -> None:
    """Raise UsageError unless any two of them could play a match with these options."""
    found = find_game(game)
    if 2 not in found.seats:
        raise UsageError(f"{found.title} is not for two players, and a league pairs two.")
    if len(names) < 2:
        raise UsageError("a league needs at least two players, such as Ana,Bo,Cleo.")
    with options_checked(_CANNOT):
        check_names(names)
    for pair in pairwise(names):
        header_for(game, pair, dict(options), clock=True, refusal=_CANNOT)


def _title(given: str | None, name: str) -> str:
    title = name if given is None else given.strip()
    if not 1 <= len(title) <= _LONGEST_TITLE or not title.isprintable():
        raise UsageError(
            f"--title {quoted(title)} cannot be shown: use 1 to {_LONGEST_TITLE} printable "
            "characters."
        )
    return title
