"""Pure functions from a match's log to its history and the contents of its spreadsheets."""
