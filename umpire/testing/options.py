"""Tests that each option of a game can be played, at its least and at its most."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, Final

from umpire.games.base import BadOption
from umpire.json_types import JsonObject
from umpire.testing.base import LINES, Tests
from umpire.testing.matches import NAMES, opened, random_match

_STEP: Final = 1
"""How far from a bound a number is that must be beyond it."""
_FEW: Final = 6
"""Of how many words each is tried."""


class OptionTests(Tests):
    """A match can be begun with whatever the options' model allows, and then played."""

    def test_the_least_and_the_most_of_each_option_can_be_played(self) -> None:
        """Of as many players as can be: that is where cards run out."""
        seats = self.game.seats[-1]
        for option, value in self._extremes():
            given = {**self.options, option: value}
            try:
                self.game.read_options(NAMES[:seats], given)
            except BadOption:
                continue  # with the others, or by a rule of the game
            try:
                for _ in islice(random_match(opened(self.game, seats, **given), Random(1)), LINES):
                    pass
            except Exception as error:
                raise AssertionError(
                    f"With {option!r} {value!r} a match of {seats} players cannot be played: "
                    f"{error} If that is no option to play with, let its model refuse it."
                ) from error

    def test_the_default_of_each_option_may_be_given(self) -> None:
        players = NAMES[: self.game.seats[0]]
        for option, part in self._properties():
            if isinstance(part.get("default"), int | float):  # a text or list may be left out
                try:
                    self.game.read_options(players, {option: part["default"]})
                except BadOption as error:
                    raise AssertionError(
                        f"The default of {option!r} is {part['default']!r}, and to give it is "
                        f"refused: {error}"
                    ) from error

    def _properties(self) -> Iterator[tuple[str, JsonObject]]:
        yield from self.game.schema().get("properties", {}).items()

    def _extremes(self) -> Iterator[tuple[str, Any]]:
        for option, part in self._properties():
            if part.get("type") == "boolean":
                yield from ((option, value) for value in (False, True))
            yield from ((option, value) for value in part.get("enum", ())[:_FEW])
            bounds = {name: part[name] for name in _BOUNDS if name in part}
            yield from ((option, bound + _BOUNDS[name]) for name, bound in bounds.items())


_BOUNDS: Final = {
    "minimum": 0,
    "maximum": 0,
    "exclusiveMinimum": _STEP,
    "exclusiveMaximum": -_STEP,
}
"""By its name in a JSON schema, what must be added to a bound that is no option itself."""
