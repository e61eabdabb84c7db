"""What a table draws besides the cells: what each tab is given, and how much of it."""

import json
from dataclasses import replace
from typing import Any

import pytest

from umpire.catalogue import find_game
from umpire.games.base import UMPIRE, Event
from umpire.games.devils_deal.game import DevilsDeal
from umpire.games.devils_deal.state import State
from umpire.games.results import Note
from umpire.live.page_data import page_data
from umpire.match import Header, Match, begin, judge
from umpire.projections.match_history import MatchHistory
from umpire.projections.spreadsheets import Spreadsheet, spreadsheets_of
from umpire.projections.table_data import table_data
from umpire.sheets.addresses import local_account
from umpire.sheets.context import Context
from umpire.sheets.template import find_template
from umpire.testing import opened
from umpire.testing.outputs import transaction_of

PLAYERS = ("Ana", "Bo")
LOCAL = (local_account("secret"),)
DEAL = "B1 B4 B7 G7 R9 B2 G3 G4 R4 R8"
FOLDED = ("Ana", "no", "no", "R1", "B4 R9", "G4 R4", "fold")
FOLDED_AGAIN = ("no", "no", "R2", "B1 B7", "G3 R8", "fold")


def played(*lines: str, game_id: str = "devils-deal") -> Match:
    """A match in which whoever owes something first has said these lines."""
    header = Header(game_id, PLAYERS, {"clock": False, "break_seconds": 0})
    match = begin(header, find_game(game_id)).match
    for line in lines:
        judgement = judge(match, {"t": 0, "by": match.pending[0].by, "say": line})
        assert judgement.ok, f"{line}: {judgement.error}"
        match = judgement.match
    return match


def spreadsheets(
    game_id: str = "devils-deal", keepers: tuple[str, ...] = LOCAL
) -> dict[str, Spreadsheet]:
    context = Context("m", "Game", PLAYERS, keepers)
    return {one.role: one for one in spreadsheets_of(find_template(game_id), context)}


def history_of(match: Match) -> MatchHistory:
    """A match of which nobody was told anything."""
    start = opened(find_game(match.header.game))
    return replace(transaction_of(start, ()).history, match=match, events=())


def data_for(
    match: Match | MatchHistory, role: str, room: int = 28_000, **more: Any
) -> list[dict[str, Any]]:
    history = match if isinstance(match, MatchHistory) else history_of(match)
    spreadsheet = spreadsheets(history.match.header.game, **more)[role]
    return json.loads(json.dumps([*table_data(history, spreadsheet, room)]))  # type: ignore[no-any-return]


def test_each_reader_is_given_the_results_that_they_may_know() -> None:
    match = played(DEAL, *FOLDED)
    (ana,) = data_for(match, "table-1")
    (bo,) = data_for(match, "table-2")
    (public,) = data_for(match, "board")
    assert (ana["range"], ana["reader"]) == ("ask_1", "Ana")
    assert (bo["range"], bo["reader"]) == ("ask_2", "Bo")
    assert (public["range"], public.get("reader")) == ("headline", None)
    rows = [one["results"][0]["rows"] for one in (ana, bo, public)]
    first = {"by": "Ana", "pieces": ["B4", "R9", "R1"], "makes": "High card"}
    assert rows[0] == [
        {**first, "from": "28", "to": "26"},
        {"by": "Bo", "pieces": ["?", "?", "R1"], "from": "28", "to": "33"},
    ]
    assert [row["pieces"][:2] for row in rows[1]] == [["?", "?"], ["G4", "R4"]]
    assert [row["pieces"][:2] for row in rows[2]] == [["?", "?"], ["?", "?"]]


def test_of_older_rounds_there_are_rows_as_far_as_there_is_room() -> None:
    match = played(DEAL, *FOLDED, *FOLDED_AGAIN)
    (one,) = data_for(match, "table-1", 600)
    older, newest = one["results"]
    assert older == {
        "name": "Round 1",
        "title": "{Bo} won 3 chips",
        "won": "Bo",
        "detail": "{Ana} folded a high card and paid 2 chips",
    }
    assert (newest["name"], len(newest["rows"])) == ("Round 2", 2)
    (one,) = data_for(match, "table-1")
    assert [len(result["rows"]) for result in one["results"]] == [2, 2]


def long(rounds: int, *, is_over: bool = False) -> Match:
    """A match with so many rounds, all like the first."""
    match = played(DEAL, *FOLDED)
    (first,) = match.state.history
    history = tuple(first.replace(number=number) for number in range(1, rounds + 1))
    match = match.replace(state=match.state.replace(history=history))
    line = {"t": 0, "by": "umpire", "say": "forfeit Bo"}
    return judge(match, line).match if is_over else match


@pytest.mark.parametrize("is_over", [False, True])
@pytest.mark.parametrize("room", [400, 5_000, 28_000])
def test_what_has_no_room_is_left_out_the_oldest_first(room: int, is_over: bool) -> None:
    match = long(300, is_over=is_over)
    (one,) = data_for(match, "table-1", room)
    names = [result["name"] for result in one["results"]]
    assert names == [f"Round {number}" for number in range(301 - len(names), 301)]
    size = len(json.dumps(one, separators=(",", ":")))
    assert min(room, 20_000) * 0.6 < size <= min(room, 20_000)
    assert [("rows" in result) for result in one["results"]] == sorted(
        "rows" in result for result in one["results"]
    ), "the newest are whole"


def test_without_room_there_is_nothing() -> None:
    assert data_for(long(3), "table-1", 10) == []
    assert data_for(long(3), "table-1", -5) == []


def test_on_google_and_on_the_console_there_is_nothing() -> None:
    match = played(DEAL, *FOLDED)
    assert data_for(match, "table-1", keepers=("umpire@example.org",)) == []
    assert data_for(match, "console") == []


def test_whoever_watches_the_start_is_given_the_rules_that_hold_alone() -> None:
    assert data_for(played(DEAL), "board") == [{"range": "headline", "now": ["step:start"]}]


class WithNotes(DevilsDeal):
    """Devil's Deal with notes on some pieces."""

    found: tuple[Note, ...] = ()

    def notes(self, view: State) -> tuple[Note, ...]:
        return self.found


def with_notes(*notes: Note) -> Match:
    game = WithNotes()
    game.found = notes
    return replace(played(DEAL), game=game)


def test_notes_are_given_by_the_blocks_in_which_they_count() -> None:
    hand = ("hand_1", "nowhere")
    match = with_notes(
        Note("R9", "Red 9", "The highest red card.", hand),
        Note("R8", "Red 8", "The next one.", hand),
        Note("B1", "Blue 1", "The lowest blue card."),
        Note("4", "Four", "On no tab.", ("nowhere",)),
    )
    (one,) = data_for(match, "table-2")
    high = {"R9": ["Red 9", "The highest red card."], "R8": ["Red 8", "The next one."]}
    assert one["notes"] == [
        {"blocks": ["hand_1_2"], "texts": high},
        {"texts": {"B1": ["Blue 1", "The lowest blue card."]}},
    ]


@pytest.mark.parametrize("is_over", [False, True])
def test_notes_leave_room_for_all_results_but_not_for_the_rows_of_all(is_over: bool) -> None:
    notes = with_notes(*(Note(f"R{n}", f"Red {n}", "é" * 100) for n in range(60)))
    match = replace(long(20, is_over=is_over), game=notes.game)
    (one,) = data_for(match, "table-1")
    assert 14_000 < len(json.dumps(one["notes"], separators=(",", ":"))) <= 16_000
    assert [result["name"] for result in one["results"]] == [f"Round {n}" for n in range(1, 21)]
    has_rows = ["rows" in result for result in one["results"]]
    assert has_rows[-1]
    assert has_rows.count(True) in range(2, 20)
    assert len(json.dumps(one, separators=(",", ":"))) <= 20_000


def happened(number: int) -> MatchHistory:
    """Devil's Deal after so many events, two of which begin rounds."""
    events = [
        Event("Round 1 begins.", kind="round", did="Round 1"),
        Event("Ana raises by 4.", by="Ana", kind="move", pieces=("4",), did="raised", end="pot 9"),
        Event("You took R9.", "Bo", by="Bo", kind="move", pieces=("R9",)),
        Event("The seed is 1.", UMPIRE),
        Event("Round 2 begins.", kind="round"),
        *(Event(f"Ana says {n}.", by="Ana") for n in range(number - 5)),
    ]
    return replace(history_of(played(DEAL)), events=tuple(events))


def test_each_reader_is_given_the_events_for_them_newest_first() -> None:
    (ana,) = data_for(happened(6), "table-1")
    (bo,) = data_for(happened(6), "table-2")
    raised = {
        "by": "Ana",
        "did": "raised",
        "pieces": ["4"],
        "end": "pot 9",
        "kind": "move",
        "text": "Ana raises by 4.",
        "round": "Round 1",
    }
    assert ana["events"] == [
        {"by": "Ana", "kind": "note", "text": "Ana says 0.", "round": "Round 2 begins."},
        {"kind": "round", "text": "Round 2 begins.", "round": "Round 2 begins."},
        raised,
        {"did": "Round 1", "kind": "round", "text": "Round 1 begins.", "round": "Round 1"},
    ]
    assert [event["text"] for event in bo["events"]] == [
        "Ana says 0.",
        "Round 2 begins.",
        "You took R9.",
        "Ana raises by 4.",
        "Round 1 begins.",
    ]


def test_events_that_were_taken_back_are_left_out() -> None:
    history = replace(happened(6), undone_events=frozenset({1, 5}))
    (one,) = data_for(history, "table-1")
    assert [event["text"] for event in one["events"]] == ["Round 2 begins.", "Round 1 begins."]


def test_of_many_events_the_newest_are_given() -> None:
    (one,) = data_for(happened(100), "table-1")
    assert len(one["events"]) == 40
    assert one["events"][0]["text"] == "Ana says 94."
    (few,) = data_for(happened(100), "table-1", 1_500)
    assert 0 < len(few["events"]) < 10
    assert few["events"] == one["events"][: len(few["events"])]


class WithRules(DevilsDeal):
    """Devil's Deal with rules that hold now: the phase, and the first cards of both pools."""

    def now(self, view: State) -> tuple[str, ...]:
        return (f"step:{view.phase}", *(str(pool[0]) for pool in view.pools))


def test_the_question_and_the_rules_that_hold_are_the_readers_own() -> None:
    match = replace(played(DEAL), game=WithRules())
    (ana,), (bo,), (public,) = (data_for(match, role) for role in ("table-1", "table-2", "board"))
    assert ana["question"] == {
        "text": "Who starts?",
        "condition": "You have the DM Advantage.",
        "final": True,
    }
    assert "question" not in bo.keys() | public.keys()
    paused = judge(match, {"t": 0, "by": "umpire", "say": "pause"}).match
    assert "question" not in data_for(paused, "table-1")[0]
    step = f"step:{match.state.phase}"
    assert (ana["now"], bo["now"]) == ([step, "B1", "?"], [step, "?", "B2"])
    assert public["now"] == [step, "?", "?"]


def test_where_all_play_in_one_spreadsheet_each_tab_has_its_reader_and_its_share() -> None:
    match = opened(find_game("denizens-of-tartarus"))
    tabs = data_for(match, "board")
    assert {one["range"]: one.get("reader") for one in tabs} == {
        "headline": None,
        "ask_1": "Ana",
        "ask_2": "Bo",
    }
    assert [len(one["notes"][0]["texts"]) for one in tabs] == [25, 25, 25]
    shares = [json.dumps(one, separators=(",", ":")) for one in data_for(match, "board", 6_000)]
    assert [1_500 < len(share) <= 2_000 for share in shares] == [True] * 3


@pytest.mark.parametrize("rounds", [1, 400])
def test_they_are_beside_the_other_data_and_leave_room_for_it(rounds: int) -> None:
    start = opened(find_game("devils-deal"))
    record = replace(transaction_of(start, ()).history, match=long(rounds))
    preview = {"range": "ask_2", "of": {}, "line": "x" * 900, "more": "y" * 12_000}
    text = page_data(record, spreadsheets()["table-2"], previews=[preview])
    keys = [key for one in json.loads(text) for key in one]
    assert {"awaited", "line", "utc", "results"} <= {*keys}
    assert (len(text) > 25_000) is (rounds > 1)
    assert len(text) <= 28_000


def test_the_big_pile_of_a_game_by_hand_is_given_to_everybody() -> None:
    options = {
        "big": "lot",
        "piles": {"lot": {"open": True, "cards": "G2 G3"}, "deck": "R1-R6", "aside": "B1"},
        "notes": {"G2": "Counts two."},
    }
    begun = begin(Header("by-hand", PLAYERS, options), find_game("by-hand")).match
    match = judge(begun, {"t": 0, "by": "umpire", "say": "face up aside"}).match
    drawn = {
        "piece": "G2",
        "title": "Lot",
        "text": "Counts two.",
        "below": "1 card below",
        "piles": [{"name": "deck", "number": 6}, {"name": "aside", "number": 1, "top": "B1"}],
    }
    assert [one["lot"] for role in ("table-1", "board") for one in data_for(match, role)] == [
        drawn,
        drawn,
    ]
