"""Bots of Arcanoid: how they deal hidden cards in their minds, and value a position."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import chain
from math import exp
from typing import Final

from umpire.games.arcanoid.cards import DECK, FIELDS, Card, Cards, number_of, suit_of, without
from umpire.games.arcanoid.combinations import combination
from umpire.games.arcanoid.rounds import score
from umpire.games.arcanoid.state import Commitment, Reveal, Seat, State
from umpire.games.base import NotAllowed, RandomSource
from umpire.games.cards import HiddenCards
from umpire.games.randomness import sample

_TRIES: Final = 50
"""How often cards of any suit are tried where no numbers are left for a secret commitment."""


def determinize(view: State, random: RandomSource) -> State:
    """Return a whole state that may be the real one."""
    dealer = _Dealer(view, random)
    attempt, drawing = view.attempt, view.supply.drawing
    if attempt is not None:
        attempt = attempt._replace(commitment=dealer.commitment(attempt.commitment, attempt.field))
    fields = {
        actor: tuple([lying and dealer.commitment(lying, n) for n, lying in enumerate(seat.fields)])
        for actor, seat in view.seats.items()
    }
    seats = {
        actor: seat.replace(fields=fields[actor], hand=dealer.hand(actor, seat))
        for actor, seat in view.seats.items()
    }
    if drawing is not None:
        drawing = drawing._replace(cards=dealer.cards(drawing.cards))
    deck, discard, wheel = dealer.cards(view.deck), dealer.cards(view.discard), view.effects.wheel
    if wheel is not None and isinstance(wheel.drawn, HiddenCards):
        hand = seats[wheel.actor].hand
        wheel = wheel._replace(drawn=hand[len(hand) - len(wheel.drawn) :])
    reveals = tuple([_guessed(reveal, seats) for reveal in view.effects.reveals])
    return view.replace(
        seats=seats,
        attempt=attempt,
        supply=view.supply.replace(drawing=drawing),
        deck=deck,
        discard=discard,
        effects=view.effects.replace(wheel=wheel, reveals=reveals),
    )


def _guessed(reveal: Reveal, seats: Mapping[str, Seat]) -> Reveal:
    """Return a reveal to others with cards: the newest of the hand, or any if it has fewer."""
    pairs = []
    for actor, cards in reveal.cards:
        if isinstance(cards, HiddenCards):
            hand = seats[actor].hand if actor in seats else ()
            cards = tuple([*reversed(hand), *DECK][: len(cards)])
        pairs.append((actor, cards))
    return reveal._replace(cards=tuple(pairs))


class _Dealer:
    """Deals the cards of which nobody sees where they lie, each once."""

    def __init__(self, view: State, random: RandomSource) -> None:
        seats, attempt, justice = view.seats.values(), view.attempt, view.justice
        commitments = [*chain.from_iterable(seat.fields for seat in seats)]
        commitments.append(attempt and attempt.commitment)
        places = [seat.cards for seat in seats]
        places += [commitment.cards for commitment in commitments if commitment is not None]
        lying = {*chain(view.effects.trumps, justice.cards if justice else (), *places)}
        left = without(DECK, lying)
        self._left: Sequence[Card] = sample(len(left), left, random)
        self._view = view
        self._random = random

    def cards(self, hidden: Cards) -> Cards:
        """Return cards in the place of hidden ones."""
        if not isinstance(hidden, HiddenCards):
            return hidden
        return self._dealt(self._left[: len(hidden)])

    def hand(self, actor: str, seat: Seat) -> Cards:
        """Return a hand; the cards that were shown or turned up are in it."""
        if not isinstance(seat.hand, HiddenCards):
            return seat.hand
        reveals = chain.from_iterable(reveal.cards for reveal in self._view.effects.reveals)
        revealed = {*chain(seat.up, *(cards for name, cards in reveals if name == actor))}
        certain = [card for card in self._left if card in revealed][: len(seat.hand)]
        cards = [*certain, *without(self._left, certain)][: len(seat.hand)]
        return self._dealt(sample(len(cards), cards, self._random))

    def commitment(self, commitment: Commitment, field: int) -> Commitment:
        """Return a commitment in the place of a secret one: numbers of the suit if there are."""
        if commitment.kind is not None:
            return commitment
        guess = self._combination(len(commitment.cards), field)
        self._dealt(guess.cards)
        return guess._replace(secret=commitment.secret)

    def _combination(self, count: int, field: int) -> Commitment:
        numbers = [card for card in self._left if suit_of(card) == field and number_of(card)]
        if len(numbers) >= count:
            return combination(tuple(numbers[:count]), (field,), self._view.variant)
        cards: Cards = ()
        for _ in range(_TRIES):
            cards = tuple(sample(count, self._left, self._random))
            with suppress(NotAllowed):
                return combination(cards, (field,), self._view.variant)
        return Commitment("numeric", cards, 0)

    def _dealt(self, cards: Sequence[Card]) -> Cards:
        self._left = without(self._left, cards)
        return tuple(cards)


_EXPECTED: Final = 18.0
"""The sum that somebody is expected to commit where nothing of theirs lies yet."""

_CLEAR: Final = 4.0
"""How many points more make a commitment e times as likely to win."""

_MOST: Final = {"world": 100.0, "imperial": 60.0, "royal": 60.0, "illegitimate": 60.0}
"""The sums that stand for commitments which beat every sum."""

_ALL_HAVE: Final = 2.0
"""Battles that everybody is given: the fewer, the more does one battle more count."""

_ABDICATED: Final = 0.01
"""The likelihood that goes with an abdication, beside that of any commitment."""


def evaluate(state: State) -> Mapping[str, Mapping[str, float]]:
    """Return how many battles everybody has won, or is likely to win in this round.

    The lead over others counts, so that a battle weighs as much in the last round as in the first,
    and the end of a round changes nothing.
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
    """Return how likely a commitment is to win its field, in proportion to the others'."""
    if commitment is None or commitment.kind is None:
        return exp(_EXPECTED / _CLEAR)
    if commitment.kind == "abdication":
        return _ABDICATED
    return exp((_MOST.get(commitment.kind) or commitment.value or 0.0) / _CLEAR)
