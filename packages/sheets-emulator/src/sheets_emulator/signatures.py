"""The keys of service accounts: made, and what they signed checked.

The cryptography is loaded when it is needed: most servers never have a service account.
"""

import base64
import binascii
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes

KEY_BITS = 2048
"""How long keys are, as Google's."""


class Key(NamedTuple):
    """The halves of an RSA key (PEM)."""

    private: str
    public: str


def new_key() -> Key:
    """Make an RSA key."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    key = rsa.generate_private_key(public_exponent=65537, key_size=KEY_BITS)
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return Key(private.decode(), _public_half(key))


def public_half(private: str) -> str:
    """Return the public half of a private key; raises ValueError if it is none."""
    from cryptography.hazmat.primitives import serialization

    return _public_half(serialization.load_pem_private_key(private.encode(), password=None))


def _public_half(key: "PrivateKeyTypes") -> str:
    from cryptography.hazmat.primitives import serialization

    public = key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return public.decode()


def is_signed(assertion: str, public_key: str) -> bool:
    """Return whether a JWT was signed (RS256) with the other half of this key."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import padding, rsa

    signed, _, signature = assertion.rpartition(".")
    key = serialization.load_pem_public_key(public_key.encode())
    if not isinstance(key, rsa.RSAPublicKey):
        return False
    try:
        raw = base64.urlsafe_b64decode(signature + "=" * (-len(signature) % 4))
        key.verify(raw, signed.encode(), padding.PKCS1v15(), hashes.SHA256())
    except (InvalidSignature, binascii.Error):
        return False
    return True
