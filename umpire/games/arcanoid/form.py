"""The entry form: what is chosen in its cells, and the line that they make together."""

from collections.abc import Mapping
from typing import Final

from umpire.games.arcanoid.bot import suggest
from umpire.games.arcanoid.components import SUITS, TRUMPS, in_order
from umpire.games.arcanoid.decisions import actor_of
from umpire.games.arcanoid.state import OF_JUSTICE, State
from umpire.games.arcanoid.trumps import PLAYED
from umpire.games.arcanoid.trumps.base import typed
from umpire.games.base import CHANCE, Decision, Form
from umpire.games.notation import plain

CHOICE: Final = "choice"
WHO: Final = "who"
FIELD: Final = "field"
CARDS: Final = "cards"
SHOW: Final = "show"

_NEEDS: Final[dict[str, tuple[str, ...]]] = {
    "discard": (CARDS,),
    "commit": (FIELD, CARDS),
    "secret": (FIELD, CARDS),
    "abdicate": (FIELD,),
    "world": (FIELD,),
    "remove temperance": (),
    "priestess": (WHO,),
    "hierophant": (FIELD,),
    "chariot": (CARDS,),
    "chariot add": (CARDS,),
    "chariot commit": (FIELD, CARDS),
    "chariot discard": (),
    "strength one": (),
    "strength two": (),
    "hanged": (WHO,),
    "temperance": (FIELD,),
    "tower": (WHO, FIELD),
    "star": (CARDS,),
    "moon": (CARDS,),
    "sun": (CARDS,),
    "judgment": (WHO, FIELD),
}
"""What each choice of a move needs besides; trumps that are not here need nothing."""

Filled = Mapping[str, str]


def form(state: State, decision: Decision, filled: Filled) -> Form:
    """Return the cells that a decision asks to be filled, with what the drop-downs offer.

    What is offered for a poll is the same for everybody asked.
    """
    if decision.by == CHANCE:
        return {}
    actor = actor_of(state, decision)
    usable = in_order(state.usable(actor))
    match decision.kind:
        case "move":
            choices = _choices(state, actor)
            chosen = plain(filled.get(CHOICE, ""))
            needs = _NEEDS.get(chosen, () if chosen in choices else (WHO, FIELD, CARDS))
            fields = (*SUITS, "trumps", "fool") if chosen == "hierophant" else SUITS
            offered = {WHO: _targets(state, chosen), FIELD: fields, CARDS: usable}
            return {CHOICE: choices, **{name: offered[name] for name in needs}}
        case "wheel":
            seat = state.seats[actor]
            return {CARDS: in_order((*seat.hand, *seat.visible)), SHOW: ()}
        case "call":
            return {CHOICE: ("stop", "call"), CARDS: ()}
    assert state.asked is not None
    return {CHOICE: suggest(state, state.asked, actor)}


def _choices(state: State, actor: str) -> tuple[str, ...]:
    """Return the beginnings of the moves that an actor might make with the cards at hand."""
    usable = state.usable(actor)
    chariot = state.seats[actor].chariot is not None
    choices = ["discard", "commit", "abdicate"]
    if state.variant.secret != "never":
        choices.append("secret")
    for number, word in enumerate(TRUMPS):
        held = [card for card in usable if card == str(number)]
        if word == "world" and held:
            choices.append(word)
        elif word == "strength" and held:
            choices += ["strength one", "strength two"]
        elif held and held[0] in PLAYED:
            choices.append(word)
    if chariot:
        choices += ["chariot add", "chariot commit", "chariot discard"]
    if state.temperance is not None and state.temperance.by == actor:
        choices.append("remove temperance")
    return tuple(choices)


def _targets(state: State, chosen: str) -> tuple[str, ...]:
    justice = [OF_JUSTICE] if chosen == "hanged" and state.justice is not None else []
    return (*map(typed, state.active), *justice)


def join(state: State, decision: Decision, filled: Filled) -> str:
    """Return the line that a filled-in form stands for, empty if nothing is filled in."""
    said = {name: text for name in form(state, decision, filled) if (text := _text(filled, name))}
    if decision.kind == "wheel":
        shown = f" show {said[SHOW]}" if SHOW in said else ""
        return f"{said.get(CARDS, '')}{shown}".strip()
    return " ".join(said[name] for name in (CHOICE, WHO, FIELD, CARDS) if name in said)


def _text(filled: Filled, name: str) -> str:
    return filled.get(name, "").strip()
