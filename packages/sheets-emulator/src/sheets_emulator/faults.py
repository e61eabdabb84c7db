"""What Google does on a bad day: quotas, failures, delays and lost answers, for tests.

All of it is off until asked for. A test holds the same `Quota` and `Faults` objects as the app
and changes them while it runs; a person writes them into a file (`fault_file`).
"""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random
from typing import Literal

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from sheets_emulator.errors import ApiError, invalid_token
from sheets_emulator.model import JsonObject

Kind = Literal["read", "write", "drive", "token"]

What = Literal["well", "status", "late", "reset", "lost", "half", "hang", "mislabelled"]

_WINDOW_SECONDS = 60.0
_MOST_WINDOWS = 10_000  # before those in which nothing was counted are forgotten
_MOST_CALLS = 20_000  # that are kept
_HANGS = 3600.0


@dataclass(frozen=True, slots=True)
class Call:
    """A request as faults and tests see it.

    `kind` is `token` for what is asked of the sign-in; there is no account yet. `project` is whose
    quota is used.
    """

    kind: Kind
    method: str
    path: str
    account: str
    project: str = ""


@dataclass(slots=True)
class Quota:
    """Requests a minute, as Google counts them: reads and writes apart; None is no limit."""

    per_user: int | None = None
    per_project: int | None = None
    now: Callable[[], float] = time.monotonic
    _seen: dict[tuple[str, str], deque[float]] = field(default_factory=dict)

    @classmethod
    def of_google(cls) -> "Quota":
        """Google's own limits."""
        return cls(per_user=60, per_project=300)

    def forget(self) -> None:
        """Lift the limits and forget what was counted."""
        self.per_user = self.per_project = None
        self.now = time.monotonic
        self._seen.clear()

    def take(self, call: Call) -> None:
        """Count a request; raises 429 if there are too many in this minute."""
        if call.kind in ("drive", "token"):
            return
        now = self.now()
        if len(self._seen) > _MOST_WINDOWS:
            self._seen = {
                key: seen
                for key, seen in self._seen.items()
                if seen and now - seen[-1] < _WINDOW_SECONDS
            }
        windows = []
        for scope, who, limit in (
            ("per user", f"{call.project} {call.account}", self.per_user),
            ("", f"project {call.project}", self.per_project),
        ):
            window = self._seen.setdefault((call.kind, who), deque())
            while window and now - window[0] >= _WINDOW_SECONDS:
                window.popleft()
            if limit is not None and len(window) >= limit:
                raise _exhausted(call.kind, scope)
            windows.append(window)
        for window in windows:
            window.append(now)


def _exhausted(kind: str, scope: str) -> ApiError:
    metric = f"{kind.capitalize()} requests"
    limit = f"{metric} per minute {scope}".strip()
    return ApiError(
        429,
        f"Quota exceeded for quota metric '{metric}' and limit '{limit}' of service "
        "'sheets.googleapis.com' for consumer 'project_number:1'.",
    )


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that goes wrong, at Sheets, at Drive or at the sign-in (`Call.kind`).

    `status`: the request is not applied (with `after` it is) and answered with this code, with
    `body` as JSON, `text` as it stands or a page of HTML if `html` (default: what Google says with
    this code); `late`: it is answered after `seconds`; `reset`: the connection breaks before it is
    applied; `lost`: after it was applied; `half`: after half of the answer; `hang`: before it is
    applied, but after `seconds` of silence (0: an hour); `mislabelled`: the answer is right, and
    said to be HTML; `well`: nothing goes wrong, so that a plan can let calls pass. Anything else
    waits for `seconds` too. `retry_after` is the header, in seconds or a date.
    """

    what: What
    status: int = 503
    seconds: float = 0.0
    after: bool = False
    html: bool = False
    text: str | None = None
    retry_after: int | str | None = None
    body: JsonObject | None = None
    when: Callable[[Call], bool] = lambda _call: True


@dataclass(frozen=True, slots=True)
class Chance:
    """A fault that happens with this probability to each call that it fits."""

    probability: float
    fault: Fault


def service_disabled(service: str = "sheets") -> Fault:
    """Return the fault of a project for which an API (`sheets` or `drive`) was never enabled."""
    name = {"sheets": "Google Sheets API", "drive": "Google Drive API"}[service]
    host = f"{service}.googleapis.com"
    link = f"https://console.developers.google.com/apis/api/{host}/overview?project=1"
    message = (
        f"{name} has not been used in project 1 before or it is disabled. Enable it by visiting "
        f"{link} then retry. If you enabled this API recently, wait a few minutes for the action "
        "to propagate to our systems and retry."
    )
    details: list[JsonObject] = [
        {
            "@type": "type.googleapis.com/google.rpc.Help",
            "links": [{"description": "Google developers console API activation", "url": link}],
        },
        {
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            "reason": "SERVICE_DISABLED",
            "domain": "googleapis.com",
            "metadata": {"service": host, "consumer": "projects/1"},
        },
    ]
    refusal = ApiError(
        403, message, reason="accessNotConfigured", domain="usageLimits", details=details
    )
    kinds = ("drive",) if service == "drive" else ("read", "write")
    body = refusal.drive_body() if service == "drive" else refusal.sheets_body()
    return Fault("status", 403, body=body, when=lambda call: call.kind in kinds)


_MESSAGES = {
    429: "Quota exceeded for quota metric 'Read requests' and limit 'Read requests per minute per "
    "user' of service 'sheets.googleapis.com' for consumer 'project_number:1'.",
    500: "Internal error encountered.",
    503: "The service is currently unavailable.",
}


@dataclass(slots=True)
class Faults:
    """The faults to come, each of which happens once, and the calls that were made.

    What none of these fits may meet one of the `chances`: `luck` draws one number for each such
    call, so that the same calls with the same seed go wrong in the same way.
    """

    coming: list[Fault] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    chances: tuple[Chance, ...] = ()
    luck: Random = field(default_factory=Random)

    def plan(self, *faults: Fault) -> None:
        """Let these happen, one for each of the next calls that they fit."""
        self.coming.extend(faults)

    def forget(self) -> None:
        """Let nothing more go wrong, and forget the calls."""
        self.coming.clear()
        self.calls.clear()
        self.chances = ()

    def take(self, call: Call) -> Fault | None:
        """Return the fault of this call, if any."""
        self.calls.append(call)
        if len(self.calls) > _MOST_CALLS:
            del self.calls[: _MOST_CALLS // 2]
        for number, fault in enumerate(self.coming):
            if fault.when(call):
                return self.coming.pop(number)
        return self._drawn(call)

    def _drawn(self, call: Call) -> Fault | None:
        drawn = self.luck.random()
        for chance in self.chances:
            if chance.fault.when(call):
                drawn -= chance.probability
                if drawn < 0:
                    return chance.fault
        return None


def error_of(fault: Fault) -> ApiError:
    """Return the refusal that a fault of kind `status` without a body answers with."""
    if fault.status == 401:
        return invalid_token()
    return ApiError(fault.status, _MESSAGES.get(fault.status, "Backend error."))


async def answer_through(
    fault: Fault | None,
    request: Request,
    answer: Callable[[], Awaitable[Response]],
    refusal: Callable[[Fault], Response],
) -> Response:
    """Return what `answer` gives once it has applied the request, or what the fault makes of it.

    `refusal` answers for a fault that brings no answer of its own.
    """
    if fault is None:
        return await answer()
    await asyncio.sleep(fault.seconds or (_HANGS if fault.what == "hang" else 0.0))
    if fault.what in ("reset", "hang"):
        _cut(request)
        return refusal(fault)
    if fault.what == "status" and not fault.after:
        return _instead(fault, refusal)
    response = await answer()
    match fault.what:
        case "status":
            return _instead(fault, refusal)
        case "lost":
            _cut(request)
        case "half":
            return _Half(response.body, response.status_code, response.headers)
        case "mislabelled":
            response.headers["Content-Type"] = "text/html; charset=UTF-8"
    return response


def _instead(fault: Fault, refusal: Callable[[Fault], Response]) -> Response:
    if fault.html:
        response = Response(
            "<html><title>Error</title></html>", fault.status, media_type="text/html"
        )
    elif fault.text is not None:
        response = Response(fault.text, fault.status, media_type="application/json")
    elif fault.body is not None:
        response = JSONResponse(fault.body, fault.status)
    else:
        response = refusal(fault)
    if fault.retry_after is not None:
        response.headers["Retry-After"] = str(fault.retry_after)
    return response


class _Half(Response):
    """An answer of which half is sent; then the connection ends."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        start = {"status": self.status_code, "headers": self.raw_headers}
        await send({"type": "http.response.start", **start})
        half = bytes(self.body[: len(self.body) // 2])
        await send({"type": "http.response.body", "body": half, "more_body": True})
        _transport(scope).close()
        while (await receive())["type"] != "http.disconnect":
            pass


def _cut(request: Request) -> None:
    """Cut the connection: the client sees it aborted, and never an answer."""
    _transport(request.scope).abort()


def _transport(scope: Scope) -> asyncio.Transport:
    transport: asyncio.Transport = scope["state"]["transport"]
    return transport
