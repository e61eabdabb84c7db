"""The two files with which apps sign in: an OAuth client, and a service account with its key.

They have the shape of those that Google's console gives, with the addresses of this server. Kept
in a folder they are made once, and follow the server to another port.
"""

import contextlib
import json
import os
import secrets
from pathlib import Path
from typing import Final

from sheets_emulator.accounts import Accounts, Client, digest
from sheets_emulator.errors import ServerError
from sheets_emulator.model import JsonObject
from sheets_emulator.signatures import new_key, public_half

CLIENT_FILE: Final = "google-client.json"
SERVICE_FILE: Final = "google-service-account.json"
DEFAULT_APP: Final = "my-app"

_PROJECT = "rehearsal"


def client_id_of(name: str) -> str:
    """Return the id of the OAuth client with this name."""
    return f"{name}-{_PROJECT}.apps.googleusercontent.com"


def service_email_of(name: str) -> str:
    """Return the address of the service account with this name."""
    return f"{name}@{_PROJECT}.iam.gserviceaccount.com"


def new_client(accounts: Accounts, base_url: str, name: str) -> JsonObject:
    """Make an OAuth client, with a new secret; what stands in its file."""
    made = {
        "client_id": client_id_of(name),
        "project_id": _PROJECT,
        "client_secret": "GOCSPX-" + secrets.token_urlsafe(21),
        "redirect_uris": ["http://localhost"],
    }
    return _taken_client(accounts, base_url, {"installed": made})


def new_service(accounts: Accounts, base_url: str, name: str) -> JsonObject:
    """Make a key for a service account; what stands in its file."""
    key, key_id, email = new_key(), secrets.token_hex(20), service_email_of(name)
    accounts.register_service(email, key_id, key.public)
    return {
        "type": "service_account",
        "project_id": _PROJECT,
        "private_key_id": key_id,
        "private_key": key.private,
        "client_email": email,
        "client_id": str(10**20 + secrets.randbelow(9 * 10**20)),
        **_addresses(base_url),
    }


def keep_files(folder: Path, accounts: Accounts, base_url: str, name: str) -> None:
    """Make the two files of an app in a folder, or take those that are there.

    Raises ServerError if a file there is not of this kind, or if one cannot be written.
    """
    for path, new, taken in (
        (folder / CLIENT_FILE, new_client, _taken_client),
        (folder / SERVICE_FILE, new_service, _taken_service),
    ):
        present = _read(path)
        try:
            wanted = (
                new(accounts, base_url, name)
                if present is None
                else taken(accounts, base_url, present)
            )
        except (KeyError, TypeError, ValueError):
            raise _useless(path) from None
        if wanted != present:
            _write(path, wanted)


def _taken_client(accounts: Accounts, base_url: str, kept: JsonObject) -> JsonObject:
    """Let the client of a file ask for consent here; the file as it should be."""
    installed: JsonObject = kept["installed"]
    client_id: str = installed["client_id"]
    name = client_id.partition(f"-{_PROJECT}.")[0]
    client = Client(client_id, name, digest(installed["client_secret"]))
    if accounts.client(client_id) != client:
        accounts.register(client)
    return {"installed": installed | _addresses(base_url)}


def _taken_service(accounts: Accounts, base_url: str, kept: JsonObject) -> JsonObject:
    """Let the service account of a file sign in here; the file as it should be."""
    email, key_id = kept["client_email"], kept["private_key_id"]
    known = accounts.service(email)
    if known is None or key_id not in known.keys:
        accounts.register_service(email, key_id, public_half(kept["private_key"]))
    return kept | _addresses(base_url)


def _addresses(base_url: str) -> JsonObject:
    return {"auth_uri": f"{base_url}/o/oauth2/auth", "token_uri": f"{base_url}/token"}


def _read(path: Path) -> JsonObject | None:
    """Return what stands in a file; None if there is no file."""
    try:
        found = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        raise _useless(path) from None
    if not isinstance(found, dict):
        raise _useless(path)
    return found


def _useless(path: Path) -> ServerError:
    return ServerError(
        f"{path} cannot be read as credentials: move it away, and the server makes a new file."
    )


def _write(path: Path, body: JsonObject) -> None:
    """Write a file, whole and for its owner's eyes alone."""
    new = path.with_suffix(".new")
    try:
        new.unlink(missing_ok=True)
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(body, file, indent=2)
            file.write("\n")
        new.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            new.unlink()
        raise ServerError(
            f"{path} cannot be written ({error.strerror}): make sure that the folder is yours."
        ) from None
