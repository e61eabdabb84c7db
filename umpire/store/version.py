"""The version of the tables that this umpire reads and writes."""

from typing import Final

VERSION: Final = 9
"""Rises with every change of the tables, or of what is hashed of a log."""
