"""What a trump is that is played for its effect: its line, when it is lawful, what it does."""

from abc import ABC, abstractmethod
from typing import ClassVar, Generic, NamedTuple, TypeVar

from umpire.games.arcanoid.cards_typed import read_field, words_of
from umpire.games.arcanoid.components import SUITS, TRUMPS, Card, title
from umpire.games.arcanoid.state import DAEMON, OF_JUSTICE, USA, State
from umpire.games.base import NotAllowed, NotUnderstood
from umpire.games.notation import quoted, words

G = TypeVar("G")


class Line(NamedTuple):
    """What follows the first word of a move: plain text, and who says it in which state."""

    rest: str
    state: State
    actor: str

    @property
    def words(self) -> list[str]:
        """Its words, `+` and the like as words of their own."""
        return words_of(self.rest)

    def nothing(self) -> None:
        """Raise NotUnderstood if there is anything."""
        if self.rest:
            raise NotUnderstood(f"Nothing may follow here, not {quoted(self.rest)}.")

    def target(self, text: str | None = None, *, justice: bool = False) -> str:
        """Return the actor that the whole line, or a text, means. Raises NotUnderstood.

        Tried in this order: a player's whole name, `me`, the daemon, USA, `justice` where that is a
        target, the beginning of one player's name.
        """
        word = self.rest if text is None else text
        players = [(" ".join(words(name)), name) for name in self.state.terms.players]
        whole = [name for key, name in players if word and key == word]
        if len(whole) == 1:
            return whole[0]
        if word == "me":
            return self.actor
        if word in (DAEMON, "demon"):
            return self.state.daemon or DAEMON
        if word == USA.lower():
            return USA
        if justice and word == OF_JUSTICE:
            return OF_JUSTICE
        begun = [name for key, name in players if word and key.startswith(word)]
        if len(begun) == 1:
            return begun[0]
        raise NotUnderstood(
            f"{quoted(word)} {'may be ' + ' or '.join(begun) if begun else 'is nobody here'}: "
            "write a player's name, me, daemon or usa."
        )

    def target_and_field(self) -> tuple[str, str]:
        """Return the text before the last word, and that word. Raises NotUnderstood."""
        target, _, field = self.rest.rpartition(" ")
        if not target:
            raise NotUnderstood("Write whom it is for and the field, e.g. Bo cups.")
        return target, field


def typed(target: str) -> str:
    """Return how a target is typed: `daemon` is always the active one, whatever its number."""
    return DAEMON if target.rstrip("0123456789") == DAEMON else target


def judge_active(state: State, target: str) -> None:
    """Raise NotAllowed unless a target is an active actor of this round."""
    if target not in state.seats:
        raise NotAllowed(f"{target} is not in this round.")
    if state.seats[target].finished:
        raise NotAllowed(f"{target} is finished in this round.")


class Trump(ABC, Generic[G]):
    """A trump with an effect of its own. `G` is what its line gives beside its name."""

    card: ClassVar[Card]
    usage: ClassVar[str] = ""
    """What follows its name in a line, for people."""
    example: ClassVar[str] = ""

    @property
    def word(self) -> str:
        """The name by which it is played."""
        return TRUMPS[int(self.card)]

    @abstractmethod
    def read(self, line: Line) -> G:
        """Understand what follows the name. Raises NotUnderstood."""

    @abstractmethod
    def write(self, given: G) -> str:
        """Return what follows the name, in canonical form."""

    def judge_held(self, state: State, actor: str, given: G) -> None:
        """Raise NotAllowed unless the trump is where its actor can play it from."""
        if self.card not in state.usable(actor):
            raise NotAllowed(f"{title(self.card)} is not among the cards that {actor} may use.")

    def judge(self, state: State, actor: str, given: G) -> None:
        """Raise NotAllowed unless it may be played so; most trumps forbid nothing."""

    @abstractmethod
    def play(self, state: State, actor: str, given: G) -> State:
        """Do all that it does, from taking the card to completing."""


class Plain(Trump[None]):
    """A trump whose name is its whole line."""

    def read(self, line: Line) -> None:
        """Understand nothing more."""
        line.nothing()

    def write(self, given: None) -> str:
        """Return nothing more."""
        return ""


class AtTarget(Trump[str]):
    """A trump that names whom it is for."""

    usage = "TARGET"

    def read(self, line: Line) -> str:
        """Understand the target."""
        return line.target()

    def write(self, given: str) -> str:
        """Return the target."""
        return typed(given)


TargetAndField = tuple[str, int]


class AtField(Trump[TargetAndField]):
    """A trump that names whom it is for, and a field."""

    usage = "TARGET FIELD"

    def read(self, line: Line) -> TargetAndField:
        """Understand the target and the field."""
        target, field = line.target_and_field()
        return line.target(target), read_field(field)

    def write(self, given: TargetAndField) -> str:
        """Return the target and the field."""
        target, field = given
        return f"{typed(target)} {SUITS[field]}"
