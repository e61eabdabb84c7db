"""Every text fits its cell, in every game: on the board, the tables and the other tabs."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest
from own_games import OURS

from umpire.export.picture import _AS_ARIAL, _width, _wrap
from umpire.games.base import AnyGame
from umpire.games.names import with_short_names
from umpire.match import Header, Match, asking, begin, judge, screen
from umpire.sheets.context import Context, Page, pages
from umpire.sheets.ranges import ENTRY
from umpire.sheets.rendering import CellStyle, RenderedCell, RenderedTab, Renderer
from umpire.sheets.template import Template, find_template

NAMES = ("Ana", "Bo", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hal", "Ida", "Jon")
LONG = (
    "Alexandrina Bartholomew-Montague",
    "Wolfgang Amadeus Mozart von Wien",
    "Christopher Robinson the Younger",
    "Maximiliane Charlotte von Hohen.",
)
"""As long as names may be."""
LINE = 1.2 * 4 / 3
"""The height of a line in pixels, for each point of its font."""
ABOVE_AND_BELOW = 1
SAME = ("Moves", "Rules")
"""The tabs that are the same in every phase, or like those of every game."""

Blocks = dict[str, tuple[tuple[str, ...], ...]]

WHOLE = 10_000

MATCHES: list[tuple[str, tuple[str, ...], dict[str, Any], int, range]] = [
    ("devils-deal", LONG[:2], {}, 5, range(0, 80, 2)),
    ("devils-deal", LONG[:2], {}, 22, range(0, WHOLE, 12)),
    ("denizens-of-tartarus", LONG[:2], {}, 5, range(0, 80, 4)),
    ("denizens-of-tartarus", LONG[:2], {}, 22, range(0, WHOLE, 4)),
    *(("box-within-a-box", LONG[:2], {}, seed, range(0, WHOLE, 45)) for seed in (5, 22)),
    *(
        (
            "eighteenth-hell",
            LONG[:2],
            {"position": [{"block": one} for one in blocks]},
            7,
            range(0, 50, 3),
        )
        for blocks in ((0, 0), (1, 2), (3, 4), (4, 5), (5, 5))
    ),
    *(
        (
            "arcanoid",
            (LONG if gaza and players <= len(LONG) else NAMES)[:players],
            {"rounds": 2, "variant": variant, "gaza": gaza},
            seed,
            range(0, WHOLE, 15),
        )
        for players, variant, seed in (
            *((2, "DRESDEN", 1), (3, "KOBLENZ", 2)),
            *((4, "MALTA", 22), (10, "WORMS", 4)),
        )
        for gaza in (False, True)
    ),
]
"""Which game, who plays, the options, what the match is drawn from, and which of its moments
are looked at; the last one is in a whole match."""
GAMES = sorted({one[0] for one in MATCHES})
AS_LATE: dict[str, dict[str, Any]] = {"box-within-a-box": {"points": (28_000, 28_001)}}
"""What a match begins with in place of what random answers would hardly ever come to: with so many
half points the last bouts are about millions, as among good players."""


@pytest.mark.end_to_end
@pytest.mark.parametrize(("name", "names", "options", "seed", "looked_at"), MATCHES)
def test_no_text_of_a_match_is_cut_off(
    name: str, names: tuple[str, ...], options: dict[str, Any], seed: int, looked_at: range
) -> None:
    game, template = OURS[name], find_template(name)
    shown = {
        viewer: [(page, Renderer(page, template.palette)) for page in opened]
        for viewer, opened in opened_by(game, template, names).items()
    }
    cut: set[tuple[str | None, str]] = set()
    typed: set[str] = set()
    played = islice(moments(game, names, options, seed), looked_at.stop)
    for at, (match, told, line) in enumerate(played):
        typed.add(line)
        if at not in looked_at and match.pending:
            continue
        for viewer, drawn in shown.items():
            suffix = "" if viewer is None else f"_{names.index(viewer) + 1}"
            blocks = {f"{block}{suffix}": rows for block, rows in screen(match, viewer).items()}
            for page, renderer in drawn:
                now = {**blocks, **by_the_shell(page, match, viewer, suffix, told[viewer])}
                cut |= {(viewer, text) for text in too_long(renderer.render(now))}
    for page, renderer in shown[names[0]]:
        for line in sorted(typed, key=len)[-3:] if page.name(ENTRY) in page.names else ():
            cut |= {(names[0], text) for text in too_long(renderer.render({"entry_1": ((line,),)}))}
    assert cut == set()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("clock", [True, False])
def test_no_text_of_the_rules_is_cut_off(name: str, clock: bool) -> None:
    template = find_template(name)
    seat = 1 if template.tables else None
    context = Context("m", OURS[name].title, NAMES[:2], seat=seat, clock=clock)
    (rules,) = (page for page in pages(template, context) if page.title.startswith("Rules"))
    assert too_long(Renderer(rules, template.palette).render({})) == []


@pytest.mark.parametrize("name", GAMES)
def test_the_page_of_a_player_has_room_for_the_greeting(name: str) -> None:
    game, template = OURS[name], find_template(name)
    opened = opened_by(game, template, NAMES[:2])[NAMES[0]]
    (page,) = (page for page in opened if "events_1" in page.names)
    assert len(game.greeting) <= page.names["events_1"].height
    greeting = tuple((line,) for line in game.greeting)
    assert too_long(Renderer(page, template.palette).render({"events_1": greeting})) == []


@pytest.mark.parametrize("name", GAMES)
def test_no_heading_is_cut_off_in_a_wide_font(name: str) -> None:
    template = find_template(name)
    for seat in (None, 1):
        context = Context("m", OURS[name].title, NAMES[:2], seat=seat)
        for page in pages(template, context):
            drawing = Renderer(page, template.palette).render({})
            assert [
                cell.text for cell in drawing.cells if cell.text and is_wide(drawing, cell)
            ] == []


def moments(
    game: AnyGame, players: tuple[str, ...], options: Mapping[str, Any], seed: int
) -> Iterator[tuple[Match, dict[str | None, list[str]], str]]:
    """A random match, what each viewer has been told, the newest first, and what was typed last."""
    random, line = Random(seed), ""
    match = begin(Header(game.id, players, dict(options)), game).match
    match = match.replace(state=match.state.replace(**AS_LATE.get(game.id, {})))
    told: dict[str | None, list[str]] = {viewer: [] for viewer in (None, *players)}
    while match.pending:
        yield match, told, line
        pending = random.choice(match.pending)
        answer = asking.random_answer(match, pending, random)
        judgement = judge(match, {"t": match.now + 1, "by": pending.by, "say": answer})
        match, line = judgement.match, answer if pending.by in players else ""
        for event in judgement.events:
            for viewer, texts in told.items():
                if event.only in (None, viewer):
                    texts.insert(0, event.text)
    yield match, told, line


def opened_by(
    game: AnyGame, template: Template, players: tuple[str, ...]
) -> dict[str | None, list[Page]]:
    """The pages that show the match to everybody, and to the first and the last player."""
    seats = {None: None, players[0]: 1, players[-1]: len(players)}
    own = bool(template.tables)
    return {
        viewer: [
            page
            for page in pages(
                template, Context("m", game.title, players, seat=seat if own else None)
            )
            if page.title not in SAME and (own or page.player == viewer)
        ]
        for viewer, seat in seats.items()
    }


def by_the_shell(
    page: Page, match: Match, viewer: str | None, suffix: str, told: list[str]
) -> Blocks:
    """What stands on a page besides the game's own blocks: what happened, and what is asked."""
    blocks: Blocks = {}
    events, ask = f"events{suffix}", f"ask{suffix}"
    if events in page.names:
        last = told[: page.names[events].height]
        blocks[events] = tuple((with_short_names(text, match.header.players),) for text in last)
    pending = None if viewer is None else match.pending_of(viewer)
    if pending is not None and ask in page.names:
        blocks[ask] = ((asking.ask(match, pending),),)
    return blocks


def too_long(drawing: RenderedTab) -> list[str]:
    """The texts that are cut off."""
    return [cell.text for cell in drawing.cells if cell.text and is_cut(drawing, cell)]


def is_cut(drawing: RenderedTab, cell: RenderedCell) -> bool:
    return is_cut_in(cell.text, cell.look, *space(drawing, cell))


@cache
def is_cut_in(text: str, look: CellStyle, height: float, room: float) -> bool:
    if height == 0 or look.overlong == "overflow":
        return False
    if look.overlong == "clip":
        return _width(text, look) > room
    lines = [line for part in text.split("\n") for line in _wrap(part, look, room)]
    return len(lines) * LINE * look.size > height - ABOVE_AND_BELOW


def is_wide(drawing: RenderedTab, cell: RenderedCell) -> bool:
    """Whether the line of a cell is too long for it where a page has to do without Arial."""
    height, room = space(drawing, cell)
    return (
        bool(height)
        and cell.look.overlong == "clip"
        and _width(cell.text, cell.look) > room * _AS_ARIAL
    )


def space(drawing: RenderedTab, cell: RenderedCell) -> tuple[float, float]:
    """How high a cell is, and how wide what it leaves for its text."""
    height = sum(drawing.heights[cell.row : cell.row + cell.rows])
    width = sum(drawing.widths[cell.column : cell.column + cell.columns])
    return height, width - 2 * cell.look.padding
