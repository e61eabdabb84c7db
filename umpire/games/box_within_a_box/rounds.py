"""The rounds of a bout, its settlement, and the end of the match.

In each round both cards that were played move their Boxes. After the last one the bets are opened
and paid, and the next bout begins or the match ends.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from umpire.games.base import AnyKind, Decision, Decisive, Event, Outcome, Step, told
from umpire.games.box_within_a_box.cards import Card, Cards, kinds
from umpire.games.box_within_a_box.components import (
    AWARD,
    BOARDS,
    BOUTS,
    ROUNDS,
    Board,
    names_of,
    points_text,
)
from umpire.games.box_within_a_box.conditions import Bets, with_uses
from umpire.games.box_within_a_box.movements import Box, Movement, can_move, landings
from umpire.games.box_within_a_box.state import Bout, Moved, Paid, Round, State
from umpire.games.cards import without
from umpire.games.notation import counted, listed
from umpire.games.two_players import SIDES, Side, opponent

HOW_WON: Final = {
    "points": "with more points",
    "best-bout": "with the best single bout",
    "opponent": "as the Death Match Opponent, since all else is equal",
    "time": "on time",
    "forfeit": "by forfeit",
}
"""How a match was won, to follow `Ana has won`, by the reason of its end."""

LOST: Final = "then the reserve runs; a player who runs out of it loses the match"
"""What happens at the limit, for umpires."""


@dataclass(frozen=True, slots=True)
class TimedOut:
    """Nothing came before limit and reserve were used up."""

    def __str__(self) -> str:
        return "out of time"


def owed_in_secret(
    state: State,
    kind: AnyKind,
    when: str,
    seconds: float,
    sides: Iterable[Side],
    at_stake: Collection[Side] = SIDES,
) -> tuple[Decision, ...]:
    """Return what these sides owe together. Ruling 20: neither sees the other's answer.

    Ruling 2: a player who has used up limit and reserve loses at once, whatever the other does.
    Those for whom nothing is `at_stake` have no reserve and do not lose.
    """
    return tuple(
        [
            Decision(
                f"{when} of seat {side + 1}",
                state.players[side],
                kind,
                limit=seconds,
                reserve=side in at_stake,
                rule="last",
                group=when,
                secret=True,
                fatal=side in at_stake,
            )
            for side in sides
        ]
    )


class Play(NamedTuple):
    """A card played with one of its movements."""

    card: Card
    movement: Movement


def box_of(state: State, side: Side) -> Box:
    """Return the Box that a player moves in this round."""
    assert state.boards is not None, "asked only once there are boards"
    board = state.moves_board(side)
    return Box(board, state.boxes[board], state.boards[board])


def movable(state: State, side: Side) -> Cards:
    """Return the kinds of cards in the pool that have a valid movement for a player's Box."""
    box = box_of(state, side)
    return tuple([card for card in kinds(state.pool) if can_move(card, box.tile, box.faces)])


def can_play(state: State, side: Side) -> bool:
    """Return whether any card of the pool has a valid movement for a player's Box.

    Ruling 12: the whole pool is looked at, as it is at the start of the round.
    """
    return box_of(state, side).is_movable(state.pool)


def play_round(state: State, plays: tuple[Play | None, Play | None]) -> Step[State]:
    """Play both cards of a round, by side; they do not touch each other.

    None is no card. The last round settles the bout. Ruling 14: all of it is public at once.
    """
    assert state.round is not None, "played only in a round"
    (on_a, board_a), (on_b, board_b) = [
        _moved(box_of(state, mover), mover, plays[mover]) for mover in map(state.moves_board, SIDES)
    ]
    after = state.changed(
        boards=(board_a, board_b),
        boxes=(on_a.end, on_b.end),
        pool=_pool_after(state.pool, on_a.card, on_b.card),
        rounds=(*state.rounds, (on_a, on_b)),
        round=state.round + 1,
    )
    if state.round < ROUNDS:
        return Step(after, lambda: _tell_round(state, (on_a, on_b)))
    settled = _settle(after)
    return Step(settled.state, lambda: (*_tell_round(state, (on_a, on_b)), *settled.events))


def _moved(box: Box, mover: Side, play: Play | None) -> tuple[Moved, Board]:
    """Return what a play does to its Box, and the faces of the board afterwards."""
    if play is None:
        return Moved(mover, None, box.tile, b"", b"", b"", box.tile), box.faces
    card, movement = play
    path, special = movement.path, card.special
    tiles = landings(card, movement)
    # Ruling 9: landings show what the tiles had before the special figure changes them.
    faces = bytes(map(box.faces.__getitem__, tiles))
    end = special.left_at(box.tile, path)
    moved = Moved(mover, card, box.tile, path, tiles, faces, end)
    return moved, special.changed(box.faces, box.tile, path)


def _pool_after(pool: Cards, on_a: Card | None, on_b: Card | None) -> Cards:
    """Take out what was played. Ruling 8: a single copy that both played leaves once."""
    for card in (on_a, on_b):
        if card is not None and card in pool:
            pool = without(pool, (card,))
    return pool


def _tell_round(before: State, moved: Round) -> tuple[Event, ...]:
    return told([_tell_play(before, board, moved[board]) for board in SIDES])


def _tell_play(before: State, board: Side, moved: Moved) -> str:
    mover = before.players[moved.by]
    where = f"Bout {before.bout}, round {before.round}, board {BOARDS[board]}: {mover}"
    if moved.card is None:
        return f"{where} has no card that can move the Box."
    way = "-".join(names_of(bytes([moved.start]) + moved.path))
    landed = listed(moved.landed) if moved.tiles else "nothing"
    return f"{where} plays {moved.card.text}, {way}. Landed on {landed}."


def _settle(state: State) -> Step[State]:
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
    if state.bout < BOUTS:
        # Ruling 19: the award comes from the second bout on.
        award = tuple([points + AWARD for points in after.points])
        after = after.changed(phase="deal", bout=state.bout + 1, points=award)
    else:
        after = _end_match(after, _decide(after))
    return Step(after, lambda: _tell_bout(state, bout, after.outcome))


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


def _tell_bout(before: State, bout: Bout, outcome: Outcome | None) -> tuple[Event, ...]:
    sentences = [_tell_bets(before, bout, side) for side in SIDES]
    if outcome is not None:
        sentences.append(f"{outcome.winner} wins the match {HOW_WON[outcome.reason]}.")
    return told(sentences)


def _tell_bets(before: State, bout: Bout, side: Side) -> str:
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


def decisive(seen: State) -> Decisive | None:
    """Return the bout in which the winner of a match gained most on the other; None if in none."""
    if seen.outcome is None or seen.outcome.winner is None or not seen.bouts:
        return None
    side = seen.side_of(seen.outcome.winner)
    number = max(range(len(seen.bouts)), key=lambda at: _lead(seen.bouts[at], side))
    bout = seen.bouts[number]
    if _lead(bout, side) <= 0:
        return None
    gained = f"{points_text(_lead(bout, side))} points on {seen.players[opponent(side)]}"
    return Decisive(
        f"Bout {number + 1}: {seen.outcome.winner} gains {gained}",
        f"{_was_paid(seen, bout, side)}, {_was_paid(seen, bout, opponent(side))}.",
        f"Bout {number + 1}, {seen.players[0]}: ",
        "what a bet pays",
    )


def _lead(bout: Bout, side: Side) -> int:
    """Return what a player gained more than the other, in half points."""
    own, other = (bout.payout[one] - 2 * bout.staked[one] for one in (side, opponent(side)))
    return own - other


def _was_paid(state: State, bout: Bout, side: Side) -> str:
    paid = points_text(bout.payout[side])
    return f"{state.players[side]} was paid {paid} for {bout.staked[side]}"


def lose_on_time(state: State, player: str) -> Step[State]:
    """End the match for a player who has used up limit and reserve (ruling 2)."""
    other = _other(state, player)
    told = Event(f"{player} has run out of time. {other} wins the match.")
    return Step(_end_match(state, Outcome(other, "time")), (told,))


def forfeit(state: State, player: str) -> Step[State]:
    """End the match as the umpire says."""
    other = _other(state, player)
    told = Event(f"{player} forfeits. {other} wins the match.")
    return Step(_end_match(state, Outcome(other, "forfeit")), (told,))


def _end_match(state: State, outcome: Outcome) -> State:
    """End the match; all else stays as the end found it."""
    return state.changed(phase="over", outcome=outcome)


def _decide(state: State) -> Outcome:
    """Return the winner after the last settlement: more points, then the greater best bout."""
    for reason, (first, second) in (("points", state.points), ("best-bout", state.best)):
        if first != second:
            return Outcome(state.players[0 if first > second else 1], reason)
    return Outcome(state.players[1], "opponent")


def _other(state: State, player: str) -> str:
    return state.players[opponent(state.side_of(player))]
