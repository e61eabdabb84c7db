"""PostgreSQL behind a store: one database for the hosts of a league."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import URL, Connection, Double, Engine, cast, create_engine, func, make_url, select
from sqlalchemy.exc import ArgumentError, DBAPIError

from umpire.errors import UsageError
from umpire.store.backend import Trouble

_SCHEMES = ("postgresql", "postgres")
_DRIVER = "postgresql+psycopg"
_REACH_SECONDS = 5
_FROZEN_SECONDS = 10
"""The server ends a transaction that is idle for so long, so that a frozen host blocks no other."""

_TABLES, _MAKING = 7_206_001, 7_206_002
"""Numbers of advisory locks, which belong to one database."""

_POLL_SECONDS = 0.2

_UNREACHABLE = Trouble(
    "it cannot be reached: check that its server runs and that this host may connect",
    is_temporary=True,
)
_NO_LOG = Trouble("it is not a log of umpire's: name another with --store")

_TROUBLES = {
    "08": _UNREACHABLE,
    "57P": _UNREACHABLE,
    "25P": _UNREACHABLE,
    "40": Trouble("another program is using it: try again", is_temporary=True),
    "55P03": Trouble("another program is using it: wait, then try again", is_temporary=True),
    "57014": Trouble("it took too long: try again", is_temporary=True),
    "25006": Trouble("it is read-only: give the address of the primary server", is_temporary=True),
    "53100": Trouble("its disk is full: make room and try again", is_temporary=True),
    "53": Trouble("its server is too busy: try again later", is_temporary=True),
    "58": Trouble("its server reports an error: see its log, then try again", is_temporary=True),
    "42501": Trouble(
        "this user is not allowed to: ask its owner for the right to make tables and write in them"
    ),
    "42P01": _NO_LOG,
    "42703": _NO_LOG,
}
"""The troubles by the beginnings of PostgreSQL's error codes, longer ones first."""

_REFUSALS = {
    "authentication failed": "it does not accept this user's password: put the right one into "
    "~/.pgpass",
    "no password supplied": "it does not accept this user's password: put the right one into "
    "~/.pgpass",
    "pg_hba.conf": "its server does not let in this host and user: see its pg_hba.conf",
    "invalid ": "its address has an unknown option: check what follows the question mark",
    'role "': "its server does not know this user: make it with 'createuser'",
    'database "': "its server does not have this database: make it with 'createdb'",
}
"""The advice by parts of messages that refuse a connection, which have no code."""


class Postgresql:
    """The log at an address such as `postgresql://user@host/name`.

    `patience` is how many seconds to wait for another's lock. Raises UsageError.
    """

    alternative = "name another one with --store"
    is_shared = True

    def __init__(self, address: str, patience: float) -> None:
        url = _read_address(address)
        self.name = _public_address(url)
        self.writer: Engine = _engine(url, patience)
        self.reader: Engine = self.writer.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )

    def trouble(self, error: DBAPIError) -> Trouble | None:
        """Return what is wrong and what to do, None if that is unknown."""
        code = getattr(error.orig, "sqlstate", None)
        if code is None:
            message = str(error.orig).lower()
            matching = (advice for sign, advice in _REFUSALS.items() if sign in message)
            return next((Trouble(advice, is_temporary=True) for advice in matching), _UNREACHABLE)
        return next((_TROUBLES[sign] for sign in _TROUBLES if code.startswith(sign)), None)

    def lock_tables(self, connection: Connection) -> None:
        """Prevent all others from making tables until the transaction ends."""
        connection.execute(select(func.pg_advisory_xact_lock(_TABLES)))

    def now(self, connection: Connection, _now: float) -> float:
        """Return the server's time, since the hosts' clocks may differ."""
        seconds = func.extract("epoch", func.clock_timestamp())
        now: float = connection.execute(select(cast(seconds, Double))).scalar_one()
        return now

    def change_stamp(self) -> object:
        """Return None: this query would cost as much as the one it saves."""
        return None

    @contextmanager
    def lock_making(self) -> Iterator[None]:
        """Wait until no other command makes a match here, then make all others wait.

        The lock ends with the connection.
        """
        alone = self.writer.execution_options(isolation_level="AUTOCOMMIT")
        with alone.connect() as connection:
            connection.detach()  # so that it is closed at the end, and the lock gone
            while not connection.scalar(select(func.pg_try_advisory_lock(_MAKING))):
                time.sleep(_POLL_SECONDS)
            yield


def _read_address(address: str) -> URL:
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        url = None
    if url is None or url.drivername not in _SCHEMES:
        raise UsageError(
            "--store must be the address of a PostgreSQL database: write it like "
            "postgresql://user@host/database, or use --home for a folder."
        )
    return url.set(drivername=_DRIVER)


def _public_address(url: URL) -> str:
    """Return an address without the password and the options, which may be secret."""
    public = URL.create(_SCHEMES[0], url.username, None, url.host, url.port, url.database)
    return public.render_as_string()


def _engine(url: URL, patience: float) -> Engine:
    settings = {
        "lock_timeout": f"{patience * 1000:.0f}",
        "idle_in_transaction_session_timeout": f"{_FROZEN_SECONDS * 1000}",
    }
    own_options = url.query.get("options", "")
    options = " ".join(
        [str(own_options), *(f"-c {name}={value}" for name, value in settings.items())]
    )
    defaults = {
        "connect_timeout": _REACH_SECONDS,
        "keepalives_idle": _REACH_SECONDS,
        "tcp_user_timeout": _FROZEN_SECONDS * 1000,
        "fallback_application_name": "umpire",
    }
    ours = {name: value for name, value in defaults.items() if name not in url.query}
    try:
        return create_engine(
            url,
            # what was typed is kept as ASCII, whatever the encoding of the database
            connect_args={**ours, "options": options.strip(), "client_encoding": "utf8"},
            pool_pre_ping=True,
        )
    except ImportError as error:
        raise UsageError(
            "--store needs the PostgreSQL driver: run pip install ./packages/sheets-emulator "
            "'.[postgres]' in your copy of Umpire."
        ) from error
