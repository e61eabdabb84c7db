"""Files that are web pages, shown in a browser where they can do no harm.

Whoever may see the file through their link is led on to an address that holds no secret. There it
has an origin of its own, which shares nothing with this server's pages, and it reaches nobody.
"""

from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from sheets_emulator.accounts import Accounts
from sheets_emulator.errors import ApiError
from sheets_emulator.plain_page import safe, sentence
from sheets_emulator.service import Opened, Service

POLICY: Final = (
    "sandbox allow-scripts allow-downloads; default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""It may run the scripts that are in it and save what it holds, and do nothing else."""

_GONE: Final = "This page is not open any more. Open its link on your spreadsheet again."


class ShownFiles:
    """Shows such files."""

    def __init__(self, service: Service, accounts: Accounts) -> None:
        self._service = service
        self._accounts = accounts

    def routes(self) -> list[BaseRoute]:
        """Return the routes, for the app to mount."""
        return [Route("/page/{ticket}", safe(self.page), methods=["GET"])]

    def lead_on(self, opened: Opened) -> Response:
        """Answer who may see a file with the way to it; a browser takes the `#` along."""
        ticket = self._accounts.ticket(opened.account, opened.document.spreadsheet_id)
        return RedirectResponse(f"/page/{ticket}", 303)

    async def page(self, request: Request) -> Response:
        """Answer with a file, if who was given the ticket may still see it."""
        held = self._accounts.of_ticket(request.path_params["ticket"])
        return sentence(_GONE, 404) if held is None else self._shown(*held)

    def _shown(self, account: str, file_id: str) -> Response:
        try:
            page = self._service.open(account, file_id).document.page
        except ApiError:
            page = None
        if page is None:
            return sentence(_GONE, 404)
        return HTMLResponse(page, headers={"Content-Security-Policy": POLICY})
