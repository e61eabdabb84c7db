"""What the tests of the page share."""

from page_fixtures import book, owner, person, phone, server, writer

__all__ = ["book", "owner", "person", "phone", "server", "writer"]
