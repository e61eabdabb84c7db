"""A round: which movement a line means, whether it is allowed, and what becomes of it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from umpire.games.base import NotAllowed
from umpire.games.box_within_a_box.answers import NoPlay, Play, Said, Tiles, Ways
from umpire.games.box_within_a_box.cards import Card, Cards, kinds, told, without
from umpire.games.box_within_a_box.components import (
    BOARDS,
    ROUNDS,
    SEATS,
    TILE_NAMES,
    Board,
    Path,
    Seat,
    Tile,
)
from umpire.games.box_within_a_box.movement import (
    Movement,
    Movements,
    can_move,
    landings,
    movements,
)
from umpire.games.box_within_a_box.notation import write_tiles, write_ways
from umpire.games.box_within_a_box.rules.settlement import settle
from umpire.games.box_within_a_box.state import Moved, State
from umpire.games.notation import listed, quoted
from umpire.games.values import changed

_MOST_LISTED = 24
"""How many paths a refusal lists for a player to choose from."""


class Box(NamedTuple):
    """The Box that a player moves in this round."""

    board: Seat
    tile: Tile
    faces: Board

    def movements(self, card: Card) -> Movements:
        """Return the valid movements of a card for it."""
        return movements(card, self.tile, self.faces)

    def __str__(self) -> str:
        return f"the Box on {TILE_NAMES[self.tile]} of board {BOARDS[self.board]}"


def box_of(state: State, seat: Seat) -> Box:
    """Return the Box that a player moves in this round."""
    board = state.moves_board(seat)
    return Box(board, state.boxes[board], state.known_boards[board])


def movable(state: State, seat: Seat) -> Cards:
    """Return the kinds of cards in the pool that have a valid movement for a player's Box."""
    box = box_of(state, seat)
    return tuple(card for card in kinds(state.pool) if can_move(card, box.tile, box.faces))


def check(state: State, seat: Seat, said: Said | NoPlay) -> Play | NoPlay:
    """Judge a play. Raises NotAllowed if the rules forbid it or it may mean several movements."""
    if isinstance(said, NoPlay):
        return _check_none(state, seat)
    card = _card(state.pool, said)
    box = box_of(state, seat)
    valid = box.movements(card)
    if not valid:
        raise NotAllowed(f"{card} has no valid movement for {box}: choose another card.")
    match said.where:
        case Tiles(tiles):
            return Play(card, _by_tiles(card, box, valid, tiles))
        case Ways(directions):
            return Play(card, _by_ways(card, box, valid, directions))
        case None:
            return Play(card, _only_one(card, box, valid))


def _check_none(state: State, seat: Seat) -> NoPlay:
    # Ruling 12: the whole pool is looked at, as it is at the start of the round.
    can = movable(state, seat)
    if can:
        raise NotAllowed(
            f"You must play a card: {can[0]} can move {box_of(state, seat)}, "
            f"e.g. {can[0].name} {write_tiles(box_of(state, seat).movements(can[0]).all[0].path)}."
        )
    return NoPlay()


def _card(pool: Cards, said: Said) -> Card:
    fitting = [card for card in said.fitting if card in pool]
    if not fitting:
        if len(said.fitting) == 1:
            raise NotAllowed(f"{said.fitting[0]} is not in the pool, which has {told(pool)}.")
        raise NotAllowed(
            f"No card in the pool begins with {quoted(said.card)}: it has {told(pool)}."
        )
    if len(fitting) > 1:
        names = listed([card.name for card in fitting], "or")
        raise NotAllowed(f"{quoted(said.card)} may be {names}: add a letter.")
    return fitting[0]


def _by_tiles(card: Card, box: Box, valid: Movements, tiles: Path) -> Movement:
    if len(tiles) > 1 and tiles[0] == box.tile:
        tiles = tiles[1:]
    exactly = valid.along(tiles)
    if exactly is not None:
        return exactly
    # Ruling 18: where tiles lie between, an end is enough if it leaves one movement.
    meant = valid.naming(tiles)
    if card.by_path:
        paths = meant or valid.all
        raise NotAllowed(f"{card} needs the whole path: {_choice(paths)}.")
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise NotAllowed(f"{write_tiles(tiles)} leaves a choice with {card}: {_choice(meant)}.")
    raise NotAllowed(
        f"{card} cannot move {box} by {write_tiles(tiles)}: it can move by {_choice(valid.all)}."
    )


def _by_ways(card: Card, box: Box, valid: Movements, directions: tuple[int, ...]) -> Movement:
    if not card.directed:
        raise NotAllowed(f"{card} is not told by directions: name tiles, {_choice(valid.all)}.")
    if len(directions) != len(card.numbers):
        raise NotAllowed(
            f"{card} needs {len(card.numbers)} directions, one for each number, not "
            f"{len(directions)}."
        )
    meant = valid.chosen(directions)
    if meant is None:
        raise NotAllowed(
            f"{card} cannot move {box} {write_ways(directions)}: it can move by "
            f"{_choice(valid.all)}."
        )
    return meant


def _only_one(card: Card, box: Box, valid: Movements) -> Movement:
    if len(valid) == 1 and not card.by_path:
        return valid.all[0]
    raise NotAllowed(f"Say how {card} moves {box}: {_choice(valid.all)}.")


def _choice(several: Sequence[Movement]) -> str:
    """List movements by their whole paths, so that one can be copied."""
    paths = [write_tiles(movement.path) for movement in several[:_MOST_LISTED]]
    if len(several) > _MOST_LISTED:
        paths.append(f"{len(several) - _MOST_LISTED} more")
    return listed(paths, "or")


def play(state: State, answers: Mapping[str, Play | NoPlay]) -> State:
    """Play both cards of a round; they do not touch each other. The last round settles the bout."""
    assert state.round is not None, "played only in a round"
    moved: list[Moved] = []
    boards: list[Board] = []
    for board in SEATS:
        mover = state.moves_board(board)
        done, faces = _moved(state, mover, answers[state.players[mover]])
        moved.append(done)
        boards.append(faces)
    # Ruling 14: all of this is public at once.
    on_a, on_b = moved
    after = changed(
        state,
        boards=(boards[0], boards[1]),
        boxes=(on_a.end, on_b.end),
        pool=_pool_after(state.pool, on_a.card, on_b.card),
        rounds=(*state.rounds, (on_a, on_b)),
        round=state.round + 1,
    )
    return settle(after) if state.round == ROUNDS else after


def _moved(state: State, mover: Seat, answer: Play | NoPlay) -> tuple[Moved, Board]:
    """Return what a play does to its Box, and the faces of the board afterwards."""
    box = box_of(state, mover)
    if isinstance(answer, NoPlay):
        return Moved(mover, None, box.tile, b"", b"", b"", box.tile), box.faces
    card, movement = answer
    path, special = movement.path, card.special
    tiles = landings(card, movement)
    # Ruling 9: landings show what the tiles had before the special figure changes them.
    faces = bytes([box.faces[tile] for tile in tiles])
    end = special.left_at(box.tile, path)
    moved = Moved(mover, card, box.tile, path, tiles, faces, end)
    return moved, special.changed(box.faces, box.tile, path)


def _pool_after(pool: Cards, on_a: Card | None, on_b: Card | None) -> Cards:
    """Take out what was played. Ruling 8: a single copy that both played leaves once."""
    for card in (on_a, on_b):
        if card is not None and card in pool:
            pool = without(pool, card)
    return pool
