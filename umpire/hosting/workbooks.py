"""Workbooks of a match's spreadsheets: to upload, or to play by hand for practice."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from umpire.catalogue import find_game
from umpire.errors import UmpireError, UsageError
from umpire.games.base import AnyGame
from umpire.games.text import join_words
from umpire.hosting.creation import new_seed
from umpire.hosting.match_requests import header_for
from umpire.hosting.players import DEMO_PLAYERS, split_names
from umpire.json_types import JsonObject
from umpire.match import Header
from umpire.projections.match_history import first_history
from umpire.projections.screens import spreadsheet_screen
from umpire.projections.sentences import Fairness
from umpire.projections.spreadsheets import BOARD, Spreadsheet, spreadsheets_of
from umpire.sheets.context import Context
from umpire.sheets.ranges import FAIRNESS
from umpire.sheets.template import check_tables, find_template
from umpire.sheets.workbook import practice_workbook, workbook

_SUFFIX = ".xlsx"
_MATCH = "template"
_PRACTICE = "practice"
"""Shown in titles in place of a match's id."""

_BY_HAND = "This is for practice: nobody umpires it, and nothing is protected."


@dataclass(frozen=True, slots=True)
class Workbooks:
    """The workbooks of a match, one per spreadsheet.

    With `is_dealt` they show a match just after the deal, otherwise the template alone.
    """

    header: Header
    game: AnyGame
    spreadsheets: tuple[Spreadsheet, ...]
    is_dealt: bool

    @classmethod
    def of(
        cls,
        game: str,
        players: str | None,
        options: JsonObject,
        template: Path | None,
        *,
        is_dealt: bool,
    ) -> Self:
        """Lay out the workbooks; `players` are names separated by commas. Raises UsageError."""
        installed_game = find_game(game)
        names = DEMO_PLAYERS[: installed_game.seats[0]] if players is None else split_names(players)
        header = header_for(game, names, options, clock=True, refusal="the template cannot be made")
        own_template = find_template(installed_game.id, template)
        check_tables(own_template, installed_game)
        context = Context(
            _PRACTICE if is_dealt else _MATCH,
            installed_game.title_of(header.game_options),
            header.players,
            clock=header.clock,
        )
        spreadsheets = tuple(
            spreadsheet
            for spreadsheet in spreadsheets_of(own_template, context)
            if spreadsheet.is_required or not is_dealt
        )
        return cls(header, installed_game, spreadsheets, is_dealt)

    def write(self, output: Path, *, force: bool) -> dict[str, Path]:
        """Write the workbooks, the board's to `output`; return the files by role.

        Raises UsageError before any file is written, if one exists already (unless `force`) or the
        name is not that of a workbook in a folder that exists.
        """
        files = {sheet.role: _file(output, sheet.role) for sheet in self.spreadsheets}
        _check_files(output, list(files.values()), force=force)
        contents = self._practice_contents() if self.is_dealt else self._blank_contents()
        for role, content in contents.items():
            _write(files[role], content, force=force)
        return files

    def _blank_contents(self) -> dict[str, bytes]:
        return {sheet.role: workbook(sheet.template, sheet.context) for sheet in self.spreadsheets}

    def _practice_contents(self) -> dict[str, bytes]:
        options = {**self.header.options, "clock": False}
        header = replace(self.header, seed=new_seed(), options=options)
        history = replace(first_history(header, self.game), has_begun=True)
        contents = {}
        for sheet in self.spreadsheets:
            # nobody reads what a form sends
            screen = spreadsheet_screen(history, sheet, Fairness(""), forms={})
            if FAIRNESS in screen:
                screen = {**screen, FAIRNESS: ((_BY_HAND,),)}
            contents[sheet.role] = practice_workbook(sheet.template, sheet.context, screen)
        return contents


def _file(output: Path, role: str) -> Path:
    return output if role == BOARD else output.with_name(f"{output.stem}-{role}{_SUFFIX}")


def _check_files(output: Path, files: Sequence[Path], *, force: bool) -> None:
    """Raise UsageError if the files cannot be written, before any is."""
    if output.suffix.lower() != _SUFFIX:
        raise UsageError(f"{output} is not a workbook: end its name with {_SUFFIX}.")
    if not output.parent.is_dir():
        raise UsageError(f"there is no folder {output.parent}: make it, or name another folder.")
    existing = [str(file) for file in files if file.exists()]
    if existing and not force:
        raise UsageError(
            f"{join_words(existing)} already {'exists' if len(existing) == 1 else 'exist'}: name "
            "another file, or add --force to overwrite."
        )


def _write(file: Path, content: bytes, *, force: bool) -> None:
    try:
        with file.open("wb" if force else "xb") as opened:
            opened.write(content)
    except OSError as error:
        reason = error.strerror or str(error)
        raise UmpireError(f"{file} cannot be written ({reason}): name another file.") from error
