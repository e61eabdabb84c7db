"""The names of players: a file says which names mean the same player."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from umpire.errors import UsageError
from umpire.games.names import name_key
from umpire.games.text import is_printable, printable, quote

_LONGEST = 32
"""The most characters of a name, as in a match."""


@dataclass(frozen=True, slots=True)
class Aliases:
    """The player that each name means; case, width and blanks make no difference.

    `owners` maps the form in which names are compared to the name under which a player is counted.
    """

    owners: Mapping[str, str] = field(default_factory=dict)

    def of(self, name: str) -> str:
        """Return the name under which a player is counted."""
        return self.owners.get(name_key(name), name)

    def with_spellings(self, first: Sequence[str], names: Iterable[str]) -> "Aliases":
        """Return these aliases, with one spelling for other names that compare equal.

        It is the spelling in `first`, or else the most frequent one in `names`.
        """
        counts = Counter(names)
        by_count = sorted(counts, key=lambda name: (-counts[name], name))
        owners: dict[str, str] = {}
        for name in (*first, *by_count):
            owners.setdefault(name_key(name), self.of(name))
        return Aliases({**owners, **self.owners})


def read_names(file: str, text: str) -> Aliases:
    """Read a file such as `Ana = ["ana", "Ana K."]`. Raises UsageError naming what is wrong."""
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        end = f"the end, line {len(text.splitlines())}"
        fault = _in_lower_case(str(error)).replace("end of document", end)
        raise UsageError(
            f'{file} is not valid TOML: {fault}; write lines like Ana = ["ana", "Ana K."].'
        ) from error
    owners: dict[str, str] = {}
    for name, aliases in content.items():
        where = f"{file}, key {quote(name)}"
        if not isinstance(aliases, list):
            raise UsageError(f'{where} must be a list of names, such as ["ana", "Ana K."].')
        for number, alias in enumerate((name, *aliases)):
            _check(f"{where}, entry {number}" if number else where, alias)
            key = name_key(alias)
            if owners.setdefault(key, name) != name:
                raise UsageError(
                    f"{where}: {quote(alias)} is {quote(owners[key])} already; case, width and "
                    "spaces make no difference."
                )
    return Aliases(owners)


def _check(where: str, name: Any) -> None:
    if not isinstance(name, str):
        raise UsageError(f"{where} must be a name, as text in quotes.")
    if not 1 <= len(name.strip()) <= _LONGEST or not is_printable(name):
        raise UsageError(
            f"{where}: {quote(name)} cannot be a name; use 1 to {_LONGEST} printable characters."
        )


def _in_lower_case(text: str) -> str:
    return printable(f"{text[:1].lower()}{text[1:]}")
