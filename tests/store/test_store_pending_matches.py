"""Matches that are being made, by one command at a time, and those that nobody was told of."""

import threading
from pathlib import Path

import pytest
from store_kit import ID, SEED, header, made

from umpire.store import Hosting, Link, PendingMatch, Store, StoreError

BEGUN = PendingMatch(
    ID,
    "tic",
    ("Ana", "Bo"),
    {"clock": False},
    SEED,
    "2026-01-01T12:00:00.000Z",
    Hosting("google", {"board": "abc"}, (Link(0, "board", email="ana@example.org"),)),
    requested=("table-1", "console"),
    handmade=("board",),
)


def test_one_command_at_a_time(place: Path | str) -> None:
    order: list[str] = []

    def second() -> None:
        with Store.open(place) as store, store.lock_making():
            order.append("second")

    with Store.open(place) as store, store.lock_making():
        other = threading.Thread(target=second)
        other.start()
        other.join(0.3)
        order.append("first")
    other.join(10)
    assert order == ["first", "second"]


def test_a_lock_that_cannot_be_used_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "making.lock").write_text("no database" * 100)
    with (
        Store.open(tmp_path) as store,
        pytest.raises(StoreError, match=r"making\.lock cannot be used"),
        store.lock_making(),
    ):
        pass


def test_what_is_begun_is_kept_until_it_is_a_match(place: Path | str) -> None:
    with Store.open(place) as store:
        store.pending_matches.save(BEGUN)
        store.pending_matches.save(BEGUN)
        assert (store.pending_matches.all(), store.pending_matches.unshown()) == ([BEGUN], [])
        made(store)
        assert (store.pending_matches.all(), store.pending_matches.unshown()) == ([], [])


def test_a_match_is_untold_until_its_maker_has_been_told(place: Path | str) -> None:
    with Store.open(place) as store:
        store.pending_matches.save(BEGUN)
        store.create(ID, header(), SEED, engine="0.1.0", started="2026", is_shown=False)
        assert (store.pending_matches.all(), store.pending_matches.unshown()) == ([], [BEGUN])
        store.pending_matches.drop(ID)
        assert store.pending_matches.unshown() == []
