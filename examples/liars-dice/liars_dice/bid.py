"""`bid`: the player whose turn it is bids higher, or calls the last bidder a liar."""

import re

from liars_dice.state import Bid, State
from umpire.games.base import ChoiceKind, Decision, NotAllowed, NotUnderstood, Step, told
from umpire.games.notation import normalize, quoted


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
        """Ask for a bid."""
        if view.bid is None:
            return "How many dice of which face are there at least? Example: 2 x 5."
        return f"{view.order[-1]} bids {view.bid}. Bid higher, or say liar."

    def read(self, state: State, decision: Decision, text: str) -> Bid | str:
        """Read `3 x 5` or `liar`."""
        if normalize(text) == "liar":
            if state.bid is None:
                raise NotAllowed("There is no bid to doubt yet. Bid first, for example 2 x 5.")
            return "liar"
        said = re.fullmatch(r"([0-9]{1,3}) ?x? ?([1-6])", normalize(text))
        if said is None:
            raise NotUnderstood(f"{quoted(text)} is not a bid. Write 3 x 5, or liar.")
        bid, most = Bid(int(said[1]), int(said[2])), sum(state.left.values())
        if not 1 <= bid.dice <= most or (state.bid and bid <= state.bid):
            raise NotAllowed(f"Bid on 1 to {most} dice, and higher than the last bid.")
        return bid

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        """Offer the challenge and the lowest bids."""
        bids = [Bid(n, face) for n in range(1, sum(view.left.values()) + 1) for face in range(1, 7)]
        higher = [str(bid) for bid in bids if view.bid is None or bid > view.bid][:12]
        return ("liar", *higher) if view.bid else tuple(higher)

    def default_answer(self, state: State, decision: Decision) -> Bid | str:
        """Doubt the last bid; if there is none, bid as little as possible."""
        return "liar" if state.bid else Bid(1, 1)

    def resolve(self, state: State, answers: dict[str, Bid | str]) -> Step[State]:
        """Note the bid; or show all dice, and take one from whoever was wrong."""
        ((by, answer),) = answers.items()
        if isinstance(answer, Bid):
            after = state.replace(bid=answer, order=(*state.order[1:], by))
            return Step(after, told([f"{by} bids {answer}."]))
        assert state.bid is not None, "only a bid is doubted"
        hits = sum(own.count(str(state.bid.face)) for own in state.dice.values())
        loser = state.order[-1] if hits < state.bid.dice else by
        new = state.replace(last_round=state.dice).without(1, loser, "last dice")
        return Step(new, told([f"{by} doubts {state.bid}. There are {hits}: {loser} loses a die."]))
