"""What holds in every match, whoever plays it."""

from collections.abc import Iterator
from random import Random

from diyu import ARMY, FIELDS, PLAYERS, Json, Table
from hypothesis import given, settings
from hypothesis import strategies as st

from umpire.match import asking

SEEDS = st.integers(0, 100_000)


def units(board: Json) -> list[str]:
    return [unit.split("(")[0] for field in FIELDS for unit in board[field]]


def random_play(seed: int, lines: int = 60) -> Iterator[Table]:
    """A match from somewhere, after each line."""
    random = Random(seed)
    table = Table(*(random.choice((0, 0, 1, 2, 3, 4, 5)) for _ in PLAYERS))
    yield table
    for _ in range(lines):
        if table.match.outcome is not None:
            return
        pending = random.choice(table.match.pending)
        table.say(pending.by, asking.random_answer(table.match, pending, random))
        yield table


@given(SEEDS)
@settings(max_examples=30)
def test_units_and_records_add_up_and_standings_only_ever_rise(seed: int) -> None:
    before: dict[str, Json] = {}
    for table in random_play(seed):
        for name, player in table.state["players"].items():
            check_units(player)
            if name in before:
                check_standing(before[name], player)
            before[name] = player
    for record in table.state["bouts"]:
        check_record(record)


def check_units(player: Json) -> None:
    """Every unit is in hand or on the board."""
    assert sorted(player["hand"] + units(player["board"])) == sorted(ARMY)
    shown = player["shown"]
    assert [len(shown[f]) for f in FIELDS] == [len(player["board"][f]) for f in FIELDS]


def check_standing(before: Json, after: Json) -> None:
    assert after["block"] >= before["block"]
    assert set(after["passed"]) >= set(before["passed"])
    assert after["points"] >= before["points"]
    assert after["spirits"]["normal"] <= before["spirits"]["normal"]


def check_record(record: Json) -> None:
    tied = sum(int(field) for field, who in record["result"].items() if who is None)
    if not any("Mountain of Fire" in hells for hells in record["hells"].values()):
        assert sum(record["score"].values()) + tied == 27
    for player in PLAYERS:
        played = units(record["round1"][player]) + units(record["round2"][player])
        assert all(played.count(unit) <= ARMY.count(unit) for unit in ARMY)
        assert all(unit in played for unit in units(record["destroyed"][player]))
        assert "2" not in units(record["destroyed"][player])
        assert set(record["cleared"][player]) <= set(record["hells"][player])
        assert bool(record["cleared"][player]) <= (player in record["won"])


@given(SEEDS)
@settings(max_examples=100)
def test_a_slip_of_the_pen_is_taken_as_what_it_says_or_refused_with_a_sentence(seed: int) -> None:
    random = Random(seed)
    table = Table(1, None)
    pending = table.match.pending_of("Ana")
    assert pending is not None
    text = asking.random_answer(table.match, pending, random)
    assert table.code(text) is None
    for _ in range(10):
        at = random.randrange(len(text))
        slip = random.choice(("", "", *"0123456789-:|,; ()as\n"))
        written = text[:at] + slip + text[at + 1 :]
        if table.code(written) is None:
            understood = table.understood(written)
            assert table.understood(understood) == understood
        else:
            assert table.error(written).endswith((".", "?", "!"))
