"""The console of a match by hand: what the umpire needs to direct is on one screen."""

from directed import Directed

from umpire.games.base import UMPIRE, Screen
from umpire.games.blocks import column, renamed
from umpire.match import screen
from umpire.projections.spreadsheets import spreadsheets_of
from umpire.sheets.context import Context, pages
from umpire.sheets.rendering import RenderedTab, render
from umpire.sheets.template import find_template

PLAYERS = ("Ana", "Bo Lee", "Cleo", "Dan")
DESK = (1280 - 44, 800 - 121)
"""The pixels that a window of 1280x800 has for cells, beside the heads of the rows and the bars."""
SAID = ["shuffle deck"] * 30


def blocks(table: Directed) -> Screen:
    """The blocks of the console, with directions said before."""
    shown = renamed(screen(table.match, UMPIRE), before="game_")
    return shown | {
        "players": column(PLAYERS, 12),
        "findings": column(["Everything is in order", "What you write is read at once"], 3),
        "entry": column(SAID, len(SAID)),
    }


def console(table: Directed) -> tuple[RenderedTab, int]:
    """The console as it is drawn, and the row of the next direction."""
    made = spreadsheets_of(find_template("by-hand"), Context("m", "A Game", PLAYERS))[-1]
    page = pages(made.template, made.context)[0]
    drawn = render(page, made.template.palette, blocks(table))
    return drawn, page.names["entry"].top + len(SAID)


def test_four_players_eight_piles_questions_and_the_next_direction_fit_a_window() -> None:
    counters = {"coins": {"start": 40, "seen": "own"}, "points": 0}
    piles = {"deck": "R1-R9", "lot": {"open": True}, "aside": {}, "gone": {}, "won": {"each": True}}
    table = Directed(players=PLAYERS, counters=counters, piles=piles)
    table.say("deal 2 from deck to all", "ask all at once in 40: Your bid? = number 0 to coins")
    table.answer(**dict.fromkeys(PLAYERS, "3"))
    table.say("ask all in secret: Whom do you trust? = name")
    drawn, next_row = console(table)
    assert sum(drawn.widths) <= DESK[0]
    assert sum(drawn.heights[: next_row + 1]) <= DESK[1]
    texts = " ".join(cell.text for cell in drawn.cells if drawn.heights[cell.row])
    piles_of_all = [f"won of {player}" for player in PLAYERS]
    for name in (*PLAYERS, *piles_of_all, "deck", "Your bid?", "Whom do you trust?"):
        assert name in texts


def test_open_questions_come_first_then_what_remains_and_the_newest_answers() -> None:
    procedures = {"vote": ["ask all at once in 9: Who? = name", "wait", "headline: Thanks"]}
    table = Directed(procedures=procedures)
    for prompt in ("one", "two", "three", "four"):
        table.say(f"ask Ana, Bo: {prompt}?").answer(Ana="a", Bo="b")
    table.say("do vote").answer(Ana="Bo")
    shown = screen(table.match, UMPIRE)
    lines = [shown[f"question_{row}"][0][0].splitlines() for row in range(1, 7)]
    assert lines == [
        ["5. Who? = name, at once", "waits for Bo, Cy, Ana: answered"],
        ["Then: wait; headline: Thanks"],
        ["4. four?", "Ana: a, Bo: b"],
        ["3. three?", "Ana: a, Bo: b"],
        ["2. two?", "Ana: a, Bo: b"],
        [],
    ]
