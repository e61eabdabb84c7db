"""The keys of service accounts: made, and what they signed checked.

The cryptography is loaded when it is needed: most servers never have a service account.
"""

import base64
import binascii


def new_key() -> str:
    """Make an RSA key (PEM)."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return private.decode()


def public_half(private: str) -> str:
    """Return the public half of a private key; raises ValueError if it is none."""
    from cryptography.hazmat.primitives import serialization

    key = serialization.load_pem_private_key(private.encode(), password=None)
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
