"""The loader's requests on the local server: what comes of them, and who may type."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from in_process import ServerAtHand
from named_ranges import read_named
from snapshots import another
from test_repair import OWNER, TARTARUS, Book, context

from umpire.sheets.addresses import local_account
from umpire.sheets.client import connect_local
from umpire.sheets.diff import diff_screen, one_cell_texts
from umpire.sheets.grid import cell_name
from umpire.sheets.growth import plan_growth
from umpire.sheets.layout_simulator import hex_code
from umpire.sheets.reconcile import TargetState, plan_upkeep, setup_requests
from umpire.sheets.snapshot import in_a1
from umpire.sheets.spreadsheet_metadata import METADATA_FIELDS, SpreadsheetMetadata

pytestmark = pytest.mark.end_to_end

DECK = [
    "Y1", "R5", "G2", "P2", "B1", "Y3", "G5", "P4", "R2", "Y2",
    "B4", "P5", "R3", "Y4", "G3", "P1", "B2", "G4", "P3",
]  # fmt: skip
BLOCKS = {
    "headline": (("Ana to answer (turn)",),),
    "left_name": (("Ana",),),
    "right_name": (("Bo",),),
    "left_status": (("to play a turn",),),
    "left_hand": (("R1", "Y5", "B3"),),
    "first_card_1": (("R1",),),
    "deck": (tuple(DECK),),
    "order_shown": (("R",), ("Y",), ("G",), ("▸ B",), ("P",)),
    "order_state": (("open",),),
    "balance_state": (("closed",),),
    "stones_state": (("★ Bo",),),
}
WANTED = TargetState.of(TARTARUS, context(), one_cell_texts(BLOCKS), OWNER)
COLOURS = TARTARUS.palette.colours


class Sheet(Book):
    """The match's spreadsheet; `by` is whose token asks."""

    server: ServerAtHand

    def answer(self, by: str, method: str, path: str, body: Any = None, **params: Any) -> Any:
        with closing(connect_local(self.server.base_url, by)) as sheets:
            return sheets.request(method, f"/v4/spreadsheets/{self.id}{path}", body, params)

    def cell(self, name: str, down: int = 0) -> str:
        """A1 of the first cell of a named range, or of one so many rows below; -1 is the last."""
        sheet, rect = self.places[name]
        (title,) = (title for title, tab in self.tabs.items() if tab == sheet)
        return f"{title}!{cell_name(range(rect.top, rect.bottom)[down], rect.left)}"

    def may_type(self, by: str, cell: str, text: str) -> bool:
        body, how = {"values": [[text]]}, {"valueInputOption": "USER_ENTERED"}
        return bool(self.answer(by, "put", f"/values/{cell}", body, **how).status == 200)

    def formulas(self, name: str) -> Any:
        how = {"valueRenderOption": "FORMULA"}
        return self.answer("daemon", "get", f"/values/{name}", **how).body["values"]

    def look(self, a1: str) -> str:
        """Fill of a cell as it is seen, #RRGGBB."""
        fields = "sheets.data.rowData.values.effectiveFormat.backgroundColorStyle"
        (tab,) = self.answer("daemon", "get", "", ranges=a1, fields=fields).body["sheets"]
        cell = tab["data"][0]["rowData"][0]["values"][0]["effectiveFormat"]
        return hex_code(cell["backgroundColorStyle"])

    def observed(self) -> SpreadsheetMetadata:
        return SpreadsheetMetadata.read(self.metadata(METADATA_FIELDS))


@pytest.fixture(scope="module")
def shared_sheet() -> Iterator[Sheet]:
    """One for tests that only look, or only ask whether they may."""
    with ServerAtHand(None) as server, closing(connect_local(server.base_url, "daemon")) as sheets:
        made = Sheet(sheets, TARTARUS, context())
        made.server = server
        made.change(*setup_requests(TARTARUS, made.context, 0, WANTED.texts))
        made.change(*diff_screen({}, BLOCKS, made.places).requests)
        for who in ("ana", "bo", "umpire", "reader"):
            role = "reader" if who == "reader" else "writer"
            sheets.share(made.id, local_account(who), role)
        yield made


@pytest.fixture
def sheet(shared_sheet: Sheet) -> Sheet:
    document = shared_sheet.server.service.open(OWNER, shared_sheet.id).document
    made = Sheet(shared_sheet.sheets, TARTARUS, context(), another(shared_sheet.server, document))
    made.server = shared_sheet.server
    return made


def test_what_was_painted_is_read_back_by_name(shared_sheet: Sheet) -> None:
    found = read_named(shared_sheet.sheets, shared_sheet.id, ["deck", "stones_state"])
    assert found["deck"] == (tuple(DECK),)
    assert found["stones_state"][0][0] == "★ Bo"
    deck = shared_sheet.answer("daemon", "get", "/values/deck").body
    assert deck["range"] == in_a1(shared_sheet.places["deck"], shared_sheet.observed().titles)


def test_an_install_repeated_after_a_lost_answer_is_refused_and_recognised(
    shared_sheet: Sheet,
) -> None:
    requests = setup_requests(TARTARUS, shared_sheet.context, 0, WANTED.texts)
    answer = shared_sheet.answer("daemon", "post", ":batchUpdate", {"requests": requests})
    assert (answer.status, shared_sheet.kind()) == (400, "ours")


@pytest.mark.parametrize(
    ("name", "down", "colour"),
    [
        ("deck", 0, "yellow_tint"),  # Y1 on top
        ("left_hand", 0, "red"),  # R1 in Ana's hand
        ("order_shown", 3, "blue"),  # the colour that Order shows
        ("order_shown", 0, "red_tint"),  # and one that it does not show
        ("stones_state", 0, "sand"),  # Bo, on the right, has won Stones
        ("left_name", 0, "navy"),
        ("balance_state", 0, "paper"),  # Balance is closed
        ("order_state", 0, "paper"),  # Order is open
        ("left_status", 0, "amber"),  # it is Ana's turn
        ("first_card_1", 0, "red"),
        ("entry_1", 0, "cream"),  # here she writes
        ("entry_1", 1, "white"),
    ],
)
def test_a_cells_text_gives_it_its_colour(
    shared_sheet: Sheet, name: str, down: int, colour: str
) -> None:
    assert shared_sheet.look(shared_sheet.cell(name, down)) == COLOURS[colour]


def test_the_cell_to_write_in_moves_on_without_any_write_of_ours(sheet: Sheet) -> None:
    assert sheet.may_type("ana", sheet.cell("entry_1"), "Y5 set")
    assert sheet.look(sheet.cell("entry_1")) == COLOURS["white"]
    assert sheet.look(sheet.cell("entry_1", 1)) == COLOURS["cream"]


def test_what_a_player_types_stays_as_typed(sheet: Sheet) -> None:
    texts = ["3-4", "=1+1", "TRUE", "007", "+5"]
    for row, text in enumerate(texts):
        assert sheet.may_type("ana", sheet.cell("entry_1", row), text)
    assert sheet.formulas("entry_1") == [[text] for text in texts]


@pytest.mark.parametrize(
    ("by", "name", "down", "taken"),
    [
        ("ana", "entry_1", 0, True),
        ("bo", "entry_2", -1, True),
        ("umpire", "entry_1", 0, True),
        ("umpire", "headline", 0, True),
        ("ana", "entry_2", 0, False),
        ("bo", "entry_1", 0, False),
        ("ana", "answer_1", 0, False),
        ("ana", "form_card_1", 0, True),
        ("bo", "form_card_1", 0, False),
        ("bo", "form_send_1", 0, False),
        ("ana", "form_note_1", 0, False),
        ("ana", "ask_1", 0, False),
        ("ana", "deck", 0, False),
        ("ana", "deck_1", 0, False),
        ("ana", "all_moves", 0, False),
        ("bo", "help_page", 0, False),
        ("reader", "entry_1", 0, False),
        ("stranger", "entry_1", 0, False),
    ],
)
def test_who_may_type_where(
    shared_sheet: Sheet, by: str, name: str, down: int, taken: bool
) -> None:
    assert shared_sheet.may_type(by, shared_sheet.cell(name, down), "") is taken


def test_a_block_that_the_umpire_moves_is_painted_where_it_is_now(sheet: Sheet) -> None:
    before = sheet.places["deck"]
    rows = {"sheetId": before.sheet, "dimension": "ROWS", "startIndex": 2, "endIndex": 5}
    moved = {"requests": [{"insertDimension": {"range": rows}}]}
    assert sheet.answer("umpire", "post", ":batchUpdate", moved).status == 200
    assert plan_upkeep(WANTED, sheet.observed()).requests == ()
    now = {"deck": (tuple(reversed(DECK)),)}
    sheet.change(*diff_screen({"deck": BLOCKS["deck"]}, now, sheet.places).requests)
    assert sheet.places["deck"].rect == before.rect.shift(3, 0)
    assert sheet.formulas("deck") == [DECK[::-1]]
    assert sheet.look(sheet.cell("deck")) == COLOURS["purple_tint"]


def test_a_score_sheet_grows_and_stays_its_players(sheet: Sheet) -> None:
    rows = sheet.places["entry_1"].rect.height
    sheet.change(*plan_growth(WANTED, sheet.observed(), {1: rows - 20, 2: 0}).requests)
    assert sheet.places["entry_1"].rect.height == rows + 100
    last = sheet.cell("entry_1", -1)
    assert sheet.may_type("ana", last, "3-4")
    assert not sheet.may_type("ana", sheet.cell("answer_1", -1), "x")
    assert not sheet.may_type("bo", last, "x")
    assert sheet.formulas("entry_1")[-1] == ["3-4"]
    assert plan_upkeep(WANTED, sheet.observed()).requests == ()
