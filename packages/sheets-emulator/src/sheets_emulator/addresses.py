"""E-mail addresses: which there can be, and whose they are."""

import re
from typing import Final

ANONYMOUS: Final = "anonymous"  # who looks without an account; no address, so nothing is its own
LOCAL_DOMAIN: Final = "sheets-emulator.local"
"""Of the accounts that plain tokens stand for, where a server is told no other domain."""

_SERVICE_DOMAIN = ".iam.gserviceaccount.com"
_LONGEST = 254
_ADDRESS = re.compile(r"[^\s@<>()\[\]\\,;:\"']+@[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9-]+)+")


def read_address(text: str) -> str | None:
    """Return an address in the form it is kept in (small letters); None if it cannot be one."""
    found = text.strip().lower()
    return found if len(found) <= _LONGEST and _ADDRESS.fullmatch(found) else None


def is_service(address: str) -> bool:
    """Return whether it is the address of a service account, which can own no files."""
    return address.endswith(_SERVICE_DOMAIN)


def has_account(address: str) -> bool:
    """Return whether there is an account.

    Not under `.invalid`, where no address ever is (RFC 2606).
    """
    return not address.endswith(".invalid")


def may_sign_in(address: str, local_domain: str) -> bool:
    """Return whether a person may say that this is their address.

    The accounts of plain tokens, which have their domain to themselves, are for those who know the
    token, and a service account signs with its key.
    """
    domain = address.rpartition("@")[2]
    return domain != local_domain and not is_service(address) and has_account(address)
