"""What pydantic finds wrong with data from a file or a header, made ready for a sentence."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from pydantic import ValidationError
from pydantic_core import ErrorDetails

Step: TypeAlias = int | str
"""A position in a list, or a key of an object."""


def first_fault(error: ValidationError) -> ErrorDetails:
    """Return the fault to tell of: one at a time is enough to put right."""
    return error.errors(include_url=False)[0]


def steps_to(
    path: Sequence[Step], given: object, *, missing: bool
) -> Iterator[tuple[Step, object]]:
    """Yield each step on the way to a fault in what was given, and what stands there.

    Steps that name a branch of a union stand nowhere in what was given and are left out; the last
    one counts all the same if the fault is that it is `missing`.
    """
    here = given
    for number, step in enumerate(path, 1):
        if isinstance(step, int):
            here = here[step] if isinstance(here, list | tuple) and step < len(here) else None
            yield step, here
        elif isinstance(here, Mapping) and step in here:
            here = here[step]
            yield step, here
        elif missing and number == len(path):
            yield step, None


def message(fault: ErrorDetails) -> str:
    """Return pydantic's own words, for the middle of a sentence."""
    return f"{fault['msg'][:1].lower()}{fault['msg'][1:]}"
