"""What the tests of live matches share."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from live_kit import Table, toy_table

from umpire.store import Store


@pytest.fixture
def table(store: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Table]]:
    """Begins a match of the made-up game with these phases."""
    with ExitStack() as opened:
        yield lambda *phases, **options: opened.enter_context(
            toy_table(store, monkeypatch, *phases, **options)
        )
