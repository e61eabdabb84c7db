"""Where a match is played, and what its spreadsheets look like."""

from dataclasses import dataclass

from umpire.catalogue import find_game
from umpire.errors import UsageError
from umpire.projections.spreadsheets import CONSOLE, Spreadsheet, match_context, spreadsheets_of
from umpire.sheets.template import Template, check_tables, find_template
from umpire.store import Hosting, MatchRow


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """Where a watched match is played, as which accounts, and what its spreadsheets look like."""

    hosting: Hosting
    template: Template
    accounts: tuple[str, ...]

    def spreadsheets(self, row: MatchRow) -> tuple[Spreadsheet, ...]:
        """Return its spreadsheets, for those to write in whom they are shared with now."""
        return spreadsheets_of(
            self.template, match_context(row.id, row.header(), self.hosting.links, self.accounts)
        )

    def places(self, row: MatchRow) -> list[tuple[Spreadsheet, str]]:
        """Return a match's spreadsheets. Raises UsageError if it was made with others.

        It may have been made without a console, and then does without.
        """
        there = self.hosting.spreadsheets
        for spreadsheet in self.spreadsheets(row):
            if spreadsheet.role not in there and spreadsheet.role != CONSOLE:
                raise UsageError(
                    f"{row.id} was made without {spreadsheet.name}: make a new match instead."
                )
        return [
            (spreadsheet, there[spreadsheet.role])
            for spreadsheet in self.spreadsheets(row)
            if spreadsheet.role in there
        ]


def checked_template(row: MatchRow, hosting: Hosting) -> Template:
    """Return the template of a match. Raises UsageError if it does not fit the game."""
    template = find_template(row.game, hosting.template)
    check_tables(template, find_game(row.game))
    return template
