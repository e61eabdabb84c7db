"""Spreadsheets of matches: made, taken over, shared and checked."""
