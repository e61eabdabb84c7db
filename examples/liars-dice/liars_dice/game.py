"""Liar's Dice, as the match contract sees it."""

from liars_dice.rounds import Bidding, Roll
from liars_dice.state import LiarsOptions, State
from umpire.games.base import Game, RandomSource, Tell
from umpire.games.cards import HiddenCards


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
        """Hide the dice under everybody else's cups."""
        hidden = {name: HiddenCards(own) for name, own in state.dice.items() if name != viewer}
        return state.replace(dice={**state.dice, **hidden})

    def determinize(self, view: State, random: RandomSource) -> State:
        """Roll the hidden dice: each may show any face."""
        dice = dict(view.dice)
        for name in [name for name, own in dice.items() if isinstance(own, HiddenCards)]:
            dice[name] = tuple(sorted(random.choice("123456") for _ in dice[name]))
        return view.replace(dice=dice)

    def forfeit(self, state: State, player: str, tell: Tell) -> State:
        """Take a player out; the others roll again, since dice that were bid on are gone."""
        if player not in state.order:
            return state
        tell(f"{player} forfeits and is out.", by=player)
        return state.without(state.left[player], player, "forfeit")
