"""What games with spirits share: how many of them a player may still invoke."""

from typing import NamedTuple


class Spirits(NamedTuple):
    """The invocations that a player has left, whatever spirit each is spent on."""

    normal: int = 1
    attuned: int = 1

    def left(self, attuned: bool) -> int:
        """Return how many of one sort are left."""
        return self.attuned if attuned else self.normal

    def spent(self, attuned: bool) -> "Spirits":
        """Return what is left after one of a sort is spent."""
        if attuned:
            return Spirits(self.normal, self.attuned - 1)
        return Spirits(self.normal - 1, self.attuned)
