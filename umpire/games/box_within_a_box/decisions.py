"""What is asked of whom in a state."""

from typing import Final

from umpire.games.base import CHANCE, Decision
from umpire.games.box_within_a_box.cards import told
from umpire.games.box_within_a_box.components import (
    BOUTS,
    SEATS,
    Seat,
    points_text,
)
from umpire.games.box_within_a_box.notation import shortest
from umpire.games.box_within_a_box.rules.betting import asked, owed, possible
from umpire.games.box_within_a_box.rules.rounds import box_of, movable
from umpire.games.box_within_a_box.state import State
from umpire.games.legacy import Kind
from umpire.games.notation import listed

_LOST: Final = "then the reserve runs, and with that used up the match is lost"

KINDS: Final = (
    Kind(
        "examine-boards",
        "each player, before the first bout: to look at the boards",
        "ready",
        ("ready",),
        "seconds_examine_boards; then it counts as ready. With 0 it is not asked",
    ),
    Kind(
        "examine-cards",
        "each player, in each bout: to look at the eight cards",
        "ready",
        ("ready",),
        "seconds_examine_cards; then it counts as ready. With 0 it is not asked",
    ),
    Kind(
        "bet",
        "both players in secret, in each bout: three bets on the tiles that the own Box lands on",
        "POINTS on TRAIT, or POINTS on TRAIT and TRAIT, or POINTS on TRAIT or TRAIT; between bets "
        "a comma, a semicolon or a line break. A trait is black, white or a number 0 to 9",
        ("3 on black and 2; 1 on 6; 5 on 7 or 9", "3: b & 2, 1: 6, 5: 7/9"),
        f"seconds_bet; {_LOST}",
    ),
    Kind(
        "play",
        "both players in secret, in each of the four rounds of a bout: a card of the pool, in "
        "rounds 1 and 3 for the other's Box, in rounds 2 and 4 for the own one",
        "CARD and where it moves the Box: tiles (the whole path, where the parts end, or where the "
        "movement ends) or a direction for each number of the card; only the card where there is "
        "one way; none if no card of the pool can move the Box. The card is its number or its "
        "name, which may be shortened",
        ("LUNGE D7", "3 up", "#3 D4-D5-D6-D7", "lun u", "10 right+up", "none"),
        f"seconds_play; {_LOST}",
    ),
)
"""The kinds of decisions that players answer, for umpires."""


def pending(state: State) -> tuple[Decision, ...]:
    """Return the decisions that are owed, none when the match is over."""
    match state.phase:
        case "board":
            return (Decision("board", CHANCE, "board"),)
        case "deal":
            return (Decision(f"deal {state.bout}", CHANCE, "deal"),)
        case "examine-boards" | "examine-cards":
            return _examinations(state)
        case "bet":
            # Ruling 5: who can form no condition is not asked.
            return tuple(_secret(state, seat, "bet") for seat in asked(state))
        case "play":
            return tuple(_secret(state, seat, "play") for seat in SEATS)
        case "over":
            return ()


def _examinations(state: State) -> tuple[Decision, ...]:
    # Ruling 1: without a clock no limit falls, and they wait until both are ready.
    limits = state.terms.limits
    seconds = limits.examine_boards if state.phase == "examine-boards" else limits.examine_cards
    return tuple(
        Decision(f"{state.phase} {state.bout}.{seat + 1}", player, state.phase, seconds)
        for seat, player in enumerate(state.players)
        if not state.ready[seat]
    )


def _secret(state: State, seat: Seat, kind: str) -> Decision:
    """Return one of the decisions that both owe at once. Ruling 20: neither sees the other's.

    Ruling 2: who has used up limit and reserve loses at once, whatever the other does.
    """
    limits = state.terms.limits
    when = f"{kind} {state.bout}" if kind == "bet" else f"{kind} {state.bout}.{state.round}"
    return Decision(
        id=f"{when} of seat {seat + 1}",
        by=state.players[seat],
        kind=kind,
        limit=limits.bet if kind == "bet" else limits.play,
        reserve=True,
        rule="last",
        group=when,
        secret=True,
        fatal=True,
    )


def ask(state: State, decision: Decision) -> str:
    """Ask for a decision, in one sentence with an example."""
    match state.phase:
        case "board":
            return "Deal the board: 49 tiles from A7 to G1, e.g. b3 w0 b1 and so on."
        case "examine-boards":
            return "Examine the boards and say ready when you have seen enough."
        case "deal":
            return (
                f"Deal the eight cards of bout {state.bout} of {BOUTS} by their numbers, "
                "e.g. 3 3 7 12 18 20 31 38."
            )
        case "examine-cards":
            return (
                f"Bout {state.bout}: examine the cards, {told(state.pool)}, and say ready when you "
                "have seen enough."
            )
        case "bet":
            return _ask_bets(state, state.seat_of(decision.by))
        case "play":
            return _ask_play(state, state.seat_of(decision.by))
        case "over":
            raise ValueError("nothing is asked once the match is over")


def _ask_bets(state: State, seat: Seat) -> str:
    used = state.used[seat]
    number = owed(used)
    conditions = "one condition" if number == 1 else f"{number} conditions"
    example = "; ".join(f"1 on {condition}" for condition in possible(used))
    return (
        f"Bout {state.bout}: stake some of your {points_text(state.points[seat])} points on "
        f"{conditions}, e.g. {example}."
    )


def _ask_play(state: State, seat: Seat) -> str:
    box = box_of(state, seat)
    can = movable(state, seat)
    if not can:
        return f"Round {state.round}: no card of the pool can move {box}: say none."
    card = can[0]
    way = next(shortest(card, box.movements(card), box.tile))
    cards = listed([one.text for one in can], "or")
    return f"Round {state.round}: move {box} with {cards}, e.g. {card.name} {way}."
