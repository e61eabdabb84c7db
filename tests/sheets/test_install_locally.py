"""The loader's requests on the local server, over HTTP: what comes of them, and who may type."""

import pytest
import requests
from umpires_server import UmpiresServer

from umpire.sheets.addresses import local_account
from umpire.sheets.context import Context
from umpire.sheets.diff import choice_requests, diff_screen, one_cell_texts, plain_text_requests
from umpire.sheets.grid import cell_name
from umpire.sheets.growth import plan_growth
from umpire.sheets.reconcile import TargetState, kind_of, plan_upkeep, setup_requests
from umpire.sheets.snapshot import in_a1
from umpire.sheets.spreadsheet_metadata import METADATA_FIELDS, SpreadsheetMetadata
from umpire.sheets.template import find_template

pytestmark = pytest.mark.end_to_end

TEMPLATE = find_template("denizens-of-tartarus")
CONTEXT = Context(
    "tartarus-1",
    "Denizens of Tartarus",
    ("Ana", "Bo"),
    (local_account("daemon"), local_account("umpire")),
    {"Ana": local_account("ana"), "Bo": local_account("bo")},
)
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
TEXTS = one_cell_texts(BLOCKS)


class Sheet:
    """The match's spreadsheet; `by` is whose token asks."""

    def __init__(self, base_url):
        self.base_url = base_url
        file = {"name": "x", "mimeType": "application/vnd.google-apps.spreadsheet"}
        self.id = self.call("POST", "/drive/v3/files", body=file).json()["id"]
        (tab,) = self.get("sheets.properties")["sheets"]
        default = tab["properties"]["sheetId"]
        self.installation = setup_requests(TEMPLATE, CONTEXT, default, TEXTS)
        self.batch(self.installation)
        for token, role in (("ana", "writer"), ("bo", "writer"), ("umpire", "writer"),
                            ("reader", "reader")):  # fmt: skip
            grant = {"type": "user", "role": role, "emailAddress": local_account(token)}
            self.call("POST", f"/drive/v3/files/{self.id}/permissions", body=grant)

    def call(self, method, path, by="daemon", body=None, **params):
        headers = {"Authorization": f"Bearer {by}"}
        url = self.base_url + path
        return requests.request(method, url, headers=headers, json=body, params=params, timeout=10)

    def batch(self, made, by="daemon"):
        answer = self.call(
            "POST", f"/v4/spreadsheets/{self.id}:batchUpdate", by, {"requests": list(made)}
        )
        assert answer.ok, answer.text
        return answer.json()

    def get(self, fields):
        answer = self.call("GET", f"/v4/spreadsheets/{self.id}", fields=fields)
        assert answer.ok, answer.text
        return answer.json()

    def metadata(self):
        return self.get(METADATA_FIELDS)

    def observed(self):
        return SpreadsheetMetadata.read(self.metadata())

    def kept(self, owner=None):
        return plan_upkeep(
            TargetState.of(TEMPLATE, CONTEXT, TEXTS, owner), self.observed()
        ).requests

    def cell(self, name, down=0, across=0):
        """A1 of a cell of a named range: its first one, or so many from it; -1 is the last."""
        place = self.places()[name]
        row = range(place.rect.top, place.rect.bottom)[down]
        column = range(place.rect.left, place.rect.right)[across]
        title = self.observed().titles[place.sheet]
        return f"{title}!{cell_name(row, column)}"

    def type(self, by, cell, text):
        return self.call(
            "PUT",
            f"/v4/spreadsheets/{self.id}/values/{cell}",
            by,
            {"values": [[text]]},
            valueInputOption="USER_ENTERED",
        )

    def read(self, *names):
        answer = self.call(
            "GET",
            f"/v4/spreadsheets/{self.id}/values:batchGet",
            ranges=names,
            valueRenderOption="FORMULA",
        )
        assert answer.ok, answer.text
        return answer.json()["valueRanges"]

    def places(self):
        return SpreadsheetMetadata.read(self.metadata()).named_places

    def look(self, a1):
        """Fill of a cell as it is seen, #RRGGBB."""
        answer = self.call(
            "GET",
            f"/v4/spreadsheets/{self.id}",
            ranges=a1,
            fields="sheets.data.rowData.values.effectiveFormat.backgroundColorStyle",
        )
        (tab,) = answer.json()["sheets"]
        cell = tab["data"][0]["rowData"][0]["values"][0]["effectiveFormat"]
        rgb = cell["backgroundColorStyle"]["rgbColor"]
        return "#" + "".join(f"{round(rgb.get(c, 0) * 255):02X}" for c in ("red", "green", "blue"))


@pytest.fixture(scope="module")
def server():
    with UmpiresServer(None) as running:
        yield running


def painted(server):
    made = Sheet(server.base_url)
    made.batch(diff_screen({}, BLOCKS, made.places()).requests)
    return made


@pytest.fixture
def sheet(server):
    return painted(server)


@pytest.fixture(scope="module")
def shared_sheet(server):
    """One for tests that only look, or only ask whether they may."""
    return painted(server)


COLOURS = TEMPLATE.palette.colours


def test_the_tabs_are_there_and_the_empty_one_is_gone(shared_sheet):
    assert [*shared_sheet.observed().titles.values()] == ["Ana", "Bo", "Board", "Moves", "Rules"]


def test_what_was_painted_is_read_back_by_name(shared_sheet):
    deck, won = shared_sheet.read("deck", "stones_state")
    assert deck["values"] == [DECK]
    assert won["values"] == [["★ Bo"]]
    place = shared_sheet.places()["deck"]
    assert deck["range"] == in_a1(place, shared_sheet.observed().titles)


def test_nothing_needs_upkeep_after_an_install(shared_sheet):
    assert shared_sheet.kept(local_account("daemon")) == ()


def test_an_install_repeated_after_a_lost_answer_is_refused_and_recognised(shared_sheet):
    body = {"requests": shared_sheet.installation}
    answer = shared_sheet.call("POST", f"/v4/spreadsheets/{shared_sheet.id}:batchUpdate", body=body)
    assert answer.status_code == 400
    assert kind_of(TargetState.of(TEMPLATE, CONTEXT), shared_sheet.observed()) == "ours"


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
def test_a_cells_text_gives_it_its_colour(shared_sheet, name, down, colour):
    assert shared_sheet.look(shared_sheet.cell(name, down)) == COLOURS[colour]


def test_the_cell_to_write_in_moves_on_without_any_write_of_ours(sheet):
    assert sheet.type("ana", sheet.cell("entry_1"), "Y5 set").ok
    assert sheet.look(sheet.cell("entry_1")) == COLOURS["white"]
    assert sheet.look(sheet.cell("entry_1", 1)) == COLOURS["cream"]


def test_what_a_player_types_stays_as_typed(sheet):
    texts = ["3-4", "=1+1", "TRUE", "007", "+5"]
    for row, text in enumerate(texts):
        assert sheet.type("ana", sheet.cell("entry_1", row), text).ok
    (entry,) = sheet.read("entry_1")
    assert entry["values"] == [[text] for text in texts]


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
def test_who_may_type_where(shared_sheet, by, name, down, taken):
    assert shared_sheet.type(by, shared_sheet.cell(name, down), "").ok is taken


def test_a_block_that_the_umpire_moves_is_painted_where_it_is_now(sheet):
    before = sheet.places()["deck"]
    rows = {"sheetId": before.sheet, "dimension": "ROWS", "startIndex": 2, "endIndex": 5}
    sheet.batch([{"insertDimension": {"range": rows}}], by="umpire")
    assert sheet.kept() == ()
    now = {"deck": (tuple(reversed(DECK)),)}
    sheet.batch(diff_screen({"deck": BLOCKS["deck"]}, now, sheet.places()).requests)
    (deck,) = sheet.read("deck")
    assert deck["range"] == f"Board!{before.rect.shift(3, 0)}"
    assert deck["values"] == [DECK[::-1]]
    assert sheet.look(sheet.cell("deck")) == COLOURS["purple_tint"]


def test_what_somebody_does_to_colours_and_protection_is_put_back(sheet):
    board = sheet.places()["left_hand"].sheet
    card = sheet.cell("left_hand")
    ana = sheet.places()["entry_1"]
    (own,) = (
        protection["protectedRangeId"]
        for tab in sheet.metadata()["sheets"]
        for protection in tab["protectedRanges"]
        if protection["range"] == ana.grid_range()
    )
    (rules,) = (
        tab["conditionalFormats"]
        for tab in sheet.metadata()["sheets"]
        if tab["properties"]["sheetId"] == board
    )
    sheet.batch(
        [
            *[{"deleteConditionalFormatRule": {"sheetId": board, "index": 0}}] * len(rules),
            {"deleteProtectedRange": {"protectedRangeId": own}},
        ],
        by="umpire",
    )
    assert sheet.look(card) == COLOURS["white"]
    sheet.batch(sheet.kept())
    assert sheet.look(card) == COLOURS["red"]
    assert sheet.kept(local_account("daemon")) == ()
    assert not sheet.type("bo", sheet.cell("entry_1"), "x").ok


def test_a_score_sheet_grows_and_stays_its_players(sheet):
    rows = sheet.places()["entry_1"].rect.height
    used = {1: rows - 20, 2: 0}
    wanted = TargetState.of(TEMPLATE, CONTEXT, TEXTS, local_account("daemon"))
    made = plan_growth(wanted, sheet.observed(), used)
    sheet.batch(made.requests)
    assert sheet.places()["entry_1"].rect.height == rows + 100
    last = sheet.cell("entry_1", -1)
    assert sheet.type("ana", last, "3-4").ok
    assert not sheet.type("ana", sheet.cell("answer_1", -1), "x").ok
    assert not sheet.type("bo", last, "x").ok
    (entry,) = sheet.read("entry_1")
    assert entry["values"][-1] == ["3-4"]
    assert sheet.kept(local_account("daemon")) == ()


def test_a_turns_other_requests_leave_entries_as_they_are(sheet):
    sheet.type("ana", sheet.cell("entry_1"), "Y5 set")
    entry = sheet.places()["entry_1"]
    sheet.batch([*plain_text_requests([entry]), *choice_requests(entry, 1, ["Y5 set"], "Play.")])
    (column,) = sheet.read("entry_1")
    assert column["values"] == [["Y5 set"]]
