"""The lease in a spreadsheet, by which only one of several daemons may write there.

The leases in a store do not suffice, since two daemons may have different stores. This lease is a
protected range with the daemon's token, so that no player can remove it. Every write touches it
first, and is refused as a whole once another daemon has taken it. The first daemon to take it makes
a gate beside it, which two cannot both make.
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
        """Return the lease from the candidates of `lease_candidates`.

        It must be on the match's own `tabs` and outside `open_places`, in which players may protect
        anything. Of two candidates it is the one without this token.
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
        """Return the requests that take the lease for a token, or fail if another daemon has it.

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
    """Return the place of each protected range that may be a lease, by its token.

    The token of the gate is "". If the accounts of `players` are known, ranges that a player may
    change are left out, and so are ranges without a list of editors: their maker may be a player.
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
