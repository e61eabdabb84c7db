"""The state as a viewer may know it (9)."""

from umpire.games.base import UMPIRE
from umpire.games.by_hand.state import Pile, Question, Rolling, Shuffling, State
from umpire.games.cards import HiddenCards


def seen_by(state: State, viewer: str | None) -> State:
    """Return the state with all masked that a viewer may not know; None is the public."""
    if viewer == UMPIRE:
        return state
    return state.changed(
        procedures={},
        begin=None,
        piles={name: _pile(pile) for name, pile in state.piles.items()},
        hands={
            name: hand if name == viewer else HiddenCards(hand)
            for name, hand in state.hands.items()
        },
        questions=_questions(state.questions, viewer),  # ruling 9: the umpire's are whole
        messages=tuple([one for one in state.messages if one.to is None or viewer in one.to]),
        todo=None,
        waiting=_waiting(state.waiting),
        said=0,
        draws=0,
    )


def _pile(pile: Pile) -> Pile:
    return pile if pile.open else pile._replace(cards=HiddenCards(pile.cards))


def _questions(questions: tuple[Question, ...], viewer: str | None) -> tuple[Question, ...]:
    """Return those that the viewer knows of; the number of one in secret tells of others."""
    if all(one.how != "in secret" for one in questions):
        return questions
    return tuple(
        [
            one.changed(k=None) if one.how == "in secret" else one
            for one in questions
            if not one.is_hidden or viewer in one.to
        ]
    )


def _waiting(waiting: Shuffling | Rolling | None) -> Shuffling | Rolling | None:
    match waiting:
        case Shuffling():
            return Shuffling(None)
        case Rolling():
            return Rolling(0, 0, None)
    return None
