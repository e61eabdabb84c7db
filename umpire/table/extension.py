"""What the local server's page is extended by, so that matches can be played on it."""

from importlib.resources import files
from typing import Final

from sheets_emulator.page_extension import PageExtension
from umpire.table.plays import view_of

TABLE: Final = PageExtension(
    "table",
    folder=files("umpire.table").joinpath("static"),
    styles=("play.css", "pieces.css", "end.css"),
    scripts=("table.js",),
    view=view_of,
)
