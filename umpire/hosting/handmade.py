"""Check spreadsheets that the umpire made by hand, before a match is set up in them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from umpire.errors import UsageError
from umpire.hosting.parallel import WorkContext
from umpire.hosting.retry import Attempt
from umpire.json_types import JsonObject
from umpire.projections.spreadsheets import BOARD, Spreadsheet
from umpire.sheets.addresses import is_service
from umpire.sheets.client import Share, SheetsClient
from umpire.sheets.errors import Forbidden, Gone
from umpire.sheets.reconcile import kind_of
from umpire.sheets.spreadsheet_metadata import REPAIR_FIELDS, SpreadsheetMetadata


@dataclass(frozen=True, slots=True)
class HandmadeCheck:
    """The result of checking a spreadsheet: its owner, and warnings for the umpire."""

    owner: str | None
    warnings: Sequence[str]


def check_handmade(
    context: WorkContext,
    spreadsheet: Spreadsheet,
    spreadsheet_id: str,
    account: str,
    emails: Mapping[str, str],
    *,
    is_begun: bool,
) -> HandmadeCheck:
    """Check a spreadsheet without changing it. Raises UsageError if it cannot be used.

    `emails` are the players' accounts. With `is_begun` the match is half made, so players may have
    written something already.
    """
    context.show_step("looking at")
    sheets, attempt = context.sheets, context.attempt
    metadata = _read_metadata(sheets, spreadsheet, spreadsheet_id, account, attempt)
    refusal = reason_unfit(spreadsheet, metadata, is_begun=is_begun)
    if refusal is not None:
        raise UsageError(refusal)
    owner = attempt(partial(sheets.owner, spreadsheet_id))
    try:
        shares = attempt(partial(sheets.shares, spreadsheet_id))
    except Forbidden:
        warning = (
            f"{_capitalised_name(spreadsheet)} does not show who may open it: check that yourself."
        )
        return HandmadeCheck(owner, [warning])
    hosts = (*spreadsheet.context.keepers, owner)
    return HandmadeCheck(owner, access_warnings(spreadsheet, shares, hosts, emails))


def _read_metadata(
    sheets: SheetsClient,
    spreadsheet: Spreadsheet,
    spreadsheet_id: str,
    account: str,
    attempt: Attempt,
) -> JsonObject:
    try:
        metadata: JsonObject = attempt(partial(sheets.metadata, spreadsheet_id, REPAIR_FIELDS))
    except (Forbidden, Gone) as error:
        way = (
            f"share it with {account} as Editor"
            if is_service(account)
            else "umpire sees only spreadsheets that it made, unless it works as a service "
            "account: let it make them, or use --credentials"
        )
        raise UsageError(
            f"{spreadsheet.name} ({spreadsheet_id}) cannot be opened: {way}."
        ) from error
    return metadata


def reason_unfit(
    spreadsheet: Spreadsheet, metadata: JsonObject, *, is_begun: bool = False
) -> str | None:
    """Return why a spreadsheet cannot be used for this part of a match; None if it can."""
    observed = SpreadsheetMetadata.read(metadata)
    kind = kind_of(spreadsheet.target({}, None), observed)
    if kind is None or (kind == "empty" and any(map(observed.filled_cells, observed.tabs))):
        return (
            f"the spreadsheet given for {spreadsheet.name} holds something else, so it was not "
            "changed: give an empty one, or one made with 'umpire template'."
        )
    places = observed.effective_places(spreadsheet.pages)
    entries = [places.get(spreadsheet.entry(seat)) for seat in spreadsheet.seats]
    has_entries = (
        at and not observed.filled_cells(at.sheet).isdisjoint(at.rect.cells()) for at in entries
    )
    if not is_begun and any(has_entries):
        return (
            f"the spreadsheet given for {spreadsheet.name} has been played in, so it was not "
            "changed: give one with empty score sheets."
        )
    return None


def access_warnings(
    spreadsheet: Spreadsheet,
    shares: Sequence[Share],
    hosts: Sequence[str | None],
    emails: Mapping[str, str],
) -> list[str]:
    """Return warnings about other people who may open a spreadsheet with secrets.

    `hosts` may open every spreadsheet, `emails` are the players' accounts. Raises UsageError if the
    spreadsheet is open to another player or to anyone with its link.
    """
    if spreadsheet.role == BOARD:
        return []
    names = {email: player for player, email in emails.items()}
    own = [emails.get(player) for player in spreadsheet.players]
    warnings = []
    for share in shares:
        email = (share.email or "").casefold()
        if share.role == "owner" or email in (*hosts, *own):
            continue
        who = names.get(email) or share.email or "anyone with its link"
        sentence = f"{spreadsheet.name} is open to {who}"
        if share.kind != "user" or email in names:
            raise UsageError(f"{sentence}: remove that access, and run the same command again.")
        warnings.append(
            f"{_capitalised_name(spreadsheet)} is open to {who} too: remove that access unless you "
            "meant it."
        )
    return warnings


def _capitalised_name(spreadsheet: Spreadsheet) -> str:
    return f"{spreadsheet.name[0].upper()}{spreadsheet.name[1:]}"
