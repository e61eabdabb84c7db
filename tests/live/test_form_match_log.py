"""What a form says in a live match: judged like a typed row, in a row of its own, exactly once."""

from collections.abc import Callable
from typing import Any

import pytest
from live_kit import ANA, BO, Table

from umpire.live.forms import UNREADABLE, normalize_cells, plan_tidying
from umpire.live.match_log import TTL
from umpire.projections.screens import answers, form_lines
from umpire.projections.sentences import reply

Opens = Callable[..., Table]

EMPTY = {"half": "", "number": "", "send": False, "lock": False}
HOLDS = {"who": "group", "rule": "last", "limit": 60}


@pytest.fixture
def table(table: Opens) -> Opens:
    """Begins a match of the made-up game with these phases; everybody has an empty form."""

    def begin(*phases: Any, **options: Any) -> Table:
        match = table(*phases, **options)
        match.forms = {ANA: dict(EMPTY), BO: dict(EMPTY)}
        return match

    return begin


def sends(match: Table, seat: int, number: Any, **more: Any) -> None:
    """Somebody fills the form in and ticks the box to send."""
    match.forms[seat] |= {"number": number, "send": True, **more}


def written(match: Table) -> None:
    """The daemon's write arrives: what was processed is unticked, and emptied if it is done."""
    for seat, cells in match.forms.items():
        last = match.live.history.last_form_row(seat)
        if last is not None:
            closed = match.live.history.is_answer_final(seat, last)
            tidy = plan_tidying(normalize_cells(cells), last.value, closed=closed)
            cells.update(dict.fromkeys(tidy.untick, False) | dict.fromkeys(tidy.empty, ""))


def turn(match: Table) -> None:
    """One read, and what is written after it."""
    match.read()
    written(match)


def lines(match: Table, seat: int) -> list[str]:
    return [text for (text,) in form_lines(match.live.history, seat)]


def told(match: Table, seat: int) -> list[str]:
    return [text for (text,) in answers(match.live.history, seat)]


class TestAtTheSheet:
    def test_a_form_is_judged_like_a_typed_row_and_takes_the_next_free_one(
        self, table: Opens
    ) -> None:
        match = table("Ana", "Bo")
        match.types(ANA, "x")
        turn(match)
        match.hands.move(2.0)
        sends(match, ANA, "3")
        turn(match)
        assert match.log() == [(0.0, "Ana", "x", "syntax"), (2.0, "Ana", "3", None)]
        assert lines(match, ANA) == ["", "3"]
        assert told(match, ANA)[1] == "taken: 3"
        line = match.lines()[-1]
        assert (line.cell, line.entry) == ("Ana!F1", 1)

    def test_a_refused_one_stays_to_be_corrected_and_is_unticked(self, table: Opens) -> None:
        match = table("Ana", "Bo")
        sends(match, ANA, "9")
        turn(match)
        assert match.forms[ANA] == {**EMPTY, "number": "9"}
        assert reply(match.live.history, ANA).startswith("refused: 9 is too much")
        sends(match, ANA, "6")
        turn(match)
        assert [code for *_, code in match.log()] == ["illegal", None]
        assert match.forms[ANA] == EMPTY

    def test_a_held_one_stays_until_its_decision_is_closed(self, table: Opens) -> None:
        match = table(HOLDS, "Ana")
        sends(match, ANA, "3")
        turn(match)
        turn(match)
        assert told(match, ANA)[0].startswith("held: 3")
        assert match.forms[ANA] == {**EMPTY, "number": "3"}
        match.hands.move(61)
        turn(match)
        assert match.live.history.open_decisions() == {"Ana": "1"}
        assert match.forms[ANA] == EMPTY

    def test_the_same_answer_to_the_next_question_is_not_emptied_away(self, table: Opens) -> None:
        match = table("Ana", "Ana", "Bo")
        sends(match, ANA, "3")
        turn(match)
        turn(match)
        match.forms[ANA]["number"] = "3"
        turn(match)
        assert match.forms[ANA]["number"] == "3"
        match.forms[ANA]["send"] = True
        turn(match)
        assert [say for _, _, say, code in match.log() if code is None] == ["3", "3"]

    def test_what_is_typed_in_a_row_that_the_form_took_counts_all_the_same(
        self, table: Opens
    ) -> None:
        match = table(HOLDS, "Ana")
        sends(match, ANA, "3")
        turn(match)
        match.types(ANA, "4")
        turn(match)
        assert match.log() == [(0.0, "Ana", "3", None), (0.0, "Ana", "4", None)]
        assert lines(match, ANA) == ["3"]
        (answer,) = told(match, ANA)
        assert answer.startswith("held: 4")
        assert "(The form: held: 3" in answer

    def test_a_typed_row_may_be_corrected_after_the_form_took_the_next(self, table: Opens) -> None:
        match = table("Ana", "Bo")
        match.types(ANA, "x")
        turn(match)
        sends(match, ANA, "9")
        turn(match)
        match.columns[ANA][0] = "3"
        turn(match)
        assert told(match, ANA)[0] == "taken: 3"

    def test_of_rows_and_a_form_in_one_read_the_rows_come_first(self, table: Opens) -> None:
        match = table("Ana", "Bo")
        match.types(ANA, "x", "", "y")
        sends(match, ANA, "3")
        turn(match)
        assert [say for _, _, say, _ in match.log()] == ["x", "y", "3"]
        assert lines(match, ANA) == ["", "", "", "3"]

    def test_players_forms_are_heard_in_turn(self, table: Opens) -> None:
        match = table({"who": "each"}, "Ana")
        match.types(BO, "y")
        sends(match, ANA, "3")
        sends(match, BO, "4")
        turn(match)
        assert [(by, say) for _, by, say, _ in match.log()] == [
            ("Ana", "3"),
            ("Bo", "y"),
            ("Bo", "4"),
        ]


class TestRefusals:
    @pytest.mark.parametrize(
        ("cells", "answer", "noted"),
        [
            ({"number": 3}, "refused: the sheet took number for ", "the form's number holds "),
            ({"number": {"formula": "=1+2"}}, "refused: the sheet took number for a formula", ""),
            ({"number": ""}, "refused: the form is empty; fill in ", "the form was sent empty"),
            ({"number": "3", "send": "x"}, "refused: the box to send holds text; tick ", ""),
        ],
    )
    def test_what_stands_for_no_line_is_noted_answered_once_and_unticked(
        self, table: Opens, cells: dict[str, Any], answer: str, noted: str
    ) -> None:
        match = table("Ana", "Bo")
        match.read()
        sends(match, ANA, **cells)
        turn(match)
        turn(match)
        assert (match.log(), lines(match, ANA)) == ([], [UNREADABLE])
        assert told(match, ANA)[0].startswith(answer)
        assert (match.lines()[-1].say or "").startswith(f"note Ana: row 1: {noted}")
        assert match.forms[ANA] == {**EMPTY, **cells, "send": False}
        sends(match, ANA, "3")
        turn(match)
        assert told(match, ANA)[1] == "taken: 3"

    def test_who_is_not_asked_is_told_so_and_keeps_what_is_filled_in(self, table: Opens) -> None:
        match = table("Ana", "Bo")
        sends(match, BO, "5")
        turn(match)
        assert match.log() == [(0.0, "Bo", "5", "not-pending")]
        assert told(match, BO)[0].startswith("too early: You are not asked anything now")
        sends(match, ANA, "3")
        turn(match)
        assert match.forms[BO] == {**EMPTY, "number": "5"}
        match.forms[BO]["send"] = True
        turn(match)
        assert told(match, BO)[1] == "taken: 5"

    def test_an_old_answer_never_falls_to_a_new_question(self, table: Opens) -> None:
        match = table("Ana", "Ana", "Bo")
        match.types(ANA, "3")
        sends(match, ANA, "4")
        turn(match)
        assert match.live.history.open_decisions() == {"Ana": "1"}
        assert told(match, ANA)[1] == (
            "too early: this was written before you were asked; send it again."
        )
        assert match.lines()[-1].say == "note Ana: row 2: the form was sent before its question"
        assert match.forms[ANA]["number"] == "4"
        turn(match)
        match.forms[ANA]["send"] = True
        turn(match)
        assert told(match, ANA)[2] == "taken: 4"


class TestLock:
    def test_the_box_says_lock(self, table: Opens) -> None:
        match = table(HOLDS, "Ana")
        sends(match, ANA, "3")
        turn(match)
        match.forms[ANA]["lock"] = True
        turn(match)
        assert [say for _, _, say, code in match.log() if code is None] == ["3", "lock"]
        assert told(match, ANA)[1].startswith("locked")
        assert match.forms[ANA] == EMPTY

    def test_with_both_boxes_it_locks_what_it_sends(self, table: Opens) -> None:
        match = table(HOLDS, "Ana")
        for seat, number in ((ANA, "3"), (BO, "5")):
            sends(match, seat, number, lock=True)
        turn(match)
        assert [say for _, _, say, _ in match.log()] == ["3", "lock", "5", "lock"]
        assert lines(match, ANA) == ["3", "lock"]
        assert match.live.history.open_decisions() == {"Ana": "1"}
        assert match.forms == {ANA: EMPTY, BO: EMPTY}

    def test_with_both_boxes_an_answer_held_before_is_not_locked_for_one_refused(
        self, table: Opens
    ) -> None:
        match = table(HOLDS, "Ana")
        sends(match, ANA, "3")
        turn(match)
        sends(match, ANA, "9", lock=True)
        turn(match)
        assert [say for _, _, say, _ in match.log()] == ["3", "9"]
        assert told(match, ANA)[1].endswith("say a number from 1 to 6. Nothing is locked.")
        (pending,) = [one for one in match.live.history.match.pending if one.by == "Ana"]
        assert not pending.locked

    def test_what_is_taken_at_once_needs_no_lock(self, table: Opens) -> None:
        match = table("Ana", "Bo")
        sends(match, ANA, "3", lock=True)
        turn(match)
        assert match.log() == [(0.0, "Ana", "3", None)]
        assert match.forms[ANA] == EMPTY


class TestOnce:
    def test_changed_while_still_ticked_it_is_sent_again(self, table: Opens) -> None:
        match = table("Ana", "Bo")
        sends(match, ANA, "9")
        match.read()
        match.forms[ANA]["number"] = "3"
        match.read()
        assert [say for _, _, say, _ in match.log()] == ["9", "3"]

    @pytest.mark.parametrize(
        "number", ["3", "9", 44689, ""], ids=["taken", "refused", "unreadable", "empty"]
    )
    @pytest.mark.parametrize("when", ["before the write", "after the write", "after the next read"])
    def test_a_daemon_that_ends_anywhere_sends_nothing_twice_and_nothing_never(
        self, table: Opens, when: str, number: Any
    ) -> None:
        match = table("Ana", "Bo", "Ana")
        sends(match, ANA, number)
        match.read()
        if when != "before the write":
            written(match)
        if when == "after the next read":
            match.read()
        rows, processed = len(match.lines()), match.live.history.forms
        match.live.heartbeat()
        match.hands.move(TTL + 1)
        match.live = match.open()
        assert match.live.history.forms == processed
        turn(match)
        turn(match)
        assert [line for line in match.lines()[rows:] if line.by == "Ana"] == []
        assert len(match.live.history.forms[ANA]) == 1
        assert not match.forms[ANA]["send"]
        match.forms[ANA]["send"] = True
        turn(match)
        assert len(match.live.history.forms[ANA]) == 2

    def test_it_is_in_the_log_before_anything_is_written(self, table: Opens) -> None:
        match = table("Ana", "Bo")
        sends(match, ANA, "3")
        match.read()
        assert match.forms[ANA]["send"] is True
        (kept,) = match.store.entries(match.row.id)
        assert (kept.seat, kept.row, kept.text, kept.answer) == (ANA, 0, "3", "taken: 3")
        assert kept.line == match.lines()[-1].n
