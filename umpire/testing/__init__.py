"""Tests that every game gets for nothing; the extra `sheets-umpire[testing]`.

    from umpire.testing import GameTests

    class TestNim(GameTests):
        game = GAME

is a class that pytest collects. Of random whole matches it demands what the contract promises and
no game may break: they end, what happens without an answer too, only who owes an answer may give
one, a replay equals the match, everything can be undone, a log verifies; that the time to read a
text grows no faster than the text; that nothing which leaves the program tells anybody a secret;
that what a game guesses of its secrets is what may be so;
and what the sheets and the page need: forms whose offers can be said, screens that fit the
template, results, notes, questions and drafts that can be drawn. A path in `playthrough` adds a
golden playthrough, one in `screens` golden screens, which a run of pytest with
`UMPIRE_PLAYTHROUGHS=write` in its environment writes.

For tests of a game's own: `opened` begins a match, `random_match` plays one, `twins` plays two that
a viewer cannot tell apart.
"""

import pytest

pytest.register_assert_rewrite(
    "umpire.testing.answers",
    "umpire.testing.chance",
    "umpire.testing.endings",
    "umpire.testing.forms",
    "umpire.testing.golden_screens",
    "umpire.testing.history",
    "umpire.testing.knowledge",
    "umpire.testing.open_answers",
    "umpire.testing.options",
    "umpire.testing.order",
    "umpire.testing.pages",
    "umpire.testing.parse_time",
    "umpire.testing.playthroughs",
    "umpire.testing.results",
    "umpire.testing.screens",
    "umpire.testing.secrets",
    "umpire.testing.views",
    "umpire.testing.worlds",
)

from umpire.testing.answers import AnswerTests  # noqa: E402
from umpire.testing.chance import ChanceTests  # noqa: E402
from umpire.testing.endings import EndingTests  # noqa: E402
from umpire.testing.forms import FormTests  # noqa: E402
from umpire.testing.golden_screens import GoldenScreenTests  # noqa: E402
from umpire.testing.history import HistoryTests  # noqa: E402
from umpire.testing.knowledge import KnowledgeTests  # noqa: E402
from umpire.testing.matches import Played, opened, random_match  # noqa: E402
from umpire.testing.open_answers import OpenAnswerTests  # noqa: E402
from umpire.testing.options import OptionTests  # noqa: E402
from umpire.testing.order import OrderTests  # noqa: E402
from umpire.testing.pages import PageTests  # noqa: E402
from umpire.testing.parse_time import ParsingTests  # noqa: E402
from umpire.testing.playthroughs import PlaythroughTests, playthrough  # noqa: E402
from umpire.testing.results import ResultTests  # noqa: E402
from umpire.testing.screens import ScreenTests  # noqa: E402
from umpire.testing.secrets import SecretTests  # noqa: E402
from umpire.testing.twins import Twins, twins  # noqa: E402
from umpire.testing.views import ViewTests  # noqa: E402
from umpire.testing.worlds import WorldTests  # noqa: E402

__all__ = ["GameTests", "Played", "Twins", "opened", "playthrough", "random_match", "twins"]


class GameTests(
    EndingTests,
    AnswerTests,
    HistoryTests,
    ParsingTests,
    SecretTests,
    OpenAnswerTests,
    ViewTests,
    WorldTests,
    KnowledgeTests,
    ChanceTests,
    OptionTests,
    OrderTests,
    ScreenTests,
    ResultTests,
    PageTests,
    FormTests,
    PlaythroughTests,
    GoldenScreenTests,
):
    """All that holds for every game. Derive from it, name the game, and let pytest collect it."""
