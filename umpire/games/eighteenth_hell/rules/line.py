"""A line as it is typed: a placing, hells and a spirit, parted by | in any order.

One grammar serves both rounds: what does not belong into a round is judged there. Each clause has
a module of its own.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple, NoReturn

from umpire.games.base import NotUnderstood
from umpire.games.eighteenth_hell.components import Placing, Spirit, Unit
from umpire.games.eighteenth_hell.hells import Hell, plain
from umpire.games.eighteenth_hell.rules.attempt import are_hells, hells_text, read_hells
from umpire.games.eighteenth_hell.rules.invocation import read_spirit
from umpire.games.eighteenth_hell.rules.placing import PART, placing_text, read_placing
from umpire.games.eighteenth_hell.state import Terms
from umpire.games.notation import quoted
from umpire.games.values import maker

_CLAUSE = re.compile(r"(hell|spirit)s?(?![^ :,;]) ?:? ?(.*)")


class Line(NamedTuple):
    """A line of either round."""

    placing: Placing
    disguise: Unit | None = None
    """What the Zero is shown as, None if as itself."""
    hells: tuple[Hell, ...] = ()
    """Those attempted, as named; in the order of the options once they are judged."""
    spirit: Spirit | None = None


_new_line: Final = maker(Line)


def read_line(text: str, terms: Terms) -> Line:
    """Read a whole line, which may still be against the rules. Raises NotUnderstood."""
    placings: list[str] = []
    named: list[str] = []
    spirits: list[str] = []
    for clause in _clauses(text, terms):
        word = _CLAUSE.fullmatch(clause) if clause[0] in "hs" else None
        if word is None:
            placings.append(clause)
        else:
            (named if word[1] == "hell" else spirits).append(word[2])
    if len(placings) != 1:
        _no_one_placing(placings)
    # Ruling 22: one spirit a bout.
    if len(named) > 1 or len(spirits) > 1:
        clauses, what = (named, "hells") if len(named) > 1 else (spirits, "spirit")
        raise NotUnderstood(f"There are {len(clauses)} parts for {what}. Write one at most.")
    placing, disguise = read_placing(placings[0])
    return _new_line(
        placing,
        disguise,
        read_hells(named[0], terms) if named else (),
        read_spirit(spirits[0]) if spirits else None,
    )


def _clauses(text: str, terms: Terms) -> list[str]:
    """Return the clauses of a text, made plain; without a bar, a line of hells alone is one too."""
    whole = plain(text)
    if "|" not in whole:
        lines = text.splitlines()
        if len(lines) < 2:
            return [whole] if whole else []
        whole = " ".join(
            [f"| hells: {line} |" if are_hells(line, terms) else line for line in map(plain, lines)]
        )
    return [*filter(None, map(str.strip, whole.split("|")))]


def _no_one_placing(placings: Sequence[str]) -> NoReturn:
    if not placings:
        raise NotUnderstood(f"No units are placed. Write battlefields and units. Example: {PART}.")
    if any(":" in placing for placing in placings[1:]):
        raise NotUnderstood(
            "Units are placed in two parts. Write all of them in one part, without |."
        )
    raise NotUnderstood(
        f"{quoted(placings[1])} cannot come after |. In Round 1 hells or a spirit can, in Round 2 "
        "nothing. Example: | Hell of Four | spirit strength 3."
    )


def line_text(line: Line) -> str:
    """Return the canonical text of a line, which reads as the same line."""
    text = placing_text(line.placing, line.disguise)
    if line.hells:
        text += f" | {hells_text([hell.name for hell in line.hells])}"
    if line.spirit is not None:
        text += f" | spirit {line.spirit}"
    return text
