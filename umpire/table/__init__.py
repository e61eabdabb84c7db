"""The page to play on: a tab of a match as a table, brought to the local server as an extension."""

from umpire.table.extension import TABLE

__all__ = ["TABLE"]
