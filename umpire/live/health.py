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
"""With some nothing is put back; with great caution players' cells are not touched either."""


@dataclass(frozen=True, slots=True)
class Failing:
    """Requests of a kind that keep failing: since when, and why the last one did."""

    since: float
    why: str


@dataclass(frozen=True, slots=True)
class Health:
    """The failures of the requests to a spreadsheet.

    `repaired_at` is when somebody's changes were last put back, or a write was last refused, and
    `refusals` how many writes have been refused in a row. `vain_repairs` counts those that were to
    put something back and were refused since one last succeeded, `vain_because` is why the last
    was. It is `lost` if it is not there any more.
    """

    failing: Mapping[Kind, Failing] = field(default_factory=dict)
    repaired_at: float = NEVER
    refusals: int = 0
    cautious_until: float = NEVER
    vain_repairs: int = 0
    vain_because: str = ""
    lost: bool = False

    @property
    def unrepaired(self) -> tuple[str, ...]:
        """Sentences for the umpire on repairs that are refused again and again."""
        if self.vain_repairs < _IN_VAIN:
            return ()
        return (f"What was changed there by hand cannot be put back: {self.vain_because}",)

    @property
    def first_failing(self) -> Failing | None:
        """The requests that have been failing the longest; None if all work."""
        return min(self.failing.values(), key=lambda one: one.since, default=None)

    def caution(self, now: float) -> Caution:
        """Return the caution for a write now.

        Changes that somebody makes every second are put back less often. Players who may write in
        a spreadsheet that is not the daemon's can even shut it out of their cells.
        """
        if now < self.cautious_until:
            return "great"
        return "some" if now < self.repaired_at + AGAIN else "none"

    def record_failure(self, kind: Kind, began_at: float, why: str, *, lost: bool) -> Self:
        """Record that a request failed; `lost` if the spreadsheet is not there any more."""
        since = self.failing[kind].since if kind in self.failing else began_at
        return updated(self, failing={**self.failing, kind: Failing(since, why)}, lost=lost)

    def record_success(self, *kinds: Kind) -> Self:
        """Record that requests of these kinds work, and that the spreadsheet is there."""
        left = {kind: failing for kind, failing in self.failing.items() if kind not in kinds}
        return updated(self, failing=left, lost=False)

    def record_write(self, began_at: float, *, repairs: bool) -> Self:
        """Record that a write succeeded; `repairs` if it put back changes."""
        if repairs:
            return updated(self, repaired_at=began_at, refusals=0, vain_repairs=0)
        return updated(self, refusals=0)

    def record_refusal(self, began_at: float, repairs_because: str | None = None) -> Self:
        """Record that a write was refused: after the second in a row be very cautious for a while.

        `repairs_because` is the reason if the write was to put something back.
        """
        refusals = self.refusals + 1
        cautious_until = began_at + AGAIN if refusals > 1 else self.cautious_until
        noted = updated(
            self, repaired_at=began_at, refusals=refusals, cautious_until=cautious_until
        )
        if repairs_because is None:
            return noted
        return updated(noted, vain_repairs=self.vain_repairs + 1, vain_because=repairs_because)
