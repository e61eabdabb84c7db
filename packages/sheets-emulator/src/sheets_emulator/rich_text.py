"""Texts with more to them: smart chips, each at an `@`, and formats of their parts."""

import re

from sheets_emulator.errors import invalid
from sheets_emulator.formats import normal
from sheets_emulator.model import JsonObject, RichText

_LONGEST_URI = 2000  # bytes
_DRIVE_FILE = re.compile(r"https://(drive|docs)\.google\.com/\S+")


def chips_in(text: str, runs: list[JsonObject]) -> list[JsonObject]:
    """Return the chips of these runs; raises Google's refusal of runs that do not fit the text."""
    kept: list[JsonObject] = []
    for run in runs:
        chip, start = run.get("chip", {}), run.get("startIndex", 0)
        if not chip:
            continue
        if _units(text)[start : start + 1] != ["@"]:
            raise invalid(f"chipRuns: there is no placeholder '@' at startIndex {start}.")
        if kept and start <= kept[-1].get("startIndex", 0):
            raise invalid("chipRuns must be in the order of their startIndex.")
        _check(chip)
        kept.append(({"startIndex": start} if start else {}) | {"chip": chip})
    return kept


def formats_in(text: str, runs: list[JsonObject]) -> list[JsonObject]:
    """Return the formats of a text's parts as they are kept; 400 for those beyond its end."""
    for run in runs:
        start = run.get("startIndex", 0)
        if not 0 <= start < len(_units(text)):
            raise invalid(f"textFormatRuns: startIndex {start} lies outside the cell's text.")
    kept = {run.get("startIndex", 0): normal(run.get("format", {})) for run in runs}
    return [
        ({"startIndex": start} if start else {}) | {"format": kept[start]} for start in sorted(kept)
    ]


def whole_link(value: RichText) -> str | None:
    """Return the address of a link that spans the whole text."""
    if len(value.formats) != 1 or value.formats[0].get("startIndex"):
        return None
    link: str | None = value.formats[0]["format"].get("link", {}).get("uri")
    return link


def _units(text: str) -> list[str]:
    """Split a text as Google counts it: a sign beyond U+FFFF is two."""
    return [unit for sign in text for unit in (sign, *[""] * (ord(sign) > 0xFFFF))]


def _check(chip: JsonObject) -> None:
    if "personProperties" in chip:
        if not chip["personProperties"].get("email"):
            raise invalid("chipRuns: personProperties must have an email.")
        return
    uri: str = chip["richLinkProperties"].get("uri", "")
    if _DRIVE_FILE.fullmatch(uri) is None or len(uri.encode()) > _LONGEST_URI:
        raise invalid("chipRuns: only links to Drive files can be written as chips.")


def shown_chips(value: RichText) -> list[JsonObject]:
    """Return the runs of chips as they are read: those between the chips have an empty one."""
    found: list[JsonObject] = []
    end = 0
    for run in value.chips:
        start = run.get("startIndex", 0)
        if start > end:
            found.append(_plain(end))
        found.append(run)
        end = start + 1
    return [*found, _plain(end)] if end < len(_units(value)) else found


def _plain(start: int) -> JsonObject:
    return ({"startIndex": start} if start else {}) | {"chip": {}}
