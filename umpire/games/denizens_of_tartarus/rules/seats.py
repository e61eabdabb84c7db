"""Seats: the decider, if the options name one, settles who is Player 1 and who is on the left."""

from collections.abc import Mapping
from dataclasses import dataclass

from umpire.games.base import ChoiceKind, Decision, NotUnderstood, Step, told
from umpire.games.denizens_of_tartarus.rules.deal import lay_out
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.notation import not_understood, words

_FIRST = ("first", "p1", "1")
_SECOND = ("second", "p2", "2")
_LEFT = ("left", "l")
_RIGHT = ("right", "r")
_OFFERED = ("first left", "first right", "second left", "second right")


@dataclass(frozen=True, slots=True)
class Seats:
    """Whether the decider is Player 1, and is shown on the left."""

    first: bool
    left: bool


class SeatsKind(ChoiceKind[State, Seats]):
    """The decider sits down, and the other player opposite."""

    name = "seats"
    task = "choose the seats"
    asks = "The decider, if the options name one: who is Player 1, and who is on the left."
    notation = (
        "first or second (p1, p2, 1, 2), with left or right if you like; without a side, Player 1 "
        "is on the left"
    )
    examples = ("first", "second left", "right, p1")
    limit = "seats_seconds; then the seats follow the order of the header"

    def pending(self, state: State) -> tuple[Decision, ...]:
        decider = state.terms.decider
        assert decider is not None, "seats are only asked of a decider"
        return (Decision("seats", decider, self, state.terms.limits.seats),)

    def ask(self, seen: State, decision: Decision) -> str:
        return "Will you be Player 1 or Player 2, and on the left or on the right?"

    def read(self, state: State, decision: Decision, text: str) -> Seats:
        return read_seats(text)

    def format(self, answer: Seats) -> str:
        return f"{'first' if answer.first else 'second'} {'left' if answer.left else 'right'}"

    def default_answer(self, state: State, decision: Decision) -> Seats:
        """Return the seats in the header's order (ruling 3)."""
        first = decision.by == state.terms.players[0]
        return Seats(first=first, left=first)

    def apply(self, state: State, answers: Mapping[str, Seats]) -> Step[State]:
        """Seat the players; what each brings along moves with them."""
        ((decider, answer),) = answers.items()
        other = state.opponent_of(decider)
        order = (decider, other) if answer.first else (other, decider)
        left = decider if answer.left else other
        seated = state.changed(
            seats=order,
            left=left,
            settled=True,
            spirits=state.spirits if order == state.seats else state.spirits[::-1],
        )
        sentence = f"{order[0]} is Player 1 and {order[1]} is Player 2. {left} is on the left."
        return Step(lay_out(seated), told([sentence]))

    def suggest(self, seen: State, decision: Decision) -> tuple[str, ...]:
        return _OFFERED


def read_seats(text: str) -> Seats:
    """Read `role [side]` or `side role`. Without a side Player 1 is on the left."""
    said = words(text)
    roles = [word for word in said if word in _FIRST + _SECOND]
    sides = [word for word in said if word in _LEFT + _RIGHT]
    if len(roles) != 1 or len(sides) > 1 or len(said) != len(roles) + len(sides):
        raise NotUnderstood(
            f"{not_understood(text)} Say first or second, and left or right if you like. "
            "Example: second left."
        )
    first = roles[0] in _FIRST
    return Seats(first=first, left=sides[0] in _LEFT if sides else first)
