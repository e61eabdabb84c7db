"""What each trump does, for pages that say so beside it."""

from typing import Final

from umpire.games.arcanoid.cards import TRUMPS
from umpire.games.arcanoid.state import State, Variant
from umpire.games.results import Note

_WITH_CARDS: Final = (
    *("hand_1", "hand_2", "hand_3", "trumps"),
    *("fields_1", "fields_2", "record_cards_1", "record_cards_2"),
)
"""The blocks in which a number is a trump."""

_COUPLE: Final = "Empress and Emperor are worth 100, on one field or on two."


def notes(view: State) -> tuple[Note, ...]:
    """Return the notes of the 22 trumps under the variant of the match."""
    texts = _texts(view.terms.variant)
    return tuple(
        [
            Note(str(number), name.capitalize(), text, _WITH_CARDS)
            for number, (name, text) in enumerate(zip(TRUMPS, texts, strict=True))
        ]
    )


def _texts(variant: Variant) -> tuple[str, ...]:
    """Return what each trump does, in the order of their numbers."""
    ruler = f"{_COUPLE} It may go with the Lovers too." if variant.lovers_with_rulers else _COUPLE
    return (
        _fool(variant),
        _magician(variant),
        "See another player's hand, and move again.",
        ruler,
        ruler,
        "All players show their cards of a suit, their trumps or the Fool. Move again.",
        _lovers(variant),
        _chariot(variant),
        "Six open cards that everybody may use as if from the hand. Move again. If there is a "
        "daemon, its cards become these.",
        "Three extra moves. After every turn you are asked whether you make one.",
        "Draw five cards, then discard four.",
        "One more card in your hand, or two visible ones.",
        "A player's hand, visible cards and Chariot are discarded; or the cards of Justice.",
        "The deck is closed for this round.",
        _temperance(variant),
        "A daemon with open cards joins, and you move for it. Its battles are yours.",
        "What a player has committed on a field is discarded. Not an abdication, a Judgment or the "
        "World, and not once the player is finished.",
        "Call a card: whoever has it gives it to you.",
        "Call a card: whoever has it gives it to you. If nobody has it, call one more.",
        "Call a card: whoever has it gives it to you. If nobody has it, call up to two more; or "
        "call one trump, but not 0, 20 or 21.",
        "A player abdicates on a field, if the player has nothing there yet and is not finished.",
        "Win a field at once, if nobody has committed or abdicated there in this round. All others "
        "abdicate.",
    )


def _fool(variant: Variant) -> str:
    aces = ", or a commitment with an ace" if variant.aces_protect else ""
    return (
        "When asked, steal what somebody is about to commit on a field where you have nothing yet. "
        f"Not a couple, the World, anything on a field with Temperance{aces}."
    )


def _magician(variant: Variant) -> str:
    if variant.transmutes:
        return "Goes with numbers. One of them may be of another suit: it is transmuted."
    return "Lets you commit face down until the round ends."


def _lovers(variant: Variant) -> str:
    rulers = ", or with the Empress or the Emperor" if variant.lovers_with_rulers else ""
    return f"Goes with any court of the field's suit{rulers}: a couple, worth 69."


def _chariot(variant: Variant) -> str:
    most = variant.chariot_adds
    number = "cards" if most is None else f"up to {most} cards"
    return (
        f"Put it down with cards on it, open to all. Later moves add {number}, commit all of them "
        "on a field, or discard them."
    )


def _temperance(variant: Variant) -> str:
    ends = (
        "You may commit there yourself, which ends it."
        if variant.temperance_by_commitment
        else "You may end it by a move."
    )
    return f"Nobody commits on a field. Everybody may abdicate there. {ends}"
