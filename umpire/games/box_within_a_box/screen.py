"""A masked state laid out in named blocks of text: the public board, or one player's own table.

Every block has the same size in every phase, and all its cells are always given. On the board
names that begin with `a_` are of the Elimination Candidate, whose board is A, those with `b_` of
the Death Match Opponent. On a table `own_` and `other_` are as its player sees them.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from umpire.games.base import Outcome, Screen, Situation
from umpire.games.blocks import Block, cell, column, grid, renamed, row, table
from umpire.games.box_within_a_box.board import (
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
from umpire.games.box_within_a_box.cards import KINDS, POOL, Card
from umpire.games.box_within_a_box.conditions import BETS, TRAITS, add_uses, uses_left, uses_text
from umpire.games.box_within_a_box.rounds import HOW_WON
from umpire.games.box_within_a_box.state import BoxMove, PaidBet, Round, State
from umpire.games.screens import due, has_beaten
from umpire.games.text import pluralize
from umpire.games.two_players import SIDES, Side, opponent
from umpire.games.values import memoize

_BOX_ON_BLACK: Final = "[{}]"
_BOX_ON_WHITE: Final = "({})"
_LANDING_TEXTS: Final = "•"
_NO_BREAK: Final = "\N{NO-BREAK SPACE}"
"""Stands beside the digit of a black tile, so that the text tells the colour of its cell."""
_NOT_DEALT: Final = "not dealt yet"
"""Stands in place of the community cards before there are any."""
_FORMS: Final = {"bet": "Your bets", "play": "Your move"}
"""The heading of a decision's form."""
_HALF: Final = len(TRAITS) // 2


def screen(view: State, match: Situation, viewer: str | None) -> Screen:
    """Return the blocks of a player's own table, or of the public board for anybody else."""
    if viewer is None or viewer not in view.players:
        return _board(view, match)
    return _table(view, match, view.side_of(viewer))


def _board(state: State, match: Situation) -> Screen:
    blocks: Screen = {
        "title": cell(_title(state, match)),
        "subtitle": cell(_subtitle(state, None)),
        **_pool(state),
        **_rounds(state),
        "rounds_title": cell(f"Bout {state.bout}" if _rounds_shown(state) else ""),
        **_cards(state),
        **_bouts(state),
    }
    for side in SIDES:
        own = {
            "name": cell(state.players[side]),
            "status": cell(_status(state, match, side)),
            "points": cell(points_text(state.points[side])),
            "best": cell(f"best bout paid {points_text(state.best[side])}" if state.bouts else ""),
            "board": _tiles(state, side),
            "uses_low": row(_uses_left(state, side)[:_HALF], _HALF),
            "uses_high": row(_uses_left(state, side)[_HALF:], _HALF),
            **_settled_bouts(state, side),
        }
        blocks |= renamed(own, f"{BOARDS[side].lower()}_")
    return blocks


def _table(state: State, match: Situation, side: Side) -> Screen:
    other, uses = opponent(side), _uses_left(state, side)
    has_clock = bool(match.pending) and None not in match.reserve.values()
    return {
        "title": cell(_title(state, match)),
        "subtitle": cell(_subtitle(state, side)),
        "points": cell(_both_points(state, side)),
        "form_title": cell(_form_title(state, match, side)),
        "own_title": cell(_board_title(state, match, side, side)),
        "own_board": _tiles(state, side),
        "other_title": cell(_board_title(state, match, side, other)),
        "other_board": _tiles(state, other),
        "uses_low": column(uses[:_HALF], _HALF),
        "uses_high": column(uses[_HALF:], _HALF),
        "clock_labels": column(("you", "other") if has_clock else (), len(SIDES)),
        **_own_bets(state, side),
        **_pool(state),
        **_bouts(state),
        **renamed(_settled_bouts(state, side), "own_"),
        **renamed(_settled_bouts(state, other), "other_"),
    }


# What is going on


def _title(state: State, match: Situation) -> str:
    """Return the bout and what it waits for, in a few words; at the end the result."""
    if state.outcome is not None:
        return has_beaten(state.players, state.outcome)
    return f"{_when(state)}{match.mark}"


def _when(state: State) -> str:
    if not state.bout:
        return "Before bout 1"
    now = {"bet": "bets", "play": f"round {state.round} of {ROUNDS}"}.get(state.phase, "the cards")
    return f"Bout {state.bout} of {BOUTS}, {now}"


def _subtitle(state: State, viewer: Side | None) -> str:
    """Return a sentence on the step that the match is at."""
    if state.outcome is not None:
        return f"Won {HOW_WON[state.outcome.reason]}, {_when_ended(state, state.outcome)}."
    match state.phase:
        case "board":
            return "Chance deals the board with which both players start."
        case "examine-boards":
            return "Both boards are alike at the start."
        case "deal":
            return "Chance deals the eight community cards of this bout."
        case "examine-cards":
            return "You will both play from these."
        case "bet":
            return "Both bet in secret."
        case _ if viewer is None:
            return "In rounds 1 and 3 each moves the other's Box, in rounds 2 and 4 their own."
        case _:
            other = state.players[opponent(viewer)]
            box = f"{other}'s" if state.round in (1, 3) else "your own"
            return f"In this round you move {box} Box."


def _when_ended(state: State, outcome: Outcome) -> str:
    if not state.bout:
        return "before bout 1"
    if outcome.reason not in ("time", "forfeit"):
        return f"after bout {state.bout}"
    return f"in bout {state.bout}{f', round {state.round}' if state.round else ''}"


def _form_title(state: State, match: Situation, side: Side) -> str:
    pending = match.pending.get(state.players[side])
    if pending is None or pending.locked or match.paused:
        return ""
    return _FORMS.get(pending.kind.name, "Your answer")


def _status(state: State, match: Situation, side: Side) -> str:
    # Ruling 20: the status tells whether an answer is there, and nothing else of it.
    board = _to_move(state, match, side)
    tasks = {"bet": "to bet"} if board is None else {"play": f"to move Box {BOARDS[board]}"}
    return due(match, state.outcome, state.players[side], tasks, "ready?")


def _to_move(state: State, match: Situation, side: Side) -> Side | None:
    """Return the board whose Box a player owes a move now, None if there is none."""
    pending = match.pending.get(state.players[side])
    return None if pending is None or pending.kind.name != "play" else state.board_to_move(side)


def _both_points(state: State, side: Side) -> str:
    other = opponent(side)
    mine, theirs = points_text(state.points[side]), points_text(state.points[other])
    return f"{state.players[side]} {mine} : {theirs} {state.players[other]}"


def _board_title(state: State, match: Situation, side: Side, board: Side) -> str:
    letter, whose = BOARDS[board], "yours" if board == side else f"{state.players[board]}'s"
    pending = match.pending.get(state.players[side])
    is_to_move = board == _to_move(state, match, side) and not (pending and pending.locked)
    return f"Board {letter}: move this Box" if is_to_move else f"Board {letter}, {whose}"


# The boards


def _tiles(state: State, board: Side) -> Block:
    """Lay out a board, top row first, with marks for the Box and the last landings."""
    if state.boards is None:
        return grid((), SIZE, SIZE)
    box, landed_tiles = state.boxes[board], _landed_last(state, board)
    cells = [
        _tile(face, is_box=tile == box, is_landed_on=tile in landed_tiles)
        for tile, face in enumerate(state.boards[board])
    ]
    return grid((cells[start : start + SIZE] for start in range(0, TILES, SIZE)), SIZE, SIZE)


def _tile(face: Face, *, is_box: bool, is_landed_on: bool) -> str:
    """Return the digit of a tile, with marks for its colour, the Box and a landing."""
    is_black, digit = face < WHITE, face % WHITE
    if is_box:
        return (_BOX_ON_BLACK if is_black else _BOX_ON_WHITE).format(digit)
    if is_landed_on:
        return f"{digit}{_NO_BREAK if is_black else ' '}{_LANDING_TEXTS}"
    return f"{_NO_BREAK}{digit}{_NO_BREAK}" if is_black else str(digit)


def _landed_last(state: State, board: Side) -> bytes:
    """Return the tiles of a board that the last complete round has landed on."""
    rounds = state.rounds or (state.bouts[-1].rounds if state.bouts else ())
    return rounds[-1][board].tiles if rounds else b""


# The cards


class _CardTexts(NamedTuple):
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


@memoize
def _card_texts(card: Card) -> _CardTexts:
    names = [figure.name for figure in card.figures]
    return _CardTexts(
        str(card.number),
        card.name,
        card.type,
        "+".join(map(str, card.numbers)),
        names[0] if len(set(names)) == 1 else ", ".join(names),
        card.special.text,
    )


def _pool(state: State) -> Screen:
    """Lay out the eight cards of the running bout, also those played, one per row."""
    cards = [*((card, "") for card in state.pool), *_played_cards(state)]
    cards.sort(key=lambda card_and_by: card_and_by[0].number)
    rows = [(str(card.number), card.name, _card_texts(card).movement, by) for card, by in cards]
    if not rows and state.outcome is None:
        rows = [("", "", _NOT_DEALT, "")]
    return renamed(table(("number", "name", "movement", "played"), rows, POOL), "pool_")


def _played_cards(state: State) -> Iterator[tuple[Card, str]]:
    """Yield each card that has left the pool in this bout, and who played it.

    Ruling 8: of a card that both played in one round one copy has left, or two if two were there.
    The state says only how many of the eight cards have left in all, and after the last bout not
    even that; then both players stand beside one card.
    """
    rounds = _rounds_shown(state)
    count = sum(move.card is not None for both in rounds for move in both)
    is_short = _is_settled(state) or POOL - len(state.pool) < count
    for both in rounds:
        plays = [
            (move.card, f"{state.players[move.by]} on {letter}")
            for move, letter in zip(both, BOARDS, strict=True)
            if move.card is not None
        ]
        if is_short and len(plays) > 1 and plays[0][0] is plays[1][0]:
            yield plays[0][0], f"both: {plays[0][1]}"
        else:
            yield from plays


def _cards(state: State) -> Screen:
    """Lay out the list of all cards, with the copies still to be dealt."""
    rows = [
        (*_card_texts(card), str(state.undealt.count(card))) for card in state.terms.cards.cards
    ]
    fields = (*_CardTexts._fields, "undealt")
    return renamed(table(fields, rows, KINDS), "card_")


# Rounds, bets and bouts


def _rounds(state: State) -> Screen:
    """Lay out the complete rounds of the bout, each in a row for board A and one for board B.

    After the last settlement they are those of the last bout.
    """
    rows = [
        (
            f"{number} {letter}",
            state.players[move.by],
            move.card.text if move.card else "none",
            _path(move),
            ", ".join(move.landing_texts),
        )
        for number, both in enumerate(_rounds_shown(state), 1)
        for letter, move in zip(BOARDS, both, strict=True)
    ]
    fields = ("board", "by", "card", "path", "landed")
    return renamed(table(fields, rows, ROUNDS * len(BOARDS)), "round_")


def _path(move: BoxMove) -> str:
    """Return the path of a Box with its start, and the tile to which it was put back, if any."""
    if not move.path:
        return ""
    end = TILE_NAMES[move.end]
    back = f", back to {end}" if move.end != move.path[-1] else ""
    return f"{'-'.join((TILE_NAMES[move.start], *names_of(move.path)))}{back}"


def _is_settled(state: State) -> bool:
    """Return whether the last bout is over, and no other has begun."""
    return bool(state.bouts) and len(state.bouts) == state.bout


def _rounds_shown(state: State) -> tuple[Round, ...]:
    """Return the complete rounds of the running bout, or of the last one if none is to come."""
    return state.bouts[-1].rounds if _is_settled(state) else state.rounds


def _bouts(state: State) -> Screen:
    """Lay out the numbers of the settled bouts."""
    numbers = (f"Bout {number}" for number in range(1, len(state.bouts) + 1))
    return {
        "bouts_title": cell("Settled" if state.bouts else ""),
        "bouts_number": column(numbers, BOUTS),
    }


def _settled_bouts(state: State, side: Side) -> Screen:
    """Lay out a player's settled bouts, one per row: the bets, what they paid, the points after."""
    rows = [
        (
            "\n".join(map(_paid_bet, bout.bets[side])) or "no bets",
            points_text(bout.payout[side]),
            points_text(bout.points[side]),
        )
        for bout in state.bouts
    ]
    return table(("bouts_bets", "bouts_paid", "bouts_points"), rows, BOUTS)


def _paid_bet(paid: PaidBet) -> str:
    return f"{paid.bet}: {pluralize(paid.hits, 'hit')}, {points_text(paid.payout)}"


def _own_bets(state: State, side: Side) -> Screen:
    """Lay out the bets of the bout, with the hits on the player's own board so far."""
    faces = b"".join(both[side].faces for both in _rounds_shown(state))
    rows = []
    bets = state.bets[side]
    if _is_settled(state):
        bets = tuple([paid.bet for paid in state.bouts[-1].bets[side]])
    if bets is None and state.outcome is None:
        rows.append(("no bets yet", "", ""))
    for bet in bets or ():
        hits = bet.condition.hits(faces)
        rows.append((str(bet), str(hits), points_text(hits * bet.stake * bet.condition.rate)))
    return table(("bet_line", "bet_hits", "bet_payout"), rows, BETS)


def _uses_left(state: State, side: Side) -> list[str]:
    """Return how often a player may still name each trait, as far as their bets are known."""
    return uses_text(uses_left(add_uses(state.used[side], state.bets[side] or ())))
