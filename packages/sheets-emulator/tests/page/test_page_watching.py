"""How many look at a spreadsheet: its open pages are told, without being drawn anew."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Any

import pytest
import requests
from page_kit import Book


def events(book: Book, stack: ExitStack) -> Iterator[tuple[str, dict[str, Any]]]:
    """What a page of the reader's is told."""
    answer = requests.get(f"{book.base}{book.path(book.reader)}/events", stream=True, timeout=20)
    stack.enter_context(closing(answer))
    name = ""
    for line in answer.iter_lines(chunk_size=1):
        kind, _, told = line.decode().partition(": ")
        if kind == "event":
            name = told
        elif kind == "data":
            yield name, json.loads(told)


@pytest.mark.end_to_end
def test_who_comes_and_goes_is_counted(book: Book) -> None:
    with ExitStack() as stack:
        first = events(book, stack)
        assert next(first)[1]["watching"] == 1
        with ExitStack() as others:
            pages = [events(book, others) for _ in range(3)]  # each looks as long as it is kept
            for page in pages:
                next(page)
            counts = []
            while counts[-1:] != [4]:
                name, told = next(first)
                assert (name, [*told]) == ("watching", ["watching"])
                counts.append(told["watching"])
            assert len(counts) <= 2  # those who come together are told of together
        while counts[-1] != 1:
            counts.append(next(first)[1]["watching"])
