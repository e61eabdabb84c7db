"""What can be clicked on a page to play on: each feed of a template leads to choices of the form.

Whole matches of random answers are played. At each decision of a player the form is filled in, cell
by cell, and the pieces that the page would light are found among the texts of the player's own tab.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from random import Random

import pytest

import umpire
from umpire.games.base import Screen
from umpire.match import Match, PendingDecision, asking, screen
from umpire.sheets.context import Context, pages
from umpire.sheets.grid import Rect, read_rect
from umpire.sheets.play import Feed, is_literal
from umpire.sheets.rendering import RenderedCell, Renderer
from umpire.sheets.template import find_template

PLAYERS = ("Ana", "Bo", "Cy")
MARKS = re.compile(r"[\s◂▸●○•★*]+$")
MATCHES = 5
LAST = re.compile(r"[\s-]")
FAR = 2


class Table:
    """A player's own tab, with the texts of a moment."""

    def __init__(self, game: str, players: tuple[str, ...], player: str) -> None:
        template = find_template(game)
        seat = players.index(player) + 1 if template.tables else None
        context = Context("m-1", game, players, ("daemon@umpire.local",), {}, seat, False)
        self.page = next(one for one in pages(template, context) if one.player == player)
        assert self.page.tab.play is not None
        self.play = self.page.tab.play
        empty = Renderer(self.page, template.palette).render({})
        self.cells = {(one.row, one.column): one for one in empty.cells}
        self.texts: dict[tuple[int, int], str] = {}

    def show(self, shown: Screen) -> None:
        self.texts = {at: one.text for at, one in self.cells.items()}
        for name, rect in self.page.tab.named_rects.items():
            block = shown.get(name) or shown.get(self.page.name(name), ())
            for row, line in enumerate(block[: rect.height]):
                for column, text in enumerate(line[: rect.width]):
                    self.texts[rect.top + row, rect.left + column] = text

    def rect(self, block: str) -> Rect:
        if is_literal(block):
            return read_rect(block)
        ends = [self.page.tab.named_rects[name] for name in block.split(":")]
        return Rect(
            min(one.top for one in ends),
            min(one.left for one in ends),
            max(one.bottom for one in ends),
            max(one.right for one in ends),
        )

    def text(self, at: tuple[int, int]) -> str:
        return MARKS.sub("", self.texts.get(at, "").split("\n")[0]).strip()

    def within(self, rect: Rect) -> Iterator[RenderedCell]:
        return (self.cells[at] for at in rect.cells() if at in self.cells)

    def is_said(self, feed: Feed) -> bool:
        where = None if feed.where is None else self.rect(feed.where)
        return where is None or feed.says in self.texts.get((where.top, where.left), "")

    def pieces(self, feed: Feed) -> Iterator[str]:
        for block in feed.source:
            rect = self.rect(block)
            if feed.name is not None:
                row = rect.top + feed.name - 1
                rect = Rect(row, rect.left, row + 1, rect.right)
            if feed.match in ("first", "row"):
                for row in range(rect.top, rect.bottom):
                    line = [self.text((row, column)) for column in range(rect.left, rect.right)]
                    yield from [text for text in line if text][:1]
            elif feed.heads:
                yield from (self.headed(rect, one) for one in self.within(rect))
            else:
                yield from (self.text((one.row, one.column)) for one in self.within(rect))

    def headed(self, rect: Rect, cell: RenderedCell) -> str:
        steps = range(FAR)
        above = [
            (at, cell.column) for far in steps for at in (rect.top - 1 - far, rect.bottom + far)
        ]
        beside = [(cell.row, at) for far in steps for at in (rect.left - 1 - far, rect.right + far)]
        heads = [next(filter(None, map(self.text, places)), "") for places in (above, beside)]
        return "".join(heads) if all(heads) else ""


def puts(feed: Feed, choices: tuple[str, ...], name: str) -> list[str]:
    """Return which choices of a cell a piece stands for."""
    called = name.casefold()
    if feed.several:
        return [one for one in choices if one.split()[-1].casefold() == called]
    if feed.match == "first":
        return [one for one in choices if one.casefold().split()[0] == called.split()[0]]
    if feed.match == "last":
        return [one for one in choices if LAST.split(one.casefold())[-1] == called.split()[-1]]
    return [one for one in choices if one.casefold() == called]


@pytest.mark.parametrize(
    ("game", "count"),
    [
        ("arcanoid", 3),
        ("box-within-a-box", 2),
        ("denizens-of-tartarus", 2),
        ("devils-deal", 2),
        ("eighteenth-hell", 2),
    ],
)
def test_every_feed_lights_pieces_that_its_cells_take(game: str, count: int) -> None:
    players = PLAYERS[:count]
    tables = {player: Table(game, players, player) for player in players}
    feeds = enumerate(tables[players[0]].play.feeds)
    unfed = {(number, cell) for number, feed in feeds for cell in feed.into}
    for seed in range(MATCHES):
        random = Random(seed)
        match = umpire.begin(game, players, {"clock": False}, seed=f"{seed:064x}")
        while match.status == "running" and unfed:
            pending = random.choice(match.pending)
            if pending.by in tables:
                tables[pending.by].show(screen(match, pending.by))
                unfed -= set(lit(tables[pending.by], match, pending, random))
            match = umpire.say(
                match, pending.by, umpire.random_answer(match, pending, random)
            ).match
    assert unfed == set()


def lit(
    table: Table, match: Match, pending: PendingDecision, random: Random
) -> Iterator[tuple[int, str]]:
    """Fill in the form; yield by the feeds' numbers the cells for which they have a piece."""
    filled = defaultdict[str, str](str)
    for cell in table.play.cells():
        field = cell.removeprefix("form_")
        choices = asking.form(match, pending, filled).get(field)
        if choices is None:
            continue
        for number, feed in enumerate(table.play.feeds):
            if cell in feed.into and table.is_said(feed):
                names = [name for name in table.pieces(feed) if name]
                # Without choices it takes whatever is called as it is written.
                takes_all = not choices and feed.match is None
                if any(takes_all or puts(feed, choices, name) for name in names):
                    yield number, cell
        filled[field] = random.choice(choices) if choices else ""


def test_every_card_that_may_be_used_can_be_clicked() -> None:
    players, random = PLAYERS[:2], Random(1)
    tables = {player: Table("arcanoid", players, player) for player in players}
    match = umpire.begin("arcanoid", players, {"clock": False}, seed=f"{1:064x}")
    usable, clickable = set[tuple[str, str]](), set[tuple[str, str]]()
    while match.status == "running":
        pending = random.choice(match.pending)
        cards = asking.form(match, pending, {}).get("cards", ())
        if pending.by in tables and cards:
            table = tables[pending.by]
            table.show(screen(match, pending.by))
            whence = table.texts[table.rect("beside").top, table.rect("beside").left]
            usable |= {(whence, card) for card in cards}
            feeds = [feed for feed in table.play.feeds if "form_cards" in feed.into]
            clickable |= {(whence, one) for feed in feeds for one in table.pieces(feed)}
        match = umpire.say(match, pending.by, umpire.random_answer(match, pending, random)).match
    told = " ".join(whence for whence, _ in usable)
    assert all(where in told for where in ("Justice: ", "Visible: ", "Your hand: "))
    assert usable <= clickable
