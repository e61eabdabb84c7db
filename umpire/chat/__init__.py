"""Matches announced where people chat: what is posted, and where."""
