"""What happens in a match, as rules tell it: sentences, and data from which a page draws them."""

from typing import Literal, NamedTuple, Protocol

__all__ = ["Event", "EventKind", "Recorder", "Tell", "tell_nobody"]

EventKind = Literal["move", "deal", "result", "round", "note"]
"""A move of a player's, a deal by chance, a result, the beginning of a round, or anything else."""


class Event(NamedTuple):
    """Something that happened: a sentence, and data from which a page can draw it.

    `only` is the only player who may read it, or UMPIRE; None is everybody. The umpire reads every
    event. `by` is the player who did it, several joined as in a sentence (`Ana and Bo`), None if
    nobody did. `pieces` are the cards, chips or tiles in it, written as on the board. `did` is what
    was done, in the past tense and without the player or the pieces, so that it is right after
    "You" and after a name: `raised by 4`. Other players in it are mentioned
    (`umpire.games.results`). Of a round that begins it is the heading: `Round 2`. `end` is what
    came of it, in a word or two: `pot 13`. `in_round` is the heading of its round where no event
    begins one; later events without it are of the same round. The sentence alone says everything.
    """

    text: str
    only: str | None = None
    by: str | None = None
    kind: EventKind = "note"
    pieces: tuple[str, ...] = ()
    did: str = ""
    end: str = ""
    in_round: str = ""

    def is_told_to(self, viewer: str | None) -> bool:
        """Return whether a viewer, None for the public, may read it."""
        return self.only is None or self.only == viewer


class Tell(Protocol):
    """A function that rules call to announce what happens, in order."""

    def __call__(
        self,
        text: str,
        only: str | None = None,
        *,
        by: str | None = None,
        kind: EventKind = "note",
        pieces: tuple[str, ...] = (),
        did: str = "",
        end: str = "",
        in_round: str = "",
    ) -> None:
        """Announce an event to everybody, or `only` to one viewer; see `Event`."""


class Recorder:
    """A `Tell` that records the events."""

    __slots__ = ("events",)

    def __init__(self) -> None:
        self.events: list[Event] = []

    def __call__(
        self,
        text: str,
        only: str | None = None,
        *,
        by: str | None = None,
        kind: EventKind = "note",
        pieces: tuple[str, ...] = (),
        did: str = "",
        end: str = "",
        in_round: str = "",
    ) -> None:
        """Record an event."""
        self.events.append(Event(text, only, by, kind, pieces, did, end, in_round))


def tell_nobody(*_: object, **__: object) -> None:
    """Ignore an event, for example where a bot tries out an answer."""
