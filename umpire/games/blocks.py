"""Blocks of cells, of which screens are made: rows of texts, of a size that never changes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TypeAlias

Block: TypeAlias = tuple[tuple[str, ...], ...]


def cell(text: str) -> Block:
    """Return a block of one cell."""
    return ((text,),)


def row(texts: Iterable[str], count: int) -> Block:
    """Return a block of one row of exactly so many cells, blank ones at the end."""
    return (_exactly(texts, count),)


def column(texts: Iterable[str], count: int) -> Block:
    """Return a block of one column of exactly so many cells, blank ones at the end."""
    return tuple((text,) for text in _exactly(texts, count))


def grid(rows: Iterable[Sequence[str]], height: int, width: int) -> Block:
    """Return a block of exactly so many rows and columns, blank cells to the right and below."""
    shown = [_exactly(texts, width) for texts in islice(rows, height)]
    return (*shown, *[("",) * width] * (height - len(shown)))


def table(names: Sequence[str], rows: Iterable[Sequence[str]], height: int) -> dict[str, Block]:
    """Return a block for each column of the rows, by its name, of exactly so many cells.

    A history is laid out so, one row per round.
    """
    shown = [*islice(rows, height)]
    return {name: column([texts[at] for texts in shown], height) for at, name in enumerate(names)}


def in_rows(name: str, texts: Iterable[str], each: int, rows: int) -> dict[str, Block]:
    """Return blocks `name_1`, `name_2` and so on of one row each, filled one after another.

    A hand is laid out so: in the template each row is merged cells, as high as a card.
    """
    rest = iter(texts)
    return {f"{name}_{number}": row(rest, each) for number in range(1, rows + 1)}


def renamed(blocks: Mapping[str, Block], before: str = "", after: str = "") -> dict[str, Block]:
    """Return named blocks, with something put before and after each name."""
    return {f"{before}{name}{after}": block for name, block in blocks.items()}


def spread(texts: Iterable[str], width: int) -> Iterator[str]:
    """Yield texts for cells of which so many are merged in the template."""
    for text in texts:
        yield from (text, *[""] * (width - 1))


def with_more(texts: Sequence[str], room: int) -> list[str]:
    """Return the texts that fit in so many cells; the last cell says how many more there are."""
    if len(texts) <= room:
        return [*texts]
    return [*texts[: room - 1], f"+{len(texts) - room + 1}"]


def reserve(seconds: float | None) -> str:
    """Return what is left of a player's reserve, in minutes and seconds; `off` without one."""
    if seconds is None:
        return "off"
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"


def _exactly(texts: Iterable[str], count: int) -> tuple[str, ...]:
    shown = tuple(islice(texts, count))
    return shown + ("",) * (count - len(shown))
