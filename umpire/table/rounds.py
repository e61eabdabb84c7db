"""The events and results of rounds and the notes of pieces, as the page of a tab is given them.

They come with the `countdown` metadata of the spreadsheet, beside a `range` of the tab. Anybody may
write there, so each is checked, and what makes no sense is left out.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Annotated, Final, TypeVar

from pydantic import BaseModel, Field, ValidationError

from sheets_emulator.bounds import spend
from sheets_emulator.model import Box, Document, Sheet
from umpire.json_types import JsonObject

_MOST: Final = 200  # events, results, notes of one group, rows, columns, pieces, rules
_MOST_GROUPS: Final = 20

_M = TypeVar("_M", bound=BaseModel)

_Pieces = Annotated[list[str], Field(max_length=_MOST)]
_NameAndText = Annotated[list[str], Field(min_length=2, max_length=2)]


class _Row(BaseModel):
    by: str = ""
    label: str = ""
    pieces: _Pieces = []
    makes: str = ""
    before: str = Field(default="", alias="from")
    after: str = Field(default="", alias="to")
    columns: Annotated[list[_Pieces], Field(max_length=_MOST)] = []


class _Column(BaseModel):
    head: str = ""
    won: str = ""
    why: str = ""


class _Result(BaseModel):
    name: str = ""
    title: str
    won: str = ""
    detail: str = ""
    rows: Annotated[list[_Row], Field(max_length=_MOST)] = []
    columns: Annotated[list[_Column], Field(max_length=_MOST)] = []


class _Event(BaseModel):
    by: str = ""
    did: str = ""
    pieces: _Pieces = []
    end: str = ""
    kind: str = "note"
    text: str = ""
    round: str = ""


class _Notes(BaseModel):
    blocks: Annotated[list[str], Field(max_length=_MOST)] = []
    texts: Annotated[dict[str, _NameAndText], Field(max_length=_MOST)]


def results_of(entry: JsonObject) -> list[JsonObject]:
    """Return the results of a tab, the newest last."""
    results = entry.get("results")
    newest = results[-_MOST:] if isinstance(results, list) else ()
    return [
        result.model_dump(by_alias=True, exclude_unset=True) for result in _valid(_Result, newest)
    ]


def events_of(entry: JsonObject) -> list[JsonObject]:
    """Return the events of a tab, newest first."""
    events = entry.get("events")
    newest = events[:_MOST] if isinstance(events, list) else ()
    return [event.model_dump(exclude_unset=True) for event in _valid(_Event, newest)]


def rules_now_of(entry: JsonObject) -> list[str]:
    """Return the keys of the rules that hold now."""
    keys = entry.get("now")
    return [key for key in keys[:_MOST] if isinstance(key, str)] if isinstance(keys, list) else []


def notes_of(document: Document, sheet: Sheet, entry: JsonObject) -> list[JsonObject]:
    """Return the notes of a tab: boxes of cells, and the texts that mean a piece there.

    Without boxes they mean it anywhere. Notes whose blocks are all on other tabs are left out.
    """
    if "notes" not in entry:
        return []
    boxes = {
        name.name: sheet.box(name.area)
        for name in document.names
        if name.sheet_id == sheet.sheet_id
    }
    return [*_notes(boxes, entry.get("notes"))]


def _notes(boxes: Mapping[str, Box], data: object) -> Iterator[JsonObject]:
    groups = data[:_MOST_GROUPS] if isinstance(data, list) else ()
    for notes in _valid(_Notes, groups):
        places = [boxes[block] for block in notes.blocks if block in boxes]
        if places or not notes.blocks:
            yield {
                "boxes": [[box.top, box.bottom, box.left, box.right] for box in places],
                "texts": notes.texts,
            }


def _valid(model: type[_M], items: Iterable[object]) -> Iterator[_M]:
    for data in items:
        spend(1)
        with suppress(ValidationError):
            yield model.model_validate(data)
