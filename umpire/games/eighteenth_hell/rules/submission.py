"""Whether a line may stand: what Round 1 and Round 2 allow."""

from functools import lru_cache

from umpire.games.base import NotAllowed
from umpire.games.eighteenth_hell.answers import Line
from umpire.games.eighteenth_hell.bending import PLAIN, Rules
from umpire.games.eighteenth_hell.components import (
    ARMY,
    EIGHTEENTH,
    ROUND1_UNITS,
    UNITS,
    Side,
    Unit,
    Units,
    all_of,
    block_name,
    opponent,
)
from umpire.games.eighteenth_hell.hells import Hell, rules_under
from umpire.games.eighteenth_hell.rules.placing import Table, fault
from umpire.games.eighteenth_hell.state import Part, Spirit, Standing, State, Terms
from umpire.games.notation import listed

_FEWEST = 1
_MOST = 8
"""Bounds of the number of units in Round 1."""
_MOST_HELLS = 2
_OFFERED = 8
"""How many hells a sentence offers at most."""


def judge(state: State, side: Side, line: Line) -> Line:
    """Return a line that the pending round allows, its hells in order. Raises NotAllowed."""
    if state.round == 1:
        return _judge_round1(state.terms, state.standings[side], line)
    _judge_round2(state, side, line)
    return line


def round1_numbers(rules: Rules, foresight: bool) -> tuple[int, ...]:
    """Return how many units Round 1 may take. Ruling 25: foresight lets one less, and need not."""
    number = min(_MOST, max(_FEWEST, ROUND1_UNITS + rules.rounds[0].more))
    # Ruling 24: foresight twice is still one less.
    if foresight and rules.spirits and number > _FEWEST:
        return number - 1, number
    return (number,)


def round2_number(part: Part) -> int:
    """Return how many of the units in hand Round 2 takes."""
    return max(_FEWEST, len(part.hand) + part.rules.rounds[1].more)


def has_foresight(standing: Standing) -> bool:
    """Return whether foresight is in force."""
    return any(spirit.name == "foresight" for spirit in standing.active)


def table_of(parts: tuple[Part, Part], side: Side) -> Table:
    """Return what a player sees as own and as the opponent's from Round 1."""
    return Table(parts[side].round1.placing, parts[opponent(side)].round1.placing)


def _judge_round1(terms: Terms, standing: Standing, line: Line) -> Line:
    hells = _judge_hells(terms, standing, line.hells)
    rules = rules_under(hells) if hells else PLAIN
    if line.spirit is not None:
        _judge_spirit(standing, rules, line.spirit)
    units = all_of(line.placing)
    _judge_owned(units, ARMY, "You own")
    foresight = has_foresight(standing) or (
        line.spirit is not None and line.spirit.name == "foresight"
    )
    numbers = round1_numbers(rules, foresight)
    if len(units) not in numbers:
        raise NotAllowed(
            f"Round 1 takes {listed(map(str, numbers), 'or')} units of you, not {len(units)}."
        )
    _judge_disguise(rules, units, line)
    _judge_placing(fault(rules, 1, line.placing))
    return line._replace(hells=hells) if len(hells) > 1 else line


def _judge_round2(state: State, side: Side, line: Line) -> None:
    if line.hells or line.spirit is not None:
        what = "Hells are chosen" if line.hells else "Spirits are invoked"
        raise NotAllowed(f"{what} in Round 1 only: write just the new units, e.g. 4:-1 5:2 7:3.")
    if line.disguise is not None:
        # Ruling 18: after this round the Zeros are revealed, nobody could be fooled.
        raise NotAllowed("There is no disguise in Round 2: write 0 alone.")
    part = state.parts[side]
    units = all_of(line.placing)
    _judge_owned(units, part.hand, "You have in hand")
    number = round2_number(part)
    if len(units) != number:
        raise NotAllowed(
            f"Round 2 takes {number} of your units in hand {' '.join(map(str, part.hand))}, "
            f"not {len(units)}."
        )
    _judge_placing(fault(part.rules, 2, line.placing, table_of(state.parts, side)))


def _judge_owned(units: Units, owned: Units, owning: str) -> None:
    unit = _overdrawn(units, owned)
    if unit is not None:
        have = owned.count(unit) or "no"
        raise NotAllowed(f"{owning} {have} unit {unit}, not {units.count(unit)}.")


@lru_cache(maxsize=4096)  # Of nine units there are few different parts, and all are sorted.
def _overdrawn(units: Units, owned: Units) -> Unit | None:
    """Return a unit that is not owned as often as it is placed, None if all are."""
    return next((unit for unit in UNITS if units.count(unit) > owned.count(unit)), None)


def _judge_placing(problem: str | None) -> None:
    if problem is not None:
        raise NotAllowed(problem)


def _judge_disguise(rules: Rules, units: Units, line: Line) -> None:
    shown = line.disguise
    if shown is None:
        return
    if not rules.disguise:
        raise NotAllowed("Your hell forbids to disguise the Zero: write 0 alone.")
    # Ruling 17: one copy at least must be left for Round 2.
    if units.count(shown) == ARMY.count(shown):
        raise NotAllowed(
            f"You play every {shown} that you own, so your Zero cannot be shown as {shown}: "
            "show it as a unit that stays in hand."
        )


def _judge_hells(terms: Terms, standing: Standing, named: tuple[Hell, ...]) -> tuple[Hell, ...]:
    """Return the hells named, in the order of the options."""
    open_now = terms.open_to(standing)
    if not open_now:
        if named:
            # Ruling 8: there is nothing to choose there.
            where = block_name(standing.block)
            raise NotAllowed(f"You are in {where}, where no hell is attempted: name none.")
        return ()
    if not named:
        raise NotAllowed(
            f"Name a hell to attempt, or two: {_offer(open_now)}, e.g. | hells {open_now[0].name}."
        )
    for hell in named:
        if hell.block != standing.block or hell.name in standing.passed:
            # Ruling 9: nothing is to be gained in a hell that is passed.
            why = (
                "you have passed it"
                if standing.has_passed(hell)
                else f"it is in block {hell.block} and you are in block {standing.block}"
            )
            raise NotAllowed(f"You cannot attempt {hell.name}, {why}: name {_offer(open_now)}.")
    names = {hell.name for hell in named}
    if len(names) < len(named):
        raise NotAllowed(f"{named[0].name} is named twice: name each hell once.")
    if len(named) > _MOST_HELLS:
        raise NotAllowed(f"At most {_MOST_HELLS} hells are attempted at a time, not {len(named)}.")
    return named if len(named) == 1 else tuple([hell for hell in open_now if hell.name in names])


def _offer(hells: tuple[Hell, ...]) -> str:
    return listed([hell.name for hell in hells[:_OFFERED]], "or")


def _judge_spirit(standing: Standing, rules: Rules, spirit: Spirit) -> None:
    if standing.block == EIGHTEENTH:
        # Ruling 27.
        raise NotAllowed("No spirit may be invoked in the eighteenth hell: leave it out.")
    if not rules.spirits:
        raise NotAllowed("Your hell forbids spirits in this bout: leave it out.")
    if spirit.unit == -1:
        raise NotAllowed("Strength is for a unit from 0 to 4, not for -1.")
    uses = standing.uses
    if not uses.left(spirit.attuned):
        sort, other = ("attuned", "normal") if spirit.attuned else ("normal", "attuned")
        raise NotAllowed(
            f"You have no {sort} invocation left, and {uses.left(not spirit.attuned)} {other}."
        )
