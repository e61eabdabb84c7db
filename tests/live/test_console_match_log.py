"""What the umpire says in the console: each row is processed once, and is a command like any."""

from collections.abc import Callable
from typing import Any

import pytest
from live_kit import ANA, Table

from umpire.live.score_sheet import ScoreSheet
from umpire.live.submissions import ReadContext
from umpire.projections.scoresheet import Submission

Opens = Callable[..., "Console"]
UMPIRES = 2
"""The umpire's seat in a match of two."""


class Console:
    """A match, and the console's column of commands."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.column: list[Any] = []

    def says(self, *texts: Any) -> None:
        """Write into the next free rows, and let the console be read."""
        self.column.extend(texts)
        self.read()

    def read(self, began: ReadContext | None = None) -> int:
        """Let the console be looked at; return how many rows were new."""
        live = self.table.live
        column = ScoreSheet(UMPIRES, "entry")
        typed = {"entry": [[text] for text in self.column]}
        entered = column.new_submissions(
            live.history, typed, {}, lambda name, row: f"Console!B{row + 19}"
        )
        assert live.process(began or live.read_context(), (), entered)
        return len(entered)

    def answers(self) -> list[str]:
        sheet = self.table.live.history.sheets[UMPIRES]
        return [sheet[row].answer if row in sheet else "" for row in range(len(self.column))]


@pytest.fixture
def console(table: Callable[..., Table]) -> Opens:
    return lambda *phases, **options: Console(table(*phases, **options))


TIMED = {"who": "Ana", "limit": 60}


def test_each_command_is_carried_out_logged_with_its_cell_and_answered(console: Opens) -> None:
    match = console(TIMED, "Bo", "Ana")
    match.table.hands.move(3.0)
    match.says("extend a 30", "say Ana 4", "note well played", "pause", "resume", "undo")
    assert match.answers() == [
        "done: The umpire gives Ana 30 seconds more.",
        "taken: 4",
        "done: The umpire notes: well played",
        "done: The umpire stops the clock.",
        "done: The umpire restarts the clock.",
        'done: The umpire takes back the last step: Ana\'s "4". "Ana says 4" no longer counts.',
    ]
    assert match.table.log() == [
        (3.0, "umpire", "extend a 30", None),
        (3.0, "Ana", "4", None),
        (3.0, "umpire", "note well played", None),
        (3.0, "umpire", "pause", None),
        (3.0, "umpire", "resume", None),
        (3.0, "umpire", "undo", None),
    ]
    lines = [line for line in match.table.lines() if line.note is None]
    assert [line.cell for line in lines] == [f"Console!B{row}" for row in range(19, 25)]
    rows = [line.entry for line in lines]
    assert rows == [0, None, 2, 3, 4, 5], "a row of the console is none of Ana's"
    assert match.table.answers(ANA) == []


@pytest.mark.parametrize(
    ("text", "answer", "code"),
    [
        ("say Xi 4", "refused: 'Xi' does not begin the name of just one player", None),
        ("say Ana", "refused: write whose answer it is", None),
        ("frobnicate", "refused: 'frobnicate' is not a command", "syntax"),
        ("undo 5", "refused: ", "illegal"),
        ("extend Bo 60", "refused: ", "illegal"),
        ("say Ana 9", "refused: ", "illegal"),
        ("say Bo 4", "too early: ", "not-pending"),
        (7, "refused: the sheet took this for a number", None),
        ("x" * 501, "refused: 501 characters are too many (at most 500)", None),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence_and_logged(
    console: Opens, text: Any, answer: str, code: str | None
) -> None:
    match = console(TIMED, "Bo")
    match.says(text)
    assert match.answers()[0].startswith(answer)
    assert match.answers()[0][-1] in ".!?"
    (line,) = [line for line in match.table.lines() if line.cell is not None]
    assert line.code == code
    if code is None:
        assert line.say is not None
        assert line.say.startswith("note umpire: row 1 ")
    assert match.read() == 0


def test_a_refused_row_may_be_corrected_while_it_is_the_newest(console: Opens) -> None:
    match = console(TIMED, "Bo")
    match.says("puase")
    match.column[0] = "pause"
    match.read()
    assert match.answers() == ["done: The umpire stops the clock."]
    match.says("resmue", "resume")
    match.column[1] = "resume"
    match.read()
    assert match.answers()[1].startswith("ignored: ")
    assert [line[1:] for line in match.table.log()] == [
        ("umpire", "puase", "syntax"),
        ("umpire", "pause", None),
        ("umpire", "resmue", "syntax"),
        ("umpire", "resume", None),
    ]


@pytest.mark.parametrize("text", ["note hello", "say Ana 3"])
def test_what_was_done_stays_done_when_its_row_is_changed_or_emptied(
    console: Opens, text: str
) -> None:
    match = console(TIMED, "Bo")
    match.says(text)
    (done,) = match.answers()
    for changed in ("undo", ""):
        match.column[0] = changed
        match.read()
        assert match.answers()[0].startswith(
            f"ignored: “{text}” was answered here and still counts"
        )
        assert match.read() == 0
    match.column[0] = text
    match.read()
    assert match.answers() == [done]
    assert len(match.table.log()) == 1


def test_a_daemon_that_starts_again_carries_out_nothing_twice(console: Opens) -> None:
    match = console(TIMED, "Bo", "Ana", "Bo")
    match.says("extend Ana 5", "say Ana 4", "undo", "say nobody 4", 7)
    before, log = match.answers(), match.table.log()
    match.table.live.let_go()
    match.table.live = match.table.open()
    match.table.read()
    assert match.read() == 0
    assert match.answers() == before
    assert match.table.log() == log
    match.says("note on we go")
    assert match.answers()[-1].startswith("done: ")


def test_a_command_counts_from_when_the_read_that_showed_it_began(console: Opens) -> None:
    match = console(TIMED, "Bo")
    match.table.hands.move(10.0)
    began = match.table.live.read_context()
    match.table.hands.move(4.0)
    match.column.append("pause")
    match.read(began)
    assert match.table.log() == [(10.0, "umpire", "pause", None)]
    assert match.table.live.now() == 10.0


def test_no_limit_falls_before_its_players_own_sheet_was_read(console: Opens) -> None:
    match = console(TIMED, "Bo")
    match.table.hands.move(70.0)
    match.says("say Ana 4")
    assert match.answers() == ["taken: 4"]
    assert match.table.log() == [(60.0, "Ana", "4", None)]


@pytest.mark.parametrize(
    ("text", "answer", "is_paused_by_umpire"),
    [
        ("say Ana 4", "taken: 4", False),
        ("resume", "refused: numbers-1 has paused by itself", False),
        ("pause", "done", True),
        ("note hello", "done", False),
    ],
)
def test_while_it_has_paused_by_itself_the_umpire_can_say_anything_but_go_on(
    console: Opens, text: str, answer: str, is_paused_by_umpire: bool
) -> None:
    match = console(TIMED, "Bo")
    match.table.live.pause_itself("Ana's table cannot be reached")
    match.says(text)
    assert match.answers()[0].startswith(answer)
    assert match.table.live.history.is_paused_by_umpire == is_paused_by_umpire
    assert match.table.live.history.match.paused
    assert match.read() == 0


@pytest.mark.parametrize(("order", "paused"), [("pause", True), ("resume", False)])
def test_the_box_is_the_umpires_word_with_its_cell(
    console: Opens, order: str, paused: bool
) -> None:
    match = console(TIMED, "Bo")
    if order == "resume":
        match.says("pause")
    match.table.hands.move(2.0)
    live = match.table.live
    live.process(
        live.read_context(), (), [Submission(UMPIRES, None, None, order, cell="Console!A2")]
    )
    assert match.table.live.history.is_paused_by_umpire == paused
    assert match.table.lines()[-1].cell == "Console!A2"
    assert match.table.log()[-1][1:3] == ("umpire", order)
