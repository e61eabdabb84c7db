"""What the tests of the umpire's own sums share: a match by hand on a server, with its console."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hosting_kit import Game, House, house_of

from umpire.catalogue import find_game
from umpire.match import Header
from umpire.sheets.client import SheetsClient

BY_HAND = find_game("by-hand")
AUCTION = [
    ["Highest bid", "=MAX(data_answers)"],
    ["By", "=INDEX(data_players, MATCH(C2, data_answers, 0))"],
    ["Pay", '="count "&C3&" budget -"&C2'],
    ["Lot", '="move all from lot to won of "&C3'],
]
"""The workings of an auction: who bids most pays and has the lot."""
OPTIONS: dict[str, Any] = {
    "counters": {"budget": {"start": 20, "seen": "own"}, "points": 0},
    "piles": {"lot": "vase", "won": {"each": True}},
    "workings": AUCTION,
}


@contextmanager
def sums_house(tmp_path: Path) -> Iterator[House]:
    """A server and a daemon for matches by hand."""
    with house_of(tmp_path, BY_HAND) as house:
        yield house


def begin(house: House, players: tuple[str, ...] = ("Ana", "Bo", "Cy"), **options: Any) -> Game:
    """Return a match that goes on."""
    match = house.make(Header("by-hand", players, options or OPTIONS))
    house.run(2)
    return match


def tick(match: Game, *rows: int) -> None:
    """Tick rows of the workings, by their numbers on the sheet."""
    for row in rows:
        match.writes("workings_ticks", True, row=row - 2, on=match.console)


def write(match: Game, cell: str, text: Any) -> None:
    """Write into a cell of the workings as the umpire does."""
    column = {"A": "ticks", "B": "labels", "C": "directions", "D": "answers"}[cell[0]]
    match.writes(f"workings_{column}", text, row=int(cell[1:]) - 2, on=match.console)


def says(match: Game, *directions: str) -> None:
    """Let the umpire type directions, and wait for them."""
    match.commands(*directions)
    match.house.run(3)


def cells(match: Game, place: str, *, formulas: bool = False) -> list[list[Any]]:
    """What cells of the console hold: numbers as numbers, of a formula its result."""
    option = "FORMULA" if formulas else "UNFORMATTED_VALUE"
    umpires: SheetsClient = match.link("umpire")
    answer = umpires.request(
        "get",
        f"/v4/spreadsheets/{match.console}/values/{place}",
        params={"valueRenderOption": option},
    )
    assert answer.status == 200, answer.body
    rows: list[list[Any]] = answer.body.get("values", [])
    return rows


def cell(match: Game, place: str, *, formulas: bool = False) -> Any:
    """What one cell of the console holds, "" if nothing."""
    rows = cells(match, place, formulas=formulas)
    return rows[0][0] if rows and rows[0] else ""


def told(match: Game, row: int) -> str:
    """The answer beside a row of the workings."""
    return str(cell(match, f"Workings!D{row}"))


def ticked(match: Game) -> list[int]:
    """The rows of the workings that are ticked."""
    return [row for row, line in enumerate(cells(match, "Workings!A2:A41"), 2) if line == [True]]
