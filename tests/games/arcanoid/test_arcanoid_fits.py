"""Every text fits its cell: on the board, the tables and the page of rules, in every phase."""

from collections.abc import Iterator
from random import Random

import pytest
from arcanoid_table import NAMES

from umpire.export.picture import _width, _wrapped
from umpire.games.arcanoid import GAME
from umpire.match import Header, Match, asking, begin, judge, screen
from umpire.sheets.context import Context, Page, pages
from umpire.sheets.drawing import Drawing, DrawnCell, Renderer
from umpire.sheets.template import find_template

TEMPLATE = find_template(GAME.id)
LINE = 1.2 * 4 / 3
"""The height of a line in pixels, for each point of its font."""
ABOVE_AND_BELOW = 1
EACH = 9
"""One in so many moments of a match is looked at."""


def moments(
    players: tuple[str, ...], seed: int, **options: object
) -> Iterator[tuple[Match, dict[str | None, list[str]]]]:
    """A random match, and what each viewer has been told, the newest first."""
    random = Random(seed)
    match = begin(Header(GAME.id, players, {"rounds": 2, **options}), GAME).match
    told: dict[str | None, list[str]] = {viewer: [] for viewer in (None, *players)}
    while match.pending:
        yield match, {viewer: texts[:5] for viewer, texts in told.items()}
        owed = random.choice(match.pending)
        answer = asking.random_answer(match, owed, random)
        judgement = judge(match, {"t": match.now + 1, "by": owed.by, "say": answer})
        match = judgement.match
        for event in judgement.events:
            for viewer, texts in told.items():
                if event.only in (None, viewer):
                    texts.insert(0, event.text)
    yield match, {viewer: texts[:5] for viewer, texts in told.items()}


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


def opened(players: tuple[str, ...]) -> dict[str | None, Page]:
    """The pages that some have before them: everybody, and the first and the last player."""
    seats = {None: None, players[0]: 1, players[-1]: len(players)}
    return {
        viewer: pages(TEMPLATE, Context("m", GAME.title, players, seat=seat))[0]
        for viewer, seat in seats.items()
    }


@pytest.mark.parametrize(
    ("players", "variant", "seed"),
    [(2, "DRESDEN", 1), (3, "KOBLENZ", 2), (4, "MALTA", 3), (10, "WORMS", 4)],
)
@pytest.mark.parametrize("gaza", [False, True])
def test_no_text_of_the_board_or_a_table_is_cut_off(
    players: int, variant: str, seed: int, gaza: bool
) -> None:
    names = NAMES[:players]
    seats = {name: seat for seat, name in enumerate(names, 1)}
    renderers = {
        viewer: (page, Renderer(page, TEMPLATE.palette)) for viewer, page in opened(names).items()
    }
    cut = set()
    every = [*moments(names, seed, variant=variant, gaza=gaza)]
    for match, told in [*every[::EACH], every[-1]]:
        for viewer, (page, renderer) in renderers.items():
            suffix = "" if viewer is None else f"_{seats[viewer]}"
            blocks = {f"{name}{suffix}": rows for name, rows in screen(match, viewer).items()}
            rows = page.names[f"events{suffix}"].height
            blocks[f"events{suffix}"] = tuple((text,) for text in told[viewer][:rows])
            if viewer is not None and (owed := match.owed_by(viewer)) is not None:
                blocks[f"ask{suffix}"] = ((asking.ask(match, owed),),)
            cut |= {(viewer, text) for text in too_long(renderer.draw(blocks))}
    assert cut == set()


@pytest.mark.parametrize("clock", [True, False])
def test_no_text_of_the_rules_is_cut_off(clock: bool) -> None:
    made = pages(TEMPLATE, Context("m", GAME.title, NAMES[:2], seat=1, clock=clock))
    (rules,) = [page for page in made if page.title == "Rules"]
    assert too_long(Renderer(rules, TEMPLATE.palette).draw({})) == []
