"""What the tests of The Eighteenth Hell share: hells made up to fit, and a table to play at."""

import json
from collections.abc import Sequence
from typing import Any

from umpire.games.eighteenth_hell import GAME
from umpire.match import Judgement, Match, begin, judge, read_header, report, view

Json = dict[str, Any]

PLAYERS = ("Ana", "Bo")
FIELDS = ("2", "3", "4", "5", "6", "7")
UNITS = ("-1", "0", "1", "2", "3", "4")
ARMY = ["-1", "-1", "-1", "-1", "0", "1", "2", "3", "4"]

SPREAD = "2:-1 3:-1 4:-1 5:2 6:3 7:4"
LATER = "5:-1 6:0 7:1"
"""A Round 1 and a Round 2 that fit together."""


def hell(*effects: Json, name: str = "Test", block: int = 1) -> Json:
    return {"name": name, "block": block, "text": f"The text of {name}.", "effects": list(effects)}


def hells(*given: Json) -> list[Json]:
    """These hells, and one that does nothing for each block that has none."""
    blocks = {one["block"] for one in given}
    return [*given, *(hell(name=f"Quiet {n}", block=n) for n in (1, 2, 3, 4) if n not in blocks)]


def effect(kind: str, **parameters: Any) -> Json:
    return {"type": kind, **parameters}


def written(text: str) -> Json:
    """The effect that is written so: `cap max=2 fields=[2,3]`."""
    kind, *parameters = text.split()
    pairs = [parameter.split("=") for parameter in parameters]
    return effect(kind, **{name: json.loads(value) for name, value in pairs})


def effects(text: str) -> list[Json]:
    """The effects that are written so, with `;` between them."""
    return [written(each) for each in text.split(";") if each]


def laid(text: str) -> dict[str, list[str]]:
    """Units by battlefield as they are reported, of `3:0(2) 5:-1,1`."""
    units: dict[str, list[str]] = {field: [] for field in FIELDS}
    for item in text.split():
        field, here = item.split(":")
        units[field] = [unit for unit in here.split(",") if unit]
    return units


def opened(players: tuple[str, str] = PLAYERS, **options: Any) -> Match:
    """A match of this game; without a clock unless it is asked for."""
    options = {"clock": False, **options}
    header = {"umpire": 1, "game": GAME.id, "players": players, "options": options}
    return begin(read_header(json.dumps(header), {GAME.id: GAME}), GAME).match


class Table:
    """A match of Ana and Bo, told who says what."""

    def __init__(self, *blocks: int | Json | None, **options: Any) -> None:
        if blocks:
            options["position"] = [{"block": b} if isinstance(b, int) else b for b in blocks]
        self.match = opened(**options)
        self.t = 0.0
        self.told: list[tuple[str | None, str]] = []
        """What the last line led to: who may read it, and the sentence."""

    def judge(self, by: str, text: str) -> Judgement:
        return judge(self.match, {"t": self.t, "by": by, "say": text})

    def say(self, by: str, text: str) -> "Table":
        judgement = self.judge(by, text)
        assert judgement.ok, f"{by}: {text}: {judgement.error}"
        self.match = judgement.match
        self.told = [(event.only, event.text) for event in judgement.events]
        return self

    def play(self, *lines: str) -> "Table":
        """Take lines of Ana and Bo in turn."""
        for number, line in enumerate(lines):
            self.say(PLAYERS[number % 2], line)
        return self

    def wait(self, t: float) -> "Table":
        """Let time pass."""
        self.t = t
        self.match = judge(self.match, {"t": t}).match
        return self

    def code(self, text: str, by: str = "Ana") -> str | None:
        """The code with which a text is rejected, None if it is taken."""
        return self.judge(by, text).code

    def error(self, text: str, by: str = "Ana") -> str:
        error = self.judge(by, text).error
        assert error is not None, f"{text!r} is taken"
        return error

    def understood(self, text: str, by: str = "Ana") -> str:
        judgement = self.judge(by, text)
        assert judgement.ok, judgement.error
        assert judgement.understood is not None
        return judgement.understood

    @property
    def report(self) -> Json:
        return report(self.match)

    @property
    def state(self) -> Json:
        state: Json = report(self.match)["state"]
        return state

    def view(self, viewer: str | None) -> Json:
        state: Json = view(self.match, viewer)["state"]
        return state

    def player(self, name: str) -> Json:
        player: Json = self.state["players"][name]
        return player

    @property
    def last(self) -> Json:
        """The record of the last bout."""
        record: Json = self.state["bouts"][-1]
        return record

    @property
    def pending(self) -> list[tuple[str, str]]:
        return [(one["by"], one["kind"]) for one in self.report["pending"]]


def fought(
    ana: tuple[str, str], bo: tuple[str, str], *mine: Json, bos: Sequence[Json] = ()
) -> Json:
    """The record of a bout in which Ana, and perhaps Bo, attempt a hell of these effects."""
    made = hells(hell(*mine), hell(*bos, name="Bo's"))
    table = Table(1, 1, hells=made)
    table.play(f"{ana[0]} | hells Test", f"{bo[0]} | hells Bo's", ana[1], bo[1])
    return table.last
