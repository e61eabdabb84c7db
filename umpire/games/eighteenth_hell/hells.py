"""Hells: what one is, how names are compared, the default set, what several make together."""

import json
import pkgutil
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final
from unicodedata import normalize

from umpire.games.eighteenth_hell.effects import Effect, Tell
from umpire.games.eighteenth_hell.rules import PLAIN, Bending, Rules
from umpire.games.notation import listed

MINUSES: Final = "−–‐‑"
"""What is typed for a minus sign too."""
_LEADS: Final = ("hell of ", "of ")


def plain(text: str) -> str:
    """Return a text as this game compares it: NFKC, no case, single blanks, one kind of minus."""
    if not text.isascii():
        text = normalize("NFKC", text)
    text = " ".join(text.casefold().split())
    if not text.isascii():
        for minus in MINUSES:  # several times faster than to translate the text
            text = text.replace(minus, "-")
    return text


def key_of(name: str) -> str:
    """Return what the name of a hell is compared by: it may be typed without "Hell of"."""
    return without_lead(plain(name))


def without_lead(key: str) -> str:
    """Return a plain name without its "hell of"."""
    if key.startswith(_LEADS):
        hell_of, of = _LEADS
        return key.removeprefix(hell_of if key.startswith(hell_of) else of) or key
    return key


@lru_cache(maxsize=1024)
def called(name: str) -> str:
    """Return a hell as people call it, `Hell of Four`, whose key is that of the name."""
    hell_of, of = _LEADS
    if plain(name).startswith(hell_of):
        return name
    return f"Hell {name}" if plain(name).startswith(of) else f"Hell of {name}"


@dataclass(frozen=True, slots=True)
class Hell:
    """A hell of one of the blocks 1 to 4."""

    name: str
    block: int
    text: str
    effects: tuple[Effect, ...]
    key: str
    """What its name is compared by."""
    told: bool
    """Whether its name is announced between the rounds."""
    number: int
    """Its place in the options."""

    def __hash__(self) -> int:
        # Names differ within a match, and are quick to hash.
        return hash(self.name)


def make_hell(number: int, name: str, block: int, text: str, effects: Sequence[Effect]) -> Hell:
    """Return a hell, the one of this number in the options; its parameters are checked already."""
    told = any(isinstance(effect, Tell) for effect in effects)
    return Hell(name, block, text, tuple(effects), key_of(name), told, number)


def called_in_a_sentence(hells: Iterable[Hell], last: str = "and") -> str:
    """Return hells as a sentence lists them: `the Hell of Four and the Hell of Steam`."""
    return listed([f"the {called(hell.name)}" for hell in hells], last)


def keys_to(hells: Sequence[Hell]) -> dict[str, Hell]:
    """Return every key that means one of the hells: its own, or one that begins no other's."""
    begun = [(hell.key[:end], hell) for hell in hells for end in range(1, len(hell.key) + 1)]
    times = Counter(key for key, _ in begun)
    unambiguous = {key: hell for key, hell in begun if times[key] == 1}
    return unambiguous | {hell.key: hell for hell in hells}


@lru_cache(maxsize=4096)
def rules_under(hells: tuple[Hell, ...]) -> Rules:
    """Return the rules of a player who attempts these hells, none, one or two."""
    if not hells:
        return PLAIN
    bending = Bending()
    for hell in hells:
        for effect in hell.effects:
            effect.bend(bending)
    return bending.rules()


def _default() -> list[dict[str, Any]]:
    shipped = pkgutil.get_data(__package__, "hells.json")
    assert shipped is not None, "the package comes with its hells"
    hells: list[dict[str, Any]] = json.loads(shipped)
    return hells


DEFAULT_HELLS: Final = _default()
"""The hells of a match whose header names none, as a header would give them."""
