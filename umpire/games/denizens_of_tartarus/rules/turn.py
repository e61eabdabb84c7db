"""Turn: the player to move plays a card on an open module, draws, and may spend an invocation."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from umpire.games.base import Decision, DecisionKind, Form, NotAllowed, RandomSource, Step
from umpire.games.denizens_of_tartarus.components import Card, ModuleName
from umpire.games.denizens_of_tartarus.rules.invocation import random_invocation
from umpire.games.denizens_of_tartarus.rules.modules import Play
from umpire.games.denizens_of_tartarus.rules.modules.shuffle import PILE_ORDERS, SAME_PILES
from umpire.games.denizens_of_tartarus.rules.playing import (
    Played,
    Turn,
    lose,
    open_now,
    out_of_hand,
    play,
    plays,
    tell,
    tried,
    tried_with,
)
from umpire.games.denizens_of_tartarus.rules.written_turn import (
    format_turn,
    read_turn,
    turn_form,
    turn_form_line,
)
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.notation import listed

_OPTION = 0.5
_INVOCATION = 0.3
"""How often a random turn tries a draw option, and an invocation."""


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A turn that did not come before the bank was used up."""


class TurnKind(DecisionKind[State, Played | TimedOut]):
    """A whole turn in one line. It is judged by playing it out, so that is what the answer is."""

    name = "turn"
    task = "move"
    asks = "The player to move: a card for an open module, a draw, and an invocation if they like."
    notation = (
        "CARD MODULE. Then, as needed: the order of the piles (only on Shuffle: BTM); draw top, or "
        "draw module (or module draw) with what the module asks for; block MODULE or mulligan CARD "
        "(or mulligan invocation: CARD), with attuned before or after block or mulligan. play, "
        "on and to are optional. You may shorten cards and modules; write second names in full"
    )
    examples = (
        "Y5 set",
        "P3 matching draw module 2",
        "B5 shuffle BTM",
        "R2 balance; block pair",
        "R2 order draw module; attuned mulligan G4 B1",
    )
    limit = "turn_seconds; then the reserve runs; a player who runs out of it loses the match"

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Return the turn of the player to move, the only decision with a reserve (ruling 3)."""
        mover = state.seats[state.mover]
        return (Decision(f"turn {state.turn}", mover, self, state.terms.limits.turn, True),)

    def ask(self, seen: State, decision: Decision) -> str:
        return f"Play a card on {listed(open_now(seen), 'or')}."

    def read(self, state: State, decision: Decision, text: str) -> Played:
        """Read a whole turn and play it out: its later parts are judged at what they will meet."""
        turn = read_turn(text, lambda: "{} {}".format(*_sensible(state)))
        if turn is None:
            # Ruling 9: there is no passing.
            raise NotAllowed("You cannot pass. Play a card on an open module.")
        return play(state, turn)

    def format(self, answer: Played | TimedOut) -> str:
        return "out of time" if isinstance(answer, TimedOut) else format_turn(answer.turn)

    def default_answer(self, state: State, decision: Decision) -> TimedOut:
        """Return what costs the match: a bank that is used up."""
        return TimedOut()

    def apply(self, state: State, answers: Mapping[str, Played | TimedOut]) -> Step[State]:
        ((by, answer),) = answers.items()
        if isinstance(answer, TimedOut):
            return lose(state, by, "time")
        played = answer if answer.before is state else play(state, answer.turn)
        return Step(played.after, lambda: tell(played))

    def suggest(self, seen: State, decision: Decision) -> tuple[str, ...]:
        """Return every play that draws the top card, then those with a draw option."""
        return tuple(map(format_turn, _offered(seen)))

    def form(self, seen: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        return turn_form(seen, filled)

    def form_line(self, seen: State, decision: Decision, filled: Mapping[str, str]) -> str:
        return turn_form_line(seen, filled)

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> Played:
        return _random_turn(state, random)


def _sensible(state: State) -> tuple[Card, ModuleName]:
    """Return a play for an example: the first that gains a point, else the highest card."""
    legal, mover = plays(state), state.mover
    coming: Play | None = None
    for card, module in legal:
        # what a card leaves behind is the same on any module: it is taken out of the hand once
        if coming is None or coming.card is not card:
            coming = out_of_hand(state, Turn(card, module))
        if state.modules[module].effect(coming).gainer == mover:
            return card, module
    return max(legal, key=lambda one: one[0].number)


def _random_turn(state: State, random: RandomSource) -> Played:
    """Return a random legal turn; a draw option or an invocation is left out if it is not legal."""
    played: Played | None = None
    card, module = random.choice(plays(state))
    piles = random.choice(PILE_ORDERS) if module == "Shuffle" else SAME_PILES
    turn = Turn(card, module, piles=piles)
    if random.random() < _OPTION:
        pick = state.modules[module].random_pick(out_of_hand(state, turn), random)
        played = tried(state, Turn(card, module, True, pick, piles))
    if random.random() < _INVOCATION:
        played = played or play(state, turn)
        spirit = random_invocation(played.after.hands[state.mover], random)
        played = tried_with(played, spirit) or played
    return played or play(state, turn)


def _offered(state: State) -> Iterator[Turn]:
    basic = [Turn(card, module) for card, module in plays(state)]
    yield from basic
    for turn in basic:
        option = turn._replace(option=True)
        if tried(state, option) is not None:
            yield option
