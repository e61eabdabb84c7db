"""Every text fits its cell: on the board, the tables and the page of rules, in every phase."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from devils_table import PLAYERS

from umpire.export.picture import _width, _wrapped
from umpire.games.devils_deal import GAME
from umpire.match import Header, Match, asking, begin, judge, screen
from umpire.sheets.context import Context, Page, pages
from umpire.sheets.drawing import Drawing, DrawnCell, Renderer
from umpire.sheets.template import find_template

TEMPLATE = find_template(GAME.id)
LINE = 1.2 * 4 / 3
"""The height of a line in pixels, for each point of its font."""
ABOVE_AND_BELOW = 1
MOST = 80
"""So many moments of a match are looked at, every other one."""


def moments(seed: int) -> Iterator[tuple[Match, dict[str | None, list[str]]]]:
    """A random match, and what each viewer has been told, the newest first."""
    random = Random(seed)
    match = begin(Header(GAME.id, PLAYERS, {}), GAME).match
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


def opened() -> dict[str | None, Page]:
    """The page that each viewer has before them."""
    seats = {None: None, **{name: seat for seat, name in enumerate(PLAYERS, 1)}}
    return {
        viewer: pages(TEMPLATE, Context("m", GAME.title, PLAYERS, seat=seat))[0]
        for viewer, seat in seats.items()
    }


@pytest.mark.parametrize("seed", [5, 13])
def test_no_text_of_the_board_or_a_table_is_cut_off(seed: int) -> None:
    renderers = {
        viewer: (page, Renderer(page, TEMPLATE.palette)) for viewer, page in opened().items()
    }
    cut = set()
    for match, told in islice(moments(seed), 0, MOST, 2):
        for viewer, (page, renderer) in renderers.items():
            suffix = "" if viewer is None else f"_{PLAYERS.index(viewer) + 1}"
            blocks = {f"{name}{suffix}": rows for name, rows in screen(match, viewer).items()}
            rows = page.names[f"events{suffix}"].height
            blocks[f"events{suffix}"] = tuple((text,) for text in told[viewer][:rows])
            if viewer is not None and (owed := match.owed_by(viewer)) is not None:
                blocks[f"ask{suffix}"] = ((asking.ask(match, owed),),)
            cut |= {(viewer, text) for text in too_long(renderer.draw(blocks))}
    assert cut == set()


@pytest.mark.parametrize("clock", [True, False])
def test_no_text_of_the_rules_is_cut_off(clock: bool) -> None:
    made = pages(TEMPLATE, Context("m", GAME.title, PLAYERS, seat=1, clock=clock))
    (rules,) = [page for page in made if page.title == "Rules"]
    assert too_long(Renderer(rules, TEMPLATE.palette).draw({})) == []
