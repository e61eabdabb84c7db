"""What the doctor tries on Google of Umpire itself: its templates, and its reading of answers."""

from functools import partial

from sheets_emulator.conformance import Ask, Bench, Check, Tab, Untried
from umpire.errors import UmpireError
from umpire.json_types import JsonObject
from umpire.sheets import cells
from umpire.sheets.client import Sheets
from umpire.sheets.context import Context
from umpire.sheets.errors import NameMissing
from umpire.sheets.grid import Place, read_rect
from umpire.sheets.observed import REPAIR_FIELDS, Observed
from umpire.sheets.reconcile import Wanted, install, repair
from umpire.sheets.template import find_template

_GAME = "denizens-of-tartarus"
_UPLOAD = (
    f"Run 'umpire template {_GAME} -o upload.xlsx', upload it to Drive, open it and choose File, "
    "then Save as Google Sheets. Look at the merged headline, the colours of the legend, Data > "
    "Named ranges (entry_1 must be there) and the frozen rows."
)
_CELLS = [["=1+1"], ["x"]]


def own_checks(sheets: Sheets, mark: str) -> list[Check]:
    """Return what is tried on the spreadsheet that was made with a mark, "" if it was given."""
    return [
        Check(
            "U1",
            "A template that was laid out reads back as it was laid out.",
            [],
            _tried(partial(_written_again, sheets)),
        ),
        Check(
            "U2",
            "Umpire reads what a write and a look show, and which name is missing.",
            {"a write": _CELLS, "a look": _CELLS, "name": "C2:C3", "missing": "umpire_nowhere"},
            _tried(partial(_readings, sheets)),
        ),
        Check(
            "U3",
            "Umpire finds its spreadsheet again, opens it to everybody who has the link, and "
            "closes it.",
            {"found": True, "opened": ["reader"], "closed": []},
            _tried(partial(_sharing, sheets, mark)),
        ),
        Check(
            "U4",
            "An uploaded workbook keeps values, looks, merged cells, names, drop-downs and "
            "colours.",
            "yes",
            _upload,
            ("hands",),
            _UPLOAD,
        ),
    ]


def _tried(ask: Ask) -> Ask:
    """Return a check's function that says of an error of Umpire's that it could not be tried."""

    def asked(bench: Bench, tab: Tab) -> object:
        try:
            return ask(bench, tab)
        except UmpireError as error:
            raise Untried(str(error)) from error

    return asked


def _written_again(sheets: Sheets, bench: Bench, _tab: Tab) -> list[str]:
    """Lay out a whole template, and return what would have to be written again."""
    template = find_template(_GAME)
    accounts = {"Ana": bench.second_address} if bench.second else {}
    context = Context("doctor-1", "Doctor", ("Ana", "Bo"), (bench.address,), accounts)
    of_others = {"deleteSheet", "updateSpreadsheetProperties"}
    laid_out = [one for one in install(template, context, 0) if not of_others & {*one}]
    sheets.write(bench.spreadsheet, laid_out)
    owner = sheets.owner(bench.spreadsheet)
    settings = {"locale": template.locale, "timeZone": template.time_zone}
    metadata = {**sheets.metadata(bench.spreadsheet, REPAIR_FIELDS), "properties": settings}
    wanted = Wanted.of(template, context, owner=owner)
    repairs = repair(wanted, Observed.found_in(metadata))
    kinds = {kind for request in repairs.requests for kind in request}
    return [*sorted(kinds), *repairs.findings]


def _readings(sheets: Sheets, bench: Bench, tab: Tab) -> JsonObject:
    """Write two cells and name them, and return what is read of them."""
    place = Place(tab.sheet, read_rect("C2:C3"))
    named = {"name": "umpire_check", "range": place.grid_range()}
    texts = {(1 + row, 2): text for row, (text,) in enumerate(_CELLS)}
    changes = [{"addNamedRange": {"namedRange": named}}, *cells.write(tab.sheet, texts)]
    shown = {tab.a1("C2:C3"): place}
    written = sheets.write_and_look(bench.spreadsheet, changes, shown)
    look = sheets.look(bench.spreadsheet, shown)
    missing = None
    try:
        sheets.read(bench.spreadsheet, ["umpire_check", "umpire_nowhere"])
    except NameMissing as error:
        missing = error.name
    return {
        "a write": [list(row) for row in written.typed(place) or ()],
        "a look": [list(row) for row in look.typed(place) or ()],
        "name": str(look.structure.named["umpire_check"].rect),
        "missing": missing,
    }


def _sharing(sheets: Sheets, mark: str, bench: Bench, _tab: Tab) -> JsonObject:
    if not mark:
        raise Untried("the spreadsheet was given and not made here")
    found = sheets.find(mark) == bench.spreadsheet
    sheets.keep_sharing_to_owner(bench.spreadsheet)
    sheets.share_link(bench.spreadsheet)
    opened = [share for share in sheets.shares(bench.spreadsheet) if share.kind == "anyone"]
    for share in opened:
        sheets.unshare(bench.spreadsheet, share.id)
    closed = [share.role for share in sheets.shares(bench.spreadsheet) if share.kind == "anyone"]
    return {"found": found, "opened": [share.role for share in opened], "closed": closed}


def _upload(bench: Bench, _tab: Tab) -> str:
    told = f"{_UPLOAD} Is it all there? Answer yes, or what is missing."
    answer = bench.ask_person(told).strip().casefold()
    return "yes" if answer == "y" else answer
