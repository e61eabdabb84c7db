"""A league whose matches and standings are Google's, rehearsed."""

import json
from contextlib import closing

import pytest
from named_ranges import read_named
from rehearsal_kit import ANA, Rehearsal

from umpire.leagues.spreadsheet import STANDINGS
from umpire.store import GOOGLE, Fixture, Store

pytestmark = pytest.mark.end_to_end


def test_a_round_is_paired_on_google_and_everybody_reads_the_standings(
    rehearsal: Rehearsal,
) -> None:
    run = rehearsal.run
    run("login", "--client", rehearsal.client)
    run("league", "new", "cup", "--game", "denizens-of-tartarus", "--players", "Ana,Bo")
    share = ("--share", f"Ana={ANA}", "--share", "Bo=bo@example.org")
    told = json.loads(run("league", "pair", "cup", "--on", "google", *share, "--json"))
    assert [one["players"] for one in told["matches"]] == [["Ana", "Bo"]]
    first = json.loads(run("league", "sheet", "cup", "--on", "google", "--json"))
    again = json.loads(run("league", "sheet", "cup", "--on", "google", "--json"))
    assert first == again
    with Store.open(rehearsal.folder) as store:
        (row,) = store.matches()
        assert (row.fixture, row.options["update"]) == (Fixture("cup", 1), 3)
        hosting = store.leagues.find("cup").hosting
    assert hosting.server == GOOGLE
    assert hosting.spreadsheets[STANDINGS] in first["links"]["readers"]
    with closing(rehearsal.connected()) as sheets:
        shares = sheets.shares(hosting.spreadsheets[STANDINGS])
        assert {(one.kind, one.role) for one in shares} == {("user", "owner"), ("anyone", "reader")}
        found = read_named(sheets, hosting.spreadsheets[STANDINGS], ["headline", "player"])
        assert found["player"][:3] == (("Ana",), ("Bo",), ("",))
