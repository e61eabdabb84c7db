"""The rules of a round, one concern a module."""
