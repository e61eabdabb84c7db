"""Leagues and their rounds as a program plans them, without a command."""

import pytest
from league_kit import Ended
from toy import GAME

from umpire.errors import UsageError
from umpire.leagues.creation import plan_league, read_players
from umpire.leagues.results import Pairing, Rules
from umpire.leagues.rounds import plan_round
from umpire.store import League, Store

OPTIONS = {"phases": [{"who": "each"}]}


def league(players: str, pairing: Pairing, *, double: bool = False) -> League:
    rules = Rules(pairing=pairing, double=double)
    return plan_league("cup", GAME.id, read_players(players), OPTIONS, rules)


@pytest.mark.parametrize(
    ("pairing", "double", "rounds"),
    [("round-robin", False, 5), ("round-robin", True, 10), ("swiss", False, 3)],
)
def test_a_league_has_as_many_rounds_as_its_pairing_needs(
    pairing: Pairing, double: bool, rounds: int
) -> None:
    planned = league("Ana, Bo, Cleo, Dan, Eva", pairing, double=double)
    assert (planned.title, planned.rules["rounds"]) == ("cup", rounds)


def test_a_league_is_not_for_one_player() -> None:
    with pytest.raises(UsageError, match="at least two players"):
        plan_league("cup", GAME.id, ["Ana"], OPTIONS, Rules(pairing="swiss"))


def test_a_round_is_planned_until_all_its_matches_are_made(
    store: Store, cup: League, ended: Ended
) -> None:
    first = plan_round(store, cup, ())
    assert (first.number, first.is_new) == (1, True)
    assert first.pairs == [(1, ("Ana",)), (1, ("Bo", "Cleo"))]
    store.leagues.add_round("cup", 1, [players for _, players in first.pairs])
    rest = plan_round(store, cup, ())
    assert (rest.pairs, rest.is_new) == (first.matches, False)
    ended("Bo", "Cleo", winner="Bo", league="cup", number=1)
    assert plan_round(store, cup, ()).pairs[0] == (2, ("Bo",))
