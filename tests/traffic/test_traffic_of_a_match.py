"""A whole match at its spreadsheets, all of whose traffic Google would take and send."""

from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
from hosting_kit import DAEMON, House, house_of
from traffic_recorder import Recorder
from typing_kit import Typist

from sheets_emulator.faults import Fault
from umpire.catalogue import find_game
from umpire.match import Header
from umpire.projections.spreadsheets import BOARD
from umpire.store import Store

pytestmark = [pytest.mark.end_to_end, pytest.mark.begun_first]

DEVILS = find_game("devils-deal")
PLAYERS = ("Ana", "Bo")
TURNS = 12

ASKED_FOR = {
    "drive.about.get",
    "drive.files.create",
    "drive.files.delete",
    "drive.files.get",
    "drive.files.list",
    "drive.files.update",
    "drive.permissions.create",
    "drive.permissions.delete",
    "drive.permissions.list",
    "sheets.spreadsheets.batchUpdate",
    "sheets.spreadsheets.get",
    "sheets.spreadsheets.values.batchGet",
    "addConditionalFormatRule",
    "addNamedRange",
    "addProtectedRange",
    "addSheet",
    "deleteConditionalFormatRule",
    "deleteNamedRange",
    "deleteSheet",
    "mergeCells",
    "repeatCell",
    "setDataValidation",
    "updateCells",
    "updateDimensionProperties",
    "updateNamedRange",
    "updateProtectedRange",
    "updateSpreadsheetProperties",
}
"""What this match must at least have asked for, or there is little to be learnt from it."""


def test_a_whole_match(tmp_path: Path, traffic: Recorder) -> None:
    traffic.faults()
    before = traffic.kinds.copy()
    with ExitStack() as stack:
        house = stack.enter_context(house_of(tmp_path, DEVILS))
        share_and_trash(house)
        match = house.make(Header(DEVILS.id, PLAYERS, {"break_seconds": 0}))
        house.run(3)
        bots = []
        for seat, player in enumerate(PLAYERS):
            own = stack.enter_context(Store.open(tmp_path))
            bots.append(Typist(own, match.row, seat, match.link(player), match.table(seat), 0.1))
            bots[-1]._random = Random(seat)
        for _ in range(TURNS):
            for bot in bots:
                bot.catch_up()
                if bot.is_asked():
                    bot.write()
            house.run(0.6)
        match.writes("form_send_1", True, who="Ana", on=match.table(0))
        house.run(3)
        vandalism(match.table(0), house)
        house.goes_wrong("write", Fault("status", 503), Fault("status", 429, retry_after=1))
        house.store.inbox.put(match.row.id, "umpire", "forfeit Ana", "2026-01-01T12:00:00.000Z")
        house.run(70)
        assert match.shows("headline")[0][0].startswith("★ ")
        assert len([line for line in match.lines() if line.by in PLAYERS]) > TURNS / 2
        assert match.hosting.spreadsheets.keys() > {BOARD}
    assert traffic.faults() == []
    asked_for = traffic.kinds - before
    assert asked_for.keys() >= ASKED_FOR
    assert asked_for.total() > 200


def share_and_trash(house: House) -> None:
    """Everything that can be asked of Drive."""
    sheets = house.sheets(DAEMON)
    spreadsheet = sheets.create("A match", "m-1/board")
    assert sheets.find("m-1/board") == spreadsheet
    assert sheets.owner(spreadsheet) == sheets.me()
    sheets.restrict_sharing(spreadsheet)
    sheets.share(spreadsheet, "ana@example.org", "writer", notify=True)
    sheets.share_link(spreadsheet)
    for share in sheets.shares(spreadsheet):
        if share.role != "owner":
            sheets.unshare(spreadsheet, share.id)
    sheets.trash(spreadsheet)
    assert sheets.find("m-1/board") is None


def vandalism(spreadsheet: str, house: House) -> None:
    """Take away a conditional format and a protection, for the daemon to put back."""
    sheets = house.sheets(DAEMON)
    fields = "namedRanges,sheets(properties.sheetId,protectedRanges)"
    tab = sheets.metadata(spreadsheet, fields)["sheets"][0]
    sheet_id = tab["properties"].get("sheetId", 0)
    protection = {
        "protectedRangeId": tab["protectedRanges"][0]["protectedRangeId"],
        "editors": {"users": []},
    }
    sheets.write(
        spreadsheet,
        [
            {"deleteConditionalFormatRule": {"sheetId": sheet_id, "index": 0}},
            {"updateProtectedRange": {"protectedRange": protection, "fields": "editors"}},
            {"addNamedRange": {"namedRange": {"name": "junk", "range": {"sheetId": sheet_id}}}},
        ],
    )
    ids = {
        one["name"]: one["namedRangeId"]
        for one in sheets.metadata(spreadsheet, "namedRanges")["namedRanges"]
    }
    named = {"namedRangeId": ids["junk"], "name": "rubbish"}
    sheets.write(
        spreadsheet,
        [
            {"updateNamedRange": {"namedRange": named, "fields": "name"}},
            {"deleteNamedRange": {"namedRangeId": ids["junk"]}},
        ],
    )
