"""The lease in a spreadsheet: the daemon that may write there, if two have different logs.

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
    def from_candidates(
        cls,
        leases: Mapping[str, Place],
        tabs: Iterable[int],
        open_places: Sequence[Place] = (),
        token: str | None = None,
    ) -> Self:
        """Return the lease among the candidates of `lease_candidates`.

        It lies on the match's own `tabs`, and not where players write: they may protect anything
        there. Of two candidates it is the one without this token.
        """
        tabs = set(tabs)
        tokens = {
            holder
            for holder, place in leases.items()
            if place.sheet in tabs
            and not any(
                at.sheet == place.sheet and at.rect.overlaps(place.rect) for at in open_places
            )
        }
        holders = sorted(tokens - {""}, key=lambda holder: holder == token)
        return cls(next(iter(holders), None), "" in tokens)

    def claim_requests(self, token: str, place: Place, keepers: Sequence[str]) -> list[JsonObject]:
        """Return the requests that take the lease for a token; they are refused if another has it.

        `place` is a cell that no player writes into.
        """
        if self.holder == token:
            protected_range = {"protectedRangeId": _id(token), "description": _mark(token)}
            return [
                {
                    "updateProtectedRange": {
                        "protectedRange": protected_range,
                        "fields": "description",
                    }
                }
            ]
        tokens = [token] if self.has_gate else ["", token]
        requests: list[JsonObject] = []
        if self.holder is not None:
            requests.append({"deleteProtectedRange": {"protectedRangeId": _id(self.holder)}})
        return requests + [
            {
                "addProtectedRange": {
                    "protectedRange": {
                        "protectedRangeId": _id(holder),
                        "description": _mark(holder),
                        "range": place.grid_range(),
                        "editors": {"users": list(keepers)},
                    }
                }
            }
            for holder in tokens
        ]


def lease_candidates(
    actual: SpreadsheetMetadata, players: Iterable[str] | None = None
) -> dict[str, Place]:
    """Return each token in a protected range, "" for the gate, and its place.

    Given the accounts of `players`, a range that one of them may change is no lease, nor is one
    without a list of editors: whoever protects cells may always change that protection.
    """
    player_accounts = None if players is None else {player.casefold() for player in players}
    leases: dict[str, Place] = {}
    for protection in chain.from_iterable(actual.protections.values()):
        token = protection.description.removeprefix(LEASE).strip()
        if not protection.is_lease or protection.id != _id(token):
            continue
        if player_accounts is None or (
            protection.editors and not protection.editors & player_accounts
        ):
            leases[token] = protection.place
    return leases


def _mark(token: str) -> str:
    return f"{LEASE} {token}".strip()


def _id(token: str) -> int:
    return protection_id(_mark(token))
