"""The spreadsheets of a watched match, and the template that lays them out."""

from dataclasses import dataclass

from umpire.catalogue import find_game
from umpire.errors import UsageError
from umpire.projections.spreadsheets import CONSOLE, Spreadsheet, match_context, spreadsheets_of
from umpire.sheets.template import Template, check_tables, find_template
from umpire.store import Hosting, MatchRow


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """The hosting of a watched match, its template, and the accounts that make its requests."""

    hosting: Hosting
    template: Template
    accounts: tuple[str, ...]

    def spreadsheets(self, row: MatchRow) -> tuple[Spreadsheet, ...]:
        """Return its spreadsheets, each with the people it is shared with now."""
        return spreadsheets_of(
            self.template, match_context(row.id, row.header(), self.hosting.links, self.accounts)
        )

    def places(self, row: MatchRow) -> list[tuple[Spreadsheet, str]]:
        """Return a match's spreadsheets, each with its id; the console may be missing.

        Raises UsageError if the match was made without another one.
        """
        ids = self.hosting.spreadsheets
        for spreadsheet in self.spreadsheets(row):
            if spreadsheet.role not in ids and spreadsheet.role != CONSOLE:
                raise UsageError(
                    f"{row.id} was made without {spreadsheet.name}: make a new match instead."
                )
        return [
            (spreadsheet, ids[spreadsheet.role])
            for spreadsheet in self.spreadsheets(row)
            if spreadsheet.role in ids
        ]


def checked_template(row: MatchRow, hosting: Hosting) -> Template:
    """Return the template of a match. Raises UsageError if it does not fit the game."""
    template = find_template(row.game, hosting.template)
    check_tables(template, find_game(row.game))
    return template
