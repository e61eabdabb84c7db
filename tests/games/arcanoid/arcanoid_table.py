"""What the tests of Arcanoid share: a table to play at, with hands of one's own."""

from collections import Counter
from typing import Any

from at_a_table import AtATable

from umpire.games.arcanoid import GAME
from umpire.games.arcanoid.cards import DECK, Card
from umpire.games.arcanoid.state import State
from umpire.games.base import Event
from umpire.match import Header, Match, begin, screen

NAMES = ("Ana", "Bo", "Cy", "Dan", "Eva", "Finn", "Gil", "Hana", "Ivo", "Jo")


class Table(AtATable):
    """A match told what is said by whoever owes a decision. By default there is no clock."""

    def __init__(self, players: int = 2, **options: Any) -> None:
        given = {"clock": False, "rounds": 1} | options
        self.match: Match = begin(Header(GAME.id, NAMES[:players], given), GAME).match
        self.events: tuple[Event, ...] = ()

    def passed(self) -> "Table":
        """Let all questions about the Fool, pledges and extra moves pass."""
        while self.kind in ("steal", "pledge", "hermit"):
            self.say("pass")
        return self

    def turn(self, *texts: str) -> "Table":
        """Say moves, each after all polls have been let pass."""
        for text in texts:
            self.passed().say(text)
        return self.passed()

    def idle(self) -> "Table":
        """The actor whose move it is discards what hands are filled up with, a coin, or else any.

        Polls before and after are let pass.
        """
        hand = self.passed().hand(self.actor).split()
        coins = [card for card in hand if card[0] == "O"]
        return self.say(f"discard {(coins or hand)[-1]}").passed()

    def until(self, actor: str) -> "Table":
        """All others discard cards until the actor is to move."""
        while self.passed().actor != actor or self.kind != "move":
            self.idle()
        return self

    def played_out(self) -> "Table":
        """Everybody abdicates until the round is over."""
        number = self.state["round"]
        while self.match.outcome is None and self.state["round"] == number:
            match self.passed().kind:
                case "move":
                    self.say(f"abdicate {self.free(self.actor)[0]}")
                case "refill":
                    self.say("no")
                case _:
                    break
        return self

    @property
    def kind(self) -> str | None:
        """What is asked now."""
        return self.match.pending[0].decision.kind.name if self.match.pending else None

    def shown(self, viewer: str | None) -> dict[str, Any]:
        return screen(self.match, viewer)

    def seat(self, actor: str) -> dict[str, Any]:
        seat: dict[str, Any] = self.state["seats"][actor]
        return seat

    def field(self, actor: str, suit: str) -> Any:
        """What an actor has on a field, None where it is free."""
        return self.seat(actor)["fields"][suit]

    def hand(self, actor: str) -> str:
        return " ".join(self.seat(actor)["hand"])

    @property
    def actor(self) -> str:
        """Whose turn it is."""
        actor: str = self.state["turn"]["actor"]
        return actor

    def free(self, actor: str) -> list[str]:
        """The fields on which an actor has nothing yet."""
        return [
            suit for suit, commitment in self.seat(actor)["fields"].items() if commitment is None
        ]

    def won(self) -> dict[str, str]:
        """For whom the battles of the last round that is over were won."""
        winners: dict[str, str] = self.state["results"][-1]["winners"]
        return winners


def deal(*hands: str, top: str = "") -> str:
    """A deal with these hands, then the top of the deck, then all else in card order.

    A hand of fewer than six cards is filled up with the last cards of the deck's order that are
    named nowhere, coins first, and trumps only for ten players.
    """
    named = [card for text in (*hands, top) for card in text.split()]
    assert len(set(named)) == len(named), "a card is named twice"
    spare = sorted((card for card in reversed(DECK) if card not in named), key=str.isdecimal)
    dealt: list[str] = []
    for hand in hands:
        cards = hand.split()
        dealt += cards
        dealt += [spare.pop(0) for _ in range(6 - len(cards))]
    rest = [card for card in DECK if card not in dealt and card not in top.split()]
    return " ".join([*dealt, *top.split(), *rest])


def dealt(*hands: str, top: str = "", **options: Any) -> Table:
    """A table at which these hands are dealt, a player for each (USA's last under gaza)."""
    players = len(hands) - bool(options.get("gaza"))
    return Table(players, **options).say(deal(*hands, top=top))


def all_cards(state: State) -> Counter[str]:
    """Every card of the match, wherever it lies, so often as it lies there."""
    cards: list[str] = [*state.deck, *state.discard, *state.effects.aside]
    if state.justice is not None:
        cards += state.justice.cards
    for laid_down, card in (
        (state.effects.temperance, "14"),
        (state.effects.hermit, "9"),
        (state.effects.daemon, "15"),
    ):
        if laid_down is not None:
            cards.append(card)
    if state.supply.drawing is not None:
        cards += state.supply.drawing.cards
    if state.attempt is not None:
        cards += state.attempt.commitment.cards
    for seat in state.seats.values():
        cards += [*seat.hand, *seat.visible]
        if seat.chariot is not None:
            cards += ["7", *seat.chariot]
        for field, commitment in enumerate(seat.fields):
            # a couple on two fields lies there once
            if commitment is not None and not (
                commitment.also is not None and commitment.also < field
            ):
                cards += commitment.cards
    return Counter(cards)


FULL_DECK = Counter[str](Card(card) for card in DECK)
