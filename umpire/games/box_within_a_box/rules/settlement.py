"""The end of a bout: the bets are opened and paid, and the next bout begins, or the match ends."""

from umpire.games.base import Decisive, Event, Outcome, Step, told
from umpire.games.box_within_a_box.components import AWARD, BOUTS, points_text
from umpire.games.box_within_a_box.rules.conditions import Bets, with_uses
from umpire.games.box_within_a_box.rules.ending import decided, how_won, over
from umpire.games.box_within_a_box.state import Bout, Paid, State
from umpire.games.notation import counted
from umpire.games.two_players import SIDES, Side, opponent


def settle(state: State) -> Step[State]:
    """Pay the bets of the four rounds played.

    Ruling 3: stakes are taken off and payouts added at once. Ruling 12: the rest of the pool goes.
    """
    bout = _settled(state, state.known_bets)
    (bets_a, bets_b), (used_a, used_b) = bout.bets, state.used
    after = state.changed(
        round=None,
        rounds=(),
        pool=(),
        bets=(None, None),
        points=bout.points,
        used=(with_uses(used_a, bets_a), with_uses(used_b, bets_b)),
        bouts=(*state.bouts, bout),
        best=(max(state.best[0], bout.payout[0]), max(state.best[1], bout.payout[1])),
    )
    after = _next_bout(after) if state.bout < BOUTS else over(after, decided(after))
    return Step(after, lambda: _told(state, bout, after.outcome))


def _settled(state: State, bets: tuple[Bets, Bets]) -> Bout:
    paid = _paid(state, 0, bets[0]), _paid(state, 1, bets[1])
    (paid_a, paid_b), (before_a, before_b) = paid, state.points
    staked_a, staked_b = (sum([bet.stake for bet in side]) for side in bets)
    payout_a, payout_b = sum([one.payout for one in paid_a]), sum([one.payout for one in paid_b])
    return Bout(
        rounds=state.rounds,
        bets=bets,
        paid=paid,
        staked=(staked_a, staked_b),
        payout=(payout_a, payout_b),
        points=(before_a - 2 * staked_a + payout_a, before_b - 2 * staked_b + payout_b),
    )


def _paid(state: State, side: Side, bets: Bets) -> tuple[Paid, ...]:
    """Return what a player's bets pay for the landings on the board that is theirs."""
    landed = b"".join([both[side].faces for both in state.rounds])
    paid = []
    for stake, condition in bets:
        hits = condition.hits(landed)
        paid.append(Paid(hits, hits * stake * condition.rate))
    return tuple(paid)


def _next_bout(state: State) -> State:
    # Ruling 19: the award comes from the second bout on.
    first, second = state.points
    return state.changed(phase="deal", bout=state.bout + 1, points=(first + AWARD, second + AWARD))


def _told(before: State, bout: Bout, outcome: Outcome | None) -> tuple[Event, ...]:
    sentences = [_bets_told(before, bout, side) for side in SIDES]
    if outcome is not None:
        sentences.append(f"{outcome.winner} wins the match {how_won(outcome.reason)}.")
    return told(sentences)


def _bets_told(before: State, bout: Bout, side: Side) -> str:
    bets = [
        f"{bet} ({counted(paid.hits, 'hit')}, {points_text(paid.payout)})"
        if paid.hits
        else f"{bet} (no hits)"
        for bet, paid in zip(bout.bets[side], bout.paid[side], strict=True)
    ]
    paid = f"Paid {points_text(bout.payout[side])}, now" if bets else "Now"
    return (
        f"Bout {before.bout}, {before.players[side]}: {'; '.join(bets) or 'no bets'}. {paid} "
        f"{points_text(bout.points[side])} points."
    )


def decisive(state: State) -> Decisive | None:
    """Return the bout in which the winner of a match gained most on the other; None if in none."""
    if state.outcome is None or state.outcome.winner is None or not state.bouts:
        return None
    side = state.side_of(state.outcome.winner)
    number = max(range(len(state.bouts)), key=lambda at: _lead(state.bouts[at], side))
    bout = state.bouts[number]
    if _lead(bout, side) <= 0:
        return None
    gained = f"{points_text(_lead(bout, side))} points on {state.players[opponent(side)]}"
    return Decisive(
        f"Bout {number + 1}: {state.outcome.winner} gains {gained}",
        f"{_was_paid(state, bout, side)}, {_was_paid(state, bout, opponent(side))}.",
        f"Bout {number + 1}, {state.players[0]}: ",
        "what a bet pays",
    )


def _lead(bout: Bout, side: Side) -> int:
    """Return what a player gained more than the other, in half points."""
    own, other = (bout.payout[one] - 2 * bout.staked[one] for one in (side, opponent(side)))
    return own - other


def _was_paid(state: State, bout: Bout, side: Side) -> str:
    paid = points_text(bout.payout[side])
    return f"{state.players[side]} was paid {paid} for {bout.staked[side]}"
