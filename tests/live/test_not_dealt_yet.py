"""A new match lies ready before it begins, and nothing that chance decides lies there yet."""

import json
from pathlib import Path
from typing import Any

import pytest
from hosting_kit import AnyGame, Game, house_of
from own_games import OURS

from umpire.hosting import creation
from umpire.live.submissions import BEGINS
from umpire.match import Header, commitment

pytestmark = pytest.mark.end_to_end

CELLS = (
    "sheets(data.rowData.values(userEnteredValue,note,dataValidation),conditionalFormats),"
    "namedRanges(name,range),developerMetadata.metadataValue"
)
DECIDED = ("denizens-of-tartarus", {"decider": "Bo"})
GAMES = [*((game, {}) for game in OURS), DECIDED]
NOT_DEALT_AT_FIRST = [("eighteenth-hell", {}), ("by-hand", {}), DECIDED]
"""Where chance has nothing to say, or only after somebody's answer."""


def lies_in(match: Game, seed: str) -> dict[str, str]:
    """What lies in each spreadsheet, but for the seal on the deal."""
    seal = commitment(match.row.header(), seed)
    return {
        role: json.dumps(match.metadata(CELLS, on=spreadsheet)).replace(seal, "the seal")
        for role, spreadsheet in match.hosting.spreadsheets.items()
    }


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_what_lies_there_is_the_same_whatever_is_dealt_once_it_begins(
    game: str, options: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lain, begun = [], []
    for seed in ("5e" * 32, "a7" * 32):
        monkeypatch.setattr(creation, "new_seed", lambda seed=seed: seed)
        (home := tmp_path / seed).mkdir()
        with house_of(home, OURS[game]) as house:
            match = house.make(Header(game, players(OURS[game]), options))
            assert match.lines() == []
            lain.append(lies_in(match, seed))
            house.run(8)
            assert (match.lines()[0].say, match.lines()[0].note) == (None, BEGINS)
            begun.append(lies_in(match, seed))
    assert lain[0] == lain[1]
    assert (begun[0] == begun[1]) == ((game, options) in NOT_DEALT_AT_FIRST)


def players(game: AnyGame) -> tuple[str, ...]:
    return ("Ana", "Bo", "Cleo")[: game.seats[0]]


def test_what_the_umpire_announces_beforehand_lies_there(tmp_path: Path) -> None:
    with house_of(tmp_path, OURS["eighteenth-hell"]) as house:
        match = house.make(Header("eighteenth-hell", ("Ana", "Bo")))
        assert "Iron Trees" in json.dumps(match.metadata(CELLS))


def test_rows_that_are_not_used_yet_take_no_room_beforehand(tmp_path: Path) -> None:
    with house_of(tmp_path, OURS["denizens-of-tartarus"]) as house:
        match = house.make(Header("denizens-of-tartarus", ("Ana", "Bo")))
        (tab, *_) = match.metadata("sheets.data.rowMetadata.hiddenByUser")["sheets"]
        rows = tab["data"][0]["rowMetadata"]
        hidden = {number for number, row in enumerate(rows, 1) if row.get("hiddenByUser")}
        assert hidden == {*range(9, 14), *range(15, 19)}, "the starts, the form and the deck"
