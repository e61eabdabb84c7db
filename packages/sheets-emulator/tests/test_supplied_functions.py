"""A test supplies functions that the emulator does not have."""

from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

import pytest

from sheets_emulator.app import LocalServer
from sheets_emulator.testing import CellError, SheetsEmulator


@pytest.fixture
def emulator() -> Iterator[SheetsEmulator]:
    with LocalServer(None) as server:
        emulator = SheetsEmulator(server)
        yield emulator
        emulator.close()


def _shown(emulator: SheetsEmulator, formula: str) -> Any:
    sheet = emulator.client().create("book").sheet1
    sheet.update([[1, 2], [3, None]], "A1:B2")
    sheet.update([[formula]], "E1", raw=False)
    return sheet.get("E1:G3")


@pytest.mark.parametrize(
    ("result", "shown"),
    [
        (172.5, [["172.5"]]),
        (7, [["7"]]),
        ("x", [["x"]]),
        (True, [["TRUE"]]),
        (None, [[]]),
        (date(2026, 1, 31), [["1/31/2026"]]),
        ([[1, 2], ["a", None]], [["1", "2"], ["a"]]),
        ([1, 2], [["1"], ["2"]]),
        (CellError("N_A", "no such symbol"), [["#N/A"]]),
        ({}, [["#ERROR!"]]),
        ([], [["#ERROR!"]]),
        ([[1], [2, 3]], [["#ERROR!"]]),
    ],
)
def test_a_formula_comes_to_what_a_supplied_function_returns(
    emulator: SheetsEmulator, result: Any, shown: list[list[str]]
) -> None:
    emulator.functions["GOOGLEFINANCE"] = lambda symbol: result
    assert _shown(emulator, '=GoogleFinance("GOOG")') == shown


def test_a_supplied_function_is_called_with_plain_values(emulator: SheetsEmulator) -> None:
    calls: list[tuple[Any, ...]] = []
    emulator.functions["importrange"] = lambda *given: calls.append(given)
    _shown(emulator, '=IMPORTRANGE("id",A1:B2,TRUE,A1,,2+1)')
    assert calls[0] == ("id", [[1, 2], [3, None]], True, 1, None, 3)
    assert [type(one) for one in calls[0][:1]] == [str]


def test_an_error_among_the_arguments_is_the_result(emulator: SheetsEmulator) -> None:
    emulator.functions["GOOGLEFINANCE"] = lambda symbol: 1
    assert _shown(emulator, "=GOOGLEFINANCE(1/0)") == [["#DIV/0!"]]


def test_what_a_supplied_function_raises_is_an_error_with_its_words(
    emulator: SheetsEmulator,
) -> None:
    def fail() -> None:
        raise RuntimeError("the market is closed")

    emulator.functions["GOOGLEFINANCE"] = fail
    sheet = emulator.client().create("book").sheet1
    sheet.update([["=GOOGLEFINANCE()"]], "A1", raw=False)
    data = sheet.spreadsheet.fetch_sheet_metadata({"includeGridData": True})
    cell = data["sheets"][0]["data"][0]["rowData"][0]["values"][0]
    assert cell["effectiveValue"]["errorValue"] == {
        "type": "ERROR",
        "message": "the market is closed",
    }


def test_a_function_of_a_script_can_be_supplied(emulator: SheetsEmulator) -> None:
    emulator.functions["DOUBLE"] = lambda value: value * 2
    assert _shown(emulator, "=SUM(DOUBLE(3),DOUBLE(4))") == [["14"]]


def test_a_supplied_function_counts_before_the_emulators_own(emulator: SheetsEmulator) -> None:
    emulator.functions["NOW"] = lambda: datetime(2026, 1, 31, 12)
    assert _shown(emulator, "=YEAR(NOW())+HOUR(NOW())") == [["2038"]]


def test_another_function_is_called_from_then_on(emulator: SheetsEmulator) -> None:
    sheet = emulator.client().create("book").sheet1
    emulator.functions["GOOGLEFINANCE"] = lambda: 1
    sheet.update([["=GOOGLEFINANCE()"]], "A1", raw=False)
    assert sheet.get("A1") == [["1"]]
    emulator.functions["GOOGLEFINANCE"] = lambda: 2
    assert sheet.get("A1") == [["2"]]


def test_functions_are_those_of_one_server(emulator: SheetsEmulator) -> None:
    emulator.functions["GOOGLEFINANCE"] = lambda symbol: 1
    with LocalServer(None) as other:
        second = SheetsEmulator(other)
        with pytest.raises(Exception, match="does not implement the function GOOGLEFINANCE"):
            _shown(second, '=GOOGLEFINANCE("GOOG")')
        second.close()


@pytest.mark.parametrize("forget", [SheetsEmulator.functions.fget, None])
def test_a_function_that_is_gone_is_refused_again(emulator: SheetsEmulator, forget: Any) -> None:
    emulator.functions["GOOGLEFINANCE"] = lambda symbol: 1
    assert _shown(emulator, '=GOOGLEFINANCE("GOOG")') == [["1"]]
    if forget is None:
        emulator.server.reset()
    else:
        del emulator.functions["googlefinance"]
    with pytest.raises(Exception, match="does not implement the function GOOGLEFINANCE"):
        _shown(emulator, '=GOOGLEFINANCE("GOOG")')
