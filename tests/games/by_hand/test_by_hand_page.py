"""The page of the game shows every direction, and every example there is one."""

import re
from pathlib import Path

import pytest

from umpire.games.by_hand.directions import DIRECTIONS, read_direction, read_step
from umpire.games.by_hand.directions.base import Direction
from umpire.games.by_hand.directions.procedures import Do, Stop
from umpire.games.by_hand.forms import FORMS, read_form
from umpire.games.by_hand.names import MatchNames, PlausibleNames

PAGE = (Path(__file__).parents[3] / "docs" / "games" / "by-hand.md").read_text("utf-8")
_, _FROM_TABLE = PAGE.split("\n## All directions\n")
ROWS = re.findall(r"^\| `.*?` +\| `(.*)` \| .* \|$", _FROM_TABLE.split("\n### ")[0], re.M)
KNOWN = MatchNames(
    ("Ana", "Bo", "Cy"),
    ("chips", "points"),
    ("deck", "table"),
    ("tokens",),
    {"round": ("headline: $1",), "vote": (), "sold": ("count $1 chips -$2",)},
    {"wolves": ("Ana", "Bo")},
)


def test_every_direction_has_an_example_on_the_page() -> None:
    assert {row.split()[0].rstrip(":") for row in ROWS} == {each.word for each in DIRECTIONS}


@pytest.mark.parametrize("row", ROWS)
def test_every_example_on_the_page_is_a_direction(row: str) -> None:
    assert str(read_direction(row, KNOWN)).split()[0].rstrip(":") == row.split()[0].rstrip(":")


@pytest.mark.parametrize("direction", DIRECTIONS, ids=lambda each: each.word)
def test_every_example_in_a_refusal_is_a_direction_and_a_step_but_for_do_and_stop(
    direction: type[Direction],
) -> None:
    for example in direction.examples:
        assert type(read_direction(example, KNOWN)) is direction
        if direction not in (Do, Stop):
            assert type(read_step(example, PlausibleNames())) is direction


@pytest.mark.parametrize("form", FORMS)
def test_every_form_that_is_offered_is_one(form: str) -> None:
    assert str(read_form(form, KNOWN)) == form
