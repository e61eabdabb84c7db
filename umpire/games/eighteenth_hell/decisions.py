"""What is asked of whom in a state: both players, in secret, the same round."""

from umpire.games.base import Decision
from umpire.games.eighteenth_hell.bending import PLAIN
from umpire.games.eighteenth_hell.components import EIGHTEENTH, PURGATORY, Side
from umpire.games.eighteenth_hell.notation import EXAMPLE1, EXAMPLE2
from umpire.games.eighteenth_hell.rules.submission import (
    has_foresight,
    round1_numbers,
    round2_number,
)
from umpire.games.eighteenth_hell.state import State
from umpire.games.notation import listed

_NAMED = 8
"""How many open hells a sentence names at most."""


def pending(state: State) -> tuple[Decision, ...]:
    """Return what is owed, nothing when the match is over. Ruling 3: answers may be changed."""
    if state.round is None:
        return ()
    group = f"bout {state.bout} round {state.round}"
    limit = state.terms.round1_seconds if state.round == 1 else state.terms.round2_seconds
    kind = "round1" if state.round == 1 else "round2"
    one, two = state.terms.players
    # Fields by place, which takes half the time: id, by, kind, limit, reserve, rule, group, secret.
    return (
        Decision(f"{group} {one}", one, kind, limit, False, "last", group, True),
        Decision(f"{group} {two}", two, kind, limit, False, "last", group, True),
    )


def ask(state: State, side: Side) -> str:
    """Ask a player for the pending round, in one sentence with an example."""
    if state.round == 2:
        part = state.parts[side]
        hand = " ".join(map(str, part.hand))
        number = round2_number(part)
        return f"Round 2: place {number} of your units in hand {hand}, e.g. {EXAMPLE2}."
    standing = state.standings[side]
    numbers = listed(map(str, round1_numbers(PLAIN, has_foresight(standing))), "or")
    if not PURGATORY < standing.block < EIGHTEENTH:
        return f"Round 1: place {numbers} units, e.g. {EXAMPLE1}."
    names = [hell.name for hell in state.terms.open_to(standing)]
    more = " ..." if len(names) > _NAMED else ""
    return (
        f"Round 1: place {numbers} units and name a hell or two, of "
        f"{', '.join(names[:_NAMED])}{more}, e.g. {EXAMPLE1} | hells {names[0]}."
    )
