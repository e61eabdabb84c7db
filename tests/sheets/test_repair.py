"""What a spreadsheet lacks is put back in one write, and what a player typed stays as it was."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any, NamedTuple

import pytest
from converted_kit import conversion
from in_process import ServerAtHand
from named_ranges import read_named
from own_games import OURS
from snapshots import another

from sheets_emulator.app import LocalServer
from sheets_emulator.model import Document
from umpire.sheets.addresses import local_account
from umpire.sheets.changes import RepairPlan
from umpire.sheets.client import SheetsClient, connect_local
from umpire.sheets.context import Context, pages
from umpire.sheets.diff import choice_requests, diff_screen, one_cell_texts, plain_text_requests
from umpire.sheets.grid import Place, Rect
from umpire.sheets.growth import plan_growth
from umpire.sheets.reconcile import TargetState, kind_of, plan_repair, setup_requests
from umpire.sheets.spreadsheet_metadata import REPAIR_FIELDS, SpreadsheetMetadata
from umpire.sheets.template import Template, find_template
from umpire.sheets.workbook import workbook

pytestmark = pytest.mark.end_to_end

Json = dict[str, Any]
Cells = dict[tuple[str, int, int], Any]
LOOKS = ("userEnteredFormat.numberFormat", "dataValidation")
VALUE = "userEnteredValue"
OWNER = local_account("daemon")
ACCOUNTS = {"Ana": local_account("ana"), "Bo": local_account("bo")}
TARTARUS = find_template("denizens-of-tartarus")
BLOCKS = {
    "headline": (("Ana to answer (turn)",),),
    "left_name": (("Ana",),),
    "right_name": (("Bo",),),
    "left_hand": (("R1", "Y5", "B3"),),
    "answer_1": (("taken: Y5 on Set",),),
}
TEXTS = one_cell_texts(BLOCKS)
TYPED = {
    "entry_1": [["Y5 set"], ["'3-4"], ["=1+1"], [""], ["B5"]],
    "form_card_1": [["R1"]],
    "form_send_1": [[True]],
    "entry_2": [["none"]],
    "form_target_2": [["P3"]],
}


def context(game: str = "denizens-of-tartarus", seat: int | None = None) -> Context:
    title = OURS[game].title
    return Context("m-1", title, ("Ana", "Bo"), (OWNER, local_account("umpire")), ACCOUNTS, seat)


def every_spreadsheet() -> list[Any]:
    templates = {game: find_template(game) for game in OURS}
    found = [
        pytest.param(template, context(game, seat), id=f"{game}-{seat}")
        for game, template in templates.items()
        for seat in ((None, 2) if template.tables else (None,))
    ]
    return [*found, pytest.param(TARTARUS.console, context(), id="console")]


class Book:
    """A spreadsheet on the local server that somebody damages."""

    def __init__(
        self, sheets: SheetsClient, template: Template, its_context: Context, id_: str | None = None
    ) -> None:
        self.sheets = sheets
        self.template = template
        self.context = its_context
        self.id = id_ or sheets.create("a spreadsheet", "tag")

    def change(self, *requests: Json) -> None:
        if requests:
            self.sheets.write(self.id, requests)

    def metadata(self, fields: str = REPAIR_FIELDS) -> Any:
        return self.sheets.metadata(self.id, fields)

    @property
    def places(self) -> dict[str, Place]:
        return SpreadsheetMetadata.read(self.metadata("namedRanges,sheets.properties")).named_places

    @property
    def tabs(self) -> dict[str, int]:
        titles = SpreadsheetMetadata.read(self.metadata("sheets.properties")).titles
        return {title: sheet for sheet, title in titles.items()}

    def type(self, texts: dict[str, list[list[Any]]]) -> None:
        kinds = {bool: "boolValue", str: "stringValue"}
        places = self.places
        updates = []
        for name, rows in texts.items():
            cells = [[{kinds[type(v)]: v} if v != "" else {} for v in row] for row in rows]
            sheet, rect = places[name].sheet, places[name].rect
            start = {"sheetId": sheet, "rowIndex": rect.top, "columnIndex": rect.left}
            values = [{"values": [{"userEnteredValue": v} for v in row]} for row in cells]
            update = {"start": start, "rows": values, "fields": "userEnteredValue"}
            updates.append({"updateCells": update})
        self.change(*updates)

    def looks_and_texts(self) -> tuple[Cells, Cells]:
        """How cells are to be typed into, and what stands in them."""
        found = self.cells(*LOOKS, VALUE)
        texts = {at: {VALUE: cell[VALUE]} for at, cell in found.items() if VALUE in cell}
        looks = {at: {one: cell[one] for one in cell if one != VALUE} for at, cell in found.items()}
        return {at: look for at, look in looks.items() if look}, texts

    def cells(self, *fields: str) -> Cells:
        """What the cells of each tab have, those without it left out."""
        mask = f"sheets(properties.title,data.rowData.values({','.join(fields)}))"
        return {
            (sheet["properties"]["title"], row, column): cell
            for sheet in self.metadata(mask)["sheets"]
            for block in sheet["data"]
            for row, line in enumerate(block.get("rowData", []))
            for column, cell in enumerate(line.get("values", []))
            if cell
        }

    @property
    def wanted(self) -> TargetState:
        return TargetState.of(self.template, self.context, TEXTS, OWNER)

    def kind(self, metadata: Json | None = None) -> str | None:
        return kind_of(self.wanted, SpreadsheetMetadata.read(metadata or self.metadata()))

    def repair(self) -> RepairPlan:
        made = plan_repair(self.wanted, SpreadsheetMetadata.read(self.metadata()))
        written = self.written()
        for request in made.requests:
            assert not sets_values(request, written), request
        self.change(*made.requests)
        return made

    def written(self) -> list[Place]:
        """Where players write, on the tabs that are there."""
        places = self.places
        return [
            places[page.name(area.name[0])]
            for page in pages(self.template, self.context)
            for area in page.tab.areas
            if area.player_writes and page.name(area.name[0]) in places
        ]

    def unprotect(self) -> None:
        """Take all protection away, as an upload of a workbook has none: names alone tell then."""
        self.change(*no_protection(self))

    def name_id(self, name: str) -> str:
        (found,) = (
            named["namedRangeId"]
            for named in self.metadata("namedRanges")["namedRanges"]
            if named["name"] == name
        )
        return str(found)


def sets_values(request: Json, where: list[Place]) -> bool:
    """Whether a request sets values in these cells. An untouched box may be unticked."""
    ((kind, body),) = request.items()
    if kind not in ("updateCells", "repeatCell") or "userEnteredValue" not in body["fields"]:
        return False
    if body.get("rows") == [{"values": [{"userEnteredValue": {"boolValue": False}}]}]:
        return False
    given = body.get("range", body.get("start"))
    return given["sheetId"] in {place.sheet for place in where}


@pytest.fixture(scope="module")
def server() -> Iterator[LocalServer]:
    with ServerAtHand(None) as server:
        yield server


@pytest.fixture(scope="module")
def sheets(server: LocalServer) -> Iterator[SheetsClient]:
    connection = connect_local(server.base_url, "daemon")
    yield connection
    connection.close()


class Left(NamedTuple):
    """A match's spreadsheet as the daemon leaves it, in which both players have typed."""

    document: Document
    places: dict[str, Place]
    looks: Cells
    texts: Cells


@pytest.fixture(scope="module")
def left(server: LocalServer, sheets: SheetsClient) -> Left:
    made = Book(sheets, TARTARUS, context())
    made.change(*setup_requests(TARTARUS, made.context, 0, TEXTS))
    made.change(*diff_screen({}, BLOCKS, made.places).requests)
    made.type(TYPED)
    document = server.service.open(OWNER, made.id).document
    return Left(document, made.places, *made.looks_and_texts())


@pytest.fixture
def book(server: LocalServer, sheets: SheetsClient, left: Left) -> Book:
    return Book(sheets, TARTARUS, context(), another(server, left.document))


def remove(*names: str) -> Callable[[Book], list[Json]]:
    return lambda book: [
        {"deleteNamedRange": {"namedRangeId": book.name_id(name)}} for name in names
    ]


def smaller(name: str) -> Callable[[Book], list[Json]]:
    def damage(book: Book) -> list[Json]:
        place = book.places[name]
        return [named_again(book, name, Place(place.sheet, first_row(place.rect)))]

    return damage


def first_row(rect: Rect) -> Rect:
    return Rect(rect.top, rect.left, rect.top + 1, rect.right)


def named_again(book: Book, name: str, place: Place) -> Json:
    named = {"namedRangeId": book.name_id(name), "name": name, "range": place.grid_range()}
    return {"updateNamedRange": {"namedRange": named, "fields": "range"}}


def renamed(book: Book) -> list[Json]:
    named = {"namedRangeId": book.name_id("deck"), "name": "Kartenstapel"}
    return [{"updateNamedRange": {"namedRange": named, "fields": "name"}}]


def dressed(name: str, **cell: Json) -> Callable[[Book], list[Json]]:
    """Paste over the upper half of a range what comes with a format or a validation."""

    def damage(book: Book) -> list[Json]:
        sheet, rect = book.places[name].sheet, book.places[name].rect
        half = Rect(rect.top, rect.left, rect.top + (rect.height + 1) // 2, rect.right)
        fields = "dataValidation,userEnteredFormat.numberFormat"
        given = {"range": Place(sheet, half).grid_range(), "cell": cell, "fields": fields}
        return [{"repeatCell": given}]

    return damage


def no_colours(book: Book) -> list[Json]:
    return [
        {"deleteConditionalFormatRule": {"sheetId": sheet["properties"]["sheetId"], "index": 0}}
        for sheet in book.metadata()["sheets"]
        for _ in sheet.get("conditionalFormats", [])
    ]


def no_protection(book: Book) -> list[Json]:
    return [
        {"deleteProtectedRange": {"protectedRangeId": one["protectedRangeId"]}}
        for sheet in book.metadata()["sheets"]
        for one in sheet.get("protectedRanges", [])
    ]


def more_protection(book: Book) -> list[Json]:
    place = book.places["entry_1"].grid_range()
    return [{"addProtectedRange": {"protectedRange": {"range": place}}}]


def without_tab(title: str) -> Callable[[Book], list[Json]]:
    return lambda book: [{"deleteSheet": {"sheetId": book.tabs[title]}}]


def elsewhere(book: Book) -> list[Json]:
    there = {"locale": "de_DE", "timeZone": "Europe/Berlin"}
    body = {"properties": there, "fields": "locale,timeZone"}
    return [{"updateSpreadsheetProperties": body}]


def spare_rows(book: Book) -> list[Json]:
    rows = {"sheetId": book.tabs["Ana"], "dimension": "ROWS", "length": 90}
    return [{"appendDimension": rows}]


PLAIN: Json = {"numberFormat": {"type": "TEXT", "pattern": "@"}}

DAMAGES: dict[str, tuple[Callable[[Book], list[Json]], list[str]]] = {
    "a block's name": (remove("deck"), ["deck was missing and is back at {deck} of"]),
    "an entry's name": (remove("entry_1"), ["entry_1 was missing and is back at {entry_1} of"]),
    "names of a form": (
        remove("form_send_1", "form_card_1"),
        ["form_card_1 was missing", "form_send_1 was missing and is back at {form_send_1}"],
    ),
    "half the names of a tab": (
        lambda book: remove(*[name for name in book.places if name.endswith("_2")][1::2])(book),
        ["entry_2 was missing"],
    ),
    "all names of a tab": (
        lambda book: remove(*[name for name in book.places if name.endswith("_2")])(book),
        ["entry_2 was missing", "ask_2 was missing"],
    ),
    "another name": (renamed, ["deck had been renamed Kartenstapel and has its name back"]),
    "a block that is too small": (
        smaller("events"),
        ["events ({events_first_row} of the tab Board) was too small and is {events} again"],
    ),
    "a score sheet that is too small": (
        smaller("entry_1"),
        ["entry_1 ({entry_1_first_row} of the tab Ana) was too small and is {entry_1} again"],
    ),
    "plain text": (dressed("entry_1"), ["Some cells of entry_1 were not plain"]),
    "plain text of a field": (
        dressed("form_target_2"), ["Some cells of form_target_2 were not plain"]
    ),
    "a ticked box": (dressed("form_send_1"), ["check box form_send_1 was missing"]),
    "a box that became plain text": (
        dressed("form_send_2", dataValidation={"condition": {"type": "BOOLEAN"}},
                userEnteredFormat=PLAIN),
        ["check box form_send_2 was missing"],
    ),
    "the colours": (
        no_colours,
        ["colours of the tab Board", "colours of the tab Ana", "colours of the tab Bo"],
    ),
    "the protection": (
        no_protection,
        ["protection of the tab Board", "protection of the tab Ana", "protection of the tab Rules"],
    ),
    "one protection too many": (more_protection, ["protection of the tab Ana"]),
    "locale and time zone": (
        elsewhere,
        ["locale was de_DE and is en_GB", "time zone was Europe/Berlin and is Etc/UTC"],
    ),
    "a score sheet that could not grow": (spare_rows, ["Ana had 90 empty rows below its"]),
    "a tab without names": (
        without_tab("Rules"), ["tab Rules was missing and has been laid out again"]
    ),
    "the board": (without_tab("Board"), ["tab Board was missing and has been laid out again"]),
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGES)
def test_each_thing_is_put_back_and_said(book: Book, left: Left, damage: str) -> None:
    make, findings = DAMAGES[damage]
    rects = {name: place.rect for name, place in left.places.items()}
    first_rows = {f"{name}_first_row": first_row(rect) for name, rect in rects.items()}
    words = [finding.format(**rects, **first_rows) for finding in findings]
    book.change(*make(book))
    made = book.repair()
    assert len(made.findings) >= len(words)
    for word in words:
        assert any(word in finding for finding in made.findings), made.findings
    assert all(finding.endswith(".") for finding in made.findings)
    assert book.repair().changes == ()
    assert book.places == left.places
    looks, texts = book.looks_and_texts()
    assert looks == left.looks
    lost = {"Board"} if damage == "the board" else set()
    kept = {at: cell for at, cell in left.texts.items() if at[0] not in lost}
    assert kept.items() <= texts.items()


def test_only_what_was_missing_is_said_to_be_put_back(book: Book) -> None:
    book.change(*remove("deck")(book))
    (finding,) = book.repair().findings
    assert "deck" in finding


AT_ONCE = [
    "plain text", "plain text of a field", "a ticked box", "a box that became plain text",
    "another name", "a block that is too small", "locale and time zone",
    "a score sheet that could not grow", "names of a form", "an entry's name", "the colours",
    "the protection", "a tab without names",
]  # fmt: skip


def test_everything_at_once_is_put_back_in_one_write(book: Book) -> None:
    typed = read_named(book.sheets, book.id, list(TYPED))
    for what in AT_ONCE:
        make, _ = DAMAGES[what]
        book.change(*make(book))
    made = book.repair()
    assert len(made.findings) > len(AT_ONCE)
    assert book.repair().changes == ()
    after = read_named(book.sheets, book.id, list(TYPED))
    assert after == typed


def test_a_score_sheet_whose_tab_is_gone_is_laid_out_empty_with_all_that_belongs_to_it(
    book: Book, left: Left
) -> None:
    book.change(*without_tab("Bo")(book))
    assert "entry_2" not in book.places
    assert book.repair().findings == ("The tab Bo was missing and has been laid out again.",)
    assert book.repair().changes == ()
    assert book.places == left.places
    assert list(book.tabs) == ["Ana", "Bo", "Board", "Moves", "Rules"]
    assert book.cells(*LOOKS) == left.looks


def test_a_tab_whose_id_and_title_another_has_is_laid_out_beside_it(book: Book) -> None:
    book.unprotect()
    gone = book.tabs["Rules"]
    book.change(*without_tab("Rules")(book))
    # the id now belongs to a tab on which the board's names lie
    board = book.tabs["Board"]
    book.change({"addSheet": {"properties": {"sheetId": gone, "title": "New board"}}})
    moved = [
        named_again(book, name, Place(gone, place.rect))
        for name, place in book.places.items()
        if place.sheet == board
    ]
    grid = {"sheetId": gone, "gridProperties": {"rowCount": 50, "columnCount": 26}}
    book.change({"updateSheetProperties": {"properties": grid, "fields": "gridProperties"}}, *moved)
    titled = {"sheetId": board, "title": "rules"}
    book.change({"updateSheetProperties": {"properties": titled, "fields": "title"}})
    made = book.repair()
    assert "The tab Rules (2) was missing and has been laid out again." in made.findings
    assert book.repair().changes == ()


class TestNames:
    def test_a_lost_name_is_found_where_the_rows_have_gone(self, book: Book) -> None:
        rows = {"sheetId": book.tabs["Board"], "dimension": "ROWS"}
        book.change({"insertDimension": {"range": {**rows, "startIndex": 2, "endIndex": 5}}})
        before = book.places
        book.change(*remove("deck", "left_hand", "stones_counts")(book))
        book.repair()
        assert book.places == before

    def test_a_lost_column_of_a_score_sheet_that_has_grown_is_as_long_as_the_others(
        self, book: Book
    ) -> None:
        rows = book.places["entry_1"].rect.height
        used = {1: rows - 20, 2: 0}
        book.change(
            *plan_growth(book.wanted, SpreadsheetMetadata.read(book.metadata()), used).requests
        )
        before = book.places
        assert before["entry_1"].rect.height == rows + 100
        book.change(*remove("entry_1")(book))
        book.repair()
        assert book.places == before
        assert book.repair().changes == ()

    def test_a_name_is_not_put_over_another(self, book: Book) -> None:
        book.unprotect()
        place = book.places["deck"]
        book.change(*remove("deck")(book), named_again(book, "left_hand", place))
        made = book.repair()
        (finding,) = (one for one in made.findings if "deck" in one)
        assert finding == (
            "The named range deck is missing, and others take its place on the tab Board: "
            "define it again (1 row and 19 columns)."
        )
        assert "deck" not in book.places

    def test_a_block_without_room_is_left_as_it_is(self, book: Book) -> None:
        """Deleted rows take rows of the block with them; what stood below has moved up.

        Below it is one empty row, which would do for one that is lost, but not for two.
        """
        board, rect = book.places["events"].sheet, book.places["events"].rect
        rows = {"sheetId": board, "dimension": "ROWS"}
        lost = {**rows, "startIndex": rect.top, "endIndex": rect.top + 2}
        book.change({"deleteDimension": {"range": lost}})
        left = Rect(rect.top, rect.left, rect.bottom - 2, rect.right)
        made = book.repair()
        assert made.findings == (
            f"The named range events ({left} of the tab Board) is too small for {rect.height} rows "
            "and 1 column and cannot grow: make room and define it again.",
        )

    def test_merged_cells_may_be_narrower_than_the_template_has_them(self, book: Book) -> None:
        book.unprotect()
        place = book.places["headline"]
        narrow = Place(place.sheet, Rect(0, 0, 1, 12))
        book.change(named_again(book, "headline", narrow))
        assert not any("headline" in finding for finding in book.repair().findings)
        assert book.places["headline"] == narrow

    def test_a_tab_that_has_become_too_short_is_made_longer_at_its_end(self, book: Book) -> None:
        before = book.places["fairness"]
        book.change(*remove("fairness")(book))
        size = {"sheetId": book.tabs["Board"], "gridProperties": {"rowCount": 40}}
        book.change(
            {"updateSheetProperties": {"properties": size, "fields": "gridProperties.rowCount"}}
        )
        book.repair()
        assert book.places["fairness"] == before
        assert book.repair().changes == ()

    def test_a_name_whose_cells_are_gone_means_its_place_again(self, book: Book) -> None:
        """Google keeps a name whose tab was deleted, without cells."""
        metadata = deepcopy(book.metadata())
        (deck,) = (one for one in metadata["namedRanges"] if one["name"] == "deck")
        del deck["range"]
        made = plan_repair(book.wanted, SpreadsheetMetadata.read(metadata))
        assert made.requests == (named_again(book, "deck", book.places["deck"]),)
        deck_again = f"deck was missing and is back at {book.places['deck'].rect} of"
        assert deck_again in made.findings[0]


class TestWhatIsLeftAlone:
    def test_labels_looks_and_tabs_of_the_umpires_own(self, book: Book) -> None:
        deck = book.places["deck"]
        board = deck.sheet
        label = {"sheetId": board, "rowIndex": deck.rect.top, "columnIndex": deck.rect.right + 1}
        german = [{"values": [{"userEnteredValue": {"stringValue": "Stapel"}}]}]
        wide = {"sheetId": board, "dimension": "COLUMNS", "startIndex": 0, "endIndex": 3}
        title = {"sheetId": board, "title": "Das Brett"}
        book.change(
            {"updateCells": {"start": label, "rows": german, "fields": "userEnteredValue"}},
            {"updateSheetProperties": {"properties": title, "fields": "title"}},
            {"addSheet": {"properties": {"title": "Notes"}}},
            {
                "updateDimensionProperties": {
                    "range": wide, "properties": {"pixelSize": 44}, "fields": "pixelSize"
                }
            },
        )  # fmt: skip
        assert book.repair().changes == ()

    def test_what_the_daemon_offers_and_formats(self, book: Book) -> None:
        entry = book.places["entry_1"]
        book.change(*plain_text_requests([entry]), *choice_requests(entry, 3, ["Y5 set"], "Play."))
        assert book.repair().changes == ()

    def test_rows_below_a_score_sheet_in_which_something_stands(self, book: Book) -> None:
        book.change(*spare_rows(book))
        entry = book.places["entry_1"]
        start = {"sheetId": entry.sheet, "rowIndex": entry.rect.bottom + 35, "columnIndex": 0}
        rows = [{"values": [{"userEnteredValue": {"stringValue": "a remark"}}]}]
        book.change({"updateCells": {"start": start, "rows": rows, "fields": "userEnteredValue"}})
        assert book.repair().changes == ()

    def test_a_box_in_which_somebody_wrote_is_told_of(self, book: Book) -> None:
        book.change(*dressed("form_send_2")(book))
        book.type({"form_send_2": [["yes"]]})
        box = book.places["form_send_2"].rect
        findings = book.repair().findings
        assert findings == (
            "The check box form_send_2 was missing and is back.",
            f"The check box form_send_2 ({box} of the tab Bo) holds something other than a tick: "
            "empty the cell.",
        )
        assert read_named(book.sheets, book.id, ["form_send_2"])["form_send_2"] == (("yes",),)


def test_two_tabs_whose_names_were_moved_onto_one_are_kept_together(book: Book) -> None:
    book.unprotect()
    ana = book.tabs["Ana"]
    aside = {"sheetId": ana, "dimension": "COLUMNS", "length": 6}
    book.change({"appendDimension": aside})
    book.change(
        *[
            named_again(book, name, Place(ana, place.rect.shift(0, 5)))
            for name, place in book.places.items()
            if name.endswith("_2")
        ]
    )
    book.change(*plain_text_requests([book.places[name] for name in book.places if "_2" in name]))
    assert any("protection" in finding for finding in book.repair().findings)
    assert not any("changed" in finding for finding in book.repair().findings)


@pytest.mark.parametrize(("template", "its_context"), every_spreadsheet())
class TestEveryGame:
    def test_what_was_installed_needs_nothing(
        self, sheets: SheetsClient, template: Template, its_context: Context
    ) -> None:
        made = Book(sheets, template, its_context)
        assert made.kind() == "empty"
        made.change(*setup_requests(made.template, made.context, 0, TEXTS))
        assert made.kind() == "ours"
        assert made.repair().changes == ()

    def test_an_uploaded_workbook_is_as_good_once_it_is_repaired(
        self, sheets: SheetsClient, template: Template, its_context: Context
    ) -> None:
        model = Book(sheets, template, its_context)
        model.change(*setup_requests(model.template, model.context, 0, TEXTS))
        made = Book(sheets, template, its_context)
        content = workbook(template, its_context)
        made.change(
            {"addSheet": {"properties": {"sheetId": 77, "title": "for a moment"}}},
            {"deleteSheet": {"sheetId": 0}},
            *conversion(content),
            {"deleteSheet": {"sheetId": 77}},
        )
        assert made.kind() == "template"
        findings = made.repair().findings
        assert any("colours of the tab" in finding for finding in findings)
        assert not any("laid out" in finding or "named range" in finding for finding in findings)
        assert made.repair().changes == ()
        assert whereabouts(made) == whereabouts(model)
        assert made.cells("userEnteredValue") == model.cells("userEnteredValue")
        assert kinds(made) == kinds(model)


def whereabouts(book: Book) -> dict[str, tuple[str, Rect]]:
    titles = {sheet: title for title, sheet in book.tabs.items()}
    return {name: (titles[place.sheet], place.rect) for name, place in book.places.items()}


def kinds(book: Book) -> dict[str, tuple[bool, bool]]:
    """Whether the first cell of each range is plain text, and whether it is a check box."""
    titles = {sheet: title for title, sheet in book.tabs.items()}
    cells = book.cells("userEnteredFormat.numberFormat", "dataValidation.condition.type")
    found = {}
    for name, place in book.places.items():
        cell = cells.get((titles[place.sheet], place.rect.top, place.rect.left), {})
        found[name] = "TEXT" in str(cell.get("userEnteredFormat")), "BOOLEAN" in str(cell)
    return found


class TestAdoptable:
    def test_half_of_the_names_make_a_template_and_fewer_do_not(self, book: Book) -> None:
        sheet = {"properties": {"sheetId": 0, "title": "x"}}
        names = sorted(book.places)

        def kind(some: list[str], *tabs: Json) -> str | None:
            named = [{"namedRangeId": one, "name": one} for one in some]
            return book.kind({"namedRanges": named, "sheets": list(tabs)})

        half = (len(names) + 1) // 2
        assert kind(names[:half], sheet) == "template"
        assert kind([*names[:half], "budget"], sheet, sheet) == "template"
        assert kind(names[: half - 1], sheet) is None
        assert kind(["budget"], sheet) is None
        assert kind([], sheet) == "empty"
        assert kind([], sheet, {"properties": {"sheetId": 1, "title": "y"}}) is None

    def test_a_copy_of_a_match_that_was_added_to_is_one_of_its_template(self, book: Book) -> None:
        assert book.kind() == "ours"
        book.change({"addSheet": {"properties": {"title": "Notes"}}})
        assert book.kind() == "template"

    def test_another_games_spreadsheet_is_none_of_ours(
        self, sheets: SheetsClient, book: Book
    ) -> None:
        other = TargetState.of(find_template("devils-deal"), context("devils-deal", 1))
        assert kind_of(other, SpreadsheetMetadata.read(book.metadata())) is None
