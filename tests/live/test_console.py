"""What the console shows, how a command is read, and what the box that pauses says."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_games import OURS
from toy import GAME as TOY

from umpire.games.base import UMPIRE, Event, NotUnderstood
from umpire.live.controls import PauseBox
from umpire.match import Header
from umpire.projections import console
from umpire.projections.console import (
    AT_THE_END,
    blocks,
    command_choices,
    displayed_interval,
    interval_sentence,
    labels,
    read_row,
)
from umpire.projections.judged_line import text_for_umpire
from umpire.projections.match_history import MatchHistory, first_history
from umpire.projections.pending_lines import NewInput, PendingLines
from umpire.projections.screens import spreadsheet_screen
from umpire.projections.sentences import AWAY, Fairness, headline
from umpire.projections.spreadsheets import CONSOLE, Spreadsheet, spreadsheets_of
from umpire.projections.sums import sums_screen
from umpire.sheets.context import Context
from umpire.sheets.diff import find_misfits
from umpire.sheets.grid import Place, Rect
from umpire.sheets.layout import template_places
from umpire.sheets.ranges import DIRECTIONS, LABELS, PAUSE, TICKS
from umpire.sheets.template import find_template

NOON = "2026-01-01T12:00:00.000Z"
TEN = ("Ana", "Bo", "Cleo", "Dan", "Eva", "Finn", "Gil", "Hana", "Ivo", "Jo")
PLAYERS = ("Ana", "Anastasia", "Bo", "Jan Li", "Jan Lo")


def transaction(*players: str, **options: Any) -> PendingLines:
    given = options or {"phases": [{"who": "each", "limit": 60}]}
    return PendingLines(
        first_history(Header(TOY.id, players or ("Ana", "Bo"), given), TOY), "5e" * 32, NOON
    )


def column(
    record: MatchHistory, name: str, findings: tuple[str, ...] = (), how_often: str = ""
) -> list[str]:
    """A column of the console without the blank rows at its end."""
    rows = [row[0] for row in blocks(record, findings, how_often)[name]]
    while rows and not rows[-1]:
        rows.pop()
    return rows


def test_a_match_that_nobody_watches_says_so_and_the_console_names_the_command() -> None:
    stands = transaction()
    stands.judge(NewInput(1.0, UMPIRE, "pause", note=AWAY))
    told = "Paused: the umpire is away. The clock stands."
    assert headline(stands.history) == told
    assert column(stands.history, "headline") == [f"{told} 'umpire watch' goes on with it."]


@pytest.mark.parametrize("end", ["void", "forfeit Ana"])
@pytest.mark.parametrize(("note", "stands"), [(AWAY, "stopped by itself"), (None, "the umpire's")])
def test_a_pause_that_an_undone_end_brings_back_is_whose_it_was(
    end: str, note: str | None, stands: str
) -> None:
    match = transaction()
    for said in (NewInput(1.0, UMPIRE, "pause", note=note), NewInput(1.0, UMPIRE, end)):
        match.judge(said)
        assert match.history.is_paused_by_umpire is (said.say == "pause" and note is None)
    assert match.history.paused_because is None
    match.judge(NewInput(9.0, UMPIRE, "undo"))
    record = match.history
    assert record.is_paused_by_umpire is (stands == "the umpire's")
    assert record.is_stopped_by_itself is (stands == "stopped by itself")
    assert record.paused_because == note
    assert [event.text for event in record.events][-1] == "The clock is stopped again."
    match.judge(NewInput(9.0, UMPIRE, "resume"))
    match.judge(NewInput(10.0, UMPIRE, "void"))
    match.judge(NewInput(11.0, UMPIRE, "undo"))
    assert not match.history.is_stopped


def test_what_everybody_is_told_is_told_apart_from_what_a_player_called_all_is() -> None:
    match = transaction("All", "Bo", phases=[{"who": "All", "limit": 60, "secret": True}])
    match.judge(NewInput(1.0, UMPIRE, "extend Bo 3"))
    match.judge(NewInput(1.0, "All", "3"))
    match.judge(NewInput(2.0, UMPIRE, "undo"))
    told = zip(column(match.history, "events_for"), column(match.history, "events"), strict=True)
    assert [*told][:3] == [
        ("only All", 'Taken back: All\'s "3".'),
        ("all", '"All says 3" no longer counts.'),
        ("all", "The umpire takes back the last step: All's answer."),
    ]


def test_a_void_match_says_so_on_the_console_and_waits_for_nobody() -> None:
    match = transaction()
    match.judge(NewInput(1.0, UMPIRE, "void"))
    assert headline(match.history) == "★ The match is void: it has no result."
    assert command_choices(match.history.match) == ("undo", "close")
    assert column(match.history, "asked") == []


@pytest.mark.parametrize(
    ("every", "told"),
    [(0.5, "at once"), (1.2, "every 2 s"), (8, "every 10 s"), (60, "every 60 s"), (9999, "3600 s")],
)
def test_a_console_says_how_often_it_is_read(every: float, told: str) -> None:
    assert told in interval_sentence(displayed_interval(every, None), "toy-1")


def test_one_that_is_read_seldom_says_what_is_quicker() -> None:
    assert interval_sentence(60, "toy-1").endswith("umpire pause toy-1")
    assert "terminal" not in interval_sentence(30, "toy-1")


@given(every=st.lists(st.floats(0.1, 3600), min_size=2, max_size=20))
def test_how_often_a_console_is_read_is_told_anew_only_if_it_has_changed_much(
    every: list[float],
) -> None:
    told = None
    for seconds in every:
        before, told = told, displayed_interval(seconds, told)
        assert seconds <= told
        assert before is None or told == before or not before / 3 <= seconds <= before


class TestCommands:
    @pytest.mark.parametrize(
        ("text", "by", "say"),
        [
            ("pause", UMPIRE, "pause"),
            ("  Undo 2 ", UMPIRE, "  Undo 2 "),
            ("note say Ana 4", UMPIRE, "note say Ana 4"),
            ("nonsense", UMPIRE, "nonsense"),
            ("say Ana d4", "Ana", "d4"),
            ("SAY ana  Y5 set  draw", "Ana", "Y5 set  draw"),
            ("say Anas d4", "Anastasia", "d4"),
            ("say bo lock", "Bo", "lock"),
            ("say b lock", "Bo", "lock"),
            ("say Jan Li d4", "Jan Li", "d4"),
            ("say jan lo d4 e5", "Jan Lo", "d4 e5"),
            ("say Bo Bo", "Bo", "Bo"),
            ("ｓａｙ　Ａｎａ　ｄ４", "Ana", "ｄ４"),
        ],
    )
    def test_it_is_the_umpires_word_or_a_players(self, text: str, by: str, say: str) -> None:
        assert read_row(text, PLAYERS) == (by, say)

    def test_a_whole_name_counts_before_the_beginning_of_a_longer_one(self) -> None:
        assert read_row("say Ana Bo d4", ("Ana", "Ana Bo", "Bo")) == ("Ana Bo", "d4")
        assert read_row("say Ana B d4", ("Ana", "Ana Bo", "Bo")) == ("Ana", "B d4")

    @pytest.mark.parametrize(
        "text", ["say", "say Ana", "say An d4", "say Jan d4", "say Xi d4", "say umpire pause"]
    )
    def test_what_names_no_one_player_is_not_understood(self, text: str) -> None:
        with pytest.raises(NotUnderstood, match=r"[.!?]$"):
            read_row(text, PLAYERS)

    def test_what_can_be_said_now_is_offered(self) -> None:
        running = transaction()
        assert command_choices(running.history.match) == (
            "pause",
            "extend Ana 60",
            "extend Bo 60",
            "undo",
        )
        running.judge(NewInput(1.0, UMPIRE, "pause"))
        assert command_choices(running.history.match)[0] == "resume"
        running.judge(NewInput(1.0, UMPIRE, "forfeit Ana"))
        assert command_choices(running.history.match) == ("undo", "close")
        running.judge(NewInput(2.0, UMPIRE, "close"))
        assert command_choices(running.history.match) == ()


KNOWN = [(), (False,), (True,), (False, True)]


BOX = PauseBox(PAUSE, None)


class TestTheBox:
    @pytest.mark.parametrize(
        ("known", "ticked", "paused", "order"),
        [
            # At the first read a tick pauses, and a missing one never resumes.
            ((), True, False, "pause"),
            ((), True, True, None),
            ((), False, True, None),
            ((), False, False, None),
            # The umpire has ticked or unticked it since.
            ((False,), True, False, "pause"),
            ((False,), True, True, None),
            ((True,), False, True, "resume"),
            ((True,), False, False, None),
            # Nobody has: the match was paused or resumed otherwise, or not at all.
            ((False,), False, True, None),
            ((False,), False, False, None),
            ((True,), True, False, None),
            ((True,), True, True, None),
            # A write of ours may or may not have set it.
            *(((False, True), ticked, paused, None) for ticked, paused in product((0, 1), (0, 1))),
        ],
    )
    def test_it_says_what_the_umpire_has_changed(
        self, known: tuple[bool, ...], ticked: bool, paused: bool, order: str | None
    ) -> None:
        assert (
            replace(BOX, expected=frozenset(known)).command(bool(ticked), paused=bool(paused))
            == order
        )

    def test_what_is_read_or_written_is_known_from_then_on(self) -> None:
        ticked, unticked = {PAUSE: ((True,),)}, {PAUSE: ((False,),)}
        assert BOX.expected == set()
        assert BOX.record_state(ticked).expected == {True}
        assert BOX.record_state(ticked).record_state(unticked).expected == {False}
        assert BOX.record_state(unticked).record_doubt(ticked).expected == {False, True}
        assert BOX.record_doubt(ticked).record_state(unticked).expected == {False}
        assert BOX.record_state({}).record_doubt({}) == BOX, (
            "a write elsewhere leaves nothing in doubt"
        )

    @pytest.mark.parametrize(
        ("say", "note", "shows", "order"),
        [
            ("pause", None, True, None),
            ("pause", AWAY, False, "pause"),
            ("forfeit Ana", None, False, None),
        ],
        ids=["paused by the umpire", "paused by itself", "over"],
    )
    def test_a_tick_orders_a_pause_and_a_write_shows_one_of_the_umpires_alone(
        self, say: str, note: str | None, shows: bool, order: str | None
    ) -> None:
        match = transaction()
        match.judge(NewInput(1.0, UMPIRE, say, note=note))
        typed = {ticked: {PAUSE: ((ticked,),)} for ticked in (False, True)}
        submissions = BOX.new_submissions(match.history, typed[True], {}, lambda *_: "Console!A2")
        assert [submission.text for submission in submissions] == ([order] if order else [])
        places = {PAUSE: Place(1, Rect(0, 0, 1, 1))}
        updates = {
            ticked: BOX.plan_update(match.history, typed[ticked], places, {}) for ticked in typed
        }
        assert (updates[shows].needed, updates[shows].typed) == ([], {})
        assert updates[not shows].typed == typed[shows]
        assert len(updates[not shows].needed) == 1


class TestWhatItShows:
    def test_each_player_has_a_row(self) -> None:
        match = transaction(phases=[{"who": "group", "rule": "last", "secret": True, "limit": 60}])
        match.judge(NewInput(0.0, "Ana", "4"))
        match.judge(NewInput(0.0, "Bo", "5"))
        match.judge(NewInput(0.0, "Bo", "lock"))
        assert column(match.history, "players") == ["Ana", "Bo"]
        assert column(match.history, "asked") == ["answer (number)"] * 2
        assert column(match.history, "held") == ["4", "5 (locked)"]
        assert column(match.history, "written") == ["0", "0"]
        assert column(match.history, "clock") == ["until 12:01:00 UTC"] * 2

    def test_ten_players_have_room(self) -> None:
        record = transaction(*TEN).history
        spreadsheet = console_of(TOY.title, TEN, "denizens-of-tartarus")
        assert (
            find_misfits(
                spreadsheet_screen(record, spreadsheet, Fairness("commitment")),
                template_places(spreadsheet.pages),
            )
            == ()
        )
        assert column(record, "players") == list(TEN)
        assert column(record, "asked")[9]

    def test_a_label_stands_there_while_there_is_something_to_say(self) -> None:
        match = transaction(phases=[{"who": "Ana"}])
        pages = console_of(TOY.title, ("Ana", "Bo"), "devils-deal").pages

        def shown() -> dict[str, str]:
            return {name: rows[0][0] for name, rows in labels(match.history.match, pages).items()}

        running = shown()
        assert all(running.values())
        assert "forfeit Ana" in running["label_entry"]
        match.judge(NewInput(0.0, "Ana", "3"))
        assert {text for text in shown().values() if text} == {AT_THE_END}
        match.judge(NewInput(0.0, UMPIRE, "close"))
        assert set(shown().values()) == {""}
        assert shown().keys() == running.keys() >= {"label_console_pause", "label_clock"}

    def test_a_player_called_all_is_not_taken_for_everybody(self) -> None:
        for only, label in ((None, "all"), ("all", "only all"), ("Ana", "only Ana")):
            assert console._audience(Event("A card.", only=only)) == label
        assert text_for_umpire([Event("A card.", only="all")]) == "(only to all) A card."

    def test_the_last_events_are_told_with_for_whom_they_were_the_newest_first(self) -> None:
        match = transaction(phases=[{"who": "Ana"}] * 20)
        match.judge(NewInput(0.0, UMPIRE, "note the lamp is out"))
        match.judge(NewInput(0.0, "Ana", "3"))
        told = match.history.events
        assert Event("The umpire notes: the lamp is out", only=UMPIRE) in told
        names, texts = column(match.history, "events_for"), column(match.history, "events")
        assert texts == [event.text for event in reversed(told)]
        assert names == [f"only {event.only}" if event.only else "all" for event in reversed(told)]
        for _ in range(16):
            match.judge(NewInput(0.0, "Ana", "3"))
        assert len(column(match.history, "events")) == console.EVENTS

    def test_the_last_lines_of_the_log_are_told_with_what_came_of_them(self) -> None:
        match = transaction(phases=[{"who": "chance"}, {"who": "Ana", "limit": 60}, {"who": "Bo"}])
        match.judge(NewInput(0.0, note="begins"))
        match.judge(NewInput(0.0, UMPIRE, "pause", note="waits"))
        match.judge(NewInput(0.0, UMPIRE, "resume"))
        match.judge(NewInput(1.0, "Ana", "9"))
        match.judge(NewInput(1.0, UMPIRE, "note Ana: row 1 was changed", note="umpire"))
        match.judge(NewInput(61.0))
        assert column(match.history, "log_by") == [
            "",
            "umpire",
            "Ana",
            "umpire",
            "umpire",
            "chance",
        ]
        assert column(match.history, "log_say")[2:5] == ["9", "resume", "pause"]
        judged = column(match.history, "log_judged")
        refused = judged.pop(2)
        assert refused.startswith("refused (illegal): ")
        assert judged == ["time passed", "by the program", "done", "waits", "taken", "begins"]
        assert set(column(match.history, "log_at")) == {"12:00:00"}

    @pytest.mark.parametrize(
        ("findings", "how_often", "shown"),
        [
            ((), "", ["Everything is in order"]),
            (("one", "two", "three"), "", ["one", "two", "three"]),
            (
                ("one", "two", "three", "four"),
                "",
                ["one", "two", "And 2 more: 'umpire watch' shows"],
            ),
            ((), "often", ["Everything is in order", "often"]),
            (
                ("one", "two", "three"),
                "often",
                ["one", "And 2 more: 'umpire watch' shows", "often"],
            ),
        ],
    )
    def test_findings_are_told_as_far_as_there_is_room(
        self, findings: tuple[str, ...], how_often: str, shown: list[str]
    ) -> None:
        told = column(transaction().history, "findings", findings, how_often)
        assert len(told) == len(shown)
        assert all(text.startswith(begin) for text, begin in zip(told, shown, strict=True))

    def test_the_report_is_told_as_paths_and_values_and_bounded(self) -> None:
        match = transaction(phases=[{"who": "Ana"}] * 400)
        rows = dict(blocks(match.history, ())["report"])
        assert rows["status"] == "running"
        assert rows["players"] == "Ana, Bo"
        assert rows["pending[0].by"] == "Ana"
        assert rows["winner"] == "null"
        for _ in range(390):
            match.judge(NewInput(0.0, "Ana", "3"))
        many = blocks(match.history, ())["report"]
        assert len(many) == console.VALUES + 1
        assert many[-2] == ("state.said[284]", "Ana, 3")
        assert many[-1] == ("", "and 105 more: 'umpire export' has them all")

    def test_long_texts_are_cut(self) -> None:
        match = transaction()
        match.judge(NewInput(0.0, UMPIRE, f"note {'x' * 400}"))
        assert max(len(text) for text in column(match.history, "log_say")) == 76
        assert max(len(text) for text in column(match.history, "events")) == 140


def console_of(title: str, players: tuple[str, ...], template: str) -> Spreadsheet:
    (spreadsheet,) = (
        spreadsheet
        for spreadsheet in spreadsheets_of(find_template(template), Context("m-1", title, players))
        if spreadsheet.role == CONSOLE
    )
    return spreadsheet


@pytest.mark.parametrize("game", [game for _, game in OURS.items()], ids=lambda g: g.id)
def test_every_games_console_has_room_for_what_is_told(game: Any) -> None:
    header = Header(game.id, TEN[: game.seats[0]], {})
    match = PendingLines(first_history(header, game), "5e" * 32, NOON)
    match.answer_chance(0.0)
    spreadsheet = console_of(game.title, header.players, game.id)
    assert spreadsheet.writers() == ("umpire",)
    assert spreadsheet.readers() == ()
    assert spreadsheet.viewer == UMPIRE
    texts = spreadsheet_screen(
        match.history, spreadsheet, Fairness("seal"), None, ("Something is missing.",)
    )
    shown = {**texts, **sums_screen(match.history, spreadsheet)}
    assert find_misfits(shown, template_places(spreadsheet.pages)) == ()
    only_coloured = {"bar", "cards_in_hands", "cards_in_piles"}
    for_formulas = {"data_players", "data_answers", TICKS, LABELS, DIRECTIONS}
    others = spreadsheet.names - shown.keys() - only_coloured
    if spreadsheet.has_workings:
        assert for_formulas <= others
        others -= for_formulas
    assert others == {"number", "entry", PAUSE}


def test_rows_for_players_that_there_are_not_are_low() -> None:
    (page, _) = console_of("Numbers", ("Ana", "Bo", "Cleo"), "devils-deal").pages
    heights = {row: px for start, end, px in page.tab.heights() for row in range(start, end)}
    place = page.tab.named_rects["players"]
    low = [heights[row] == 2 for row in range(place.top, place.bottom)]
    assert low == [False] * 3 + [True] * 7
