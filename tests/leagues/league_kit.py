"""What the tests of leagues share: types of their fixtures."""

from collections.abc import Callable

Ended = Callable[..., str]
"""Keeps a match that has ended, by its players and how; returns its id."""
