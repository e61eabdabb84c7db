"""Rarer runs of Python's garbage collector in programs that people wait for."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_SELDOM: Final = (20_000, 10, 10)
"""New objects until the collector examines the newest; every tenth time it examines older ones."""


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Let the garbage collector run less often meanwhile.

    By default it examines all spreadsheets and modules once or twice for every answer, which stops
    the program for a tenth of a second or more. Nearly all objects of a server or a daemon are in
    no reference cycle, and are freed at once without it.
    """
    before = gc.get_threshold()
    gc.set_threshold(*_SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)
