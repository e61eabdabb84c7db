"""Plan a new league: read its players, and check that they can play its matches."""

import re
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import ceil, log2
from pathlib import Path

from umpire.catalogue import find_game
from umpire.errors import UsageError
from umpire.games.text import pluralize, quote
from umpire.hosting.match_requests import explain_bad_options, header_for
from umpire.hosting.players import split_names
from umpire.json_types import JsonObject
from umpire.leagues.names_file import read_text
from umpire.leagues.pairing import most_rounds, round_robin
from umpire.leagues.results import Rules
from umpire.match.header import check_names
from umpire.store import League
from umpire.store.worldtime import rfc3339

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}", re.ASCII)
_LONGEST_TITLE = 80
_REFUSAL = "the league cannot be made"


def plan_league(
    name: str,
    game: str,
    players: Sequence[str],
    options: JsonObject,
    rules: Rules,
    title: str | None = None,
) -> League:
    """Return a new league, for `store.leagues.add`. Raises UsageError.

    `players` are in order of strength, and `options` are those of all its matches. The `rounds` of
    the rules are for a Swiss: None means as many as it takes to find one winner.
    """
    if _NAME.fullmatch(name) is None:
        raise UsageError(
            f"{quote(name)} cannot name a league: use 1 to 40 small letters, digits and hyphens, "
            "such as winter-2027. For the name that readers see, add --title."
        )
    _check_players(game, players, options)
    rules = replace(rules, rounds=_number_of_rounds(players, rules))
    return League(
        name=name,
        title=_check_title(name if title is None else title.strip()),
        game=find_game(game).id,
        players=tuple(players),
        options=options,
        rules=rules.to_json(),
        started=rfc3339(time.time()),
    )


def read_players(text: str) -> list[str]:
    """Read names separated by commas, or a file with one name per line. Raises UsageError."""
    if "," in text:
        return split_names(text)
    refusal = (
        f"--players {quote(text)} is neither names such as Ana,Bo,Cleo nor a file that can be read"
    )
    lines = read_text(Path(text), refusal).splitlines()
    return [line.strip() for line in lines if line.strip()]


def _check_players(game: str, players: Sequence[str], options: JsonObject) -> None:
    """Raise UsageError unless any two of them could play a match with these options."""
    installed_game = find_game(game)
    if 2 not in installed_game.seats:
        raise UsageError(f"{installed_game.title} is not for two players, and a league pairs two.")
    if len(players) < 2:
        raise UsageError("a league needs at least two players, such as Ana,Bo,Cleo.")
    with explain_bad_options(_REFUSAL):
        check_names(players)
    for pair in pairwise(players):
        header_for(game, pair, options, clock=True, refusal=_REFUSAL)


def _number_of_rounds(players: Sequence[str], rules: Rules) -> int:
    if rules.pairing == "round-robin":
        return len(round_robin(players, double=rules.double))
    most = most_rounds(len(players))
    if rules.rounds is not None and rules.rounds > most:
        raise UsageError(
            f"--rounds {rules.rounds} is too many: {pluralize(len(players), 'player')} can play at "
            f"most {pluralize(most, 'round')} before two of them must meet again."
        )
    return rules.rounds or ceil(log2(len(players)))


def _check_title(title: str) -> str:
    if not 1 <= len(title) <= _LONGEST_TITLE or not title.isprintable():
        raise UsageError(
            f"--title {quote(title)} cannot be shown: use 1 to {_LONGEST_TITLE} printable "
            "characters."
        )
    return title
