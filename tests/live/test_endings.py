"""What a page is told of the end of a match: to each viewer what that viewer may know."""

import json
from random import Random
from typing import Any

import pytest
from own_games import RULED

from umpire.catalogue import find_game
from umpire.games.base import UMPIRE, Game, Outcome
from umpire.games.results import addressed
from umpire.live.page_data import page_data
from umpire.match import Header, Match, judge, results, screen
from umpire.projections.ending import NO_LINKS, OnwardLinks, headline_for
from umpire.projections.match_history import MatchHistory, first_history
from umpire.projections.pending_lines import NewInput, PendingLines
from umpire.projections.screens import last_events
from umpire.projections.spreadsheets import spreadsheets_of
from umpire.sheets.context import Context
from umpire.sheets.template import find_template
from umpire.store.replay import open_match
from umpire.store.worldtime import rfc3339
from umpire.testing.matches import NAMES as SIX
from umpire.testing.matches import SEED, random_line

NOON = 1_767_268_800.0
NAMES = ("Ana", "Bo")
LINKS = OnwardLinks("file-1", {"Ana": "next-2", "Bo": "next-1#gid=7"})
PRIVATE = "devils-deal"


def played(game_id: str, seed: int = 1) -> MatchHistory:
    """A match of bots that is over and not closed."""
    game, random = find_game(game_id), Random(seed)
    header = Header(game_id, NAMES, {}, meta={"id": f"{game_id}-1"})
    transaction = PendingLines(first_history(header, game), SEED, rfc3339(NOON))
    transaction.answer_chance(0.0)
    while transaction.history.match.outcome is None:
        match = transaction.history.match
        line = random_line(match, random, match.now + 1)
        transaction.at = rfc3339(NOON + line["t"])
        transaction.judge(NewInput(line["t"], line["by"], line["say"]))
    return transaction.history


def closed(record: MatchHistory) -> MatchHistory:
    transaction = PendingLines(record, SEED, rfc3339(NOON + record.match.now))
    transaction.judge(NewInput(record.match.now, UMPIRE, "close"))
    return transaction.history


@pytest.fixture(scope="module")
def over() -> MatchHistory:
    return played(PRIVATE)


def told(record: MatchHistory, afterwards: OnwardLinks = NO_LINKS) -> dict[str, dict[str, Any]]:
    """How the match ended, by the role of a spreadsheet and the range it is told of."""
    game = record.match.header.game
    context = Context(f"{game}-1", record.match.title, NAMES)
    return {
        f"{one.role} {each['range']}": each["end"]
        for one in spreadsheets_of(find_template(game), context)
        for each in json.loads(page_data(record, one, afterwards))
        if "end" in each
    }


def test_a_match_that_is_not_over_has_no_end() -> None:
    assert told(first_history(Header(PRIVATE, NAMES, {}), find_game(PRIVATE))) == {}


def test_each_spreadsheet_but_the_console_tells_the_end_once(over: MatchHistory) -> None:
    assert [*told(over)] == ["board headline", "table-1 ask_1", "table-2 ask_2"]


def test_the_winner_is_told_so_and_the_others_who_has_won(over: MatchHistory) -> None:
    outcome = over.match.outcome
    assert outcome is not None
    ends = told(over)
    by_viewer = {"Ana": ends["table-1 ask_1"], "Bo": ends["table-2 ask_2"]}
    winner = by_viewer.pop(outcome.winner or "")
    (loser,) = by_viewer.values()
    assert (winner["won"], winner["headline"]) == ("you", "You won")
    assert (loser["won"], loser["headline"]) == ("other", "You lost")
    board = ends["board headline"]
    assert (board["won"], board["headline"]) == ("none", f"{outcome.winner} won")


def test_the_reason_names_who_could_not_go_on(over: MatchHistory) -> None:
    (name,) = {*NAMES} - {over.match.outcome.winner}  # type: ignore[union-attr]
    reasons = {where: end["reason"].split()[0] for where, end in told(over).items()}
    of_loser = f"table-{NAMES.index(name) + 1} ask_{NAMES.index(name) + 1}"
    assert reasons.pop(of_loser) == "You"
    assert {*reasons.values()} == {name}


@pytest.mark.parametrize("game_id", RULED)
def test_each_game_says_why_a_match_ended_as_it_did(game_id: str) -> None:
    game = find_game(game_id)
    names = SIX[: game.seats[0]]
    match = over_by_forfeit(Header(game_id, names, {}))
    for viewer in (None, *names):
        why = game.reason(game.seen_by(match.state, viewer))
        assert why
        assert why[-1] != "."
        assert "{" not in addressed(why, names, viewer)


def over_by_forfeit(header: Header) -> Match:
    match = open_match(find_game(header.game), header).match
    for player in header.players[1:]:
        match = judge(match, {"t": 0, "by": UMPIRE, "say": f"forfeit {player}"}).match
    assert match.outcome is not None
    return match


@pytest.mark.parametrize(
    ("outcome", "headlines"),
    [
        (Outcome("Ana", "x"), ["You won", "You lost", "Ana won"]),
        (Outcome(None, "x"), ["A draw", "A draw", "A draw"]),
        (
            Outcome(None, "x", ("Ana", "Bo")),
            ["You and Bo won", "You and Ana won", "Ana and Bo won"],
        ),
    ],
)
def test_each_reader_is_told_the_result_in_a_few_words(
    outcome: Outcome, headlines: list[str]
) -> None:
    assert [headline_for(outcome, viewer, NAMES) for viewer in (*NAMES, None)] == headlines


def test_a_player_is_told_how_many_rounds_they_won(over: MatchHistory) -> None:
    won = [result.won for result in results(over.match, None)]
    ends = told(over)
    for seat, name in enumerate(NAMES, 1):
        numbers = dict(ends[f"table-{seat} ask_{seat}"]["numbers"])
        assert numbers["Rounds won"] == f"{won.count(name)} of {len(won)}"
    assert "Rounds won" not in dict(ends["board headline"]["numbers"])


def test_the_score_is_what_the_game_counts(over: MatchHistory) -> None:
    state = over.match.state
    end, bos = told(over)["board headline"], told(over)["table-2 ask_2"]
    assert end["score"] == [["Ana", state.chips[0]], ["Bo", state.chips[1]]]
    assert end["unit"] == "chips"
    assert bos["score"] == [["You", state.chips[1]], ["Ana", state.chips[0]]]


def test_the_game_names_the_decisive_round_and_once_closed_where_it_begins(
    over: MatchHistory,
) -> None:
    assert told(over)["board headline"]["decisive"]["turn"] is None
    decisive = told(closed(over))["board headline"]["decisive"]
    number = decisive["round"]
    assert decisive["title"].startswith(f"{number}: ")
    events = over.judged_lines[decisive["turn"] - 2].events
    assert any(event.text.startswith(f"{number}. ") for event in events)


def test_without_a_name_for_it_the_answer_that_ended_the_match_is_decisive(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        type(find_game("denizens-of-tartarus")), "turning_point", Game.turning_point
    )
    record = closed(played("denizens-of-tartarus"))
    end = told(record)["board headline"]
    line = record.judged_lines[end["decisive"]["turn"] - 2].line
    assert end["decisive"]["title"] == f"{line.by}'s last answer"
    assert [one.line.by for one in record.judged_lines if one.line.by in NAMES][-1] == line.by


def test_a_void_match_is_won_by_nobody_and_nothing_decided_it(over: MatchHistory) -> None:
    transaction = PendingLines(over, SEED, rfc3339(NOON + over.match.now))
    transaction.judge(NewInput(over.match.now, UMPIRE, "undo"))
    transaction.judge(NewInput(transaction.history.match.now, UMPIRE, "void"))
    for record in (transaction.history, closed(transaction.history)):
        ends = told(record)
        assert [*ends] == ["board headline", "table-1 ask_1", "table-2 ask_2"]
        for end in ends.values():
            assert (end["won"], end["headline"]) == ("none", "The match is void")
            assert (end["reason"], end["decisive"]) == ("It has no result.", None)


def test_nobody_is_told_of_an_answer_that_they_do_not_know_of() -> None:
    said = (
        (UMPIRE, "ask Bo: Colour? = one of red, blue"),
        ("Bo", "red"),
        (UMPIRE, "ask Bo in secret: Whom? = name"),
        ("Bo", "Ana"),
        (UMPIRE, "end draw: it is late"),
    )
    header = Header("by-hand", NAMES, {"title": "Colours"}, meta={"id": "by-hand-1"})
    transaction = PendingLines(first_history(header, find_game("by-hand")), SEED, rfc3339(NOON))
    for by, text in said:
        transaction.judge(NewInput(0.0, by, text))
    ends = told(transaction.history)
    assert ends["board headline"]["decisive"] == {
        "title": "Bo's last answer",
        "text": "Bo answered: red. The match is a draw: it is late.",
        "turn": None,
        "rule": "",
    }
    bos = ends["table-2 ask_2"]["decisive"]
    assert bos["title"] == "Your last answer"
    assert bos["text"] == "Bo answered: Ana. The match is a draw: it is late."


def directed(*said: tuple[float, str, str], **options: Any) -> MatchHistory:
    """A match that its umpire directs, after lines with the seconds at which they were said."""
    header = Header("by-hand", NAMES, {"title": "Colours", **options}, meta={"id": "by-hand-1"})
    transaction = PendingLines(first_history(header, find_game("by-hand")), SEED, rfc3339(NOON))
    for t, by, text in said:
        assert transaction.judge(NewInput(t, by, text)).line.ok, text
    return transaction.history


def test_what_was_taken_back_decided_nothing() -> None:
    record = directed(
        (1, UMPIRE, "ask all: Colour? = one of red, blue"),
        (2, "Ana", "red"),
        (3, "Bo", "blue"),
        (4, UMPIRE, "ask Bo: Again? = one of red, blue"),
        (5, "Bo", "red"),
        (6, UMPIRE, "undo 2"),
        (7, UMPIRE, "end draw: it is late"),
    )
    decisive = told(record)["board headline"]["decisive"]
    assert decisive["title"] == "Bo's last answer"
    assert "blue" in decisive["text"]
    assert "Again" not in decisive["text"]


def test_the_time_is_that_of_play_alone() -> None:
    record = directed(
        (20, "Ana", "a cut"),
        (100, "Bo", "another"),
        (130, UMPIRE, "end draw: it is late"),
        (900, UMPIRE, "close"),
        cut=True,
    )
    for end in told(record).values():
        assert end["numbers"][0] == ["Time", "0:30"]


def test_events_that_were_taken_back_are_marked_and_no_others() -> None:
    record = directed(
        (1, UMPIRE, "tell all: Bout 1."),
        (2, UMPIRE, "tell all: Bout 1."),
        (3, UMPIRE, "tell Ana: Psst."),
        (3, UMPIRE, "pause"),
        (3, UMPIRE, "undo 2"),
    )
    assert record.texts_for(None)[-5:] == [
        "Bout 1.",
        "(taken back) Bout 1.",
        "The umpire stops the clock.",
        "The umpire undid part of the match.",
        '"Bout 1" no longer counts.',
    ]
    assert "(taken back) To you: Psst." in record.texts_for("Ana")
    assert not any("Psst" in text for text in record.texts_for("Bo"))


def test_what_the_umpire_does_and_limits_stand_among_the_events_instead_of_the_greeting() -> None:
    asks = (1, UMPIRE, "ask all in 10: Colour? = one of red, blue")
    record = directed(asks)
    greeting = record.match.game.greeting
    room = len(greeting)
    shown = [text for (text,) in last_events(record, None, room)]
    assert shown[0].endswith("Colour?")
    assert not {*shown} & {*greeting}
    late = directed(asks, (30, UMPIRE, "tell all: Too late."))
    assert "Ana's time is up." in [text for (text,) in last_events(late, None, room)]


def test_each_player_has_a_place_of_their_own_on_a_spreadsheet_that_all_share() -> None:
    record = closed(played("denizens-of-tartarus"))
    ends = told(record, LINKS)
    assert [*ends] == ["board ask_1", "board ask_2", "board headline"]
    assert [end["again"] for end in ends.values()] == ["next-2", "next-1#gid=7", None]


def test_where_it_goes_on_is_told_once_it_is_closed(over: MatchHistory) -> None:
    assert {(end["watch"], end["again"], end["closed"]) for end in told(over, LINKS).values()} == {
        (None, None, False)
    }
    ends = told(closed(over), LINKS)
    assert {end["watch"] for end in ends.values()} == {"file-1"}
    assert ends["table-1 ask_1"]["again"] == "next-2"
    assert ends["board headline"]["again"] is None


def test_only_of_a_match_that_somebody_makes_again_the_page_says_so(over: MatchHistory) -> None:
    for is_made in (False, True):
        ends = told(closed(over), OnwardLinks(has_next_match=is_made))
        assert {(end["again"], end["played_again"]) for end in ends.values()} == {(None, is_made)}


def test_what_was_hidden_opens_when_the_match_is_closed_and_not_before() -> None:
    records = (played(PRIVATE, seed) for seed in range(9))
    record = next(one for one in records if ("?",) in screen(one.match, None)["first_1"])
    assert screen(closed(record).match, None)["first_1"] != (("?",),)
    end, later = (told(one)["table-1 ask_1"] for one in (record, closed(record)))
    assert (end.pop("opened"), end.pop("opened_pieces")) == ({}, {})
    opened, opened_pieces = later.pop("opened"), later.pop("opened_pieces")
    later["decisive"]["turn"] = None
    assert {**end, "closed": True} == later
    assert [0, 0] in opened["other_first_1"]
    assert "own_first_1" not in opened, "Ana has seen it all along"
    hidden, shown = (screen(one.match, "Ana") for one in (record, closed(record)))
    for name, places in opened.items():
        block = name.removesuffix("_1")
        assert all(hidden[block][row][at] != shown[block][row][at] for row, at in places)
    assert opened_pieces
    for name, pieces in opened_pieces.items():
        (row,) = (
            row
            for result in results(closed(record).match, "Ana")
            for row in result.rows
            if (result.name, row.by) == (name, "Bo")
        )
        assert {*pieces} == {"Bo"}
        assert {*pieces["Bo"]} <= {*row.pieces}
