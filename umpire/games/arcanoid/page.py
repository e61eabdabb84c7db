"""What a page says of a move: the cells of its form, what cards are worth, who leads a field."""

from collections.abc import Iterator, Mapping
from typing import Final

from umpire.games.arcanoid.actions import Move
from umpire.games.arcanoid.cards import SUITS, TRUMPS, Card, Cards, number_of
from umpire.games.arcanoid.combinations import (
    combination,
    completed,
    completion,
    describe,
    strength,
)
from umpire.games.arcanoid.commitments import Abdicate, Commit, Discard, Placement, Secret, World
from umpire.games.arcanoid.kinds import CARDS, FIELD, SHOW, WHO
from umpire.games.arcanoid.notes import notes
from umpire.games.arcanoid.state import Commitment, Kind, State
from umpire.games.base import CHOICE
from umpire.games.cards import names
from umpire.games.page import Draft, DraftBlock, DraftRow, Field, Question, Sum
from umpire.games.text import join_words

_LADDER: Final[tuple[tuple[frozenset[Kind], str, str], ...]] = (
    (frozenset({"world"}), "The World", "wins at once"),
    (frozenset({"imperial"}), "Empress and Emperor", "100"),
    (frozenset({"royal"}), "Queen and king", "70"),
    (frozenset({"illegitimate"}), "With the Lovers", "69"),
    (frozenset({"numeric"}), "Numbers", "their sum"),
    (frozenset({"knight", "knave"}), "Knight or knave", "17.5 or 14.5"),
)
"""What wins a battle: kinds of commitments, their name and their worth."""
_WITHOUT_ARTICLE: Final = frozenset({"justice", "strength", "death", "temperance", "judgment"})
_MISSING: Final = {
    CARDS: "Choose the cards.",
    WHO: "Choose whom it is for.",
    FIELD: "Choose the field.",
}
"""What is missing while a cell of the form is empty."""


def move_question(view: State, actor: str, *, is_own: bool, limit: float | None) -> Question:
    """Return the question for a move, with the fields that are still open."""
    seat = view.seats[actor]
    verb = "is" if len(seat.free) == 1 else "are"
    free = join_words(SUITS[field] for field in seat.free)
    silence = "then you discard" if seat.hand or seat.visible else "then you abdicate"
    return Question(
        "Your turn" if is_own else "Your daemon's turn",
        condition=f"{free[:1].upper()}{free[1:]} {verb} still open.",
        otherwise="" if limit is None else silence,
    )


def move_fields(choice: str) -> Mapping[str, Field]:
    """Return what stands at the cells of a move, by its choice."""
    labels = {Discard.word: "The card that you discard", "sun": "The card that you call"}
    is_one, is_hierophant = choice in labels, choice == "hierophant"
    return {
        CHOICE: Field("What do you do?", says={Abdicate.word: "give up a field"}),
        WHO: Field("Whom is it for?"),
        FIELD: Field("What does everybody show?" if is_hierophant else "On which field?"),
        CARDS: Field(labels.get(choice, "Your cards"), at_most=1 if is_one else None),
    }


def wheel_fields(owed: int) -> Mapping[str, Field]:
    """Return what stands at the cells of what is discarded for the Wheel."""
    return {
        CARDS: Field("Cards that you discard", at_most=owed),
        SHOW: Field("Cards shown for visible ones", optional=True),
    }


def missing_draft(missing: str) -> Draft:
    """Return what a move still lacks."""
    return Draft(missing=missing)


def first_missing(cells: Mapping[str, object], filled: Mapping[str, str]) -> str:
    """Return what a move lacks whose cells are asked for; "" if each has something."""
    if not filled.get(CHOICE, "").strip():
        return "Choose what you do."
    empty = (cell for cell in cells if not filled.get(cell, "").strip())
    return next((_MISSING[cell] for cell in empty if cell in _MISSING), "")


def move_draft(view: State, actor: str, move: Move) -> Draft:
    """Return what a lawful move does."""
    match move.word:
        case Commit.word | World.word | Secret.word:
            return _commit(view, actor, move.argument, is_secret=move.word == Secret.word)
        case Discard.word:
            return _discard(view, actor, move.argument)
        case Abdicate.word:
            return Draft(f"You give up {SUITS[move.argument]} for this round.")
    verb = "play" if move.word in TRUMPS else "remove"  # Temperance that lies there
    return Draft(
        f"You {verb} {_title(move.word.removeprefix('remove '))}.", more=_note(view, move.word)
    )


def _discard(view: State, actor: str, card: Card) -> Draft:
    is_hidden = card in view.seats[actor].hand and view.seats[actor].master is None
    return Draft(
        f"You discard {card}.", more="Nobody else sees which card it is." if is_hidden else ""
    )


def _title(word: str) -> str:
    """Return a trump as sentences call it, by the first word of its move."""
    if word == "hanged":
        return "the Hanged Man"
    return word.capitalize() if word in _WITHOUT_ARTICLE else f"the {word.capitalize()}"


def _note(view: State, word: str) -> str:
    """Return what a trump does, by the first word of its move."""
    if word not in TRUMPS:
        return ""
    return next(each.text for each in notes(view) if each.piece == str(TRUMPS.index(word)))


def _commit(view: State, actor: str, placement: Placement, *, is_secret: bool) -> Draft:
    own = _laid_down(view, actor, placement)
    on = join_words(SUITS[field] for field in placement.fields)
    how = " in secret" if is_secret else ""
    return Draft(
        f"{_worth(own)} on {on}{how}.",
        more=" ".join(_rivals(view, actor, field, own) for field in placement.fields),
        sums={} if own.value is None else {CARDS: Sum(f"{own.value:g}")},
        blocks=(_ladder(own),),
    )


def _laid_down(view: State, actor: str, placement: Placement) -> Commitment:
    """Return what lies there then, an ace that lay alone with what completes it."""
    (field, *_), variant = placement.fields, view.variant
    ace = view.seats[actor].fields[field]
    if ace is None:
        return combination(placement.cards, placement.fields, variant)
    return completed(ace, completion(placement.cards, field, variant))[0]


def _worth(own: Commitment) -> str:
    """Return what cards make, of several numbers with the sum: `8 + 9 = 17`."""
    numbers = [number for card in own.cards if (number := number_of(card))]
    if own.kind == "numeric":
        terms = " + ".join(map(str, numbers))
        return f"{terms} = {own.value:g}" if len(numbers) > 1 else terms
    text = describe(own)
    return f"{text[:1].upper()}{text[1:]}"


def _rivals(view: State, actor: str, field: int, own: Commitment) -> str:
    """Return who leads a field then, as far as the cards there are known."""
    lying = {
        name: commitment
        for name, seat in view.seats.items()
        if name != actor and (commitment := seat.fields[field]) is not None
    }
    known = {name: each for name, each in lying.items() if each.kind is not None}
    hidden = " A secret commitment lies there too." if len(known) < len(lying) else ""
    ahead = [name for name in known if strength(known[name]) > strength(own)]
    if ahead:
        best = max(ahead, key=lambda name: strength(known[name]))
        return f"{view.name_of(best)} is ahead there: {describe(known[best])}.{hidden}"
    beaten = "the best there so far" if known else "the first there"
    return f"It is {beaten}.{hidden}"


def _ladder(own: Commitment) -> DraftBlock:
    return DraftBlock("What wins a battle", note="best first", rows=tuple(_rungs(own)))


def _rungs(own: Commitment) -> Iterator[DraftRow]:
    for kinds, label, worth in _LADDER:
        is_own = own.kind in kinds
        yours = f"; yours {own.value:g}" if is_own and own.kind == "numeric" else ""
        yield DraftRow(label, columns=(f"{worth}{yours}",), good=is_own)


def wheel_missing(text: str, owed: int) -> Draft:
    """Return how many cards are missing for the Wheel."""
    return Draft(missing=f"Choose {owed - len(text.split())} more.")


def wheel_draft(cards: Cards) -> Draft:
    """Return what is discarded for the Wheel."""
    return Draft(f"You discard {names(cards)}.", more="Nobody else sees which cards they are.")
