"""Speaking in a match that nobody watches, without the command."""

import pytest
from live_kit import TOY, make_match

from umpire.errors import UsageError
from umpire.games.base import UMPIRE
from umpire.live.speaking import check_command, say_in
from umpire.store import Store
from umpire.store.records import MatchRow

PHASES = [{"who": "Ana", "limit": 60}, {"who": "Bo"}]


@pytest.fixture
def row(store: Store, monkeypatch: pytest.MonkeyPatch) -> MatchRow:
    """A match in the log, on no server."""
    monkeypatch.setattr("umpire.catalogue.games", lambda: {TOY.id: TOY})
    return make_match(store, TOY, phases=PHASES)


def test_what_a_player_says_is_judged_and_answered(store: Store, row: MatchRow) -> None:
    taken = say_in(store, row, "Ana", "3")
    assert (taken.ok, taken.text) == (True, "taken: 3 (Run 'umpire watch' to go on.)")
    again = say_in(store, row, "Ana", "4")
    assert not again.ok
    assert [line.ok for line in store.lines(row.id) if line.by == "Ana"] == [True, False]
    assert store.leases.current(row.id, 0.0) is None, "the match was let go"


def test_a_command_that_no_match_could_carry_out_is_refused(row: MatchRow) -> None:
    check_command(row, "extend Ana 30")
    with pytest.raises(UsageError):
        check_command(row, "extend Zoe 30")
    with pytest.raises(UsageError):
        check_command(row, "dance")


def test_the_umpire_stops_the_clock(store: Store, row: MatchRow) -> None:
    say_in(store, row, "Ana", "3")
    assert say_in(store, row, UMPIRE, "pause").text == "The umpire stops the clock."
    assert store.find(row.id).status == "paused"
