"""What games with stakes share: the amounts that a drop-down offers."""

from typing import Final

_STEPS: Final = (1, 2, 3, 5, 8, 12, 20)
_SHARES: Final = (10, 4, 2)
"""What the most is divided by for the stakes between the steps and all of it."""


def suggested_amounts(most: int) -> tuple[int, ...]:
    """Return the amounts to offer of those from 1 to `most`: small ones, shares of it, and `most`.

    Nothing where `most` is below 1.
    """
    if most < 1:
        return ()
    shares = [most // share for share in _SHARES if most // share > _STEPS[-1]]
    return (*[step for step in _STEPS if step < most], *shares, most)
