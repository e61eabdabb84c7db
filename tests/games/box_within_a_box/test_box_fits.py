"""Every text fits its cell: on the board, the tables, the cards and the rules, in every phase."""

from collections.abc import Iterator
from random import Random

import pytest
from boxes import PLAYERS

from umpire.export.picture import _width, _wrapped
from umpire.games.box_within_a_box import GAME
from umpire.match import Header, Match, asking, begin, judge, screen
from umpire.sheets.context import Context, Page, pages
from umpire.sheets.drawing import Drawing, DrawnCell, Renderer
from umpire.sheets.template import find_template

TEMPLATE = find_template(GAME.id)
LINE = 1.2 * 4 / 3
"""The height of a line in pixels, for each point of its font."""
ABOVE_AND_BELOW = 1
EVERY = 11
"""Of so many moments of a match one is looked at."""


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


def opened(viewer: str | None) -> Page:
    """The page that a viewer has before them."""
    seat = None if viewer is None else PLAYERS.index(viewer) + 1
    return pages(TEMPLATE, Context("m", GAME.title, PLAYERS, seat=seat))[0]


@pytest.mark.parametrize("seed", [5, 13])
def test_no_text_of_the_board_or_a_table_is_cut_off(seed: int) -> None:
    opens = {viewer: opened(viewer) for viewer in (None, *PLAYERS)}
    renderers = {viewer: Renderer(page, TEMPLATE.palette) for viewer, page in opens.items()}
    cut = set()
    for at, (match, told) in enumerate(moments(seed)):
        if at % EVERY and match.pending:
            continue
        for viewer, page in opens.items():
            suffix = "" if viewer is None else f"_{PLAYERS.index(viewer) + 1}"
            blocks = {f"{name}{suffix}": rows for name, rows in screen(match, viewer).items()}
            rows = page.names[f"events{suffix}"].height
            blocks[f"events{suffix}"] = tuple((text,) for text in told[viewer][:rows])
            if viewer is not None and (owed := match.owed_by(viewer)) is not None:
                blocks[f"ask{suffix}"] = ((asking.ask(match, owed),),)
            cut |= {(viewer, text) for text in too_long(renderers[viewer].draw(blocks))}
    assert cut == set()


def test_no_text_of_the_cards_is_cut_off() -> None:
    match = begin(Header(GAME.id, PLAYERS, {}), GAME).match
    made = pages(TEMPLATE, Context("m", GAME.title, PLAYERS))
    (cards,) = [page for page in made if page.title == "Cards"]
    assert too_long(Renderer(cards, TEMPLATE.palette).draw(screen(match, None))) == []


@pytest.mark.parametrize("clock", [True, False])
def test_no_text_of_the_rules_is_cut_off(clock: bool) -> None:
    made = pages(TEMPLATE, Context("m", GAME.title, PLAYERS, seat=1, clock=clock))
    (rules,) = [page for page in made if page.title == "Rules"]
    assert too_long(Renderer(rules, TEMPLATE.palette).draw({})) == []
