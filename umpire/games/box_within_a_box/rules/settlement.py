"""The end of a bout: the bets are opened and paid, and the next bout begins, or the match ends."""

from umpire.games.box_within_a_box.components import AWARD, BOUTS, SEATS, Bets, Seat
from umpire.games.box_within_a_box.rules.betting import with_uses
from umpire.games.box_within_a_box.rules.ending import decided, over
from umpire.games.box_within_a_box.state import Bout, Paid, State
from umpire.games.values import changed


def settle(state: State) -> State:
    """Pay the bets of the four rounds played.

    Ruling 3: stakes are taken off and payouts added at once. Ruling 12: the rest of the pool goes.
    """
    first, second = (state.bets[seat] or () for seat in SEATS)
    paid = _paid(state, 0, first), _paid(state, 1, second)
    bout = Bout(state.rounds, (first, second), paid, state.points)
    points = tuple(state.points[seat] - 2 * bout.staked(seat) + bout.payout(seat) for seat in SEATS)
    settled = changed(
        state,
        round=None,
        rounds=(),
        pool=(),
        bets=(None, None),
        points=(points[0], points[1]),
        used=(with_uses(state.used[0], first), with_uses(state.used[1], second)),
        bouts=(*state.bouts, changed(bout, points=(points[0], points[1]))),
        best=(
            max(state.best[0], bout.payout(0)),
            max(state.best[1], bout.payout(1)),
        ),
    )
    if state.bout == BOUTS:
        return over(settled, decided(settled))
    return _next_bout(settled)


def _paid(state: State, seat: Seat, bets: Bets) -> tuple[Paid, ...]:
    """Return what a player's bets pay for the landings on the board that is theirs."""
    landed = b"".join(both[seat].faces for both in state.rounds)
    paid = []
    for stake, condition in bets:
        hits = condition.hits(landed)
        paid.append(Paid(hits, hits * stake * condition.rate))
    return tuple(paid)


def _next_bout(state: State) -> State:
    # Ruling 19: the award comes from the second bout on.
    first, second = state.points
    return changed(state, phase="deal", bout=state.bout + 1, points=(first + AWARD, second + AWARD))
