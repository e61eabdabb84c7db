"""`spreadsheets.batchUpdate`: each kind of request, by what it changes.

A kind is a function that takes the `Batch` (the working copy of the document and who asks) and
the request's body, and returns its reply. A kind that Google has and that is not listed here is
refused with 501.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from sheets_emulator.batch import (
    bandings,
    cells,
    charts,
    filling,
    filters,
    lines,
    metadata,
    moves,
    names,
    protections,
    rules,
    searching,
    tabs,
    tidying,
)
from sheets_emulator.batch.base import Batch
from sheets_emulator.bounds import check_furniture, furniture, spend
from sheets_emulator.errors import ApiError, invalid, unimplemented
from sheets_emulator.model import Document, JsonObject

Kind: TypeAlias = Callable[[Batch, JsonObject], JsonObject | None]

KINDS: dict[str, Kind] = {
    "addBanding": bandings.add_banding,
    "addChart": charts.add_chart,
    "addConditionalFormatRule": rules.add_conditional_format_rule,
    "addDimensionGroup": lines.add_dimension_group,
    "addNamedRange": names.add_named_range,
    "addProtectedRange": protections.add_protected_range,
    "addSheet": tabs.add_sheet,
    "appendCells": cells.append_cells,
    "appendDimension": lines.append_dimension,
    "autoFill": filling.auto_fill,
    "autoResizeDimensions": lines.auto_resize_dimensions,
    "clearBasicFilter": filters.clear_basic_filter,
    "copyPaste": moves.copy_paste,
    "createDeveloperMetadata": metadata.create_developer_metadata,
    "cutPaste": moves.cut_paste,
    "deleteBanding": bandings.delete_banding,
    "deleteConditionalFormatRule": rules.delete_conditional_format_rule,
    "deleteDeveloperMetadata": metadata.delete_developer_metadata,
    "deleteDimension": lines.delete_dimension,
    "deleteDimensionGroup": lines.delete_dimension_group,
    "deleteDuplicates": tidying.delete_duplicates,
    "deleteEmbeddedObject": charts.delete_embedded_object,
    "deleteNamedRange": names.delete_named_range,
    "deleteProtectedRange": protections.delete_protected_range,
    "deleteRange": lines.delete_range,
    "deleteSheet": tabs.delete_sheet,
    "duplicateSheet": tabs.duplicate_sheet,
    "findReplace": searching.find_replace,
    "insertDimension": lines.insert_dimension,
    "insertRange": lines.insert_range,
    "mergeCells": cells.merge_cells,
    "moveDimension": lines.move_dimension,
    "pasteData": filling.paste_data,
    "randomizeRange": tidying.randomize_range,
    "repeatCell": cells.repeat_cell,
    "setBasicFilter": filters.set_basic_filter,
    "setDataValidation": rules.set_data_validation,
    "sortRange": moves.sort_range,
    "textToColumns": tidying.text_to_columns,
    "trimWhitespace": tidying.trim_whitespace,
    "unmergeCells": cells.unmerge_cells,
    "updateBanding": bandings.update_banding,
    "updateBorders": cells.update_borders,
    "updateCells": cells.update_cells,
    "updateChartSpec": charts.update_chart_spec,
    "updateConditionalFormatRule": rules.update_conditional_format_rule,
    "updateDeveloperMetadata": metadata.update_developer_metadata,
    "updateDimensionGroup": lines.update_dimension_group,
    "updateDimensionProperties": lines.update_dimension_properties,
    "updateEmbeddedObjectPosition": charts.update_embedded_object_position,
    "updateNamedRange": names.update_named_range,
    "updateProtectedRange": protections.update_protected_range,
    "updateSheetProperties": tabs.update_sheet_properties,
    "updateSpreadsheetProperties": tabs.update_spreadsheet_properties,
}

_ADDS_NOTHING: Final = frozenset(
    {"repeatCell", "setDataValidation", "updateCells", "updateDimensionProperties"}
)
"""What changes cells and lines alone, so that furniture need not be counted again."""


def apply(
    document: Document,
    account: str,
    requests: Sequence[JsonObject],
    *,
    free_names: bool = False,
) -> list[JsonObject]:
    """Apply the requests to the document in their order; one reply for each.

    With `free_names` an editor may change names over cells that are protected from them.
    Raises `ApiError` at the first that cannot be applied; the document is then of no use any
    more, which is why it must be a copy.
    """
    if not requests:
        raise invalid("Must specify at least one request.")
    batch = Batch(document, account, free_names=free_names)
    replies = []
    laid = furniture(document)
    for number, request in enumerate(requests):
        reply, laid = _apply(batch, number, request, laid)
        replies.append(reply)
    return replies


def _apply(batch: Batch, number: int, request: JsonObject, laid: int) -> tuple[JsonObject, int]:
    """Apply a request to a document with so much furniture; return how much it has then."""
    if not request:
        raise invalid(f"Invalid requests[{number}]: No request set.")
    kind, body = next(iter(request.items()))
    if kind not in KINDS:
        raise unimplemented(f"the request '{kind}'")
    document = batch.document
    all_laid = laid + len(document.names) + len(document.metadata)
    spend(len(document.sheets) + all_laid // 10 + 20)
    try:
        reply = KINDS[kind](batch, body)
        laid = laid if kind in _ADDS_NOTHING else check_furniture(document)
    except ApiError as error:
        raise error.prefixed(f"Invalid requests[{number}].{kind}: ") from None
    return {} if reply is None else {kind: reply}, laid
