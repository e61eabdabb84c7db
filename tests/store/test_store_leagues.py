"""Leagues in the store: what each is, its rounds, and which match is of which."""

from dataclasses import replace
from pathlib import Path

import pytest
from store_kit import NOON, SEED, header, made

from umpire.errors import UsageError
from umpire.store import Fixture, Hosting, League, Link, PendingMatch, Store
from umpire.store.records import MembershipChange
from umpire.store.worldtime import rfc3339

CUP = League("cup", "The <Cup>", "tic", ("Ana", "Bo"), {}, {"pairing": "swiss"}, rfc3339(NOON))


def test_a_league_its_sheet_and_its_rounds_are_kept(place: Path | str) -> None:
    hosting = Hosting("http://127.0.0.1:1", {"standings": "s"}, (Link("reader", "standings"),))
    with Store.open(place) as store:
        store.leagues.add(CUP)
        store.leagues.set_hosting("cup", hosting)
        store.leagues.add_round("cup", 1, [("Ana", "Bo"), ("Cleo",)])
        store.leagues.add_round("cup", 2, [("Bo", "Ana")])
    with Store.open(place) as store:
        found = store.leagues.find(" CUP ")
        assert (found.title, found.rules, found.hosting) == (CUP.title, CUP.rules, hosting)
        assert store.leagues.rounds("cup") == [(("Ana", "Bo"), ("Cleo",)), (("Bo", "Ana"),)]


def test_a_name_is_given_to_one_league(place: Path | str) -> None:
    with Store.open(place) as store:
        store.leagues.add(CUP)
        with pytest.raises(UsageError, match="there is already a league cup"):
            store.leagues.add(CUP)
        with pytest.raises(UsageError, match=r"no league 'cap'.* Did you mean 'cup'\?"):
            store.leagues.find("cap")


def test_a_match_and_one_half_made_know_their_league_and_round(place: Path | str) -> None:
    half = PendingMatch(
        "tic-2", "tic", ("Ana", "Bo"), {}, SEED, rfc3339(NOON), Hosting(), fixture=Fixture("cup", 3)
    )
    with Store.open(place) as store:
        store.leagues.add(CUP)
        store.create(
            *("tic-1", header(), SEED),
            engine="0",
            started=rfc3339(NOON),
            fixture=Fixture("cup", 2),
        )
        made(store, "tic-3")
        store.pending_matches.save(half)
        assert [row.fixture for row in store.matches()] == [Fixture("cup", 2), None]
        assert [one.fixture for one in store.pending_matches.all()] == [Fixture("cup", 3)]
        store.leagues.add_round("cup", 1, [("Ana", "Bo")])
        store.leagues.delete("cup")
        assert [row.fixture for row in store.matches()] == [None, None]
        assert (store.leagues.all(), store.leagues.rounds("cup")) == ([], [])


def test_who_joins_and_leaves_is_kept_with_the_rounds_that_changes(place: Path | str) -> None:
    changes = (
        MembershipChange("Bo", "left", 2),
        MembershipChange("Cleo", "joined", 2),
        MembershipChange("Bo", "joined", 3),
    )
    with Store.open(place) as store:
        store.leagues.add(CUP)
        store.leagues.add_round("cup", 1, [("Ana", "Bo")])
        store.leagues.add_round("cup", 2, [("Bo", "Ana")])
        for count in (2, 3):
            changed = replace(CUP, players=("Ana", "Bo", "Cleo"), changes=changes[:count])
            store.leagues.change_players(changed, [[("Ana", "Bo")], []])
            assert store.leagues.find("cup") == changed
        assert changed.active_players == ("Ana", "Bo", "Cleo")
        assert replace(changed, changes=changes[:2]).active_players == ("Ana", "Cleo")
        assert store.leagues.rounds("cup") == [(("Ana", "Bo"),), ()]
        store.leagues.delete("cup")
        store.leagues.add(CUP)
        assert store.leagues.find("cup").changes == ()
