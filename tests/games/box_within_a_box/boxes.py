"""What the tests of Box within a Box share: boards and cards made up to fit, a table to play at."""

import json
from collections.abc import Iterable
from dataclasses import replace
from importlib.resources import files
from typing import Any

from at_a_table import AnyTable

from umpire.games import box_within_a_box
from umpire.games.base import Event
from umpire.games.box_within_a_box import GAME
from umpire.games.box_within_a_box.board import TILE_BY_NAME
from umpire.match import Header, Judgement, Match, begin, judge, screen, view

PLAYERS = ("Ana", "Bo")
SEED = "b0" * 32


def board(**tiles: str) -> list[str]:
    """A board of `b2` but where said: `board(D7="b6")`."""
    assert {tile.lower() for tile in tiles} <= set(TILE_BY_NAME)
    return [
        " ".join(tiles.get(f"{column}{row}", "b2") for column in "ABCDEFG") for row in "7654321"
    ]


def card_list(*changed: dict[str, Any]) -> list[dict[str, Any]]:
    """The default cards, some of them changed by their numbers; `None` takes a key away."""
    default = json.loads(files(box_within_a_box).joinpath("cards.json").read_text())
    entries = {entry["number"]: entry for entry in default}
    for change in changed:
        entry = entries[change["number"]] | change
        entries[change["number"]] = {k: v for k, v in entry.items() if v is not None}
    return list(entries.values())


def one_card(
    numbers: Iterable[int], displacement: str | list[str], special: str | None = None, **more: Any
) -> list[dict[str, Any]]:
    """The default cards with another card 1, called TEST, of type B."""
    change = {
        "number": 1,
        "name": "TEST",
        "type": "B",
        "numbers": list(numbers),
        "displacement": displacement,
        "special": special,
    }
    return card_list(change | more)


class Table(AnyTable):
    """A match of Ana and Bo, without a clock, examinations and chance unless they are asked for."""

    def __init__(self, **options: Any) -> None:
        given: dict[str, Any] = {
            "board": board(),
            "clock": False,
            "seconds_examine_boards": 0,
            "seconds_examine_cards": 0,
        } | options
        given = {key: value for key, value in given.items() if value is not None}
        self.match: Match = begin(Header(GAME.id, PLAYERS, given), GAME).match
        self.events: tuple[Event, ...] = ()

    def judge(self, by: str, text: str, t: float | None = None) -> Judgement:
        """Judge a line, without any effect on this table."""
        return judge(self.match, {"t": self.match.now if t is None else t, "by": by, "say": text})

    def say(self, by: str, text: str, t: float | None = None) -> "Table":
        """Say something that is taken."""
        judged = self.judge(by, text, t)
        assert judged.ok, f"{by}: {text!r}: {judged.code}: {judged.error}"
        self.match, self.events = judged.match, judged.events
        return self

    def both(self, ana: str, bo: str) -> "Table":
        return self.say("Ana", ana).say("Bo", bo)

    def deal(self, numbers: str) -> "Table":
        return self.say("chance", numbers)

    def wait(self, t: float) -> "Table":
        """Let time pass."""
        judged = judge(self.match, {"t": t})
        self.match, self.events = judged.match, judged.events
        return self

    def code(self, by: str, text: str) -> str | None:
        """The code with which a text is rejected, None if it is taken."""
        judged = self.judge(by, text)
        assert judged.error is None or judged.error.endswith(".")
        return judged.code

    def error(self, by: str, text: str) -> str:
        """The sentence with which a text is rejected."""
        error = self.judge(by, text).error
        assert error is not None, f"{text!r} is taken"
        assert error.endswith(".")
        return error

    def understood(self, by: str, text: str) -> str | None:
        """What a text is understood as, in canonical form."""
        judged = self.judge(by, text)
        assert judged.ok, f"{text!r}: {judged.error}"
        return judged.understood

    def seen(self, viewer: str | None) -> dict[str, Any]:
        return view(self.match, viewer)

    def screen(self, viewer: str | None) -> dict[str, Any]:
        return screen(self.match, viewer)


DEAL = "3 6 7 9 10 18 19 21"
BETS = "1 on 2; 1 on black; 1 on white"


def in_round_1(deal: str = DEAL, ana: str = BETS, bo: str = BETS, **options: Any) -> Table:
    """A table at the first round, in which Ana moves the Box on B and Bo the one on A."""
    return Table(**options).deal(deal).both(ana, bo)


def trying(
    numbers: Iterable[int], displacement: str | list[str], special: str | None = None, **more: Any
) -> Table:
    """A table at the first round with a card of one's own, TEST, in the pool."""
    start = more.pop("board", board())
    cards = one_card(numbers, displacement, special, **more)
    return in_round_1("1 2 3 4 5 6 7 8", cards=cards, board=start)


def box_at(tile: str, table: Table) -> Table:
    """The same table, but with both Boxes on another tile."""
    place = TILE_BY_NAME[tile.lower()]
    state = replace(table.match.state, boxes=(place, place))
    table.match = replace(table.match, state=state)
    return table
