"""A made-up game for the tests of the contract: whatever is asked, the answer is a number.

The header's `phases` say what is asked, one after another, each `{"who", ...}`: `chance` rolls a
die, a player's name asks that player, `each` asks everybody apart, `group` asks everybody as a
group. `limit`, `reserve`, `rule` and `secret` are those of the decision. A number is 1 to 6; who
is asked and says nothing in time has 0, or loses if the phase is `deadly`; where it is `fatal`
too, without waiting for the group. In an `endless` phase they are asked again, for ever. What a
phase calls `incomplete` is no final answer to it; `+N`
adds to the number that is held. Highest sum wins.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from umpire.games.base import (
    CHANCE,
    BadOption,
    Bank,
    ChanceKind,
    Decision,
    Dice,
    Form,
    Game,
    JsonObject,
    NotAllowed,
    NotUnderstood,
    Outcome,
    Periods,
    RandomSource,
    Screen,
    Situation,
    Tell,
)
from umpire.games.text import normalize

FOREVER_SECRET = "forever"
_PHASE_KEYS = {
    "who",
    "limit",
    "reserve",
    "rule",
    "secret",
    "deadly",
    "fatal",
    "endless",
    "incomplete",
}


@dataclass(frozen=True, slots=True)
class Options:
    phases: tuple[JsonObject, ...]
    reserve: Bank | Periods | None


@dataclass(frozen=True, slots=True)
class State:
    players: tuple[str, ...]
    phases: tuple[JsonObject, ...]
    said: tuple[tuple[int, str, int | None], ...] = ()
    """Phase, who and what; None for what is masked."""
    phase: int = 0
    out: tuple[str, ...] = ()
    end: Outcome | None = None

    @property
    def asked(self) -> JsonObject:
        return self.phases[self.phase]

    @property
    def able(self) -> tuple[str, ...]:
        return tuple(name for name in self.players if name not in self.out)

    def owing(self) -> tuple[str, ...]:
        who = self.asked["who"]
        if who not in ("each", "group"):
            return (who,)
        answered = {by for phase, by, _ in self.said if phase == self.phase}
        return tuple(name for name in self.able if name not in answered)


class Number(ChanceKind[State, int]):
    """What every phase asks for, of a player or of chance."""

    name = "number"
    asks = "A number of whoever the phase names."
    notation = "1 to 6"

    def pending(self, state: State) -> tuple[Decision, ...]:
        # Given in the wrong order on purpose: seat order is the contract's to make.
        return tuple(_decision(state, who) for who in reversed(state.owing()))

    def ask(self, seen: State, decision: Decision) -> str:
        return "Say a number from 1 to 6, such as 3."

    def read(self, state: State, decision: Decision, text: str) -> int:
        word = normalize(text)
        if not word.isdecimal() or not word.isascii() or len(word) > 3:
            raise NotUnderstood(f"{text} is no number: say one from 1 to 6, such as 3.")
        if not 1 <= int(word) <= 6:
            raise NotAllowed(f"{word} is too much or too little: say a number from 1 to 6.")
        return int(word)

    def revise(self, state: State, decision: Decision, held: int, text: str) -> int:
        more = text.strip().removeprefix("+")
        if more != text.strip():
            return self.read(state, decision, str(held + self.read(state, decision, more)))
        return self.read(state, decision, text)

    def incomplete(self, seen: State, decision: Decision, answer: int) -> str:
        few = answer in seen.asked.get("incomplete", ())
        return f"{answer} is not enough: say more." if few else ""

    def format(self, answer: int) -> str:
        return str(answer)

    def is_open(self, answer: int) -> bool:
        return True

    def default_answer(self, state: State, decision: Decision) -> int:
        return 0

    def apply(self, state: State, answers: Mapping[str, int], tell: Tell) -> State:
        secret = state.asked.get("secret")
        for by, number in answers.items():
            only = by if secret == FOREVER_SECRET else None
            tell(f"{by} says {number}.", only, by=by, kind="move", pieces=(str(number),))
        said = *state.said, *((state.phase, by, number) for by, number in answers.items())
        after = replace(state, said=said)
        late = [by for by, number in answers.items() if number == 0]
        if late and state.asked.get("endless"):
            return state
        if late and state.asked.get("deadly"):
            winner = next((name for name in state.able if name not in late), None)
            return replace(after, end=Outcome(winner, "time"))
        if state.asked["who"] == "each" and after.owing():
            return after
        return _next(after)

    def draw(self, state: State, decision: Decision, dice: Dice) -> str:
        return dice.draw(1, ["1", "2", "3", "4", "5", "6"])[0]

    def suggest(self, seen: State, decision: Decision) -> tuple[str, ...]:
        return tuple("123456")

    def form(self, seen: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        halves = {"low": "123", "high": "456"}
        numbers = halves.get(normalize(filled.get("half", "")), "123456")
        return {"half": tuple(halves), "number": tuple(numbers)}

    def form_line(self, seen: State, decision: Decision, filled: Mapping[str, str]) -> str:
        return filled.get("number", "")

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> int:
        return random.choice(range(1, 7))


class Roll(Number):
    """A number of chance."""

    name = "roll"
    asks = ""


NUMBER = Number()
ROLL = Roll()


class Numbers(Game[Options, State]):
    id = "numbers"
    title = "Numbers"
    summary = "Say numbers from 1 to 6; the highest sum wins."
    seats = range(2, 5)
    option_help = {"phases": "what is asked", "bank": "seconds", "periods": "[count, seconds]"}
    kinds = (NUMBER, ROLL)

    def read_options(self, players: tuple[str, ...], given: Mapping[str, Any]) -> Options:
        for key in given:
            if key not in ("phases", "bank", "periods"):
                raise BadOption(key, "there is no such option")
        phases = given.get("phases", [{"who": "each"}])
        for number, phase in enumerate(phases):
            if not isinstance(phase, dict) or not phase.keys() <= _PHASE_KEYS:
                raise BadOption(f"phases[{number}]", "is no phase")
        reserve: Bank | Periods | None = None
        if "bank" in given:
            reserve = Bank(given["bank"])
        if "periods" in given:
            reserve = Periods(*given["periods"])
        return Options(tuple(phases), reserve)

    def known_options(self, seen: State, options: JsonObject) -> JsonObject:
        return options

    def reserve(self, options: Options) -> Bank | Periods | None:
        return options.reserve

    def initial_state(self, players: tuple[str, ...], options: Options) -> State:
        return State(players, options.phases)

    def pending(self, state: State) -> tuple[Decision, ...]:
        return NUMBER.pending(state)

    def forfeit(self, state: State, player: str, tell: Tell) -> State:
        if player in state.out:
            return state
        after = replace(state, out=(*state.out, player))
        tell(f"{player} is out.", by=player)
        if len(after.able) == 1:
            return replace(after, end=Outcome(after.able[0], "forfeit"))
        done = state.asked["who"] == player or (state.asked["who"] == "each" and not after.owing())
        return _next(after) if done else after

    def outcome(self, state: State) -> Outcome | None:
        return state.end

    def seen_by(self, state: State, viewer: str | None) -> State:
        """What is said in a phase that is secret forever only its author and the umpire know."""
        said = tuple(
            (phase, by, None if _is_hidden(state, phase) and by != viewer else number)
            for phase, by, number in state.said
        )
        return replace(state, said=said)

    def report(self, state: State) -> JsonObject:
        return {
            "phase": state.phase,
            "out": list(state.out),
            "said": [[by, number] for _, by, number in state.said],
        }

    def screen(self, seen: State, match: Situation, viewer: str | None) -> Screen:
        return {"said": tuple((by, str(number)) for _, by, number in seen.said)}


def _decision(state: State, who: str) -> Decision:
    phase = state.asked
    return Decision(
        id=f"{state.phase}",
        by=who,
        kind=ROLL if who == CHANCE else NUMBER,
        limit=phase.get("limit"),
        reserve=phase.get("reserve", False),
        rule=phase.get("rule", "first"),
        group=f"{state.phase}" if phase["who"] == "group" else None,
        secret=bool(phase.get("secret")),
        fatal=phase.get("fatal", False),
    )


def _next(state: State) -> State:
    phase = state.phase + 1
    while phase < len(state.phases) and state.phases[phase]["who"] in state.out:
        phase += 1
    if phase < len(state.phases):
        return replace(state, phase=phase)
    return replace(state, end=_count(state))


def _count(state: State) -> Outcome:
    sums = {name: sum(n or 0 for _, by, n in state.said if by == name) for name in state.able}
    best = max(sums.values())
    leaders = [name for name, total in sums.items() if total == best]
    return Outcome(leaders[0] if len(leaders) == 1 else None, "sum")


def _is_hidden(state: State, phase: int) -> bool:
    return bool(state.phases[phase].get("secret") == FOREVER_SECRET)


GAME = Numbers()
