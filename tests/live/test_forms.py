"""An entry form: when a tick is a new one, what is tidied away, and which line it stands for."""

from typing import Any

import pytest
from toy import GAME, Number

from umpire.games.base import Decision
from umpire.games.page import Draft, Sum
from umpire.live.forms import (
    Cells,
    Tidying,
    cells_to_remember,
    check_boxes,
    draft,
    has_new_tick,
    line_of_form,
    normalize_cells,
    plan_tidying,
    preview,
    requested_fields,
)
from umpire.match import Header, PendingDecision, begin
from umpire.projections.scoresheet import LONGEST, Refusal

MATCH = begin(Header(GAME.id, ("Ana", "Bo"), {"phases": [{"who": "Ana"}]}), GAME).match
(OWED,) = MATCH.pending

BLANK: Cells = {"half": "", "number": "", "send": False, "lock": False}


def cells(**more: Any) -> Cells:
    return {**BLANK, **more}


def noted(now: Cells, pending: PendingDecision | None = OWED) -> str:
    return preview(MATCH, pending, now, requested_fields(MATCH, pending, now)).text


FILLED = cells(number="3")
SENT = cells(number="3", send=True)


@pytest.mark.parametrize(
    ("raw", "seen"),
    [
        ({"number": None}, {"number": ""}),
        ({"number": "  "}, {"number": ""}),
        ({"number": "3"}, {"number": "3"}),
        ({"number": 3}, {"number": 3}),
        ({"number": False}, {"number": False}),
        ({"send": True, "lock": False}, {"send": True, "lock": False}),
        ({"send": "", "lock": None}, {"send": False, "lock": False}),
        ({"send": "TRUE", "lock": " true"}, {"send": True, "lock": True}),
        ({"send": "FALSE", "lock": "yes"}, {"send": False, "lock": "yes"}),
        ({"send": 1}, {"send": 1}),
        ({"send": {"formula": "=TRUE()"}}, {"send": {"formula": "=TRUE()"}}),
    ],
)
def test_what_looks_alike_is_the_same(raw: dict[str, Any], seen: Cells) -> None:
    assert normalize_cells(raw) == seen
    assert {name: type(value) for name, value in normalize_cells(raw).items()} == {
        name: type(value) for name, value in seen.items()
    }


@pytest.mark.parametrize(
    ("now", "processed", "new"),
    [
        (BLANK, None, False),
        (FILLED, None, False),
        (SENT, None, True),
        (cells(send=True), None, True),
        (cells(lock=True), None, True),
        (SENT, SENT, False),
        (SENT, FILLED, True),
        (cells(number="4", send=True), SENT, True),
        (cells(number=3, send=True), SENT, True),
        (cells(number=True, send=True), cells(number=1, send=True), True),
        (cells(number="3", send=True, lock=True), SENT, True),
        (FILLED, SENT, False),
    ],
    ids=[
        "nothing is ticked",
        "filled but not ticked",
        "ticked",
        "ticked but empty",
        "the box to lock",
        "processed already",
        "processed, and unticked since",
        "processed, and changed since",
        "a number in place of the text",
        "a tick in place of a number",
        "the other box as well",
        "unticked",
    ],
)
def test_a_tick_is_new_once_it_was_unticked_or_the_cells_differ(
    now: Cells, processed: Cells | None, new: bool
) -> None:
    assert has_new_tick(now, processed) == new


@pytest.mark.parametrize(
    ("now", "processed", "kept"),
    [
        (SENT, SENT, SENT),
        (FILLED, SENT, FILLED),
        (FILLED, FILLED, FILLED),
        (BLANK, SENT, None),
        (cells(number="4"), SENT, None),
        (BLANK, None, None),
        (FILLED, None, None),
    ],
    ids=[
        "still ticked",
        "unticked, so that it may be sent again",
        "and nothing has changed since",
        "emptied",
        "filled in anew",
        "nothing was ever sent",
        "and nothing is",
    ],
)
def test_what_was_processed_is_remembered_while_it_stands_there(
    now: Cells, processed: Cells | None, kept: Cells | None
) -> None:
    assert cells_to_remember(now, processed) == kept


@pytest.mark.parametrize(
    ("now", "processed", "closed", "wanted"),
    [
        (SENT, SENT, False, Tidying(("send",), ())),
        (SENT, SENT, True, Tidying(("send",), ("number",))),
        (FILLED, FILLED, False, Tidying()),
        (FILLED, FILLED, True, Tidying((), ("number",))),
        (cells(send=True, lock=True), cells(send=True, lock=True), True, Tidying(("send", "lock"))),
        (
            cells(number=3, send=True),
            cells(number=3, send=True),
            True,
            Tidying(("send",), ("number",)),
        ),
        (SENT, FILLED, True, Tidying()),
        (cells(number="4"), FILLED, True, Tidying()),
        (BLANK, FILLED, True, Tidying()),
        (SENT, None, True, Tidying()),
    ],
    ids=[
        "refused or held: to be corrected",
        "its decision is closed",
        "refused or held, unticked already",
        "held until its decision closed",
        "two boxes and nothing filled in",
        "what was no text goes too",
        "a new tick that nobody has heard yet",
        "somebody has begun to fill in something else",
        "emptied already",
        "nothing was processed",
    ],
)
def test_only_what_was_processed_is_tidied_away(
    now: Cells, processed: Cells | None, closed: bool, wanted: Tidying
) -> None:
    assert plan_tidying(now, processed, closed=closed) == wanted


def said(now: Cells) -> str | Refusal:
    return line_of_form(MATCH, OWED, now)


@pytest.mark.parametrize(
    ("now", "text"),
    [
        (cells(half="low", number=" 3 "), "3"),
        (cells(number="'3"), "3"),
        (cells(number="=1+2"), "=1+2"),
        (cells(number="3", elsewhere=44689, other={"formula": "=1"}), "3"),
        ({"number": "3", "send": True}, "3"),
    ],
    ids=[
        "the game joins what is filled in",
        "one apostrophe in front is the sheet's sign for text",
        "a text that looks like a formula",
        "what is not asked for may hold anything",
        "a cell that the sheet lacks counts as empty",
    ],
)
def test_the_line_that_a_form_stands_for(now: Cells, text: str) -> None:
    assert said(now) == text


IS_EMPTY = "the form is empty; fill in “half” and “number”, then tick send again."


@pytest.mark.parametrize(
    ("now", "answer"),
    [
        (cells(number=3), "the sheet took number for a number or a date; fill it in again with an"),
        (cells(number=True), "the sheet took number for a tick or TRUE/FALSE; fill it in again"),
        (
            cells(number={"formula": "=1+2"}),
            "the sheet took number for a formula; fill it in again without the =",
        ),
        (cells(number={"chip": "@"}), "the sheet took number for a smart chip; fill it in again"),
        (BLANK, IS_EMPTY),
        (cells(number="'  "), IS_EMPTY),
        (cells(elsewhere="3"), IS_EMPTY),
        (
            {"send": True, "elsewhere": "3"},
            "the form has no cells for what is asked now; write your line in the next free row",
        ),
        (cells(number="3" * (LONGEST + 1)), f"{LONGEST + 1} characters are too many"),
    ],
)
def test_what_is_no_line_is_never_guessed_at(now: Cells, answer: str) -> None:
    refused = said(now)
    assert isinstance(refused, Refusal)
    assert refused.answer.startswith(f"refused: {answer}")
    assert refused.answer.endswith(".")
    assert (refused.note or "").startswith("the form")
    assert len(refused.note or "") < 200


@pytest.mark.parametrize(
    ("box", "typed", "what"),
    [
        *((box, {"formula": "=TRUE()"}, "a formula") for box in ("send", "lock")),
        *(("send", word, "text") for word in ("x", "no")),
        ("send", 1, "a number or a date"),
    ],
)
def test_a_box_that_holds_no_tick_counts_as_ticked_is_refused_and_unticked(
    box: str, typed: Any, what: str
) -> None:
    now = normalize_cells(cells(number="3", **{box: typed}))
    assert has_new_tick(now, None)
    assert plan_tidying(now, now, closed=False) == Tidying((box,), ())
    refused = check_boxes(now)
    assert refused is not None
    assert refused.answer == f"refused: the box to {box} holds {what}; tick the box itself."
    assert refused.note.endswith(" was not judged")
    assert check_boxes(SENT) is None


def test_who_is_asked_nothing_says_what_stands_in_the_cells() -> None:
    assert line_of_form(MATCH, None, cells(half="low", number="3")) == "low 3"
    assert line_of_form(MATCH, None, cells(number=3)) == ""


def test_the_note_names_what_to_fill_in() -> None:
    assert noted(BLANK) == "Fill in “half” and “number”, then tick send."
    assert noted({"number": "", "send": False}) == "Fill in “number”, then tick send."
    assert noted(BLANK, pending=None) == ""


@pytest.mark.parametrize(
    ("filled", "told"),
    [
        (cells(number="3"), "Tick send for “3”."),
        (cells(number="x"), "“x”: "),
        (cells(number=3), "refused: the sheet took number for a number or a date"),
    ],
)
def test_of_what_is_filled_in_the_note_says_what_it_would_send(filled: Cells, told: str) -> None:
    assert noted(filled).startswith(told)


def test_what_is_offered_follows_what_is_filled_in() -> None:
    now = cells(half="high")
    assert requested_fields(MATCH, OWED, now)["number"] == ("4", "5", "6")


def drafted(now: Cells) -> Draft | None:
    found = preview(MATCH, OWED, now, requested_fields(MATCH, OWED, now))
    return draft(MATCH, OWED, now, found)


def test_where_the_game_drafts_nothing_the_preview_does() -> None:
    assert drafted(BLANK) is None
    assert drafted(FILLED) is None, "nothing is to be said of three"
    refusal = "9 is too much or too little: say a number from 1 to 6."
    assert drafted(cells(number="9")) == Draft(missing=refusal)


def test_a_draft_of_the_game_has_what_the_preview_says_where_it_says_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sums = {"number": Sum("3")}

    def of_game(kind: Number, view: Any, decision: Decision, filled: Any) -> Draft:
        return Draft(missing="Say less." if filled["half"] else "", sums=sums)

    def warn(kind: Number, view: Any, decision: Decision, answer: int) -> str:
        return "That is odd."

    monkeypatch.setattr(Number, "draft", of_game)
    monkeypatch.setattr(Number, "warn", warn)
    refusal = "9 is too much or too little: say a number from 1 to 6."
    assert drafted(cells(number="9")) == Draft(missing=refusal, sums=sums)
    assert drafted(cells(number="9", half="high")) == Draft(missing="Say less.", sums=sums)
    assert drafted(FILLED) == Draft(say="That is odd.", sums=sums)
