"""The Fool: a commitment may be stolen before it is laid down.

Who is asked tells nothing of where the Fool is (ruling 7): while its place is hidden everybody who
could have it is asked, at once and in secret; where it lies open only those whom it concerns are.
"""

from collections.abc import Iterable, Iterator, Mapping

from umpire.games.arcanoid.combinations import COUPLES, has_ace
from umpire.games.arcanoid.components import FOOL, SUITS
from umpire.games.arcanoid.rules.drawing import complete
from umpire.games.arcanoid.rules.laying import settle
from umpire.games.arcanoid.state import (
    USA,
    Asked,
    Attempt,
    Laid,
    State,
    Todo,
    ask,
    do_first,
    tell,
    to_discard,
)
from umpire.games.values import changed

_STEALABLE = frozenset({"numeric", "knave", "knight"})


def attempt_to_commit(state: State, attempt: Attempt) -> State:
    """Lay a commitment down, after it has been asked for the Fool where it may be stolen."""
    if not _is_stealable(state, attempt):
        return complete(settle(state, attempt, attempt.by), attempt.by)
    return _ask_for_the_fool(changed(state, attempt=attempt))


def _is_stealable(state: State, attempt: Attempt) -> bool:
    # Ruling 10: on a tempered field the thief could not commit. [1, 1-0] A transmuted ace protects
    # too, and a Magician does not.
    if state.temperance is not None and state.temperance.field == attempt.field:
        return False
    laid = attempt.laid
    if laid.secret is not None:
        return True
    return laid.kind in _STEALABLE and not (state.variant.aces_protect and has_ace(laid))


def _ask_for_the_fool(state: State) -> State:
    able = able_to_steal(state)
    if state.justice is not None and FOOL in state.justice.cards:
        return do_first(state, *_one_by_one(state, able), (_fail, ()))
    holder = _open_holder(state)
    if holder is not None:
        return ask(state, "steal", holder) if holder in able else _fail(state)
    if state.fool_played or any(FOOL in (seat.chariot or ()) for seat in state.seats.values()):
        return _fail(state)
    players = [actor for actor in able if state.seats[actor].master is None]
    return ask(state, "steal", *players, secret=True) if players else _fail(state)


def able_to_steal(state: State) -> list[str]:
    """Return the actors that could steal the attempted commitment, in playing order.

    Ruling 9: a lone ace is a commitment too.
    """
    attempt = state.attempt
    assert attempt is not None
    return [
        actor
        for actor in state.active
        if actor not in (attempt.by, USA) and state.seats[actor].fields[attempt.field] is None
    ]


def _open_holder(state: State) -> str | None:
    """Return who has the Fool where everybody sees it: a daemon's hand, or visible Strength."""
    for actor, seat in state.seats.items():
        if FOOL in seat.visible or (seat.master is not None and FOOL in seat.hand):
            return actor
    return None


def _one_by_one(state: State, able: list[str]) -> Iterator[Todo]:
    """Yield the questions while the Fool lies among the Justice cards.

    [0-8] In order, from who is next. [0-8-9] Before each active actor's place, and at the end, the
    Hermit's owner may pledge an extra move; ruling 42: before the own place too, where they are
    then asked without a pledge.
    """
    assert state.attempt is not None
    committer = state.attempt.by
    for actor in (*state.from_place(state.place)[1:], state.place):
        if actor == committer:
            continue
        if not state.seats[actor].finished:
            yield _ask_pledge, (actor,)
        if actor in able:
            yield _ask_steal, (actor,)
    yield _ask_pledge, (committer,)


def _ask_pledge(state: State, before: str) -> State:
    """Ask for a pledge, unless meanwhile the Fool was played or somebody has left play."""
    hermit, attempt = state.hermit, state.attempt
    if attempt is None or hermit is None or not hermit.unpledged:
        return state
    if hermit.by not in able_to_steal(state):
        return state
    if state.seats[before].finished and before != attempt.by:
        return state
    return ask(state, "pledge", hermit.by, before=before)


def _ask_steal(state: State, actor: str) -> State:
    if state.attempt is None or actor not in able_to_steal(state):
        return state
    return ask(state, "steal", actor)


def answer_steal(state: State, asked: Asked, answers: Mapping[str, bool]) -> State:
    """Take in who plays the Fool; `answers` are by player, in a group those of all."""
    for actor in asked.actors:
        if answers.get(state.player_of(actor)):
            return _steal(state, actor)
    return _let_pass(state)


def answer_pledge(state: State, asked: Asked, yes: bool) -> State:
    """Take in whether the Hermit's owner plays the Fool of Justice with a move to come."""
    if not yes:
        return state
    hermit, before = state.hermit, asked.before
    assert hermit is not None
    assert before is not None
    state = tell(state, f"{hermit.by} pledges an extra move, to be made before {before}.")
    pledged = hermit._replace(pledged=(*hermit.pledged, before))
    return _steal(changed(state, hermit=pledged), hermit.by)


def ask_others(state: State, asked: Asked, gone: Iterable[str]) -> State:
    """Ask a group afresh without those who have left play."""
    others = [actor for actor in asked.actors if actor not in gone]
    return ask(state, "steal", *others, secret=asked.secret) if others else _let_pass(state)


def _let_pass(state: State) -> State:
    """Go on after the Fool was not played.

    One by one, the next in order is asked; where a group or one actor alone was, it is over.
    """
    among_justice = state.justice is not None and FOOL in state.justice.cards
    return state if among_justice else _fail(state)


def _fail(state: State) -> State:
    """Lay the commitment down for its committer, unless it was stolen."""
    attempt = state.attempt
    if attempt is None:
        return state
    return complete(settle(state, attempt, attempt.by), attempt.by)


def _steal(state: State, thief: str) -> State:
    attempt = state.attempt
    assert attempt is not None
    state = changed(to_discard(state, thief, FOOL), fool_played=True)
    state = tell(state, f"{thief} plays the Fool for {SUITS[attempt.field]}.")
    owner = thief
    if attempt.laid.secret is not None:
        knowing = {*attempt.laid.secret, state.player_of(thief)}
        laid = attempt.laid._replace(
            secret=tuple(player for player in state.terms.players if player in knowing)
        )
        attempt = attempt._replace(laid=laid)
        if _stays(state, laid):
            owner = attempt.by
            state = tell(state, f"What {owner} has committed in secret cannot be stolen.")
    return complete(settle(state, attempt, owner), attempt.by, thief)


def _stays(state: State, laid: Laid) -> bool:
    """Return whether a secret commitment that the thief has looked at is its committer's still."""
    return laid.kind in COUPLES or (state.variant.aces_protect and has_ace(laid))
