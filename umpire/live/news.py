"""What is new where people type: found once in a look, and handed to the match."""

from dataclasses import dataclass

from umpire.live.forms import Ticked, Unticked
from umpire.showing.scoresheet import Found


@dataclass(frozen=True, slots=True)
class Ordered:
    """What the umpire said by ticking or unticking the console's box: `pause` or `resume`."""

    order: str


@dataclass(frozen=True, slots=True)
class News:
    """Something new that somebody typed: whose seat, what it is, and the cell.

    The seat after the players' is the umpire's.
    """

    seat: int
    what: Found | Ticked | Unticked | Ordered
    cell: str | None = None
