"""What the umpire of a directed game does sums with at the console: data in typed cells, formulas.

A game whose umpire does so is also a `WithSums`. The engine itself never evaluates a formula.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

Cells: TypeAlias = tuple[tuple[str | int, ...], ...]
"""Rows of cells: a text is plain text whatever it looks like, a number is a number."""

Workings: TypeAlias = tuple[tuple[str, str], ...]
"""For each row a label, and a direction or the formula of one."""


class Column(NamedTuple):
    """A column of a table that formulas may name.

    `number` counts from 0, and `height` is the number of its rows below the head.
    """

    table: str
    number: int
    height: int


class WithSums(ABC):
    """A game with data for the umpire's own sums, and with workings in its options."""

    @abstractmethod
    def data(self, state: Any) -> Mapping[str, Cells]:
        """Return the tables that formulas use, by name, from the state as the umpire knows it.

        Each has heads in its first row, and a size that never changes.
        """

    @abstractmethod
    def data_columns(self, state: Any) -> Mapping[str, Column]:
        """Return the columns of these tables that have names of their own."""

    @abstractmethod
    def workings(self, options: Mapping[str, Any]) -> Workings:
        """Return the rows that the umpire's sums begin with in a match with these options."""
