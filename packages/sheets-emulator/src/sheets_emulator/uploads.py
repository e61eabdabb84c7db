"""What Drive takes as an upload: a text of values for a whole spreadsheet, or a web page."""

import csv
import io
from dataclasses import dataclass
from email import message_from_bytes

from sheets_emulator.a1 import find
from sheets_emulator.access import Caller
from sheets_emulator.api_request import ApiRequest, read_json
from sheets_emulator.batch.base import new_id
from sheets_emulator.bounds import check_size, spend, too_long
from sheets_emulator.drive_files import WEB_PAGE, checked
from sheets_emulator.errors import ApiError, unimplemented
from sheets_emulator.model import DEFAULT_COLUMNS, DEFAULT_ROWS, Document, JsonObject, Sheet
from sheets_emulator.values import update

DELIMITERS = {"text/csv": ",", "text/tab-separated-values": "\t"}

_MOST_TITLE = 100


@dataclass(frozen=True, slots=True)
class Upload:
    """An upload as it was read: what it says of the file, and its content.

    That are the rows of a text of values, or the HTML of a `page`; nothing if both are None.
    """

    file: JsonObject
    rows: list[list[str]] | None = None
    page: str | None = None


def read_upload(request: ApiRequest) -> Upload:
    """Read an upload; 400 if it is none, 501 if nothing can be made of it here."""
    kind = request.query.get("uploadType")
    if kind == "media":
        return _upload({}, request.content, request.content_type)
    if kind != "multipart":
        raise unimplemented(f"uploads of type {kind}")
    header = f"Content-Type: {request.content_type}\r\n\r\n"
    message = message_from_bytes(header.encode() + request.content)
    parts = [part for part in message.walk() if not part.is_multipart()]
    if len(parts) != 2:
        raise _bad()
    body, content = (part.get_payload(decode=True) for part in parts)
    if not isinstance(body, bytes) or not isinstance(content, bytes):
        raise _bad()
    file = checked(read_json(body), "drive.File")
    return _upload(file, content, parts[1].get_content_type())


def _upload(file: JsonObject, content: bytes, content_type: str) -> Upload:
    kind = content_type.partition(";")[0].strip().lower()
    is_page = kind == WEB_PAGE and file.get("mimeType", kind) == kind
    if kind not in DELIMITERS and not is_page:
        raise unimplemented(f"making a spreadsheet of {kind or 'an upload without a type'}")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _bad() from None
    if is_page:
        return Upload({"mimeType": kind, **file}, page=text)
    return Upload(file, _rows(text, DELIMITERS[kind]))


def _rows(text: str, delimiter: str) -> list[list[str]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    rows = []
    try:
        for row in reader:
            spend(1 + len(row))
            rows.append(row)
    except csv.Error:  # a cell with more characters than the module reads, and Sheets keeps
        raise too_long() from None
    return rows


def _bad() -> ApiError:
    return ApiError(400, "Bad Request")


def replace_content(document: Document, account: str, rows: list[list[str]]) -> None:
    """Let one new tab, titled as the file is, take the place of all there was."""
    caller = Caller(document, account)
    for sheet in document.sheets:
        caller.require_all_of(sheet)
    width = max((len(row) for row in rows), default=0)
    sheet_id = new_id({sheet.sheet_id for sheet in document.sheets})
    size = max(len(rows), DEFAULT_ROWS), max(width, DEFAULT_COLUMNS)
    document.sheets = [Sheet(sheet_id, document.title[:_MOST_TITLE], *size)]
    document.names = []
    document.metadata = [one for one in document.metadata if one.sheet_id is None]
    check_size(document)
    update(
        document,
        Caller(document, account),
        {"values": rows},
        find(document, "A1"),
        user_entered=True,
    )
