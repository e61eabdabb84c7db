"""Leagues of many matches: who plays whom, what that is worth, and how it is shown."""
