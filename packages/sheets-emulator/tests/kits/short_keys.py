"""Keys of service accounts that are made in no time."""

from collections.abc import Iterator

import pytest

from sheets_emulator import signatures

_AS_USUAL = signatures.KEY_BITS


@pytest.fixture(scope="session", autouse=True)
def key_bits() -> Iterator[int]:
    """How long the keys of service accounts are, which are short here: no test breaks one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(signatures, "KEY_BITS", 1024)
        yield _AS_USUAL
