"""A round: chance rolls everybody's dice, then the players bid until one doubts the last bid."""

import re

from liars_dice.state import Bid, State
from umpire.games.base import (
    CHANCE,
    ChanceKind,
    ChoiceKind,
    Decision,
    Dice,
    NotAllowed,
    NotUnderstood,
    Tell,
)
from umpire.games.text import normalize, quoted, words


class Roll(ChanceKind[State, str]):
    """All dice by seat. What chance answers is a secret unless its kind says otherwise."""

    name = "roll"

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision(f"roll {state.round}", CHANCE, self),)

    def draw(self, state: State, decision: Decision, dice: Dice) -> str:
        """Roll the dice: each may show any face, so they are drawn with replacement."""
        return " ".join(dice.roll(sum(state.left.values()), "123456"))

    def read(self, state: State, decision: Decision, text: str) -> str:
        faces, count = words(text), sum(state.left.values())
        if len(faces) != count or not {*faces} <= {*"123456"}:
            raise NotUnderstood(f"Write {count} faces from 1 to 6, for example 3 1 6.")
        return " ".join(faces)

    def apply(self, state: State, answers: dict[str, str], tell: Tell) -> State:
        """Put the dice under the cups, and tell each player their own."""
        roll = iter(answers[CHANCE].split())
        dice = {name: tuple(sorted(next(roll) for _ in range(n))) for name, n in state.left.items()}
        for name in state.order:
            tell(f"You roll {' '.join(dice[name])}.", name, kind="deal", pieces=dice[name])
        return state.replace(dice=dice, phase="bid")


class Bidding(ChoiceKind[State, Bid | str]):
    """A bid on the dice under all cups, or a challenge to the last one."""

    name = "bid"
    task = "bid"
    asks = "The player whose turn it is: a higher bid, or a challenge to the last one."
    notation = "DICE x FACE, or liar"
    examples = ("3 x 5", "liar")
    limit = "seconds; then the last bid is challenged, or 1 x 1 is bid if there is none"

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Ask whose turn it is. No bid comes twice in a round, so it makes an id."""
        question = f"bid {state.round} after {state.bid}"
        return (Decision(question, state.order[0], self, state.options.seconds),)

    def ask(self, view: State, decision: Decision) -> str:
        if view.bid is None:
            return "How many dice of which face are there at least? Example: 2 x 5."
        return f"{view.order[-1]} bids {view.bid}. Bid higher, or say liar."

    def read(self, state: State, decision: Decision, text: str) -> Bid | str:
        if normalize(text) == "liar":
            if state.bid is None:
                raise NotAllowed("There is no bid to doubt yet. Bid first, for example 2 x 5.")
            return "liar"
        numbers = re.fullmatch(r"([0-9]{1,3}) ?x? ?([1-6])", normalize(text))
        if numbers is None:
            raise NotUnderstood(f"{quoted(text)} is not a bid. Write 3 x 5, or liar.")
        bid, most = Bid(int(numbers[1]), int(numbers[2])), sum(state.left.values())
        if not 1 <= bid.dice <= most or (state.bid and bid <= state.bid):
            raise NotAllowed(f"Bid on 1 to {most} dice, and higher than the last bid.")
        return bid

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        """Return the challenge and the lowest bids."""
        bids = [Bid(n, face) for n in range(1, sum(view.left.values()) + 1) for face in range(1, 7)]
        higher = [str(bid) for bid in bids if view.bid is None or bid > view.bid][:12]
        return ("liar", *higher) if view.bid else tuple(higher)

    def default_answer(self, state: State, decision: Decision) -> Bid | str:
        return "liar" if state.bid else Bid(1, 1)

    def apply(self, state: State, answers: dict[str, Bid | str], tell: Tell) -> State:
        """Note the bid; or show all dice, and take one from whoever was wrong."""
        ((by, answer),) = answers.items()
        if isinstance(answer, Bid):
            tell(f"{by} bids {answer}.", by=by, kind="move", pieces=(str(answer),))
            return state.replace(bid=answer, order=(*state.order[1:], by))
        assert state.bid is not None, "only a bid is doubted"
        hits = sum(own.count(str(state.bid.face)) for own in state.dice.values())
        loser = state.order[-1] if hits < state.bid.dice else by
        doubt = f"{by} doubts {state.bid}. There are {hits}: {loser} loses a die."
        tell(doubt, by=by, kind="result", pieces=(str(state.bid),))
        return state.replace(last_round=state.dice).without(1, loser, "last dice")
