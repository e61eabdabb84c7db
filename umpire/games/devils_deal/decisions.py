"""What is asked of whom in a state, and what umpires read about each kind of decision."""

from typing import Final

from umpire.games.base import CHANCE, Decision
from umpire.games.devils_deal.components import (
    POOL,
    REFILL_PRICE,
    SELECTION,
    SIDES,
    START_POOL,
    in_order,
    names,
)
from umpire.games.devils_deal.rules.betting import highest_raise, may_call
from umpire.games.devils_deal.rules.poker import choosable
from umpire.games.devils_deal.rules.refill import must_go, selection
from umpire.games.devils_deal.state import State
from umpire.games.legacy import Kind
from umpire.games.notation import listed

KINDS: Final = (
    Kind(
        "start",
        "Who is the starting player of round 1; the first player decides.",
        "NAME, me or opponent",
        ("Ana", "bo", "me"),
        "simple_seconds; then the decider starts",
    ),
    Kind(
        "refill",
        f"Whether to pay {REFILL_PRICE} chips for a refill, as often as wanted.",
        "yes (y) or no (n)",
        ("yes", "n"),
        "simple_seconds; then no",
    ),
    Kind(
        "divide",
        f"Which of the {SELECTION} cards go into piles of equal sum, which pile is set aside, and "
        f"what is discarded where the pool would exceed {POOL}.",
        "piles on lines of their own or with | or / between them, the one set aside marked by *, "
        "aside or set aside; perhaps unused: CARDS and discard: CARDS; or none",
        (
            "R2 B3 R3 G6 | G5 B9 | B6 G8 | G2 B5 R7 *",
            "R2 B3 / G5 / aside: B5 / unused: G1 / discard: R2 B3",
            "none",
        ),
        "complicated_seconds; the last valid division counts, lock ends it early; else none",
    ),
    Kind(
        "take",
        "Which card not kept the opponent takes, and what is discarded from a full pool for it.",
        "CARD, CARD discard: CARD, or pass",
        ("G2", "take g2", "G2 discard: R5", "pass"),
        "simple_seconds; then pass",
    ),
    Kind(
        "private",
        "Which two cards of the own pool become private, the one revealed first before the other.",
        "CARD CARD",
        ("R5 B3",),
        "complicated_seconds; then the match is lost",
    ),
    Kind(
        "bet",
        "What to do in a betting phase; a raise comes on top of the call.",
        "call (c), raise N (r N) or fold (f)",
        ("raise 3", "c", "fold"),
        "simple_seconds; then fold",
    ),
    Kind(
        "break",
        "When the own break after a round may end.",
        "ready",
        ("ready",),
        "break_seconds; then ready",
    ),
)


def pending(state: State) -> tuple[Decision, ...]:
    """Return what is owed, none when the match is over."""
    players, limits = state.players, state.limits
    acting, round_ = players[state.acting], state.round
    match state.phase:
        case "deal" | "community" as drawn:
            return (Decision(f"{drawn} {round_}", CHANCE, drawn),)
        case "selection" | "discard" as drawn:
            return (Decision(f"{drawn} {_of_refill(state)}", CHANCE, drawn),)
        case "start":
            return (Decision("start", acting, "start", limits.simple),)
        case "refill":
            return (Decision(f"refill {_of_offer(state)}", acting, "refill", limits.simple),)
        case "divide":
            # Ruling 8: nobody but its author sees a draft, and only the one that closes counts.
            # Ruling 9: what is invalid replaces nothing that is held.
            return (_divide(state, acting),)
        case "take":
            return (Decision(f"take {_of_refill(state)}", acting, "take", limits.simple),)
        case "private":
            # Ruling 20: the first valid choice is final, unlike a division.
            return tuple([_private(state, name) for name in players])
        case "bet":
            bet = f"bet {round_}.{len(state.playing.actions) + 1}"
            return (Decision(bet, acting, "bet", limits.simple),)
        case "break":
            # Ruling 34: each ends it for oneself.
            owing = [players[side] for side in SIDES if not state.ready[side]]
            return tuple(
                [Decision(f"break {round_} {name}", name, "break", limits.pause) for name in owing]
            )
        case "over":
            return ()


def _divide(state: State, name: str) -> Decision:
    limit = state.limits.complicated
    number = f"divide {_of_refill(state)}"
    return Decision(number, name, "divide", limit, rule="last", secret=True)


def _private(state: State, name: str) -> Decision:
    limit, group = state.limits.complicated, f"private {state.round}"
    return Decision(f"{group} {name}", name, "private", limit, group=group, secret=True)


def _of_offer(state: State) -> str:
    """Return the number of a question whether to refill; after the last refill comes one more."""
    current = state.playing
    before = len(current.refills) + (state.acting != current.starter)
    return f"{current.number}.{before + 1}"


def _of_refill(state: State) -> str:
    current = state.playing
    return f"{current.number}.{len(current.refills)}"


def ask(state: State, decision: Decision) -> str:
    """Ask for a decision, in one sentence with an example, for its owner's eyes."""
    match decision.kind:
        case "deal":
            return (
                f"Draw {2 * START_POOL} different cards, the first player's pool of {START_POOL} "
                "before the second's, e.g. R1 R2 R3 R4 R5 B1 B2 B3 B4 B5."
            )
        case "selection":
            return (
                f"Draw {SELECTION} different cards for {state.players[state.acting]}, "
                "e.g. R1 R2 R3 R4 R5 R6 B1 B2 B3 B4 B5 B6."
            )
        case "discard":
            # No card as an example: who may read this is not known, and the pool is a secret.
            return f"Draw {must_go(state)} to discard from {state.players[state.acting]}'s pool."
        case "community":
            return "Draw the community card, e.g. R5."
        case "start":
            return f"Say who starts, {listed(state.players, 'or')}, e.g. {state.players[0]}."
        case "refill":
            return (
                f"Say whether you pay {REFILL_PRICE} of your {state.chips[state.acting]} chips "
                "for a refill, yes or no, e.g. no."
            )
        case "divide":
            return _ask_divide(state)
        case "take":
            return _ask_take(state)
        case "private":
            cards = choosable(state, state.side_of(decision.by))
            return (
                f"Choose two of {names(cards)}, the one to be revealed first before the other, "
                f"e.g. {names(cards[:2])}."
            )
        case "bet":
            return _ask_bet(state)
        case _:
            return "Say that you are ready for the next round, e.g. ready."


def _ask_divide(state: State) -> str:
    selected = selection(state)
    return (
        f"Divide {names(selected)} into piles of equal sum, a line each, the one set aside marked "
        f"*; discard down to {POOL}, e.g. {names(selected[:1])} *."
    )


def _ask_take(state: State) -> str:
    offered = in_order(state.refilling.offered)
    pool = state.pools[state.acting]
    discard = f" discard: {pool[0]}" if len(pool) == POOL else ""
    and_discard = " and discard one for it" if discard else ""
    return f"Take one of {names(offered)}{and_discard}, or pass, e.g. {offered[0]}{discard}."


def _ask_bet(state: State) -> str:
    calls, most = may_call(state), highest_raise(state)
    may = ["call"] if calls else []
    if most:
        may.append(f"raise 1 to {most}" if most > 1 else "raise 1")
    needed = f" and need {state.to_call} to call" if calls else ""
    return (
        f"You have {state.chips[state.acting]} chips{needed}: say {listed([*may, 'fold'], 'or')}, "
        f"e.g. {'call' if calls else 'raise 1'}."
    )
