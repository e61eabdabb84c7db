"""What bots of Arcanoid imagine of hidden cards, and how good battles look to them."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from math import exp
from typing import Final

from umpire.games.arcanoid.cards import (
    CHARIOT,
    DECK,
    DEVIL,
    FIELDS,
    HERMIT,
    TEMPERANCE,
    Card,
    Cards,
    number_of,
    suit_of,
    without,
)
from umpire.games.arcanoid.combinations import combination
from umpire.games.arcanoid.rounds import score
from umpire.games.arcanoid.state import Commitment, Effects, Reveal, Seat, State
from umpire.games.base import NotAllowed, RandomSource
from umpire.games.cards import HiddenCards
from umpire.games.randomness import sample

_TRIES: Final = 50
"""How often cards of any suit are tried where no numbers are left for a secret commitment."""


def determinize(view: State, random: RandomSource) -> State:
    """Return a whole state that may be the real one."""
    left = [*without(DECK, {*_known(view)})]
    dealer = _Dealer(sample(len(left), left, random), view, random)
    attempt, drawing = view.attempt, view.supply.drawing
    if attempt is not None:
        attempt = attempt._replace(commitment=dealer.commitment(attempt.commitment, attempt.field))
    fields = {
        actor: [
            commitment and dealer.commitment(commitment, field)
            for field, commitment in enumerate(seat.fields)
        ]
        for actor, seat in view.seats.items()
    }
    seats = {
        actor: seat.replace(fields=tuple(fields[actor]), hand=dealer.hand(actor, seat))
        for actor, seat in view.seats.items()
    }
    if drawing is not None:
        drawing = drawing._replace(cards=dealer.cards(drawing.cards))
    guessed = view.replace(
        seats=seats,
        attempt=attempt,
        supply=view.supply.replace(drawing=drawing),
        deck=dealer.cards(view.deck),
        discard=dealer.cards(view.discard),
    )
    return guessed.replace(effects=_effects(guessed))


class _Dealer:
    """Deals the cards that are seen nowhere, each once."""

    def __init__(self, left: list[Card], view: State, random: RandomSource) -> None:
        self._left = left
        self._seen = view
        self._random = random

    def cards(self, hidden: Cards) -> Cards:
        """Return cards in the place of hidden ones."""
        if not isinstance(hidden, HiddenCards):
            return hidden
        return self._dealt(self._left[: len(hidden)])

    def hand(self, actor: str, seat: Seat) -> Cards:
        """Return a hand, with what is known of it: what was shown last, or turned up."""
        if not isinstance(seat.hand, HiddenCards):
            return seat.hand
        shown = {*seat.up, *_shown(self._seen, actor)}
        known = [card for card in self._left if card in shown][: len(seat.hand)]
        rest = [card for card in self._left if card not in known]
        cards = [*known, *rest[: len(seat.hand) - len(known)]]
        return self._dealt(sample(len(cards), cards, self._random))

    def commitment(self, commitment: Commitment, field: int) -> Commitment:
        """Return a commitment in the place of a secret one: numbers of the suit if there are."""
        if commitment.kind is not None:
            return commitment
        guessed = self._combination(len(commitment.cards), field)
        self._dealt(guessed.cards)
        return guessed._replace(
            secret=commitment.secret, also=commitment.also, number=commitment.number
        )

    def _combination(self, count: int, field: int) -> Commitment:
        numbers = [c for c in self._left if suit_of(c) == field and number_of(c)]
        if len(numbers) >= count:
            return combination(tuple(numbers[:count]), (field,), self._seen.variant)
        cards: Cards = ()
        for _ in range(_TRIES):
            cards = tuple(sample(count, self._left, self._random))
            with suppress(NotAllowed):
                return combination(cards, (field,), self._seen.variant)
        return Commitment("numeric", cards, 0)

    def _dealt(self, cards: Cards | list[Card]) -> Cards:
        self._left = [*without(self._left, cards)]
        return tuple(cards)


def _known(view: State) -> Iterator[Card]:
    """Yield the cards of which it is known where they lie; some more than once."""
    effects = view.effects
    yield from effects.aside
    if view.justice is not None:
        yield from view.justice.cards
    if effects.temperance is not None:
        yield TEMPERANCE
    if effects.hermit is not None:
        yield HERMIT
    if effects.daemon is not None:
        yield DEVIL
    if view.attempt is not None and view.attempt.commitment.kind is not None:
        yield from view.attempt.commitment.cards
    for seat in view.seats.values():
        yield from seat.visible
        if not isinstance(seat.hand, HiddenCards):
            yield from seat.hand
        if seat.chariot is not None:
            yield from (CHARIOT, *seat.chariot)
        for commitment in seat.fields:
            if commitment is not None and commitment.kind is not None:
                yield from commitment.cards


def _shown(view: State, actor: str) -> Iterator[Card]:
    """Yield what trumps have shown last of an actor's hand, as far as it is known."""
    for reveal in view.effects.reveals:
        for who, cards in reveal.cards:
            if who == actor and not isinstance(cards, HiddenCards):
                yield from cards


def _effects(guessed: State) -> Effects:
    """Return what follows from the hands that are guessed: a Wheel's cards, what was shown."""
    wheel = guessed.effects.wheel
    if wheel is not None and isinstance(wheel.drawn, HiddenCards):
        hand = guessed.seats[wheel.actor].hand
        wheel = wheel._replace(drawn=hand[len(hand) - len(wheel.drawn) :])
    reveals = tuple([_reveal(guessed, reveal) for reveal in guessed.effects.reveals])
    return guessed.effects.replace(wheel=wheel, reveals=reveals)


def _reveal(guessed: State, reveal: Reveal) -> Reveal:
    """Return what was shown to others: the newest cards of the hand, or any if it has fewer."""
    cards = []
    for actor, shown in reveal.cards:
        if isinstance(shown, HiddenCards):
            hand = guessed.seats[actor].hand if actor in guessed.seats else ()
            shown = tuple([*reversed(hand), *DECK][: len(shown)])
        cards.append((actor, shown))
    return reveal._replace(cards=tuple(cards))


_EXPECTED: Final = 18.0
"""The sum that somebody is expected to commit where nothing of theirs lies yet."""

_CLEAR: Final = 4.0
"""How many points more make a commitment e times as likely to win."""

_MOST: Final = {"world": 100.0, "imperial": 60.0, "royal": 60.0, "illegitimate": 60.0}
"""What commitments that beat every sum count for."""

_ALL_HAVE: Final = 2.0
"""Battles that everybody is given: the fewer, the more does one battle more count."""

_ABDICATED: Final = 0.01
"""The likelihood that goes with an abdication, beside that of any commitment."""


def evaluate(state: State) -> Mapping[str, Mapping[str, float]]:
    """Return how many battles everybody has won, or is likely to win in this round.

    What somebody has more than others counts, so that a battle weighs as much in the last round as
    in the first, and the end of a round changes nothing.
    """
    won = score(state.terms, state.course.results).items()
    battles = {name: float(sum(by_suit)) for name, by_suit in won}
    for field in FIELDS if state.seats else ():
        chances = {actor: _chance(seat.fields[field]) for actor, seat in state.seats.items()}
        total = sum(chances.values())
        for actor, chance in chances.items():
            battles[state.player_of(actor)] += chance / total
    fewest = min(battles.values())
    return {"battles": {name: count - fewest + _ALL_HAVE for name, count in battles.items()}}


def _chance(commitment: Commitment | None) -> float:
    """Return how likely what lies on a field is to win there, in proportion to the others'."""
    if commitment is None or commitment.kind is None:
        return exp(_EXPECTED / _CLEAR)
    if commitment.kind == "abdication":
        return _ABDICATED
    return exp((_MOST.get(commitment.kind) or commitment.value or 0.0) / _CLEAR)
