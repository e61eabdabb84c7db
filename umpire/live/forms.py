"""A player's entry form: from what its cells hold to the line that they stand for.

Beside a score sheet stand cells to fill in, and boxes to tick that send what is filled in or lock
what is held. A form is another way to write into the same sheet: what it says takes the next free
row, and is judged like a line typed there at the same moment.

A tick is processed once. It is a new one if a read has shown the boxes unticked since the last one
was processed, or if something else stands in the cells than then. Nothing here judges an answer.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from umpire.games.base import Form
from umpire.games.text import listed
from umpire.match import Match, PendingDecision, asking, judge
from umpire.projections.scoresheet import (
    LONGEST,
    Refusal,
    is_blank,
    mistaken_for,
    quote,
    text_of,
)
from umpire.sheets.ranges import BOXES

UNREAD = "(form)"
"""Stands in the score sheet for a form that could not be read as a line."""

Cells: TypeAlias = Mapping[str, Any]
"""What a form's cells hold, by name without the prefix: "" for a blank field, a bool for a box.

A box in which something else than a tick turned out to stand holds just that: it is ticked, and not
to be believed.
"""

_TICKED, _UNTICKED = "true", "false"
_NAMED = 3
"""The most cells of a form that are named one by one."""


@dataclass(frozen=True, slots=True)
class Tidying:
    """What is to be done in a form: which boxes to untick, which fields to empty."""

    untick: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()


def as_cells(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a read shows of the cells, what looks alike made equal.

    A box whose cell has become plain text holds the word instead of the boolean.
    """
    return {
        name: _tick(value) if name in BOXES else "" if is_blank(value) else value
        for name, value in raw.items()
    }


def is_ticked(value: Any) -> bool:
    """Return whether a box is ticked; one whose cell has become plain text holds the word."""
    return value is True or (isinstance(value, str) and value.strip().casefold() == _TICKED)


def is_new(now: Cells, processed: Cells | None) -> bool:
    """Return whether a box is ticked that has not been processed.

    `processed` is what the cells held when they were last processed, None if that is over.
    """
    return _any_ticked(now) and (processed is None or not _same(now, processed))


def remembered(now: Cells, processed: Cells | None) -> Cells | None:
    """Return what to remember as processed after a read that shows no new tick.

    Once the boxes are unticked the same fields may be sent again; once the fields hold something
    else what was processed is over.
    """
    if processed is None or _any_ticked(now):
        return processed
    return now if _same(fields_of(now), fields_of(processed)) else None


def tidying(now: Cells, processed: Cells | None, *, closed: bool) -> Tidying:
    """Return what to untick and empty in a form that still holds what was processed.

    `closed` says whether the decision that it answered is closed. What somebody has changed
    meanwhile is left alone.
    """
    if processed is None or not _same(now, processed):
        return Tidying()
    return Tidying(
        tuple(name for name in BOXES if now.get(name)),
        filled_fields(now) if closed else (),
    )


def filled_fields(now: Cells) -> tuple[str, ...]:
    """Return the fields of a form that hold something."""
    return tuple(name for name, value in fields_of(now).items() if value != "")


def tidied(now: Cells, tidying: Tidying) -> Cells:
    """Return what the cells hold once a form has been tidied."""
    return {**now, **dict.fromkeys(tidying.untick, False), **dict.fromkeys(tidying.empty, "")}


def asked(match: Match, pending: PendingDecision | None, cells: Cells) -> Form:
    """Return the cells that a decision uses now, and what each of them offers."""
    if pending is None:
        return {}
    form = asking.form(match, pending, _filled(cells))
    return {name: form[name] for name in fields_of(cells) if name in form}


@dataclass(frozen=True, slots=True)
class Preview:
    """What a form says of itself before it is sent.

    `text` is for who fills it in. `line` is the line that the cells stand for, and `more` what its
    author should know of it; where `is_wrong`, why it would be refused.
    """

    text: str = ""
    line: str = ""
    more: str = ""
    is_wrong: bool = False


def preview(
    match: Match,
    pending: PendingDecision | None,
    cells: Cells,
    form: Form,
    titles: Mapping[str, str] | None = None,
) -> Preview:
    """Return which cells to fill in now; of filled ones the line they stand for, or what is wrong.

    `form` is what is `asked` of the cells; nothing is said where that is nothing. `titles` are what
    the cells are called.
    """
    if pending is None or not form:
        return Preview()
    if all(is_blank(cells[name]) for name in form):
        return Preview(f"Fill in {_some(form, titles or {})}, then tick send.")
    said = line(match, pending, cells)
    if isinstance(said, Refusal):
        return Preview(said.answer, more=said.answer, is_wrong=True)
    judgement = judge(match, {"t": match.now, "by": pending.by, "say": said})
    if judgement.error is not None:
        return Preview(f"{quote(said)}: {judgement.error}", said, judgement.error, is_wrong=True)
    understood, more = judgement.understood or said, judgement.warning or ""
    send = f"Tick send for {quote(understood)}."
    return Preview(f"{send} {more}" if more else send, understood, more)


def no_tick(cells: Cells) -> Refusal | None:
    """Return what stands in a box in place of a tick; None where boxes hold only ticks."""
    for box in BOXES:
        if not isinstance(cells.get(box, False), bool):
            what = "text" if isinstance(cells[box], str) else mistaken_for(cells[box])[0]
            return Refusal(
                f"refused: the box to {box} holds {what}; tick the box itself.",
                f"the form's box to {box} holds {what}, no tick: {quote(cells[box])} was not "
                "judged",
            )
    return None


def line(match: Match, pending: PendingDecision | None, cells: Cells) -> str | Refusal:
    """Return the line that a form stands for; the game decides later whether it is right.

    Without a decision it is just what the cells hold, because nothing says how to join it.
    """
    filled = _filled(cells)
    if pending is None:
        return _bounded(" ".join(text for text in filled.values() if text))
    form = asked(match, pending, cells)
    if not form:
        return Refusal(
            "refused: the form has no cells for what is asked now; write your line in the next "
            "free row of the column beside it.",
            "the form has no cells for what was asked",
        )
    for name in form:
        if text_of(cells[name]) is None:
            what, remedy = mistaken_for(cells[name])
            return Refusal(
                f"refused: the sheet took {_title(name)} for {what}; fill it in again {remedy}.",
                f"the form's {_title(name)} holds {what}, no text: {quote(cells[name])} was not "
                "judged",
            )
    if not any(filled[name] for name in form):
        return Refusal(
            f"refused: the form is empty; fill in {_some(form, {})}, then tick send again.",
            "the form was sent empty",
        )
    return _bounded(asking.form_line(match, pending, filled))


class _Filled(dict[str, str]):
    """Texts by field; a field that the sheet has no cell for is empty."""

    def __missing__(self, name: str) -> str:
        return ""


def _filled(cells: Cells) -> _Filled:
    return _Filled(
        (name, (text_of(value) or "").strip()) for name, value in fields_of(cells).items()
    )


def fields_of(cells: Cells) -> dict[str, Any]:
    """Return a form's cells without its boxes."""
    return {name: value for name, value in cells.items() if name not in BOXES}


def _bounded(text: str) -> str | Refusal:
    if len(text) <= LONGEST:
        return text
    return Refusal(
        f"refused: {len(text)} characters are too many (at most {LONGEST}); fill in less.",
        f"the form holds too much: {quote(text)} was not judged",
    )


def _tick(value: Any) -> Any:
    if is_blank(value) or is_ticked(value):
        return is_ticked(value)
    is_word = isinstance(value, str) and value.strip().casefold() == _UNTICKED
    return False if is_word else value


def _any_ticked(cells: Cells) -> bool:
    return any(cells.get(box) for box in BOXES)


def _same(one: Cells, other: Cells) -> bool:
    """Return whether cells hold the same, where 1 is not True and not 1.0."""
    return one == other and all(type(value) is type(other[name]) for name, value in one.items())


def _title(name: str) -> str:
    return name.replace("_", " ")


def _some(form: Form, titles: Mapping[str, str]) -> str:
    """Name the cells of a form that has few; of many some may well stay empty."""
    called = [quote(titles.get(name) or _title(name)) for name in form]
    return listed(called) if len(called) <= _NAMED else "the form"
