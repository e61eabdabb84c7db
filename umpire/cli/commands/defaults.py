"""Constants for help texts and quick answers, copied from modules that are slow to import.

A test compares them with the originals.
"""

from typing import Final

DEFAULT_PORT: Final = 8765
"""The port of the local server."""
DEFAULT_SERVER: Final = f"http://127.0.0.1:{DEFAULT_PORT}"
CLOSE_AFTER: Final = 600.0
"""Seconds from a match's end until it is closed."""
LEVELS: Final = range(1, 6)
"""The levels of bots, the weakest first."""
USUAL_LEVEL: Final = 2
"""The level of a bot for which none is chosen."""
USUAL_PACE: Final = 3.0
"""About how many seconds a bot thinks against people."""
BOTS_PACE: Final = 1.5
"""About how many seconds a bot thinks in a demo in which only bots play."""
FEWEST_PLAYOUTS: Final = 16
"""With fewer playouts there is hardly anything to compare."""

PLAYOUTS: Final = 1000
FORMATS: Final = {
    "md": "Markdown to read and to post",
    "csv": "a table of the log",
    "xlsx": "a workbook with board, moves and log",
    "png": "a picture of the board",
    "svg": "the same, to be enlarged",
    "html": "a page that replays it turn by turn and checks its log",
    "json": "one JSON document for programs",
    "script": "the log, for anyone to adjudicate again",
}
"""The formats of 'umpire export', with their descriptions."""
USUAL_FORMAT: Final = "md"
STANDINGS_FORMATS: Final = ("text", "md", "html", "csv", "json")
USUAL_POINTS: Final = "1/0.5/0"
USUAL_TIE_BREAKS: Final = ("head-to-head", "sonneborn-berger", "buchholz", "wins", "fewer-forfeits")
TIE_BREAKS: Final = (*USUAL_TIE_BREAKS, "rating")

NO_MATCH_YET: Final = "There is no match yet. 'umpire new' makes one."
NO_MATCH_RUNS: Final = "No match is running. 'umpire new' makes one."
NOT_LISTED: Final = "\n{} archived or demos not listed: add --all to see them."
