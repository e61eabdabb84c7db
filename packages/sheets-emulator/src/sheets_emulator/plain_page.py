"""Pages of plain HTML: lists, forms and sentences, and the headers that all pages have."""

import html
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeAlias
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
}

_LONGEST = 64 * 1024  # bytes


def form_headers(*more: str) -> Mapping[str, str]:
    """Return the headers of a page with forms, which post to this server.

    `more` are origins to which an answer may lead on. A form of a page without any referrer would
    come from nowhere (`Origin: null`).
    """
    action = " ".join(("'self'", *more))
    policy = HEADERS["Content-Security-Policy"]
    return HEADERS | {
        "Content-Security-Policy": policy.replace("form-action 'none'", f"form-action {action}"),
        "Referrer-Policy": "same-origin",
    }


def safe(endpoint: Endpoint) -> Endpoint:
    """Add the headers that keep a page and its link to themselves, where it has no others."""

    async def safe(request: Request) -> Response:
        response = await endpoint(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return safe


def sentence(text: str, code: int) -> Response:
    """Answer with a page that says one sentence."""
    return HTMLResponse(
        document("Sheets emulator", f"<p>{html.escape(text)}</p>"), status_code=code
    )


@safe
async def nothing_here(_request: Request) -> Response:
    """Answer a request for what is no page, such as the server's bare address."""
    return sentence("There is nothing here. Open the link that you were sent.", 404)


def document(title: str, body: str) -> str:
    """Return a page."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html.escape(title)}</title>"
        '<link rel="icon" href="/static/icon.svg">'
        '<link rel="stylesheet" href="/static/plain.css"></head>'
        f"<body><main>{body}</main></body></html>"
    )


async def read_form(request: Request) -> dict[str, str] | None:
    """Return the fields of a form, the last of each name; None if it cannot be read."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > _LONGEST:
            return None
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True))
    except UnicodeDecodeError:
        return None


def is_from_own_page(request: Request) -> bool:
    """Return whether a page of this server sent the request."""
    return request.headers.get("origin") == f"{request.url.scheme}://{request.headers['host']}"
