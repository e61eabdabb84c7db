"""Errors between umpire and spreadsheets, distinguished by what to do about them.

SheetsError             something went wrong with a spreadsheet
  Unreachable           nobody answered, or not now: try again (`retry_after`)
  NameMissing           a requested range does not exist (`name`)
  Refused               the request itself is refused, and would be again
  Forbidden             this account may not do that
  Gone                  there is no such spreadsheet any more
SignInFailed            nobody was signed in to Google

`error_messages` makes them from the errors of the network, Google and the local server.
"""

from umpire.errors import UmpireError


class SheetsError(UmpireError):
    """Something went wrong with a spreadsheet."""


class Unreachable(SheetsError):
    """There was no answer, or the answer was "not now": the same request may work later.

    A write may have been applied all the same. `status` is the HTTP status of the answer, 429 for
    too many requests (also to Drive), None without an answer. `retry_after` is the number of
    seconds that the server asks to wait, None if it does not say.
    """

    def __init__(
        self, message: str, status: int | None = None, retry_after: float | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.retry_after = retry_after


class NameMissing(SheetsError):
    """A requested range is not in the spreadsheet."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"the spreadsheet has no range named {name!r}: define it again "
            "(Data, then Named ranges)."
        )
        self.name = name


class Refused(SheetsError):
    """The request was understood and refused; it would be again."""


class Forbidden(SheetsError):
    """The account may not do that with this spreadsheet, or its sign-in has expired."""


class Gone(SheetsError):
    """There is no such spreadsheet; a first such answer may still be an accident."""


class SignInFailed(UmpireError):
    """Nobody was signed in; the text says why."""
