"""Refusals, in the words and the shapes that Google uses.

One exception, `ApiError`, carries a refusal from wherever it is noticed to the endpoints, which
print it in the style of the API that was called (`sheets_body` or `drive_body`). The page shows
`message`.
"""

from collections.abc import Sequence

from sheets_emulator.model import Json, JsonObject

_STATUS = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    408: "CANCELLED",
    409: "ABORTED",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    501: "UNIMPLEMENTED",
    503: "UNAVAILABLE",
    504: "DEADLINE_EXCEEDED",
}

_DRIVE_REASON = {
    400: ("global", "badRequest"),
    401: ("global", "authError"),
    403: ("global", "insufficientFilePermissions"),
    404: ("global", "notFound"),
    429: ("usageLimits", "rateLimitExceeded"),
    500: ("global", "internalError"),
    501: ("global", "notImplemented"),
    503: ("global", "backendError"),
}


_LONGEST = 2000  # characters of a sentence, which may repeat what was given


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


class ServerError(Exception):
    """Something the person who runs the server can put right; one sentence that says how."""


class SheetsInUse(ServerError):
    """Another server has the folder's spreadsheets."""


class ApiError(Exception):
    """A request that is refused: the HTTP code and Google's sentence for it."""

    def __init__(
        self,
        code: int,
        message: str,
        *,
        violations: Sequence[tuple[str | None, str]] = (),
        reason: str | None = None,
        location: str | None = None,
        domain: str | None = None,
        short: str | None = None,
        details: Sequence[JsonObject] = (),
    ) -> None:
        """`violations` are (field path, description) pairs of a body that does not fit.

        `reason`, `domain`, `location` and `short` are what the Drive API adds: its own words for
        the refusal, the parameter at fault, and a shorter sentence; `details` what both APIs do.
        """
        super().__init__(message)
        self.code = code
        self.message = _cut(message)
        self.violations = tuple(
            (None if field is None else _cut(field), _cut(text)) for field, text in violations
        )
        self.reason = reason
        self.location = location
        self.domain = domain
        self.short = short
        self.details = tuple(details)

    def prefixed(self, prefix: str) -> "ApiError":
        """Return the same refusal with words before it: `Invalid requests[0].addSheet: `."""
        if self.code != 400:
            return self
        return ApiError(400, prefix + self.message, violations=self.violations)

    def sheets_body(self) -> JsonObject:
        """Return the body as the Sheets API sends it."""
        error: JsonObject = {
            "code": self.code,
            "message": self.message,
            "status": _STATUS.get(self.code, "UNKNOWN"),
        }
        if self.reason is not None:
            error["errors"] = [self._in_drives_words()]
        details = list(self.details)
        if self.violations:
            found: list[Json] = [
                {"description": text} if field is None else {"field": field, "description": text}
                for field, text in self.violations
            ]
            details.append(
                {
                    "@type": "type.googleapis.com/google.rpc.BadRequest",
                    "fieldViolations": found,
                }
            )
        return {"error": error | ({"details": details} if details else {})}

    def drive_body(self) -> JsonObject:
        """Return the body as the Drive API sends it."""
        error: JsonObject = {
            "code": self.code,
            "message": self.message,
            "errors": [self._in_drives_words()],
        }
        if self.details:
            error |= {
                "status": _STATUS.get(self.code, "UNKNOWN"),
                "details": list(self.details),
            }
        return {"error": error}

    def _in_drives_words(self) -> JsonObject:
        domain, reason = _DRIVE_REASON.get(self.code, ("global", "backendError"))
        found: JsonObject = {
            "message": self.short or self.message,
            "domain": self.domain or domain,
            "reason": self.reason or reason,
        }
        if self.location is not None:
            kind = "header" if self.location == "Authorization" else "parameter"
            found |= {"location": self.location, "locationType": kind}
        return found


def invalid(message: str) -> ApiError:
    """400: the request makes no sense."""
    return ApiError(400, message)


def unauthenticated() -> ApiError:
    """401: no bearer token was sent."""
    return ApiError(
        401,
        "Request is missing required authentication credential. Expected OAuth 2 access token, "
        "login cookie or other valid authentication credential. See "
        "https://developers.google.com/identity/sign-in/web/devconsole-project.",
    )


def invalid_token() -> ApiError:
    """401: the bearer token is none, has expired, or was revoked."""
    return ApiError(
        401,
        "Request had invalid authentication credentials. Expected OAuth 2 access token, login "
        "cookie or other valid authentication credential. See "
        "https://developers.google.com/identity/sign-in/web/devconsole-project.",
        location="Authorization",
        short="Invalid Credentials",
    )


def full_storage() -> ApiError:
    """403: a service account can own no files, for it has no storage to put them in."""
    return ApiError(
        403,
        "The user's Drive storage quota has been exceeded.",
        reason="storageQuotaExceeded",
        domain="usageLimits",
    )


def forbidden() -> ApiError:
    """403: the account may not do this to this spreadsheet."""
    return ApiError(403, "The caller does not have permission")


def missing() -> ApiError:
    """404: there is no such spreadsheet."""
    return ApiError(404, "Requested entity was not found.")


def protected() -> ApiError:
    """400 (not 403): a protected range covers what was to be changed."""
    return ApiError(
        400,
        "You are trying to edit a protected cell or object. Please contact the spreadsheet owner "
        "to remove protection if you need to edit.",
    )


def too_many_requests() -> ApiError:
    """429: an account asks more than the server bears."""
    return ApiError(
        429,
        "Quota exceeded for quota metric 'Requests' and limit 'Requests per minute per user' of "
        "service 'sheets.googleapis.com' for consumer 'project_number:1'.",
    )


def unimplemented(what: str) -> ApiError:
    """501: Google can do this and this server cannot; never passed over in silence."""
    return ApiError(501, f"The sheets emulator does not implement {what}.")
