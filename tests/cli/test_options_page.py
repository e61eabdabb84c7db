"""docs/options.md: every game has an example there, and every example makes a match."""

import re
from pathlib import Path

import pytest
from own_games import OURS

from umpire.hosting.match_requests import header_for
from umpire.hosting.options_file import read_options

pytestmark = pytest.mark.installed_games

PAGE = (Path(__file__).parents[2] / "docs" / "options.md").read_text("utf-8")
EXAMPLES = [
    (game, ending, text)
    for game, part in re.findall(r"^### `([\w-]+)`\n(.*?)(?=^##|\Z)", PAGE, re.M | re.S)
    for ending, text in re.findall(r"^```(toml|json)\n(.*?)^```", part, re.M | re.S)
]


def test_every_game_has_an_example() -> None:
    assert {game for game, _, _ in EXAMPLES} == set(OURS)


@pytest.mark.parametrize(("game", "ending", "text"), EXAMPLES)
def test_every_example_makes_a_match(tmp_path: Path, game: str, ending: str, text: str) -> None:
    file = tmp_path / f"match.{ending}"
    file.write_text(text)
    options = read_options(str(file))
    assert header_for(game, ("Ana", "Bo"), options, clock=True).options == options != {}
