"""The entry form beside the score sheet: what its drop-downs offer, and the line it stands for."""

from collections.abc import Iterator, Mapping

from umpire.games.base import Decision, Form, NotUnderstood
from umpire.games.box_within_a_box.answers import NoPlay
from umpire.games.box_within_a_box.cards import Card, CardList
from umpire.games.box_within_a_box.components import TRAITS, Seat
from umpire.games.box_within_a_box.notation import plain, read_play, shortest
from umpire.games.box_within_a_box.rules.betting import owed, traits_left
from umpire.games.box_within_a_box.rules.rounds import box_of, movable
from umpire.games.box_within_a_box.state import State

_MOST_WAYS = 500
"""As many choices as a drop-down takes."""
_JOINTS = ("and", "or")


def form(state: State, decision: Decision, filled: Mapping[str, str]) -> Form:
    """Return the cells to fill in for a decision, and what their drop-downs offer."""
    seat = state.seat_of(decision.by)
    match decision.kind:
        case "examine-boards" | "examine-cards":
            return {"choice": ("ready",)}
        case "bet":
            return dict(_bet_cells(state, seat, filled))
        case "play":
            return _play_cells(state, seat, filled)
    return {}


def join(state: State, decision: Decision, filled: Mapping[str, str]) -> str:
    """Return the line that the filled cells stand for."""
    match decision.kind:
        case "bet":
            numbers = range(1, owed(state.used[state.seat_of(decision.by)]) + 1)
            return "; ".join(bet for number in numbers if (bet := _bet(filled, number)))
        case "play":
            return _play(state.terms.cards, filled)
    return _cell(filled, "choice")


def _cell(filled: Mapping[str, str], field: str) -> str:
    return " ".join(filled.get(field, "").split())


def _bet_cells(
    state: State, seat: Seat, filled: Mapping[str, str]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the cells of as many bets as are owed; the second trait is another than the first."""
    used = state.used[seat]
    traits = tuple(TRAITS[trait] for trait in traits_left(used))
    for number in range(1, owed(used) + 1):
        first = plain(filled.get(f"trait_{number}", ""))
        yield f"stake_{number}", ()
        yield f"trait_{number}", traits
        yield f"joint_{number}", _JOINTS
        yield f"other_{number}", tuple(trait for trait in traits if trait != first)


def _bet(filled: Mapping[str, str], number: int) -> str:
    """Return one bet as a line has it; what is missing in it the reader will tell."""
    stake, *condition = (
        _cell(filled, f"{field}_{number}") for field in ("stake", "trait", "joint", "other")
    )
    words = " ".join(word for word in condition if word)
    return f"{stake} on {words}".strip() if stake or words else ""


def _play_cells(state: State, seat: Seat, filled: Mapping[str, str]) -> Form:
    """Return the cards that can move the Box, and the ways of the one that is chosen."""
    can = movable(state, seat)
    if not can:
        return {"card": ("none",), "way": ()}
    card = _chosen(state, filled)
    ways: tuple[str, ...] = ()
    if card in can:
        box = box_of(state, seat)
        ways = tuple(shortest(card, box.movements(card), box.tile))[:_MOST_WAYS]
    return {"card": tuple(one.text for one in can), "way": ways}


def _play(cards: CardList, filled: Mapping[str, str]) -> str:
    said = _cell(filled, "card")
    card = _offered(cards, said)
    return f"{said if card is None else card.name} {_cell(filled, 'way')}".strip()


def _chosen(state: State, filled: Mapping[str, str]) -> Card | None:
    """Return the card that stands in its cell.

    As the drop-down has it, or as a line may name it.
    """
    said = _cell(filled, "card")
    card = _offered(state.terms.cards, said)
    if card is not None:
        return card
    try:
        read = read_play(said, state.terms.cards)
    except NotUnderstood:
        return None
    if isinstance(read, NoPlay):
        return None
    fitting = [one for one in read.fitting if one in state.pool]
    return fitting[0] if len(fitting) == 1 else None


def _offered(cards: CardList, said: str) -> Card | None:
    """Return the card that a choice of the drop-down stands for: `3 LUNGE`."""
    return next((card for card in cards.cards if plain(card.text) == plain(said)), None)
