"""pydantic's errors in a file or a header, prepared for a sentence to people."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from pydantic import ValidationError
from pydantic_core import ErrorDetails

Step: TypeAlias = int | str
"""A position in a list, or a key of an object."""


def first_error(error: ValidationError) -> ErrorDetails:
    """Return the first error: people put them right one at a time."""
    return error.errors(include_url=False)[0]


def steps_to(path: Sequence[Step], data: object, *, missing: bool) -> Iterator[tuple[Step, object]]:
    """Yield each step on the path to an error in the data, and the value at it.

    Steps that only name a branch of a union are left out, because the data has no value for them.
    With `missing` the last step is yielded all the same: the error is that it has no value.
    """
    value = data
    for number, step in enumerate(path, 1):
        if isinstance(step, int):
            value = value[step] if isinstance(value, list | tuple) and step < len(value) else None
            yield step, value
        elif isinstance(value, Mapping) and step in value:
            value = value[step]
            yield step, value
        elif missing and number == len(path):
            yield step, None


def message(error: ErrorDetails) -> str:
    """Return pydantic's own words, for the middle of a sentence."""
    return f"{error['msg'][:1].lower()}{error['msg'][1:]}"
