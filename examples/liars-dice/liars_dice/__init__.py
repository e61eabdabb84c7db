"""Liar's Dice: bid on the dice under all cups, of which you see only your own."""

import re

from liars_dice.state import Bid, LiarsOptions, State
from umpire.games.base import CHANCE, ChoiceKind, Decision, Game, NotAllowed, NotUnderstood, Tell
from umpire.games.cards import HiddenCards
from umpire.games.kinds import RollKind
from umpire.games.randomness import RandomSource
from umpire.games.text import normalize, quote


class Roll(RollKind[State]):
    """All dice by seat. What chance answers is a secret unless its kind says otherwise."""

    name = "roll"

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision(f"roll {state.round}", CHANCE, self),)

    def count(self, state: State) -> int:
        return sum(state.left.values())

    def apply(self, state: State, answers: dict[str, tuple[int, ...]], tell: Tell) -> State:
        roll = iter(answers[CHANCE])
        dice = {name: tuple(sorted(next(roll) for _ in range(n))) for name, n in state.left.items()}
        for name in state.order:
            faces = tuple(map(str, dice[name]))
            tell(f"You roll {' '.join(faces)}.", name, kind="deal", pieces=faces)
        return state.replace(dice=dice, phase="bid")


class Bidding(ChoiceKind[State, Bid | str]):
    """A bid on the dice under all cups, or a challenge to the last one."""

    name = "bid"
    task = "bid"
    notation = "DICE x FACE, or liar"
    examples = ("3 x 5", "liar")
    limit = "seconds; then the last bid is challenged, or 1 x 1 is bid if there is none"

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Ask whose turn it is. No bid comes twice in a round, so it makes an id."""
        question = f"bid {state.round} after {state.bid}"
        return (Decision(question, state.order[0], self, state.options.seconds),)

    def ask(self, view: State, decision: Decision) -> str:
        first = "How many dice of which face are there at least? Example: 2 x 5."
        return f"{view.order[-1]} bids {view.bid}. Bid higher, or say liar." if view.bid else first

    def read(self, state: State, decision: Decision, text: str) -> Bid | str:
        if normalize(text) == "liar":
            if state.bid is None:
                raise NotAllowed("There is no bid to doubt yet. Bid first, for example 2 x 5.")
            return "liar"
        numbers = re.fullmatch(r"([0-9]{1,3}) ?x? ?([1-6])", normalize(text))
        if numbers is None:
            raise NotUnderstood(f"{quote(text)} is not a bid. Write 3 x 5, or liar.")
        bid, most = Bid(int(numbers[1]), int(numbers[2])), sum(state.left.values())
        if not 1 <= bid.dice <= most or (state.bid and bid <= state.bid):
            raise NotAllowed(f"Bid on 1 to {most} dice, and higher than the last bid.")
        return bid

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        bids = [Bid(n, face) for n in range(1, sum(view.left.values()) + 1) for face in range(1, 7)]
        higher = [str(bid) for bid in bids if view.bid is None or bid > view.bid][:12]
        return ("liar", *higher) if view.bid else tuple(higher)

    def default_answer(self, state: State, decision: Decision) -> Bid | str:
        return "liar" if state.bid else Bid(1, 1)

    def apply(self, state: State, answers: dict[str, Bid | str], tell: Tell) -> State:
        ((by, answer),) = answers.items()
        if isinstance(answer, Bid):
            tell(f"{by} bids {answer}.", by=by, kind="move", pieces=(str(answer),))
            return state.replace(bid=answer, order=(*state.order[1:], by))
        assert state.bid is not None, "only a bid is doubted"
        hits = sum(own.count(state.bid.face) for own in state.dice.values())
        loser = state.order[-1] if hits < state.bid.dice else by
        tell(
            f"{by} doubts {state.bid}. There are {hits}: {loser} loses a die.", by=by, kind="result"
        )
        return state.replace(last_round=state.dice).without(1, loser, "last dice")


class LiarsDice(Game[LiarsOptions, State]):
    """Two to six players, some dice each; the last player with dice wins."""

    id = "liars-dice"
    title = "Liar's Dice"
    summary = "Bid on the dice under all cups, or call a liar; the last player with dice wins."
    seats = range(2, 7)
    options = LiarsOptions
    kinds = (Roll(), Bidding())
    private = True

    def initial_state(self, players: tuple[str, ...], options: LiarsOptions) -> State:
        return State(options, players, dict.fromkeys(players, options.dice), dice={})

    def seen_by(self, state: State, viewer: str | None) -> State:
        hidden = {name: HiddenCards(own) for name, own in state.dice.items() if name != viewer}
        return state.replace(dice={**state.dice, **hidden})

    def determinize(self, view: State, random: RandomSource) -> State:
        dice = dict(view.dice)
        for name in [name for name, own in dice.items() if isinstance(own, HiddenCards)]:
            dice[name] = tuple(sorted(random.choice(range(1, 7)) for _ in dice[name]))
        return view.replace(dice=dice)

    def forfeit(self, state: State, player: str, tell: Tell) -> State:
        """Take a player out; the others roll again, since dice that were bid on are gone."""
        if player not in state.order:
            return state
        tell(f"{player} forfeits and is out.", by=player)
        return state.without(state.left[player], player, "forfeit")


GAME = LiarsDice()
