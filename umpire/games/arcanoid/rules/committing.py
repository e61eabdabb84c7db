"""Committing cards on fields: openly, in secret, and to complete a lone ace."""

from umpire.games.arcanoid.answers import Commit, Secret
from umpire.games.arcanoid.combinations import combination, completion, is_lone_ace
from umpire.games.arcanoid.components import (
    CHARIOT,
    MAGICIAN,
    SUITS,
    WORLD,
    Cards,
    names,
    title,
)
from umpire.games.arcanoid.rules.drawing import complete
from umpire.games.arcanoid.rules.laying import settle
from umpire.games.arcanoid.rules.stealing import attempt_to_commit
from umpire.games.arcanoid.state import (
    Attempt,
    Laid,
    State,
    discarded,
    taken,
    tell,
    to_discard,
    with_seat,
)
from umpire.games.base import NotAllowed


def judge_commit(state: State, actor: str, move: Commit) -> None:
    """Raise NotAllowed unless the actor may commit these cards there."""
    judge_cards(state, actor, move.cards)
    judge_laying(state, actor, move)


def judge_laying(state: State, actor: str, move: Commit) -> None:
    """Raise NotAllowed unless the cards, which the actor has, may be committed there."""
    if len(set(move.fields)) < len(move.fields):
        raise NotAllowed(f"{SUITS[move.fields[0]]} is named twice: name two fields, or one.")
    for field in move.fields:
        judge_field(state, actor, field, completing=len(move.fields) == 1)
    _laid(state, actor, move)


def judge_cards(state: State, actor: str, cards: Cards) -> None:
    """Raise NotAllowed unless the actor may use all these cards, each once."""
    if len(set(cards)) < len(cards):
        raise NotAllowed(f"A card is named twice in {names(cards)}.")
    usable = state.usable(actor)
    for card in cards:
        if card not in usable:
            raise NotAllowed(f"{title(card)} is not among the cards that {actor} may use.")


def judge_field(state: State, actor: str, field: int, *, completing: bool = False) -> None:
    """Raise NotAllowed unless the actor may commit on a field.

    Ruling 11: an ace that is still alone may be completed, whatever was tried before.
    """
    there = state.seats[actor].fields[field]
    may_complete = completing and state.variant.lone_ace and is_lone_ace(there)
    if there is not None and not may_complete:
        raise NotAllowed(f"{actor} has committed on {SUITS[field]} already.")
    if is_forbidden(state, actor, field):
        raise NotAllowed(f"Temperance forbids commitments on {SUITS[field]}.")


def is_forbidden(state: State, actor: str, field: int) -> bool:
    """Return whether Temperance forbids an actor to commit on a field.

    [14-(16, 20, 21)] The World like all else; but neither Judgment nor the Tower, who never ask.
    """
    temperance = state.temperance
    if temperance is None or temperance.field != field:
        return False
    return not (state.variant.temperance_by_commitment and temperance.by == actor)


def _laid(state: State, actor: str, move: Commit) -> Laid:
    """Return what is to be laid down. Raises NotAllowed."""
    ace = state.seats[actor].fields[move.fields[0]]
    if ace is not None:
        return completion(move.cards, move.fields[0], state.variant)
    laid = combination(move.cards, move.fields, state.variant)
    if laid.kind == "world" and move.fields[0] in state.closed_to_world:
        raise NotAllowed(
            f"Something has been committed on {SUITS[move.fields[0]]} in this round: the World "
            "comes first or not at all."
        )
    return laid


def commit(state: State, actor: str, move: Commit) -> State:
    """Commit the cards: asked for the Fool first where they may be stolen (ruling 8)."""
    laid = _laid(state, actor, move)
    joins = state.seats[actor].fields[move.fields[0]] is not None
    state = taken(state, actor, move.cards)
    if move.chariot:
        state = discarded(with_seat(state, actor, chariot=None), [CHARIOT])
    state = tell(state, _told(actor, move, laid))
    if len(move.fields) == 1:
        return attempt_to_commit(state, Attempt(actor, move.fields[0], laid, joins))
    first, second = move.fields
    for field, also in ((first, second), (second, first)):
        state = settle(state, Attempt(actor, field, laid._replace(also=also)), actor)
    return complete(state, actor)


def judge_secret(state: State, actor: str, move: Secret) -> None:
    """Raise NotAllowed unless the actor may commit these cards face down there.

    Ruling 34: they are checked now. Ruling 35: a daemon's cards and open ones may be among them.
    """
    variant, seat = state.variant, state.seats[actor]
    if variant.secret == "never":
        raise NotAllowed(f"In {variant.name} nothing is committed in secret: say commit.")
    # Ruling 36: the right is used up by trying.
    if variant.secret == "once a round" and seat.secret_used:
        raise NotAllowed(f"{actor} has tried a secret commitment in this round already.")
    judge_cards(state, actor, move.cards)
    if variant.secret == "with the Magician" and MAGICIAN not in state.usable(actor):
        raise NotAllowed("A secret commitment needs the Magician, which is discarded for it.")
    judge_field(state, actor, move.field)
    if WORLD in move.cards:
        raise NotAllowed("The World is never committed in secret.")
    combination(move.cards, (move.field,), variant)


def commit_in_secret(state: State, actor: str, move: Secret) -> State:
    """Commit the cards face down: only how many they are is public until the round ends."""
    laid = combination(move.cards, (move.field,), state.variant)
    state = with_seat(taken(state, actor, move.cards), actor, secret_used=True)
    if state.variant.secret == "with the Magician":
        state = to_discard(state, actor, MAGICIAN)
    count = f"{len(move.cards)} card{'s' if len(move.cards) > 1 else ''}"
    state = tell(state, f"{actor} commits {count} in secret on {SUITS[move.field]}.")
    secret = laid._replace(secret=(state.player_of(actor),))
    return attempt_to_commit(state, Attempt(actor, move.field, secret))


def _told(actor: str, move: Commit, laid: Laid) -> str:
    fields = " and ".join(SUITS[field] for field in move.fields)
    return f"{actor} commits {names(laid.cards)} on {fields} ({laid.kind})."
