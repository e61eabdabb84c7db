"""Make `src/sheets_emulator/sheets_v4.json` from Google's discovery documents.

Run with a current google-api-python-client installed:

    python tests/slim_discovery.py

The file keeps the names and types of every message the local server reads or answers, and only
the names of those it does not. Drive's messages are named `drive.File` and so on.
`test_local_schema.py` compares it with the installed documents.
"""

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sheets_emulator.batch import KINDS

TARGET = Path(__file__).parents[1] / "src" / "sheets_emulator" / "sheets_v4.json"

ROOTS = [
    "BatchClearValuesByDataFilterRequest",
    "BatchClearValuesByDataFilterResponse",
    "BatchClearValuesRequest",
    "BatchClearValuesResponse",
    "BatchGetValuesByDataFilterRequest",
    "BatchGetValuesByDataFilterResponse",
    "BatchGetValuesResponse",
    "BatchUpdateSpreadsheetRequest",
    "BatchUpdateSpreadsheetResponse",
    "BatchUpdateValuesByDataFilterRequest",
    "BatchUpdateValuesByDataFilterResponse",
    "BatchUpdateValuesRequest",
    "BatchUpdateValuesResponse",
    "AppendValuesResponse",
    "ClearValuesRequest",
    "ClearValuesResponse",
    "CopySheetToAnotherSpreadsheetRequest",
    "GetSpreadsheetByDataFilterRequest",
    "SearchDeveloperMetadataRequest",
    "SearchDeveloperMetadataResponse",
    "SheetProperties",
    "Spreadsheet",
    "UpdateValuesResponse",
    "ValueRange",
]

DRIVE_ROOTS = ["About", "File", "FileList", "Permission", "PermissionList"]

# Things Google has and the local server does not; only their names are kept.
LEFT_OUT = {
    "CommentAnchor",
    "CommentThread",
    "DataExecutionStatus",
    "DataSource",
    "DataSourceChartProperties",
    "DataSourceColumnReference",
    "DataSourceFormula",
    "DataSourceRefreshSchedule",
    "DataSourceSheetDimensionRange",
    "DataSourceSheetProperties",
    "DataSourceTable",
    "FilterView",
    "PivotTable",
    "Slicer",
    "Table",
}


def documents() -> Path | None:
    """Where the installed google-api-python-client keeps the documents, if it is installed."""
    spec = find_spec("googleapiclient")
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent / "discovery_cache" / "documents"


def slim(folder: Path) -> dict[str, dict[str, str]]:
    """The messages that are kept: name to field to type."""
    sheets, drive = (
        json.loads((folder / name).read_text("utf-8"))
        for name in ("sheets.v4.json", "drive.v3.json")
    )
    return _sheets(sheets) | _drive(drive["schemas"])


def _drive(schemas: dict[str, Any]) -> dict[str, dict[str, str]]:
    kept: dict[str, dict[str, str]] = {}
    waiting = list(DRIVE_ROOTS)
    while waiting:
        name = waiting.pop()
        if f"drive.{name}" in kept:
            continue
        fields = schemas[name].get("properties", {})
        kinds = {field: _type(fields[field]) for field in sorted(fields)}
        kept[f"drive.{name}"] = {
            field: kind.replace("@", "@drive.") for field, kind in kinds.items()
        }
        waiting += [kind.strip("[]@") for kind in kinds.values() if "@" in kind]
    return dict(sorted(kept.items()))


def _sheets(document: dict[str, Any]) -> dict[str, dict[str, str]]:
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
            found = [text.strip("[]{}") for text in kept[name].values()]
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
        values = field.get("additionalProperties", {})
        return f"{{@{values['$ref']}}}" if "$ref" in values else "any"
    formats = {"int32": "int32", "double": "double", "float": "float", "google-fieldmask": "mask"}
    return formats.get(field.get("format", ""), kind)


if __name__ == "__main__":
    source = documents()
    if source is None:
        raise SystemExit("install google-api-python-client first")
    found = slim(source)
    lines = [f"{json.dumps(name)}: {json.dumps(fields)}" for name, fields in found.items()]
    TARGET.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
