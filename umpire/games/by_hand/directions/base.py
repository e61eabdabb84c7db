"""Directions: the interface of all of them, the line that one is read from, shared checks."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar, Final, Literal, NamedTuple, Self, TypeVar, dataclass_transform

from umpire.games.base import UMPIRE, EventKind, Tell
from umpire.games.by_hand.cards import Cards
from umpire.games.by_hand.names import Names, Who, find, is_name, name_problem, read_who
from umpire.games.by_hand.state import Rolling, Shuffling, State
from umpire.games.by_hand.text import whole, with_verb
from umpire.games.errors import NotAllowed, NotUnderstood
from umpire.games.results import verbatim
from umpire.games.text import join_words, pluralize, quote

R = TypeVar("R")

_BOTH: Final = 2
_MOST_WORDS: Final = 16
"""Of a place: a player's name has 32 letters and blanks."""


class Line(NamedTuple):
    """A line that the umpire typed, divided into the parts of a direction."""

    direction: "type[Direction]"
    """The kind of direction that the first word names."""
    words: tuple[str, ...]
    """The words between the first word and the first `:`, full-width forms as ASCII."""
    text: str
    """The text after the first `:`, as typed; "" without one."""
    names: Names
    source: str
    """The whole line, as typed."""

    @property
    def folded(self) -> list[str]:
        """The words without case."""
        return [word.casefold() for word in self.words]

    def usage_error(self) -> NotUnderstood:
        """Return the refusal that says how the direction is written."""
        usage, example = self.direction.usage, self.direction.examples[0]
        return NotUnderstood(f"Write it like this: {usage}. Example: {example}.")

    def whole(self, word: str) -> int:
        """Return a whole number without a sign. Raises NotUnderstood."""
        number = whole(word)
        if number is None:
            raise self.usage_error()
        return number

    def phrase(self, start: int, end: int | None = None) -> str:
        """Return some of the words as one text. Raises NotUnderstood if there are none."""
        text = " ".join(self.words[start:end])
        if not text:
            raise self.usage_error()
        return text

    def place(self, start: int = 0, end: int | None = None) -> str:
        """Return the place that some of the words name. Raises NotUnderstood."""
        return self.names.place(self.phrase(start, end))

    def who(self, start: int = 0, end: int | None = None) -> Who:
        """Return the players whom some of the words mean. Raises NotUnderstood."""
        return read_who(self.phrase(start, end), self.names)

    def split_at_to(self, start: int, read: Callable[[int], R]) -> R:
        """Return what `read` gives for the position of the word `to`, tried from the last one on.

        Not every `to` splits the line: a pile may be called so, and a player's name shortened to
        it. The name of a place stands before it, from the first word or from `start` on. That has
        few words, so that a long line is not read again and again. Raises NotUnderstood, as the
        first try did.
        """
        folded, refusal = self.folded, None
        near = {*range(1, _MOST_WORDS + 1), *range(start + 1, start + _MOST_WORDS + 1)}
        for position in sorted(near, reverse=True):
            if position < len(folded) - 1 and folded[position] == "to":
                try:
                    return read(position)
                except NotUnderstood as error:
                    refusal = refusal or error
        raise refusal or self.usage_error()


@dataclass_transform(frozen_default=True)
class Direction(ABC):
    """A direction of the umpire's: how it is read, written down and carried out.

    Every class of directions is a frozen dataclass.
    """

    word: ClassVar[str]
    """The first word, which `usage` begins with."""
    usage: ClassVar[str]
    examples: ClassVar[tuple[str, ...]]
    pattern: ClassVar[str]
    """How one is typed, with its fields in braces, for `str`."""
    does: ClassVar[str]
    """What it does, for the table of all directions."""
    colon: ClassVar[Literal["none", "required", "optional"]] = "none"
    """Whether a `:` and more follow the words."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "usage" in vars(cls):
            cls.word = cls.usage.split()[0].rstrip(":")
        dataclass(frozen=True)(cls)

    @classmethod
    @abstractmethod
    def read(cls, line: Line) -> Self:
        """Read what follows the first word. Raises NotUnderstood."""

    def __str__(self) -> str:
        """Return it as it can be typed."""
        return self.pattern.format_map(vars(self)).rstrip()

    @abstractmethod
    def perform(self, state: State, tell: Tell) -> State:
        """Return the state after it is carried out. Raises NotAllowed."""


class OfPlayers(Direction):
    """A direction that names some players and nothing else."""

    who: Who

    @classmethod
    def read(cls, line: Line) -> Self:
        return cls(line.who())

    def __str__(self) -> str:
        return f"{self.word} {self.who}"


def check_name(name: str, what: str) -> None:
    """Refuse a name of a counter or pile with wrong characters. Raises NotUnderstood."""
    if not is_name(name):
        raise NotUnderstood(
            f"{quote(name)} cannot name a {what}: use 1 to 20 letters, digits, - or _, beginning "
            "with a letter."
        )


def check_new(
    name: str, what: str, existing: Collection[str], most: int, players: Iterable[str]
) -> None:
    """Refuse another counter or pile of this name. Raises NotAllowed."""
    if problem := name_problem(name, players):
        raise NotAllowed(f"{problem}. Choose another name.")
    if find(name, existing) is not None:
        raise NotAllowed(f"There is a {what} {quote(name)} already.")
    if len(existing) >= most:
        raise NotAllowed(f"There are {most} {what}s, and no more can be made.")


def players_of(
    state: State, who: Who, *, everybody: bool = False, out_too: bool = False
) -> tuple[str, ...]:
    """Return the players meant, in seat order. Raises NotAllowed if nobody is.

    `all` and `others` mean those who play, or with `everybody` all players. Players who are out may
    be named only with `out_too` (ruling 5); without, members of a team who are out are left out.
    """
    gone = [name for name in who.names if name in state.out]
    if gone and not out_too:
        raise NotAllowed(f"{with_verb(gone, 'is', 'are')} out.")
    is_named = who.kind == "named"
    players = state.players if (out_too if is_named else everybody) else state.playing
    if who.kind != "all":
        meant = who.meant
        players = tuple([name for name in players if (name in meant) == is_named])
    if not players:
        raise NotAllowed("No player who is still in the game is meant.")
    return players


def check_not_out(state: State, place: str) -> None:
    """Refuse what belongs to a player who is out (ruling 5). Raises NotAllowed."""
    if (owner := state.owner(place)) in state.out:
        raise NotAllowed(f"{owner} is out: only move and show reach {state.called(place)}.")


def recipients(state: State, who: Who, *, out_too: bool) -> tuple[str, ...] | None:
    """Return the players who learn something; None is everybody (`all`). Raises NotAllowed."""
    if who.kind == "all":
        return None
    return players_of(state, who, everybody=True, out_too=out_too)


def tell_players(
    tell: Tell,
    to: Sequence[str] | None,
    text: str,
    heading: str,
    summary: str = "",
    *,
    kind: EventKind = "note",
    pieces: tuple[str, ...] = (),
) -> None:
    """Tell these players something, or with None everybody.

    What is for some alone the umpire reads once: a heading, to whom, and a summary or the text.
    """
    if to is None:
        tell(text, kind=kind, pieces=pieces)
        return
    for name in to:
        tell(text, name, kind=kind, pieces=pieces)
    tell(f"{heading} {join_words(to)}: {summary or text}", UMPIRE, kind=kind, pieces=pieces)


def ask_chance(state: State, waiting: Rolling | Shuffling) -> State:
    """Return a state that waits for chance. Raises NotAllowed in a pause (ruling 4)."""
    if state.paused:
        raise NotAllowed(
            "The match is paused, and chance answers nothing meanwhile: resume it first."
        )
    return state.replace(waiting=waiting, draws=state.draws + 1)


def check_range(number: int, least: int, most: int, what: str) -> None:
    """Refuse a number that is out of its range. Raises NotAllowed."""
    if not least <= number <= most:
        raise NotAllowed(f"{what}: {least} to {most}, not {number}.")


def check_card_count(number: int) -> None:
    """Refuse no cards at all. Raises NotAllowed."""
    if number < 1:
        raise NotAllowed(f"At least 1 card, not {pluralize(number, 'card')}.")


def tell_moved(
    tell: Tell,
    before: State,
    source: str,
    target: str,
    cards: Cards,
    in_source_order: Cards,
) -> None:
    """Tell of cards that go from one place to another: each viewer as far as they see the places.

    Cards named to be moved go in the order named, which only those learn who see the target. The
    kind is the same for all directions: a viewer who sees no faces must not learn which it was.
    """
    if not cards:
        return
    # how many lie in a place is public, but for an own pile that is not open
    public = [place for place in (source, target) if before.is_counted(place)]
    faces = _visible_faces(before, None, source, target, cards, in_source_order)
    if public:
        is_whole = len(public) == _BOTH
        way = f"{source} to {target}" if is_whole else _path(public, source, target)
        _tell_way(tell, way if is_whole else f"{way[0].upper()}{way[1:]}", faces, len(cards))
    if faces and len(public) == _BOTH:
        return  # everybody has been told everything
    owners = {source: before.owner(source), target: before.owner(target)}
    for name in [player for player in before.players if player in owners.values()]:
        known = [place for place, owner in owners.items() if place in public or owner == name]
        if not faces or len(known) > len(public):
            pieces = _visible_faces(before, name, source, target, cards, in_source_order)
            text = f"You see {' '.join(pieces)} go {_path(known, source, target)}."
            tell(text, name, kind="deal", pieces=pieces)
    text = f"{' '.join(cards)} went from {source} to {target}."
    tell(text, UMPIRE, kind="deal", pieces=cards)


def tell_rearranged(tell: Tell, before: State, place: str, cards: Cards) -> None:
    """Tell those who see the cards of a place their new order, if it is new."""
    if cards == before.cards_at(place):
        return
    text = f"The new order of {before.called(place)}: {' '.join(cards)}."
    if before.is_open(place):
        tell(text)
        return
    if (owner := before.owner(place)) is not None:
        tell(text, owner)
    tell(text, UMPIRE)


def tell_dealt(tell: Tell, before: State, source: str, dealt: Mapping[str, Cards]) -> None:
    """Tell of cards that go from one place to several, by the place.

    Onto own piles that are not open they go in one sum for all who see only the source: how many
    players were dealt some is nobody's business.
    """
    if any(map(before.is_counted, dealt)):
        for target, cards in dealt.items():
            tell_moved(tell, before, source, target, cards, cards)
        return
    giver = before.owner(source)
    given = {place: cards for place, cards in dealt.items() if before.owner(place) != giver}
    if before.is_counted(source):
        _tell_sum(tell, None, source, [*dealt.values()], are_seen=before.is_open(source))
    if giver is not None and given and not before.is_open(source):
        _tell_sum(tell, giver, source, [*given.values()], are_seen=True)
    for target, cards in dealt.items():
        owner = before.owner(target)
        is_known = before.is_counted(source) or owner == giver
        known = [source, target] if is_known else [target]
        text = f"You see {' '.join(cards)} go {_path(known, source, target)}."
        tell(text, owner, kind="deal", pieces=cards)
        text = f"{' '.join(cards)} went from {source} to {target}."
        tell(text, UMPIRE, kind="deal", pieces=cards)


def _tell_sum(
    tell: Tell, viewer: str | None, source: str, packets: list[Cards], *, are_seen: bool
) -> None:
    """Tell somebody, or with None everybody, of all cards that leave a place, and of no target."""
    cards = tuple(chain.from_iterable(packets))
    faces, path = cards if are_seen else (), _path([source], source, "")
    if viewer is None:
        _tell_way(tell, f"{path[0].upper()}{path[1:]}", faces, len(cards))
    else:
        tell(f"You see {' '.join(cards)} go {path}.", viewer, kind="deal", pieces=cards)


def _tell_way(tell: Tell, way: str, faces: Cards, number: int) -> None:
    """Tell everybody which way so many cards went, in the same words for every direction."""
    description = " ".join(faces) or pluralize(number, "card")
    did = verbatim(f"{way[:1].lower()}{way[1:]}") if faces else ""
    tell(f"{way}: {description}.", kind="deal", pieces=faces, did=did)


def _path(places: Collection[str], source: str, target: str) -> str:
    """Return the way from one place to another, as far as somebody knows these places."""
    ends = (("from", source), ("to", target))
    return " ".join([f"{word} {place}" for word, place in ends if place in places])


def _visible_faces(
    before: State,
    viewer: str | None,
    source: str,
    target: str,
    cards: Cards,
    in_source_order: Cards,
) -> Cards:
    """Return the cards as a player, or with None everybody, sees them go; none if unseen."""
    for place, order in ((target, cards), (source, in_source_order)):
        if before.is_open(place) or (viewer is not None and before.owner(place) == viewer):
            return order
    return ()
