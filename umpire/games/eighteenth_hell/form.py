"""The entry form: a cell for each battlefield, drop-downs of hells and spirits; and its line."""

from collections.abc import Mapping
from typing import Final

from umpire.games.base import Form
from umpire.games.eighteenth_hell.components import (
    BATTLEFIELDS,
    EIGHTEENTH,
    NAMES,
    Side,
    Units,
)
from umpire.games.eighteenth_hell.notation import write_hells
from umpire.games.eighteenth_hell.state import State, Uses

FIELDS: Final = tuple([f"field_{battlefield}" for battlefield in BATTLEFIELDS])
HELLS: Final = ("hell_1", "hell_2")
SPIRIT: Final = "spirit"

_SPIRITS: Final = (*[f"strength {name}" for name in NAMES if name != "-1"], "foresight")
_DISGUISES: Final = tuple([f"0({name})" for name in NAMES if name != "0"])


def form(state: State, side: Side, filled: Mapping[str, str]) -> Form:
    """Return the cells to be filled in, with what their drop-downs offer."""
    if state.round == 2:
        return dict.fromkeys(FIELDS, _names(state.parts[side].hand))
    cells = dict.fromkeys(FIELDS, (*_names(state.parts[side].hand), *_DISGUISES))
    standing = state.standings[side]
    hells = tuple([hell.name for hell in state.terms.open_to(standing)])
    if hells:
        cells[HELLS[0]] = hells
        first = _text(filled, HELLS[0])
        if len(hells) > 1:
            cells[HELLS[1]] = tuple([name for name in hells if name != first])
    spirits = _spirits(standing.uses) if standing.block != EIGHTEENTH else ()
    if spirits:
        cells[SPIRIT] = spirits
    return cells


def join(state: State, side: Side, filled: Mapping[str, str]) -> str:
    """Return the line that a filled-in form stands for; empty cells are left out."""
    asked = form(state, side, filled)
    said = {name: text for name in asked if (text := _text(filled, name))}
    placed = [
        f"{battlefield}:{said[name]}"
        for battlefield, name in zip(BATTLEFIELDS, FIELDS, strict=True)
        if name in said
    ]
    clauses = [" ".join(placed)] if placed else []
    hells = [said[name] for name in HELLS if name in said]
    if hells:
        clauses.append(write_hells(hells))
    if SPIRIT in said:
        clauses.append(f"spirit {said[SPIRIT]}")
    return " | ".join(clauses)


def _names(hand: Units) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(str, hand)))


def _spirits(uses: Uses) -> tuple[str, ...]:
    normal = _SPIRITS if uses.normal else ()
    attuned = tuple([f"{spirit} attuned" for spirit in _SPIRITS]) if uses.attuned else ()
    return normal + attuned


def _text(filled: Mapping[str, str], name: str) -> str:
    return filled.get(name, "").strip()
