"""One of the laws of `umpire.testing`, tried on one game."""

from collections.abc import Callable
from inspect import signature
from pathlib import Path
from random import Random
from typing import Any

from umpire.games.base import AnyGame
from umpire.testing import GameTests


def tried(
    game: AnyGame, law: Callable[..., None], template: Path, *, seeds: int = 4, **more: Any
) -> None:
    """Try one law on a game, with a few random matches if it wants any."""
    tests = type("Tried", (GameTests,), {"game": game, "template": template, **more})()
    given = getattr(law, "hypothesis", None)
    for seed in range(seeds):
        if given is not None:
            given.inner_test(tests, random=Random(seed))
        elif "seed" in signature(law).parameters:
            law(tests, seed=seed)
        else:
            return law(tests)
    return None
