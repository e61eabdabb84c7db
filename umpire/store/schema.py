"""The tables, in types that SQLite and PostgreSQL share."""

import json
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Integer,
    MetaData,
    Table,
    Text,
    TypeDecorator,
)
from sqlalchemy.engine import Dialect

from umpire.store.errors import StoreError

MIGRATIONS = {
    4: ("ALTER TABLE matches ADD COLUMN shelf TEXT",),
    5: (
        "ALTER TABLE matches ADD COLUMN league TEXT",
        "ALTER TABLE matches ADD COLUMN round INTEGER",
        "ALTER TABLE unfinished ADD COLUMN league TEXT",
        "ALTER TABLE unfinished ADD COLUMN round INTEGER",
    ),
    6: (),
    7: (
        "ALTER TABLE matches ADD COLUMN bots TEXT",
        "ALTER TABLE unfinished ADD COLUMN bots TEXT",
    ),
    8: (),
}
"""The statements that update a store of this version to the next. Other versions are not read.

Tables that are missing afterwards are made.
"""


class Json(TypeDecorator[Any]):
    """A JSON value as ASCII text.

    All that people type is stored like this, because nothing typed may be lost. A plain text column
    cannot hold half a surrogate pair or, on PostgreSQL, a NUL.
    """

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        """Return the text of a value; None is NULL."""
        return None if value is None else json.dumps(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        """Return the value of a text."""
        try:
            return None if value is None else json.loads(value)
        except ValueError as error:
            raise StoreError(
                f"The log holds {str(value)[:40]!r} where JSON belongs: restore a backup of it."
            ) from error


_PLAIN = Text().with_variant(Text(collation="C"), "postgresql")
"""Umpire's own text, sorted by character codes whatever the language of the database."""

metadata = MetaData()


def _match() -> Column[str]:
    return Column("match_id", _PLAIN, ForeignKey("matches.id"), primary_key=True)


def _hosting() -> tuple[Column[Any], ...]:
    """Return the columns of a hosting."""
    return (
        Column("server", _PLAIN),
        Column("spreadsheets", Json, nullable=False),
        Column("links", Json, nullable=False),
        Column("template", _PLAIN),
    )


def _fixture() -> tuple[Column[Any], ...]:
    """Return the columns of a fixture."""
    return (Column("league", _PLAIN), Column("round", Integer))


about = Table("umpire_schema", metadata, Column("version", Integer, nullable=False))

numbers = Table(
    "match_numbers",
    metadata,
    Column("game", _PLAIN, primary_key=True),
    Column("last", Integer, nullable=False),
)

matches = Table(
    "matches",
    metadata,
    Column("id", _PLAIN, primary_key=True),
    Column("game", _PLAIN, nullable=False),
    Column("players", Json, nullable=False),
    Column("options", Json, nullable=False),
    Column("seed", _PLAIN, nullable=False),
    Column("commitment", _PLAIN, nullable=False),
    Column("engine", _PLAIN, nullable=False),
    Column("started", _PLAIN, nullable=False),
    Column("ended", _PLAIN),
    Column("status", _PLAIN, nullable=False),
    Column("winner", Json),
    Column("reason", _PLAIN),
    Column("shelf", _PLAIN),
    *_fixture(),
    Column("bots", Json),
)

log_lines = Table(
    "log_lines",
    metadata,
    _match(),
    Column("n", Integer, primary_key=True),
    Column("t", Double),
    Column("by", Json),
    Column("say", Json),
    Column("at", _PLAIN, nullable=False),
    Column("ok", Boolean, nullable=False),
    Column("code", _PLAIN),
    Column("error", Json),
    Column("cell", Json),
    Column("entry", Integer),
    Column("note", Json),
    Column("seed", _PLAIN),
    Column("hash", _PLAIN, nullable=False),
)

entries = Table(
    "entries",
    metadata,
    _match(),
    Column("seat", Integer, primary_key=True),
    Column("row", Integer, primary_key=True),
    Column("value", Json),
    Column("answer", Json, nullable=False),
    Column("line", Integer),
)

forms = Table(
    "forms",
    metadata,
    _match(),
    Column("seat", Integer, primary_key=True),
    Column("row", Integer, primary_key=True),
    Column("text", Json, nullable=False),
    Column("answer", Json, nullable=False),
    Column("line", Integer, nullable=False),
    Column("cells", Json),
)

hostings = Table(
    "hostings",
    metadata,
    _match(),
    *_hosting(),
)

unfinished = Table(
    "unfinished",
    metadata,
    Column("id", _PLAIN, primary_key=True),
    Column("game", _PLAIN, nullable=False),
    Column("players", Json, nullable=False),
    Column("options", Json, nullable=False),
    Column("seed", _PLAIN, nullable=False),
    Column("started", _PLAIN, nullable=False),
    *_hosting(),
    Column("trying", _PLAIN),
    Column("given", Json, nullable=False),
    *_fixture(),
    Column("bots", Json),
)

leagues = Table(
    "leagues",
    metadata,
    Column("name", _PLAIN, primary_key=True),
    Column("title", Json, nullable=False),
    Column("game", _PLAIN, nullable=False),
    Column("players", Json, nullable=False),
    Column("options", Json, nullable=False),
    Column("rules", Json, nullable=False),
    Column("started", _PLAIN, nullable=False),
    *_hosting(),
)

league_rounds = Table(
    "league_rounds",
    metadata,
    Column("league", _PLAIN, ForeignKey("leagues.name"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("pairs", Json, nullable=False),
)

league_changes = Table(
    "league_changes",
    metadata,
    Column("league", _PLAIN, ForeignKey("leagues.name"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("player", Json, nullable=False),
    Column("what", _PLAIN, nullable=False, key="kind"),
    Column("rounds", Integer, nullable=False),
)

leases = Table(
    "leases",
    metadata,
    _match(),
    Column("token", _PLAIN),
    Column("holder", _PLAIN, nullable=False),
    Column("expires", Double, nullable=False),
    Column("t", Double, nullable=False),
)

inbox = Table(
    "inbox",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("match_id", _PLAIN, ForeignKey("matches.id"), nullable=False, index=True),
    Column("by", Json, nullable=False),
    Column("say", Json, nullable=False),
    Column("at", _PLAIN, nullable=False),
    Column("ok", Boolean),
    Column("answer", Json),
)

announced = Table(
    "announced",
    metadata,
    _match(),
    Column("viewer", Json, primary_key=True),
    Column("events", Integer, nullable=False),
    Column("headline", Json),
    Column("reminded", Json, nullable=False),
    Column("trying", Json),
    Column("claimed", _PLAIN),
    Column("until", Double, nullable=False),
    Column("stopped", Json),
    Column("done", Boolean, nullable=False, default=False),
)

OF_A_MATCH = (announced, inbox, leases, hostings, forms, entries, log_lines)
"""The tables with rows of one match, except that of matches."""
