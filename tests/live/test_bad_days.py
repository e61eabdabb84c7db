"""Whole matches while requests go wrong at random and daemons come and go.

All that is entered, with whichever pen, is taken once and shown, and the match goes on by itself as
soon as requests work again.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hosting_kit import DAEMON, RATE, TOY, AnyGame, Game, House, open_house
from live_kit import ANA
from secret_toy import GAME as SECRET

from sheets_emulator.faults import Call, Chance, Fault
from umpire.live.match_session import PATIENCE
from umpire.sheets.addresses import local_account

pytestmark = [pytest.mark.end_to_end, pytest.mark.faulty_traffic]

ENTRIES = 6
PLAYERS = ("Ana", "Bo")
SOON = 2 * RATE.idle
"""Two of the longest intervals."""

MISHAPS = [
    Fault("status", 500),
    Fault("status", 503),
    Fault("status", 503, after=True),
    Fault("status", 429, retry_after=2),
    Fault("status", 401),
    Fault("status", 502, html=True),
    Fault("reset"),
    Fault("lost"),
    Fault("half"),
    Fault("hang", seconds=0.01),
    Fault("mislabelled"),
    *(
        Fault("status", 200, text=text, after=True)
        for text in ("{}", "[]", "null", '{"replies": [', "<html></html>")
    ),
]

NONSENSE = "nonsense"
"""Typed first where a score sheet is the pen."""

Pen = Callable[[Game, int, str], None]


def by_score_sheet(match: Game, seat: int, number: str) -> None:
    match.types(seat, NONSENSE, number)


def by_form(match: Game, seat: int, number: str) -> None:
    for cell, value in (("number", number), ("send", True)):
        match.writes(f"form_{cell}_{seat + 1}", value, who=PLAYERS[seat])


def by_console(match: Game, seat: int, number: str) -> None:
    match.commands(f"say {PLAYERS[seat]} {number}")


def goes_wrong(house: House, luck: Random, probability: float) -> None:
    """Let that part of the daemon's requests go wrong from now on, each in some way."""

    def fits(call: Call) -> bool:
        return call.account == local_account(DAEMON)

    faults = house.server.faults
    faults.luck = luck
    faults.chances = tuple(
        Chance(probability / len(MISHAPS), replace(fault, when=fits)) for fault in MISHAPS
    )


def taken(match: Game) -> list[tuple[str | None, str | None]]:
    return [(by, say) for by, say, code in match.log() if code is None]


def rows_typed(match: Game) -> list[str]:
    """The answers to the rows of the score sheets, without their reasons."""
    answers = [answer for seat in range(len(PLAYERS)) for answer in match.answers(seat)]
    return sorted(
        answer.partition(":")[0] for answer in answers if not answer.startswith("by the form")
    )


def is_going_on(match: Game) -> bool:
    (status,) = match.house.watch.status().matches
    return not status.troubles and not match.notes()[-1].startswith("pause:")


def goes_on_soon(match: Game) -> bool:
    house = match.house
    until = house.hands.passed + SOON
    while not is_going_on(match) and house.hands.passed < until:
        house.run(0.5)
    return is_going_on(match)


@pytest.mark.parametrize(
    ("game", "sheets", "pens", "seed"),
    [
        (TOY, "form_sheets", (by_score_sheet, by_form, by_console), 1),
        (SECRET, "secret_sheets", (by_score_sheet, by_console), 0),
    ],
    ids=["one board", "tables"],
)
def test_every_entry_is_taken_once_and_the_match_goes_on(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    game: AnyGame,
    sheets: str,
    pens: tuple[Pen, ...],
    seed: int,
) -> None:
    luck = Random(seed)
    said = [(PLAYERS[turn % 2], str(luck.randint(1, 6))) for turn in range(ENTRIES)]
    with open_house(tmp_path, monkeypatch, game, sheets) as house:
        match = house.match(*["Ana", "Bo"] * (ENTRIES // 2), "Ana")
        house.run()
        for turn, (_, number) in enumerate(said):
            goes_wrong(house, luck, luck.choice([0.3, 0.8]))
            pens[(turn + seed) % len(pens)](match, turn % 2, number)
            house.run(luck.uniform(1, 30))
            house.server.faults.chances = ()
            if turn % 3 == 2:
                house.stop()
                house.watch = house.daemon()
                house.run(1)
            assert goes_on_soon(match), house.watch.status().matches[0].troubles
            house.run(RATE.idle)
            assert taken(match) == said[: turn + 1]
        notes = match.notes()
        house.run(2 * PATIENCE)
        assert match.notes() == notes
        by_hand = sum(pens[(turn + seed) % len(pens)] is by_score_sheet for turn in range(ENTRIES))
        assert [code for *_, code in match.log() if code is not None] == ["syntax"] * by_hand
        assert rows_typed(match) == ["refused"] * by_hand + ["taken"] * by_hand
        assert match.shows("said") == [list(line) for line in said]
        assert match.shows("ask_1", "Ana")[0][0].startswith("Say a number")
        assert match.shows("ask_2", "Bo")[0][0] == "Waiting for Ana to answer (number)"


def test_a_write_of_which_only_the_answer_was_lost_is_waited_for_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    down = Fault("status", 503)
    with open_house(tmp_path, monkeypatch, SECRET, "secret_sheets") as house:
        match = house.match("Ana", "Bo", "Ana")
        house.run()
        house.goes_wrong("write", *[down] * 40, at=match.spreadsheet)
        match.types(ANA, "3")
        house.run(PATIENCE + 2 * RATE.back_off)
        assert match.notes()[-1] == "pause: the board cannot be written"
        house.server.faults.coming.clear()
        house.goes_wrong("write", Fault("lost"), at=match.spreadsheet)
        house.run(RATE.back_off)
        assert house.server.faults.coming == []
        assert goes_on_soon(match)
        assert taken(match) == [("Ana", "3")]
