"""Actions: the moves of an actor, each with its line, its rule, its effect and its form.

A trump that is played for its effect is an action too, with a card to play it.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from umpire.games.arcanoid.cards import (
    FIELDS,
    SUITS,
    TRUMPS,
    Card,
    Cards,
    as_number,
    read_field,
    split_words,
    title,
)
from umpire.games.arcanoid.kinds import FIELD, WHO, normalize_line
from umpire.games.arcanoid.state import DAEMON, OF_JUSTICE, USA, State
from umpire.games.base import NotAllowed, NotUnderstood, RandomSource, Tell
from umpire.games.cards import repeated
from umpire.games.names import name_key
from umpire.games.text import join_words, quote

A = TypeVar("A")


class Move(NamedTuple):
    """A move: the first word of its line, and the argument that follows."""

    word: str
    argument: Any = None


class Line(NamedTuple):
    """The plain text behind the first word of a move, and the actor and state that it is for."""

    rest: str
    state: State
    actor: str

    @property
    def words(self) -> list[str]:
        """Its words, `+` and the like as words of their own."""
        return split_words(self.rest)

    @property
    def on_field(self) -> "Line":
        """The line without an `on` before its field: always, though the knight of coins is ON."""
        words = self.words
        return self._replace(rest=" ".join(words[1:])) if words[:1] == ["on"] else self

    def nothing(self) -> None:
        """Raise NotUnderstood if there is anything."""
        if self.rest:
            raise NotUnderstood(f"Leave out {quote(self.rest)}: nothing may follow here.")

    def field(self) -> int:
        """Return the field that the whole line means. Raises NotUnderstood."""
        if not self.rest:
            raise NotUnderstood(f"Name a field: {join_words(SUITS, 'or')}.")
        return read_field(self.rest)

    def target(self, *, justice: bool = False) -> str:
        """Return the actor that the whole line means. Raises NotUnderstood.

        Tried in this order: a player's whole name, `me`, the daemon, USA, `justice` where that is a
        target, the beginning of one player's name.
        """
        word = self.rest
        if not word:
            raise NotUnderstood("Name somebody: a player, me, daemon or usa.")
        whole = players_named(self.state, word)
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
        players = self.state.terms.players
        matches = [name for name in players if normalize_line(name).startswith(word)]
        if len(matches) == 1:
            return matches[0]
        meant = f"may be {join_words(matches, 'or')}" if matches else "is not a player here"
        raise NotUnderstood(f"{quote(word)} {meant}. Write a player's name, me, daemon or usa.")


def players_named(state: State, text: str) -> list[str]:
    """Return the players with this plain text as their whole name."""
    key = name_key(text)
    return [name for name in state.terms.players if name_key(normalize_line(name)) == key]


def written(value: Any) -> str:
    """Return how a field, a card or a target is typed; nothing for None.

    `daemon` is always the active one, whatever its number.
    """
    if isinstance(value, int):
        return SUITS[value]
    text: str = value or ""
    return DAEMON if text.rstrip("0123456789") == DAEMON else text


def targets(view: State) -> tuple[str, ...]:
    """Return the targets of moves: the active actors, as they are typed."""
    return tuple(map(written, view.active))


def you(state: State, actor: str) -> str:
    """Return the subject of a refusal to a player, for an actor of theirs."""
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


class Action(ABC, Generic[A]):
    """A kind of move. `A` is the type of its argument."""

    word: ClassVar[str]
    """The first word of its line, which may be shortened."""
    cells: ClassVar[tuple[str, ...]] = ()
    """The cells of the form that it needs beside the choice."""
    later_choices: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Its choices in the form for cards on the table, and the cells of each."""

    @property
    def choices(self) -> Mapping[str, tuple[str, ...]]:
        """Its other choices in the form, and the cells that each needs besides."""
        return {self.word: self.cells}

    @abstractmethod
    def read(self, line: Line) -> A:
        """Parse the text behind the first word. Raises NotUnderstood."""

    def move(self, line: Line) -> Move:
        """Return the move that a line means. Raises NotUnderstood."""
        return Move(self.word, self.read(line))

    def format(self, argument: A) -> str:
        """Return the canonical text behind the first word."""
        return written(argument)

    @abstractmethod
    def judge(self, state: State, actor: str, argument: A) -> None:
        """Raise NotAllowed unless the actor may do it so."""

    @abstractmethod
    def make(self, state: State, actor: str, argument: A, tell: Tell) -> State:
        """Do all that it does, from taking cards to completing."""

    def is_offered(self, view: State, actor: str, choice: str) -> bool:
        """Return whether a choice may be in the form, as far as that does not hang on cells."""
        return True

    def values(self, view: State, actor: str) -> tuple[Sequence[Any], ...]:
        """Return the values for each of its cells; of cards those that a bot may name."""
        return ()

    def suggest(self, view: State, actor: str) -> Iterator[Move]:
        """Yield moves to offer, of which most are lawful."""
        yield from ()

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        """Return a random move, perhaps not lawful; None if none comes to mind."""
        values = self.values(state, actor)
        if not all(values):
            return None
        parts = [random.choice(each) for each in values]
        return Move(self.word, tuple(parts) if len(parts) > 1 else parts[0] if parts else None)


def judge_active(state: State, target: str) -> None:
    """Raise NotAllowed unless a target is an active actor of this round."""
    if target not in state.seats:
        raise NotAllowed(f"{target} is not in this round.")
    if state.seats[target].finished:
        raise NotAllowed(f"{state.name_of(target)} is finished in this round.")


class Trump(Action[A]):
    """A trump with an effect of its own. `A` is the type of its argument."""

    card: ClassVar[Card]
    usage: ClassVar[str] = ""
    """The form of its argument, for people."""
    example: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        if "card" in vars(cls):
            cls.word = TRUMPS[int(cls.card)]

    def judge(self, state: State, actor: str, argument: A) -> None:
        if self.card not in state.usable(actor):
            raise NotAllowed(f"{you(state, actor)} cannot use {title(self.card)}.")

    def is_offered(self, view: State, actor: str, choice: str) -> bool:
        return self.card in view.usable(actor)


class Plain(Trump[None]):
    """A trump without an argument."""

    def read(self, line: Line) -> None:
        line.nothing()

    def suggest(self, view: State, actor: str) -> Iterator[Move]:
        yield Move(self.word)


class AtTarget(Trump[str]):
    """A trump that names a target."""

    usage = "TARGET"
    cells = (WHO,)

    def read(self, line: Line) -> str:
        return line.target()

    def values(self, view: State, actor: str) -> tuple[Sequence[Any], ...]:
        return (view.active,)


TargetAndField = tuple[str, int]


class AtField(Trump[TargetAndField]):
    """A trump that names a target and a field."""

    usage = "TARGET FIELD"
    cells = (WHO, FIELD)

    def read(self, line: Line) -> TargetAndField:
        target, _, field = line.rest.rpartition(" ")
        if not target:
            raise NotUnderstood("Name a player and a field. Example: Bo cups.")
        return line._replace(rest=target).target(), read_field(field)

    def format(self, argument: TargetAndField) -> str:
        return " ".join(map(written, argument))

    def values(self, view: State, actor: str) -> tuple[Sequence[Any], ...]:
        return view.active, FIELDS
