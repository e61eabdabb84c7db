"""What is put away, kept apart, and deleted: `umpire archive`, `umpire delete`, demos."""

import json
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result
from export_kit import play
from toy import GAME
from umpires_server import UmpiresServer

from umpire.errors import UmpireError, UsageError
from umpire.hosting.accounts import own_token
from umpire.live.driver import Watch
from umpire.live.rates import LOCAL
from umpire.sheets.client import connect_local
from umpire.store import Hosting, Store

Umpire = Callable[..., Result]
OPTIONS = {"phases": [{"who": "Ana"}, {"who": "Bo"}]}
OVER = [(1, "umpire", "forfeit Bo")]


pytestmark = pytest.mark.usefixtures("numbers")


def listed(umpire: Umpire, *options: str) -> list[str]:
    return [told["id"] for told in json.loads(umpire("matches", *options, "--json").output)]


def test_what_is_archived_is_listed_only_if_asked_for_and_comes_back(
    umpire: Umpire, store: Store
) -> None:
    one, two = (play(store, GAME, [], options=OPTIONS) for _ in range(2))
    store.shelve(play(store, GAME, [], options=OPTIONS), "demo")
    assert umpire("archive", one).output == (
        f"{one} is in the archive, but it is not over.\n"
        f"Nobody umpires it there. 'umpire archive --undo {one}' takes it out.\n"
    )
    over = play(store, GAME, OVER, options=OPTIONS)
    assert umpire("archive", over).output == f"{over} is in the archive.\n"
    store.delete(over)
    assert listed(umpire) == [two]
    assert listed(umpire, "--demos") == ["numbers-3"]
    assert listed(umpire, "--all") == [one, two, "numbers-3"]
    assert "2 archived or demos not listed" in umpire("matches").output
    assert umpire("status", one).exit_code == 0
    umpire("archive", "--undo", one, "numbers-3")
    assert listed(umpire) == [one, two, "numbers-3"]


def test_a_match_that_is_being_played_is_not_put_away(umpire: Umpire, store: Store) -> None:
    free, watched = (play(store, GAME, [], options=OPTIONS) for _ in range(2))
    store.leases.take(watched, "token", 1e11, 0)
    for words in (("archive", free, watched), ("delete", watched, "--yes", "--force")):
        with pytest.raises(UmpireError, match=r"watches it: stop that 'umpire watch' first"):
            umpire(*words)
    assert listed(umpire) == [free, watched], "none is put away if one cannot be"


def test_a_daemon_leaves_alone_what_lies_on_a_shelf_unless_it_is_named(store: Store) -> None:
    match = play(store, GAME, [], options=OPTIONS)
    store.shelve(match, "archive")

    def refusals(*ids: str) -> list[str]:
        watch = Watch(store, lambda server: (), LOCAL, ids=ids)
        watch._look_for_matches(start=True)
        return [match for match, _ in watch.status().refusals]

    assert (refusals(), refusals(match)) == ([], [match]), "it has no spreadsheet: one is missed"


def test_what_is_deleted_is_gone_and_its_number_is_given_to_no_other(
    umpire: Umpire, store: Store
) -> None:
    match = play(store, GAME, OVER, options=OPTIONS)
    store.set_hosting(match, Hosting())
    store.leases.take(match, "token", 1, 0)
    store.leases.release(match, "token")
    asked = umpire("delete", match, stdin=b"y\n").output
    assert f"To keep its log: umpire export {match} --format script -o {match}.jsonl" in asked
    assert asked.endswith(f"{match} is deleted.\n")
    assert (listed(umpire, "--all"), store.lines(match)) == ([], [])
    assert play(store, GAME, [], options=OPTIONS) == "numbers-2"


def test_nothing_is_deleted_without_a_yes(umpire: Umpire, store: Store) -> None:
    match = play(store, GAME, OVER, options=OPTIONS)
    with pytest.raises(UmpireError, match="nothing was deleted"):
        umpire("delete", match, stdin=b"n\n")
    with pytest.raises(UsageError, match="add --yes"):
        umpire("delete", match)
    assert listed(umpire) == [match]


def test_a_match_that_is_not_over_is_deleted_by_force_alone(umpire: Umpire, store: Store) -> None:
    match = play(store, GAME, [(1, "Ana", "3")], options=OPTIONS)
    with pytest.raises(UmpireError, match="add --force"):
        umpire("delete", match, "--yes")
    umpire("delete", match, "--yes", "--force")
    assert listed(umpire) == []


def test_a_match_that_is_over_is_deleted_though_a_daemon_watches_it(
    umpire: Umpire, store: Store
) -> None:
    match = play(store, GAME, OVER, options=OPTIONS)
    store.leases.take(match, "daemon", 60, time.time())
    umpire("delete", match, "--yes")
    assert listed(umpire) == []


@pytest.mark.parametrize(("options", "left"), [((), 0), (("--keep-sheets",), 1)])
def test_sheets_on_the_local_server_go_too_unless_they_are_kept(
    umpire: Umpire, store: Store, tmp_path: Path, options: tuple[str, ...], left: int
) -> None:
    match = play(store, GAME, OVER, options=OPTIONS)
    with (
        UmpiresServer(None) as server,
        closing(connect_local(server.base_url, own_token(tmp_path))) as sheets,
    ):
        made = sheets.create("board", "tag")
        store.set_hosting(match, Hosting(server.base_url, {"board": made, "gone": "x" * 30}))
        told = umpire("delete", match, "--yes", *options).output
        assert (sheets.find("tag") is not None) == bool(left)
    assert ("Left on" in told) == bool(left)


def test_sheets_on_google_are_left_and_said_to_be(umpire: Umpire, store: Store) -> None:
    match = play(store, GAME, OVER, options=OPTIONS)
    store.set_hosting(match, Hosting("google", {"board": "x" * 30}))
    told = umpire("delete", match, "--yes").output
    assert told == f"{match} is deleted.\nLeft in your Drive: 1 spreadsheet.\n"


def test_programs_are_told_what_was_archived_and_what_was_deleted(
    umpire: Umpire, store: Store
) -> None:
    one, over = play(store, GAME, [], options=OPTIONS), play(store, GAME, OVER, options=OPTIONS)
    assert json.loads(umpire("archive", one, over, "--json").output) == [
        {"id": one, "archived": True, "over": False},
        {"id": over, "archived": True, "over": True},
    ]
    (taken_out,) = json.loads(umpire("archive", "--undo", one, "--json").output)
    assert not taken_out["archived"]
    with pytest.raises(UsageError, match="--json asks nothing: add --yes too"):
        umpire("delete", over, "--json")
    assert json.loads(umpire("delete", over, "--yes", "--json").output) == {
        "id": over,
        "deleted": True,
        "spreadsheets_left": {},
    }
