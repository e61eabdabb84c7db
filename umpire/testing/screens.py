"""Screens and the template that gives their blocks a place."""

from collections.abc import Iterable
from random import Random

from hypothesis import given

from umpire.games.base import UMPIRE, Screen
from umpire.sheets.tabs import Tab
from umpire.testing.base import RANDOM, Tests, examples, viewers
from umpire.testing.calls import screen


class ScreenTests(Tests):
    """Named blocks of text, none larger than the range that the template has for it."""

    @given(random=RANDOM)
    @examples(3)
    def test_a_screen_is_named_rectangles_of_text(self, random: Random) -> None:
        for match in self.moments(random):
            for viewer in (*viewers(match), UMPIRE):
                for name, rows in screen(match, viewer).items():
                    assert name.isidentifier(), f"No range can be called {name!r}."
                    assert len({len(row) for row in rows}) <= 1, (
                        f"The rows of {name!r} are not all of one length: {rows}."
                    )
                    assert all(isinstance(text, str) for row in rows for text in row), (
                        f"{name!r} holds something that is no text: {rows}."
                    )

    def test_a_screen_can_be_made_while_players_cut(self) -> None:
        match = self.opened(cut=True)
        for viewer in viewers(match):
            assert screen(match, viewer), "The screen is empty while players cut."

    @given(random=RANDOM)
    @examples(2)
    def test_every_block_fits_its_range(self, random: Random) -> None:
        template = self.sheets()
        for match in self.moments(random):
            players = match.header.players
            _compare(screen(match, None), _sizes(template.tabs, range(1, len(players) + 1)))
            for seat, player in enumerate(players, 1):
                if template.tables:
                    sizes = _sizes(template.tables, [seat])
                    blocks = screen(match, player).items()
                    _compare({f"{name}_{seat}": rows for name, rows in blocks}, sizes)


Sizes = dict[str, tuple[int, int]]


def _sizes(tabs: tuple[Tab, ...], seats: Iterable[int]) -> Sizes:
    """Return rows and columns of each range by its full name."""
    sizes: Sizes = {}
    for tab in tabs:
        for name, rect in tab.named_rects.items():
            names = [f"{name}_{seat}" for seat in seats] if tab.for_each else [name]
            sizes |= dict.fromkeys(names, (rect.height, rect.width))
    return sizes


def _compare(blocks: Screen, sizes: Sizes) -> None:
    placed = {name: rows for name, rows in blocks.items() if name in sizes}
    assert placed, (
        f"The template has none of the names that the screen gives: {', '.join(blocks)}. If the "
        "game has sheets of its own, name them in an entry point `umpire.templates` and install "
        "the package again: pip install -e ."
    )
    for name, rows in placed.items():
        height, width = sizes[name]
        assert len(rows) <= height, (
            f"{name!r} has {len(rows)} rows, and the template has room for {height}."
        )
        widest = max(map(len, rows), default=0)
        assert widest <= width, (
            f"{name!r} has {widest} columns, and the template has room for {width}."
        )
