"""How a match and its rounds begin and end: deal, start, community card, break."""

from collections.abc import Mapping
from typing import Final

from umpire.games.base import (
    CHANCE,
    CHOICE,
    ChoiceKind,
    Decision,
    NotUnderstood,
    Outcome,
    Rejected,
    Tell,
)
from umpire.games.cards import names
from umpire.games.devils_deal.cards import START_POOL, Cards, in_order
from umpire.games.devils_deal.page import (
    BREAK_QUESTION,
    START_QUESTION,
    draft_start,
    start_fields,
)
from umpire.games.devils_deal.refills import OpenDrawKind, begin_refill_turn
from umpire.games.devils_deal.state import Round, State
from umpire.games.kinds import ReadyKind
from umpire.games.names import find_names, name_key
from umpire.games.page import Draft, Field, Question
from umpire.games.results import mention, possessive
from umpire.games.text import normalize, not_understood
from umpire.games.two_players import Side, opponent, replace_side


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
            did = f"{possessive(name)} pool"
            tell(f"{name}'s pool is {names(pool)}.", kind="deal", pieces=pool, did=did)
        # Ruling 2: now that both pools are public the starting player is chosen.
        # Ruling 1: by the player who sits first and has the DM Advantage.
        decider = state.players[0]
        did = f"{mention(decider)} got to say who starts"
        tell(f"{decider} has the DM Advantage and says who starts.", did=did)
        return state.replace(phase="start", acting_side=0, pools=pools, start_pools=pools)


_MYSELF: Final = "me"
_OPPONENT: Final = "opponent"


class StartKind(ChoiceKind[State, str]):
    """The starting player of round 1, by name."""

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
        players, word = state.players, normalize(text)
        fits = [name for name in players if name_key(name) == name_key(text)]
        if not fits and word in (_MYSELF, _OPPONENT):
            fits = [name for name in players if (name == decision.by) == (word == _MYSELF)]
        fits = fits or find_names(word, players)
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

    def question(self, view: State, decision: Decision) -> Question:
        return START_QUESTION

    def fields(
        self, view: State, decision: Decision, filled: Mapping[str, str]
    ) -> Mapping[str, Field]:
        return start_fields(view, CHOICE)

    def draft(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Draft | None:
        try:
            return draft_start(view, self.read(view, decision, filled.get(CHOICE, "")))
        except Rejected:
            return None


_FAILURES: Final = {
    "cards": "could not choose two cards",
    "time": "did not choose cards in time",
    "ante": "could not pay the ante",
    "penalty": "could not pay the penalty",
    "forfeit": "forfeited",
}
"""What a player who has lost did, by the reason of the match's end."""
LOSSES: Final = {
    "cards": "cannot choose two cards",
    "time": "did not choose cards in time",
    "ante": "cannot pay the ante",
    "penalty": "cannot pay the penalty",
    "forfeit": "forfeits",
}
"""Why a player has lost, to follow the player's name, by the reason of the match's end."""
LOST_BECAUSE: Final = {
    "cards": "could not choose two cards",
    "time": "did not choose cards in time",
    "ante": "could not pay the ante",
    "penalty": "could not pay the penalty",
    "forfeit": "forfeited",
}
"""The same in the past tense, which is right for `you` as well."""


def _begin_round(state: State, tell: Tell) -> State:
    """Begin the next round with its refill step."""
    assert state.starter is not None, "a round begins once its starting player is known"
    number = state.round + 1
    starter = state.players[state.starter]
    tell(
        f"Round {number}. {starter} starts.",
        kind="round",
        did=f"Round {number}",
        end=f"{mention(starter)} started",
    )
    current = Round(number, state.starter)
    state = state.replace(round=number, current=current, ready=(False, False))
    return begin_refill_turn(state, current.starter, tell)


def end_round(state: State, round_: Round, tell: Tell, *, loser: Side | None = None) -> State:
    """Put a round that is over on record; a `loser`, who cannot pay the penalty, has lost."""
    # Ruling 27: after a tie the starting player stays.
    starter = round_.starter if round_.winner is None else round_.winner
    history = (*state.history, round_)
    state = state.replace(starter=starter, pot=0, current=None, history=history)
    if loser is not None:
        return lose(state, loser, "penalty", tell)
    # Ruling 24: having no chips left does not end the match.
    # Ruling 34: both have the break; with 0 seconds there is none.
    if state.limits.break_seconds:
        return state.replace(phase="break")
    return _begin_round(state, tell)


def lose(state: State, loser: Side, reason: str, tell: Tell) -> State:
    """End the match with a player's loss; all else stays as it was."""
    name, winner = state.players[loser], state.players[opponent(loser)]
    tell(
        f"{name} {LOSSES[reason]}. {winner} wins the match.",
        by=name,
        kind="result",
        did=_FAILURES[reason],
        end="lost the match",
    )
    return state.replace(phase="over", outcome=Outcome(winner, reason))


def lose_by_failure(state: State, failed: tuple[bool, bool], reason: str, tell: Tell) -> State:
    """End the match for the player who failed; if both did, for the starting player."""
    if all(failed):
        return lose(state, state.current_round.starter, reason, tell)
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
        did = "The community card"
        tell(f"The community card is {card}.", kind="deal", pieces=(card,), did=did)
        current = state.current_round.replace(community=card)
        state = state.replace(phase="private", current=current)
        failed = len(choosable_cards(state, 0)) < 2, len(choosable_cards(state, 1)) < 2
        return lose_by_failure(state, failed, "cards", tell) if any(failed) else state


def choosable_cards(state: State, side: Side) -> Cards:
    """Return the different cards of a pool that may become private: not the community card."""
    return tuple(sorted({*state.pools[side]} - {state.current_round.community}))


class BreakKind(ReadyKind[State]):
    """The break after a round, which each player may end by `ready`."""

    name = "break"
    task = "end the break"
    asks = "When a player's own break after a round may end."
    limit = "break_seconds; then ready"
    hint = "Write ready to end your break."

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Ask each player apart (ruling 34)."""
        limit = state.limits.break_seconds
        return tuple(
            [
                Decision(f"break {state.round} {player}", player, self, limit)
                for player, is_ready in zip(state.players, state.ready, strict=True)
                if not is_ready
            ]
        )

    def ask(self, view: State, decision: Decision) -> str:
        return BREAK_QUESTION.text

    def question(self, view: State, decision: Decision) -> Question:
        return BREAK_QUESTION

    def fields(
        self, view: State, decision: Decision, filled: Mapping[str, str]
    ) -> Mapping[str, Field]:
        return {CHOICE: Field("When you are ready")}

    def apply(self, state: State, answers: Mapping[str, str], tell: Tell) -> State:
        (player,) = answers
        tell(f"{player} is ready.", by=player, did="got ready")
        ready = replace_side(state.ready, state.side_of(player), True)
        return _begin_round(state, tell) if all(ready) else state.replace(ready=ready)
