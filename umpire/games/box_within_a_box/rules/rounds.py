"""A round: the Box that each player moves, and what both cards played do."""

from typing import NamedTuple

from umpire.games.base import Event, Step, told
from umpire.games.box_within_a_box.cards import Card, Cards, kinds
from umpire.games.box_within_a_box.components import (
    BOARDS,
    ROUNDS,
    TILE_NAMES,
    Board,
    Path,
    Tile,
    names_of,
)
from umpire.games.box_within_a_box.rules.movements import (
    Movement,
    Movements,
    can_move,
    landings,
    movements,
)
from umpire.games.box_within_a_box.rules.settlement import settle
from umpire.games.box_within_a_box.state import Moved, Round, State
from umpire.games.cards import without
from umpire.games.notation import listed
from umpire.games.two_players import SIDES, Side


class Box(NamedTuple):
    """The Box that a player moves in this round."""

    board: Side
    tile: Tile
    faces: Board

    def movements(self, card: Card) -> Movements:
        """Return the valid movements of a card for it."""
        return movements(card, self.tile, self.faces)

    def is_movable(self, pool: Cards) -> bool:
        """Return whether any card of a pool has a valid movement for it."""
        return any(can_move(card, self.tile, self.faces) for card in pool)

    def comes_to(self, card: Card, movement: Movement) -> tuple[Path, Tile, Board]:
        """Return the tiles that a movement lands on, where it ends, and the board afterwards."""
        path = movement.path
        return landings(card, movement), path[-1], card.special.changed(self.faces, self.tile, path)

    def __str__(self) -> str:
        return f"the Box on {TILE_NAMES[self.tile]} of board {BOARDS[self.board]}"


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


def play(state: State, plays: tuple[Play | None, Play | None]) -> Step[State]:
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
        return Step(after, lambda: _told(state, (on_a, on_b)))
    settled = settle(after)
    return Step(settled.state, lambda: (*_told(state, (on_a, on_b)), *settled.events))


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


def _told(before: State, moved: Round) -> tuple[Event, ...]:
    return told([_play_told(before, board, moved[board]) for board in SIDES])


def _play_told(before: State, board: Side, moved: Moved) -> str:
    mover = before.players[moved.by]
    where = f"Bout {before.bout}, round {before.round}, board {BOARDS[board]}: {mover}"
    if moved.card is None:
        return f"{where} has no card that can move the Box."
    way = "-".join(names_of(bytes([moved.start]) + moved.path))
    landed = listed(moved.landed) if moved.tiles else "nothing"
    return f"{where} plays {moved.card.text}, {way}. Landed on {landed}."
