"""HTTP of connections that have only so much time and room.

A connection that does not come to the end of a request, or does not take its answer, is dropped;
and where there are too many, one that is idle makes room for the next.
"""

import asyncio
from collections.abc import Callable
from typing import Final, Literal

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS: Final = 400
MOST_STALLED: Final = 20  # that do not take their answers, which lie in memory
HEAD_SECONDS = 20.0  # for the head of a request, the first one from the start of the connection
BODY_SECONDS = 30.0
ANSWER_SECONDS = 30.0  # in which an answer must go on being taken

_Awaited = Literal["head", "body", "nothing"]


class Protocol(H11Protocol):
    """HTTP whose connection a request can break, as faults do."""

    since = 0.0  # when it was last made use of
    _awaited: _Awaited = "nothing"
    _patience: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self.app_state = {**self.app_state, "transport": transport}
        if len(self.connections) > MOST_CONNECTIONS:
            self._make_room()
        self.since = self.loop.time()
        self._await("head")

    def _make_room(self) -> None:
        """Drop the connection that has been idle the longest, or else the new one."""
        idle = (one for one in self._others() if one.is_idle)
        min(idle, key=lambda one: one.since, default=self).transport.abort()

    def _others(self) -> list["Protocol"]:
        return [one for one in self.connections if isinstance(one, Protocol) and one is not self]

    @property
    def is_idle(self) -> bool:
        """Whether no request is being read or answered."""
        return self.cycle is None or self.cycle.response_complete

    def data_received(self, data: bytes) -> None:
        """Read on, and wait for the rest."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """Make ready for the next request."""
        super().on_response_complete()
        self.since = self.loop.time()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        self._await("nothing")
        self.resume_writing()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Wait for the client to take what was sent."""
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self._after(ANSWER_SECONDS)
            others = [one for one in self._others() if one._stalled is not None]
            if len(others) >= MOST_STALLED:
                min(others, key=_when_given_up).transport.abort()

    def resume_writing(self) -> None:
        """Go on sending."""
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _look(self) -> None:
        """Find out what is still to come of a request that has begun."""
        if not self.is_idle:
            self._await("body" if self.cycle.more_body else "nothing")
        elif self.conn.their_state is h11.SEND_BODY:  # it was answered before it had ended
            self._await("body")
        else:
            self._await("head" if self.conn.trailing_data[0] else "nothing")

    def _await(self, what: _Awaited) -> None:
        """Give it its time, unless it is what was awaited already."""
        if what == self._awaited:
            return
        self._awaited = what
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        if what != "nothing":
            self._patience = self._after(HEAD_SECONDS if what == "head" else BODY_SECONDS)

    def _after(self, seconds: float) -> asyncio.TimerHandle:
        drop: Callable[[], None] = self.transport.abort
        return self.loop.call_later(seconds, drop)


def _when_given_up(one: Protocol) -> float:
    return 0.0 if one._stalled is None else one._stalled.when()
