"""What lies over cells or about them: banding, charts, and the basic filter."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from server_kit import Account, Book, Json, box, lines

from sheets_emulator.app import LocalServer
from sheets_emulator.codec import decode, encode
from sheets_emulator.creation import fresh
from sheets_emulator.model import Line

BLUE, WHITE = {"red": 0.9, "green": 0.95, "blue": 1}, {"red": 1, "green": 1, "blue": 1}
BLUE_KEPT = {"red": 0.8980392, "green": 0.9490196, "blue": 1}
COLORS = {"firstBandColor": WHITE, "secondBandColorStyle": {"rgbColor": BLUE}}
KEPT = {
    "firstBandColor": WHITE,
    "firstBandColorStyle": {"rgbColor": WHITE},
    "secondBandColor": BLUE_KEPT,
    "secondBandColorStyle": {"rgbColor": BLUE_KEPT},
}


def band(place: Json, **more: Any) -> Json:
    return {"addBanding": {"bandedRange": {"range": place, "rowProperties": COLORS} | more}}


def bare(place: Json) -> Json:
    """A GridRange of the tab with id 0, as Google shows it."""
    return {name: value for name, value in place.items() if name != "sheetId"}


def pie(*sources: Json, **more: Any) -> Json:
    series, domain = ({"sourceRange": {"sources": [one]}} for one in sources)
    return {"title": "Pie", "pieChart": {"series": series, "domain": domain}} | more


def chart(row: int = 1, column: int = 3, sheet_id: int = 0, **more: Any) -> Json:
    place = {"sheetId": sheet_id, "rowIndex": row, "columnIndex": column}
    return {
        "addChart": {
            "chart": {
                "spec": pie(box(0, 5, 1, 2), box(0, 5, 0, 1)),
                "position": {"overlayPosition": {"anchorCell": place}},
            }
            | more
        }
    }


def test_banding_is_kept_and_given_back(book: Book) -> None:
    (reply,) = book.batch(band(box(0, 9, 0, 3)))
    kept = reply["addBanding"]["bandedRange"]
    banded_range_id = kept.pop("bandedRangeId")
    assert kept == {"range": bare(box(0, 9, 0, 3)), "rowProperties": KEPT}
    assert book.sheet()["bandedRanges"] == [kept | {"bandedRangeId": banded_range_id}]
    assert book.batch({"deleteBanding": {"bandedRangeId": banded_range_id}}) == [{}]
    assert "bandedRanges" not in book.sheet()


def test_a_banding_changes_where_its_mask_says(book: Book) -> None:
    book.batch(band(box(0, 9, 0, 3), bandedRangeId=7))
    new = {"rowProperties": {"headerColor": {"red": 1}}, "range": box(0, 4, 0, 1)}
    change = {"bandedRange": new | {"bandedRangeId": 7}, "fields": "rowProperties.headerColor"}
    assert book.batch({"updateBanding": change}) == [{}]
    header = {"headerColor": {"red": 1}, "headerColorStyle": {"rgbColor": {"red": 1}}}
    (found,) = book.sheet()["bandedRanges"]
    assert found["rowProperties"] == KEPT | header
    assert found["range"] == bare(box(0, 9, 0, 3))
    book.batch({"updateBanding": change | {"fields": "range"}})
    assert book.sheet()["bandedRanges"][0]["range"] == bare(box(0, 4, 0, 1))


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (
            band(box(8, 12, 2, 4)),
            "You cannot add alternating background colors to a range that already has alternating "
            "background colors.",
        ),
        (
            band(box(20, 22, 0, 1), bandedRangeId=7),
            "Cannot add banded range with id: 7, a banded range with that id already exists.",
        ),
        (
            band(box(20, 22, 0, 1), rowProperties=None),
            "At least one of rowProperties or columnProperties must be specified.",
        ),
        (
            band(box(20, 22, 0, 1), rowProperties={"firstBandColor": WHITE}),
            "rowProperties.secondBandColor must be specified.",
        ),
        ({"deleteBanding": {"bandedRangeId": 8}}, "No banded range with id: 8"),
        (chart(chartId=9), "Cannot add chart with id: 9, an embedded object with that id already "
                           "exists."),
        (chart(spec={"title": "x"}), "You must specify the kind of chart in the spec."),
        (chart(sheet_id=5), "No grid with id: 5"),
        (chart(spec=pie(box(0, 1, 0, 1, 5), box(0, 1, 0, 1))), "No grid with id: 5"),
        (chart(row=1000), "The anchor cell of an embedded object must lie on the grid."),
        (chart(position=None), "You must specify a position."),
        ({"deleteEmbeddedObject": {"objectId": 8}}, "No embedded object with id: 8"),
        ({"updateChartSpec": {"chartId": 8, "spec": {}}}, "No chart with id: 8"),
    ],
)  # fmt: skip
def test_what_is_refused(book: Book, request_: Json, message: str) -> None:
    book.batch(band(box(0, 9, 0, 3), bandedRangeId=7), chart(chartId=9))
    error = book.refuse(request_)
    assert error["message"] == f"Invalid requests[0].{next(iter(request_))}: {message}"


@pytest.mark.parametrize("position", [{"newSheet": True}, {"sheetId": 5}])
def test_charts_on_sheets_of_their_own_are_not_there(book: Book, position: Json) -> None:
    assert book.refuse(chart(position=position))["code"] == 501


def test_a_chart_is_kept_and_given_back(book: Book) -> None:
    color = {"red": 0.5}
    (reply,) = book.batch(chart(row=0, column=3, spec=pie(
        box(0, 5, 1, 2), box(0, 5, 0, 1), backgroundColor=color)))  # fmt: skip
    made = reply["addChart"]["chart"]
    chart_id = made.pop("chartId")
    assert made == {
        "spec": pie(
            bare(box(0, 5, 1, 2)),
            bare(box(0, 5, 0, 1)),
            backgroundColor=color,
            backgroundColorStyle={"rgbColor": color},
        ),
        "position": {
            "overlayPosition": {
                "anchorCell": {"columnIndex": 3},
                "widthPixels": 600,
                "heightPixels": 371,
            }
        },
    }
    assert book.sheet()["charts"] == [made | {"chartId": chart_id}]
    assert "charts" not in book.sheet(fields="sheets(merges,properties)")
    new = {"title": "Bars", "basicChart": {"chartType": "BAR"}}
    assert book.batch({"updateChartSpec": {"chartId": chart_id, "spec": new}}) == [{}]
    assert book.sheet()["charts"][0]["spec"] == new
    moved = {
        "anchorCell": {"rowIndex": 4},
        "widthPixels": 100,
        "heightPixels": 100,
        "offsetXPixels": 5,
    }
    (reply,) = book.batch({"updateEmbeddedObjectPosition": {
        "objectId": chart_id, "newPosition": {"overlayPosition": moved},
        "fields": "widthPixels,offsetXPixels"}})  # fmt: skip
    position = {
        "anchorCell": {"columnIndex": 3},
        "widthPixels": 100,
        "heightPixels": 371,
        "offsetXPixels": 5,
    }
    assert reply["updateEmbeddedObjectPosition"]["position"] == {"overlayPosition": position}
    assert book.batch({"deleteEmbeddedObject": {"objectId": chart_id}}) == [{}]
    assert "charts" not in book.sheet()


def anchor(found: Json) -> tuple[int, int]:
    cell = found["position"]["overlayPosition"]["anchorCell"]
    return cell.get("rowIndex", 0), cell.get("columnIndex", 0)


def sources(found: Json) -> list[Json]:
    parts = found["spec"]["pieChart"]
    return [one for name in ("series", "domain") for one in parts[name]["sourceRange"]["sources"]]


@pytest.mark.parametrize(
    ("request_", "place", "drawn", "banded"),
    [
        ({"insertDimension": {"range": lines("ROWS", 0, 2)}}, (3, 3),
         [(2, 7, 1, 2), (2, 7, 0, 1)], (2, 11, 0, 3)),
        ({"insertDimension": {"range": lines("COLUMNS", 1, 2)}}, (1, 4),
         [(0, 5, 2, 3), (0, 5, 0, 1)], (0, 9, 0, 4)),
        ({"deleteDimension": {"range": lines("ROWS", 0, 3)}}, (0, 3),
         [(0, 2, 1, 2), (0, 2, 0, 1)], (0, 6, 0, 3)),
        ({"deleteDimension": {"range": lines("COLUMNS", 1, 26)}}, (1, 0),
         [(0, 5, 0, 1)], (0, 9, 0, 1)),
        ({"moveDimension": {"source": lines("COLUMNS", 1, 2), "destinationIndex": 0}}, (1, 3),
         [(0, 5, 0, 1), (0, 5, 1, 2)], (0, 9, 0, 3)),
        ({"insertRange": {"range": box(0, 2, 1, 2), "shiftDimension": "ROWS"}}, (1, 3),
         [(2, 7, 1, 2), (0, 5, 0, 1)], (0, 9, 0, 3)),
    ],
)  # fmt: skip
def test_overlays_follow_the_cells(
    book: Book,
    request_: Json,
    place: tuple[int, int],
    drawn: list[tuple[int, int, int, int]],
    banded: tuple[int, int, int, int],
) -> None:
    second = {"addSheet": {"properties": {"sheetId": 5, "title": "Second"}}}
    book.batch(band(box(0, 9, 0, 3)), chart(), second, chart(sheet_id=5))
    book.batch(request_)
    (own,) = book.sheet()["charts"]
    (other,) = book.sheet(1)["charts"]
    assert (anchor(own), anchor(other)) == (place, (1, 3))
    assert sources(own) == sources(other) == [bare(box(*one)) for one in drawn]
    assert book.sheet()["bandedRanges"][0]["range"] == bare(box(*banded))


def test_a_copy_of_a_tab_has_its_own(book: Book) -> None:
    book.batch(band(box(0, 9, 0, 3)), chart())
    book.batch({"duplicateSheet": {"sourceSheetId": 0, "newSheetId": 5, "insertSheetIndex": 1}})
    first, copy = book.get()["sheets"]
    for name, key in (("charts", "chartId"), ("bandedRanges", "bandedRangeId")):
        assert first[name][0][key] != copy[name][0][key]
    assert copy["bandedRanges"][0]["range"] == box(0, 9, 0, 3, 5)
    assert sources(copy["charts"][0]) == [box(0, 5, 1, 2, 5), box(0, 5, 0, 1, 5)]


def filtered(book: Book) -> list[int]:
    rows = book.sheet(fields="sheets.data.rowMetadata")["data"][0]["rowMetadata"]
    return [number for number, row in enumerate(rows) if row.get("hiddenByFilter")]


ROWS = [["name", "points"], ["b", 3], ["a", 1], ["", 2], ["A", 10]]


def criteria(column: int, **given: Any) -> Json:
    spec = {"columnIndex": column, "filterCriteria": given}
    return {"setBasicFilter": {"filter": {"range": box(0, 5, 0, 2), "filterSpecs": [spec]}}}


@pytest.mark.parametrize(
    ("request_", "hidden"),
    [
        (criteria(0, hiddenValues=["a"]), [2]),
        (criteria(0, hiddenValues=["", "b"]), [1, 3]),
        (criteria(1, condition={"type": "NUMBER_GREATER", "values": [{"userEnteredValue": "2"}]}),
         [2, 3]),
        (criteria(0, condition={"type": "NOT_BLANK"}), [3]),
        (criteria(1, condition={"type": "CUSTOM_FORMULA",
                                "values": [{"userEnteredValue": "=B2>=A$7"}]}), [2]),
        (criteria(0, visibleBackgroundColor={"red": 1}), [1, 3, 4]),
        (criteria(0, visibleForegroundColorStyle={"rgbColor": {}}), []),
        (criteria(0), []),
        ({"setBasicFilter": {"filter": {
            "range": box(0, 5, 0, 2),
            "criteria": {"0": {"hiddenValues": ["b"]}, "1": {"hiddenValues": ["10"]}}}}}, [1, 4]),
    ],
)  # fmt: skip
def test_a_basic_filter_hides_rows(book: Book, request_: Json, hidden: list[int]) -> None:
    book.write("A1", ROWS)
    book.write("A7", [[2]])
    red = {"userEnteredFormat": {"backgroundColor": {"red": 1}}}
    book.batch({"repeatCell": {"range": box(2, 3, 0, 1), "cell": red, "fields": "*"}})
    book.write("A3", [["a"]])
    book.batch(request_)
    assert filtered(book) == hidden
    book.batch({"insertDimension": {"range": lines("ROWS", 1, 2)}})
    assert filtered(book) == [row + 1 for row in hidden]
    book.batch({"clearBasicFilter": {"sheetId": 0}})
    assert filtered(book) == []
    assert "basicFilter" not in book.sheet()


def test_a_basic_filter_is_given_back_in_both_forms(book: Book) -> None:
    book.write("A1", ROWS)
    sort = [{"dimensionIndex": 1, "sortOrder": "DESCENDING"}]
    request_ = criteria(1, hiddenValues=["3"])
    request_["setBasicFilter"]["filter"]["sortSpecs"] = sort
    book.batch(request_)
    assert book.values("A2:B5") == [["A", "10"], ["b", "3"], ["", "2"], ["a", "1"]]
    assert filtered(book) == [2]
    found = book.sheet()["basicFilter"]
    assert found == {
        "range": bare(box(0, 5, 0, 2)),
        "sortSpecs": sort,
        "filterSpecs": [{"columnIndex": 1, "filterCriteria": {"hiddenValues": ["3"]}}],
        "criteria": {"1": {"hiddenValues": ["3"]}},
    }
    book.batch({"insertDimension": {"range": lines("COLUMNS", 0, 1)}})
    found = book.sheet()["basicFilter"]
    assert set(found["criteria"]) == {"2"}
    assert found["sortSpecs"][0]["dimensionIndex"] == found["filterSpecs"][0]["columnIndex"] == 2
    book.batch({"setBasicFilter": {"filter": {"range": box(0, 5, 0, 2)}}})
    assert filtered(book) == []


@pytest.mark.parametrize(
    ("request_", "code", "message"),
    [
        (criteria(2, hiddenValues=["x"]), 400, "columnIndex[2] lies outside the range"),
        (criteria(0, condition={"type": "ONE_OF_LIST"}), 400, "ONE_OF_LIST"),
        (criteria(0, visibleBackgroundColor={}, visibleForegroundColor={}), 400, "one colour only"),
        ({"setBasicFilter": {"filter": {"criteria": {"x": {}}}}}, 400, "Invalid column index"),
        ({"setBasicFilter": {"filter": {"criteria": {"0": {"shown": []}}}}}, 400,
         'Unknown name "shown"'),
        ({"setBasicFilter": {"filter": {"tableId": "1"}}}, 501, "tables"),
    ],
)  # fmt: skip
def test_what_no_filter_can_be(book: Book, request_: Json, code: int, message: str) -> None:
    error = book.refuse(request_)
    assert error["code"] == code
    assert message in error["message"]


def test_all_of_it_is_kept_on_disk(tmp_path: Any) -> None:
    with LocalServer(tmp_path) as server:
        owner = Account(server.base_url, "owner")
        book = Book(owner, owner.ok("POST", "/v4/spreadsheets", {})["spreadsheetId"])
        book.write("A1", ROWS)
        book.batch(band(box(0, 9, 0, 3)), chart(), criteria(0, hiddenValues=["a"]))
        before = book.get(includeGridData=True)
        owner.session.close()
    with LocalServer(tmp_path) as server:
        again = Account(server.base_url, "owner")
        assert Book(again, book.id).get(includeGridData=True) == before
        again.session.close()


def test_a_file_of_before_has_none_of_it() -> None:
    document = fresh("id", "title", "owner@example.com", "")
    document.sheets[0].lines["ROWS"][3] = Line(30, hidden=True)
    body = json.loads(encode(document))
    del body["iterative"]
    (sheet,) = body["sheets"]
    del sheet["bands"], sheet["charts"]
    sheet["lines"]["ROWS"] = [[3, 30, True]]
    assert decode(json.dumps(body)) == document


def test_a_protected_tab_keeps_its_charts(book: Book, account: Callable[[str], Account]) -> None:
    book.batch(
        chart(chartId=9), {"addProtectedRange": {"protectedRange": {"range": {"sheetId": 0}}}}
    )
    path = f"/drive/v3/files/{book.id}/permissions"
    book.account.ok("POST", path, {"type": "anyone", "role": "writer"})
    other = book.seen_by(account("somebody else"))
    for request_ in (chart(), {"deleteEmbeddedObject": {"objectId": 9}}):
        assert "protected cell" in other.refuse(request_)["message"]
