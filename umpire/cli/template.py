"""`umpire template`: write a game's template as workbooks or as files."""

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import click

from umpire import catalogue
from umpire.cli.making import header_for
from umpire.cli.options import read_options
from umpire.cli.players import split_names
from umpire.cli.scripts import put
from umpire.errors import UmpireError, UsageError
from umpire.games.base import AnyGame
from umpire.games.text import listed
from umpire.hosting.creation import new_seed
from umpire.match import Header
from umpire.sheets.context import Context
from umpire.sheets.ranges import FAIRNESS
from umpire.sheets.template import check_tables, copy_template, find_template
from umpire.sheets.workbook import practice_workbook, workbook
from umpire.showing.record import first_record
from umpire.showing.screens import wanted
from umpire.showing.sentences import Fairness
from umpire.showing.spreadsheets import BOARD, CONSOLE, Spreadsheet, spreadsheets_of

_SUFFIX = ".xlsx"
_MATCH = "template"
_PRACTICE = "practice"
"""What titles show in place of a match's id."""

_BY_HAND = "This is for practice: nobody umpires it, and nothing is protected."


def run(
    game: str,
    output: Path | None,
    folder: Path | None,
    players: str | None,
    template: Path | None,
    start: bool,
    options: str,
    force: bool,
    as_json: bool,
) -> None:
    """Write a game's template as workbooks or as files."""
    found = catalogue.find_game(game)
    if folder is not None:
        copy_template(found.id, folder)
        if as_json:
            put({"files": str(folder)})
        else:
            click.echo(
                f"Change the files in {folder}, then give it to 'umpire new' with --template."
            )
        return
    assert output is not None, "a command has either of the two"
    given = read_options(options)
    if given and not start:
        raise UsageError("--options are for a match that is dealt: add --start.")
    names = _names(players, found.seats[0])
    header = header_for(game, names, given, clock=True, refusal="the template cannot be made")
    laid_out = find_template(found.id, template)
    check_tables(laid_out, found)
    context = Context(
        _PRACTICE if start else _MATCH,
        found.title_of(header.game_options),
        header.players,
        clock=header.clock,
    )
    made = spreadsheets_of(laid_out, context)
    if start:
        made = tuple(spreadsheet for spreadsheet in made if spreadsheet.is_played_in)
    files = {spreadsheet.role: _file(output, spreadsheet.role) for spreadsheet in made}
    _check_files(output, list(files.values()), force=force)
    contents = _dealt_workbooks(header, found, made) if start else _blank_workbooks(made)
    for role, content in contents.items():
        _write(files[role], content, force=force)
    if as_json:
        put({role: str(file) for role, file in files.items()})
        return
    widest = max(len(str(file)) for file in files.values())
    click.echo(f"Made for {listed(header.players)}:")
    for spreadsheet in made:
        click.echo(f"  {files[spreadsheet.role]!s:<{widest}}  {spreadsheet.name}")
    if start:
        click.echo("Open them in any spreadsheet program, or upload them to Google Drive.")
    else:
        click.echo("\n".join(_what_next(found.id, header.players, template, made)))


def _blank_workbooks(made: tuple[Spreadsheet, ...]) -> Mapping[str, bytes]:
    """Return the workbooks by role, just as the template lays them out."""
    return {one.role: workbook(one.template, one.context) for one in made}


def _dealt_workbooks(
    header: Header, game: AnyGame, made: tuple[Spreadsheet, ...]
) -> Mapping[str, bytes]:
    """Return the workbooks by role, each with what its viewer sees once a match has begun."""
    at_leisure = replace(header, seed=new_seed(), options={**header.options, "clock": False})
    record = replace(first_record(at_leisure, game), begun=True)
    contents = {}
    for one in made:
        shown = wanted(record, one, Fairness(""), forms={})  # nobody reads what a form sends
        if FAIRNESS in shown:
            shown = {**shown, FAIRNESS: ((_BY_HAND,),)}
        contents[one.role] = practice_workbook(one.template, one.context, shown)
    return contents


def _names(players: str | None, least: int) -> tuple[str, ...]:
    """Return the players' names, or those of a demo if none are given."""
    if players is not None:
        return tuple(split_names(players))
    from umpire.cli.demo import PLAYERS  # slow to load

    return PLAYERS[:least]


def _file(output: Path, role: str) -> Path:
    return output if role == BOARD else output.with_name(f"{output.stem}-{role}{_SUFFIX}")


def _check_files(output: Path, files: list[Path], *, force: bool) -> None:
    """Raise UsageError if the files cannot be written, before any is."""
    if output.suffix.lower() != _SUFFIX:
        raise UsageError(f"{output} is not a workbook: end its name with {_SUFFIX}.")
    if not output.parent.is_dir():
        raise UsageError(f"there is no folder {output.parent}: make it, or name another folder.")
    there = [str(file) for file in files if file.exists()]
    if there and not force:
        raise UsageError(
            f"{listed(there)} already {'exists' if len(there) == 1 else 'exist'}: name another "
            "file, or add --force to overwrite."
        )


def _write(file: Path, content: bytes, *, force: bool) -> None:
    try:
        with file.open("wb" if force else "xb") as opened:
            opened.write(content)
    except OSError as error:
        reason = error.strerror or str(error)
        raise UmpireError(f"{file} cannot be written ({reason}): name another file.") from error


def _what_next(
    game: str, names: tuple[str, ...], template: Path | None, made: tuple[Spreadsheet, ...]
) -> Iterator[str]:
    """Yield what to do with the files."""
    yield "Upload each to Google Drive, open it there, and choose 'Save as Google Sheets' from the"
    yield "File menu. Share the new spreadsheets with umpire's service account as Editor,"
    yield "and give umpire their links:"
    words = ["umpire", "new", game, "--players", ",".join(names), "--on", "google"]
    for spreadsheet in made:
        if spreadsheet.viewer in names:
            words += ["--table", f"{spreadsheet.viewer}=URL"]
        elif spreadsheet.role in (BOARD, CONSOLE):
            words += [f"--{spreadsheet.role}", "URL"]
    if template is not None:
        words += ["--template", str(template)]
    yield f"  {shlex.join(words)}"
    yield "That adds what a workbook cannot hold: check boxes, protection, some colours."
