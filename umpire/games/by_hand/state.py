"""A match at one moment: what lies where, what was asked, told and shown, and what goes on.

In a masked state what the viewer may not know is left out, None or `HiddenCards`. Of an own pile
that is not open even the number of cards is unknown to others: there is None in place of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal, NamedTuple

from umpire.games.base import UMPIRE, Outcome
from umpire.games.by_hand.cards import Cards
from umpire.games.by_hand.forms import Form
from umpire.games.by_hand.names import MatchNames, own_place, split_own_place
from umpire.games.reports import Written
from umpire.games.text import pluralize
from umpire.games.values import Value

How = Literal["openly", "at once", "in secret"]
Seen = Literal["all", "own", "umpire"]
"""Who sees a counter: everybody, each player the own count, or the umpire alone."""


@dataclass(frozen=True, slots=True)
class Question(Value):
    """A question to one player or several, and what has come of it.

    Names of players are in seat order.
    """

    k: int | str | None
    """Its number, `s1` for one in secret; in a masked state None for one in secret."""
    to: tuple[str, ...]
    how: How
    prompt: str
    form: Annotated[Form, Written(str)]
    seconds: int | None
    default: str | None
    answers: Mapping[str, str]
    """What counts by now."""
    open: tuple[str, ...]
    """Who owes an answer, or whose answer is kept with those of the others."""
    withdrawn: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    revealed: bool = False
    ask: int | str | None = None
    """The number of the first question of the same `ask`; masked like `k`."""

    @property
    def answers_in_order(self) -> dict[str, str | None]:
        """What counts by now of everybody who was asked."""
        return {name: self.answers.get(name) for name in self.to}

    @property
    def is_hidden(self) -> bool:
        """Whether it is known to nobody but the asked player and the umpire."""
        return self.how == "in secret" and not self.revealed


class Pile(NamedTuple):
    """Cards on the table, the top first."""

    open: bool
    cards: Cards

    @property
    def visible_cards(self) -> Cards:
        """The cards, if everybody sees them."""
        return self.cards if self.open else ()

    @property
    def description(self) -> str:
        """What everybody sees of it: the cards, or how many there are."""
        return " ".join(self.visible_cards) or pluralize(len(self.cards), "card")


class OwnPile(NamedTuple):
    """A pile that every player has; while it is not open its cards are its player's secret."""

    open: bool
    cards: Mapping[str, Cards | None]
    """By player; None in a masked state."""


class TextMessage(NamedTuple):
    """Words to some players, or with None to everybody."""

    to: tuple[str, ...] | None
    text: str


class CardsMessage(NamedTuple):
    """Cards of a place that were shown to some players, or with None to everybody."""

    to: tuple[str, ...] | None
    place: str
    cards: Cards


class DiceMessage(NamedTuple):
    """The result of some dice, for some players, or with None for everybody."""

    dice: str
    to: tuple[str, ...] | None
    result: tuple[int, ...]


Message = TextMessage | CardsMessage | DiceMessage


class Shuffling(NamedTuple):
    """Chance is asked for the new order of a place; None where the viewer may not know which."""

    place: str | None

    @property
    def kind(self) -> str:
        """What chance does."""
        return "shuffle"


class Rolling(NamedTuple):
    """Chance is asked for so many dice; none at all where the viewer may not know how many."""

    number: int
    sides: int
    to: tuple[str, ...] | None

    @property
    def kind(self) -> str:
        """What chance does."""
        return "roll"

    @property
    def dice(self) -> str | None:
        """The dice as reported, None if they are masked."""
        return f"{self.number}d{self.sides}" if self.number else None


@dataclass(frozen=True, slots=True)
class State(Value):
    """A match at one moment."""

    players: tuple[str, ...]
    title: str
    rules: tuple[str, ...]
    procedures: Mapping[str, tuple[str, ...]]
    begin: str | None
    counters: Mapping[str, Mapping[str, int | None]]
    """By counter and player; None in a masked state."""
    seen: Mapping[str, Seen]
    """By counter."""
    piles: Mapping[str, Pile]
    own: Mapping[str, OwnPile]
    hands: Mapping[str, Cards]
    teams: Mapping[str, tuple[str, ...]] | None = field(default_factory=dict)
    """The members of each, in seat order."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """What cards do, by the card, for everybody to read."""
    big: str = ""
    """The pile that pages draw large; "" if there is none."""
    headline: str | None = None
    out: tuple[str, ...] = ()
    forfeited: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    ended: tuple[int | str | None, ...] = ()
    """The numbers of the questions that are no longer open, in the order in which they ended.

    Those that were asked in secret are not among them: not everybody knows of them.
    """
    messages: tuple[Message, ...] = ()
    """What was told, shown and rolled, in order."""
    board: Mapping[str, str] = field(default_factory=dict)
    todo: tuple[str, ...] | None = ()
    """Steps of a procedure that remain."""
    waiting: Shuffling | Rolling | None = None
    verdict: str | None = None
    outcome: Outcome | None = None
    paused: bool = False
    said: int = 0
    """How many directions there were."""
    draws: int = 0
    """How often chance was asked."""

    @property
    def phase(self) -> str:
        """Whether chance is asked, or the match is over."""
        if self.outcome is not None:
            return "over"
        return "play" if self.waiting is None else "chance"

    @property
    def winners(self) -> tuple[str, ...] | None:
        """Everybody who has won; None while the match runs."""
        return None if self.outcome is None else self.outcome.winners

    @property
    def told(self) -> list[TextMessage]:
        """The messages that were told."""
        return [message for message in self.messages if isinstance(message, TextMessage)]

    @property
    def shown(self) -> list[CardsMessage]:
        """The messages with cards."""
        return [message for message in self.messages if isinstance(message, CardsMessage)]

    @property
    def rolls(self) -> list[DiceMessage]:
        """The messages with dice."""
        return [message for message in self.messages if isinstance(message, DiceMessage)]

    @property
    def playing(self) -> tuple[str, ...]:
        """Those who are not out."""
        return tuple([name for name in self.players if name not in self.out])

    @property
    def open_questions(self) -> list[Question]:
        """Those that somebody owes an answer to, or whose answers are kept."""
        return [question for question in self.questions if question.open]

    @property
    def secret_questions(self) -> list[Question]:
        """Those that were asked in secret, revealed ones too."""
        return [question for question in self.questions if question.how == "in secret"]

    @property
    def names(self) -> MatchNames:
        """What names mean now."""
        return MatchNames(
            self.players, self.counters, self.piles, self.own, self.procedures, self.teams or {}
        )

    def question_to(self, player: str) -> Question | None:
        """Return the open question to a player; None if there is none."""
        return next((each for each in self.questions if player in each.open), None)

    def count(self, counter: str, player: str) -> int:
        """Return a player's count, which is not masked."""
        count = self.counters[counter][player]
        assert count is not None, "nobody counts with what is masked"
        return count

    def who_sees_count(self, counter: str, player: str) -> tuple[str | None, ...]:
        """Return who sees a player's count; None is everybody."""
        match self.seen[counter]:
            case "all":
                return (None,)
            case "own":
                return player, UMPIRE
        return (UMPIRE,)

    @property
    def own_places(self) -> dict[str, Cards | None]:
        """What lies in each own pile; None where that is masked."""
        return {
            own_place(pile, player): cards
            for pile, own in self.own.items()
            for player, cards in own.cards.items()
        }

    @property
    def places(self) -> dict[str, Cards]:
        """What lies in each pile, in each hand, then in each own pile that is not masked."""
        own = {place: cards for place, cards in self.own_places.items() if cards is not None}
        return {**{name: pile.cards for name, pile in self.piles.items()}, **self.hands, **own}

    def cards_at(self, place: str) -> Cards:
        """Return what lies in a place, which is not masked."""
        if place in self.piles:
            return self.piles[place].cards
        if place in self.hands:
            return self.hands[place]
        pile, player = split_own_place(place)
        cards = self.own[pile].cards[player]
        assert cards is not None, "nobody moves what is masked"
        return cards

    def owner(self, place: str) -> str | None:
        """Return whose hand or own pile a place is; None for a pile for all."""
        return None if place in self.piles else split_own_place(place)[1] or place

    def is_open(self, place: str) -> bool:
        """Return whether everybody sees the cards of a place."""
        if place in self.piles:
            return self.piles[place].open
        return place not in self.hands and self.own[split_own_place(place)[0]].open

    def is_counted(self, place: str) -> bool:
        """Return whether everybody knows how many cards lie in a place."""
        return place in self.piles or place in self.hands or self.is_open(place)

    def called(self, place: str) -> str:
        """Return how a sentence names a place."""
        return f"{place}'s hand" if place in self.hands else place

    def with_cards(self, lying: Mapping[str, Cards]) -> "State":
        """Return a state with other cards in these places."""
        piles, hands, own = dict(self.piles), dict(self.hands), dict(self.own)
        for place, cards in lying.items():
            if place in piles:
                piles[place] = Pile(piles[place].open, cards)
            elif place in hands:
                hands[place] = cards
            else:
                pile, player = split_own_place(place)
                own[pile] = own[pile]._replace(cards={**own[pile].cards, player: cards})
        return self.replace(piles=piles, hands=hands, own=own)

    def with_message(self, message: Message) -> "State":
        """Return a state with one message more."""
        return self.replace(messages=(*self.messages, message))

    def with_question(self, before: Question, after: Question) -> "State":
        """Return a state with one question replaced, which may have ended now."""
        questions = [after if each is before else each for each in self.questions]
        is_end = before.open and not after.open and after.how != "in secret"
        ended = (*self.ended, after.k) if is_end else self.ended
        return self.replace(questions=tuple(questions), ended=ended)
