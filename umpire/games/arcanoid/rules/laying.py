"""Laying something down on a field, and leaving play once something lies on all four."""

from typing import Any

from umpire.games.arcanoid.components import CHARIOT, DEVIL, HERMIT, SUITS, TEMPERANCE, Card
from umpire.games.arcanoid.rules.combinations import completed
from umpire.games.arcanoid.state import (
    Attempt,
    Laid,
    State,
    discarded,
    tell,
    telling,
    with_effects,
    with_seat,
    with_supply,
)


def lay(state: State, actor: str, field: int, laid: Laid, **fields: Any) -> State:
    """Lay something down for an actor, who may be finished by it.

    `fields` of the state change with it.
    """
    seat = state.seats[actor]
    there = (*seat.fields[:field], laid, *seat.fields[field + 1 :])
    seat = seat.changed(fields=there, finished=None not in there)
    # The World may not follow on anything, abdications and what the Tower destroyed included.
    # [1-21, 1-0] A transmuted card counts on its field, not in its own suit.
    closed = state.closed_to_world | {field}
    state = state.changed(
        seats={**state.seats, actor: seat},
        closed_to_world=closed,
        last_laid=(actor, field),
        **fields,
    )
    return _leave_play(state, actor) if seat.finished else state


def settle(state: State, attempt: Attempt, owner: str) -> State:
    """Lay an attempted commitment down for the committer, or for who has stolen it.

    What else it does follows here too; completing is left to the caller.
    """
    actor, field, laid = owner, attempt.field, attempt.laid
    if attempt.joins and owner == attempt.by:
        # Rulings 9, 11: what a thief takes leaves the ace where it was.
        ace = state.seats[owner].fields[field]
        assert ace is not None
        laid, gone = completed(ace, laid)
        state = discarded(state, gone)
    return after_commitment(lay(state, actor, field, laid, attempt=None), actor, field, laid)


def after_commitment(state: State, actor: str, field: int, laid: Laid) -> State:
    """Do what follows on a commitment: the World drives others off, Temperance may end."""
    if laid.kind == "world":
        for other in state.from_place(actor)[1:]:
            if state.seats[other].fields[field] is None:
                state = abdicate(state, other, field, to="the World")
    temperance = state.effects.temperance
    if temperance == (actor, field) and state.variant.temperance_by_commitment:
        state = tell(with_effects(state, temperance=None), "Temperance is discarded.")
        state = discarded(state, [TEMPERANCE])
    return state


def abdicate(
    state: State, actor: str, field: int, *, under: tuple[Card, ...] = (), to: str = ""
) -> State:
    """Let an actor abdicate; abdications are numbered in the order in which they happen.

    Ruling 49: an own Temperance on the field stays.

    `under` is a Judgment, which then lies there; `to` is what makes them abdicate, for people.
    """
    number = state.abdications + 1
    because = f", to {to}" if to else ""
    told = telling(state, f"{state.called(actor)} abdicates on {SUITS[field]}{because}.")
    laid = Laid("abdication", under, number=number)
    return lay(state, actor, field, laid, abdications=number, told=told)


def _leave_play(state: State, actor: str) -> State:
    """Discard all that an actor has who is finished; what is set aside stays aside."""
    seat = state.seats[actor]
    gone = [*seat.hand, *seat.visible]
    if seat.chariot is not None:
        gone += [CHARIOT, *seat.chariot]
    if state.supply.drawing is not None and state.supply.drawing.actor == actor:
        gone += state.supply.drawing.cards
        state = with_supply(state, drawing=None)
    if state.effects.hermit is not None and state.effects.hermit.by == actor:
        gone.append(HERMIT)
        state = with_effects(state, hermit=None)
    if state.effects.temperance is not None and state.effects.temperance.by == actor:
        gone.append(TEMPERANCE)
        state = with_effects(state, temperance=None)
    if state.effects.daemon == actor:
        gone.append(DEVIL)
        state = with_effects(state, daemon=None)
    state = with_seat(state, actor, hand=(), visible=(), up=(), chariot=None)
    return tell(discarded(state, gone), f"{state.called(actor)} is finished in this round.")
