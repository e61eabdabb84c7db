"""E-mail addresses of accounts: their form, and what kind of account they name."""

import hashlib
import re

LOCAL_DOMAIN = "local.umpire"
"""The domain of accounts on the local server. Stored matches name accounts of this domain."""

_LONGEST = 254
_ADDRESS = re.compile(r"[^\s@<>()\[\]\\,;:\"']+@[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9-]+)+")


def read_address(text: str) -> str | None:
    """Return an address in small letters, as it is stored; None if it is not an address."""
    address = text.strip().lower()
    return address if len(address) <= _LONGEST and _ADDRESS.fullmatch(address) else None


def is_service(address: str) -> bool:
    """Return whether it is the address of a service account, which cannot own files."""
    return address.endswith(".iam.gserviceaccount.com")


def local_account(token: str) -> str:
    """Return the address of a bearer token's account on the local server.

    The README of the sheets emulator describes it.
    """
    return f"u{hashlib.sha256(token.encode()).hexdigest()[:20]}@{LOCAL_DOMAIN}"
