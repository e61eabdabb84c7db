"""The health of the requests to one spreadsheet, and the caution for its next write.

Times are the planner's clock, in seconds.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, Self, TypeAlias

from umpire.live.rates import NEVER, Kind
from umpire.live.updated import updated

AGAIN: Final = 15.0
"""Seconds between two writes that put back what somebody changes again and again."""

_IN_VAIN: Final = 3
"""Repairs refused in a row that mean that the next one will be refused too."""

Caution: TypeAlias = Literal["none", "some", "great"]
"""With some caution nothing is put back; with great caution no player's cell is touched either."""


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which all requests of a kind fail: since when, and why the last one did."""

    since: float
    why: str


@dataclass(frozen=True, slots=True)
class Health:
    """The failures of the requests to a spreadsheet.

    `outages` are the kinds of requests that fail now. `repaired_at` is when somebody's changes were
    last put back, or a write was last refused, and `refusals` is the number of writes that were
    refused in a row. `vain_repairs` is the number of repairs that were refused since one last
    succeeded, and `vain_because` is why the last was. `is_lost` says that the spreadsheet is gone.
    """

    outages: Mapping[Kind, Outage] = field(default_factory=dict)
    repaired_at: float = NEVER
    refusals: int = 0
    cautious_until: float = NEVER
    vain_repairs: int = 0
    vain_because: str = ""
    is_lost: bool = False

    @property
    def findings(self) -> tuple[str, ...]:
        """Sentences for the umpire on repairs that are refused again and again."""
        if self.vain_repairs < _IN_VAIN:
            return ()
        return (f"What was changed there by hand cannot be put back: {self.vain_because}",)

    @property
    def longest_outage(self) -> Outage | None:
        """The outage that has lasted the longest; None if all requests work."""
        return min(self.outages.values(), key=lambda outage: outage.since, default=None)

    def caution(self, now: float) -> Caution:
        """Return the caution for a write now.

        If somebody makes changes every second they are put back less often. In a spreadsheet that
        is not the daemon's, players can even shut it out of their cells.
        """
        if now < self.cautious_until:
            return "great"
        return "some" if now < self.repaired_at + AGAIN else "none"

    def record_failure(self, kind: Kind, began_at: float, why: str, *, is_lost: bool) -> Self:
        """Record that a request failed; `is_lost` if the spreadsheet is gone."""
        since = self.outages[kind].since if kind in self.outages else began_at
        return updated(self, outages={**self.outages, kind: Outage(since, why)}, is_lost=is_lost)

    def record_success(self, *kinds: Kind) -> Self:
        """Record that requests of these kinds work, and that the spreadsheet is there."""
        outages = {kind: outage for kind, outage in self.outages.items() if kind not in kinds}
        return updated(self, outages=outages, is_lost=False)

    def record_write(self, began_at: float, *, is_repair: bool) -> Self:
        """Record that a write succeeded; `is_repair` if it put back changes."""
        if is_repair:
            return updated(self, repaired_at=began_at, refusals=0, vain_repairs=0)
        return updated(self, refusals=0)

    def record_refusal(self, began_at: float, vain_because: str | None = None) -> Self:
        """Record that a write was refused: after the second in a row be very cautious for a while.

        `vain_because` is the reason if the write was to put something back.
        """
        refusals = self.refusals + 1
        cautious_until = began_at + AGAIN if refusals > 1 else self.cautious_until
        health = updated(
            self, repaired_at=began_at, refusals=refusals, cautious_until=cautious_until
        )
        if vain_because is None:
            return health
        return updated(health, vain_repairs=self.vain_repairs + 1, vain_because=vain_because)
