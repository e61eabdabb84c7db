"""What people are told: a sentence or two for everything that happens."""

from umpire.games.base import Event
from umpire.games.box_within_a_box.cards import told
from umpire.games.box_within_a_box.components import (
    BOARDS,
    FACES,
    SEATS,
    TILE_NAMES,
    Bets,
    Seat,
    opponent,
    points_text,
    rows_of,
)
from umpire.games.box_within_a_box.notation import write_tiles
from umpire.games.box_within_a_box.rules.betting import never_holds
from umpire.games.box_within_a_box.state import Bout, Moved, Paid, Round, State
from umpire.games.notation import listed

_WON_BY = {
    "points": "with more points",
    "best-bout": "with the greater best bout",
    "opponent": "as the Death Match Opponent, all else being equal",
}


def tell_board(after: State) -> tuple[Event, ...]:
    """Tell the board that chance dealt."""
    return _say(f"The board, from the top: {' / '.join(rows_of(after.known_boards[0]))}.")


def tell_ready(by: str) -> tuple[Event, ...]:
    """Tell that a player has seen enough."""
    return _say(f"{by} is ready.")


def tell_deal(after: State) -> tuple[Event, ...]:
    """Tell the cards of a bout."""
    return _say(f"Bout {after.bout}: the pool is {told(after.pool)}.")


def tell_bets(after: State) -> tuple[Event, ...]:
    """Tell that all bets are taken, and each player alone what cannot be won."""
    warnings = [
        Event(warning, only=player)
        for player, bets in zip(after.players, after.bets, strict=True)
        if (warning := warn_of_bets(bets or ()))
    ]
    return (*_say("All bets are in."), *warnings)


def warn_of_bets(bets: Bets) -> str:
    """Warn of conditions that never hold (ruling 6), for the eyes of who bets on them."""
    return " ".join(
        f"No tile is ever {bet.condition}: this bet of yours cannot win."
        for bet in bets
        if never_holds(bet.condition)
    )


def tell_round(before: State, after: State) -> tuple[Event, ...]:
    """Return what both cards of a round did, and after the last one how the bets came out."""
    settled = len(after.bouts) > len(before.bouts)
    played = after.bouts[-1].rounds[-1] if settled else after.rounds[-1]
    events = tuple(Event(text) for text in _round(before, played))
    return events + _settlement(before, after) if settled else events


def tell_out_of_time(player: str, after: State) -> tuple[Event, ...]:
    """Tell that limit and reserve are used up."""
    return _say(f"{player} is out of time: {_other(player, after)} wins the match.")


def tell_forfeit(player: str, after: State) -> tuple[Event, ...]:
    """Tell that the umpire has ended the match."""
    return _say(f"{player} forfeits: {_other(player, after)} wins the match.")


def _say(sentence: str) -> tuple[Event, ...]:
    return (Event(sentence),)


def _other(player: str, state: State) -> str:
    return state.players[opponent(state.seat_of(player))]


def _round(before: State, played: Round) -> list[str]:
    return [_moved(before, board, played[board]) for board in SEATS]


def _moved(before: State, board: Seat, moved: Moved) -> str:
    mover = before.players[moved.by]
    where = f"round {before.round}, board {BOARDS[board]}"
    if moved.card is None:
        return f"Bout {before.bout}, {where}: {mover} has no card that can move the Box."
    landed = [
        f"{TILE_NAMES[tile]} {FACES[face]}"
        for tile, face in zip(moved.tiles, moved.faces, strict=True)
    ]
    return (
        f"Bout {before.bout}, {where}: {mover} plays {moved.card}, from {TILE_NAMES[moved.start]} "
        f"by {write_tiles(moved.path)}; landed on {listed(landed) if landed else 'nothing'}."
    )


def _settlement(before: State, after: State) -> tuple[Event, ...]:
    bout = after.bouts[-1]
    sentences = [_paid(before, bout, seat) for seat in SEATS]
    outcome = after.outcome
    if outcome is not None:
        sentences.append(f"{outcome.winner} wins the match {_WON_BY[outcome.reason]}.")
    return tuple(Event(sentence) for sentence in sentences)


def _paid(before: State, bout: Bout, seat: Seat) -> str:
    bets = [
        f"{bet} ({_hits(paid)})" for bet, paid in zip(bout.bets[seat], bout.paid[seat], strict=True)
    ]
    return (
        f"Bout {before.bout} is settled for {before.players[seat]}: "
        f"{'; '.join(bets) or 'no bets'}. Staked {bout.staked(seat)}, paid "
        f"{points_text(bout.payout(seat))}: {points_text(bout.points[seat])} points."
    )


def _hits(paid: Paid) -> str:
    number = "1 hit" if paid.hits == 1 else f"{paid.hits} hits"
    return f"{number}, {points_text(paid.payout)}"
