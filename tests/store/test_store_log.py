"""The log keeps what it is given, in order, whole, and once."""

import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import update
from store_kit import ID, NOON, SEED, header, line, made

from umpire.errors import UmpireError, UsageError
from umpire.games.base import Outcome
from umpire.match.dealing import commitment
from umpire.store import CommandAnswer, Entry, Hosting, LineConflict, Link, LogLine, Store, schema
from umpire.store.worldtime import rfc3339

SENT = Entry(0, 3, {"card": "Y5", "module": "set", "send": True}, "taken: Y5 Set", 2, "Y5 set")
"""What a form wrote."""


def test_a_match_is_kept_and_found_again(place: Path | str) -> None:
    with Store.open(place) as store:
        made(store, lines=[line(2), line(3)])
    with Store.open(place) as store:
        (row,) = store.matches()
        assert row == store.find(ID)
        assert replace(row.header(), meta={}) == header()
        assert row.header().meta == {
            "id": ID,
            "engine": row.engine,
            "started": row.started,
            "commitment": row.commitment,
            "log": 2,
        }
        assert (row.status, row.started, row.ended) == ("paused", "2026-01-01T12:00:00.000Z", None)
        assert row.commitment == commitment(row.header(), SEED)
        assert store.seed(ID) == SEED
        assert store.lines(ID) == [line(2), line(3)]
        assert store.lines(ID, after=2) == [line(3)]


def test_the_last_lines_of_several_matches_are_told_at_once(place: Path | str) -> None:
    with Store.open(place) as store:
        made(store, lines=[line(2), line(3)])
        made(store, "tic-12")
        made(store, "toe-1", lines=[line(2)])
        assert store.last_lines([ID, "tic-12"]) == {ID: 3}


def test_the_seed_is_in_nothing_that_lists_matches(place: Path | str) -> None:
    with Store.open(place) as store:
        made(store)
        assert SEED not in repr(store.find(ID))


def test_only_the_owner_can_read_the_file(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        made(store)
        for file in tmp_path.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    (tmp_path / "umpire.db").chmod(0o644)
    Store.open(tmp_path).close()
    assert stat.S_IMODE((tmp_path / "umpire.db").stat().st_mode) == 0o600


def test_ids_count_up_game_by_game_and_are_never_given_twice(place: Path | str) -> None:
    with Store.open(place) as one, Store.open(place) as two:
        assert [one.new_id("tic"), two.new_id("tic"), one.new_id("toe")] == [
            "tic-1",
            "tic-2",
            "toe-1",
        ]


def test_a_second_match_of_the_same_id_is_refused(place: Path | str) -> None:
    with Store.open(place) as store:
        made(store, lines=[line(2)])
        with pytest.raises(UmpireError, match="There is already a match tic-1"):
            made(store)
        assert len(store.lines(ID)) == 1


@pytest.mark.parametrize(
    ("name", "found"),
    [("tic-1", "tic-1"), ("tic-12", "tic-12"), ("TO", "toe-1"), (" toe-1 ", "toe-1")],
)
def test_any_unambiguous_prefix_finds_a_match(place: Path | str, name: str, found: str) -> None:
    with Store.open(place) as store:
        for match_id in ("tic-1", "tic-12", "toe-1"):
            made(store, match_id)
        assert store.find(name).id == found


@pytest.mark.parametrize(
    ("name", "sentence"), [("t", "could be"), ("", "could be"), ("x", "'umpire matches' lists")]
)
def test_an_unclear_name_of_a_match_is_a_usage_error(
    place: Path | str, name: str, sentence: str
) -> None:
    with Store.open(place) as store:
        with pytest.raises(UsageError, match="umpire new"):
            store.find(name)
        for match_id in ("tic-1", "tic-12", "toe-1"):
            made(store, match_id)
        with pytest.raises(UsageError, match=sentence):
            store.find(name)


@pytest.mark.parametrize("numbers", [(4,), (2,), (5, 6), (4, 6), (3,)])
def test_lines_that_do_not_follow_the_last_one_are_refused_whole(
    place: Path | str, numbers: tuple[int, ...]
) -> None:
    with Store.open(place) as store:
        made(store, lines=[line(2), line(3)] if numbers != (3,) else [line(2), line(3), line(4)])
        kept = store.lines(ID)
        lines = [line(n) for n in numbers]
        if numbers == (4,):
            store.append(ID, lines)
            kept += lines
        with pytest.raises(LineConflict, match="nothing was written"):
            store.append(ID, lines, [Entry(0, 0, "x", "taken"), SENT])
        assert store.lines(ID) == kept
        assert store.entries(ID) == []


def test_lines_of_no_match_are_refused(place: Path | str) -> None:
    with Store.open(place) as store, pytest.raises(LineConflict):
        store.append("tic-9", [line(2)])


def test_two_writers_never_both_write_a_line(place: Path | str) -> None:
    writers, wanted = 4, 15

    def write(writer: int) -> int:
        written = 0
        with Store.open(place) as store:
            while (n := len(store.lines(ID)) + 2) < wanted + 2:
                try:
                    store.append(ID, [line(n, say=f"by {writer}")], [Entry(0, n, n, "", n)])
                except LineConflict:
                    continue
                written += 1
        return written

    with Store.open(place) as store:
        made(store)
        with ThreadPoolExecutor(writers) as pool:
            assert sum(pool.map(write, range(writers))) == wanted
        assert [kept.n for kept in store.lines(ID)] == list(range(2, wanted + 2))
        assert [entry.line for entry in store.entries(ID)] == list(range(2, wanted + 2))


def test_lines_entries_status_and_answers_are_one_transaction(place: Path | str) -> None:
    with Store.open(place) as store:
        made(store)
        command = store.inbox.put(ID, "umpire", "undo", rfc3339(NOON))
        store.append(
            ID,
            [line(2)],
            [Entry(1, 0, "x", "taken", 2)],
            status="running",
            answers=[CommandAnswer(command, True, "done")],
        )
        assert store.find(ID).status == "running"
        assert store.inbox.result(command) == CommandAnswer(command, True, "done")
        with pytest.raises(LineConflict):
            store.append(
                ID,
                [line(2)],
                [Entry(1, 0, "y", "again")],
                status="over",
                answers=[CommandAnswer(command, False, "again")],
            )
        assert store.entries(ID) == [Entry(1, 0, "x", "taken", 2)]
        assert store.find(ID).status == "running"
        assert store.inbox.result(command) == CommandAnswer(command, True, "done")


def test_a_corrected_entry_replaces_the_one_of_its_row(place: Path | str) -> None:
    with Store.open(place) as store:
        made(store)
        store.append(ID, [line(2)], [Entry(1, 1, "b", "taken", 2), Entry(0, 3, 4.5, "type it")])
        store.append(ID, [], [Entry(1, 1, "c", "ignored", 2)])
        assert store.entries(ID) == [Entry(0, 3, 4.5, "type it"), Entry(1, 1, "c", "ignored", 2)]


def test_what_a_form_wrote_is_kept_beside_what_was_typed_in_the_same_row(place: Path | str) -> None:
    typed, over = Entry(0, 3, "B1 order", "refused: no", 3), replace(SENT, value=None)
    with Store.open(place) as store:
        made(store)
        store.append(ID, [line(2), line(3)], [SENT, replace(SENT, seat=1, row=0), typed])
        assert store.entries(ID) == [typed, SENT, replace(SENT, seat=1, row=0)]
        assert store.entries("toe-1") == []
        store.append(ID, [], [over])
        assert store.entries(ID) == [typed, over, replace(SENT, seat=1, row=0)]


def test_a_match_ends_at_its_last_line_and_an_undo_sets_it_going_again(place: Path | str) -> None:
    with Store.open(place) as store:
        made(store)
        end = Outcome(None, "sum", ("Ana", "Bo"))
        store.append(ID, [line(2), line(3)], status="over", outcome=end)
        row = store.find(ID)
        assert (row.status, row.ended, row.outcome) == ("over", line(3).at, end)
        store.append(ID, [line(4)], status="over", outcome=end)
        assert store.find(ID).ended == line(3).at
        store.append(ID, [line(5)], status="running")
        row = store.find(ID)
        assert (row.status, row.ended, row.outcome) == ("running", None, None)


def test_places_and_links_are_kept_and_their_secrets_not_shown(place: Path | str) -> None:
    hosting = Hosting(
        server="http://127.0.0.1:8765",
        spreadsheets={"board": "abc"},
        links=(Link(0, "board", "topsecret"), Link("umpire", "board", "topsecret2")),
    )
    with Store.open(place) as store:
        made(store)
        assert store.hosting(ID) == Hosting()
        store.set_hosting(ID, hosting)
        assert store.hosting(ID) == hosting
        store.set_hosting(ID, Hosting())
        assert store.hosting(ID) == Hosting()
    assert "topsecret" not in repr(hosting)


def test_links_that_an_older_version_stored_by_names_are_read_by_seat(place: Path | str) -> None:
    players = ("umpire (the board)", "Board")
    stored = [
        ["Board", "board", "hers", 7, None],
        ["umpire (the board)", "board", "his", None, None],
        ["umpire", "board", "own", None, None],
        ["reader", "board", "all", None, None],
    ]
    with Store.open(place) as store:
        store.create(
            ID, replace(header(), players=players), SEED, engine="0.1.0", started=rfc3339(NOON)
        )
        store.set_hosting(ID, Hosting("http://127.0.0.1:8765", {"board": "abc"}))
        table = schema.hostings
        with store._database.writing() as connection:
            connection.execute(update(table).values(links=stored))
        links = store.hosting(ID).links
        assert links == (
            Link(1, "board", "hers", 7),
            Link(0, "board", "his"),
            Link("umpire", "board", "own"),
            Link("reader", "board", "all"),
        )
        store.set_hosting(ID, store.hosting(ID))
        assert store.hosting(ID).links == links


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=2),
    max_leaves=3,
)
text = st.text(st.characters(), max_size=40)
cells = st.dictionaries(st.text(max_size=8), anything, max_size=6)
moments = st.floats(min_value=0, exclude_min=True, allow_infinity=False)


@pytest.fixture
def shared_store(place: Path | str) -> Iterator[Store]:
    with Store.open(place) as store:
        made(store)
        yield store


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(say=text, by=text, note=text, value=anything, form=cells, answer=text, t=moments)
@example("\0 \ud800 \U0001f600", "\0", "\0", {"\0": 10**400}, {}, "\0", 5e-324)
@example("", "", "", [-0.0, 1e308, 0.1 + 0.2, 2**53 + 1], {"a": True, "b": 1}, "", 0.1 + 0.2)
@example("x" * 100_000, "", "", None, {}, "", 1.7976931348623157e308)
def test_whatever_is_typed_comes_back_as_it_was(
    shared_store: Store,
    say: str,
    by: str,
    note: str,
    value: object,
    form: dict[str, object],
    answer: str,
    t: float,
) -> None:
    n = len(shared_store.lines(ID)) + 2
    typed = LogLine(n, t, by, say, rfc3339(NOON), False, "syntax", answer, cell=say, note=note)
    entries = [Entry(0, n, value, answer, n), replace(SENT, value=form)]
    shared_store.append(ID, [typed], entries)
    (kept,) = shared_store.lines(ID, after=n - 1)
    assert (kept, kept.t and kept.t.hex()) == (typed, t.hex())
    assert shared_store.entries(ID)[-2:] == entries
    assert repr(shared_store.entries(ID)[-1].value) == repr(form), "a tick is no number"
