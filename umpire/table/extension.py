"""The extension of the local server's page for playing matches."""

from importlib.resources import files
from typing import Final

from sheets_emulator.page_extension import PageExtension
from umpire.table.plays import view_of

TABLE: Final = PageExtension(
    "table",
    folder=files("umpire.table").joinpath("static"),
    styles=(
        "colours.css",
        "play.css",
        "pieces.css",
        "piece.css",
        "form.css",
        "results.css",
        "end.css",
        "drawers.css",
    ),
    scripts=("table.js",),
    view=view_of,
)
