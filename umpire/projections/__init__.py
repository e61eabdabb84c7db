"""The history that a match's log gives, and the contents of each spreadsheet: pure functions."""
