"""What Drive tells of itself: the formats that Google exports and imports, and its sizes.

What this server does not export or import it refuses by name.
"""

import json
from functools import cache
from importlib.resources import files

from sheets_emulator.model import JsonObject


@cache
def formats_of_drive() -> JsonObject:
    """Return those parts of an About that are the same for everybody."""
    text = files(__package__).joinpath("drive_about.json").read_text("utf-8")
    found: JsonObject = json.loads(text)
    return found
