"""The names of a spreadsheet that may be missing: the match goes on without them."""

from collections.abc import Collection, Iterable

from umpire.games.text import few
from umpire.live.controls import form_note_names
from umpire.live.entry_form import EntryForm
from umpire.projections.spreadsheets import Spreadsheet


def optional_names(spreadsheet: Spreadsheet, forms: Iterable[EntryForm]) -> frozenset[str]:
    """Return the names that nobody needs: all of a console, elsewhere those of forms."""
    if not spreadsheet.is_required:
        return spreadsheet.names
    return frozenset(name for form in forms for name in form.names) | form_note_names(spreadsheet)


def missing_findings(
    spreadsheet: Spreadsheet, forms: Iterable[EntryForm], missing: Collection[str]
) -> list[str]:
    """Return sentences for the umpire on missing names that nobody needs."""
    if spreadsheet.is_required:
        findings = [form.finding(missing) for form in forms]
        return [finding for finding in findings if finding is not None]
    if not missing:
        return []
    repair = f"umpire doctor {spreadsheet.context.match} --repair"
    return [f"It has no range named {few(sorted(missing))}: define it again, or run {repair}."]
