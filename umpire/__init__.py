"""Umpire runs spreadsheet-hosted matches the way the best human umpire would."""

__version__ = "0.1.0"
