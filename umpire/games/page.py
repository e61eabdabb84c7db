"""What a page needs to ask a question: its text, what cells of a form mean, what an answer does.

A game makes all of it from the view of the decision's owner. Texts are for people: plain sentences,
never the name of a cell. They may mention players as in `umpire.games.results`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

__all__ = ["Draft", "DraftBlock", "DraftRow", "Field", "Lot", "Question", "Sum", "question_of"]

_EXAMPLE: Final = re.compile(r"\s*\b(?:Examples?:|For example\b).*", re.DOTALL)
"""The example in a question, and all that follows it."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question on a page.

    `text` asks it in at most 40 characters, without the round, the deadline or the notation: `Call,
    raise or fold?` `condition` is one more line, only if needed: `Every pile needs the same sum.`
    `otherwise` says what happens when the time is over: `then you fold`; without a limit it is left
    out. `final` says whether an answer counts as soon as it is sent, as the clock has it.
    """

    text: str
    condition: str = ""
    otherwise: str = ""
    final: bool = True


def question_of(ask: str, *, is_final: bool) -> Question:
    """Return the question that a sentence with an example asks."""
    return Question(_EXAMPLE.sub("", ask) or ask, final=is_final)


@dataclass(frozen=True, slots=True)
class Field:
    """What a page says at a cell of the form.

    `label` is a sentence: `Your bet`. `calls` has names of choices for people, where the choice
    itself says too little: `{"top": "The top card"}`. `says` is a second line by choice, such as
    its price: `{"call": "pay 4"}`. A number is from `least` to `most`, which `ends` names, and is
    written after `prefix`: with `raise ` the cell's text is `raise 6`. An empty cell shows the
    `hint`, and may stay empty if it is `optional`. `at_most` is the number of pieces that it takes;
    while it takes none, a page does not ask for it. A field with `buttons` has a button for each
    choice, also for those that a piece of the page is called by.
    """

    label: str = ""
    says: Mapping[str, str] = field(default_factory=dict)
    least: int | None = None
    most: int | None = None
    ends: tuple[str, str] = ("", "")
    prefix: str = ""
    optional: bool = False
    at_most: int | None = None
    hint: str = ""
    calls: Mapping[str, str] = field(default_factory=dict)
    buttons: bool = False


@dataclass(frozen=True, slots=True)
class Sum:
    """What the pieces in a cell of the form come to.

    `ok` says whether that is as it must be, None where nothing is required or known yet.
    """

    text: str
    ok: bool | None = None


@dataclass(frozen=True, slots=True)
class DraftRow:
    """A row of a block: pieces or texts by column, as they would be.

    `good` rows stand out, such as the pay of a move.
    """

    label: str = ""
    pieces: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    good: bool = False


@dataclass(frozen=True, slots=True)
class DraftBlock:
    """A titled list on the table: how something would be. `head` names the columns of its rows.

    `feeds` names the cell of the form that takes the pieces of the rows: a click puts one in, or
    takes it out again.
    """

    title: str
    note: str = ""
    head: tuple[str, ...] = ()
    rows: tuple[DraftRow, ...] = ()
    feeds: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """What the answer in a form would do, before it is sent.

    `say` is what it does: `You pay 10 and keep 5.` `more` is what follows from that. `missing` is
    what an answer that cannot be sent yet lacks: `Discard 1 more.` `sums` are by cell of the form.
    """

    say: str = ""
    more: str = ""
    missing: str = ""
    sums: Mapping[str, Sum] = field(default_factory=dict)
    blocks: tuple[DraftBlock, ...] = ()


@dataclass(frozen=True, slots=True)
class LotPile:
    """A pile that a page draws beside the lot: how many pieces it has, and the top one if seen."""

    name: str
    number: int
    top: str = ""


@dataclass(frozen=True, slots=True)
class Lot:
    """A piece that a page draws large on the table, since it is what everything is about.

    `title` says where it lies and `text` what it does; `below` counts what lies under it, and
    `piles` are others, such as the deck from which it came.
    """

    piece: str
    title: str = ""
    text: str = ""
    below: str = ""
    piles: tuple[LotPile, ...] = ()
