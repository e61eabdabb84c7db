"""The options of a header: what is taken, and which field is named when one is wrong."""

from typing import Any

from devils_table import DEAL, PLAYERS, SELECTION, Table

from umpire.games.devils_deal import GAME


def limits(**options: Any) -> dict[str, float | None]:
    """The limit of each kind of decision, met in a match of a round."""
    table = Table(clock=True, **options)
    met: dict[str, float | None] = {}
    for text in (DEAL, "me", "yes", SELECTION, "none", "lock", "pass", "no", "no", "R1"):
        decision = table.match.pending[0].decision
        met[decision.kind.name] = decision.limit
        table.say(text)
    for text in ("B4 R9", "G4 R4", "fold"):
        decision = table.match.pending[0].decision
        met[decision.kind.name] = decision.limit
        table.say(text)
    if table.owing[0][1] == "break":
        met["break"] = table.match.pending[0].decision.limit
    return met


CHANCE = {"deal": None, "selection": None, "community": None}


def test_the_defaults() -> None:
    simple = dict.fromkeys(("start", "refill", "take", "bet", "break"), 20)
    assert limits(break_seconds=20) == {**CHANCE, **simple, "divide": 90, "private": 90}
    assert GAME.read_options(PLAYERS, {}) == GAME.read_options(
        PLAYERS, {"simple_seconds": 20, "complicated_seconds": 90, "break_seconds": 20}
    )


def test_each_limit_is_an_option() -> None:
    assert limits(simple_seconds=1.5, complicated_seconds=7, break_seconds=0.25) == {
        **CHANCE,
        **dict.fromkeys(("start", "refill", "take", "bet"), 1.5),
        **dict.fromkeys(("divide", "private"), 7),
        "break": 0.25,
    }


def test_without_a_break_there_is_no_such_decision() -> None:
    assert "break" not in limits(break_seconds=0)


def test_there_is_no_reserve() -> None:
    table = Table(clock=True)
    assert GAME.reserve(GAME.read_options(PLAYERS, {})) is None
    assert table.report["reserve"] == {"Ana": None, "Bo": None}
