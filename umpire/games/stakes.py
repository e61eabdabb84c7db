"""What games with stakes share: the amounts that a drop-down offers."""

from typing import Final

_STEPS: Final = (1, 2, 3, 5, 8, 12, 20)


def ladder(most: int) -> tuple[int, ...]:
    """Return the amounts to offer of those from 1 to `most`: small ones, some larger, and `most`.

    Nothing where `most` is below 1.
    """
    if most < 1:
        return ()
    return (*[step for step in _STEPS if step < most], most)
