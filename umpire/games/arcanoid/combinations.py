"""Combinations: those that can be committed on a field, their worth, and how they are laid down.

The Empress, the Emperor, the Lovers, the Magician and the World act here and nowhere else.

Numbers in brackets, here and elsewhere in the package, are those of the source's further notes:
[8-15] is the one about Justice and the Devil.
"""

from functools import lru_cache
from typing import Any, Final

from umpire.games.arcanoid.cards import (
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
from umpire.games.arcanoid.state import Attempt, Commitment, Kind, State, Variant
from umpire.games.base import NotAllowed, Tell
from umpire.games.cards import names

_VALUES: Final[dict[Kind, float]] = {
    "imperial": 100,
    "royal": 70,
    "illegitimate": 69,
    "knight": 17.5,
    "knave": 14.5,
}
"""The worth of combinations that are no sums; no sum is as much as 69."""
_COURT_KINDS: Final[dict[str, Kind]] = {"J": "knave", "N": "knight"}
COUPLES: Final = frozenset({"royal", "illegitimate", "imperial"})
SIMPLE: Final = frozenset({"numeric", "knave", "knight"})
"""The combinations of suit cards that are no couples."""
_IN_WORDS: Final[dict[Kind | None, str]] = {
    "numeric": "numbers",
    "royal": "queen and king",
    "illegitimate": "with the Lovers",
    "imperial": "Empress and Emperor",
    "world": "the World",
    "abdication": "the first to abdicate",
}


def describe(commitment: Commitment) -> str:
    """Return a commitment in words, with its worth as a sum: `numbers 17`, `knave 14.5`."""
    value = f" {commitment.value:g}" if commitment.kind in SIMPLE else ""
    return f"{_IN_WORDS.get(commitment.kind, commitment.kind)}{value}"


@lru_cache(maxsize=1)  # what is judged lawful is committed next
def combination(cards: Cards, fields: tuple[int, ...], variant: Variant) -> Commitment:
    """Return the combination that the cards make on these fields, `also` left out.

    Raises NotAllowed if they are none of the combinations.
    """
    commitment = _combination(in_order(cards), fields[0], variant)
    if len(fields) > 1 and not spans_two(commitment.cards):
        raise NotAllowed(f"Name one field only for {names(commitment.cards)}.")
    return commitment


def spans_two(cards: Cards) -> bool:
    """Return whether a combination may lie on two fields: one with the Empress or the Emperor."""
    return EMPRESS in cards or EMPEROR in cards


def _combination(cards: Cards, field: int, variant: Variant) -> Commitment:
    if cards == (WORLD,):
        return Commitment("world", cards)
    if cards == (EMPRESS, EMPEROR):
        return _worth("imperial", cards)
    if LOVERS in cards and len(cards) == 2:
        return _with_lovers(cards, field, variant)
    minor, transmuted = _transmuted(cards, field, variant)
    numbers = [number for card in minor if (number := number_of(card))]
    if len(numbers) == len(minor):
        return Commitment("numeric", cards, sum(numbers), transmuted)
    courts = "".join([rank_of(card) for card in minor if is_court(card)])
    if courts == "QK" and len(cards) == 2:
        return _worth("royal", cards)
    # [1, 1-0] a transmuted ace goes with them as well
    with_ace = variant.aces_protect and len(minor) == 2 and numbers == [1]
    if courts in _COURT_KINDS and (with_ace or len(cards) == 1):
        return _worth(_COURT_KINDS[courts], cards, transmuted)
    raise NotAllowed(
        f"{names(cards)} cannot be committed on {SUITS[field]}. Commit its numbers, its knave or "
        "knight, its queen and king, a couple, or the World."
    )


def _worth(kind: Kind, cards: Cards, transmuted: Card | None = None) -> Commitment:
    return Commitment(kind, cards, _VALUES[kind], transmuted)


def _with_lovers(cards: Cards, field: int, variant: Variant) -> Commitment:
    (other,) = without(cards, [LOVERS])
    rulers = variant.lovers_with_rulers and other in (EMPRESS, EMPEROR)
    if not rulers and not (is_court(other) and suit_of(other) == field):
        also = ", or with the Empress or the Emperor" if variant.lovers_with_rulers else ""
        raise NotAllowed(
            f"{names(cards)} is not a couple on {SUITS[field]}. Commit the Lovers with a court of "
            f"that suit{also}.{as_number(other, field)}"
        )
    return _worth("illegitimate", cards)


def _transmuted(cards: Cards, field: int, variant: Variant) -> tuple[Cards, Card | None]:
    """Return the cards without the Magician, and the one that it transmutes.

    [1] It may be none: the Magician then lies there to no effect. [1-21, 1-0] A card of any suit
    may be transmuted, also of one that the World has closed.

    Ruling 13: it needs a numeric card beside it. Ruling 14: of several cards of other suits none
    is guessed.
    """
    minor = without(cards, [MAGICIAN])
    foreign = [card for card in minor if suit_of(card) != field]
    first = foreign[0] if foreign else None
    if MAGICIAN not in cards:
        if first is None:
            return minor, None
        if is_trump(first):
            raise NotAllowed(
                f"{title(first)} cannot be committed like this on {SUITS[field]}."
                f"{as_number(first, field)}"
            )
        raise NotAllowed(
            f"{first} is not of {SUITS[field]}. The Magician lets you commit one number of another "
            "suit."
        )
    if not variant.transmutes:
        raise NotAllowed(f"In {variant.name} the Magician is for secret commitments only.")
    if not any(map(number_of, minor)):
        raise NotAllowed("Commit the Magician with a card from 1 to 10.")
    if len(foreign) > 1:
        raise NotAllowed(f"The Magician transmutes one card only, not {names(foreign)}.")
    if first is not None and number_of(first) is None:
        raise NotAllowed(f"The Magician transmutes cards from 1 to 10, not {first}.")
    return minor, first


def is_lone_ace(commitment: Commitment | None) -> bool:
    """Return whether a commitment is one ace, with or without the Magician."""
    if commitment is None or commitment.kind != "numeric":
        return False
    return len(without(commitment.cards, [MAGICIAN])) == 1 and has_ace(commitment)


def has_ace(commitment: Commitment) -> bool:
    """Return whether an ace is among the cards."""
    return any(map(is_ace, commitment.cards))


def completion(cards: Cards, field: int, variant: Variant) -> Commitment:
    """Return the combination of cards that complete a lone ace. Raises NotAllowed."""
    commitment = combination(cards, (field,), variant)
    if commitment.kind not in SIMPLE:
        raise NotAllowed(
            f"{names(commitment.cards)} cannot complete an ace. Add numbers, or a knave or knight "
            "alone."
        )
    return commitment


def completed(ace: Commitment, commitment: Commitment) -> tuple[Commitment, Cards]:
    """Return a lone ace together with its completion, and the cards that go.

    Ruling 12: an ace that a court replaces takes its Magician with it.
    """
    if commitment.kind != "numeric":
        return commitment, ace.cards
    cards = in_order((*ace.cards, *commitment.cards))
    value = value_of(ace) + value_of(commitment)
    return Commitment("numeric", cards, value, ace.transmuted or commitment.transmuted), ()


_THE_WORLD: Final = 110.0
"""More than all else is worth."""


def value_of(commitment: Commitment) -> float:
    """Return the worth of a commitment: the World's is the highest, an abdication has none."""
    return _THE_WORLD if commitment.kind == "world" else commitment.value or 0.0


def strength(commitment: Commitment) -> tuple[float, ...]:
    """Return the key by which commitments of one field are compared: the greatest wins.

    [1] Equal sums: more cards win, then the higher smallest card, then the one without a transmuted
    card. Of abdications the first wins.
    """
    numbers = [number for card in commitment.cards if (number := number_of(card)) is not None]
    smallest, is_pure = min(numbers, default=0), commitment.transmuted is None
    return (value_of(commitment), -(commitment.number or 0), len(numbers), smallest, is_pure)


def settle(state: State, attempt: Attempt, owner: str, tell: Tell) -> State:
    """Lay an attempted commitment down for the committer, or for the thief.

    All that follows on it follows here: the World drives others off, Temperance may end. Completing
    is left to the caller.
    """
    field, commitment = attempt.field, attempt.commitment
    ace = state.seats[owner].fields[field]
    if ace is not None:
        # Rulings 9, 11: a thief has none there, and what it takes leaves the ace where it was.
        commitment, replaced = completed(ace, commitment)
        state = state.with_discards(replaced)
    state = _lay(state, owner, field, commitment, tell, attempt=None)
    if commitment.kind == "world":
        for other in state.from_place(owner)[1:]:
            if state.seats[other].fields[field] is None:
                state = abdicate(state, other, field, tell, to="the World")
    if state.effects.temperance == (owner, field) and state.variant.temperance_by_commitment:
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

    `to` names the cause, for people, and `by` the player whose move it is, if it is one; `under` is
    a Judgment, which then lies there.
    """
    number = state.abdications + 1
    by = by if to else state.doer(actor)
    because = f", to {to}" if to else ""
    text = f"{state.name_of(actor)} abdicates on {SUITS[field]}{because}."
    did = f"gave up {SUITS[field]}{because}"
    end = state.by_daemon(actor) if by == state.doer(actor) else ""
    if by is None:
        did = f"{state.mentioned(actor)} {did}"
    elif by != state.doer(actor):
        did = f"made {state.mentioned(actor)} give up {SUITS[field]}"
    tell(text, by=by, kind="move" if by else "note", pieces=under, did=did, end=end)
    abdication = Commitment("abdication", under, number=number)
    return _lay(state, actor, field, abdication, tell, abdications=number)


def _lay(
    state: State, actor: str, field: int, commitment: Commitment, tell: Tell, **changes: Any
) -> State:
    """Lay a commitment down for an actor, and let it leave play if it is finished by that.

    `changes` of the state are made with it.
    """
    seat = state.seats[actor]
    fields = (*seat.fields[:field], commitment, *seat.fields[field + 1 :])
    seat = seat.replace(fields=fields, finished=None not in fields)
    # The World may not follow on anything, abdications and what the Tower destroyed included.
    # [1-21, 1-0] A transmuted card counts on its field, not in its own suit.
    closed = state.closed_to_world | {field}
    seats = {**state.seats, actor: seat}
    latest = (actor, field)
    state = state.replace(seats=seats, closed_to_world=closed, latest=latest, **changes)
    return _leave_play(state, actor, tell) if seat.finished else state


def _leave_play(state: State, actor: str, tell: Tell) -> State:
    """Discard all that a finished actor has; cards set aside stay aside."""
    drawing, effects, trumps = state.supply.drawing, state.effects, []
    if drawing is not None and drawing.actor == actor:
        state = state.with_supply(drawing=None).with_discards(drawing.cards)
    if effects.hermit is not None and effects.hermit.by == actor:
        trumps.append(HERMIT)
        effects = effects.replace(hermit=None)
    if effects.temperance is not None and effects.temperance.by == actor:
        trumps.append(TEMPERANCE)
        effects = effects.replace(temperance=None)
    if effects.daemon == actor:
        trumps.append(DEVIL)
        effects = effects.replace(daemon=None)
    tell(f"{state.name_of(actor)} is finished in this round.", by=state.doer(actor))
    state = state.discard_all(actor)
    return state.with_discards(trumps).replace(effects=effects) if trumps else state


_A_TRUMP: Final = 20.0
_A_COURT: Final = 11.0
GOOD: Final = 12.0
"""A commitment of this worth is made at once, and not only for want of a better one."""


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
