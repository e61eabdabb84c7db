"""The messages that the server knows are Google's."""

import pytest
from slim_discovery import documents, slim

from sheets_emulator.schema import camel, messages, snake


def test_the_messages_are_those_of_the_installed_discovery_documents() -> None:
    source = documents()
    if source is None or not source.exists():
        pytest.skip("needs google-api-python-client, for Google's own documents")
    assert messages() == slim(source)


def test_every_name_has_one_spelling_in_each_style() -> None:
    for fields in messages().values():
        for name in fields:
            assert camel(snake(name)) == name
