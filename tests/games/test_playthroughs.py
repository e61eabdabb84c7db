"""A whole match of every game goes as its golden playthrough says."""

import pytest
from matches import every_game
from playthroughs import FOLDER, path_of, text_of

from umpire.games.base import AnyGame


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_a_whole_match_goes_as_written(game: AnyGame) -> None:
    assert text_of(game) == path_of(game).read_text("utf-8"), (
        "the match goes otherwise: if it should, run python tests/games/playthroughs.py"
    )


def test_there_is_a_playthrough_of_every_game_and_no_other() -> None:
    written = {path.stem for path in FOLDER.iterdir()}
    assert written == {game.id for game in every_game()}
