"""What the umpire of a directed game does sums with at the console: data in typed cells, formulas.

A game whose umpire does so is also a `WithSums`. The engine itself never evaluates a formula.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

Cells: TypeAlias = tuple[tuple[str | int, ...], ...]
"""Rows of cells: a text is plain text whatever it looks like, a number is a number."""

Workings: TypeAlias = tuple[tuple[str, str], ...]
"""For each row a label, and a direction or the formula of one."""


class Column(NamedTuple):
    """A column of a table that formulas may name: its number from 0, without the table's head."""

    table: str
    number: int


@dataclass(frozen=True, slots=True)
class Data:
    """The numbers and texts of a match that formulas use, as its umpire knows them.

    `tables` are blocks of cells by name, each of a size that never changes and with heads in the
    first row. `columns` are those that have names of their own.
    """

    tables: Mapping[str, Cells]
    columns: Mapping[str, Column]


class WithSums(ABC):
    """A game with data for the umpire's own sums, and with workings in its options."""

    @abstractmethod
    def data(self, state: Any) -> Data:
        """Return what formulas use, from the state as the umpire knows it."""

    @abstractmethod
    def workings(self, options: Mapping[str, Any]) -> Workings:
        """Return the rows that the umpire's sums begin with in a match with these options."""
