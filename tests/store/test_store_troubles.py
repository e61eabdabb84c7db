"""A database that cannot be used is one sentence that says what to do, and nothing is lost."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from store_kit import ID, NOON, SEED, line, made

from umpire.errors import UmpireError, UsageError
from umpire.match import Header
from umpire.store import League, Store, StoreError, StoreUnavailable, sqlite
from umpire.store.database import Database
from umpire.store.home import home
from umpire.store.records import BotSeat
from umpire.store.version import VERSION
from umpire.store.worldtime import rfc3339

PATIENCE = 0.05


def test_a_locked_database_is_waited_for_and_then_told_of(tmp_path: Path) -> None:
    with Store.open(tmp_path, patience=PATIENCE) as store:
        made(store)
        other = sqlite3.connect(tmp_path / "umpire.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable, match="another program is using it"):
            store.append(ID, [line(2)])
        assert store.lines(ID) == []
        other.execute("ROLLBACK")
        other.close()
        store.append(ID, [line(2)])
        assert store.lines(ID) == [line(2)]


def test_a_full_disk_is_told_of_and_the_next_try_works(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        made(store)
        long = line(2, say="x" * 1_000_000)
        with store._database.writing() as connection:
            (pages,) = connection.exec_driver_sql("PRAGMA page_count").one()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreUnavailable, match="the disk is full"):
            store.append(ID, [long])
        assert store.lines(ID) == []
        with store._database.writing() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count = 100000")
        store.append(ID, [long])
        assert store.lines(ID) == [long]


def no_database(path: Path) -> None:
    path.write_bytes(b"Dear diary, " * 100)


def damaged(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096 : 4096 * 4] = b"\x55" * (4096 * 3)
    path.write_bytes(content)


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def of_another_program(path: Path) -> None:
    path.unlink()
    changed(path, "CREATE TABLE bookmarks (url)")


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def read_all(folder: Path) -> None:
    with Store.open(folder) as store:
        store.matches()
        store.lines(ID)


def changed(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    ("spoil", "advice"),
    [
        (no_database, "it is not a database: move it away"),
        (damaged, "it is damaged: restore a backup"),
        (cut_off, "it is damaged: restore a backup"),
        (of_another_program, "belongs to another program"),
        (a_folder, "is a folder where the log should be"),
        (
            "UPDATE umpire_schema SET version = 99",
            f"has version 99, but this umpire reads version {VERSION}: install",
        ),
        ("DELETE FROM umpire_schema", "install the umpire that wrote it"),
        ("DROP TABLE log_lines", "it is not a log of umpire's"),
        ("UPDATE log_lines SET say = '{'", "restore a backup"),
        ("UPDATE log_lines SET at = CAST(x'ff' AS TEXT)", "it is damaged: restore a backup"),
    ],
)
def test_a_spoilt_file_is_one_sentence_and_left_as_it_is(
    tmp_path: Path, spoil: Callable[[Path], None] | str, advice: str
) -> None:
    with Store.open(tmp_path) as store:
        made(store, lines=[line(n) for n in range(2, 60)])
    path = tmp_path / "umpire.db"
    if isinstance(spoil, str):
        changed(path, spoil)
    else:
        spoil(path)
    before = None if path.is_dir() else path.read_bytes()
    with pytest.raises(StoreError) as told:
        read_all(tmp_path)
    assert not isinstance(told.value, StoreUnavailable), "trying again would mend nothing"
    assert advice in str(told.value)
    assert "\n" not in str(told.value)
    if before is not None and not before.startswith(b"SQLite"):
        assert path.read_bytes() == before


def test_a_read_only_file_can_be_read_but_not_written(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        made(store, lines=[line(2)])
    path = tmp_path / "umpire.db"
    content = bytearray(path.read_bytes())
    content[18] = 9  # a write version that SQLite does not know makes it read-only, even for root
    path.write_bytes(content)
    with Store.open(tmp_path) as store:
        with pytest.raises(StoreUnavailable, match="it is read-only: make"):
            store.append(ID, [line(3)])
        assert store.lines(ID) == [line(2)]


def test_a_commit_waits_until_it_is_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flushes: str
) -> None:
    """Else what players have been answered could be lost when the power fails."""
    monkeypatch.setattr(sqlite, "FLUSHES", flushes)
    with closing(Database.open(tmp_path)) as database, database.writing() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL


def test_an_empty_file_is_a_new_log(tmp_path: Path) -> None:
    (tmp_path / "umpire.db").touch()
    with Store.open(tmp_path) as store:
        assert store.matches() == []


def test_a_folder_that_is_not_there_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="make sure that the folder exists"):
        Store.open(tmp_path / "nowhere")


@pytest.mark.parametrize(
    "url",
    [
        "klingon://host/log",
        "://",
        "postgresql://user:secret@host:door/log",
        "postgresql+nodriver://host/log",
        "sqlite:///log.db",
    ],
)
def test_an_address_that_is_none_is_a_usage_error(url: str) -> None:
    with pytest.raises(UsageError, match="postgresql://user@host/database") as told:
        Store.open(url)
    assert "secret" not in str(told.value)


def test_the_home_is_made_for_its_owners_eyes_only(tmp_path: Path) -> None:
    folder = home(tmp_path / "a" / "b")
    assert folder.stat().st_mode & 0o777 == 0o700
    assert home(folder) == folder


def test_the_home_is_where_the_platform_keeps_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: tmp_path / "umpire")
    assert home(None) == tmp_path / "umpire"
    assert (tmp_path / "umpire").is_dir()


def test_a_home_that_cannot_be_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UmpireError, match="name another one with --home"):
        home(tmp_path / "file")
    with pytest.raises(UmpireError, match="name another one with --home"):
        home(tmp_path / "file" / "deeper")


def test_a_log_of_the_version_before_is_brought_up_to_date_and_keeps_all(tmp_path: Path) -> None:
    named = Header("tic", ("Ana-bot", "Bo-bot2", "Cy-bot9", "Dan-bot5 "), {})
    with Store.open(tmp_path) as store:
        made(store, lines=[line(2)])
        store.create("tic-2", named, SEED, engine="0.1.0", started="2027")
    path = tmp_path / "umpire.db"
    for gone in (
        *(f"{table} DROP COLUMN bots" for table in ("matches", "unfinished")),
        "matches DROP COLUMN shelf",
        *(
            f"{table} DROP COLUMN {column}"
            for table in ("matches", "unfinished")
            for column in ("league", "round")
        ),
    ):
        changed(path, f"ALTER TABLE {gone}")
    for table in ("league_rounds", "league_changes", "leagues", "announced"):
        changed(path, f"DROP TABLE {table}")
    changed(path, "UPDATE umpire_schema SET version = 4")
    for _ in range(2):
        with Store.open(tmp_path) as store:
            assert {(row.shelf, row.fixture) for row in store.matches()} == {(None, None)}
            # then a name said that a bot plays
            assert [row.bots for row in store.matches()] == [(), (BotSeat(1, 2),)]
            assert store.leagues.all() == []
            assert store.announcements.states_of("tic-1") == []
            assert store.lines("tic-1") == [line(2)]
            store.shelve("tic-1", None)


def test_a_league_of_an_older_log_is_one_that_nobody_has_left(tmp_path: Path) -> None:
    cup = League("cup", "Cup", "tic", ("Ana", "Bo"), {}, {"pairing": "swiss"}, rfc3339(NOON))
    with Store.open(tmp_path) as store:
        store.leagues.add(cup)
        store.leagues.add_round("cup", 1, [("Ana", "Bo")])
    changed(tmp_path / "umpire.db", "DROP TABLE league_changes")
    for table in ("matches", "unfinished"):
        changed(tmp_path / "umpire.db", f"ALTER TABLE {table} DROP COLUMN bots")
    changed(tmp_path / "umpire.db", "UPDATE umpire_schema SET version = 7")
    with Store.open(tmp_path) as store:
        assert store.leagues.all() == [cup]
        assert store.leagues.rounds("cup") == [(("Ana", "Bo"),)]
