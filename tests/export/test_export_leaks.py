"""While a match is not closed no export tells a secret: twins have the same.

Twins are two matches that differ only in what a viewer may not know.
"""

from collections.abc import Iterable
from itertools import islice, takewhile
from pathlib import Path
from random import Random

import pytest

from umpire.catalogue import find_game
from umpire.export.formats import FORMATS, Order, export
from umpire.games.base import CHANCE, AnyGame
from umpire.json_types import JsonObject
from umpire.match import Match, commitment, header_hash, judge
from umpire.store import LogLine, Store
from umpire.store.records import log_header
from umpire.store.replay import chained
from umpire.testing.matches import NAMES, SEED, opened
from umpire.testing.secrets import Twins, twins

GAMES = {
    "arcanoid": {"move_seconds": 60, "poll_seconds": 10, "variant": "KOBLENZ"},
    "box-within-a-box": {},
    "denizens-of-tartarus": {},
    "devils-deal": {},
    "eighteenth-hell": {},
}
DRAWN = {"md", "png", "svg", "xlsx", "html"}
REPEATED = {"png", "xlsx"}
"""What shows a player no more than svg, csv and md do."""
FEW = 15
"""What takes a while is made once of each game and for each viewer, of so many lines."""
NOON = "2026-01-01T12:00:00.000Z"


@pytest.mark.parametrize("cut", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_twins_have_the_same_exports(tmp_path: Path, name: str, cut: bool) -> None:
    game, compared = find_game(name), 0
    for seed in range(2):
        for viewer in (None, *NAMES[:2]):
            match = opened(game, cut=cut, **GAMES[name])
            followed = twins(match, viewer, Random(seed), rejoin=False)
            alike = takewhile(lambda pair: not differs_openly(name, pair), followed)
            drawn = seed == 0 and not cut
            pairs = list(islice(alike, FEW if drawn else None))
            if not pairs:
                continue
            forms = FORMATS.keys() - (DRAWN if not drawn else REPEATED if viewer else set())
            exported = [
                exports(tmp_path / f"{seed} {viewer} {one}", game, match, lines, viewer, forms)
                for one, lines in enumerate(zip(*(pair.lines for pair in pairs), strict=True))
            ]
            for form, text in exported[0].items():
                assert text == exported[1][form], f"{viewer or 'public'} is told by the {form}"
            compared += 1
    assert compared > 0


def differs_openly(name: str, pair: Twins) -> bool:
    """Whether what all may hear is said in other words: of chance only Arcanoid's is secret."""
    if pair.lines[0] == pair.lines[1]:
        return False
    decision = pair.one.decision
    spelt = decision is not None and not decision.secret
    same_answer = spelt and pair.one.understood == pair.other.understood
    return same_answer or (pair.by == CHANCE and name != "arcanoid")


def exports(
    folder: Path,
    game: AnyGame,
    match: Match,
    said: tuple[JsonObject, ...],
    viewer: str | None,
    forms: Iterable[str],
) -> dict[str, bytes]:
    """Exports that a viewer may see."""
    header = log_header(match.header, "match-1", "0", NOON, commitment(match.header, SEED))
    kept, last = list[LogLine](), header_hash(header.to_json())
    for n, one in enumerate(said, 2):
        judged = judge(match, one)
        match = judged.match
        by, say = one.get("by"), one.get("say")
        cell = f"{by}!B{n}" if by in NAMES else None
        line = LogLine(n, one["t"], by, say, NOON, judged.ok, judged.code, judged.error, cell)
        last = chained(last, line, match)
        values = {name: getattr(line, name) for name in LogLine.__slots__}
        kept.append(LogLine(**(values | {"hash": last})))
    folder.mkdir()
    with Store.open(folder) as store:
        store.create("match-1", header, SEED, engine="0", started=NOON, lines=kept)
        order = Order(store, store.find("match-1"), game, viewer)
        return {name: export(name, order) for name in forms}
