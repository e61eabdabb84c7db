"""Counters of every player (5.3), and dice (5.5)."""

import re
from typing import Final

from umpire.games.base import Tell
from umpire.games.by_hand.directions.base import (
    Direction,
    Line,
    ask_chance,
    check_name,
    check_new,
    check_range,
    players_of,
    recipients,
)
from umpire.games.by_hand.names import Who, read_who
from umpire.games.by_hand.state import Rolling, State
from umpire.games.by_hand.text import MOST, signed

MOST_COUNTERS: Final = 12
# before a `-` a blank is needed: it may be part of the counter's name
_CHANGE: Final = re.compile(
    r"(?P<who>.+) (?P<counter>[^\s+=]+?)"
    r"(?:(?: ?(?P<plus>\+)| (?P<minus>-)) ?(?P<n>[0-9]{1,10})| ?= ?(?P<set>[+-]? ?[0-9]{1,10}))"
)
_NEW: Final = re.compile(
    r"(?P<name>[^\s+]+)(?: ?(?P<plus>\+ ?[0-9]{1,10})| (?P<n>-? ?[0-9]{1,10}))?"
)


class Count(Direction):
    """A change of a counter of some players."""

    usage = "count WHO COUNTER +N, -N or = N"
    examples = ("count Ana chips +3", "count Bo, Cy chips -1", "count all points = 0")
    does = "Change a counter of some players"

    who: Who
    counter: str
    sign: str
    """+ or -, or = to set it."""
    number: int

    @classmethod
    def read(cls, line: Line) -> "Count":
        match = _CHANGE.fullmatch(" ".join(line.words))
        if match is None:
            raise line.usage_error()
        who = read_who(match["who"], line.names)
        counter = line.names.counter(match["counter"])
        number = signed(match["n"] or match["set"])
        assert number is not None, "the expression lets nothing else through"
        return cls(who, counter, match["plus"] or match["minus"] or "=", number)

    def __str__(self) -> str:
        change = f"= {self.number}" if self.sign == "=" else f"{self.sign}{self.number}"
        return f"count {self.who} {self.counter} {change}"

    def perform(self, state: State, tell: Tell) -> State:
        """Change all of them, or none if one would be out of range."""
        before = state.counters[self.counter]
        after = {
            name: self._changed(before[name]) for name in players_of(state, self.who, out_too=True)
        }
        for name, number in after.items():
            check_range(number, -MOST, MOST, f"{name}'s {self.counter}")
        for name, number in after.items():
            if number != before[name]:  # else only the umpire's words would tell of it
                tell(f"{name}: {self.counter} {before[name]} → {number}.")
        return state.replace(counters={**state.counters, self.counter: {**before, **after}})

    def _changed(self, count: int) -> int:
        if self.sign == "=":
            return self.number
        return count + self.number if self.sign == "+" else count - self.number


class NewCounter(Direction):
    """A new counter."""

    usage = "counter NAME [N]"
    examples = ("counter lives 3", "counter debt")
    pattern = "counter {name} {number}"
    does = "Make a new counter, the same for everybody"

    name: str
    number: int

    @classmethod
    def read(cls, line: Line) -> "NewCounter":
        match = _NEW.fullmatch(" ".join(line.words))
        if match is None:
            raise line.usage_error()
        check_name(match["name"], "counter")
        return cls(match["name"], signed(match["plus"] or match["n"] or "0") or 0)

    def perform(self, state: State, tell: Tell) -> State:
        check_new(self.name, "counter", state.counters, MOST_COUNTERS, state.players)
        check_range(self.number, -MOST, MOST, f"A counter such as {self.name}")
        tell(f"A new counter, {self.name}: {self.number} for everybody.")
        counts = dict.fromkeys(state.players, self.number)
        return state.replace(counters={**state.counters, self.name: counts})


_MOST_DICE: Final = 20
_SIDES: Final = range(2, 1001)
_DICE: Final = re.compile(r"([0-9]{1,10})? ?d ?([0-9]{1,10})(?: to (.+))?", re.IGNORECASE)


class Roll(Direction):
    """Dice that chance rolls."""

    usage = "roll [N]dSIDES [to WHO]"
    examples = ("roll 2d6", "roll d20 to Ana")
    does = "Roll dice, openly or for some players alone"

    number: int
    sides: int
    who: Who

    @classmethod
    def read(cls, line: Line) -> "Roll":
        dice = _DICE.fullmatch(" ".join(line.words))
        if dice is None:
            raise line.usage_error()
        return cls(int(dice[1] or 1), int(dice[2]), read_who(dice[3] or "all", line.names))

    def __str__(self) -> str:
        who = "" if self.who.kind == "all" else f" to {self.who}"
        return f"roll {self.number}d{self.sides}{who}"

    def perform(self, state: State, tell: Tell) -> State:
        check_range(self.number, 1, _MOST_DICE, "Dice")
        check_range(self.sides, _SIDES[0], _SIDES[-1], "Sides of a die")
        to = recipients(state, self.who, out_too=False)
        return ask_chance(state, Rolling(self.number, self.sides, to))
