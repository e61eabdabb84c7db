"""The umpire's accounts on a server: the local server's own account, or those on Google."""

import os
import re
import secrets
from collections.abc import Callable
from contextlib import closing, suppress
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from umpire.errors import UmpireError, UsageError
from umpire.games.text import printable
from umpire.private_files import open_file_warning
from umpire.sheets.addresses import local_account
from umpire.store import GOOGLE
from umpire.store.home import token_file

if TYPE_CHECKING:
    from umpire.sheets.account import Account, Connect
    from umpire.sheets.google import CredentialsFile

Warn: TypeAlias = Callable[[str], None]
"""Shows the umpire a sentence about something that does not stop the work."""

LOCAL_SERVER = "http://127.0.0.1:8765"
"""The address of the local server, unless `umpire serve --port` chooses another port."""

_OF_THIS_MACHINE = re.compile(
    r"https?://(?:127\.0\.0\.1|localhost|\[::1\])(?::(?P<port>\d{1,5}))?", re.ASCII
)
_LAST_PORT = 65535


def ignore(_sentence: str) -> None:
    """Show nothing."""


def own_token(folder: Path, warn: Warn = ignore) -> str:
    """Return the token of the umpire's account on the local server; make one if there is none.

    Raises UmpireError if its file cannot be used.
    """
    file = token_file(folder)
    try:
        if not file.exists():
            _write_private(file, secrets.token_urlsafe(24))
        warn_if_open(file, warn)
        token = file.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UmpireError(
            f"the file {file} cannot be used ({error}): delete it, or make sure that it is yours."
        ) from error
    if not token:
        raise UmpireError(f"the file {file} is empty: delete it, and umpire makes a new one.")
    return token


def warn_if_open(file: Path, warn: Warn) -> None:
    """Warn if others on this computer can read a file with a secret."""
    warning = open_file_warning(file)
    if warning is not None:
        warn(warning)


def google_base() -> str | None:
    """Return the address of the server that imitates Google; None for Google itself.

    Raises UsageError if UMPIRE_GOOGLE is not an address of this machine.
    """
    address = os.environ.get("UMPIRE_GOOGLE", "").rstrip("/")
    if not address:
        return None
    matched = _OF_THIS_MACHINE.fullmatch(address)
    if matched is None or int(matched["port"] or 0) > _LAST_PORT:
        raise UsageError(
            f"UMPIRE_GOOGLE={printable(address)} is not an address of this machine: set it to the "
            f"address of 'umpire serve --google', such as {LOCAL_SERVER}."
        )
    return address


def connections(folder: Path, credentials: Path | None = None, warn: Warn = ignore) -> "Connect":
    """Return a function that returns the accounts for a server's address, or for GOOGLE.

    `credentials` is the value of `--credentials`. The returned function raises UmpireError.
    """

    @cache
    def connect(server: str) -> "tuple[Account, ...]":
        if server == GOOGLE:
            return _accounts_on_google(credentials, warn)
        from umpire.sheets.account import Account
        from umpire.sheets.client import (
            connect_local,  # slow to load, and only some commands connect
        )

        token = own_token(folder, warn)
        return (Account(local_account(token), partial(connect_local, server, token)),)

    return connect


def _accounts_on_google(credentials: Path | None, warn: Warn) -> "tuple[Account, ...]":
    """Return the accounts that are signed in and can be used, the first account first."""
    from umpire.sheets.errors import Forbidden
    from umpire.sheets.google import find_credentials, further_files, read_further

    base = google_base()
    first = find_credentials(credentials)
    files = further_files(first.path)
    try:
        accounts = [_account(first, base, warn, is_checked=first.kind == "oauth")]
    except Forbidden as error:
        if not files or not first.account_hint:
            raise
        warn(f"{error} The further accounts go on without it.")
        accounts = [_account(first, base, warn)]
    for file in files:
        try:
            accounts.append(_account(read_further(file), base, warn))
        except UmpireError as error:
            warn(f"going on without the account {file.stem}: {error}")
    by_email: dict[str, Account] = {}
    for account in accounts:
        by_email.setdefault(account.email.casefold(), account)
    return tuple(by_email.values())


def _account(
    credentials: "CredentialsFile", base: str | None, warn: Warn, *, is_checked: bool = False
) -> "Account":
    """Return the account of credentials; ask the server for its address if the file lacks it.

    With `is_checked`, ask the server in any case. Raises UmpireError.
    """
    from umpire.sheets.account import Account
    from umpire.sheets.google import connection_opener

    warn_if_open(credentials.path, warn)
    connect = connection_opener(credentials, base)
    if credentials.account_hint and not is_checked:
        return Account(credentials.account_hint, connect)
    with closing(connect()) as sheets:
        return Account(sheets.me(), connect)


def _write_private(file: Path, text: str) -> None:
    """Write a file that only its owner can read, all at once, unless it exists by now."""
    draft = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as new:
        new.write(text)
    with suppress(FileExistsError):
        os.link(draft, file)
    draft.unlink()
