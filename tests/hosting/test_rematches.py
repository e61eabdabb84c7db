"""The next match of a demo is made although the server was too slow at first."""

from types import SimpleNamespace
from typing import Any

import pytest

from umpire.hosting import rematches
from umpire.hosting.rematches import Rematches
from umpire.sheets.errors import Unreachable


class Process:
    """A process that watches a match and never ends."""

    def __init__(self, *_: object, **__: object) -> None:
        pass

    def has_finished(self) -> bool:
        return False


def test_a_server_that_is_too_slow_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first = SimpleNamespace(
        id="one", game="devils-deal", players=("Ana", "Bo"), options={}, bots=()
    )
    hosting = SimpleNamespace(server="http://127.0.0.1:1", links=None, spreadsheets={})
    store: Any = SimpleNamespace(
        find=lambda _: SimpleNamespace(status="closed"), hosting=lambda _: hosting
    )
    asked: list[tuple[str, ...]] = []

    def make(_store: object, _connect: object, request: Any) -> Any:
        asked.append(request.header.players)
        if len(asked) < 3:
            raise Unreachable("the sheets server did not answer in time: try again.")
        return SimpleNamespace(id="two")

    monkeypatch.setattr(rematches, "WatchProcess", Process)
    monkeypatch.setattr(rematches, "make_demo_match", make)
    monkeypatch.setattr(rematches, "change_seats", lambda links, *_: links)
    app: Any = None
    row: Any = first
    played = Rematches(store, app, lambda _: (), row, is_open=lambda _: False, to_the_end=False)
    for _ in range(5):
        assert played.advance() is False
    assert asked == [("Bo", "Ana")] * 3, "until it is made, and then no more"
