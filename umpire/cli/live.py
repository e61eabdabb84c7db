"""What the commands on live matches share: connections to servers and to the watching daemon."""

import os
import re
import secrets
import time
from contextlib import closing, suppress
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from umpire.catalogue import find_game
from umpire.cli.commands.defaults import DEFAULT_SERVER
from umpire.cli.places import places
from umpire.cli.players import whole_name
from umpire.cli.scripts import put
from umpire.errors import UmpireError, UsageError
from umpire.games.base import UMPIRE, NotUnderstood
from umpire.games.text import printable
from umpire.live.live_match import LiveMatch, new_token
from umpire.match.commands import is_command, read_command
from umpire.private_files import warning_of
from umpire.sheets.addresses import local_account
from umpire.store import GOOGLE, CommandAnswer, LeaseHeld, MatchRow, Store
from umpire.store.home import token_file
from umpire.store.worldtime import rfc3339

_OF_THIS_MACHINE = re.compile(
    r"https?://(?:127\.0\.0\.1|localhost|\[::1\])(?::(?P<port>\d{1,5}))?", re.ASCII
)

if TYPE_CHECKING:
    from umpire.sheets.account import Account, Connect
    from umpire.sheets.google import FoundCredentials

_LAST_PORT = 65535
_PATIENCE = 20.0
_LOOK = 0.05


def own_token(folder: Path) -> str:
    """Return the token of the daemon's account on the local server; make it if it is missing.

    Raises UmpireError if its file cannot be used.
    """
    file = token_file(folder)
    try:
        if not file.exists():
            _write_private(file, secrets.token_urlsafe(24))
        warn_if_open(file)
        token = file.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UmpireError(
            f"the file {file} cannot be used ({error}): delete it, or make sure that it is yours."
        ) from error
    if not token:
        raise UmpireError(f"the file {file} is empty: delete it, and umpire makes a new one.")
    return token


def warn_if_open(file: Path) -> None:
    """Warn on standard error if others on this computer can read a file with a secret."""
    warning = warning_of(file)
    if warning is not None:
        click.echo(f"umpire: {warning}", err=True)


def google_base() -> str | None:
    """Return the address of the server that imitates Google; None for Google itself.

    Raises UsageError if UMPIRE_GOOGLE is not an address of this machine.
    """
    address = os.environ.get("UMPIRE_GOOGLE", "").rstrip("/")
    if not address:
        return None
    found = _OF_THIS_MACHINE.fullmatch(address)
    if found is None or int(found["port"] or 0) > _LAST_PORT:
        raise UsageError(
            f"UMPIRE_GOOGLE={printable(address)} is not an address of this machine: set it to the "
            f"address of 'umpire serve --google', such as {DEFAULT_SERVER}."
        )
    return address


def connections(folder: Path, credentials: Path | None = None) -> "Connect":
    """Return a function that gives the accounts for a server's address, or for GOOGLE.

    `credentials` is the value of `--credentials`. The function raises UmpireError.
    """

    @cache
    def connect(server: str) -> "tuple[Account, ...]":
        if server == GOOGLE:
            return _of_google(credentials)
        from umpire.sheets.account import Account
        from umpire.sheets.client import local  # slow to load, and only some commands connect

        token = own_token(folder)
        return (Account(local_account(token), partial(local, server, token)),)

    return connect


def _of_google(credentials: Path | None) -> "tuple[Account, ...]":
    """Return the accounts signed in, the first account first, without any that cannot be used."""
    from umpire.sheets.errors import Forbidden
    from umpire.sheets.google import find_credentials, further_files, read_further

    base = google_base()
    first = find_credentials(credentials)
    files = further_files(first.path)
    try:
        accounts = [_account(first, base, sure=first.kind == "oauth")]
    except Forbidden as error:
        if not files or not first.account_hint:
            raise
        click.echo(f"umpire: {error} The further accounts go on without it.", err=True)
        accounts = [_account(first, base)]
    for file in files:
        try:
            accounts.append(_account(read_further(file), base))
        except UmpireError as error:
            click.echo(f"umpire: going on without the account {file.stem}: {error}", err=True)
    known: dict[str, Account] = {}
    for account in accounts:
        known.setdefault(account.email.casefold(), account)
    return tuple(known.values())


def _account(found: "FoundCredentials", base: str | None, *, sure: bool = False) -> "Account":
    """Return the account of credentials; ask the server for its address if the file lacks it.

    With `sure`, ask in any case. Raises UmpireError.
    """
    from umpire.sheets.account import Account
    from umpire.sheets.google import opener

    warn_if_open(found.path)
    connect = opener(found, base)
    if found.account_hint and not sure:
        return Account(found.account_hint, connect)
    with closing(connect()) as sheets:
        return Account(sheets.me(), connect)


def speak(ctx: click.Context, match: str, by: str, say: str, *, as_json: bool) -> None:
    """Say something in a match and print the answer; exit with status 1 if it was rejected.

    `by` is the umpire, or a player's name or its beginning. Raises UsageError for an unknown match
    or player, and for a command that no match could carry out.
    """
    with places(ctx).open_store() as store:
        row = store.find(match)
        if by == UMPIRE and not _is_direction(row, say):
            _check_command(row, say)
        answer = say_in(store, row, by if by == UMPIRE else whole_name(by, row.players), say)
    if as_json:
        put({"match": row.id, "ok": answer.ok, "text": answer.text})
    else:
        click.echo(printable(answer.text), err=not answer.ok)
    if not answer.ok:
        ctx.exit(1)


def _is_direction(row: MatchRow, say: str) -> bool:
    """Return whether the umpire does not command, but directs a game that is directed."""
    return find_game(row.game).is_directed and not is_command(say)


def _check_command(row: MatchRow, say: str) -> None:
    try:
        read_command(say, row.players)
    except NotUnderstood as error:
        raise UsageError(str(error)) from error


def say_in(store: Store, row: MatchRow, by: str, say: str) -> CommandAnswer:
    """Say it through the daemon that watches the match, or directly if none does."""
    while True:
        if store.leases.held(row.id, time.time()) is not None:
            answer = _through_inbox(store, row, by, say)
            if answer is not None:
                return answer
        with suppress(LeaseHeld), LiveMatch.open(store, row, new_token()) as live:
            if by != UMPIRE or (live.record.match.paused and _is_direction(row, say)):
                live.resume_itself()
            answer = live.command(by, say)
            if answer.ok and live.record.match.status == "running":
                return CommandAnswer(0, True, f"{answer.text} (Run 'umpire watch' to go on.)")
            return answer


def _through_inbox(store: Store, row: MatchRow, by: str, say: str) -> CommandAnswer | None:
    """Return the daemon's answer; take the command back and return None if the daemon has ended."""
    command = store.inbox.put(row.id, by, say, rfc3339(time.time()))
    deadline = time.monotonic() + _PATIENCE
    while True:
        answer = store.inbox.result(command)
        if answer is not None:
            return answer
        nobody = store.leases.held(row.id, time.time()) is None
        if (nobody or time.monotonic() > deadline) and store.inbox.withdraw(command):
            if nobody:
                return None
            raise UmpireError(
                f"the 'umpire watch' of {row.id} does not answer, so nothing was done: try again, "
                "or stop it first."
            )
        time.sleep(_LOOK)


def _write_private(file: Path, text: str) -> None:
    """Write a file that only its owner can read, all at once, unless it exists by now."""
    draft = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as new:
        new.write(text)
    with suppress(FileExistsError):
        os.link(draft, file)
    draft.unlink()
