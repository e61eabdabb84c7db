"""The blocks and forms of every game have their places on its sheets, at every moment."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from own_games import OURS

from umpire.match import Match, asking, screen
from umpire.sheets.context import Context, pages
from umpire.sheets.diff import find_misfits
from umpire.sheets.layout import template_places
from umpire.sheets.template import find_template
from umpire.testing import opened, random_match

STARTS: list[tuple[str, int, dict[str, Any]]] = [
    ("devils-deal", 2, {}),
    ("box-within-a-box", 2, {"clock": False}),
    ("denizens-of-tartarus", 2, {"decider": "Ana", "bank_seconds": 200, "turn_seconds": 5}),
    *(
        ("eighteenth-hell", 2, {"clock": False, "position": [{"block": a}, {"block": b, **more}]})
        for a, b, more in ((0, 0, {}), (2, 3, {}), (3, 4, {}), (4, 5, {"points": 30}))
    ),
    *(
        ("arcanoid", players, {"rounds": 1, "gaza": gaza, "clock": False})
        for players in range(2, 11)
        for gaza in (False, True)
    ),
]


def moments(name: str, players: int, options: dict[str, Any]) -> Iterator[Match]:
    """A random match at its start, and at every third moment after."""
    match = opened(OURS[name], players, **options)
    yield match
    for played in islice(random_match(match, Random(players)), 1, 240, 3):
        yield played.judgement.match


@pytest.mark.parametrize(("name", "players", "options"), STARTS)
def test_every_block_has_its_place_and_its_size(
    name: str, players: int, options: dict[str, Any]
) -> None:
    """For everybody, and for the first and the last player."""
    template = find_template(name)
    matches = [*moments(name, players, options)]
    names = matches[0].header.players
    sizes: dict[str, list[int]] = {}
    for seat in (None, 1, players) if template.tables else (None,):
        places = template_places(pages(template, Context("m", OURS[name].title, names, seat=seat)))
        viewer, suffix = (None, "") if seat is None else (names[seat - 1], f"_{seat}")
        for match in matches:
            blocks = {block + suffix: rows for block, rows in screen(match, viewer).items()}
            assert find_misfits(blocks, places) == ()
            for block, rows in blocks.items():
                now = [len(row) for row in rows]
                assert sizes.setdefault(f"{viewer}: {block}", now) == now


@pytest.mark.parametrize(("name", "players", "options"), STARTS[:8])
def test_every_field_of_a_form_has_a_cell(name: str, players: int, options: dict[str, Any]) -> None:
    template = find_template(name)
    cells = {block for tab in (*template.tabs, *template.tables) for block in tab.named_rects}
    for match in moments(name, players, options):
        for pending in match.pending:
            assert {f"form_{field}" for field in asking.form(match, pending, {})} <= cells
