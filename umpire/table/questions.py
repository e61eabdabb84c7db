"""The question, the fields of the form and the draft, as the page of a tab is given them.

They come with the `countdown` metadata of the spreadsheet, where anybody may write: each is
checked, and what makes no sense is left out. Cells of the form are named by their ranges there, and
for the page by `row,column`.
"""

from collections.abc import Mapping
from typing import Annotated, Final, TypeVar

from pydantic import BaseModel, Field, ValidationError

from sheets_emulator.bounds import spend
from sheets_emulator.model import Box, Document, Sheet
from umpire.json_types import JsonObject

_MOST: Final = 200  # fields, choices, sums, blocks, rows, pieces

_M = TypeVar("_M", bound=BaseModel)

_Texts = Annotated[list[str], Field(max_length=_MOST)]


class _Question(BaseModel):
    text: str
    condition: str = ""
    otherwise: str = ""
    final: bool = True


class _Field(BaseModel):
    label: str = ""
    calls: Annotated[dict[str, str], Field(max_length=_MOST)] = {}
    least: int | None = None
    most: int | None = None
    ends: Annotated[list[str], Field(min_length=2, max_length=2)] = ["", ""]
    prefix: str = ""
    optional: bool = False
    at_most: int | None = None
    hint: str = ""
    buttons: bool = False


class _Says(BaseModel):
    """The second lines of choices, in all cells with these ranges."""

    of: _Texts
    texts: Annotated[dict[str, str], Field(max_length=_MOST)]


class _Sum(BaseModel):
    text: str
    ok: bool | None = None


class _Row(BaseModel):
    label: str = ""
    pieces: _Texts = []
    columns: _Texts = []
    good: bool = False


class _Block(BaseModel):
    title: str = ""
    note: str = ""
    head: _Texts = []
    rows: Annotated[list[_Row], Field(max_length=_MOST)] = []
    feeds: str = ""


class _Draft(BaseModel):
    say: str = ""
    more: str = ""
    missing: str = ""
    sums: Annotated[dict[str, _Sum], Field(max_length=_MOST)] = {}
    blocks: Annotated[list[_Block], Field(max_length=_MOST)] = []


class _LotPile(BaseModel):
    name: str
    number: int
    top: str = ""


class _Lot(BaseModel):
    piece: str
    title: str = ""
    text: str = ""
    below: str = ""
    piles: Annotated[list[_LotPile], Field(max_length=_MOST)] = []


class _Form(BaseModel):
    fields: Annotated[dict[str, _Field], Field(max_length=_MOST)] = {}
    says: Annotated[list[_Says], Field(max_length=_MOST)] = []


def question_of(entry: JsonObject) -> JsonObject | None:
    """Return the question of a tab; None if there is none."""
    question = _read(_Question, entry.get("question"))
    return None if question is None else question.model_dump()


def lot_of(entry: JsonObject) -> JsonObject | None:
    """Return the piece that is drawn large; None if there is none."""
    lot = _read(_Lot, entry.get("lot"))
    return None if lot is None else lot.model_dump(exclude_unset=True)


def form_of(
    document: Document, sheet: Sheet, entry: JsonObject, texts: list[list[object]]
) -> JsonObject:
    """Return the `fields` of a form and its `draft`, as far as an entry has them.

    `texts` are those in the form to which the draft belongs, each with its row and column.
    """
    places = _places(document, sheet)
    stage: JsonObject = {}
    if fields := _fields(places, entry):
        stage["fields"] = fields
    draft = _read(_Draft, entry.get("draft"))
    if draft is not None:
        data = draft.model_dump(exclude_unset=True)
        sums = {places[name]: each for name, each in data.pop("sums", {}).items() if name in places}
        for block in data.get("blocks", []):
            if "feeds" in block:
                block["feeds"] = places.get(block["feeds"], "")
        stage["draft"] = {"of": texts, **data, **({"sums": sums} if sums else {})}
    return stage


def _fields(places: Mapping[str, str], entry: JsonObject) -> JsonObject:
    form = _read(_Form, {key: entry[key] for key in ("fields", "says") if key in entry})
    if form is None:
        return {}
    spend(len(form.fields))
    fields = {
        places[name]: field.model_dump(exclude_unset=True)
        for name, field in form.fields.items()
        if name in places
    }
    for says in form.says:
        for place in (places[name] for name in says.of if name in places):
            if place in fields:
                fields[place]["says"] = says.texts
    return fields


def _places(document: Document, sheet: Sheet) -> dict[str, str]:
    """Return the first cell of each named range of a tab, as `row,column`."""
    spend(len(document.names) // 10)
    boxes = (
        (name.name, sheet.box(name.area))
        for name in document.names
        if name.sheet_id == sheet.sheet_id
    )
    return {name: _place(box) for name, box in boxes}


def _place(box: Box) -> str:
    return f"{box.top},{box.left}"


def _read(model: type[_M], data: object) -> _M | None:
    try:
        return model.model_validate(data)
    except ValidationError:
        return None
