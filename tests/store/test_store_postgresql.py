"""A PostgreSQL that cannot be used is one sentence too, and hosts that share it do not quarrel."""

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import postgres_kit
import pytest
from postgres_kit import execute
from store_kit import ID, NOON, line, made

from umpire.errors import UsageError
from umpire.store import CommandAnswer, LeaseHeld, LineConflict, Store, StoreError, StoreUnavailable
from umpire.store.schema import metadata

PATIENCE = 0.2
TTL = 20.0


@pytest.fixture
def url(postgres: postgres_kit.Server) -> str:
    return postgres.emptied()


@pytest.fixture
def new_url(postgres: postgres_kit.Server) -> str:
    return postgres.new_database()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with Store.open(url, patience=PATIENCE) as opened:
        made(opened)
        yield opened


def test_the_tables_are_made_once_however_many_programs_begin(new_url: str) -> None:
    def begin(_: int) -> str:
        with Store.open(new_url) as store:
            return store.new_id("tic")

    with ThreadPoolExecutor(6) as pool:
        ids = sorted(pool.map(begin, range(6)))
    assert ids == [f"tic-{n}" for n in range(1, 7)]


def test_other_tables_may_lie_beside_umpires_but_none_of_its_names(new_url: str) -> None:
    execute(new_url, "CREATE TABLE bookmarks (url text)")
    Store.open(new_url).close()
    execute(new_url, f"DROP TABLE {', '.join(metadata.tables)}")
    execute(new_url, "CREATE TABLE matches (tennis text)")
    with pytest.raises(StoreError, match=r"belongs to another program .* 'matches'.*--store"):
        Store.open(new_url)


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
def test_any_encoding_of_the_database_holds_what_is_typed(
    postgres: postgres_kit.Server, encoding: str
) -> None:
    more = f"ENCODING {encoding} LOCALE 'C' TEMPLATE template0"
    typed = line(2, say="♠ \0 \ud800 é", note="ж")
    with Store.open(postgres.new_database(more)) as store:
        made(store)
        store.append(ID, [typed])
        assert store.lines(ID) == [typed]


def test_ids_are_in_the_order_of_their_characters_in_any_language(
    postgres: postgres_kit.Server,
) -> None:
    more = "LOCALE_PROVIDER icu ICU_LOCALE 'en' TEMPLATE template0"
    with Store.open(postgres.new_database(more)) as store:
        for match_id in ("a-c", "ab", "B"):
            made(store, match_id)
        assert [row.id for row in store.matches()] == ["B", "a-c", "ab"]


def with_another_password(url: str) -> str:
    execute(url, "DROP ROLE IF EXISTS guarded")
    execute(url, "CREATE ROLE guarded LOGIN PASSWORD 'right'")
    return url.replace("umpire@", "guarded:topsecret@")


def with_another_password_among_the_options(url: str) -> str:
    return with_another_password(url).replace(":topsecret", "") + "&password=topsecret"


def without_rights(url: str) -> str:
    execute(url, "DROP ROLE IF EXISTS guest")
    execute(url, "CREATE ROLE guest LOGIN")
    execute(url, "DROP TABLE IF EXISTS inbox")
    return url.replace("umpire@", "guest@")


def newer(url: str) -> str:
    Store.open(url).close()
    execute(url, "UPDATE umpire_schema SET version = 99")
    return url


@pytest.mark.parametrize(
    ("spoil", "advice", "passes"),
    [
        (
            lambda url: url.replace("/league", "/elsewhere"),
            "does not have this database: make it with 'createdb'",
            True,
        ),
        (
            lambda url: url.replace("umpire@", "nobody_known@"),
            "does not know this user: make it with 'createuser'",
            True,
        ),
        (lambda url: f"{url}&colour=red", "has an unknown option", True),
        (
            lambda url: url.split("?")[0] + "?host=/nowhere",
            "cannot be reached: check that its server runs",
            True,
        ),
        (
            with_another_password,
            "does not accept this user's password: put the right one into",
            True,
        ),
        (with_another_password_among_the_options, "does not accept this user's password", True),
        (without_rights, "this user is not allowed to: ask its owner", False),
        (newer, "has version 99.* or name another one with --store", False),
    ],
)
def test_a_database_that_cannot_be_used_is_one_sentence_without_a_password(
    new_url: str, spoil: Callable[[str], str], advice: str, passes: bool
) -> None:
    spoilt = spoil(new_url)
    with pytest.raises(StoreError, match=advice) as told:
        Store.open(spoilt)
    sentence = str(told.value)
    assert isinstance(told.value, StoreUnavailable) == passes
    assert "topsecret" not in sentence
    assert sentence.count("\n") == 0
    assert "postgresql://" in sentence


def test_a_missing_driver_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, postgres: postgres_kit.Server
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(
        UsageError, match=r"pip install \./packages/sheets-emulator '\.\[postgres\]'"
    ):
        Store.open("postgresql://host/log")


def test_a_match_that_another_holds_is_waited_for_and_then_told_of(store: Store, url: str) -> None:
    with postgres_kit.transaction(url, f"SELECT * FROM matches WHERE id = '{ID}' FOR UPDATE"):
        with pytest.raises(StoreUnavailable, match="another program is using it"):
            store.append(ID, [line(2)])
        assert store.lines(ID) == []
    store.append(ID, [line(2)])
    assert store.lines(ID) == [line(2)]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("40P01", "another program is using it"),
        ("40001", "another program is using it"),
        ("53100", "its disk is full"),
        ("53300", "its server is too busy"),
        ("25006", "it is read-only"),
        ("57P01", "it cannot be reached"),
        ("58030", "its server reports an error"),
    ],
)
def test_what_passes_is_told_of_and_the_next_try_works(
    store: Store, url: str, code: str, told: str
) -> None:
    execute(
        url,
        f"""CREATE OR REPLACE FUNCTION refuse() RETURNS trigger AS $$
        BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '{code}'; END $$ LANGUAGE plpgsql;
        CREATE OR REPLACE TRIGGER refuse BEFORE INSERT ON log_lines EXECUTE FUNCTION refuse();""",
    )
    with pytest.raises(StoreUnavailable, match=told):
        store.append(ID, [line(2)])
    execute(url, "DROP TRIGGER refuse ON log_lines")
    assert store.lines(ID) == []
    store.append(ID, [line(2)])
    assert store.lines(ID) == [line(2)]


def test_leases_go_by_the_servers_clock_whatever_that_of_the_hosts_says(store: Store) -> None:
    now = time.time()
    store.leases.take(ID, "one", TTL, now - 3600)
    for wrong in (now - 7200, now + 7200):
        with pytest.raises(LeaseHeld, match=r"wait (1\d|20) s"):
            store.leases.take(ID, "two", TTL, wrong)
        held = store.leases.current(ID, wrong)
        assert held is not None
        assert held.expires == pytest.approx(now + TTL, abs=5)


def test_a_host_that_froze_in_a_transaction_holds_up_no_other(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("umpire.store.postgresql._FROZEN_SECONDS", 0.3)
    with Store.open(url) as frozen, Store.open(url, patience=5) as other:

        def answers() -> Iterator[CommandAnswer]:
            other.append(ID, [line(2, say="the other's")])
            yield CommandAnswer(1, True, "done")

        with pytest.raises(StoreUnavailable):
            frozen.append(ID, [line(2)], answers=answers())
    assert store.lines(ID) == [line(2, say="the other's")]


def test_a_server_that_comes_back_finds_the_same_store(
    postgres: postgres_kit.Server, store: Store
) -> None:
    store.leases.take(ID, "one", TTL, NOON)
    store.append(ID, [line(2)], token="one")
    for how in (signal.SIGINT, signal.SIGQUIT):
        postgres.stop(how)
        with pytest.raises(StoreUnavailable, match="cannot be reached"):
            store.append(ID, [line(3)], token="one")
        postgres.start()
        assert store.lines(ID) == [line(2)]
        store.leases.renew(ID, "one", TTL, NOON, t=1)
    store.append(ID, [line(3)], token="one")
    assert store.lines(ID) == [line(2), line(3)]


def test_a_commit_whose_answer_was_lost_is_kept_once(store: Store, url: str) -> None:
    """Every connection is ended again and again; each line is tried until it is there."""
    done = threading.Event()

    def cut() -> None:
        while not done.wait(0.01):
            execute(
                url,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE application_name = 'umpire'",
            )

    n, troubles = 1, 0
    cutter = threading.Thread(target=cut)
    cutter.start()
    try:
        while troubles < 5:
            n += 1
            while True:
                try:
                    store.append(ID, [line(n)])
                except StoreUnavailable:
                    troubles += 1
                except LineConflict:
                    break  # it was kept, and the answer lost
                else:
                    break
    finally:
        done.set()
        cutter.join()
    assert [kept.n for kept in store.lines(ID)] == list(range(2, n + 1))
