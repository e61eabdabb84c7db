"""Counters of every player (5.3), and dice (5.5)."""

import re
from collections.abc import Mapping
from typing import Final

from umpire.games.base import UMPIRE, Tell
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
from umpire.games.by_hand.names import ANSWER, Who, read_who
from umpire.games.by_hand.state import Rolling, Seen, State
from umpire.games.by_hand.text import MOST, signed, whole
from umpire.games.errors import NotAllowed
from umpire.games.text import quote

MOST_COUNTERS: Final = 12
# before a `-` a blank is needed: it may be part of the counter's name
_CHANGE: Final = re.compile(
    r"(?P<who>.+) (?P<counter>[^\s+=]+?)(?:(?: ?(?P<plus>\+)| (?P<minus>-)) ?(?P<by>[^\s+=]+)"
    r"| ?= ?(?P<set>[+-] ?[0-9]{1,10}|[^\s+=-][^\s+=]*))"
)
_NEW: Final = re.compile(
    r"(?P<name>[^\s+]+)(?: (?P<seen>own|secret))?"
    r"(?: ?(?P<plus>\+ ?[0-9]{1,10})| (?P<n>-? ?[0-9]{1,10}))?",
    re.IGNORECASE,
)
_SEEN: Final[Mapping[str | None, Seen]] = {None: "all", "own": "own", "secret": "umpire"}


class Count(Direction):
    """A change of a counter of some players, by a number, another counter or an answer."""

    usage = "count WHO COUNTER +N, -N or = N, or a counter or answer for N"
    examples = (
        "count Ana chips +3",
        "count Bo, Cy chips -1",
        "count all points = 0",
        "count all chips - answer",
    )
    does = "Change a counter of some players; answer is what each has answered last"

    who: Who
    counter: str
    sign: str
    """+ or -, or = to set it."""
    amount: int | str
    """A number, or the name of a counter or `answer`: then each has an amount of their own."""

    @classmethod
    def read(cls, line: Line) -> "Count":
        match = _CHANGE.fullmatch(" ".join(line.words))
        if match is None:
            raise line.usage_error()
        who = read_who(match["who"], line.names)
        counter = line.names.counter(match["counter"])
        text, sign = match["by"] or match["set"], match["plus"] or match["minus"] or "="
        number = signed(text) if sign == "=" else whole(text)
        return cls(who, counter, sign, _read_name(text, line) if number is None else number)

    def __str__(self) -> str:
        change = f"= {self.amount}" if self.sign == "=" else f"{self.sign}{self.amount}"
        if isinstance(self.amount, str):
            change = f"{self.sign} {self.amount}"
        return f"count {self.who} {self.counter} {change}"

    def perform(self, state: State, tell: Tell) -> State:
        """Change all of them, or none if one would be out of range."""
        before = state.counters[self.counter]
        players = players_of(state, self.who, out_too=True)
        after = {name: self._changed(state, name) for name in players}
        for name, number in after.items():
            check_range(number, -MOST, MOST, f"{name}'s {self.counter}")
        for name, number in after.items():
            if number != before[name]:  # else only the umpire's words would tell of it
                text = f"{name}: {self.counter} {before[name]} → {number}."
                for viewer in state.who_sees_count(self.counter, name):
                    tell(text, viewer)
        return state.replace(counters={**state.counters, self.counter: {**before, **after}})

    def _changed(self, state: State, name: str) -> int:
        amount = _amount_of(state, self.amount, name)
        if self.sign == "=":
            return amount
        count = state.count(self.counter, name)
        return count + amount if self.sign == "+" else count - amount


def _read_name(text: str, line: Line) -> str:
    """Read the word `answer`, in full, or the name of a counter. Raises NotUnderstood."""
    if not text[0].isalpha():
        raise line.usage_error()
    return ANSWER if text.casefold() == ANSWER else line.names.counter(text)


def _amount_of(state: State, amount: int | str, name: str) -> int:
    """Return by how much a player's count changes, as things are now (ruling 18).

    Raises NotAllowed.
    """
    if isinstance(amount, int):
        return amount
    if amount != ANSWER:
        return state.count(amount, name)
    question = next((each for each in reversed(state.questions) if name in each.to), None)
    if question is None:
        raise NotAllowed(f"{name} was not asked anything yet.")
    answer = question.answers.get(name)
    if answer is None:
        raise NotAllowed(f"{name} has no answer to the last question that counts by now.")
    number = signed(answer)
    if number is None:
        raise NotAllowed(f"{name}'s last answer, {quote(answer)}, is no whole number.")
    return number


class NewCounter(Direction):
    """A new counter."""

    usage = "counter NAME [own | secret] [N]"
    examples = ("counter lives 3", "counter debt", "counter budget own 40", "counter luck secret")
    does = "Make a new counter, for all to see, for each their own, or for you alone"

    name: str
    seen: Seen
    number: int

    @classmethod
    def read(cls, line: Line) -> "NewCounter":
        match = _NEW.fullmatch(" ".join(line.words))
        if match is None:
            raise line.usage_error()
        check_name(match["name"], "counter")
        seen = _SEEN[match["seen"] and match["seen"].casefold()]
        return cls(match["name"], seen, signed(match["plus"] or match["n"] or "0") or 0)

    def __str__(self) -> str:
        seen = {"all": "", "own": " own", "umpire": " secret"}[self.seen]
        return f"counter {self.name}{seen} {self.number}"

    def perform(self, state: State, tell: Tell) -> State:
        check_new(self.name, "counter", state.counters, MOST_COUNTERS, state.players)
        check_range(self.number, -MOST, MOST, f"A counter such as {self.name}")
        counts = dict.fromkeys(state.players, self.number)
        after = state.replace(
            counters={**state.counters, self.name: counts},
            seen={**state.seen, self.name: self.seen},
        )
        if self.seen == "all":
            tell(f"A new counter, {self.name}: {self.number} for everybody.")
            return after
        whose = "each player sees their own" if self.seen == "own" else "only the umpire sees it"
        tell(f"A new counter, {self.name}: {whose}.")
        for viewer in (*(state.players if self.seen == "own" else ()), UMPIRE):
            tell(f"{self.name}: {self.number}.", viewer)
        return after


class UncoverCounter(Direction):
    """A counter that everybody sees from then on."""

    usage = "face up counter COUNTER"
    examples = ("face up counter chips",)
    pattern = "face up counter {counter}"
    does = "Let everybody see a counter"

    counter: str

    @classmethod
    def read(cls, line: Line) -> "UncoverCounter":
        return cls(line.names.counter(line.phrase(2)))

    def perform(self, state: State, tell: Tell) -> State:
        if state.seen[self.counter] == "all":
            raise NotAllowed(f"Everybody sees {self.counter} already.")
        counts = [f"{name} {count}" for name, count in state.counters[self.counter].items()]
        tell(f"Everybody sees {self.counter} now: {', '.join(counts)}.")
        return state.replace(seen={**state.seen, self.counter: "all"})


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
