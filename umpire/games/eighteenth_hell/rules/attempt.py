"""The hells clause: which hells a player attempts in a bout."""

from collections.abc import Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Final

from umpire.games.base import NotAllowed, NotUnderstood
from umpire.games.eighteenth_hell.components import HELL_BLOCKS, block_name
from umpire.games.eighteenth_hell.hells import (
    Hell,
    called,
    called_in_a_sentence,
    plain,
    without_lead,
)
from umpire.games.eighteenth_hell.state import Standing, Terms
from umpire.games.notation import quoted

MOST_HELLS: Final = 2

_NUMBER: Final = attrgetter("number")

_PERHAPS: Final = 5
_OFFERED: Final = 8
"""How many names of hells a sentence offers at most: of those perhaps meant, of those open."""


def read_hells(clause: str, terms: Terms) -> tuple[Hell, ...]:
    """Return the hells that a clause names. Raises NotUnderstood."""
    names = _names(clause)
    if not names:
        raise NotUnderstood("No hell is named. Example: | Hell of Four.")
    meant = terms.hell_meant
    try:
        return tuple([meant[without_lead(name)] for name in names])
    except KeyError as unknown:
        raise _no_one_hell(names, terms) from unknown


def are_hells(line: str, terms: Terms) -> bool:
    """Return whether a plain line is nothing but one or two names of hells, in full."""
    names = _names(line)
    return 0 < len(names) <= MOST_HELLS and all(_is_whole_name(name, terms) for name in names)


def _names(clause: str) -> list[str]:
    return [*filter(None, map(str.strip, clause.replace(";", ",").split(",")))]


def _is_whole_name(name: str, terms: Terms) -> bool:
    key = without_lead(name)
    hell = terms.hell_meant.get(key)
    return hell is not None and hell.key == key


def _no_one_hell(names: Sequence[str], terms: Terms) -> NotUnderstood:
    """Return that the first of some plain names that means no one hell means none or several."""
    name = next(name for name in names if without_lead(name) not in terms.hell_meant)
    key = without_lead(name)
    begun = [hell for hell in terms.hells if hell.key.startswith(key)]
    if begun:
        several = called_in_a_sentence(begun[:_PERHAPS], "or")
        return NotUnderstood(f"{quoted(name)} could be {several}. Write more of the name.")
    return NotUnderstood(
        f"There is no hell {quoted(name)}. Write its name or the beginning of it. "
        f"Example: {called(terms.hells[0].name)}."
    )


def hells_text(names: Sequence[str]) -> str:
    """Return a clause of hells; a name that begins with a colon must not lose it."""
    return f"hells{_mark_before(names[0])} {', '.join(names)}"


@lru_cache(maxsize=1024)
def _mark_before(name: str) -> str:
    return ":" if plain(name).startswith(":") else ""


def judge_hells(terms: Terms, standing: Standing, named: tuple[Hell, ...]) -> tuple[Hell, ...]:
    """Return the hells named, in the order of the options. Raises NotAllowed."""
    if standing.block not in HELL_BLOCKS:
        if named:
            # Ruling 8: there is nothing to choose there.
            where = block_name(standing.block)
            raise NotAllowed(f"No hell can be attempted in {where}. Leave the hell out.")
        return ()
    if not named:
        open_now = terms.open_to(standing)
        raise NotAllowed(
            f"Attempt one hell or two: {_offer(open_now)}. Example: | {called(open_now[0].name)}."
        )
    for hell in named:
        if hell.block != standing.block or hell.name in standing.passed:
            # Ruling 9: nothing is to be gained in a hell that is passed.
            why = (
                "you have passed it"
                if standing.has_passed(hell)
                else f"it is in block {hell.block}, and you are in block {standing.block}"
            )
            offer = _offer(terms.open_to(standing))
            raise NotAllowed(f"You cannot attempt the {called(hell.name)}: {why}. Name {offer}.")
    if len(named) == 1:
        return named
    in_order = tuple(sorted(named, key=_NUMBER))
    if len({hell.number for hell in named}) < len(named):
        raise NotAllowed(f"The {called(named[0].name)} is named twice. Name each hell once.")
    if len(named) > MOST_HELLS:
        raise NotAllowed(f"You may attempt at most {MOST_HELLS} hells at a time, not {len(named)}.")
    return in_order


def _offer(hells: tuple[Hell, ...]) -> str:
    return called_in_a_sentence(hells[:_OFFERED], "or")
