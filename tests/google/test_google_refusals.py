"""Every refusal of Google's has its own sentence, which says what is wrong and what to do."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from scripted_google import (
    MARK,
    SERVICE,
    TOKEN,
    Answer,
    Scripted,
    person_info,
    service_info,
    written,
)

from umpire.sheets.client import SheetsClient
from umpire.sheets.errors import Forbidden, Gone, NameMissing, Refused, SheetsError, Unreachable
from umpire.sheets.google import connect, find_credentials

pytestmark = pytest.mark.faulty_traffic  # what no server of Google's would answer

ENABLE = "https://console.developers.google.com/apis/api/{}.googleapis.com/overview?project=123"


def of_sheets(
    code: int, status: str, message: str, reason: str = "", metadata: dict[str, str] | None = None,
    links: tuple[str, ...] = (),
) -> dict[str, Any]:  # fmt: skip
    """An error as Sheets writes it."""
    details: list[dict[str, Any]] = []
    if links:
        urls = [{"description": "API activation", "url": one} for one in links]
        details.append({"@type": "type.googleapis.com/google.rpc.Help", "links": urls})
    if reason:
        details.append({"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": reason,
                        "domain": "googleapis.com", "metadata": metadata or {}})  # fmt: skip
    error: dict[str, Any] = {"code": code, "message": message, "status": status}
    return {"error": error | ({"details": details} if details else {})}


def of_drive(code: int, reason: str, message: str, domain: str = "global") -> dict[str, Any]:
    """An error as Drive writes it."""
    one = {"domain": domain, "reason": reason, "message": message}
    return {"error": {"errors": [one], "code": code, "message": message}}


def not_used(api: str, name: str) -> str:
    return (
        f"Google {name} API has not been used in project 123 before or it is disabled. Enable it "
        f"by visiting {ENABLE.format(api)} then retry. If you enabled this API recently, wait a "
        "few minutes for the action to propagate to our systems and retry."
    )


@dataclass
class Case:
    """What Google says, and what umpire makes of it."""

    name: str
    answer: Answer
    kind: type[SheetsError]
    said: tuple[str, ...]
    unsaid: tuple[str, ...] = ()
    by: str = "oauth"
    more: dict[str, Any] = field(default_factory=dict)


NO_ROOM = "Service Accounts do not have storage quota. Leverage shared drives, or use OAuth."
FULL = "The user's Drive storage quota has been exceeded."
INVITE = (
    'Bad Request. User message: "You are trying to invite bo@example.org. Since there is no Google '
    'account associated with this email address, you must check the "Notify people" box to invite '
    'this recipient."'
)

API = [
    Case("sheets is not enabled",
         Answer(403, of_sheets(403, "PERMISSION_DENIED", not_used("sheets", "Sheets"),
                               "SERVICE_DISABLED", {"service": "sheets.googleapis.com"},
                               (ENABLE.format("sheets"),))),
         Forbidden, ("the Google Sheets API is not enabled", ENABLE.format("sheets"))),
    Case("drive is not enabled",
         Answer(403, of_drive(403, "accessNotConfigured",
                              "Access Not Configured. " + not_used("drive", "Drive"),
                              "usageLimits")),
         Forbidden, ("the Google Drive API is not enabled", ENABLE.format("drive"))),
    Case("an address elsewhere is not passed on",
         Answer(403, of_sheets(403, "PERMISSION_DENIED", "Google Sheets API is disabled.",
                               "SERVICE_DISABLED", {}, ("https://console.cloud.google.com.evil.example/x",))),
         Forbidden, ("the Google Sheets API", "https://console.cloud.google.com/apis/library"),
         ("evil",)),
    Case("the project is gone",
         Answer(403, of_sheets(403, "PERMISSION_DENIED", "Project has been deleted.",
                               "CONSUMER_INVALID")),
         Forbidden, ("project", "deleted")),
    Case("too few scopes, from Sheets",
         Answer(403, of_sheets(403, "PERMISSION_DENIED",
                               "Request had insufficient authentication scopes.",
                               "ACCESS_TOKEN_SCOPE_INSUFFICIENT")),
         Forbidden, ("umpire login --again", "tick every box")),
    Case("too few scopes, from Drive",
         Answer(403, of_drive(403, "insufficientPermissions", "Insufficient Permission")),
         Forbidden, ("umpire login --again",)),
    Case("too few scopes for a service account",
         Answer(403, of_drive(403, "insufficientPermissions", "Insufficient Permission")),
         Forbidden, (SERVICE, "scopes"), ("umpire login",), by="service"),
    Case("a service account has no storage",
         Answer(403, of_drive(403, "storageQuotaExceeded", NO_ROOM, "usageLimits")),
         Forbidden, (f"share each with {SERVICE} as Editor", "--board URL", "'umpire login'"),
         by="service"),
    Case("a service account has no storage, as it was said before",
         Answer(403, of_drive(403, "quotaExceeded", FULL, "usageLimits")),
         Forbidden, ("a service account has no storage",), by="service"),
    Case("Drive is full",
         Answer(403, of_drive(403, "storageQuotaExceeded", FULL, "usageLimits")),
         Forbidden, ("Google Drive of this account is full",), ("service account",)),
    Case("nobody has this address",
         Answer(400, of_drive(400, "invalidSharingRequest", INVITE)),
         Refused, ("no Google account with this address", "--notify")),
    Case("shared, but no mail",
         Answer(400, of_drive(400, "invalidSharingRequest",
                'Bad Request. User message: "Sorry, the items were successfully shared but emails '
                'could not be sent to bo@example.org."')),
         Refused, ("is shared", "link")),
    Case("an address that cannot be shared with",
         Answer(400, of_drive(400, "invalidSharingRequest",
                              'Bad Request. User message: "ACL change not allowed."')),
         Refused, ("refuses to share", '"ACL change not allowed."')),
    Case("the organisation shares with nobody outside",
         Answer(403, of_drive(403, "shareOutNotPermitted", "Not permitted.")),
         Forbidden, ("organisation", "administrator")),
    Case("the organisation allows no apps",
         Answer(403, of_drive(403, "domainPolicy",
                              "The domain administrators have disabled Drive apps.")),
         Forbidden, ("organisation", "administrator")),
    Case("a shared drive shares with nobody outside",
         Answer(403, of_drive(403, "cannotShareTeamDriveTopFolderWithAnyoneOrDomains", "No.")),
         Forbidden, ("shared drive",)),
    Case("access from a folder",
         Answer(403, of_drive(403, "cannotModifyInheritedPermission", "No.")),
         Forbidden, ("folder",)),
    Case("too much sharing",
         Answer(403, of_drive(403, "sharingRateLimitExceeded",
                'Rate limit exceeded. User message: "Sorry, you have exceeded your sharing quota."',
                "usageLimits")),
         Forbidden, ("share", "few hours")),
    Case("too many requests today",
         Answer(403, of_drive(403, "dailyLimitExceeded", "Daily Limit Exceeded", "usageLimits")),
         Forbidden, ("tomorrow",)),
    Case("too many requests to Drive",
         Answer(403, of_drive(403, "userRateLimitExceeded", "User Rate Limit Exceeded",
                              "usageLimits"), {"Retry-After": "7"}),
         Unreachable, ("too many requests were made to Google",),
         more={"status": 429, "retry_after": 7.0}),
    Case("too many requests",
         Answer(429, of_sheets(429, "RESOURCE_EXHAUSTED",
                "Quota exceeded for quota metric 'Read requests' and limit 'Read requests per "
                "minute per user' of service 'sheets.googleapis.com' for consumer "
                "'project_number:123'.", "RATE_LIMIT_EXCEEDED")),
         Unreachable, ("too many requests",), more={"status": 429, "retry_after": None}),
    Case("wait until a date",
         Answer(429, of_sheets(429, "RESOURCE_EXHAUSTED", "Quota exceeded."),
                {"Retry-After": "Sat, 21 Nov 2026 12:00:30 GMT",
                 "Date": "Sat, 21 Nov 2026 12:00:00 GMT"}),
         Unreachable, ("too many requests",), more={"retry_after": 30.0}),
    Case("wait until a date that has passed",
         Answer(503, "", {"Retry-After": "Sat, 21 Nov 1987 12:00:30 GMT"}),
         Unreachable, ("has problems",), more={"status": 503, "retry_after": 0.0}),
    Case("wait for nonsense",
         Answer(503, "", {"Retry-After": "nan"}),
         Unreachable, (), more={"status": 503, "retry_after": None}),
    Case("unavailable",
         Answer(503, of_sheets(503, "UNAVAILABLE", "The service is currently unavailable.")),
         Unreachable, ("Google has problems (status 503)",), more={"status": 503}),
    Case("an error page",
         Answer(502, "<!DOCTYPE html><html><title>Error 502 (Server Error)!!1</title>"),
         Unreachable, ("status 502",), ("<", "DOCTYPE")),
    Case("another wrote at the same time",
         Answer(409, of_sheets(409, "ABORTED", "The operation was aborted.")),
         Unreachable, ("try again",), more={"status": 409}),
    Case("a network that wants a login",
         Answer(511, "<html>Log in to the hotel</html>"),
         Unreachable, ("log in first",)),
    Case("a login page with status 200",
         Answer(200, "<html>Log in to the hotel</html>"),
         Unreachable, ("log in first",), ("hotel",)),
    Case("broken JSON", Answer(200, '{"user": '), Unreachable, ("cannot be read",)),
    Case("another JSON", Answer(200, [1]), Unreachable, ("cannot be understood",)),
    Case("an error in another shape", Answer(400, {"error": "bad"}), Unreachable, ()),
    Case("not there, for a person",
         Answer(404, of_sheets(404, "NOT_FOUND", "Requested entity was not found.")),
         Gone, ("sees only files that umpire made",)),
    Case("not there, for a service account",
         Answer(404, of_sheets(404, "NOT_FOUND", "Requested entity was not found.")),
         Gone, (f"not shared with {SERVICE}",), ("umpire made",), by="service"),
    Case("not this app's file",
         Answer(403, of_drive(403, "appNotAuthorizedToFile", "The user has not granted the app.")),
         Forbidden, ("sees only files that umpire made",)),
    Case("a person may not",
         Answer(403, of_sheets(403, "PERMISSION_DENIED", "The caller does not have permission")),
         Forbidden, ("this account may not", "The caller does not have permission.")),
    Case("a service account may not",
         Answer(403, of_sheets(403, "PERMISSION_DENIED", "The caller does not have permission")),
         Forbidden, (SERVICE, "as Editor"), by="service"),
    Case("a protected cell",
         Answer(400, of_sheets(400, "INVALID_ARGUMENT",
                "Invalid requests[0].updateCells: You are trying to edit a protected cell or "
                "object. Please contact the spreadsheet owner to remove protection if you need to "
                "edit.")),
         Refused, ("protected cell", "umpire doctor MATCH --repair")),
    Case("a spreadsheet at its limit of cells",
         Answer(400, of_sheets(400, "INVALID_ARGUMENT",
                "Invalid requests[0].addSheet: This action would increase the number of cells in "
                "the workbook above the limit of 10000000 cells.")),
         Refused, ("at its limit of 10,000,000 cells", "delete rows or tabs")),
    Case("an uploaded Excel file",
         Answer(400, of_sheets(400, "FAILED_PRECONDITION",
                               "This operation is not supported for this document")),
         Refused, ("Save as Google Sheets",)),
    Case("a missing name",
         Answer(400, of_sheets(400, "INVALID_ARGUMENT", "Unable to parse range: entry_1")),
         NameMissing, ("'entry_1'",)),
    Case("nonsense",
         Answer(400, of_sheets(400, "INVALID_ARGUMENT",
                'Invalid JSON payload received. Unknown name "x" at \'requests[0]\': Cannot find '
                "field.")),
         Refused, ("Google refused the request", "Cannot find field.")),
    Case("very long nonsense",
         Answer(400, of_sheets(400, "INVALID_ARGUMENT", "\x1b[31m" + "x" * 10_000)),
         Refused, ("Google refused the request",), ("\x1b",)),
]  # fmt: skip

TOKENS = [
    Case("taken back",
         Answer(400, {"error": "invalid_grant",
                      "error_description": "Token has been expired or revoked."}),
         Forbidden, ("run 'umpire login'", "seven days", "publish")),
    Case("no description", Answer(400, {"error": "invalid_grant"}),
         Forbidden, ("run 'umpire login'",)),
    Case("the client was deleted",
         Answer(401, {"error": "deleted_client",
                      "error_description": "The OAuth client was deleted."}),
         Forbidden, ("OAuth client", "--client FILE")),
    Case("the client's secret was changed",
         Answer(401, {"error": "invalid_client", "error_description": "Unauthorized"}),
         Forbidden, ("secret", "--client FILE")),
    Case("another client's token",
         Answer(401, {"error": "unauthorized_client", "error_description": "Unauthorized"}),
         Forbidden, ("--client FILE",)),
    Case("scopes that were not granted",
         Answer(400, {"error": "invalid_scope", "error_description": "Bad Request"}),
         Forbidden, ("tick every box",)),
    Case("the organisation says no",
         Answer(400, {"error": "admin_policy_enforced"}), Forbidden, ("organisation",)),
    Case("the organisation wants to see its people",
         Answer(400, {"error": "invalid_grant", "error_subtype": "invalid_rapt",
                      "error_description": "reauth related error (invalid_rapt)"}),
         Forbidden, ("organisation", "run 'umpire login'"), ("gcloud",)),
    Case("something new",
         Answer(400, {"error": "brand_new", "error_description": "Never seen."}),
         Forbidden, ("brand_new: Never seen.", "umpire login")),
    Case("a wrong clock",
         Answer(400, {"error": "invalid_grant", "error_description":
                      "Invalid JWT: Token must be a short-lived token (60 minutes) and in a "
                      "reasonable timeframe. Check your iat and exp values in the JWT claim."}),
         Forbidden, ("clock is wrong",), by="service"),
    Case("a deleted key",
         Answer(400, {"error": "invalid_grant", "error_description": "Invalid JWT Signature."}),
         Forbidden, (SERVICE, "new key"), by="service"),
    Case("a deleted account",
         Answer(400, {"error": "invalid_grant",
                      "error_description": "Invalid grant: account not found"}),
         Forbidden, (SERVICE, "new key"), by="service"),
    Case("a disabled account",
         Answer(401, {"error": "unauthorized_client", "error_description": "No."}),
         Forbidden, (SERVICE, "enabled"), by="service"),
    Case("something new about a key",
         Answer(400, {"error": "invalid_grant", "error_description": "Never seen."}),
         Forbidden, (SERVICE, "invalid_grant: Never seen."), by="service"),
    Case("a page", Answer(403, "<html>Log in to the hotel</html>"),
         Unreachable, ("log in first",), ("hotel",)),
    Case("a page with status 200", Answer(200, "<html>Log in to the hotel</html>"),
         Unreachable, ("log in first",), ("hotel",)),
    Case("a page with status 200 for a key", Answer(200, "<html>Log in to the hotel</html>"),
         Unreachable, ("log in first",), by="service"),
    Case("no token in the answer", Answer(200, {}), Forbidden, ()),
]  # fmt: skip


@pytest.fixture
def connected(google: Scripted, tmp_path: Path) -> Callable[[str], SheetsClient]:
    def connect_as(kind: str) -> SheetsClient:
        info = {"oauth": person_info, "service": service_info}[kind](google.base_url)
        found = find_credentials(written(tmp_path / "credentials.json", info))
        assert found.kind == kind
        return connect(found, google.base_url)

    return connect_as


def check(case: Case, sheets: SheetsClient) -> None:
    with pytest.raises(SheetsError) as caught:
        sheets.me()
    sheets.close()
    assert type(caught.value) is case.kind
    sentence = str(caught.value)
    assert sentence.endswith((".", "…"))
    assert len(sentence) < 500
    for words in case.said:
        assert words in sentence
    for words in (*case.unsaid, MARK, "PRIVATE KEY", "ya29"):
        assert words not in sentence
    for name, value in case.more.items():
        assert getattr(caught.value, name) == value


@pytest.mark.parametrize("case", API, ids=lambda case: case.name)
def test_what_the_api_refuses(
    case: Case, google: Scripted, connected: Callable[[str], SheetsClient]
) -> None:
    google.answers["/drive/v3/about"] = case.answer
    check(case, connected(case.by))
    assert google.asked("/drive/v3/about")


@pytest.mark.parametrize("case", TOKENS, ids=lambda case: case.name)
def test_why_no_token_is_given(
    case: Case, google: Scripted, connected: Callable[[str], SheetsClient]
) -> None:
    google.answers["/token"] = case.answer
    check(case, connected(case.by))
    assert google.asked("/token")
    assert not google.asked("/drive")


def test_a_token_that_is_not_accepted_is_renewed_before_anybody_is_told(
    google: Scripted, connected: Callable[[str], SheetsClient]
) -> None:
    refused = Answer(401, of_sheets(401, "UNAUTHENTICATED", "Request had invalid credentials."))
    about = google.answers["/drive/v3/about"]
    answers = [refused, about]
    google.answers["/drive/v3/about"] = lambda _: answers.pop(0)  # type: ignore[return-value]
    sheets = connected("oauth")
    assert sheets.me() == "ana@example.org"
    assert len(google.asked("/token")) == 2
    google.answers["/drive/v3/about"] = refused
    with pytest.raises(Forbidden, match="umpire login --again"):
        sheets.me()
    sheets.close()


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
@pytest.mark.parametrize("by", ["oauth", "service"])
def test_a_sign_in_server_in_trouble_is_tried_again_later(
    google: Scripted, connected: Callable[[str], SheetsClient], by: str, status: int
) -> None:
    """By the planner, and not by google-auth, which would sleep in between."""
    google.answers["/token"] = Answer(status, "<html>", {"Retry-After": "7"})
    sheets = connected(by)
    with pytest.raises(Unreachable) as caught:
        sheets.me()
    assert (caught.value.status, caught.value.retry_after) == (status, 7.0)
    assert len(google.asked("/token")) == 1
    google.answers["/token"] = TOKEN
    assert sheets.me() == "ana@example.org"
    sheets.close()


def test_an_answer_that_says_by_its_words_to_try_again(
    google: Scripted, connected: Callable[[str], SheetsClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("google.auth._exponential_backoff.time.sleep", lambda _: None)
    google.answers["/token"] = Answer(400, {"error": "temporarily_unavailable"})
    sheets = connected("oauth")
    with pytest.raises(Unreachable, match="has problems"):
        sheets.me()
    sheets.close()
