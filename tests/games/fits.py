"""Whether every text of a game's pages fits its cell: on the board, the tables, the other tabs."""

from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

from umpire.export.picture import _width, _wrapped
from umpire.games.base import AnyGame
from umpire.match import Header, Match, asking, begin, judge, screen
from umpire.sheets.context import Context, Page, pages
from umpire.sheets.drawing import Drawing, DrawnCell, Renderer
from umpire.sheets.template import Template, find_template

PLAYERS = ("Ana", "Bo")
LINE = 1.2 * 4 / 3
"""The height of a line in pixels, for each point of its font."""
ABOVE_AND_BELOW = 1

Cut = set[tuple[str | None, str]]
"""Texts that are cut off, each with whose page it stands on."""


def moments(
    game: AnyGame, options: Mapping[str, Any], seed: int
) -> Iterator[tuple[Match, dict[str | None, list[str]]]]:
    """A random match, and what each viewer has been told, the newest first."""
    random = Random(seed)
    match = begin(Header(game.id, PLAYERS, dict(options)), game).match
    told: dict[str | None, list[str]] = {viewer: [] for viewer in (None, *PLAYERS)}
    while match.pending:
        yield match, told
        owed = random.choice(match.pending)
        answer = asking.random_answer(match, owed, random)
        judgement = judge(match, {"t": match.now + 1, "by": owed.by, "say": answer})
        match = judgement.match
        for event in judgement.events:
            for viewer, texts in told.items():
                if event.only in (None, viewer):
                    texts.insert(0, event.text)
    yield match, told


def cut_in_a_match(
    game: AnyGame, seed: int, options: Mapping[str, Any] | None = None, most: int = 80
) -> Cut:
    """What is cut off in every other one of the first moments of a random match."""
    template = find_template(game.id)
    drawn = {
        viewer: [(page, Renderer(page, template.palette)) for page in opened]
        for viewer, opened in _opened(game, template).items()
    }
    cut: Cut = set()
    for match, told in islice(moments(game, options or {}, seed), 0, most, 2):
        for viewer, renderers in drawn.items():
            suffix = "" if viewer is None else f"_{PLAYERS.index(viewer) + 1}"
            blocks = {f"{name}{suffix}": rows for name, rows in screen(match, viewer).items()}
            for page, renderer in renderers:
                now = {**blocks, **_by_the_shell(page, match, viewer, suffix, told[viewer])}
                cut |= {(viewer, text) for text in too_long(renderer.draw(now))}
    return cut


def cut_in_the_rules(game: AnyGame, clock: bool) -> list[str]:
    """What is cut off on the page of rules."""
    template = find_template(game.id)
    made = pages(template, Context("m", game.title, PLAYERS, seat=1, clock=clock))
    (rules,) = (page for page in made if page.title == "Rules")
    return too_long(Renderer(rules, template.palette).draw({}))


def _opened(game: AnyGame, template: Template) -> dict[str | None, list[Page]]:
    """The pages that show each viewer the match."""
    seats = {None: None, **{name: seat for seat, name in enumerate(PLAYERS, 1)}}
    fixed: Collection[str] = ("Moves", "Rules")
    return {
        viewer: [
            page
            for page in pages(template, Context("m", game.title, PLAYERS, seat=seat))
            if page.title not in fixed
        ]
        for viewer, seat in seats.items()
    }


def _by_the_shell(
    page: Page, match: Match, viewer: str | None, suffix: str, told: list[str]
) -> dict[str, tuple[tuple[str, ...], ...]]:
    """What stands on a page besides the game's own blocks: what happened, and what is asked."""
    blocks: dict[str, tuple[tuple[str, ...], ...]] = {}
    events, ask = f"events{suffix}", f"ask{suffix}"
    if events in page.names:
        blocks[events] = tuple((text,) for text in told[: page.names[events].height])
    owed = None if viewer is None else match.owed_by(viewer)
    if owed is not None and ask in page.names:
        blocks[ask] = ((asking.ask(match, owed),),)
    return blocks


def too_long(drawing: Drawing) -> list[str]:
    """The texts that are cut off."""
    return [cell.text for cell in drawing.cells if cell.text and is_cut(drawing, cell)]


def is_cut(drawing: Drawing, cell: DrawnCell) -> bool:
    look = cell.look
    height = sum(drawing.heights[cell.row : cell.row + cell.rows])
    room = sum(drawing.widths[cell.column : cell.column + cell.columns]) - 2 * look.padding
    if height == 0 or look.overlong == "overflow":
        return False
    if look.overlong == "clip":
        return _width(cell.text, look) > room
    lines = [line for part in cell.text.split("\n") for line in _wrapped(part, look, room)]
    return len(lines) * LINE * look.size > height - ABOVE_AND_BELOW
