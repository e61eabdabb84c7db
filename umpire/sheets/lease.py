"""The lease in a spreadsheet: which daemon may write there, if two keep different logs.

It is a protected range with the daemon's token, so that no player can remove it. It is touched
first in every write, which is refused as a whole once another has taken it. The first to take it
makes a gate beside it, which two cannot both make.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Self

from umpire.json_types import JsonObject
from umpire.sheets.grid import Place
from umpire.sheets.protection import protection_id
from umpire.sheets.ranges import LEASE
from umpire.sheets.spreadsheet_metadata import SpreadsheetMetadata


@dataclass(frozen=True, slots=True)
class SheetLease:
    """The token that holds a spreadsheet's lease, None for nobody, and whether it has a gate."""

    holder: str | None = None
    has_gate: bool = False

    @classmethod
    def among(
        cls,
        kept: Mapping[str, Place],
        tabs: Iterable[int],
        open_places: Sequence[Place] = (),
        token: str | None = None,
    ) -> Self:
        """Return the lease among those that were found (`leases_in`).

        It lies on the match's own `tabs`, and not where players write, who may protect what they
        like there. Of two it is not the one with this token.
        """
        tabs = set(tabs)
        held = {
            one
            for one, place in kept.items()
            if place.sheet in tabs
            and not any(at.sheet == place.sheet and at.rect.meets(place.rect) for at in open_places)
        }
        holders = sorted(held - {""}, key=lambda one: one == token)
        return cls(next(iter(holders), None), "" in held)

    def fence(self, token: str, place: Place, keepers: Sequence[str]) -> list[JsonObject]:
        """Return the requests that take the lease for a token; they are refused if another has it.

        `place` is a cell that no player writes into.
        """
        if self.holder == token:
            kept = {"protectedRangeId": _id(token), "description": _mark(token)}
            return [{"updateProtectedRange": {"protectedRange": kept, "fields": "description"}}]
        made = [token] if self.has_gate else ["", token]
        took: list[JsonObject] = []
        if self.holder is not None:
            took.append({"deleteProtectedRange": {"protectedRangeId": _id(self.holder)}})
        return took + [
            {
                "addProtectedRange": {
                    "protectedRange": {
                        "protectedRangeId": _id(one),
                        "description": _mark(one),
                        "range": place.grid_range(),
                        "editors": {"users": list(keepers)},
                    }
                }
            }
            for one in made
        ]


def leases_in(
    observed: SpreadsheetMetadata, players: Iterable[str] | None = None
) -> dict[str, Place]:
    """Return each token in a protected range, "" for the gate, and its place.

    Given the accounts of `players`, none is a lease that one of them may change, or of which the
    editors are not told: who protects cells may always change that protection.
    """
    strange = None if players is None else {player.casefold() for player in players}
    found: dict[str, Place] = {}
    for one in chain.from_iterable(observed.protections.values()):
        token = one.description.removeprefix(LEASE).strip()
        if not one.is_of_a_lease or one.id != _id(token):
            continue
        if strange is None or (one.editors and not one.editors & strange):
            found[token] = one.place
    return found


def _mark(token: str) -> str:
    return f"{LEASE} {token}".strip()


def _id(token: str) -> int:
    return protection_id(_mark(token))
