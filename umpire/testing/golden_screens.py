"""Golden screens: what the screens show at chosen moments of matches, as text to read.

The file is a script with its results in it. Blank lines and those that begin with `#` stay as they
are. Every other line that is not indented does something:

    {"players": ["Ana", "Bo"]}  begins a match: the header of a script, `options` too if wanted
    Ana: raise 3                Ana says this
    wait 30                     30 seconds pass
    random 40                   40 lines of a random match, which is another one for another number
    show The bet is due         writes what all viewers are shown now

Below `show` stand the blocks whose texts have changed since the one before: the public's, then each
player's that differ from the public's. `gone` names those that are blank now, or as the public's.
`ended` is what is said of a match that is over. Cells are parted by `|`, rows of one column by `/`.
Write the script, then run pytest with `UMPIRE_PLAYTHROUGHS=write` in its environment; after a
change of a screen do so again, and read the difference before you keep it.
"""

import json
import os
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import ClassVar

from umpire.games.base import UMPIRE, AnyGame, Screen
from umpire.games.blocks import Block, cell
from umpire.json_types import JsonObject
from umpire.match import Header, Match, begin, judge, screen
from umpire.testing.base import Tests
from umpire.testing.matches import random_match
from umpire.testing.playthroughs import WRITES


class GoldenScreenTests(Tests):
    """The screens show what is written in the file, if there is one."""

    screens: ClassVar[Path | None] = None
    """The file of the game's golden screens."""

    def test_the_screens_are_as_written(self) -> None:
        if self.screens is None:
            return
        assert self.screens.is_file(), (
            f"there is no {self.screens} yet: write a script, then run pytest with {WRITES}=write"
        )
        written = self.screens.read_text("utf-8")
        text = with_screens(self.game, written)
        if os.environ.get(WRITES) == "write":
            self.screens.write_text(text, "utf-8", newline="\n")
        else:
            assert text == written, (
                f"the screens are not as in {self.screens}: if they should be as they are, run "
                f"pytest with {WRITES}=write"
            )


def with_screens(game: AnyGame, script: str) -> str:
    """Return a script with what its moments show now, in place of what is written in it."""
    return "".join(f"{line}\n" for line in _lines(game, script.splitlines()))


def _lines(game: AnyGame, script: Iterable[str]) -> Iterator[str]:
    match: Match | None = None
    visible: dict[str, Screen] = {}
    for line in script:
        if line.startswith(" "):
            continue
        yield line
        if line.startswith("{"):
            match = _first_match(game, json.loads(line))
        elif line and not line.startswith("#"):
            assert match is not None, f"no match has begun before {line!r}"
            command, _, rest = line.partition(" ")
            if command == "show":
                before, visible = visible, _screen_lines(match)
                yield from _changes(before, visible)
            elif command == "random":
                for entries in islice(random_match(match, Random(int(rest))), int(rest)):
                    match = entries.judgement.match
            elif command == "wait":
                match = judge(match, {"t": match.now + float(rest)}).match
            else:
                match = _after(match, line)


def _first_match(game: AnyGame, header: JsonObject) -> Match:
    return begin(Header(game.id, tuple(header["players"]), header.get("options", {})), game).match


def _after(match: Match, line: str) -> Match:
    by, _, said = line.partition(": ")
    judgement = judge(match, {"t": match.now, "by": by, "say": said})
    assert judgement.ok, f"{line!r} is rejected: {judgement.error}"
    return judgement.match


def _screen_lines(match: Match) -> dict[str, Screen]:
    """Return all blocks that are not blank, and of each player those that the public lacks."""
    public = screen(match, None)
    ended = "" if match.is_void else match.result
    visible: dict[str, Screen] = {"": _filled_rows({"ended": cell(ended), **public})}
    for viewer in (*match.header.players, *([UMPIRE] if match.game.is_directed else [])):
        own = screen(match, viewer).items()
        visible[viewer] = _filled_rows(
            {name: rows for name, rows in own if public.get(name) != rows}
        )
    return visible


def _filled_rows(blocks: Screen) -> Screen:
    return {name: rows for name, rows in blocks.items() if any(map(any, rows))}


def _changes(before: dict[str, Screen], after: dict[str, Screen]) -> Iterator[str]:
    for viewer, blocks in after.items():
        past = before.get(viewer, {})
        lines = [line for name in blocks for line in _block(name, blocks[name], past.get(name))]
        gone = [name for name in past if name not in blocks]
        lines += [f"gone: {' '.join(gone)}"] if gone else []
        if viewer and lines:
            yield f"    {viewer} sees"
        yield from (f"{'        ' if viewer else '    '}{line}" for line in lines)


def _block(name: str, rows: Block, before: Block | None) -> Iterator[str]:
    if rows == before:
        return
    texts = [" | ".join(row).replace("\n", "\\n").rstrip(" |") for row in rows]
    while not texts[-1]:
        texts.pop()
    if all(len(row) == 1 for row in rows):
        texts = [" / ".join(texts)]
    if len(texts) == 1:
        yield f"{name}: {texts[0]}"
    else:
        yield f"{name}:"
        yield from (f"    {text or '|'}" for text in texts)
