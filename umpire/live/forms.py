"""A player's entry form: from the contents of its cells to the line that they stand for.

Beside a score sheet there are cells to fill in, and boxes to tick: one sends what is filled in, one
locks the answer that is held. A form is another way to write into the same sheet: its line takes
the next free row, and is judged like a line typed there at the same moment.

A tick is processed once. It is a new one if a read has shown the boxes unticked since the last one
was processed, or if the cells hold something else than then. Nothing here judges an answer.
"""

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

from umpire.games.base import Form
from umpire.games.page import Draft, Field
from umpire.games.text import join_words
from umpire.games.values import memoize
from umpire.match import Match, PendingDecision, asking, judge
from umpire.projections.scoresheet import LONGEST, Refusal, is_blank, mistaken_for, quote, text_of
from umpire.sheets.ranges import BOXES

UNREADABLE = "(form)"
"""The text in the score sheet for a form that could not be read as a line."""

Cells: TypeAlias = Mapping[str, Any]
"""The contents of a form's cells, by name without the prefix: "" for a blank field, a bool for a
box.

A box that holds something else than a tick keeps it: it counts as ticked, but nobody knows what is
meant.
"""

_TICKED, _UNTICKED = "true", "false"
_NAMED = 3
"""The most cells of a form that are named one by one."""


@dataclass(frozen=True, slots=True)
class Tidying:
    """The boxes to untick in a form, and the fields to empty."""

    untick: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()


def normalize_cells(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return the contents of cells so that those which look alike are equal.

    A box whose cell has become plain text holds the word instead of the boolean.
    """
    return {
        name: _normalize_box(value) if name in BOXES else "" if is_blank(value) else value
        for name, value in raw.items()
    }


def is_ticked(value: Any) -> bool:
    """Return whether a box is ticked; one whose cell has become plain text holds the word."""
    return value is True or (isinstance(value, str) and value.strip().casefold() == _TICKED)


def has_new_tick(cells: Cells, processed: Cells | None) -> bool:
    """Return whether a box is ticked that has not been processed.

    `processed` are the cells that were processed last, None if they do not count any more.
    """
    return _any_ticked(cells) and (processed is None or not are_same(cells, processed))


def cells_to_remember(cells: Cells, processed: Cells | None) -> Cells | None:
    """Return the cells to remember as processed after a read that shows no new tick.

    Once the boxes are unticked, the same fields may be sent again. Once the fields hold something
    else, the cells that were processed do not count any more.
    """
    if processed is None or _any_ticked(cells):
        return processed
    return cells if are_same(fields_of(cells), fields_of(processed)) else None


def plan_tidying(cells: Cells, processed: Cells | None, *, closed: bool) -> Tidying:
    """Return what to untick and empty in a form that still holds what was processed.

    `closed` says whether the decision that it answered is closed. Cells that somebody has changed
    meanwhile are left alone.
    """
    if processed is None or not are_same(cells, processed):
        return Tidying()
    return Tidying(
        tuple(name for name in BOXES if cells.get(name)),
        filled_fields(cells) if closed else (),
    )


def filled_fields(cells: Cells) -> tuple[str, ...]:
    """Return the names of a form's fields that are not blank."""
    return tuple(name for name, value in fields_of(cells).items() if value != "")


def after_tidying(cells: Cells, tidying: Tidying) -> Cells:
    """Return the contents of the cells once a form has been tidied."""
    return {**cells, **dict.fromkeys(tidying.untick, False), **dict.fromkeys(tidying.empty, "")}


def requested_fields(match: Match, pending: PendingDecision | None, cells: Cells) -> Form:
    """Return the fields that a decision uses now, and what each of them offers."""
    if pending is None:
        return {}
    form = asking.form(match, pending, _texts(cells))
    return {name: form[name] for name in fields_of(cells) if name in form}


@dataclass(frozen=True, slots=True)
class Preview:
    """A description of a form for the player who fills it in, before it is sent.

    `text` is all that the player reads. `line` is the line that the cells stand for, and `more`
    what to know about it: where `is_wrong`, why it would be refused.
    """

    text: str = ""
    line: str = ""
    more: str = ""
    is_wrong: bool = False


class FilledForm(NamedTuple):
    """The contents of a form's cells, the fields that are asked for, and their preview.

    `pending` is the decision that it answers, None if it asks for nothing.
    """

    cells: Cells
    form: Form
    pending: PendingDecision | None
    preview: Preview


def filled_form(
    match: Match,
    pending: PendingDecision | None,
    cells: Cells,
    labels: Mapping[str, tuple[str, str]],
) -> FilledForm:
    """Return a form with these cells, the same object for the same match while it is in use.

    `labels` are the cell and the text of each label.
    """
    return _filled_form(match, pending, labels, sys.intern(json.dumps(cells)))


@memoize
def _filled_form(
    match: Match,
    pending: PendingDecision | None,
    labels: Mapping[str, tuple[str, str]],
    cells_json: str,
) -> FilledForm:
    cells = json.loads(cells_json)
    form = requested_fields(match, pending, cells)
    found = preview(match, pending, cells, form, dict(labels.values()))
    return FilledForm(cells, form, pending if form else None, found)


def preview(
    match: Match,
    pending: PendingDecision | None,
    cells: Cells,
    form: Form,
    titles: Mapping[str, str] | None = None,
) -> Preview:
    """Return the preview of a form: the cells to fill in, or the line that filled ones stand for.

    `form` are the `requested_fields`; the preview is empty without any. `titles` are the labels of
    the cells.
    """
    if pending is None or not form:
        return Preview()
    if all(is_blank(cells[name]) for name in form):
        return Preview(f"Fill in {_name_fields(form, titles or {})}, then tick send.")
    say = _line(match, pending, cells, form)
    if isinstance(say, Refusal):
        return Preview(say.answer, more=say.answer, is_wrong=True)
    judgement = judge(match, {"t": match.now, "by": pending.by, "say": say})
    if judgement.error is not None:
        return Preview(f"{quote(say)}: {judgement.error}", say, judgement.error, is_wrong=True)
    understood, more = judgement.understood or say, judgement.warning or ""
    send = f"Tick send for {quote(understood)}."
    return Preview(f"{send} {more}" if more else send, understood, more)


def fields_on_page(match: Match, pending: PendingDecision, cells: Cells) -> Mapping[str, Field]:
    """Return what a page says at the cells of a form."""
    return asking.fields(match, pending, _texts(cells))


def draft(match: Match, pending: PendingDecision, cells: Cells, found: Preview) -> Draft | None:
    """Return what a form would do, for a page.

    Where the game says nothing the draft has what its preview, `found`, says about the line.
    """
    of_game = asking.draft(match, pending, _texts(cells))
    own = of_game or Draft()
    if found.is_wrong:
        return replace(own, missing=own.missing or found.more)
    return replace(own, say=own.say or found.more) if of_game or found.more else None


def check_boxes(cells: Cells) -> Refusal | None:
    """Return a refusal if a box holds something else than a tick, else None."""
    for box in BOXES:
        if not isinstance(cells.get(box, False), bool):
            kind = "text" if isinstance(cells[box], str) else mistaken_for(cells[box])[0]
            return Refusal(
                f"refused: the box to {box} holds {kind}; tick the box itself.",
                f"the form's box to {box} holds {kind}, no tick: {quote(cells[box])} was not "
                "judged",
            )
    return None


def line_of_form(match: Match, pending: PendingDecision | None, cells: Cells) -> str | Refusal:
    """Return the line that a form stands for; the game decides later whether it is right.

    Without a decision it is the texts in the cells, because nothing says how to join them.
    """
    texts = _texts(cells)
    if pending is None:
        return _check_length(" ".join(text for text in texts.values() if text))
    return _line(match, pending, cells, requested_fields(match, pending, cells))


def _line(match: Match, pending: PendingDecision, cells: Cells, form: Form) -> str | Refusal:
    texts = _texts(cells)
    if not form:
        return Refusal(
            "refused: the form has no cells for what is asked now; write your line in the next "
            "free row of the column beside it.",
            "the form has no cells for what was asked",
        )
    for name in form:
        if text_of(cells[name]) is None:
            kind, remedy = mistaken_for(cells[name])
            return Refusal(
                f"refused: the sheet took {_title(name)} for {kind}; fill it in again {remedy}.",
                f"the form's {_title(name)} holds {kind}, no text: {quote(cells[name])} was not "
                "judged",
            )
    if not any(texts[name] for name in form):
        return Refusal(
            f"refused: the form is empty; fill in {_name_fields(form, {})}, then tick send again.",
            "the form was sent empty",
        )
    return _check_length(asking.form_line(match, pending, texts))


class _Texts(dict[str, str]):
    """Texts by field; a field that the sheet has no cell for is empty."""

    def __missing__(self, name: str) -> str:
        return ""


def _texts(cells: Cells) -> _Texts:
    return _Texts(
        (name, (text_of(value) or "").strip()) for name, value in fields_of(cells).items()
    )


def fields_of(cells: Cells) -> dict[str, Any]:
    """Return a form's cells without its boxes."""
    return {name: value for name, value in cells.items() if name not in BOXES}


def are_same(cells: Cells, others: Cells) -> bool:
    """Return whether cells hold the same, where 1 is neither True nor 1.0."""
    return cells == others and all(
        type(value) is type(others[name]) for name, value in cells.items()
    )


def _check_length(text: str) -> str | Refusal:
    if len(text) <= LONGEST:
        return text
    return Refusal(
        f"refused: {len(text)} characters are too many (at most {LONGEST}); fill in less.",
        f"the form holds too much: {quote(text)} was not judged",
    )


def _normalize_box(value: Any) -> Any:
    if is_blank(value) or is_ticked(value):
        return is_ticked(value)
    is_word = isinstance(value, str) and value.strip().casefold() == _UNTICKED
    return False if is_word else value


def _any_ticked(cells: Cells) -> bool:
    return any(cells.get(box) for box in BOXES)


def _title(name: str) -> str:
    return name.replace("_", " ")


def _name_fields(form: Form, titles: Mapping[str, str]) -> str:
    """Name the cells of a form that has few; of many some may well stay empty."""
    names = [quote(titles.get(name) or _title(name)) for name in form]
    return join_words(names) if len(names) <= _NAMED else "the form"
