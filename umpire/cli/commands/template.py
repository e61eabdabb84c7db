"""`umpire template`: write a game's template as workbooks or as files."""

from pathlib import Path

import click

from umpire.cli.commands.parameters import json_option, options_option, players_option
from umpire.cli.completion import complete_game
from umpire.errors import UsageError


@click.command("template")
@click.argument("game", shell_complete=complete_game)
@click.option(
    "-o",
    "--output",
    metavar="FILE.xlsx",
    type=click.Path(path_type=Path),
    help="The workbook to write; the workbooks of tables and console get its name with an "
    "addition.",
)
@click.option(
    "--files",
    "folder",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="A new folder for the template's files, for you to change, instead of workbooks.",
)
@players_option
@click.option(
    "--template",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder with your own template, instead of the game's.",
)
@click.option(
    "--start",
    is_flag=True,
    help="For practice: show a match just after the deal, and protect nothing.",
)
@options_option
@click.option("--force", is_flag=True, help="Overwrite existing files.")
@json_option
def command(
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
    """Write a GAME's template as workbooks to upload to Google Drive, or as files to change.

    FILE.xlsx is the board and FILE-console.xlsx the umpire's console. In games with secrets the
    players' tables are FILE-table-1.xlsx and so on. A workbook cannot hold check boxes or protect
    cells for one player: 'umpire new' adds both to the spreadsheets that you give it.

    With --start the workbooks are for practice, by hand and without umpire: copy them, and type in
    whatever happens. Colours follow what you type. A match is dealt with the --options.

    With --files it writes the template's TOML files, from which you can make your own template.

    \b
    Examples:
      umpire template denizens-of-tartarus -o tartarus.xlsx
      umpire template denizens-of-tartarus --start -o practice.xlsx
      umpire template devils-deal -o deal.xlsx --players Ana,Bo
      umpire template devils-deal -o deal.xlsx --template my-deal --force
      umpire template devils-deal --files my-deal
    """
    if (output is None) == (folder is None):
        raise UsageError("give either -o FILE.xlsx (for workbooks) or --files FOLDER (for files).")
    from umpire.catalogue import find_game
    from umpire.cli.output import Output
    from umpire.cli.template import lines
    from umpire.hosting.options_file import read_options
    from umpire.hosting.workbooks import Workbooks
    from umpire.sheets.template import copy_template

    installed_game = find_game(game)
    if folder is not None:
        copy_template(installed_game.id, folder)
        advice = f"Change the files in {folder}, then give it to 'umpire new' with --template."
        Output(as_json).show({"files": str(folder)}, [advice])
        return
    assert output is not None
    game_options = read_options(options)
    if game_options and not start:
        raise UsageError("--options are for a match that is dealt: add --start.")
    workbooks = Workbooks.of(installed_game.id, players, game_options, template, is_dealt=start)
    files = workbooks.write(output, force=force)
    document = {role: str(file) for role, file in files.items()}
    Output(as_json).show(document, lines(workbooks, files, template))
