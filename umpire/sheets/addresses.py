"""E-mail addresses of accounts: their form and kind; and hosts that are this machine."""

import hashlib
import re
from ipaddress import ip_address

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


def is_local(address: str) -> bool:
    """Return whether it is the address of an account on the local server."""
    return address.endswith(f"@{LOCAL_DOMAIN}")


def is_loopback(host: str) -> bool:
    """Return whether a host's name or address means the machine that reads it."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def local_account(token: str) -> str:
    """Return the address of a bearer token's account on the local server.

    The README of the sheets emulator describes it.
    """
    return f"u{hashlib.sha256(token.encode()).hexdigest()[:20]}@{LOCAL_DOMAIN}"
