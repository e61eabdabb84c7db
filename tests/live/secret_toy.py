"""The made-up game of numbers with secrets: each player has a table, and the board tells little.

A phase that is secret `forever` is known to who was asked in it and to nobody else, a roll of the
die to nobody at all; what is said in any other phase is for everybody, once it is taken. A word
may be said with a number, `3 plum`: it goes wherever the number goes, and can be looked for.
"""

from typing import Self

from toy import NUMBER, ROLL, Number, Numbers, State

from umpire.games.base import Decision, Screen, Situation

ROWS = 20


class Marked(int):
    """A number with a word that shows wherever the number is shown."""

    word: str

    @classmethod
    def read(cls, number: int, word: str) -> Self:
        made = cls(number)
        made.word = word
        return made

    def __str__(self) -> str:
        return f"{int(self)} {self.word}".strip()

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class SecretNumber(Number):
    def pending(self, state: State) -> tuple[Decision, ...]:
        own = {NUMBER: SECRET_NUMBER, ROLL: SECRET_ROLL}
        return tuple(one._replace(kind=own[one.kind]) for one in super().pending(state))

    def read(self, state: State, decision: Decision, text: str) -> int:
        number, _, word = text.strip().partition(" ")
        return Marked.read(super().read(state, decision, number), word)

    def ask(self, seen: State, decision: Decision) -> str:
        own = [number for _, by, number in seen.said if by == decision.by]
        said = f" You said {' and '.join(map(str, own))}." if own else ""
        return f"Say a number from 1 to 6, such as 3.{said}"


class SecretRoll(SecretNumber):
    name = "roll"
    asks = ""


SECRET_NUMBER = SecretNumber()
SECRET_ROLL = SecretRoll()


class SecretNumbers(Numbers):
    id = "secret-numbers"
    title = "Secret Numbers"
    private = True
    kinds = (SECRET_NUMBER, SECRET_ROLL)

    def pending(self, state: State) -> tuple[Decision, ...]:
        return SECRET_NUMBER.pending(state)

    def screen(self, seen: State, match: Situation, viewer: str | None) -> Screen:
        if viewer is None:
            rows = [(by, "?" if number is None else str(number)) for _, by, number in seen.said]
            return {"said": tuple((rows + [("", "")] * ROWS)[:ROWS])}
        own = [(str(number),) for _, by, number in seen.said if by == viewer]
        return {"mine": tuple((own + [("",)] * ROWS)[:ROWS])}


GAME = SecretNumbers()
