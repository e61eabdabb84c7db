"""A player's score sheet: nothing typed is ever lost, and nothing counts twice."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from umpire.projections.scoresheet import (
    LONGEST,
    ProcessedRow,
    Refusal,
    Submission,
    is_blank,
    new_rows,
    text_of,
)

ANA = 0
OPEN = "turn 3"


def processed(
    row: int, value: Any, fate: str = "refused", decision: str | None = OPEN, text: Any = ...
) -> dict[int, ProcessedRow]:
    judged = value if text is ... else text
    return {
        row: ProcessedRow(row, value, f"about {value}", judged, fate, decision, 2, f"first {value}")
    }


def rows(*found: Submission) -> list[tuple[str, int | None, Any]]:
    return [(_kind(one), one.row, one.value) for one in found]


def _kind(one: Submission) -> str:
    """A changed row keeps its line, and one that cannot be read has none yet."""
    if one.refusal is None:
        return "to judge"
    return "unreadable" if one.line is None else "changed"


def refused(found: Submission) -> tuple[str, str]:
    """What its author is answered, and what is noted, of a row that is not judged."""
    assert found.text is None
    assert found.refusal is not None
    return found.refusal.answer, found.refusal.note or ""


def test_the_entry_is_the_lowest_row_that_is_not_empty_and_not_processed() -> None:
    assert new_rows(ANA, {}, ["", None, "Y5 set", "  ", "B1 order"], OPEN) == (
        Submission(ANA, 2, "Y5 set", "Y5 set"),
        Submission(ANA, 4, "B1 order", "B1 order"),
    )
    assert new_rows(ANA, processed(2, "Y5 set", "taken"), ["", None, "Y5 set"], OPEN) == ()


@pytest.mark.parametrize(
    ("fate", "decision", "open_now", "counts"),
    [
        ("refused", OPEN, OPEN, True),
        ("held", OPEN, OPEN, True),
        ("taken", OPEN, OPEN, False),
        ("refused", OPEN, None, False),
        ("held", OPEN, "turn 4", False),
        ("refused", OPEN, "turn 4", False),
        ("refused", None, OPEN, True),
        ("refused", None, None, False),
    ],
    ids=[
        "refused and still open",
        "held and still open",
        "taken, so the row is closed",
        "its decision is closed",
        "held for another decision",
        "an old answer never falls to a new question",
        "too early then, asked now",
        "too early then and now",
    ],
)
def test_the_newest_row_may_be_corrected_while_its_decision_is_open(
    fate: str, decision: str | None, open_now: str | None, counts: bool
) -> None:
    (found,) = new_rows(
        ANA, processed(4, "Y5 zet", fate, decision), [*[""] * 4, "Y5 set"], open_now
    )
    if counts:
        assert found == Submission(ANA, 4, "Y5 set", "Y5 set")
    else:
        answer, note = refused(found)
        assert answer.startswith("ignored: “Y5 zet” was answered here and still counts")
        assert "was changed to “Y5 set”" in note


def test_a_change_in_an_older_row_is_ignored_answered_and_logged() -> None:
    known = processed(0, "one") | processed(1, "two")
    (found,) = new_rows(ANA, known, ["uno", "two"], OPEN)
    answer, note = refused(found)
    assert answer.startswith("ignored")
    assert note == ("row 1 was changed to “uno” after it had been dealt with; “one” stands")


def test_several_older_rows_changed_at_once_are_one_note_that_says_which() -> None:
    known = {row: one for n in range(8) for row, one in processed(n, f"text {n}").items()}
    column = [f"text {n}" for n in (1, 2, 2, 4, 5, 6, 6, 7)]
    found = new_rows(ANA, known, column, OPEN)
    answers, notes = zip(*map(refused, found), strict=True)
    assert [one.row for one in found] == [0, 1, 3, 4, 5]
    assert all(answer.startswith("ignored: “text ") for answer in answers)
    assert notes == (
        "rows 1 to 2 and 4 to 6 were changed after they had been dealt with; what was first read "
        "there stands",
        *[""] * 4,
    )
    assert {one.line for one in found} == {2}


def test_an_older_row_that_is_put_back_has_its_answer_back_and_nothing_is_logged() -> None:
    known = processed(0, "uno", text="one") | processed(1, "two")
    assert new_rows(ANA, known, ["one", "two"], OPEN) == (
        Submission(ANA, 0, "one", None, Refusal("first uno", None), 2),
    )


def test_an_older_row_that_is_emptied_is_a_change_like_any_other() -> None:
    (found,) = new_rows(ANA, processed(0, "one") | processed(1, "two"), ["", "two"], OPEN)
    assert "emptied" in refused(found)[1]


def test_a_refused_row_that_was_emptied_may_hold_the_same_text_again() -> None:
    known = processed(0, "Y5 set", decision=None)
    (emptied,) = new_rows(ANA, known, [""], OPEN)
    assert emptied == Submission(ANA, 0, "", None, Refusal("about Y5 set", None), 2)
    again = {0: ProcessedRow(0, "", "about Y5 set", "Y5 set", "refused", None, 2, "first")}
    assert new_rows(ANA, again, ["Y5 set"], OPEN) == (Submission(ANA, 0, "Y5 set", "Y5 set"),)


def test_a_gap_filled_after_a_later_row_was_taken_is_an_older_row() -> None:
    (found,) = new_rows(ANA, processed(3, "Y5 set", "taken"), ["", "late", "", "Y5 set"], OPEN)
    answer, note = refused(found)
    assert "a row below this one was taken already" in answer
    assert note


def test_a_gap_above_a_refused_row_still_counts() -> None:
    assert rows(*new_rows(ANA, processed(3, "Y5 zet"), ["", "late", "", "Y5 zet"], OPEN)) == [
        ("to judge", 1, "late")
    ]


@pytest.mark.parametrize(
    ("value", "answer"),
    [
        (44689, "a number or a date"),
        (0.25, "a number or a date"),
        (True, "a tick or TRUE/FALSE"),
        ({"formula": "=1+1"}, "a formula; type it again without the ="),
        ({"formula": "=IMPORTRANGE(1)"}, "a formula"),
        ({"formula": "=+A1"}, "a formula; type it again with an apostrophe"),
        ({"formula": "=-SUM(1)"}, "a formula; type it again with an apostrophe"),
        ({"chip": "Red @"}, "a smart chip; type it again as plain text"),
        ({"error": "#N/A"}, "an error; type it again with an apostrophe"),
        ("x" * 10_000, "10000 characters are too many"),
    ],
)
def test_what_is_no_text_is_never_guessed_at(value: Any, answer: str) -> None:
    (found,) = new_rows(ANA, {}, [value], OPEN)
    told, note = refused(found)
    assert answer in told
    assert "type it again" in told
    assert 0 < len(note) < 200


def test_a_number_typed_again_as_text_in_the_same_row_counts() -> None:
    known = processed(0, 44689, text=None)
    assert rows(*new_rows(ANA, known, ["'3-4"], OPEN)) == [("to judge", 0, "'3-4")]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("Y5 set", "Y5 set"),
        ("'3-4", "3-4"),
        ("''quoted", "'quoted"),
        ("a\tb\nc\x00\x1b[2J", "a\tb\nc\x00\x1b[2J"),
        ("🌵 x", "🌵 x"),
        ("\ud83c\udf35", "🌵"),
        ("half \ud83c a pair", "half � a pair"),
        ("=", "="),
        ("=1+1", "=1+1"),
        ({"formula": "=1+1"}, None),
        ({"chip": "Ana"}, None),
        (7, None),
        (None, None),
    ],
)
def test_the_text_of_a_cell(value: Any, text: str | None) -> None:
    assert text_of(value) == text


def test_a_formula_is_known_again_in_the_logs_of_before_formulas_were_told_from_texts() -> None:
    known = processed(0, "=1+1", text=None)
    assert new_rows(ANA, known, ["=1+1"], OPEN) == ()
    assert new_rows(ANA, known, [{"formula": "=1+1"}], OPEN) == ()
    assert rows(*new_rows(ANA, known, [{"formula": "=1+2"}], OPEN)) == [
        ("unreadable", 0, {"formula": "=1+2"})
    ]
    judged = processed(0, "=1+1")
    assert rows(*new_rows(ANA, judged, [{"formula": "=1+1"}], OPEN)) == [
        ("unreadable", 0, {"formula": "=1+1"})
    ]


@pytest.mark.parametrize(
    ("value", "before", "new"),
    [(7, 7.0, False), (1, True, True), (0.0, False, True), ("7", 7, True), (None, "", False)],
)
def test_what_differs_in_a_row(value: Any, before: Any, new: bool) -> None:
    assert bool(new_rows(ANA, processed(0, before, text=None), [value], OPEN)) == new


CELLS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    st.text(max_size=8),
    st.sampled_from(["", " ", "Y5 set", "=1", "'3-4", "x" * (LONGEST + 1)]),
    st.sampled_from([{"formula": "=1"}, {"chip": "@"}, {"error": "#N/A"}]),
)


@given(st.lists(CELLS, max_size=12), st.data())
def test_every_row_is_processed_once_in_order_however_the_reads_cut_it(
    column: list[Any], data: st.DataObject
) -> None:
    known: dict[int, ProcessedRow] = {}
    told: list[int] = []
    shown = st.lists(st.integers(0, len(column)), max_size=8)
    for seen in (*data.draw(shown, label="rows that each read shows"), len(column)):
        for found in new_rows(ANA, known, column[:seen] + [""] * (len(column) - seen), OPEN):
            if found.line is not None:
                continue  # this read shows an older state of the sheet than the one before
            row, value, text = found.row, found.value, found.text
            assert row is not None
            told.append(row)
            known |= {row: ProcessedRow(row, value, "no", text, "refused", OPEN, 2, "no")}
    assert told == sorted(told)
    assert told == [row for row, cell in enumerate(column) if not is_blank(cell)]
    assert new_rows(ANA, known, column, OPEN) == ()
