"""The content security policy of an exported page: only its own script and style."""

import base64
import hashlib


def content_source(text: str) -> str:
    """Return the source of an inline script or style in a content security policy: its hash."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
