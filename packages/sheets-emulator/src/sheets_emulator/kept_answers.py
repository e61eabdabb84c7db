"""The last answers to reads: who polls asks the same again of what has not changed since."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Final

from sheets_emulator.bounds import answered
from sheets_emulator.model import JsonObject

_MOST: Final = 64
_LONGEST: Final = 300_000  # characters: room for what the daemon asks of the largest template


class KeptAnswers:
    """Answers by all that they follow from; nobody changes one that was given."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, JsonObject] = OrderedDict()
        self._lock = Lock()

    def find(self, key: Hashable, make: Callable[[], JsonObject]) -> JsonObject:
        """Return the answer of this key, made if it is not kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        found = make()
        if answered() <= _LONGEST:
            with self._lock:
                self._kept[key] = found
                if len(self._kept) > _MOST:
                    self._kept.popitem(last=False)
        return found
