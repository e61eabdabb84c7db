"""Refusals of the local server, in the words and the shapes that Google uses.

One exception, `ApiError`, carries a refusal from wherever it is noticed to the HTTP edge, which
prints it in the style of the API that was asked (`sheets_body` or `drive_body`). The page shows
`message`.
"""

from collections.abc import Sequence

from umpire.sheets.server.json_types import Json, JsonObject

_STATUS = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    409: "ALREADY_EXISTS",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    501: "UNIMPLEMENTED",
    503: "UNAVAILABLE",
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
    ) -> None:
        """`violations` are (field path, description) pairs of a body that does not fit.

        `reason` and `location` are what the Drive API adds: its own word for the refusal and
        the parameter at fault.
        """
        super().__init__(message)
        self.code = code
        self.message = message
        self.violations = tuple(violations)
        self.reason = reason
        self.location = location

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
            "status": _STATUS[self.code],
        }
        if self.violations:
            found: list[Json] = [
                {"description": text} if field is None else {"field": field, "description": text}
                for field, text in self.violations
            ]
            error["details"] = [
                {
                    "@type": "type.googleapis.com/google.rpc.BadRequest",
                    "fieldViolations": found,
                }
            ]
        return {"error": error}

    def drive_body(self) -> JsonObject:
        """Return the body as the Drive API sends it."""
        domain, reason = _DRIVE_REASON[self.code]
        one: JsonObject = {
            "message": self.message,
            "domain": domain,
            "reason": self.reason or reason,
        }
        if self.location is not None:
            one |= {"location": self.location, "locationType": "parameter"}
        return {"error": {"code": self.code, "message": self.message, "errors": [one]}}


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


def unimplemented(what: str) -> ApiError:
    """501: Google can do this and this server cannot; never passed over in silence."""
    return ApiError(501, f"The local sheets server does not implement {what}.")
