"""`umpire doctor MATCH`: every kind of trouble with a spreadsheet is seen, and put right."""

import json
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pytest
from doctor_kit import ANA, Done, Hosted, Made
from named_ranges import read_named

from sheets_emulator.faults import Fault
from umpire.hosting.retry import retry
from umpire.projections.spreadsheets import CONSOLE, account_of
from umpire.sheets.diff import value_request
from umpire.sheets.grid import Place, Rect
from umpire.sheets.lease import SheetLease
from umpire.store import Store

pytestmark = pytest.mark.end_to_end

Requests = list[dict[str, Any]]


def test_a_new_match_is_well(at_home: Hosted) -> None:
    done = at_home.examined()
    assert (done.status, done.wrong, done.warnings) == (0, [], [])
    assert "named ranges, all large enough" in done.said
    assert "the console: who is let in: The umpire, and nobody else." in done.said
    assert "Nobody watches it. Run 'umpire watch denizens-of-tartarus-1' to go on." in done.said


def test_a_new_match_on_google_is_well(on_google: Hosted) -> None:
    done = on_google.examined()
    assert (done.status, done.wrong) == (0, [])
    assert done.warnings == [
        "devils-deal-1: Bo's table: who is let in: Bo has no address yet, so they cannot write in "
        "it. Run 'umpire share devils-deal-1 Bo=ADDRESS'."
    ]
    assert "the board: who is let in: The umpire, everybody with the link (reads)" in done.said


def test_nothing_to_repair_is_nothing_written(at_home: Hosted) -> None:
    written = at_home.sheets.metadata(at_home.spreadsheets["board"], "namedRanges,sheets")
    done = at_home.examined("--repair")
    assert done.status == 0
    assert "repair" not in done.said
    assert at_home.sheets.metadata(at_home.spreadsheets["board"], "namedRanges,sheets") == written


def test_a_match_without_a_console_is_examined_without_one(at_home: Hosted) -> None:
    with Store.open(at_home.umpire.home) as store:
        hosting = store.hosting(at_home.match)
        others = {role: its for role, its in hosting.spreadsheets.items() if role != CONSOLE}
        store.set_hosting(at_home.match, replace(hosting, spreadsheets=others))
    done = at_home.examined()
    assert (done.status, done.wrong) == (0, [])
    assert "named ranges, all large enough" in done.said
    assert "the console" not in done.said


# What is wrong with what a spreadsheet holds.


@dataclass(frozen=True)
class Trouble:
    """What somebody did, what the doctor says of it, and whether it can repair it."""

    made: Callable[[Hosted], Requests]
    level: str
    said: str
    is_repaired: bool = True
    role: str = "board"


def _name_gone(match: Hosted, name: str = "headline") -> Requests:
    return [{"deleteNamedRange": {"namedRangeId": match.id_of(name)}}]


def _name_small(match: Hosted) -> Requests:
    place = match.place("deck")
    return [_named(match, "deck", place.rect._replace(right=place.rect.right - 1), place.sheet)]


def _name_elsewhere(match: Hosted) -> Requests:
    place, other = match.place("fairness"), match.place("entry_1").sheet
    return [_named(match, "fairness", place.rect._replace(top=0, bottom=1), other)]


def _named(match: Hosted, name: str, rect: Rect, sheet: int) -> dict[str, Any]:
    named = {"namedRangeId": match.id_of(name), "range": Place(sheet, rect).grid_range()}
    return {"updateNamedRange": {"namedRange": named, "fields": "range"}}


def _formatted(place: Place) -> Requests:
    fields = "userEnteredFormat.numberFormat"
    return [{"repeatCell": {"range": place.grid_range(), "cell": {}, "fields": fields}}]


def _cells_of(match: Hosted, name: str, count: int, role: str = "board") -> Place:
    place = match.place(name, role)
    return Place(place.sheet, place.rect._replace(bottom=place.rect.top + count))


def _merged(match: Hosted) -> Requests:
    place = _cells_of(match, "entry_2", 2)
    return [{"mergeCells": {"range": place.grid_range(), "mergeType": "MERGE_ALL"}}]


def _box_gone(match: Hosted) -> Requests:
    place = match.place("form_send_1")
    return [{"setDataValidation": {"range": place.grid_range()}}]


def _protection(match: Hosted, sheet: int) -> list[int]:
    found = match.sheets.metadata(match.spreadsheets["board"], "sheets")["sheets"]
    return [
        one["protectedRangeId"]
        for tab in found
        if tab["properties"]["sheetId"] == sheet
        for one in tab["protectedRanges"]
    ]


def _protection_gone(match: Hosted) -> Requests:
    return _unprotected(match, match.place("headline").sheet)


def _unprotected(match: Hosted, sheet: int) -> Requests:
    ids = _protection(match, sheet)
    return [{"deleteProtectedRange": {"protectedRangeId": one}} for one in ids]


def _shut_out(match: Hosted) -> Requests:
    place = _cells_of(match, "entry_1", 3)
    protected = {"range": place.grid_range(), "editors": {"users": ["nobody@example.org"]}}
    return [{"addProtectedRange": {"protectedRange": protected}}]


def _uncoloured(match: Hosted) -> Requests:
    sheet = match.place("headline").sheet
    return [{"deleteConditionalFormatRule": {"sheetId": sheet, "index": 0}}]


def _setting(**properties: str) -> Callable[[Hosted], Requests]:
    body = {"properties": properties, "fields": ",".join(properties)}
    return lambda _match: [{"updateSpreadsheetProperties": body}]


TROUBLES = {
    "a name is gone": Trouble(_name_gone, "wrong", "names: The named range headline is missing."),
    "a name that colours wait for is gone": Trouble(
        lambda match: _name_gone(match, "bar"),
        "warning",
        "Named ranges that the colours need are missing: bar.",
    ),
    "a name is too small": Trouble(
        _name_small, "wrong", "names: The named range deck (B19:S19) is too small."
    ),
    "a name lies on another tab": Trouble(
        _name_elsewhere,
        "wrong",
        "names: fairness lies on another tab than the rest of Board. Move it to the tab Board.",
    ),
    "an entry has lost its format": Trouble(
        lambda match: _formatted(_cells_of(match, "entry_1", 3)),
        "wrong",
        "18 of the 360 cells of entry_1 (",
    ),
    "the console's entry has lost its format": Trouble(
        lambda match: _formatted(_cells_of(match, "entry", 2, "console")),
        "wrong",
        "12 of the 1206 cells of entry (",
        role="console",
    ),
    "an entry is merged": Trouble(
        _merged, "wrong", "Cells of entry_2 are merged (", is_repaired=False
    ),
    "a check box is gone": Trouble(_box_gone, "wrong", "is not a check box."),
    "protection is gone": Trouble(
        _protection_gone, "wrong", "On the tab Board 106 protected ranges are missing."
    ),
    "a player is shut out": Trouble(
        _shut_out, "wrong", "On the tab Ana 1 protected range is nobody's."
    ),
    "a colour is gone": Trouble(
        _uncoloured, "warning", "The rules that colour by text were changed on Board."
    ),
    "another locale": Trouble(
        _setting(locale="de_DE"), "warning", "locale: It is de_DE and should be en_GB."
    ),
    "another time zone": Trouble(
        _setting(timeZone="Europe/Berlin"),
        "warning",
        "time zone: It is Europe/Berlin and should be Etc/UTC.",
    ),
}


@pytest.mark.parametrize("trouble", TROUBLES.values(), ids=TROUBLES.keys())
def test_trouble_is_seen_and_repaired(at_home: Hosted, trouble: Trouble) -> None:
    at_home.change(*trouble.made(at_home), role=trouble.role)
    seen = at_home.examined()
    assert any(trouble.said in line for line in seen.lines(trouble.level)), seen.said
    assert seen.status == (1 if trouble.level == "wrong" else 0)
    after = at_home.examined("--repair")
    if trouble.is_repaired:
        assert (after.status, after.wrong, after.warnings) == (0, [], [])
    else:
        assert after.status == 1
        assert any(trouble.said in line for line in after.wrong)


def test_a_repair_says_what_it_did(at_home: Hosted) -> None:
    at_home.change(*_name_gone(at_home))
    done = at_home.examined("--repair")
    assert "repair: The named range headline was missing and is back at B1:P1" in done.said


def test_a_repair_that_a_daemon_was_quicker_with_is_tried_again(
    at_home: Hosted, made_at_home: Made
) -> None:
    at_home.change(*_name_gone(at_home))
    refused = Fault("status", 400, when=lambda call: call.kind == "write")
    made_at_home.server.faults.plan(refused)
    assert at_home.examined("--repair").status == 0
    assert made_at_home.server.faults.coming == []


def test_it_waits_for_what_a_daemon_leaves_of_the_quota(
    at_home: Hosted, made_at_home: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_home.change(*_name_gone(at_home))
    waited: list[float] = []
    monkeypatch.setattr(
        "umpire.checkup.examination.retry",
        partial(retry, sleep=waited.append),
    )
    reads = Fault("status", 429, when=lambda call: call.kind == "read")
    writes = Fault("status", 429, when=lambda call: call.kind == "write")
    used_up = [reads, reads, writes]
    made_at_home.server.faults.plan(*used_up)
    done = at_home.examined("--repair")
    assert (done.status, done.wrong) == (0, [])
    assert "repair: The named range headline was missing and is back" in done.said
    assert made_at_home.server.faults.coming == []
    assert len(waited) == len(used_up)


def test_a_repair_leaves_what_players_typed(at_home: Hosted) -> None:
    place = _cells_of(at_home, "entry_1", 1)
    cell = {"userEnteredValue": {"stringValue": "3-4"}}
    at_home.change(
        {
            "updateCells": {
                "range": place.grid_range(),
                "rows": [{"values": [cell]}],
                "fields": "userEnteredValue",
            }
        },
        value_request(at_home.place("form_send_2"), value=True),
        *_formatted(_cells_of(at_home, "entry_1", 3)),
        *_name_gone(at_home),
    )
    assert at_home.examined("--repair").status == 0
    names = ["entry_1", "form_send_2"]
    found = read_named(at_home.sheets, at_home.spreadsheets["board"], names)
    assert found["entry_1"][0][0] == "3-4"
    assert found["form_send_2"] == ((True,),)


def _shorten_sheet(match: Hosted) -> tuple[Requests, Place]:
    """Requests that leave 20 rows of Ana's score sheet, and where its entries are then."""
    columns = ("number_1", "entry_1", "answer_1")
    places = {name: _cells_of(match, name, 20) for name in columns}
    requests = [_named(match, name, place.rect, place.sheet) for name, place in places.items()]
    return requests, places["entry_1"]


def test_a_full_score_sheet_is_a_warning(at_home: Hosted) -> None:
    requests, entries = _shorten_sheet(at_home)
    properties = {"sheetId": entries.sheet, "gridProperties": {"rowCount": entries.rect.bottom}}
    size = {"properties": properties, "fields": "gridProperties.rowCount"}
    at_home.change(*requests, {"updateSheetProperties": size})
    assert any(
        "room: Ana has only 20 free rows left. 'umpire watch' adds" in line
        for line in at_home.examined().warnings
    )


def test_a_score_sheet_that_cannot_grow_is_wrong(at_home: Hosted) -> None:
    requests, entries = _shorten_sheet(at_home)
    at_home.change(*requests, *_unprotected(at_home, entries.sheet))
    assert any(
        "Ana has only 20 free rows left. The score sheet of Ana is nearly full and cannot "
        "grow" in line
        for line in at_home.examined().wrong
    )


# Who is let in.


def test_a_stranger_is_wrong(on_google: Hosted) -> None:
    table = on_google.spreadsheets["table-1"]
    on_google.sheets.share(table, "stranger@example.org", "writer")
    done = on_google.examined()
    assert done.status == 1
    assert done.wrong == [
        "devils-deal-1: Ana's table: who is let in: stranger@example.org may write in it, but "
        "should not be let in. Open it, choose Share, and remove that access."
    ]


def _unshare(match: Hosted, role: str, whose: str) -> None:
    shares = match.sheets.shares(match.spreadsheets[role])
    (share,) = [one for one in shares if whose in (one.email, one.kind)]
    match.sheets.unshare(match.spreadsheets[role], share.id)


def _let_only_read(match: Hosted) -> None:
    _unshare(match, "table-1", ANA)
    match.sheets.share(match.spreadsheets["table-1"], ANA, "reader")


def _let_all_write(match: Hosted) -> None:
    path = f"/drive/v3/files/{match.spreadsheets['board']}/permissions"
    answer = match.sheets.request("post", path, {"type": "anyone", "role": "writer"})
    assert answer.status == 200


def _share_link(role: str) -> Callable[[Hosted], None]:
    return lambda match: match.sheets.share_link(match.spreadsheets[role])


FOR_ALL = "Everybody with the link may read it, but it is not for everybody."
WRONGLY_SHARED: dict[str, tuple[Callable[[Hosted], None], str, tuple[str, ...]]] = {
    "another player": (
        lambda match: match.sheets.share(match.spreadsheets["table-2"], ANA, "reader"),
        f"Bo's table: who is let in: Ana ({ANA}) may read it, but should not be let in.",
        (),
    ),
    "a player is missing": (
        lambda match: _unshare(match, "table-1", ANA),
        f"Ana ({ANA}) cannot open it. Run 'umpire share devils-deal-1 Ana={ANA}'.",
        ("share", "devils-deal-1", f"Ana={ANA}"),
    ),
    "a player may only read": (
        _let_only_read,
        f"Ana ({ANA}) may read it, but should be able to write.",
        (),
    ),
    "a table with a link": (_share_link("table-1"), FOR_ALL, ()),
    "a console with a link": (_share_link("console"), FOR_ALL, ()),
    "a closed board": (
        lambda match: _unshare(match, "board", "anyone"),
        "Its link should open it for everybody, but does not. Run 'umpire share devils-deal-1 "
        "board'.",
        ("share", "devils-deal-1", "board"),
    ),
    "a board to write in": (_let_all_write, "Everybody may write in it, but should only read.", ()),
}
"""Who was let in or kept out, what the doctor says of it, and the command that puts it right."""


@pytest.mark.parametrize(("change", "said", "repair"), WRONGLY_SHARED.values(), ids=WRONGLY_SHARED)
def test_who_is_let_in_wrongly_is_wrong(
    on_google: Hosted, change: Callable[[Hosted], None], said: str, repair: tuple[str, ...]
) -> None:
    change(on_google)
    (wrong,) = on_google.examined().wrong
    assert said in wrong
    if repair:
        on_google.umpire(*repair)
        assert on_google.examined().wrong == []


def test_a_link_that_no_longer_opens_is_wrong(at_home: Hosted) -> None:
    board = at_home.spreadsheets["board"]
    with Store.open(at_home.umpire.home) as store:
        players = {account_of(link): link.owner for link in store.hosting(at_home.match).links}
    (share,) = [one for one in at_home.sheets.shares(board) if players.get(one.email) == 0]
    at_home.sheets.unshare(board, share.id)
    (wrong,) = at_home.examined().wrong
    assert "The link of Ana cannot open it." in wrong


def test_writers_who_can_share_are_kept_from_it(on_google: Hosted) -> None:
    path = f"/drive/v3/files/{on_google.spreadsheets['table-1']}"
    answer = on_google.sheets.request("patch", path, {"writersCanShare": True})
    assert answer.status == 200
    (wrong,) = on_google.examined().wrong
    assert "sharing: Anyone who writes in it can let others in." in wrong
    assert on_google.examined("--repair").wrong == []


# The daemon, the log, and what cannot be reached.


def test_who_watches_is_told(at_home: Hosted) -> None:
    with Store.open(at_home.umpire.home) as store:
        store.leases.take(at_home.match, "ours", 60.0, time.time(), holder="Eva's computer")
    place = _cells_of(at_home, "entry_1", 1)
    at_home.change(_lease("ours", place))
    said = at_home.examined().said
    assert "daemon: Eva's computer watches it." in said
    assert "lease: It has the mark of the daemon that watches it." in said


def test_a_second_daemon_is_a_warning(at_home: Hosted) -> None:
    with Store.open(at_home.umpire.home) as store:
        store.leases.take(at_home.match, "ours", 60.0, time.time(), holder="Eva's computer")
    at_home.change(_lease("theirs", _cells_of(at_home, "entry_1", 1)))
    (warning,) = at_home.examined().warnings
    assert "lease: It has the mark of a daemon other than the one that watches" in warning


def _lease(token: str, place: Place) -> dict[str, Any]:
    (request,) = SheetLease(has_gate=True).claim_requests(token, place, [])
    return request


def test_a_spreadsheet_that_is_gone_is_wrong_and_the_others_are_examined(at_home: Hosted) -> None:
    at_home.sheets.trash(at_home.spreadsheets["board"])
    for done in (at_home.examined(), at_home.examined("--repair")):
        assert done.status == 1
        assert any(
            "the spreadsheet: access: There is no such spreadsheet." in x for x in done.wrong
        )
        assert "the console: access: It can be opened." in done.said


def test_a_server_that_is_down_is_one_sentence_a_spreadsheet(at_home: Hosted) -> None:
    with Store.open(at_home.umpire.home) as store:
        hosting = store.hosting(at_home.match)
        store.set_hosting(at_home.match, replace(hosting, server="http://127.0.0.1:1"))
    for done in (at_home.examined(), at_home.examined("--repair")):
        assert done.status == 1
        assert all("Nothing answers at http://127.0.0.1:1." in line for line in done.wrong)
    assert len(at_home.examined().wrong) == 2


def test_a_log_that_breaks_the_rules_is_wrong(at_home: Hosted) -> None:
    assert at_home.umpire("note", at_home.match, "a line of the log").status == 0
    with closing(sqlite3.connect(at_home.umpire.home / "umpire.db")) as log, log:
        log.execute("update log_lines set hash = 'x' where n = 2")
    done = at_home.examined()
    assert done.status == 1
    assert len(done.wrong) == 1


def test_a_match_that_is_not_there_is_wrong_usage(at_home: Hosted) -> None:
    done = at_home.umpire.doctor("nothing-1")
    assert done.status == 2
    assert "there is no match 'nothing-1': 'umpire matches' lists them." in done.said


def test_json_has_every_finding(at_home: Hosted) -> None:
    at_home.change(*_name_gone(at_home))
    done = at_home.examined("--json")
    told = json.loads(done.said)
    assert (done.status, told["level"], told["repaired"]) == (1, "wrong", [])
    (wrong,) = [one for one in told["findings"] if one["level"] == "wrong"]
    assert wrong == {
        "group": "denizens-of-tartarus-1: the spreadsheet",
        "about": "names",
        "level": "wrong",
        "found": "The named range headline is missing.",
        "todo": "Run it again with --repair, or by hand: define it again (1 row and 1 column).",
    }
    again: Done = at_home.examined("--json", "--repair")
    assert again.status == 0
    assert len(json.loads(again.said)["repaired"]) == 1
