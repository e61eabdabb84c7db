"""The spirit clause: what spirit a player invokes in a bout.

Ruling 21: spirits are uses, normal or attuned, each for strength or foresight as one likes.
"""

import re
from typing import Final

from umpire.games.base import NotAllowed, NotUnderstood, RandomSource
from umpire.games.eighteenth_hell.components import EIGHTEENTH, NAMES, Spirit
from umpire.games.eighteenth_hell.rules.bending import Rules
from umpire.games.eighteenth_hell.state import Standing
from umpire.games.notation import quoted

_PARTED = re.compile("[ ,;]+")
_OFFERED: Final = (*[f"strength {name}" for name in NAMES if name != "-1"], "foresight")

_SPIRIT: Final = 0.3
_ATTUNED: Final = 0.5
_FORESIGHT: Final = 0.4
"""How often a random line invokes one, where it can, and of which sort."""


def read_spirit(clause: str) -> Spirit:
    """Return the spirit that a clause invokes. Raises NotUnderstood."""
    words = [word for word in _PARTED.split(clause) if word]
    attuned = sum("attuned".startswith(word) for word in words)
    for word, times in (("attuned", attuned), ("invocation", words.count("invocation"))):
        if times > 1:
            raise NotUnderstood(f"{quoted(word)} is written more than once. Write it once.")
    match [w for w in words if w != "invocation" and not "attuned".startswith(w)]:
        case [word] if "foresight".startswith(word):
            return Spirit("foresight", None, attuned == 1)
        case [word, unit] if "strength".startswith(word) and unit in NAMES:
            return Spirit("strength", int(unit), attuned == 1)
    said = f"{quoted(clause)} is not a spirit" if clause else "No spirit is named"
    raise NotUnderstood(
        f"{said}. Write strength and a unit, or foresight, and add attuned if it is attuned. "
        "Example: | spirit strength 3 attuned."
    )


def judge_spirit(standing: Standing, rules: Rules, spirit: Spirit) -> None:
    """Raise NotAllowed if a spirit may not be invoked."""
    if standing.block == EIGHTEENTH:
        # Ruling 27.
        raise NotAllowed("Spirits cannot be invoked in the eighteenth hell. Leave the spirit out.")
    if not rules.spirits:
        raise NotAllowed("Your hell forbids spirits in this bout. Leave the spirit out.")
    if spirit.unit == -1:
        raise NotAllowed("Strength can be given to a unit from 0 to 4, not to -1.")
    uses = standing.uses
    if not uses.left(spirit.attuned):
        sort, other = ("attuned", "normal") if spirit.attuned else ("normal", "attuned")
        raise NotAllowed(
            f"You have no {sort} spirit left, and {uses.left(not spirit.attuned)} {other}."
        )


def has_foresight(standing: Standing, invoked: Spirit | None = None) -> bool:
    """Return whether foresight is in force, or will be by this invocation."""
    if invoked is not None and invoked.name == "foresight":
        return True
    active = standing.active
    return bool(active) and "foresight" in [spirit.name for spirit in active]


def offered_spirits(standing: Standing) -> tuple[str, ...]:
    """Return the spirits that a drop-down offers: those of which uses are left."""
    if standing.block == EIGHTEENTH:
        return ()
    normal = _OFFERED if standing.uses.normal else ()
    attuned = tuple([f"{spirit} attuned" for spirit in _OFFERED]) if standing.uses.attuned else ()
    return normal + attuned


def random_spirit(standing: Standing, rules: Rules, random: RandomSource) -> Spirit | None:
    """Return a spirit that may be invoked, or none."""
    attuned = random.random() < _ATTUNED
    if standing.block == EIGHTEENTH or not rules.spirits or not standing.uses.left(attuned):
        return None
    if random.random() >= _SPIRIT:
        return None
    if random.random() < _FORESIGHT:
        return Spirit("foresight", None, attuned)
    return Spirit("strength", random.choice((0, 1, 2, 3, 4)), attuned)
