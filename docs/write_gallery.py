"""Write docs/gallery.md: a finished match of each game, exported: `python docs/write_gallery.py`.

The matches are played by random answers from given seeds, so that every run makes the same ones.
"""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from umpire import __version__
from umpire.catalogue import find_game
from umpire.export.formats import ExportRequest, LoggedMatch, export
from umpire.games.base import UMPIRE
from umpire.match import Header, Match, asking, commitment
from umpire.projections.match_history import first_history
from umpire.projections.pending_lines import NewInput, PendingLines
from umpire.store import MatchRow, Store
from umpire.store.records import log_header
from umpire.store.worldtime import rfc3339

PAGE = Path(__file__).with_name("gallery.md")
GALLERY = Path(__file__).with_name("gallery")
BEGAN = 1_767_268_800.0
"""2026-01-01 at noon, UTC."""
_SLIP = 0.03
"""How often somebody types what is no answer, and is told so."""
SEED = "9a11e4" * 10 + "2026"


_TOP = """# A gallery

A finished match of each game, as [exports](exports.md) show it: the board at the end, the brief
for a chat, and all moves. The players are bots who say whatever is legal, so learn the notation
here and not how to win. The matches follow from given seeds: `python docs/write_gallery.py` plays
them again, a test compares, and it writes the [replay](replay.md) of each into the folder
`gallery` beside this page, to be opened in a browser.
"""


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A match of the gallery: its game, its players, and the luck of its answers."""

    game: str
    players: tuple[str, ...]
    luck: int


EXHIBITS = (
    Exhibit("arcanoid", ("Ana", "Bo", "Cy"), 5),
    Exhibit("box-within-a-box", ("Ana", "Bo"), 2),
    Exhibit("denizens-of-tartarus", ("Ana", "Bo"), 2),
    Exhibit("devils-deal", ("Ana", "Bo"), 11),
    Exhibit("eighteenth-hell", ("Ana", "Bo"), 8),
)


def play(store: Store, exhibit: Exhibit) -> MatchRow:
    """Play a match from its cuts to its closing into the store."""
    game, random = find_game(exhibit.game), Random(exhibit.luck)
    rules, started = Header(game.id, exhibit.players, {"cut": True}), rfc3339(BEGAN)
    match_id = store.new_id(game.id)
    header = log_header(rules, match_id, __version__, started, commitment(rules, SEED))
    log = PendingLines(replace(first_history(header, game), has_begun=True), SEED, started)
    log.answer_chance(0.0)
    while log.history.match.outcome is None:
        for said in _one_turn(log.history.match, random):
            log.at = rfc3339(BEGAN + said.t)
            log.judge(said)
    log.judge(NewInput(log.history.match.now, UMPIRE, "close"))
    match = log.history.match
    store.create(
        match_id,
        header,
        SEED,
        engine=__version__,
        started=started,
        lines=log.lines,
        status=match.status,
        outcome=match.outcome,
    )
    return store.find(match_id)


def _one_turn(match: Match, random: Random) -> Iterator[NewInput]:
    """Yield what somebody who owes an answer types, after some thought."""
    pending = random.choice([pending for pending in match.pending if not pending.locked])
    falls, wait = match.falls_at(), random.uniform(3, 40)
    t = round(match.now + wait if falls is None else min(match.now + wait, falls), 1)
    if random.random() < _SLIP:
        yield NewInput(t, pending.by, "my turn?")
    locks = asking.can_lock(match, pending)
    yield NewInput(t, pending.by, "lock" if locks else asking.random_answer(match, pending, random))


def files(store: Store, row: MatchRow) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the content of each file of a match that is kept with these pages."""
    order = ExportRequest(LoggedMatch(store, row, find_game(row.game)))
    yield f"{row.game}.md", export("md", order)
    yield f"{row.game}.svg", export("svg", order)


def page(store: Store, rows: list[MatchRow]) -> str:
    """Return the page: of each match its board at the end and its brief, and links to the rest."""
    return "\n".join([_TOP, *(_section(store, row) for row in rows)])


def _section(store: Store, row: MatchRow) -> str:
    order = ExportRequest(LoggedMatch(store, row, find_game(row.game)), brief=True)
    game, told = find_game(row.game).title, export("md", order).decode()
    quoted = "".join(f"> {line}  \n" for line in told.splitlines()[1:] if line)
    board = f"![The board at the end](gallery/{row.game}.svg)"
    return f"## {game}\n\n{board}\n\n{quoted}\n[All moves](gallery/{row.game}.md)\n"


def main() -> None:
    """Write the gallery: the page, what goes with it, and the replays, which are not kept."""
    GALLERY.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder)) as store:
        rows = [play(store, exhibit) for exhibit in EXHIBITS]
        for row in rows:
            for name, content in files(store, row):
                (GALLERY / name).write_bytes(content)
            replay = export("html", ExportRequest(LoggedMatch(store, row, find_game(row.game))))
            (GALLERY / f"{row.game}.html").write_bytes(replay)
        PAGE.write_text(page(store, rows), "utf-8")


if __name__ == "__main__":
    main()
