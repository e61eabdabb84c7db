"""A small made-up game with secrets, for the tests of `umpire.testing`: dice under cups.

Chance rolls two dice under each player's cup. In turn each player takes one of their two away, in
secret. Then they claim in turn how much is left under all cups, each more than the last, until one
says `call`: then all see the dice, and whoever claimed too much loses to them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from umpire.games.base import (
    CHANCE,
    ChanceKind,
    Decision,
    DecisionKind,
    Dice,
    Game,
    JsonObject,
    NotAllowed,
    NotUnderstood,
    Outcome,
    RandomSource,
    Screen,
    Situation,
    Tell,
)
from umpire.games.options import Options
from umpire.games.text import normalize

SIX = [str(number) for number in range(1, 7)]
CALL = 0


@dataclass(frozen=True)
class State:
    players: tuple[str, ...]
    cups: tuple[tuple[int, ...] | None, ...] = ()
    """By seat what lies under each cup; None for a hidden one."""
    rolled: str | None = None
    """What chance has rolled, None if nothing or for anybody but the umpire."""
    taken: int = 0
    """How many players have taken a die away."""
    claims: tuple[int, ...] = ()
    turn: int = 0
    claimant: str = ""
    out: tuple[str, ...] = ()
    end: Outcome | None = None

    @property
    def mover(self) -> str:
        return self.players[self.turn % len(self.players)]


class Roll(ChanceKind[State, tuple[int, ...]]):
    name = "roll"

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision("roll", CHANCE, self),)

    def ask(self, seen: State, decision: Decision) -> str:
        return "Roll two dice for each player, such as 1 2 3 4."

    def read(self, state: State, decision: Decision, text: str) -> tuple[int, ...]:
        words = normalize(text).split()
        if len(words) != 2 * len(state.players) or not {*words} <= {*SIX}:
            raise NotUnderstood("Write two numbers from 1 to 6 for each player, such as 1 2 3 4.")
        return tuple(map(int, words))

    def format(self, answer: tuple[int, ...]) -> str:
        return " ".join(map(str, answer))

    def draw(self, state: State, decision: Decision, dice: Dice) -> str:
        return " ".join(dice.roll(2 * len(state.players), SIX))

    def apply(self, state: State, answers: Mapping[str, tuple[int, ...]], tell: Tell) -> State:
        dice = answers[CHANCE]
        cups = tuple(dice[2 * seat : 2 * seat + 2] for seat in range(len(state.players)))
        for name, (one, two) in zip(state.players, cups, strict=True):
            tell(f"Under {name}'s cup are {one} and {two}.", name, kind="deal")
        return replace(state, cups=cups, rolled=self.format(dice))


class Take(DecisionKind[State, int]):
    name = "take"

    def pending(self, state: State) -> tuple[Decision, ...]:
        who = state.players[state.taken]
        return (Decision(f"take {state.taken}", who, self, 60, secret=True),)

    def ask(self, seen: State, decision: Decision) -> str:
        return "Which of your dice do you take away: 1 or 2?"

    def read(self, state: State, decision: Decision, text: str) -> int:
        if normalize(text) not in ("1", "2"):
            raise NotUnderstood("Write 1 to take your first die away, or 2 for the second.")
        return int(normalize(text))

    def format(self, answer: int) -> str:
        return str(answer)

    def default_answer(self, state: State, decision: Decision) -> int:
        return 1

    def apply(self, state: State, answers: Mapping[str, int], tell: Tell) -> State:
        ((by, which),) = answers.items()
        cups = [*state.cups]
        two = cups[state.taken]
        assert two is not None
        cups[state.taken] = (two[2 - which],)
        after = replace(state, cups=tuple(cups), taken=state.taken + 1)
        tell(f"Your {two[which - 1]} is gone.", by, by=by, kind="move")
        tell(f"{by} takes a die away.", by=by, kind="move")
        return _skipped(after)

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> int:
        return random.choice((1, 2))


class Claim(DecisionKind[State, int]):
    name = "claim"

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision(f"claim {state.turn}", state.mover, self, 60),)

    def ask(self, seen: State, decision: Decision) -> str:
        return f"Claim more than {max(seen.claims, default=0)}, or call. Example: 7."

    def read(self, state: State, decision: Decision, text: str) -> int:
        word, most = normalize(text), max(state.claims, default=0)
        if word == "call" and state.claims:
            return CALL
        if not (word.isascii() and word.isdecimal() and len(word) < 4):
            raise NotUnderstood("Claim a number, or write call.")
        if not most < int(word) <= 6 * len(state.players):
            raise NotAllowed(f"Claim more than {most}, and at most {6 * len(state.players)}.")
        return int(word)

    def format(self, answer: int) -> str:
        return str(answer) if answer else "call"

    def default_answer(self, state: State, decision: Decision) -> int:
        return CALL if state.claims else 1

    def apply(self, state: State, answers: Mapping[str, int], tell: Tell) -> State:
        ((by, claim),) = answers.items()
        if claim == CALL:
            total = sum(sum(cup or ()) for cup in state.cups)
            is_true = total >= state.claims[-1] and state.claimant not in state.out
            end = Outcome(state.claimant if is_true else by, "call")
            tell(f"{by} calls: there are {total}.", by=by, kind="result")
            return replace(state, end=end)
        after = replace(state, claims=(*state.claims, claim), claimant=by, turn=state.turn + 1)
        tell(f"{by} claims {claim}.", by=by, kind="move")
        return _skipped(after)

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> int:
        least, most = max(state.claims, default=0) + 1, 6 * len(state.players)
        if state.claims and (least > most or random.random() < 0.2):
            return CALL
        return random.choice(range(least, min(least + 4, most + 1)))


class Cups(Game[Options, State]):
    id = "cups"
    title = "Cups"
    summary = "Claim how much is left under the cups."
    seats = range(2, 4)
    private = True
    roll, take, claim = Roll(), Take(), Claim()
    kinds = (roll, take, claim)

    def initial_state(self, players: tuple[str, ...], options: Options) -> State:
        return State(players)

    def pending(self, state: State) -> tuple[Decision, ...]:
        if state.end is not None:
            return ()
        if not state.cups:
            return self.roll.pending(state)
        kind = self.take if state.taken < len(state.players) else self.claim
        return kind.pending(state)

    def outcome(self, state: State) -> Outcome | None:
        return state.end

    def forfeit(self, state: State, player: str, tell: Tell) -> State:
        after = replace(state, out=(*state.out, player))
        left = [name for name in state.players if name not in after.out]
        if len(left) == 1:
            after = replace(after, end=Outcome(left[0], "forfeit"))
        tell(f"{player} is out.", by=player)
        return _skipped(after)

    def seen_by(self, state: State, viewer: str | None) -> State:
        cups, is_over = zip(state.players, state.cups, strict=False), state.end is not None
        seen = tuple(cup if name == viewer or is_over else None for name, cup in cups)
        return replace(state, cups=seen, rolled=None)

    def report(self, state: State) -> JsonObject:
        cups = zip(state.players, state.cups, strict=False)
        return {
            "cups": {name: None if cup is None else [*cup] for name, cup in cups},
            "taken": state.taken,
            "claims": [*state.claims],
            "turn": state.turn,
            "out": [*state.out],
        }

    def screen(self, seen: State, match: Situation, viewer: str | None) -> Screen:
        cups = dict(zip(seen.players, seen.cups, strict=False))
        if viewer is None:
            return {"said": tuple((name, str(cups[name])) for name in cups)}
        return {"mine": tuple((str(die),) for die in cups.get(viewer) or ())}


def _skipped(state: State) -> State:
    """Pass over those who are out."""
    while state.taken < len(state.players) and state.players[state.taken] in state.out:
        state = replace(state, taken=state.taken + 1)
    while state.mover in state.out and len(state.out) < len(state.players):
        state = replace(state, turn=state.turn + 1)
    return state


GAME = Cups()
