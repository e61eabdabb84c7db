"""The replay: a match as one page that shows it turn by turn, and checks its own log."""
