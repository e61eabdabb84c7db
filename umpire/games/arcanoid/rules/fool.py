"""0, the Fool: an attempted commitment is laid down for its thief.

`steal` asks for it, and `pledge` where it lies among the Justice cards.
"""

from umpire.games.arcanoid.components import FOOL, SUITS
from umpire.games.arcanoid.rules.combinations import COUPLES, has_ace
from umpire.games.arcanoid.rules.drawing import complete
from umpire.games.arcanoid.rules.laying import settle
from umpire.games.arcanoid.state import USA, Laid, State, tell, to_discard, with_supply


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


def play_fool(state: State, thief: str) -> State:
    """Discard the Fool, and lay the commitment down for the thief.

    A thief looks at a secret one first, which may be its committer's still. Ruling 34: it stays
    face down.
    """
    attempt = state.attempt
    assert attempt is not None
    state = with_supply(to_discard(state, thief, FOOL), fool_played=True)
    state = tell(state, f"{state.called(thief)} plays the Fool on {SUITS[attempt.field]}.")
    owner = thief
    if attempt.laid.secret is not None:
        knowing = {*attempt.laid.secret, state.player_of(thief)}
        laid = attempt.laid._replace(
            secret=tuple(player for player in state.terms.players if player in knowing)
        )
        attempt = attempt._replace(laid=laid)
        if _stays(state, laid):
            owner = attempt.by
            state = tell(state, f"It cannot be stolen: {state.called(owner)} keeps it.")
    return complete(settle(state, attempt, owner), attempt.by, thief)


def _stays(state: State, laid: Laid) -> bool:
    """Return whether a secret commitment that the thief has looked at is its committer's still."""
    return laid.kind in COUPLES or (state.variant.aces_protect and has_ace(laid))


def keep(state: State) -> State:
    """Lay the commitment down for its committer, unless it was stolen."""
    attempt = state.attempt
    if attempt is None:
        return state
    return complete(settle(state, attempt, attempt.by), attempt.by)
