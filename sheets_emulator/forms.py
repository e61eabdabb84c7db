"""Forms that a browser or an app posts, and whether a page of this server sent them."""

from urllib.parse import parse_qsl

from starlette.requests import Request

_LONGEST = 64 * 1024  # bytes


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
