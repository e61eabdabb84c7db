"""How often Python looks for objects that hold each other, in the programs that people wait for."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_SELDOM: Final = (20_000, 10, 10)
"""New objects before the newest are looked through; after ten times older ones are as well."""


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Let Python look for circles of objects less often meanwhile.

    As often as it does by itself, it looks through all spreadsheets and modules once or twice for
    every answer, which stops the program for a tenth of a second or more. Nearly all that a server
    or a daemon drops is in no circle and is gone at once.
    """
    before = gc.get_threshold()
    gc.set_threshold(*_SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)
