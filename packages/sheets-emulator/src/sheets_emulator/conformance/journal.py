"""What was sent and what came back, with nothing secret in it."""

import json
import re
from dataclasses import dataclass

_LONGEST = 1200

_ID = re.compile(r"(?<![\w-])([\w-]{4})[\w-]{29,}")
_ADDRESS = re.compile(r"([A-Za-z0-9])[A-Za-z0-9._%+-]*@[A-Za-z0-9.-]*(\.[A-Za-z]{2,})\b")
_PROJECT = re.compile(r"(project_number:|projects/|project )\d+")
_TOKEN = re.compile(r"\bya29\.[\w.-]+|\b1//[\w-]+|Bearer [\w.-]+")


@dataclass(frozen=True, slots=True)
class Exchange:
    """What was sent and what came back, as a report may show it."""

    sent: str
    came: str


class Journal:
    """What was sent and received since the last check began, with nothing secret in it.

    Addresses are masked and ids shortened; tokens are never part of what is written down.
    """

    def __init__(self) -> None:
        self._exchanges: list[Exchange] = []

    def note(self, sent: str, came: str) -> None:
        """Keep one exchange."""
        self._exchanges.append(Exchange(self.cleaned(sent), self.cleaned(came)))

    def taken(self) -> tuple[Exchange, ...]:
        """Return what was kept, and begin anew."""
        kept, self._exchanges = tuple(self._exchanges), []
        return kept

    def cleaned(self, text: str) -> str:
        """Mask addresses and what else tells whose account this is."""
        text = _TOKEN.sub("[secret]", text)
        text = _ID.sub(r"\1…", text)
        text = _ADDRESS.sub(lambda found: f"{found[1]}***@***{found[2]}", text)
        text = _PROJECT.sub(r"\1…", text)
        return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} … ({len(text)} characters)"


def as_json(value: object) -> str:
    """Return a value in one line of JSON."""
    return json.dumps(value, ensure_ascii=False, default=str)
