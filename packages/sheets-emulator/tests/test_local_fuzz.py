"""However odd a request is, it is carried out or refused; the server never fails over it."""

from typing import Any

import pytest
from fuzz_kit import batches, message
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from sheets_emulator import batch, values
from sheets_emulator.a1 import find
from sheets_emulator.access import Caller
from sheets_emulator.bounds import bounded
from sheets_emulator.codec import Written, decode, encode
from sheets_emulator.creation import build, fresh
from sheets_emulator.effective import EffectiveValues
from sheets_emulator.errors import ApiError
from sheets_emulator.fields import for_answer
from sheets_emulator.formulas import Calculation
from sheets_emulator.functions import FUNCTIONS
from sheets_emulator.model import Document
from sheets_emulator.render import spreadsheet
from sheets_emulator.schema import read
from sheets_emulator.values import Rendering

pytestmark = pytest.mark.end_to_end

OWNER = "a@b.c"


def furnished() -> Document:
    document = fresh("id", "title", OWNER, "2026-01-01T00:00:00.000Z")
    sheet = document.sheets[0]
    sheet.row_count, sheet.column_count = 6, 5
    caller = Caller(document, OWNER)
    rows = [["x", 1, "=B1*2", True], ["1/2", "=C1", None, "=1/0"]]
    values.update(document, caller, {"values": rows}, find(document, "A1"), user_entered=True)
    batch.apply(
        document,
        OWNER,
        [
            {"addNamedRange": {"namedRange": {"name": "name", "namedRangeId": "x",
                                              "range": {"endRowIndex": 2}}}},
            {"mergeCells": {"range": {"startRowIndex": 3, "endColumnIndex": 2}}},
            {"addProtectedRange": {"protectedRange": {"protectedRangeId": 1, "range": {}}}},
        ],
    )  # fmt: skip
    return document


def examined(document: Document) -> None:
    """Everything that can be asked of a document has an answer, before and after the disk."""
    mask = for_answer("*", "Spreadsheet")
    effective = EffectiveValues(document)
    before = spreadsheet(effective, OWNER, None, True, mask)
    again = decode(encode(document))
    assert spreadsheet(EffectiveValues(again), OWNER, None, True, mask) == before
    for value in ("FORMATTED_VALUE", "UNFORMATTED_VALUE", "FORMULA"):
        for sheet in document.sheets:
            title = sheet.title.replace("'", "''")
            values.read(effective, f"'{title}'", Rendering(value=value))


def again(text: str) -> str:
    """Write once more what a text says: looks may have had other numbers in it."""
    return encode(decode(text))


@settings(deadline=None, max_examples=400, suppress_health_check=list(HealthCheck))
@given(st.lists(batches(), min_size=1, max_size=3))
def test_batches(requests: list[Any]) -> None:
    before, written = furnished(), dict[int, Written]()
    encode(before, written)
    document = before.copy()
    try:
        body = read("BatchUpdateSpreadsheetRequest", {"requests": requests})
        batch.apply(document, OWNER, body["requests"])
    except ApiError:
        return
    assert again(encode(document, written)) == again(encode(document))
    if sum(sheet.row_count * sheet.column_count for sheet in document.sheets) < 10_000:
        examined(document)


@settings(deadline=None, max_examples=100, suppress_health_check=list(HealthCheck))
@given(message("Spreadsheet", 6))
def test_creation(body: Any) -> None:
    try:
        document = build(read("Spreadsheet", body), "id", OWNER, "")
    except ApiError:
        return
    if sum(sheet.row_count * sheet.column_count for sheet in document.sheets) < 10_000:
        examined(document)


@settings(deadline=None)
@given(st.text(alphabet="AZ19:!'$RC name", max_size=12))
def test_ranges(text: str) -> None:
    try:
        target = find(furnished(), text)
    except ApiError:
        return
    assert find(furnished(), target.label()).box == target.box


@settings(deadline=None)
@given(st.text(alphabet="sheet.pro(),*/ ", max_size=12))
def test_masks(text: str) -> None:
    try:
        for_answer(text, "Spreadsheet")
    except ApiError:
        return


ATOMS = st.sampled_from(
    ["A1", "A1:B2", "B:B", "2:2", "$A$1:A", "E1", "F6", "Sheet1!A1:C3", "name", "", "1", "-2", "0",
     "1e308", "0.5", "50%", "TRUE", "#N/A", '""', '"x"', '">1"', '"a*?~"', '"1/2"', '"YM"', '"0;0"']
)  # fmt: skip
EXPRESSIONS = st.recursive(
    ATOMS,
    lambda inner: (
        st.builds(
            lambda name, some: f"{name}({','.join(some)})",
            st.sampled_from(sorted(FUNCTIONS)),
            st.lists(inner, max_size=5),
        )
        | st.tuples(inner, st.sampled_from([*"+-*/^&=<>", "<>", ">=", "<="]), inner).map("".join)
        | st.lists(inner, min_size=1, max_size=3).map(lambda some: "{" + ";".join(some) + "}")
        | inner.map(lambda one: f"ARRAYFORMULA({one})")
    ),
    max_leaves=10,
)


@settings(deadline=None, max_examples=1000, suppress_health_check=list(HealthCheck))
@given(st.lists(EXPRESSIONS, min_size=1, max_size=3))
@example(["AVERAGEIF(Sheet1!A1:C3,,F6)"])
def test_functions(expressions: list[str]) -> None:
    document = furnished()
    body = {"values": [[f"={one}"] for one in expressions]}
    values.update(document, Caller(document, OWNER), body, find(document, "E1"), user_entered=True)
    examined(document)
    with bounded():
        calculation = Calculation(document)
        for at in document.sheets[0].grid.cells():
            assert isinstance(calculation.text(document.sheets[0], *at), str)


@settings(deadline=None)
@given(st.text(alphabet="=A1:B$2\"&+-*/^()<>,%!'SUMIF.", max_size=16))
def test_formulas(text: str) -> None:
    document = furnished()
    caller = Caller(document, OWNER)
    body = {"values": [[f"={text}"]]}
    values.update(document, caller, body, find(document, "E1"), user_entered=True)
    try:
        batch.apply(document, OWNER, [{"insertDimension": {"range": {
            "dimension": "ROWS", "startIndex": 1, "endIndex": 2}}}])  # fmt: skip
    except ApiError:
        return
    examined(document)
