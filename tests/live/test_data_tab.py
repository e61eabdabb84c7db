"""The console's Data: always laid out alike, numbers as numbers, no formula of a player's."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hosting_kit import DAEMON, Game, House
from live_kit import ANA, BO, NOON
from named_ranges import places_of
from sums_kit import begin, cell, cells, says, sums_house, tick, write

from umpire.checkup.match import Checkup
from umpire.sheets.addresses import local_account

pytestmark = pytest.mark.end_to_end


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with sums_house(tmp_path) as house:
        yield house


def named(match: Game) -> dict[str, str]:
    """Where the ranges lie that formulas may name."""
    places = places_of(match.link("umpire"), match.console)
    return {name: str(at.rect) for name, at in places.items() if name.startswith("data_")}


def column(match: Game, place: str) -> list[Any]:
    return [line[0] if line else "" for line in cells(match, place)]


class TestLayout:
    def test_players_counters_hands_and_answers_stand_in_their_columns(self, house: House) -> None:
        match = begin(
            house,
            counters={"chips": 5, "luck": {"start": -1, "seen": "umpire"}},
            piles={"deck": "R1-R4"},
        )
        says(match, "deal 2 from deck to Bo", "out Cy", "ask Ana, Bo: bid = number 0 to 9")
        match.types(ANA, "07")
        match.house.run(3)
        heads = ["player", "in or out", "chips", "luck", *[""] * 10, "cards", "hand", 1]
        assert cells(match, "Data!A1:AB4") == [
            heads,
            ["Ana", "in", 5, -1, *[""] * 10, 0, "", 7],
            ["Bo", "in", 5, -1, *[""] * 10, 2, "R1 R2"],
            ["Cy", "out", 5, -1, *[""] * 10, 0],
        ]
        assert cells(match, "Data!A5:AB14") == []

    def test_the_newest_twelve_asks_stand_newest_first(self, house: House) -> None:
        match = begin(house, ("Ana",), counters={})
        for number in range(1, 14):
            says(match, f"ask Ana: q{number} = number 0 to 99")
            match.types(ANA, str(number))
            match.house.run(2)
        assert cells(match, "Data!Q1:AB2") == [[*range(13, 1, -1)], [*range(13, 1, -1)]]

    def test_of_questions_in_secret_the_first_of_an_ask_names_the_column(
        self, house: House
    ) -> None:
        match = begin(house, counters={})
        says(match, "ask Ana in secret: one", "ask Bo, Cy in secret: one")
        match.types(BO, "12")
        match.house.run(3)
        assert cells(match, "Data!Q1:R3") == [["s2", "s1"], [], ["12"]]
        assert cell(match, "Data!Q3") == "12", "an answer in words is a text"

    def test_answers_that_do_not_count_yet_or_were_withdrawn_are_empty(self, house: House) -> None:
        match = begin(house, counters={})
        says(match, "ask all at once: bid = number 0 to 9")
        match.types(ANA, "3")
        match.house.run(3)
        assert column(match, "Data!Q1:Q4") == [1]
        says(match, "withdraw all")
        assert column(match, "Data!Q1:Q4") == [1]

    def test_piles_stand_below_each_own_pile_with_its_owner(self, house: House) -> None:
        match = begin(house, piles={"own": {"each": True, "cards": "T1*2"}, "deck": "R1-R3"})
        says(match, "pile hole", "deal 1 from deck to own of Bo")
        assert cells(match, "Data!A15:D21") == [
            ["pile", "owner", "number", "cards"],
            ["deck", "", 2, "R2 R3"],
            ["hole", "", 0],
            ["own", "Ana", 2, "T1 T1"],
            ["own", "Bo", 3, "R1 T1 T1"],
            ["own", "Cy", 2, "T1 T1"],
        ]
        says(match, "undo 2")
        assert column(match, "Data!A16:A20") == ["deck", "own", "own", "own"]


class TestNames:
    def test_counters_have_names_also_those_made_in_the_match(self, house: House) -> None:
        match = begin(house, counters={"budget": 20, "a-b": 0, "a_b": 0, "Ä": 0, "players": 0})
        fixed = {"data_players": "A2:A13", "data_answers": "Q2:Q13"}
        assert named(match) == fixed | {"data_budget": "C2:C13", "data_a_b": "D2:D13"}
        says(match, "counter won 3")
        write(match, "C10", '="tell all: "&SUM(data_won)')
        assert named(match)["data_won"] == "H2:H13"
        assert cell(match, "Workings!C10") == "tell all: 9"
        says(match, "undo", "counter lost 1")
        assert "data_won" not in named(match)
        assert named(match)["data_lost"] == "H2:H13"

    def test_a_name_that_somebody_moved_or_deleted_is_back(self, house: House) -> None:
        match = begin(house, counters={"budget": 20})
        umpires = match.link("umpire")
        names = umpires.metadata(match.console, "namedRanges")["namedRanges"]
        ids = {one["name"]: one["namedRangeId"] for one in names}
        umpires.write(
            match.console,
            [{"deleteNamedRange": {"namedRangeId": ids[name]}} for name in named(match)],
        )
        match.house.run(5)
        assert named(match).keys() == {"data_budget", "data_players", "data_answers"}

    def test_the_umpire_s_own_names_stay(self, house: House) -> None:
        match = begin(house, counters={"budget": 20})
        sheet = places_of(match.link("umpire"), match.console)["workings_labels"].sheet
        mine = {"sheetId": sheet, "startRowIndex": 50, "endRowIndex": 51}
        add = {"addNamedRange": {"namedRange": {"name": "data_mine", "range": mine}}}
        match.link("umpire").write(match.console, [add])
        says(match, "count all budget +1")
        assert "data_mine" in named(match)


def test_what_a_player_types_is_never_a_formula(house: House) -> None:
    match = begin(house, counters={})
    says(match, "ask Ana: what", "ask Bo: what")
    match.types(ANA, {"stringValue": "=1+1"})
    match.types(BO, {"stringValue": "+2"})
    match.house.run(3)
    assert column(match, "Data!R2:R2") == ["=1+1"]
    assert column(match, "Data!Q3:Q3") == ["+2"]
    sheet = places_of(match.link("umpire"), match.console)["game_data"].sheet
    fields = "sheets(properties.sheetId,data.rowData.values.userEnteredValue)"
    (tab,) = [
        tab
        for tab in match.metadata(fields, on=match.console)["sheets"]
        if tab["properties"]["sheetId"] == sheet
    ]
    assert "formulaValue" not in str(tab)
    assert "'stringValue': '=1+1'" in str(tab)


def test_it_is_written_with_the_rest_and_put_back_if_somebody_changes_it(house: House) -> None:
    match = begin(house, counters={"budget": 20})
    house.forget_calls()
    says(match, "count Ana budget -5")
    assert cell(match, "Data!C2") == 15
    assert len(house.calls("write", consoles=True)) == 1
    place = places_of(match.link("umpire"), match.console)["game_data"]
    start = {"sheetId": place.sheet, "rowIndex": 1, "columnIndex": 2}
    for value in ({"numberValue": 99}, {"stringValue": "15"}, {"formulaValue": "=15"}):
        rows = [{"values": [{"userEnteredValue": value}]}]
        update = {"start": start, "rows": rows, "fields": "userEnteredValue"}
        match.link("umpire").write(match.console, [{"updateCells": update}])
        house.run(8)
        assert cells(match, "Data!C2", formulas=True) == [[15]]
        assert cell(match, "Data!C2") == 15


def delete_tabs(match: Game, *names: str) -> None:
    """Delete the tabs of these names as the umpire."""
    places = places_of(match.link("umpire"), match.console)
    tabs = {places[name].sheet for name in names}
    match.link("umpire").write(
        match.console, [{"deleteSheet": {"sheetId": sheet}} for sheet in sorted(tabs)]
    )


def repair(match: Game) -> list[str]:
    """What `umpire doctor --repair` says."""
    house = match.house
    connection = house.sheets(DAEMON), (local_account(DAEMON),)
    row = house.store.find(match.row.id)
    checkup = Checkup(house.store, row, lambda _: connection, now=NOON + house.hands.passed)
    return [finding.sentence for finding in checkup.repair()]


def test_a_console_without_the_two_tabs_goes_on_as_one_made_before_there_were_any(
    house: House,
) -> None:
    match = begin(house, counters={"budget": 20}, workings=[["Most", "=MAX(data_budget)"]])
    delete_tabs(match, "game_data", "workings_ticks")
    house.run(8)
    says(match, "count Ana budget -5", "tell all: on we go")
    assert [row[0] for row in match.on_console("answer")] == [
        "done: Ana: budget 20 → 15.", "done: on we go."
    ]  # fmt: skip
    finding = str(match.on_console("findings"))
    assert "It has no range named" in finding
    assert f"define it again, or run umpire doctor {match.row.id} --repair." in finding
    assert not named(match)
    assert "The tab Workings was missing and has been laid out again." in repair(match)
    house.run(8)
    assert "It has no range named" not in str(match.on_console("findings"))
    assert cells(match, "Workings!B2:C2") == [["Most", 20]]
    assert cell(match, "Data!C2") == 15
    write(match, "C3", "count Ana budget -1")
    tick(match, 3)
    house.run(3)
    assert cell(match, "Data!C2") == 14


def test_a_repair_leaves_workings_as_the_umpire_has_left_them(house: House) -> None:
    match = begin(house)
    for place in ("B2", "C2", "B3", "C3", "B4", "C4", "B5", "C5"):
        write(match, place, "")
    delete_tabs(match, "game_data")
    house.run(8)
    assert "The tab Data was missing and has been laid out again." in repair(match)
    assert cells(match, "Workings!B2:C41") == []
