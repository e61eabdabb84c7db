"""The checks of Umpire's own templates and workbooks on Google."""

from functools import partial

from sheets_emulator.conformance import Bench, Check, CheckedTab, Untried
from umpire.sheets.client import SheetsClient
from umpire.sheets.context import Context
from umpire.sheets.errors import SheetsError
from umpire.sheets.reconcile import TargetState, plan_repair, setup_requests
from umpire.sheets.spreadsheet_metadata import REPAIR_FIELDS, SpreadsheetMetadata
from umpire.sheets.template import find_template

_GAME = "denizens-of-tartarus"
_UPLOAD = (
    f"Run 'umpire template {_GAME} -o upload.xlsx', upload it to Drive, open it and choose File, "
    "then Save as Google Sheets. Look at the merged headline, the colours of the legend, Data > "
    "Named ranges (entry_1 must be there) and the frozen rows."
)


def own_checks(sheets: SheetsClient) -> list[Check]:
    """Return the checks of Umpire itself, through its own connection."""
    return [
        Check(
            "U1",
            "A template reads back just as it was laid out.",
            [],
            partial(_find_repairs, sheets),
        ),
        Check(
            "U2",
            "An uploaded workbook keeps its values, looks, merged cells, names, drop-downs and "
            "colours.",
            "yes",
            _ask_about_upload,
            ("hands",),
            _UPLOAD,
        ),
    ]


def _find_repairs(sheets: SheetsClient, bench: Bench, _tab: CheckedTab) -> list[str]:
    """Lay out a whole template, and return the repairs that it would need."""
    template = find_template(_GAME)
    accounts = {"Ana": bench.second_address} if bench.second else {}
    context = Context("doctor-1", "Doctor", ("Ana", "Bo"), (bench.address,), accounts)
    of_others = {"deleteSheet", "updateSpreadsheetProperties"}
    laid_out = [
        request for request in setup_requests(template, context, 0) if not of_others & {*request}
    ]
    try:
        sheets.write(bench.spreadsheet, laid_out)
        owner = sheets.owner(bench.spreadsheet)
        answer = sheets.metadata(bench.spreadsheet, REPAIR_FIELDS)
    except SheetsError as error:
        raise Untried(str(error)) from error
    metadata = answer | {"properties": {"locale": template.locale, "timeZone": template.time_zone}}
    target = TargetState.of(template, context, owner=owner)
    repairs = plan_repair(target, SpreadsheetMetadata.read(metadata))
    kinds = {kind for request in repairs.requests for kind in request}
    return [*sorted(kinds), *repairs.findings]


def _ask_about_upload(bench: Bench, _tab: CheckedTab) -> str:
    question = f"{_UPLOAD} Is everything there? Answer yes, or say what is missing."
    answer = bench.ask_person(question).strip().casefold()
    return "yes" if answer == "y" else answer
