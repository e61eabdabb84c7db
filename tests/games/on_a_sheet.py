"""What the tests of the games' screens share: a match on its way, and that its blocks fit."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from umpire.games.base import CHANCE, AnyGame
from umpire.match import Header, Match, asking, begin, chance_answer, judge, screen
from umpire.sheets.context import Context, pages
from umpire.sheets.diff import check
from umpire.sheets.layout import laid_out
from umpire.sheets.template import find_template

SEED = "5e" * 32
PLAYERS = ("Ana", "Bo")


def begun(game: AnyGame, seed: str | None = None, **options: Any) -> Match:
    """A match of Ana and Bo at its start."""
    return begin(Header(game.id, PLAYERS, options, seed), game).match


def say(match: Match, by: str, text: str, t: float = 0.0) -> Match:
    """The match once somebody has said something that is taken."""
    judgement = judge(match, {"t": t, "by": by, "say": text})
    assert judgement.ok, judgement.error
    return judgement.match


def text(match: Match, name: str, viewer: str | None = None) -> str:
    """What stands in a block of one cell."""
    ((only,),) = screen(match, viewer)[name]
    return only


def stages(match: Match, random: Random, seconds: float = 1) -> Iterator[Match]:
    """A match played on at random: as it stands now, and after each line."""
    yield match
    while match.pending:
        owed = random.choice(match.pending)
        dealt = owed.by == CHANCE
        say = chance_answer(match, SEED) if dealt else asking.random_answer(match, owed, random)
        match = judge(match, {"t": match.now + seconds, "by": owed.by, "say": say}).match
        yield match


def assert_in_place(game: AnyGame, matches: Iterable[Match]) -> None:
    """At each stage each block has its place, and the same size as ever.

    That is so for everybody, and for the first and the last player.
    """
    first, *others = matches
    players, template = first.header.players, find_template(game.id)
    sizes: dict[str, list[int]] = {}
    for seat in (None, 1, len(players)) if template.tables else (None,):
        places = laid_out(pages(template, Context("m", game.title, players, seat=seat)))
        viewer, suffix = (None, "") if seat is None else (players[seat - 1], f"_{seat}")
        for match in (first, *others):
            blocks = {name + suffix: rows for name, rows in screen(match, viewer).items()}
            assert check(blocks, places) == ()
            for name, rows in blocks.items():
                assert all(isinstance(cell, str) for row in rows for cell in row)
                now = [len(row) for row in rows]
                assert sizes.setdefault(f"{viewer}: {name}", now) == now
