"""A match goes on in a spreadsheet that was damaged and repaired, or uploaded as a workbook."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from converted_kit import conversion
from hosting_kit import DAEMON, Game, House, house_of
from live_kit import BO
from typing_kit import Typist

from umpire.catalogue import find_game
from umpire.hosting import creation
from umpire.match import Header
from umpire.projections.spreadsheets import Spreadsheet, match_context, spreadsheets_of
from umpire.sheets.addresses import local_account
from umpire.sheets.changes import RepairPlan
from umpire.sheets.reconcile import kind_of, plan_repair
from umpire.sheets.spreadsheet_metadata import REPAIR_FIELDS, SpreadsheetMetadata
from umpire.sheets.template import find_template
from umpire.sheets.workbook import workbook

pytestmark = [pytest.mark.end_to_end, pytest.mark.begun_first]

MOST_TURNS = 400
SHORT = "4e" * 32
"""A deal with which bots that choose at random are through after three rounds."""


def parts_of(match: Game) -> tuple[Spreadsheet, ...]:
    template = find_template(match.row.game)
    own = [local_account(DAEMON)]
    its_context = match_context(match.row.id, match.row.header(), match.hosting.links, own)
    return tuple(
        spreadsheet
        for spreadsheet in spreadsheets_of(template, its_context)
        if spreadsheet.role in match.hosting.spreadsheets
    )


def repaired(match: Game, spreadsheet: Spreadsheet) -> RepairPlan:
    """Repair one of a match's spreadsheets."""
    on = match.hosting.spreadsheets[spreadsheet.role]
    metadata = match.metadata(REPAIR_FIELDS, on=on)
    made = plan_repair(
        spreadsheet.target({}, local_account(DAEMON)), SpreadsheetMetadata.read(metadata)
    )
    if made.requests:
        match.change(*made.requests, on=on)
    return made


def becomes_an_upload(match: Game, spreadsheet: Spreadsheet) -> None:
    """Put what comes of uploading the part's workbook into the place of the spreadsheet."""
    on = match.hosting.spreadsheets[spreadsheet.role]
    there = match.metadata("namedRanges,sheets.properties.sheetId", on=on)
    for_a_moment = 77_777
    gone = [
        {"deleteNamedRange": {"namedRangeId": named["namedRangeId"]}}
        for named in there["namedRanges"]
    ]
    gone += [{"deleteSheet": sheet["properties"]} for sheet in there["sheets"]]
    match.change(
        {"addSheet": {"properties": {"sheetId": for_a_moment, "title": "for a moment"}}},
        *gone,
        *conversion(workbook(spreadsheet.template, spreadsheet.context)),
        {"deleteSheet": {"sheetId": for_a_moment}},
        on=on,
    )
    metadata = match.metadata(REPAIR_FIELDS, on=on)
    assert kind_of(spreadsheet.target({}, None), SpreadsheetMetadata.read(metadata)) == "template"


@pytest.fixture
def tartarus(tmp_path: Path) -> Iterator[House]:
    with house_of(tmp_path, find_game("denizens-of-tartarus")) as house:
        yield house


def test_a_whole_match_is_played_in_uploaded_workbooks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(creation, "new_seed", lambda: SHORT)
    with house_of(tmp_path, find_game("devils-deal")) as house:
        match = house.make(Header("devils-deal", ("Ana", "Bo"), {"clock": False}))
        for spreadsheet in parts_of(match):
            becomes_an_upload(match, spreadsheet)
            assert repaired(match, spreadsheet).requests
        play_to_the_end(match)
        assert house.store.find(match.row.id).status == "over"
        for spreadsheet in parts_of(match):
            assert not any(
                "missing" in finding for finding in repaired(match, spreadsheet).findings
            )


def play_to_the_end(match: Game) -> None:
    house, row = match.house, match.row
    bots = []
    for seat, player in enumerate(row.players):
        bot = Typist(house.store, row, seat, match.link(player), match.table(seat), 0.0)
        bot._random = Random(seat)
        bots.append(bot)
    house.run()
    for _ in range(MOST_TURNS):
        for bot in bots:
            if bot.catch_up().status == "over":
                return
            if bot.is_asked():
                bot.write()
        house.run(0.5)


def test_the_daemon_goes_on_where_it_stood_before_the_damage(tartarus: House) -> None:
    match = tartarus.make(Header("denizens-of-tartarus", ("Ana", "Bo"), {"clock": False}))
    tartarus.run()
    match.types(BO, "nonsense")
    tartarus.run()
    spreadsheet, *_ = parts_of(match)
    deck, (refused,) = match.shows("deck"), match.answers(BO)
    assert refused.startswith("refused")
    damage(match)
    tartarus.run(70.0)
    match.types(BO, "A")
    said = repaired(match, spreadsheet).findings
    assert any("entry_1 was missing" in finding for finding in said), said
    tartarus.run(70.0)
    assert match.shows("deck") == deck
    assert match.shows("entry_2") == [["nonsense"], ["A"]]
    assert match.answers(BO) == [refused, "taken: ban A"]
    assert not any("missing" in finding for finding in repaired(match, spreadsheet).findings)


def test_a_score_sheet_that_was_deleted_with_its_tab_goes_on_below_the_old_answers(
    tartarus: House,
) -> None:
    match = tartarus.make(Header("denizens-of-tartarus", ("Ana", "Bo"), {"clock": False}))
    tartarus.run()
    match.types(BO, "nonsense")
    tartarus.run()
    (refused,) = match.answers(BO)
    spreadsheet, *_ = parts_of(match)
    titles = SpreadsheetMetadata.read(match.metadata("sheets.properties")).titles
    (sheet,) = (sheet for sheet, title in titles.items() if title == "Bo")
    match.change({"deleteSheet": {"sheetId": sheet}})
    tartarus.run(70.0)
    assert (
        repaired(match, spreadsheet).findings[0]
        == "The tab Bo was missing and has been laid out again."
    )
    tartarus.run(70.0)
    assert match.answers(BO) == [refused]
    match.writes("entry_2", "A", row=1, who="Bo")
    tartarus.run()
    assert match.answers(BO) == [refused, "taken: ban A"]


def damage(match: Game) -> None:
    metadata = match.metadata("namedRanges,sheets(properties,protectedRanges)")
    ids = {named["name"]: named["namedRangeId"] for named in metadata["namedRanges"]}
    requests: list[dict[str, Any]] = [
        {"deleteNamedRange": {"namedRangeId": ids[name]}}
        for name in ("deck", "entry_1", "form_send_2", "headline")
    ]
    requests += [
        {"deleteProtectedRange": {"protectedRangeId": one["protectedRangeId"]}}
        for sheet in metadata["sheets"]
        for one in sheet.get("protectedRanges", [])
    ]
    match.change(*requests)
