"""What the tests of layouts share: how a spreadsheet that was set up is read, and contrasts."""

from collections.abc import Iterable, Mapping
from typing import Any

from umpire.sheets.layout_simulator import at_path, hex_code
from umpire.sheets.spreadsheet_metadata import SpreadsheetMetadata

Json = dict[str, Any]


def bodies(requests: Iterable[Json], kind: str) -> list[Json]:
    """The bodies of the requests of a kind."""
    return [request[kind] for request in requests if kind in request]


def metadata_of(requests: Iterable[Json]) -> Json:
    """What `spreadsheets.get` says of a spreadsheet that these requests have set up."""
    requests = [*requests]
    rules = [body["rule"] for body in bodies(requests, "addConditionalFormatRule")]
    protections = [body["protectedRange"] for body in bodies(requests, "addProtectedRange")]
    return {
        "namedRanges": [body["namedRange"] for body in bodies(requests, "addNamedRange")],
        "sheets": [
            {
                "properties": tab["properties"],
                "conditionalFormats": [
                    rule for rule in rules if rule["ranges"][0]["sheetId"] == sheet
                ],
                "protectedRanges": [one for one in protections if one["range"]["sheetId"] == sheet],
            }
            for tab in bodies(requests, "addSheet")
            for sheet in [tab["properties"]["sheetId"]]
        ],
    }


def read_metadata(requests: Iterable[Json]) -> SpreadsheetMetadata:
    """The same as the planners take it."""
    return SpreadsheetMetadata.read(metadata_of(requests))


def colours_of(look: Mapping[str, Any], fill: str = "", text: str = "") -> tuple[str, str]:
    """The codes of fill and text in a format or its leaves; where it has none, those given."""
    leaf = "textFormat.foregroundColorStyle"
    own_fill, own_text = look.get("backgroundColorStyle"), look.get(leaf) or at_path({**look}, leaf)
    return hex_code(own_fill) if own_fill else fill, hex_code(own_text) if own_text else text


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours (#RRGGBB) from 1 to 21, as WCAG 2 defines it."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(code: str) -> float:
    red, green, blue = (linear_light(int(code[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear_light(channel: float) -> float:
    """Return the light of a channel of sRGB, both from 0 to 1."""
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
