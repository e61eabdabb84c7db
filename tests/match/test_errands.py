"""What every game must hold holds for one that its umpire directs, too."""

from errands import GAME

from umpire.sheets.template import folder_of_templates
from umpire.testing import GameTests


class TestErrands(GameTests):
    game = GAME
    taken_as_typed = frozenset({GAME.kinds[0].name})
    template = folder_of_templates() / "plain-private"
