"""The table `[play]` in the file of a tab, for the page on which a match is played.

That page draws the same cells as a grid does, but in blocks. The table gives each block its role
(hand, form, board). It tells which cells may be put into which cell of the form, and has a hint for
each kind of question, for players who meet it for the first time. Only the page reads it: it is
stored in developer metadata at the tab.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, ValidationError

from umpire.json_types import JsonObject
from umpire.sheets.grid import Rect, looks_like_a_cell, read_rect
from umpire.sheets.toml_models import TomlModel, as_list

PLAY_KEY: Final = "play"
"""The key of the metadata."""

_LONGEST: Final = 240
"""The most characters of a hint, which may never cover the form."""


def is_literal(block: str) -> bool:
    """Return whether a block is given by its cells (`O5:R11`), not by names."""
    return looks_like_a_cell(block.split(":")[0])


def block_names(block: str) -> list[str]:
    """Return the names that describe a block: one, or two for opposite corners."""
    return [] if is_literal(block) else block.split(":")


def _block(block: str) -> str:
    if is_literal(block):
        read_rect(block)
    elif block.count(":") > 1:
        raise ValueError(f"{block!r} is no block; write a name, two like hand_1:hand_3, or A1:C5")
    return block


Block = Annotated[str, StringConstraints(min_length=1), AfterValidator(_block)]
"""A rectangle of cells: a name, the box from one name to another (`hand_1:hand_3`), or a range."""
Blocks = Annotated[list[Block], BeforeValidator(as_list)]
Shape = Literal["choice", "number", "tray", "rows", "palette", "place", "bet", "number on palette"]
"""How a part of the form is drawn; a bet is a number on one or two pieces of a palette."""
Hint = Annotated[str, StringConstraints(min_length=1, max_length=_LONGEST)]


class Question(TomlModel):
    """The blocks with the question, its limit, and the umpire's last answer."""

    ask: Block | None = None
    due: Block | None = None
    reply: Block | None = None


class Send(TomlModel):
    """The boxes that send a form and lock it."""

    tick: Block | None = None
    lock: Block | None = None


class FormCell(TomlModel):
    """A cell of the form, with more for the page.

    `called` is its name if it has no label on the tab. `place` is the block of the table where a
    piece lies that was put into the cell.
    """

    cell: Block
    called: Annotated[str, StringConstraints(min_length=1)] | None = None
    place: Block | None = None


class Group(TomlModel):
    """Cells of the form that make one part of an answer, such as a bet.

    `called` is what the page writes above them: a sentence for people, not how to fill them in.
    `shape` is how it draws them, if that does not follow from what they offer.
    """

    cells: Blocks
    called: Annotated[str, StringConstraints(min_length=1)] | None = None
    shape: Shape | None = None


class Section(TomlModel):
    """A part of a help page. Its first cell is its heading; `called` is a shorter name for it.

    Each entry begins in the first column and is drawn as a row, unless all is drawn as `cells`.
    """

    block: Block
    called: Annotated[str, StringConstraints(min_length=1)] | None = None
    cells: bool = False


class Feed(TomlModel):
    """A block whose pieces can be put into cells of the form that offer their names.

    A piece is a cell, named by its text. With the match `row` it is a row, named by its first cell.
    With the match `first` or `last` only the first or last word of a choice is compared, and with
    `first` also of a row. With `heads` a cell is named by the heads of its column and row. With
    `name` the whole block is one piece, named by the first cell of the row with that number. With
    `several` a cell of the form takes several pieces, with blanks between their names. With `where`
    and `says` the feed exists only while that cell has these words.
    """

    source: Blocks = Field(alias="from")
    into: Blocks
    match: Literal["first", "last", "row"] | None = None
    heads: bool = False
    name: Annotated[int, Field(ge=1)] | None = None
    several: bool = False
    where: Block | None = None
    says: str = ""


class Seat(TomlModel):
    """The cells that belong to one player.

    `name` is the name, and `state` says what the player has to do now. `score` is the number that
    the match is about, perhaps with what it counts, at the end of its cell: `3 of 17 hells`.
    `cards` are the pieces in front of the player. A seat without a name has the score of all
    players: `Ana 26.5 : 30 Bo`.
    """

    name: Block | None = None
    state: Block | None = None
    score: Block | None = None
    cards: Blocks = Field(default_factory=list)


class Finished(TomlModel):
    """A block of the board on which a finished round lies until the next one is shown.

    It does while the cells `where` hold something. Once a player begins to fill in the next form,
    the pieces of all seats there and the rows `clears` are no longer shown.
    """

    block: Block
    where: Block
    clears: Blocks = Field(default_factory=list)


class Play(TomlModel):
    """The roles of a tab's blocks for the play page. All of it may be left out."""

    question: Question = Question()
    fact: Hint | None = None
    """What stands beside the title in place of the sentence below it, which may name its reader."""
    hand: Blocks = Field(default_factory=list)
    form: Annotated[list[Block | FormCell], BeforeValidator(as_list)] = Field(default_factory=list)
    groups: list[Group] = Field(default_factory=list)
    repeat: Blocks = Field(default_factory=list)
    """Cells of the form, from one to another, that are alike: the page draws those that are filled
    in, and one more."""
    send: Send = Send()
    events: Block | None = None
    sheet: Block | None = None
    board: Blocks = Field(default_factory=list)
    reference: Blocks = Field(default_factory=list)
    """Blocks of the table to look things up in, below all that has happened."""
    records: Blocks = Field(default_factory=list)
    seats: list[Seat] = Field(default_factory=list)
    names: Blocks = Field(default_factory=list)
    """More cells with names of players, where the page says "You" to its reader."""
    zones: Blocks = Field(default_factory=list)
    """Blocks in which each merged cell and the cells above it are a zone, which is drawn as a panel
    even while it is empty."""
    compact: Blocks = Field(default_factory=list)
    """Blocks of the board of which the page leaves out columns that have but a head, and in a
    narrow window the empty columns at the end."""
    finished: Finished | None = None
    feeds: list[Feed] = Field(default_factory=list)
    hints: dict[str, Hint] = Field(default_factory=dict)
    """By the kind of decision. `aim` is about the aim of the game, and is shown first."""
    sections: Annotated[list[Block | Section], BeforeValidator(as_list)] = Field(
        default_factory=list
    )
    """The parts of a help page, which the page shows beside the table."""
    now: dict[str, Blocks] = Field(default_factory=dict)
    """The rows of the help page that hold while the game says so, by the keys of `Game.now`."""

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Read the JSON of `to_json`; return None for any other text."""
        try:
            return cls.model_validate_json(text)
        except ValidationError:
            return None

    def blocks(self) -> Iterator[tuple[str, str]]:
        """Yield all blocks in the table, each with its key."""
        yield from (("form", cell) for cell in self.cells())
        yield from (
            ("form', key 'place", cell.place)
            for cell in self.form
            if isinstance(cell, FormCell) and cell.place
        )
        for key, value in self._values().items():
            if key == "feeds":
                yield from (
                    (f"{key}', key 'from", block) for feed in self.feeds for block in feed.source
                )
                yield from (
                    (f"{key}', key 'where", feed.where) for feed in self.feeds if feed.where
                )
                yield from (
                    (f"{key}', key 'into", cell) for feed in self.feeds for cell in feed.into
                )
            elif key == "groups":
                yield from (
                    (f"{key}', key 'cells", cell) for group in self.groups for cell in group.cells
                )
            elif key == "sections":
                yield from ((key, section.block) for section in self.parts())
            elif key not in ("form", "hints", "fact"):
                yield from ((key, block) for block in _texts(value))

    def cells(self) -> list[str]:
        """Return the cells of the form, in the order of filling."""
        return [cell.cell if isinstance(cell, FormCell) else cell for cell in self.form]

    def repeated_cells(self) -> Iterator[list[str]]:
        """Yield the cells of the form that are alike, from one to another."""
        cells = self.cells()
        for block in self.repeat:
            first, last = _ends(block)
            if first in cells and last in cells:
                yield cells[cells.index(first) : cells.index(last) + 1]

    def parts(self) -> list[Section]:
        """Return the sections of a help page."""
        return [
            section if isinstance(section, Section) else Section(block=section)
            for section in self.sections
        ]

    def fault(self, named_rects: Mapping[str, Rect], grid: Rect) -> str | None:
        """Return a sentence about something that the tab lacks; None if nothing is wrong."""
        for key, block in self.blocks():
            where = f"table 'play', key '{key}'"
            for name in block_names(block):
                if name not in named_rects:
                    return f"{where}: no area of this tab has the name {name!r}"
            if is_literal(block) and not grid.encloses(read_rect(block)):
                return f"{where}: {block} extends beyond the tab"
        cells = self.cells()
        for feed in self.feeds:
            for cell in feed.into:
                if cell not in cells:
                    return f"table 'play', key 'feeds', key 'into': {cell!r} is not in 'form'"
        for group in self.groups:
            for cell in group.cells:
                if cell not in cells:
                    return f"table 'play', key 'groups', key 'cells': {cell!r} is not in 'form'"
        for block in self.repeat:
            for cell in _ends(block):
                if cell not in cells:
                    return f"table 'play', key 'repeat': {cell!r} is not in 'form'"
        return None

    def to_json(self, names: Mapping[str, str]) -> str:
        """Return it as JSON with the names of a tab; `names` has these by the names in the file.

        Blocks whose names the tab lacks are left out.
        """
        values = self._values()
        hints, fact = values.pop("hints", {}), values.pop("fact", None)
        form = [cell for entry in values.pop("form", []) if (cell := _rename_cell(entry, names))]
        sections = [
            section
            for entry in values.pop("sections", [])
            if (section := _rename_section(entry, names))
        ]
        feeds = [
            {**feed, **places}
            for feed in values.pop("feeds", [])
            if (places := _rename_places(feed, ("from", "into", "where"), names))
        ]
        groups = [
            {**group, "cells": cells}
            for group in values.pop("groups", [])
            if (cells := _rename(group["cells"], names))
        ]
        seats = [seat for entry in values.pop("seats", []) if (seat := _rename(entry, names))]
        finished = _rename_places(values.pop("finished", {}), ("block", "where", "clears"), names)
        blocks = {
            key: renamed for key, value in values.items() if (renamed := _rename(value, names))
        }
        rest = {
            "form": form,
            "feeds": feeds,
            "hints": hints,
            "fact": fact,
            "groups": groups,
            "sections": sections,
            "seats": seats,
            "finished": finished,
        }
        more = {key: value for key, value in rest.items() if value}
        return json.dumps({**blocks, **more}, separators=(",", ":"), ensure_ascii=False)

    def _values(self) -> JsonObject:
        return self.model_dump(by_alias=True, exclude_defaults=True)


def _ends(block: str) -> tuple[str, str]:
    """Return the first and the last of the cells from one to another; of one cell it is both."""
    first, _, last = block.partition(":")
    return first, last or first


def _rename_cell(cell: Any, names: Mapping[str, str]) -> Any:
    """Return a cell of the form with its names on a tab; None if the tab lacks it."""
    if isinstance(cell, str):
        return _rename(cell, names)
    places = {key: _rename(cell[key], names) for key in ("cell", "place") if key in cell}
    values = {key: value for key, value in {**cell, **places}.items() if value}
    return values if "cell" in values else None


def _rename_section(section: Any, names: Mapping[str, str]) -> Any:
    """Return a section of a help page with its names on a tab; None if the tab lacks it."""
    if isinstance(section, str):
        return _rename(section, names)
    block = _rename(section["block"], names)
    return {**section, "block": block} if block else None


def _rename_places(feed: JsonObject, keys: tuple[str, ...], names: Mapping[str, str]) -> JsonObject:
    """Return the places of a feed with their names on a tab; {} if the tab lacks one."""
    places = {key: _rename(feed[key], names) for key in keys if key in feed}
    return places if all(places.values()) else {}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    else:
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(inner)


def _rename(value: Any, names: Mapping[str, str]) -> Any:
    """Return blocks with their names on a tab, without those that the tab lacks."""
    if isinstance(value, str):
        are_all_known = all(name in names for name in block_names(value))
        return (
            ":".join(names.get(name, name) for name in value.split(":")) if are_all_known else None
        )
    if isinstance(value, Mapping):
        return {key: renamed for key, inner in value.items() if (renamed := _rename(inner, names))}
    return [renamed for inner in value if (renamed := _rename(inner, names))]
