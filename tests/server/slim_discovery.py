"""Make `umpire/sheets/server/sheets_v4.json` from Google's discovery document.

Run with a current google-api-python-client installed:

    python tests/server/slim_discovery.py

The file keeps the names and types of every message the local server reads or answers, and only
the names of those it does not. `test_schema.py` compares it with the installed document.
"""

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

TARGET = Path(__file__).parents[2] / "umpire" / "sheets" / "server" / "sheets_v4.json"

ROOTS = [
    "BatchClearValuesRequest",
    "BatchClearValuesResponse",
    "BatchGetValuesResponse",
    "BatchUpdateSpreadsheetRequest",
    "BatchUpdateSpreadsheetResponse",
    "BatchUpdateValuesRequest",
    "BatchUpdateValuesResponse",
    "AppendValuesResponse",
    "ClearValuesRequest",
    "ClearValuesResponse",
    "CopySheetToAnotherSpreadsheetRequest",
    "SearchDeveloperMetadataRequest",
    "SearchDeveloperMetadataResponse",
    "SheetProperties",
    "Spreadsheet",
    "UpdateValuesResponse",
    "ValueRange",
]

KINDS = [
    "addConditionalFormatRule",
    "addDimensionGroup",
    "addNamedRange",
    "addProtectedRange",
    "addSheet",
    "appendCells",
    "appendDimension",
    "autoResizeDimensions",
    "clearBasicFilter",
    "copyPaste",
    "createDeveloperMetadata",
    "cutPaste",
    "deleteConditionalFormatRule",
    "deleteDeveloperMetadata",
    "deleteDimension",
    "deleteDimensionGroup",
    "deleteNamedRange",
    "deleteProtectedRange",
    "deleteSheet",
    "duplicateSheet",
    "findReplace",
    "insertDimension",
    "mergeCells",
    "moveDimension",
    "repeatCell",
    "setBasicFilter",
    "setDataValidation",
    "sortRange",
    "unmergeCells",
    "updateBorders",
    "updateCells",
    "updateConditionalFormatRule",
    "updateDeveloperMetadata",
    "updateDimensionGroup",
    "updateDimensionProperties",
    "updateNamedRange",
    "updateProtectedRange",
    "updateSheetProperties",
    "updateSpreadsheetProperties",
]

# Things Google has and the local server does not; only their names are kept.
LEFT_OUT = {
    "BandedRange",
    "Chip",
    "ChipRun",
    "CommentAnchor",
    "CommentThread",
    "DataExecutionStatus",
    "DataSource",
    "DataSourceColumnReference",
    "DataSourceFormula",
    "DataSourceRefreshSchedule",
    "DataSourceSheetDimensionRange",
    "DataSourceSheetProperties",
    "DataSourceTable",
    "EmbeddedChart",
    "FilterSpec",
    "FilterView",
    "PivotTable",
    "Slicer",
    "Table",
    "TextFormatRun",
}


def documents() -> Path | None:
    """Where the installed google-api-python-client keeps the document, if it is installed."""
    spec = find_spec("googleapiclient")
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent / "discovery_cache" / "documents" / "sheets.v4.json"


def slim(document: dict[str, Any]) -> dict[str, dict[str, str]]:
    """The messages that are kept: name to field to type."""
    schemas = document["schemas"]
    kinds = schemas["Request"]["properties"]
    replies = schemas["Response"]["properties"]
    kept: dict[str, dict[str, str]] = {}
    waiting = [*ROOTS, *(kinds[kind]["$ref"] for kind in KINDS)]
    waiting += [replies[kind]["$ref"] for kind in KINDS if kind in replies]
    while waiting:
        name = waiting.pop()
        if name in kept or name in LEFT_OUT:
            continue
        fields = schemas[name].get("properties", {})
        kept[name] = {field: _type(fields[field]) for field in sorted(fields)}
        if name not in ("Request", "Response"):
            found = [text.strip("[]") for text in kept[name].values()]
            waiting += [text[1:] for text in found if text.startswith("@")]
    return dict(sorted(kept.items()))


def _type(field: dict[str, Any]) -> str:
    if "$ref" in field:
        return f"@{field['$ref']}"
    kind = field["type"]
    if kind == "array":
        return f"[{_type(field['items'])}]"
    if "enum" in field:
        return "=" + "|".join(field["enum"])
    if kind == "object":
        return "any"
    formats = {"int32": "int32", "double": "double", "float": "float", "google-fieldmask": "mask"}
    return formats.get(field.get("format", ""), kind)


if __name__ == "__main__":
    source = documents()
    if source is None:
        raise SystemExit("install google-api-python-client first")
    found = slim(json.loads(source.read_text("utf-8")))
    lines = [f"{json.dumps(name)}: {json.dumps(fields)}" for name, fields in found.items()]
    TARGET.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
