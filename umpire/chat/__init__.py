"""Announce matches in chats."""
