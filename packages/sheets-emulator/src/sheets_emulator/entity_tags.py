"""Entity tags (RFC 9110): whoever has an answer already is not sent it again.

Google sends none, so there are none where the server plays Google.
"""

import hashlib
import secrets
from typing import Final

_BYTES: Final = 16


class EntityTags:
    """Makes the tags of one run of the server: those of an earlier run fit nothing."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes()

    def of(self, *parts: object) -> str:
        """Return the tag of an answer that follows from these texts and numbers alone.

        It does not tell what they are.
        """
        told = repr(parts).encode()
        return f'"{hashlib.blake2b(told, key=self._key, digest_size=_BYTES).hexdigest()}"'


def is_known(tag: str, if_none_match: str) -> bool:
    """Return whether the header `If-None-Match` names a tag."""
    return tag in (known.strip().removeprefix("W/") for known in if_none_match.split(","))
