"""The store's errors, each a sentence for people."""

from umpire.errors import UmpireError


class StoreError(UmpireError):
    """The store cannot be read or written; the text says what to do about it."""


class StoreUnavailable(StoreError):
    """The store cannot be used just now: locked, full, or its server away.

    Nothing was acknowledged, and the same call may be made again later. Where the answer to a
    commit was lost it may have been kept after all: then the second try meets LineConflict.
    """


class LineConflict(StoreError):
    """Log lines were refused because they do not follow the last line: nothing was written.

    The caller judged an old state of the match; going on would apply an input twice or lose one.
    """


class LeaseHeld(StoreError):
    """Another umpire's lease on the match is still running."""

    def __init__(self, sentence: str, holder: str, expires: float) -> None:
        super().__init__(sentence)
        self.holder = holder
        self.expires = expires


class LeaseLost(StoreError):
    """Another umpire has the lease by now: the caller must stop umpiring the match at once."""


class CommandGone(StoreError):
    """A command was withdrawn before its answer came: nothing was written."""
