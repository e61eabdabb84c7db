"""How a match and its rounds begin and end: deal, start, community card, break."""

from collections.abc import Mapping
from typing import Final

from umpire.games.base import CHANCE, ChoiceKind, Decision, NotUnderstood, Outcome, Tell
from umpire.games.cards import names
from umpire.games.devils_deal.cards import START_POOL, Cards, in_order
from umpire.games.devils_deal.refills import OpenDrawKind, begin_turn
from umpire.games.devils_deal.state import Round, State
from umpire.games.kinds import ReadyKind
from umpire.games.names import find_names, name_key
from umpire.games.text import normalize, not_understood
from umpire.games.two_players import SIDES, Side, opponent, replace_side


class DealKind(OpenDrawKind):
    """The pools that the players start with, the first player's before the second's."""

    name = "deal"
    number = 2 * START_POOL

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision("deal 0", CHANCE, self),)

    def ask(self, view: State, decision: Decision) -> str:
        return (
            f"Draw {self.number} different cards, the first player's pool of {START_POOL} "
            "before the second's. Example: R1 R2 R3 R4 R5 B1 B2 B3 B4 B5."
        )

    def apply(self, state: State, answers: Mapping[str, Cards], tell: Tell) -> State:
        """Deal the pools; they stay on record (ruling 35)."""
        (cards,) = answers.values()
        pools = in_order(cards[:START_POOL]), in_order(cards[START_POOL:])
        for name, pool in zip(state.players, pools, strict=True):
            tell(f"{name}'s pool is {names(pool)}.", kind="deal", pieces=pool)
        # Ruling 2: now that both pools are public the starting player is chosen.
        # Ruling 1: by the player who sits first and has the DM Advantage.
        tell(f"{state.players[0]} has the DM Advantage and says who starts.")
        return state.replace(phase="start", acting=0, pools=pools, start_pools=pools)


_ONESELF: Final = "me"
_OTHER: Final = "opponent"


class StartKind(ChoiceKind[State, str]):
    """Who is the starting player of round 1: the answer is the name."""

    name = "start"
    task = "say who starts"
    asks = "Who starts round 1. The first player has the DM Advantage and decides."
    notation = "NAME, me or opponent"
    examples = ("Ana", "bo", "me")
    limit = "simple_seconds; then the player with the DM Advantage starts"

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision("start", state.actor, self, state.limits.simple_seconds),)

    def ask(self, view: State, decision: Decision) -> str:
        other = next(name for name in view.players if name != decision.by)
        return f"You have the DM Advantage. Who starts, you or {other}?"

    def read(self, state: State, decision: Decision, text: str) -> str:
        """Read a name, `me` or `opponent`: a whole name first, then the words, then a prefix."""
        players, said = state.players, normalize(text)
        fits = [name for name in players if name_key(name) == name_key(text)]
        if not fits and said in (_ONESELF, _OTHER):
            fits = [name for name in players if (name == decision.by) == (said == _ONESELF)]
        fits = fits or find_names(said, players)
        if len(fits) != 1:
            raise NotUnderstood(
                f"{not_understood(text)} Who starts: {players[0]}, {players[1]}, me or opponent?"
            )
        return fits[0]

    def default_answer(self, state: State, decision: Decision) -> str:
        """Return the decider. Ruling 1: silence means taking the start oneself."""
        return decision.by

    def apply(self, state: State, answers: Mapping[str, str], tell: Tell) -> State:
        (starter,) = answers.values()
        return _begin_round(state.replace(starter=state.side_of(starter)), tell)

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        return view.players


LOSSES: Final = {
    "cards": "cannot choose two cards",
    "time": "did not choose cards in time",
    "ante": "cannot pay the ante",
    "penalty": "cannot pay the penalty",
    "forfeit": "forfeits",
}
"""What a loser does or has not done, by the reason of the match's end."""


def _begin_round(state: State, tell: Tell) -> State:
    """Begin the next round with its refill step."""
    assert state.starter is not None, "a round begins once its starting player is known"
    number = state.round + 1
    tell(f"Round {number}. {state.players[state.starter]} starts.")
    current = Round(number, state.starter)
    begun = state.replace(round=number, current=current, ready=(False, False))
    return begin_turn(begun, state.starter, tell)


def end_round(state: State, over: Round, tell: Tell, *, loser: Side | None = None) -> State:
    """Put a round that is over on record; `loser` cannot pay the penalty and loses the match."""
    # Ruling 27: after a tie the starting player stays.
    starter = over.starter if over.winner is None else over.winner
    recorded = state.replace(starter=starter, pot=0, current=None, history=(*state.history, over))
    if loser is not None:
        return lose(recorded, loser, "penalty", tell)
    # Ruling 24: having no chips left does not end the match.
    # Ruling 34: the break is owed by both; at 0 seconds there is none.
    if state.limits.break_seconds:
        return recorded.replace(phase="break")
    return _begin_round(recorded, tell)


def lose(state: State, loser: Side, reason: str, tell: Tell) -> State:
    """End the match with a player's loss; all else stays as the end found it."""
    name, winner = state.players[loser], state.players[opponent(loser)]
    tell(f"{name} {LOSSES[reason]}. {winner} wins the match.", by=name, kind="result")
    return state.replace(phase="over", outcome=Outcome(winner, reason))


def lose_first(state: State, failed: tuple[bool, bool], reason: str, tell: Tell) -> State:
    """End the match for the player who failed; if both did, for the starting player."""
    if all(failed):
        return lose(state, state.playing.starter, reason, tell)
    return lose(state, 0 if failed[0] else 1, reason, tell)


class CommunityKind(OpenDrawKind):
    """The community card. Ruling 18: it may be any of the 27, whatever is in the pools."""

    name = "community"
    number = 1

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision(f"community {state.round}", CHANCE, self),)

    def ask(self, view: State, decision: Decision) -> str:
        return "Draw the community card. Example: R5."

    def apply(self, state: State, answers: Mapping[str, Cards], tell: Tell) -> State:
        """Lay the card; a player who cannot choose private cards loses at once (ruling 19)."""
        ((card,),) = answers.values()
        tell(f"The community card is {card}.", kind="deal", pieces=(card,))
        laid = state.replace(phase="private", current=state.playing.replace(community=card))
        unable = len(choosable(laid, 0)) < 2, len(choosable(laid, 1)) < 2
        return lose_first(laid, unable, "cards", tell) if any(unable) else laid


def choosable(state: State, side: Side) -> Cards:
    """Return the different cards of a pool that may become private: not the community card."""
    return tuple(sorted({*state.pools[side]} - {state.playing.community}))


class BreakKind(ReadyKind[State]):
    """When a player's own break ends: the answer is `ready`."""

    name = "break"
    task = "end the break"
    asks = "When a player's own break after a round may end."
    limit = "break_seconds; then ready"
    hint = "Write ready to end your break."

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Ask both, each for oneself (ruling 34)."""
        owing = [state.players[side] for side in SIDES if not state.ready[side]]
        limit = state.limits.break_seconds
        return tuple([Decision(f"break {state.round} {who}", who, self, limit) for who in owing])

    def ask(self, view: State, decision: Decision) -> str:
        return "Ready for the next round?"

    def apply(self, state: State, answers: Mapping[str, str], tell: Tell) -> State:
        (player,) = answers
        tell(f"{player} is ready.", by=player, kind="move")
        ready = replace_side(state.ready, state.side_of(player), True)
        return _begin_round(state, tell) if all(ready) else state.replace(ready=ready)
