"""What umpires read of the decisions and the formats: names, examples and keys are those in use."""

import json
import re
from typing import Any

import pytest
from tartarus import DEALS, EXAMPLE, PLAYERS, STARTS, Table, at, board

from umpire.games.base import Rejected
from umpire.games.denizens_of_tartarus import GAME


@pytest.mark.parametrize("said", ["c", "x", "ban e"])
def test_what_a_refused_ban_suggests_may_be_banned(said: str) -> None:
    table = Table(decider="Bo")
    table.say("first", *DEALS, "c", "a")
    with pytest.raises(Rejected, match=r"[:n] B or D\.$"):
        table.read(said)


@pytest.mark.parametrize("said", ["", "set", "pass now", "R1 set draw", "R1 set, of course"])
def test_what_a_refused_turn_suggests_can_be_played(said: str) -> None:
    table = at(EXAMPLE)
    with pytest.raises(Rejected, match=r"Example: (.+)\.$") as refused:
        table.read(said)
    suggested = str(refused.value).rpartition("Example: ")[2].removesuffix(".")
    table.read(suggested if " " in suggested else f"{suggested} order")


@pytest.mark.parametrize(
    ("hand", "suggested"),
    [("R1 Y2 B5", "Y2 Matching"), ("R1 Y3 B5", "B5 Balance"), ("R1 P4 B5", "B5 Balance")],
)
def test_what_a_refused_turn_suggests_gains_a_point_or_is_the_highest_card(
    hand: str, suggested: str
) -> None:
    table = at(board(hand, modules={"Matching": {"card": "Y2"}}))
    with pytest.raises(Rejected) as refused:
        table.read("")
    assert str(refused.value).endswith(f"Example: {suggested}.")


def test_the_format_of_a_position_names_its_keys() -> None:
    text = GAME.formats["A position"]
    named = re.findall(r"^(\w+)  ", text, re.M)
    assert named == [*EXAMPLE, *EXAMPLE["modules"]]
    for own in EXAMPLE["modules"].values():
        for key in own:
            assert f'"{key}"' in text


def test_the_start_in_the_format_can_be_played() -> None:
    (shown,) = re.findall(r"^    (\{.*?\})$", GAME.formats["The configurations"], re.M | re.S)
    GAME.read_options(PLAYERS, {"configurations": [json.loads(shown), *STARTS[1:]]})


def test_the_schema_tells_what_a_position_and_a_start_have() -> None:
    schema: Any = GAME.schema()
    assert set(schema["$defs"]["PositionOption"]["properties"]) == set(EXAMPLE)
    assert set(schema["$defs"]["PositionOption"]["required"]) == set(EXAMPLE) - {"closed"}
    assert schema["properties"]["turn_seconds"]["exclusiveMinimum"] == 0
    assert schema["properties"]["configurations"]["minItems"] == 4
