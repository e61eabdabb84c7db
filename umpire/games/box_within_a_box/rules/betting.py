"""The bets of a bout: which are owed, which are allowed, and how they are taken."""

from collections import Counter
from collections.abc import Iterable, Mapping

from umpire.games.base import NotAllowed
from umpire.games.box_within_a_box.answers import Stakes
from umpire.games.box_within_a_box.components import (
    BLACK_OR_WHITE,
    SEATS,
    TRAITS,
    USES,
    Bets,
    Condition,
    Seat,
    Trait,
    Uses,
    condition,
    points_text,
)
from umpire.games.box_within_a_box.state import State
from umpire.games.notation import listed
from umpire.games.values import changed

BETS = 3
"""The bets of a bout, if a player's traits allow so many."""


def left(used: Uses) -> tuple[int, ...]:
    """Return of each trait how often a player may use it yet."""
    return tuple([most - times for most, times in zip(USES, used, strict=True)])


def owed(used: Uses) -> int:
    """Return how many bets a player must make.

    Ruling 5: three, if the traits left allow as many different conditions; else as many as they
    allow. Two traits allow the third, `and` of both, if each may be used twice.
    """
    uses = [times for times in left(used) if times]
    return BETS if len(uses) == 2 and min(uses) > 1 else min(len(uses), BETS)


def possible(used: Uses) -> tuple[Condition, ...]:
    """Return as many different conditions as a player owes, which the traits left allow."""
    single = [Condition((trait,)) for trait in traits_left(used)]
    if len(single) == 2 and owed(used) == BETS:
        first, second = traits_left(used)
        single.append(condition(first, second, "and"))
    return tuple(single[:BETS])


def traits_left(used: Uses) -> tuple[Trait, ...]:
    """Return the traits that a player may use yet."""
    return tuple(trait for trait, times in enumerate(left(used)) if times)


def asked(state: State) -> tuple[Seat, ...]:
    """Return the seats that owe bets in this bout."""
    return tuple(seat for seat in SEATS if owed(state.used[seat]))


def open_bets(state: State) -> State:
    """Ask for the bets; go on to round 1 if nobody owes any."""
    if asked(state):
        return changed(state, phase="bet")
    return take(state, {})


def take(state: State, answers: Mapping[str, Stakes]) -> State:
    """Take all bets together. Nothing is paid yet."""
    first, second = (answers[player].bets if player in answers else () for player in state.players)
    return changed(state, phase="play", round=1, bets=(first, second))


def check(state: State, seat: Seat, bets: Bets) -> Stakes:
    """Judge a player's bets. Raises NotAllowed with the first thing that is wrong."""
    used = state.used[seat]
    _check_number(owed(used), len(bets))
    for bet in bets:
        if not bet.stake:
            raise NotAllowed(f"You must stake at least 1 point on {bet.condition}.")
        _check_condition(bet.condition)
    doubled = _doubled(bet.condition for bet in bets)
    if doubled is not None:
        raise NotAllowed(f"You bet on {doubled} twice: make your conditions different.")
    _check_uses(used, bets)
    # Ruling 4: all points may be staked, this bout's award among them.
    staked = sum(bet.stake for bet in bets)
    if 2 * staked > state.points[seat]:
        raise NotAllowed(
            "Your stakes come to more than your "
            f"{points_text(state.points[seat])} points: stake less."
        )
    return Stakes(bets)


def _check_number(wanted: int, given: int) -> None:
    if given == wanted:
        return
    if wanted == BETS:
        raise NotAllowed(
            f"You must make exactly {BETS} bets, not {given}, e.g. 1 on 6; 1 on 7; 1 on 8."
        )
    raise NotAllowed(
        f"The traits you have left allow {wanted} conditions: make that many bets, not {given}."
    )


def _check_condition(condition: Condition) -> None:
    # Rulings 6 and 7: of two traits only one twice, and black or white, is forbidden.
    if len(set(condition.traits)) < len(condition.traits):
        raise NotAllowed(f"{condition} names one trait twice: join two different ones.")
    if condition.joint == "or" and condition.traits == BLACK_OR_WHITE:
        raise NotAllowed("You cannot bet on black or white: every tile is one of them.")


def _doubled(conditions: Iterable[Condition]) -> Condition | None:
    return next((one for one, times in Counter(conditions).items() if times > 1), None)


def with_uses(used: Uses, bets: Bets) -> Uses:
    """Return the uses of each trait with those of some bets. Ruling 6: whatever they come to."""
    named = Counter(trait for bet in bets for trait in bet.condition.traits)
    return tuple([times + named[trait] for trait, times in enumerate(used)])


def _check_uses(used: Uses, bets: Bets) -> None:
    may, over = left(used), left(with_uses(used, bets))
    short = [f"{may[trait]} of {TRAITS[trait]}" for trait, times in enumerate(over) if times < 0]
    if short:
        raise NotAllowed(
            f"For the rest of the match you have {listed(short)} left: take other traits."
        )


def never_holds(condition: Condition) -> bool:
    """Return whether no tile can fulfil a condition. Ruling 6: it is legal all the same."""
    return not condition.fitting
