"""Every recipe of docs/games/by-hand-recipes.md is played as the page says."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from evening_kit import Evening
from hosting_kit import House
from sums_kit import sums_house, told

pytestmark = pytest.mark.end_to_end

GAME_PAGE = (Path(__file__).parents[2] / "docs" / "games" / "by-hand.md").read_text("utf-8")
PAGE = (Path(__file__).parents[2] / "docs" / "games" / "by-hand-recipes.md").read_text("utf-8")
NAMES = ("Ana", "Bo", "Cy", "Dee")
RECIPE = re.compile(r"^## (.+?)\n.*?```toml\n(.*?)```\n\n```text\n(.*?)```", re.M | re.S)
RECIPES = {title: (options, evening) for title, options, evening in RECIPE.findall(PAGE)}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with sums_house(tmp_path) as house:
        yield house


def test_every_section_is_a_recipe_and_is_listed() -> None:
    assert [*RECIPES] == re.findall(r"^## (.+)$", PAGE, re.M)
    anchors = {title.casefold().replace(" ", "-") for title in RECIPES}
    listed = PAGE.split("| --- | --- |\n")[1].split("\n\n")[0]
    assert {*re.findall(r"\(#([\w-]+)\)", listed)} == anchors


@pytest.mark.parametrize("title", RECIPES)
def test_a_recipe_does_what_it_says(house: House, title: str) -> None:
    options, lines = RECIPES[title]
    evening = Evening(house, NAMES, tomllib.loads(options))
    for line in lines.splitlines():
        if line.startswith("tick "):
            evening.tick(*line.removeprefix("tick ").split(", "))
        elif "→" in line:
            what, expected = map(str.strip, line.split("→"))
            assert shown(evening, what) in expected.split(" or "), line
        else:
            by, text = line.split(": ", 1)
            if by == "umpire":
                evening.says(text)
            else:
                evening.answers(**{by: text})


def shown(evening: Evening, what: str) -> str:
    """What a row of the workings shows, or everybody's count of a counter."""
    counts = evening.state["counters"].get(what)
    if counts is not None:
        return ", ".join(f"{player} {count}" for player, count in counts.items())
    value = evening.shows(what)
    return f"{value:g}" if isinstance(value, int | float) else str(value)


def test_the_sums_on_the_page_of_the_game_are_as_its_pictures_show(house: House) -> None:
    section = GAME_PAGE.split("\n### Keep them in the file\n")[1]
    options = tomllib.loads(section.split("```toml\n")[1].split("```")[0])
    in_table = re.findall(r"^\| C\d \| `(.*?)` \|", GAME_PAGE, re.M)
    assert [formula for _, formula in options["workings"]] == in_table
    counters = {"coins": {"start": 40, "seen": "own"}}
    evening = Evening(house, NAMES[:3], {"counters": counters, **options})
    evening.says("ask all at once in 60: Your bid? = number 0 to coins else 0")
    evening.answers(Ana="7", Bo="12", Cy="9")
    labels = ("Highest bid", "Bid by", "Pays")
    assert [shown(evening, label) for label in labels] == ["12", "Bo", "count Bo coins -12"]
    evening.tick("Pays")
    assert told(evening.match, 4) == "done: Bo: coins 40 → 28."
