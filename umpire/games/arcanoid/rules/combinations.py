"""What can be committed on a field, what it is worth, and which of two is better.

The Empress, the Emperor, the Lovers, the Magician and the World act here and nowhere else.

Numbers in brackets, here and elsewhere in the package, are those of the source's further notes:
[8-15] is the one about Justice and the Devil.
"""

from functools import lru_cache
from typing import Final

from umpire.games.arcanoid.components import (
    EMPEROR,
    EMPRESS,
    LOVERS,
    MAGICIAN,
    SUITS,
    WORLD,
    Card,
    Cards,
    in_order,
    is_ace,
    is_court,
    is_trump,
    number_of,
    rank_of,
    suit_of,
    title,
    without,
)
from umpire.games.arcanoid.rules.cards import as_number
from umpire.games.arcanoid.state import Kind, Laid
from umpire.games.arcanoid.variants import Variant
from umpire.games.base import NotAllowed
from umpire.games.cards import names

VALUES: Final[dict[Kind, float]] = {
    "imperial": 100,
    "royal": 70,
    "illegitimate": 69,
    "knight": 17.5,
    "knave": 14.5,
}
"""What combinations without a sum are worth, as if they were one."""
_COURT_KINDS: Final[dict[str, Kind]] = {"J": "knave", "N": "knight"}
COUPLES: Final = frozenset({"royal", "illegitimate", "imperial"})

_RANKS: Final[dict[Kind | None, float]] = {
    "world": 5,
    "imperial": 4,
    "royal": 3,
    "illegitimate": 2,
    "knight": 1,
    "knave": 1,
    "numeric": 1,
    "abdication": 0,
}
"""What beats what; those of one rank are worth their number."""


@lru_cache(maxsize=1)  # what is judged lawful is committed next
def combination(cards: Cards, fields: tuple[int, ...], variant: Variant) -> Laid:
    """Return what the cards are together on these fields, `also` left out.

    Raises NotAllowed if they are none of the combinations.
    """
    laid = _combination(in_order(cards), fields[0], variant)
    if len(fields) > 1 and not spans_two(laid.cards):
        raise NotAllowed(f"Name one field only for {names(laid.cards)}.")
    return laid


def _combination(cards: Cards, field: int, variant: Variant) -> Laid:
    if cards == (WORLD,):
        return Laid("world", cards)
    if cards == (EMPRESS, EMPEROR):
        return Laid("imperial", cards, VALUES["imperial"])
    if LOVERS in cards and len(cards) == 2:
        return _with_lovers(cards, field, variant)
    minor, transmuted = _transmuted(cards, field, variant)
    numbers = [number for card in minor if (number := number_of(card))]
    if numbers and len(numbers) == len(minor):
        return Laid("numeric", cards, sum(numbers), transmuted)
    courts = [card for card in minor if is_court(card)]
    others = without(minor, courts)
    if [rank_of(card) for card in courts] == ["Q", "K"] and not others and MAGICIAN not in cards:
        return Laid("royal", cards, VALUES["royal"])
    if len(courts) == 1 and rank_of(courts[0]) in _COURT_KINDS:
        if not others and MAGICIAN not in cards:
            return _court(cards, courts[0])
        # [1, 1-0] a transmuted ace goes with them as well
        if variant.aces_protect and len(others) == 1 and is_ace(others[0]):
            return _court(cards, courts[0], transmuted)
    raise NotAllowed(
        f"{names(cards)} cannot be committed on {SUITS[field]}. Commit its numbers, its knave or "
        "knight, its queen and king, a couple, or the World."
    )


_IN_WORDS: Final[dict[Kind | None, str]] = {
    "numeric": "numbers",
    "royal": "queen and king",
    "illegitimate": "with the Lovers",
    "imperial": "Empress and Emperor",
    "world": "the World",
    "abdication": "the first to abdicate",
}


def laid_in_words(laid: Laid) -> str:
    """Return what a commitment is, with what it is worth as a sum: `numbers 17`, `knave 14.5`."""
    value = f" {laid.value:g}" if laid.kind in ("numeric", "knave", "knight") else ""
    return f"{_IN_WORDS.get(laid.kind, laid.kind)}{value}"


def spans_two(cards: Cards) -> bool:
    """Return whether a combination may lie on two fields: one with the Empress or the Emperor."""
    return EMPRESS in cards or EMPEROR in cards


def _with_lovers(cards: Cards, field: int, variant: Variant) -> Laid:
    other = cards[0] if cards[1] == LOVERS else cards[1]
    rulers = variant.lovers_with_rulers and other in (EMPRESS, EMPEROR)
    if not rulers and not (is_court(other) and suit_of(other) == field):
        also = ", or with the Empress or the Emperor" if variant.lovers_with_rulers else ""
        raise NotAllowed(
            f"{names(cards)} is not a couple on {SUITS[field]}. Commit the Lovers with a court of "
            f"that suit{also}.{as_number(other, field)}"
        )
    return Laid("illegitimate", cards, VALUES["illegitimate"])


def _transmuted(cards: Cards, field: int, variant: Variant) -> tuple[Cards, Card | None]:
    """Return the cards without the Magician, and the one that it transmutes.

    [1] It may be none: the Magician then lies there to no effect. [1-21, 1-0] A card of any suit
    may be transmuted, also of one that the World has closed.

    Ruling 13: it needs a numeric card beside it. Ruling 14: of several cards of other suits none
    is guessed.
    """
    minor = without(cards, [MAGICIAN])
    foreign = [card for card in minor if suit_of(card) != field]
    if MAGICIAN not in cards:
        if foreign and is_trump(foreign[0]):
            raise NotAllowed(
                f"{title(foreign[0])} cannot be committed like this on {SUITS[field]}."
                f"{as_number(foreign[0], field)}"
            )
        if foreign:
            raise NotAllowed(
                f"{foreign[0]} is not of {SUITS[field]}. The Magician lets you commit one number "
                "of another suit."
            )
        return minor, None
    if not variant.transmutes:
        raise NotAllowed(f"In {variant.name} the Magician is for secret commitments only.")
    if not any(number_of(card) for card in minor):
        raise NotAllowed("Commit the Magician with a card from 1 to 10.")
    if len(foreign) > 1:
        raise NotAllowed(f"The Magician transmutes one card only, not {names(foreign)}.")
    if foreign and number_of(foreign[0]) is None:
        raise NotAllowed(f"The Magician transmutes cards from 1 to 10, not {foreign[0]}.")
    return minor, foreign[0] if foreign else None


def _court(cards: Cards, court: Card, transmuted: Card | None = None) -> Laid:
    kind = _COURT_KINDS[rank_of(court)]
    return Laid(kind, cards, VALUES[kind], transmuted)


def is_lone_ace(laid: Laid | None) -> bool:
    """Return whether a commitment is one ace, with or without the Magician."""
    if laid is None or laid.kind != "numeric":
        return False
    return len(without(laid.cards, [MAGICIAN])) == 1 and has_ace(laid)


def has_ace(laid: Laid) -> bool:
    """Return whether an ace is among the cards."""
    return any(map(is_ace, laid.cards))


def completion(cards: Cards, field: int, variant: Variant) -> Laid:
    """Return what the cards are that complete a lone ace. Raises NotAllowed."""
    laid = combination(cards, (field,), variant)
    if laid.kind not in ("numeric", "knave", "knight"):
        raise NotAllowed(
            f"{names(laid.cards)} cannot complete an ace. Add numbers, or a knave or knight alone."
        )
    return laid


def completed(ace: Laid, laid: Laid) -> tuple[Laid, Cards]:
    """Return a lone ace with what completes it, and the cards that go.

    Ruling 12: what a court replaces takes its Magician with it.
    """
    if laid.kind != "numeric":
        return laid, ace.cards
    assert ace.value is not None
    assert laid.value is not None
    together = Laid(
        "numeric",
        in_order((*ace.cards, *laid.cards)),
        ace.value + laid.value,
        ace.transmuted or laid.transmuted,
    )
    return together, ()


def strength(laid: Laid) -> tuple[float, ...]:
    """Return what commitments of one field are compared by: the greatest wins the battle.

    [1] Equal sums: more cards win, then the higher smallest card, then the one without a transmuted
    card. Of abdications the first wins.
    """
    rank = _RANKS[laid.kind]
    if laid.kind == "abdication":
        assert laid.number is not None
        return (rank, float(-laid.number))
    numbers = [number for card in laid.cards if (number := number_of(card)) is not None]
    smallest = float(min(numbers, default=0))
    return (
        rank,
        laid.value or 0.0,
        float(len(numbers)),
        smallest,
        float(laid.transmuted is None),
    )
