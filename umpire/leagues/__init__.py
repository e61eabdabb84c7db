"""Leagues of many matches: who plays whom, points and ratings, and how they are shown."""
