"""Announce matches where people chat."""
