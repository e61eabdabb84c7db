"""What may be hidden in a match, as far as somebody knows.

A masked state does not list all cards of the match. So a hidden card is guessed to be like one that
was seen, or one of a standard deck if none was. Nothing is guessed that others were asked or told
in secret, and no steps of a procedure: there may be none.
"""

from collections.abc import Sequence
from typing import Final

from umpire.games.base import RandomSource
from umpire.games.by_hand.cards import STANDARD, Cards
from umpire.games.by_hand.state import Question, Rolling, Shown, Shuffling, State
from umpire.games.cards import HiddenCards
from umpire.games.sampling import drawn

_SHUFFLED: Final = 2
"""How many cards there are at least in a place that is shuffled."""
_A_DIE: Final = Rolling(1, 6, None)


def guess(seen: State, random: RandomSource) -> State:
    """Return a whole state that may be the real one."""
    like = _seen_cards(seen) or STANDARD
    hidden = {
        place: _cards(len(lying), _last_shown(seen, place), like, random)
        for place, lying in _lying(seen).items()
        if isinstance(lying, HiddenCards)
    }
    guessed = seen.with_cards(hidden)
    return guessed.changed(
        questions=_numbered(seen.questions),
        todo=() if seen.todo is None else seen.todo,
        waiting=_waiting(guessed, random),
    )


def _lying(seen: State) -> dict[str, Cards]:
    """Return what lies in all places."""
    return {**{name: pile.cards for name, pile in seen.piles.items()}, **seen.hands}


def _seen_cards(seen: State) -> Cards:
    """Return one of each card that lies open or was shown."""
    shown = [one.cards for one in seen.messages if isinstance(one, Shown)]
    lying = [cards for cards in _lying(seen).values() if not isinstance(cards, HiddenCards)]
    return tuple(dict.fromkeys(card for cards in (*lying, *shown) for card in cards))


def _last_shown(seen: State, place: str) -> Cards:
    """Return what was shown of a place last."""
    for message in reversed(seen.messages):
        if isinstance(message, Shown) and message.place == place:
            return message.cards
    return ()


def _cards(count: int, shown: Cards, like: Cards, random: RandomSource) -> Cards:
    """Return so many cards in any order, of which some were shown."""
    known = shown[:count]
    others = [random.choice(like) for _ in range(count - len(known))]
    return tuple(drawn(count, (*known, *others), random))


def _numbered(questions: Sequence[Question]) -> tuple[Question, ...]:
    """Return the questions, with numbers for those in secret that have none."""
    secret = [one for one in questions if one.how == "in secret"]
    numbers = {id(one): f"s{number}" for number, one in enumerate(secret, 1)}
    return tuple([one.changed(k=numbers[id(one)]) if one.k is None else one for one in questions])


def _waiting(guessed: State, random: RandomSource) -> Shuffling | Rolling | None:
    """Return what chance is asked: a shuffle of any place, or a die."""
    match guessed.waiting:
        case Shuffling(None):
            places = {place: len(cards) for place, cards in _lying(guessed).items()}
            may_be = [place for place, count in places.items() if count >= _SHUFFLED]
            # a player may have answered with cards since
            return Shuffling(random.choice(may_be or [*places]))
        case Rolling(0):
            return _A_DIE
    return guessed.waiting
