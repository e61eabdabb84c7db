"""What an action is that a move may be: its line, when it is lawful, what it does, who offers it.

A trump that is played for its effect is an action too, with a card to play it.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from umpire.games.arcanoid.cards import (
    FIELDS,
    SUITS,
    TRUMPS,
    Card,
    Cards,
    as_number,
    parted,
    read_field,
    title,
)
from umpire.games.arcanoid.kinds import FIELD, WHO
from umpire.games.arcanoid.state import DAEMON, OF_JUSTICE, USA, State
from umpire.games.base import Form, NotAllowed, NotUnderstood, RandomSource, Tell
from umpire.games.cards import repeated
from umpire.games.names import name_key
from umpire.games.text import listed, quoted, words

G = TypeVar("G")


class Move(NamedTuple):
    """A move: the first word of its line, and what its action has read besides."""

    word: str
    given: Any = None


class Line(NamedTuple):
    """What follows the first word of a move: plain text, and who says it in which state."""

    rest: str
    state: State
    actor: str

    @property
    def words(self) -> list[str]:
        """Its words, `+` and the like as words of their own."""
        return parted(self.rest)

    @property
    def on_field(self) -> "Line":
        """The line without an `on` before its field: always, though the knight of coins is ON."""
        words = self.words
        return self._replace(rest=" ".join(words[1:])) if words[:1] == ["on"] else self

    def nothing(self) -> None:
        """Raise NotUnderstood if there is anything."""
        if self.rest:
            raise NotUnderstood(f"Leave out {quoted(self.rest)}: nothing may follow here.")

    def field(self) -> int:
        """Return the field that the whole line means. Raises NotUnderstood."""
        if not self.rest:
            raise NotUnderstood(f"Name a field: {listed(SUITS, 'or')}.")
        return read_field(self.rest)

    def target(self, *, justice: bool = False) -> str:
        """Return the actor that the whole line means. Raises NotUnderstood.

        Tried in this order: a player's whole name, `me`, the daemon, USA, `justice` where that is a
        target, the beginning of one player's name.
        """
        word = self.rest
        if not word:
            raise NotUnderstood("Name somebody: a player, me, daemon or usa.")
        whole = named(self.state, word)
        if len(whole) == 1:
            return whole[0]
        if word == "me":
            return self.actor
        if word in (DAEMON, "demon"):
            return self.state.effects.daemon or DAEMON
        if word == USA.lower():
            return USA
        if justice and word in (OF_JUSTICE, f"the {OF_JUSTICE}"):
            return OF_JUSTICE
        begun = [name for name in self.state.terms.players if _spelled(name).startswith(word)]
        if len(begun) == 1:
            return begun[0]
        meant = f"may be {listed(begun, 'or')}" if begun else "is not a player here"
        raise NotUnderstood(f"{quoted(word)} {meant}. Write a player's name, me, daemon or usa.")

    def target_and_field(self) -> tuple[str, int]:
        """Return the actor before the last word, and the field it means. Raises NotUnderstood."""
        target, _, field = self.rest.rpartition(" ")
        if not target:
            raise NotUnderstood("Name a player and a field. Example: Bo cups.")
        return self._replace(rest=target).target(), read_field(field)


def named(state: State, text: str) -> list[str]:
    """Return the players whose whole name a plain text is."""
    key = name_key(text)
    return [name for name in state.terms.players if name_key(_spelled(name)) == key]


def _spelled(name: str) -> str:
    return " ".join(words(name))


def target_typed(target: str) -> str:
    """Return how a target is typed: `daemon` is always the active one, whatever its number."""
    return DAEMON if target.rstrip("0123456789") == DAEMON else target


def targets(view: State) -> tuple[str, ...]:
    """Return whom a move may be for: the active actors, as they are typed."""
    return tuple(map(target_typed, view.active))


def you(state: State, actor: str) -> str:
    """Return how a player is told what an actor may not do."""
    return "Your daemon" if state.seats[actor].master else "You"


def judge_usable(state: State, actor: str, cards: Cards, fields: tuple[int, ...] = ()) -> None:
    """Raise NotAllowed unless the actor may use all these cards, each once.

    `fields` is where they are to be committed: on one a bare number may be meant as of its suit.
    """
    if len(set(cards)) < len(cards):
        raise NotAllowed(f"{repeated(cards)} is named twice.")
    usable = state.usable(actor)
    for card in cards:
        if card not in usable:
            meant = as_number(card, fields[0]) if len(fields) == 1 else ""
            raise NotAllowed(f"{you(state, actor)} cannot use {title(card)}.{meant}")


class Action(ABC, Generic[G]):
    """Something that a move may be. `G` is what its line gives besides its first word."""

    word: ClassVar[str]
    """The first word of its line, which may be shortened."""
    cells: ClassVar[tuple[str, ...]] = ()
    """The cells of the form that it needs beside the choice."""

    @property
    def needs(self) -> Mapping[str, tuple[str, ...]]:
        """The cells that each of its choices in the form needs besides."""
        return {self.word: self.cells} if self.cells else {}

    @abstractmethod
    def read(self, line: Line) -> G:
        """Understand what follows the first word. Raises NotUnderstood."""

    def move(self, line: Line) -> Move:
        """Return the move that a line means. Raises NotUnderstood."""
        return Move(self.word, self.read(line))

    @abstractmethod
    def format(self, given: G) -> str:
        """Return what follows the first word, in canonical form."""

    @abstractmethod
    def judge(self, state: State, actor: str, given: G) -> None:
        """Raise NotAllowed unless the actor may do it so."""

    @abstractmethod
    def make(self, state: State, actor: str, given: G, tell: Tell) -> State:
        """Do all that it does, from taking cards to completing."""

    def choices(self, view: State, actor: str) -> tuple[str, ...]:
        """Return its choices in the form, of those that cards at hand are needed for."""
        return (self.word,)

    def later_choices(self, view: State, actor: str) -> tuple[str, ...]:
        """Return its choices in the form, of those for what is laid down already."""
        return ()

    def offered(self, view: State, actor: str) -> Form:
        """Return what cells offer for it otherwise than for other actions."""
        return {}

    def suggest(self, view: State, actor: str) -> Iterator[Move]:
        """Yield moves to offer, of which most are lawful."""
        yield from ()

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        """Return a random move, perhaps not lawful; None if none comes to mind."""
        return None


def judge_active(state: State, target: str) -> None:
    """Raise NotAllowed unless a target is an active actor of this round."""
    if target not in state.seats:
        raise NotAllowed(f"{target} is not in this round.")
    if state.seats[target].finished:
        raise NotAllowed(f"{state.called(target)} is finished in this round.")


class Trump(Action[G]):
    """A trump with an effect of its own. `G` is what its line gives beside its name."""

    card: ClassVar[Card]
    usage: ClassVar[str] = ""
    """What follows its name in a line, for people."""
    example: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        if "card" in vars(cls):
            cls.word = TRUMPS[int(cls.card)]

    def judge(self, state: State, actor: str, given: G) -> None:
        if self.card not in state.usable(actor):
            raise NotAllowed(f"{you(state, actor)} cannot use {title(self.card)}.")

    def choices(self, view: State, actor: str) -> tuple[str, ...]:
        return (tuple(self.needs) or (self.word,)) if self.card in view.usable(actor) else ()


class Plain(Trump[None]):
    """A trump whose name is its whole line."""

    def read(self, line: Line) -> None:
        line.nothing()

    def format(self, given: None) -> str:
        return ""

    def suggest(self, view: State, actor: str) -> Iterator[Move]:
        if self.card in view.usable(actor):
            yield Move(self.word)

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        return Move(self.word)


class AtTarget(Trump[str]):
    """A trump that names whom it is for."""

    usage = "TARGET"
    cells = (WHO,)

    def read(self, line: Line) -> str:
        return line.target()

    def format(self, given: str) -> str:
        return target_typed(given)

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        return Move(self.word, random.choice(state.active))


TargetAndField = tuple[str, int]


class AtField(Trump[TargetAndField]):
    """A trump that names whom it is for, and a field."""

    usage = "TARGET FIELD"
    cells = (WHO, FIELD)

    def read(self, line: Line) -> TargetAndField:
        return line.target_and_field()

    def format(self, given: TargetAndField) -> str:
        target, field = given
        return f"{target_typed(target)} {SUITS[field]}"

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        return Move(self.word, (random.choice(state.active), random.choice(FIELDS)))
