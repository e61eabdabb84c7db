"""Ban: Player 2, Player 1 and Player 2 again each take a starting configuration out of the choice.

The one that is left is played.
"""

from collections.abc import Mapping
from typing import Final

from umpire.games.base import ChoiceKind, Decision, NotAllowed, NotUnderstood, Step, told
from umpire.games.denizens_of_tartarus.components import LETTERS, names
from umpire.games.denizens_of_tartarus.rules.line import Line
from umpire.games.denizens_of_tartarus.rules.modules import Matching
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.notation import listed, not_understood
from umpire.games.two_players import Side

BANNERS: Final[tuple[Side, ...]] = (1, 0, 1)
"""The sides that ban, in order."""


class BanKind(ChoiceKind[State, str]):
    """A player bans a configuration, by its letter."""

    name = "ban"
    task = "ban a configuration"
    asks = "Player 2, Player 1 and Player 2 in turn: which starting configuration to ban."
    notation = "A, B, C or D, with or without ban before it"
    examples = ("C", "ban c")
    limit = "ban_seconds; then the first letter left is banned"

    def pending(self, state: State) -> tuple[Decision, ...]:
        banned = len(state.bans)
        banner = state.seats[BANNERS[banned]]
        return (Decision(f"ban {banned + 1}", banner, self, state.terms.limits.ban),)

    def ask(self, seen: State, decision: Decision) -> str:
        return f"Which configuration do you ban: {_choice(seen)}?"

    def read(self, state: State, decision: Decision, text: str) -> str:
        letter = read_ban(text)
        if letter is None:
            raise NotUnderstood(f"{not_understood(text)} Name one configuration: {_choice(state)}.")
        if letter in state.bans:
            raise NotAllowed(f"{letter} is banned already. Ban {_choice(state)}.")
        return letter

    def format(self, answer: str) -> str:
        return f"ban {answer}"

    def default_answer(self, state: State, decision: Decision) -> str:
        """Return the first letter left (ruling 3)."""
        return _letters_left(state)[0]

    def apply(self, state: State, answers: Mapping[str, str]) -> Step[State]:
        """Ban the letter; after the third ban the one left is set up."""
        ((by, letter),) = answers.items()
        banned = state.changed(bans=(*state.bans, letter))
        sentence = f"{by} bans {letter}."
        if len(banned.bans) < len(BANNERS):
            return Step(banned, told([sentence]))
        ready = _set_up(banned)
        (first, second), (mine, theirs) = ready.seats, ready.hands
        in_use = (
            f"Configuration {ready.configuration} is played. {first} holds {names(mine)}, "
            f"{second} holds {names(theirs)}."
        )
        return Step(ready, told([sentence, in_use]))

    def suggest(self, seen: State, decision: Decision) -> tuple[str, ...]:
        return _letters_left(seen)


def read_ban(text: str) -> str | None:
    """Read `[ban] letter`; None if it is something else."""
    line = Line(text)
    line.take(("ban",))
    letter = line.next().upper()
    line.skip()
    return None if letter not in LETTERS or line.next() else letter


def _choice(state: State) -> str:
    """Return what may be banned, as a sentence lists it."""
    return listed(_letters_left(state), "or")


def _letters_left(state: State) -> tuple[str, ...]:
    return tuple([letter for letter in LETTERS if letter not in state.bans])


def _set_up(state: State) -> State:
    """Use the configuration that is not banned: Matching shows the bottom card of its deck."""
    (letter,) = _letters_left(state)
    used = state.starts[LETTERS.index(letter)]
    return state.changed(
        phase="declare",
        configuration=letter,
        hands=used.hands,
        deck=used.deck,
        modules={**state.modules, "Matching": Matching(card=used.deck[-1])},
    )
