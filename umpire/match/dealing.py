"""Fair dealing: chance outcomes that follow from a seed with a commitment published beforehand."""

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from struct import Struct

from umpire.games.base import CHANCE, ChanceKind, Dice
from umpire.match.hashes import canonical, rules_hash
from umpire.match.header import Header
from umpire.match.state import Match

_WORDS = 2**32
_NUMBERS = Struct(">8I")


def commitment(header: Header, seed: str) -> str:
    """Return the commitment to a seed: a SHA-256 in hex.

    It depends on the header too, so that it fits this match alone.
    """
    text = f"umpire:{rules_hash(header)}:{seed.lower()}"
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def chance_answer(match: Match, seed: str) -> str:
    """Return the answer to the pending chance decision that follows from the seed, 64 hex digits.

    After an undo, a match that reaches the same point again gets the same answer. Raises
    ValueError if chance owes no decision.
    """
    pending = match.pending_of(CHANCE)
    if pending is None or not isinstance(pending.decision.kind, ChanceKind):
        raise ValueError("chance owes no decision now")
    key = dealing_key(seed, match.cut if match.header.cut else None)
    dice = SeededDice(key, match.chance_count + 1)
    return pending.decision.kind.draw(match.state, pending.decision, dice)


def dealing_key(seed: str, cut: Mapping[str, str] | None) -> bytes:
    """Return the key of all chance outcomes: the seed, mixed with the cuts where players cut.

    `cut` has each player's text, in seat order.
    """
    key = bytes.fromhex(seed)
    if cut is None:
        return key
    return hmac.digest(key, canonical(list(cut.values())), "sha256")


class SeededDice(Dice):
    """The generator for the k-th chance input (k from 1) of a match with this key of 32 bytes."""

    def __init__(self, key: bytes, k: int) -> None:
        self._numbers = _stream(key, k)

    def below(self, n: int) -> int:
        """Return the next whole number from 0 up to, not including, n."""
        fair = n * (_WORDS // n)
        while (number := next(self._numbers)) >= fair:
            pass
        return number % n

    def draw(self, count: int, items: Sequence[str]) -> list[str]:
        """Return `count` of the items, in the order drawn. Raises ValueError if they are fewer."""
        if count > len(items):
            raise ValueError(
                f"{count} cannot be drawn from {len(items)}: a match with so many players or such "
                "options runs out of cards"
            )
        pool = list(items)
        for i in range(count):
            j = i + self.below(len(pool) - i)
            pool[i], pool[j] = pool[j], pool[i]
        return pool[:count]


def _stream(key: bytes, k: int) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.digest(key, f"{k}:{block}".encode("ascii"), "sha256")
        yield from _NUMBERS.unpack(digest)
        block += 1
