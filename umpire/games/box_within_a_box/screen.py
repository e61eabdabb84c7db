"""A masked state laid out in named blocks of text: the public board, or one player's own table.

Every block has the same size in every phase, and all its cells are always given. On the board
names that begin with `a_` are of the Elimination Candidate, whose board is A, those with `b_` of
the Death Match Opponent. On a table `own_` and `other_` are as its player sees them.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from umpire.games.base import CUT, Outcome, Screen, Situation
from umpire.games.blocks import Block, column, grid, one, renamed, row
from umpire.games.box_within_a_box.cards import KINDS, POOL, Card
from umpire.games.box_within_a_box.components import (
    BOARDS,
    BOUTS,
    ROUNDS,
    SIZE,
    TILE_NAMES,
    TILES,
    WHITE,
    Face,
    names_of,
    points_text,
)
from umpire.games.box_within_a_box.rules.conditions import BETS, TRAITS, left, with_uses
from umpire.games.box_within_a_box.rules.ending import how_won
from umpire.games.box_within_a_box.state import Moved, State
from umpire.games.two_players import SIDES, Side, opponent
from umpire.games.values import once

_BOX_ON_BLACK: Final = "[{}]"
_BOX_ON_WHITE: Final = "({})"
_LANDED: Final = "•"
_NO_BREAK: Final = "\N{NO-BREAK SPACE}"
"""Beside the digit of a black tile, where others have a blank or nothing: colours go by texts."""
_DUES: Final = {"bet": "to bet", CUT: "to cut"}


def screen(seen: State, match: Situation, viewer: str | None) -> Screen:
    """Return the blocks of a player's own table, or of the public board for anybody else."""
    if viewer is None or viewer not in seen.players:
        return _board(seen, match)
    return _table(seen, match, seen.side_of(viewer))


def _board(state: State, match: Situation) -> Screen:
    blocks: Screen = {
        "turn": one(_turn(state, match)),
        **_pool(state),
        **_rounds(state),
        **_cards(state),
    }
    for side in SIDES:
        own = {
            "name": one(state.players[side]),
            "status": one(_status(state, match, side)),
            "points": one(points_text(state.points[side])),
            "best": one(points_text(state.best[side])),
            "board": _tiles(state, side),
            "uses": row(_uses_left(state, side), len(TRAITS)),
            **_settled(state, side),
        }
        blocks |= renamed(own, f"{BOARDS[side].lower()}_")
    return blocks


def _table(state: State, match: Situation, side: Side) -> Screen:
    other, uses = opponent(side), _uses_left(state, side)
    return {
        "turn": one(_turn(state, match)),
        "points": one(_both_points(state, side)),
        "own_title": one(_title(state, match, side, side)),
        "own_board": _tiles(state, side),
        "other_title": one(_title(state, match, side, other)),
        "other_board": _tiles(state, other),
        "uses_first": row(uses[:SIZE], SIZE),
        "uses_last": row(uses[SIZE:], len(TRAITS) - SIZE),
        **_own_bets(state, side),
        **_pool(state),
    }


def _columns(names: Sequence[str], rows: Iterable[Sequence[str]], count: int) -> Screen:
    """Return a block for each column of the rows, by its name."""
    given = list(rows)
    return {name: column([texts[at] for texts in given], count) for at, name in enumerate(names)}


# What is going on


def _turn(state: State, match: Situation) -> str:
    if state.outcome is not None:
        won = f"{state.outcome.winner} has won {how_won(state.outcome.reason)}"
        return f"★ {_when_ended(state, state.outcome)}: {won}"
    when = f"Bout {state.bout} of {BOUTS}" if state.bout else "Before bout 1"
    paused = " (paused)" if match.paused else ""
    return f"{when}{_doing(state)}{paused}"


def _doing(state: State) -> str:
    match state.phase:
        case "board":
            return ": the boards are dealt"
        case "examine-boards":
            return ": time to look at the boards"
        case "deal":
            return ": the Community Cards are dealt"
        case "examine-cards":
            return ": time to look at the Community Cards"
        case "bet":
            return ", Betting Phase: in secret"
    whose = "their own" if state.moves_board(0) == 0 else "the other's"
    return f", Play Phase, round {state.round} of {ROUNDS}: {whose} Box"


def _when_ended(state: State, outcome: Outcome) -> str:
    if outcome.reason not in ("time", "forfeit"):
        return f"Over after bout {state.bout}"
    if not state.bout:
        return "Over before bout 1"
    during = f", round {state.round}" if state.round else ""
    return f"Over in bout {state.bout}{during}"


def _status(state: State, match: Situation, side: Side) -> str:
    name = state.players[side]
    if state.outcome is not None:
        return "★ has won" if state.outcome.winner == name else ""
    if name in match.owed:
        moved = _to_move(state, match, side)
        if moved is not None:
            return f"to move Box {BOARDS[moved]}"
        return _DUES.get(match.owed[name].kind.name, "to say ready")
    # Ruling 20: that an answer is there is all that anybody learns of it.
    return "waits" if any(player in match.owed for player in state.players) else ""


def _to_move(state: State, match: Situation, side: Side) -> Side | None:
    """Return the board whose Box a player owes a move now, None if there is none."""
    owed = match.owed.get(state.players[side])
    return None if owed is None or owed.kind.name != "play" else state.moves_board(side)


def _both_points(state: State, side: Side) -> str:
    other = opponent(side)
    mine, theirs = points_text(state.points[side]), points_text(state.points[other])
    return f"{state.players[side]} {mine} : {theirs} {state.players[other]}"


def _title(state: State, match: Situation, side: Side, board: Side) -> str:
    letter, whose = BOARDS[board], "yours" if board == side else f"{state.players[board]}'s"
    is_to_move = board == _to_move(state, match, side)
    return f"▶ move this Box: {letter}" if is_to_move else f"{letter}, {whose}"


# The boards


def _tiles(state: State, board: Side) -> Block:
    """Lay a board out, top row first: the Box and the tiles last landed on are marked."""
    if state.boards is None:
        return grid((), SIZE, SIZE)
    box, landed = state.boxes[board], _landed_last(state, board)
    cells = [
        _tile(face, is_box=tile == box, is_landed_on=tile in landed)
        for tile, face in enumerate(state.boards[board])
    ]
    return grid((cells[start : start + SIZE] for start in range(0, TILES, SIZE)), SIZE, SIZE)


def _tile(face: Face, *, is_box: bool, is_landed_on: bool) -> str:
    """Return a tile as its digit, which is drawn on black or white, and what is to be marked."""
    is_black, digit = face < WHITE, face % WHITE
    if is_box:
        return (_BOX_ON_BLACK if is_black else _BOX_ON_WHITE).format(digit)
    if is_landed_on:
        return f"{digit}{_NO_BREAK if is_black else ' '}{_LANDED}"
    return f"{_NO_BREAK}{digit}{_NO_BREAK}" if is_black else str(digit)


def _landed_last(state: State, board: Side) -> bytes:
    """Return the tiles of a board that the last complete round has landed on."""
    rounds = state.rounds or (state.bouts[-1].rounds if state.bouts else ())
    return rounds[-1][board].tiles if rounds else b""


# The cards


class _Shown(NamedTuple):
    """A card as it is shown."""

    number: str
    name: str
    type: str
    figure: str
    displacement: str
    special: str

    @property
    def movement(self) -> str:
        """The whole movement in one line: `B: 2 any; flip`."""
        special = f"; {self.special}" if self.special else ""
        return f"{self.type}: {self.figure} {self.displacement}{special}"


@once
def _shown(card: Card) -> _Shown:
    names = [figure.name for figure in card.figures]
    return _Shown(
        str(card.number),
        card.name,
        card.type,
        "+".join(map(str, card.numbers)),
        names[0] if len(set(names)) == 1 else ", ".join(names),
        card.special.text,
    )


def _pool(state: State) -> Screen:
    """Lay the deal of the running bout out, a row for each card; what was played stays in place."""
    dealt = [*((card, "") for card in state.pool), *_played(state)]
    dealt.sort(key=lambda card_and_by: card_and_by[0].number)
    rows = [(str(card.number), card.name, _shown(card).movement, by) for card, by in dealt]
    return _columns(("pool_number", "pool_name", "pool_movement", "pool_played"), rows, POOL)


def _played(state: State) -> Iterator[tuple[Card, str]]:
    """Yield each card that the rounds of the running bout took out of the pool, and who played it.

    Ruling 8: of a card that both played in one round one copy has gone, or two if two were there.
    The state does not say which, but how many of the eight have gone.
    """
    count = sum(moved.card is not None for both in state.rounds for moved in both)
    is_short = POOL - len(state.pool) < count
    for both in state.rounds:
        played = [
            (moved.card, f"{state.players[moved.by]} on {letter}")
            for moved, letter in zip(both, BOARDS, strict=True)
            if moved.card is not None
        ]
        if is_short and len(played) > 1 and played[0][0] is played[1][0]:
            yield played[0][0], ", ".join(by for _, by in played)
        else:
            yield from played


def _cards(state: State) -> Screen:
    """Lay the list of all cards out, with the copies that no deal has had so far."""
    rows = [(*_shown(card), str(state.undealt.count(card))) for card in state.terms.cards.cards]
    fields = (*_Shown._fields, "undealt")
    return _columns([f"card_{field}" for field in fields], rows, KINDS)


# Rounds, bets and bouts


def _rounds(state: State) -> Screen:
    """Lay the complete rounds of a bout out, for each a row of board A and one of board B.

    After the last settlement no bout runs, and the rounds are those of the last one.
    """
    is_settled = bool(state.bouts) and len(state.bouts) == state.bout
    rows = [
        (
            f"{number} {letter}",
            state.players[moved.by],
            moved.card.text if moved.card else "none",
            _path(moved),
            ", ".join(moved.landed),
        )
        for number, both in enumerate((state.bouts[-1] if is_settled else state).rounds, 1)
        for letter, moved in zip(BOARDS, both, strict=True)
    ]
    fields = ("board", "by", "card", "path", "landed")
    return _columns([f"round_{field}" for field in fields], rows, ROUNDS * len(BOARDS))


def _path(moved: Moved) -> str:
    """Write the way of a Box from where it stood, and where it was put back to, if it was."""
    if not moved.path:
        return ""
    end = TILE_NAMES[moved.end]
    back = f", back to {end}" if moved.end != moved.path[-1] else ""
    return f"{'-'.join((TILE_NAMES[moved.start], *names_of(moved.path)))}{back}"


def _settled(state: State, side: Side) -> Screen:
    """Lay a player's settled bouts out, for each a row of its sums and one for each bet."""
    rows: list[tuple[str, str, str, str]] = []
    for number, bout in enumerate(state.bouts, 1):
        points, payout = points_text(bout.points[side]), points_text(bout.payout[side])
        rows.append((f"{number}: {points}", str(bout.staked[side]), "", payout))
        bets = [
            (str(bet.condition), str(bet.stake), str(paid.hits), points_text(paid.payout))
            for bet, paid in zip(bout.bets[side], bout.paid[side], strict=True)
        ]
        rows += bets + [("", "", "", "")] * (BETS - len(bets))
    fields = ("condition", "stake", "hits", "payout")
    return _columns([f"bout_{field}" for field in fields], rows, BOUTS * (1 + BETS))


def _own_bets(state: State, side: Side) -> Screen:
    """Lay the bets of the running bout out, with the hits on the player's own board so far."""
    landed = b"".join(both[side].faces for both in state.rounds)
    rows = []
    for bet in state.bets[side] or ():
        hits = bet.condition.hits(landed)
        rows.append((str(bet), str(hits), points_text(hits * bet.stake * bet.condition.rate)))
    return _columns(("bet_line", "bet_hits", "bet_payout"), rows, BETS)


def _uses_left(state: State, side: Side) -> list[str]:
    """Return how often a player may still name each trait, as far as their bets are known."""
    return [*map(str, left(with_uses(state.used[side], state.bets[side] or ())))]
