"""What can be committed on a field, what it is worth, and what follows where it is laid down.

The Empress, the Emperor, the Lovers, the Magician and the World act here and nowhere else.

Numbers in brackets, here and elsewhere in the package, are those of the source's further notes:
[8-15] is the one about Justice and the Devil.
"""

from functools import lru_cache
from typing import Any, Final

from umpire.games.arcanoid.cards import (
    CHARIOT,
    DEVIL,
    EMPEROR,
    EMPRESS,
    HERMIT,
    LOVERS,
    MAGICIAN,
    SUITS,
    TEMPERANCE,
    WORLD,
    Card,
    Cards,
    as_number,
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
from umpire.games.arcanoid.state import Attempt, Kind, Laid, State, Variant
from umpire.games.base import NotAllowed, Tell
from umpire.games.cards import names

_VALUES: Final[dict[Kind, float]] = {
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
        return Laid("imperial", cards, _VALUES["imperial"])
    if LOVERS in cards and len(cards) == 2:
        return _with_lovers(cards, field, variant)
    minor, transmuted = _transmuted(cards, field, variant)
    numbers = [number for card in minor if (number := number_of(card))]
    if numbers and len(numbers) == len(minor):
        return Laid("numeric", cards, sum(numbers), transmuted)
    courts = [card for card in minor if is_court(card)]
    others = without(minor, courts)
    if [rank_of(card) for card in courts] == ["Q", "K"] and not others and MAGICIAN not in cards:
        return Laid("royal", cards, _VALUES["royal"])
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
    return Laid("illegitimate", cards, _VALUES["illegitimate"])


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
    return Laid(kind, cards, _VALUES[kind], transmuted)


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


def _completed(ace: Laid, laid: Laid) -> tuple[Laid, Cards]:
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


def _lay(state: State, actor: str, field: int, laid: Laid, tell: Tell, **fields: Any) -> State:
    """Lay something down for an actor, who may be finished by it.

    `fields` of the state change with it.
    """
    seat = state.seats[actor]
    there = (*seat.fields[:field], laid, *seat.fields[field + 1 :])
    seat = seat.replace(fields=there, finished=None not in there)
    # The World may not follow on anything, abdications and what the Tower destroyed included.
    # [1-21, 1-0] A transmuted card counts on its field, not in its own suit.
    closed = state.closed_to_world | {field}
    state = state.replace(
        seats={**state.seats, actor: seat},
        closed_to_world=closed,
        last_laid=(actor, field),
        **fields,
    )
    return _leave_play(state, actor, tell) if seat.finished else state


def settle(state: State, attempt: Attempt, owner: str, tell: Tell) -> State:
    """Lay an attempted commitment down for the committer, or for who has stolen it.

    What else it does follows here too; completing is left to the caller.
    """
    actor, field, laid = owner, attempt.field, attempt.laid
    if attempt.joins and owner == attempt.by:
        # Rulings 9, 11: what a thief takes leaves the ace where it was.
        ace = state.seats[owner].fields[field]
        assert ace is not None
        laid, gone = _completed(ace, laid)
        state = state.with_discards(gone)
    state = _lay(state, actor, field, laid, tell, attempt=None)
    return _after_commitment(state, actor, field, laid, tell)


def _after_commitment(state: State, actor: str, field: int, laid: Laid, tell: Tell) -> State:
    """Do what follows on a commitment: the World drives others off, Temperance may end."""
    if laid.kind == "world":
        for other in state.from_place(actor)[1:]:
            if state.seats[other].fields[field] is None:
                state = abdicate(state, other, field, tell, to="the World")
    temperance = state.effects.temperance
    if temperance == (actor, field) and state.variant.temperance_by_commitment:
        tell("Temperance is discarded.", pieces=(TEMPERANCE,))
        state = state.with_effects(temperance=None).with_discards([TEMPERANCE])
    return state


def abdicate(
    state: State,
    actor: str,
    field: int,
    tell: Tell,
    *,
    to: str = "",
    by: str | None = None,
    under: Cards = (),
) -> State:
    """Let an actor abdicate; abdications are numbered in the order in which they happen.

    Ruling 49: an own Temperance on the field stays.

    `to` is what makes them abdicate, for people, `by` whose move that is, if it is one; `under` is
    a Judgment, which then lies there.
    """
    number = state.abdications + 1
    by = by if to else state.doer(actor)
    because = f", to {to}" if to else ""
    text = f"{state.called(actor)} abdicates on {SUITS[field]}{because}."
    tell(text, by=by, kind="move" if by else "note", pieces=under)
    laid = Laid("abdication", under, number=number)
    return _lay(state, actor, field, laid, tell, abdications=number)


def _leave_play(state: State, actor: str, tell: Tell) -> State:
    """Discard all that an actor has who is finished; what is set aside stays aside."""
    seat = state.seats[actor]
    gone = [*seat.hand, *seat.visible]
    if seat.chariot is not None:
        gone += [CHARIOT, *seat.chariot]
    if state.supply.drawing is not None and state.supply.drawing.actor == actor:
        gone += state.supply.drawing.cards
        state = state.with_supply(drawing=None)
    if state.effects.hermit is not None and state.effects.hermit.by == actor:
        gone.append(HERMIT)
        state = state.with_effects(hermit=None)
    if state.effects.temperance is not None and state.effects.temperance.by == actor:
        gone.append(TEMPERANCE)
        state = state.with_effects(temperance=None)
    if state.effects.daemon == actor:
        gone.append(DEVIL)
        state = state.with_effects(daemon=None)
    tell(f"{state.called(actor)} is finished in this round.", by=state.doer(actor))
    return state.with_seat(actor, hand=(), visible=(), up=(), chariot=None).with_discards(gone)


_A_TRUMP: Final = 20.0
_A_COURT: Final = 11.0
_THE_WORLD: Final = 110.0
GOOD: Final = 12.0
"""From what a commitment is worth that is made at once, and not only for want of a better one."""


def use_of(view: State, actor: str, card: Card) -> float:
    """Return how useful a card is: none on a field that is taken, else by its number; trumps most.

    Only the actor's own cards and fields count, which its player knows.
    """
    suit = suit_of(card)
    if suit is None:
        return _A_TRUMP
    if view.seats[actor].fields[suit] is not None:
        return 0.0
    return float(number_of(card) or _A_COURT)


def value_of(laid: Laid) -> float:
    """Return what a commitment is worth, the World most."""
    return _THE_WORLD if laid.kind == "world" else laid.value or 0.0
