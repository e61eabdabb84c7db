"""Templates: the declarative files that lay a game's spreadsheets out, read and checked.

A template is a folder of TOML files. `template.toml` lists the tabs of the board and, in a game
with secrets, those of each player's own spreadsheet, the table. One file per tab describes its
cells. The code knows only the names of ranges.
"""

import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError, model_validator

from umpire.catalogue import games
from umpire.errors import UsageError
from umpire.games.base import AnyGame
from umpire.sheets.grid import Rect, looks_like_a_cell
from umpire.sheets.palette import HOW_TO_ADD, Palette, Style, read_palette
from umpire.sheets.ranges import MOVES
from umpire.sheets.tabs import Tab, placeholders
from umpire.sheets.toml_models import TemplateError, TomlModel, file_label, read_model, read_toml
from umpire.shipped_folders import shipped_folder

GROUP = "umpire.templates"
"""The entry points with the packages of templates, for games of other packages."""

_MAIN = "template.toml"
_PALETTE = "palette.toml"
_CONSOLE = "console"
_PLAIN = "plain"
_PLAIN_PRIVATE = "plain-private"
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,249}", re.ASCII)
_OF_THE_MATCH = re.compile(r"match|game|players|player\d+", re.ASCII)
_OF_A_SEAT = {"player", "seat"}


class _Main(TomlModel):
    """The content of `template.toml`."""

    title: str
    locale: str
    time_zone: str
    tabs: Annotated[list[str], Field(min_length=1)]
    table_title: str = ""
    tables: list[str] = Field(default_factory=list)
    styles: dict[str, Style] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _check_table_title(self) -> "_Main":
        if bool(self.tables) != bool(self.table_title):
            raise ValueError("keys 'tables' and 'table_title' go together; give both or neither")
        return self


@dataclass(frozen=True, slots=True)
class Template:
    """The declaration of a match's spreadsheets, each with its title and its tabs in order.

    `folder` contains its files, and `files` has the file of each range, as errors name it. `title`
    and `tabs` are the board's. `tables` are the tabs of each player's own spreadsheet; a game
    without secrets has none. `console` is the umpire's own spreadsheet, a template with only tabs.
    """

    title: str
    locale: str
    time_zone: str
    tabs: tuple[Tab, ...]
    palette: Palette
    folder: Path = field(compare=False)
    files: Mapping[str, str] = field(compare=False)
    table_title: str = ""
    tables: tuple[Tab, ...] = ()
    console: "Template | None" = None


def folder_of_templates() -> Path:
    """Return the folder of the templates that come with the package."""
    return shipped_folder("sheet_templates")


def find_template(game_id: str, folder: Path | str | None = None) -> Template:
    """Return a game's template, or the one in the folder.

    A game that is installed without a template has the plain one. Installed templates are read
    once. Raises UsageError if there is none, TemplateError if something in it is wrong.
    """
    own = _folder_of(game_id) if folder is None else Path(folder)
    if not own.is_dir():
        raise UsageError(f"there is no folder {own}: name a folder with a {_MAIN}.")
    is_installed = folder is None or own.parent == folder_of_templates()
    return _read_once(own) if is_installed else read_template(own)


def check_tables(template: Template, game: AnyGame) -> None:
    """Raise UsageError if a game has secrets but the template no tables, or the other way round."""
    if game.private and not template.tables:
        raise UsageError(
            f"the template {template.folder} has no tables, but {game.title} has secrets: list the "
            f"tabs of a player's own spreadsheet under 'tables' in its {_MAIN}."
        )
    if template.tables and not game.private:
        raise UsageError(
            f"the template {template.folder} has tables, but {game.title} has no secrets: move the "
            f"tabs from 'tables' to 'tabs' in its {_MAIN}."
        )


def _folder_of(game_id: str) -> Path:
    """Return the folder of a game's template, from Umpire or the package of the game.

    If neither has one it is the folder of the plain template.
    """
    package = _packages().get(game_id)
    if package is not None:
        return Path(str(files(package).joinpath(_MAIN))).parent  # it may be a namespace
    own = folder_of_templates() / game_id
    if own.is_dir() or (game := games().get(game_id)) is None:
        return own
    return own.with_name(_PLAIN_PRIVATE if game.private else _PLAIN)


@cache
def _packages() -> Mapping[str, str]:
    """Return the packages with templates, by the ids of their games."""
    return {point.name: point.value for point in entry_points(group=GROUP)}


@cache
def _read_once(folder: Path) -> Template:
    """Return the template of a folder that does not change while the program runs."""
    return read_template(folder)


def read_template(folder: Path) -> Template:
    """Read the template of a folder. Raises TemplateError naming file, table and key.

    The palette is `palette.toml` in the folder, else beside the folder, else Umpire's own. The
    console is the subfolder `console`, else Umpire's own.
    """
    own = folder / _CONSOLE
    console = own if own.is_dir() else folder_of_templates() / _CONSOLE
    umpires = _read_without_console(console)
    if umpires.tables or any(tab.for_each for tab in umpires.tabs):
        _refuse(
            console / _MAIN,
            "key 'tabs' or 'tables': only the umpire has a console; remove the tabs for players",
        )
    return replace(_read_without_console(folder), console=umpires)


def copy_template(game_id: str, folder: Path) -> None:
    """Copy a game's template into a new folder, with the files that it shares with others.

    The palette is among them, so that colours and styles can be changed there.

    Raises UsageError if the folder exists already or cannot be made.
    """
    own = _folder_of(game_id)
    try:
        shutil.copytree(own, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
        main = read_model(_Main, own / _MAIN, read_toml(own / _MAIN))
        for name in (*main.tabs, *main.tables):
            shutil.copyfile(_file_of(own, name), folder / name)
        if not (folder / _PALETTE).exists():
            shutil.copyfile(_palette_of(own), folder / _PALETTE)
    except OSError as error:
        reason = error.strerror or str(error)
        raise UsageError(f"{folder} cannot be made ({reason}): name another folder.") from error


def _read_without_console(folder: Path) -> Template:
    """Read a template without its console."""
    main = read_model(_Main, folder / _MAIN, read_toml(folder / _MAIN))
    try:
        palette = read_palette(_palette_of(folder)).with_styles(main.styles)
    except ValidationError as error:
        fault = error.errors()[0]["ctx"]["error"]
        raise TemplateError(f"{file_label(folder / _MAIN)}, {fault}.") from None
    tabs = _read_tabs(folder, main.tabs, palette)
    tables = _read_tabs(folder, main.tables, palette)
    _check_texts(folder / _MAIN, [main.title], set())
    _check_texts(folder / _MAIN, [main.table_title], _OF_A_SEAT)
    if main.tables:
        _check_board(folder, dict(zip(main.tabs, tabs, strict=True)), main.tables, tables)
    laid_out = zip([*main.tabs, *main.tables], [*tabs, *tables], strict=True)
    return Template(
        folder=folder,
        files={
            name: file_label(_file_of(folder, file))
            for file, tab in laid_out
            for name in tab.named_rects
        },
        title=main.title,
        locale=main.locale,
        time_zone=main.time_zone,
        tabs=tabs,
        palette=palette,
        table_title=main.table_title,
        tables=tables,
    )


def _palette_of(folder: Path) -> Path:
    candidates = [folder / _PALETTE, folder.parent / _PALETTE, folder_of_templates() / _PALETTE]
    return next((file for file in candidates if file.is_file()), candidates[-1])


def _read_tabs(folder: Path, names: list[str], palette: Palette) -> tuple[Tab, ...]:
    """Read the tabs of one spreadsheet."""
    used_names: set[str] = set()
    return tuple(_read_tab(_file_of(folder, name), palette, used_names) for name in names)


def _file_of(folder: Path, name: str) -> Path:
    """Return the file of a tab: in the folder, else beside the folder.

    So several games may share a tab.
    """
    beside = [file / name for file in (folder.parent, folder_of_templates())]
    return next((file for file in (folder / name, *beside) if file.is_file()), folder / name)


def _check_board(
    folder: Path, board: Mapping[str, Tab], tables: list[str], tabs: tuple[Tab, ...]
) -> None:
    """Check that a board beside tables has no player's tab, and that a table has one.

    A file with named ranges belongs either to the board or to the tables, since their readers may
    not see the same texts. Only the list of all events may be on both.
    """
    for name, tab in board.items():
        if tab.for_each:
            _refuse(
                folder / name,
                "key 'for_each': if players have tables, nobody has a tab on the board; move the "
                f"file from 'tabs' to 'tables' in {_MAIN}",
            )
        if name in tables and (names := [*tab.named_rects.keys() - {MOVES}]):
            _refuse(
                folder / name,
                f"table 'areas', key 'name': this file is under 'tabs' and 'tables' in {_MAIN}, so "
                f"it cannot name ranges; remove {min(names)!r} or make two files",
            )
    if not any(tab.for_each for tab in tabs):
        _refuse(
            folder / _MAIN,
            "key 'tables': one of these files must be the player's own tab, "
            'with for_each = "player"',
        )


def _read_tab(file: Path, palette: Palette, used_names: set[str]) -> Tab:
    tab = read_model(Tab, file, read_toml(file))
    own = _OF_A_SEAT if tab.for_each else set()
    _check_names(file, tab, used_names)
    _check_styles(file, tab, palette)
    labels = [text for area in tab.areas for _, text in area.texts()]
    helps = [area.help for area in tab.areas if area.help]
    _check_texts(file, [tab.title, *labels, *helps], own)
    _check_texts(
        file, [text for colour in tab.colours for text in colour.equals], own | {*tab.named_rects}
    )
    return tab


def _check_names(file: Path, tab: Tab, used_names: set[str]) -> None:
    for area in tab.areas:
        for name in area.name:
            if not _NAME.fullmatch(name) or looks_like_a_cell(name):
                _refuse(
                    file,
                    f"table 'areas', key 'name': {name!r} cannot name a range; use letters, digits "
                    "and _, no digit first, and nothing like A1",
                )
            range_name = f"{name}_1" if tab.for_each else name
            if range_name.casefold() in used_names:
                _refuse(file, f"table 'areas', key 'name': the name {name!r} is given twice")
            used_names.add(range_name.casefold())
    tab_names = set(tab.named_rects)
    for number, names in enumerate(tab.folds, 1):
        for name in names:
            if name not in tab_names:
                _refuse(
                    file,
                    f"key 'folds', entry {number}: no area of this tab has the name {name!r}",
                )
    for number, name in enumerate(tab.flows, 1):
        if name not in tab_names:
            _refuse(file, f"key 'flows', entry {number}: no area of this tab has the name {name!r}")
    if tab.play and (fault := tab.play.fault(tab.named_rects, Rect(0, 0, tab.rows, tab.columns))):
        _refuse(file, fault)
    for number, colour in enumerate(tab.colours, 1):
        for name in [*tab.members(colour), *([colour.where] if colour.where else [])]:
            if name not in tab_names:
                _refuse(
                    file,
                    f"table 'colours', entry {number}, key 'on' or 'where': no area of "
                    f"this tab has the name {name!r}",
                )


def _check_styles(file: Path, tab: Tab, palette: Palette) -> None:
    uses = [("key 'style'", tab.style)]
    uses += [(f"table 'areas', entry at {area.at}, key 'style'", area.style) for area in tab.areas]
    uses += [
        (f"table 'colours', entry {number}, key 'style'", [colour.style])
        for number, colour in enumerate(tab.colours, 1)
    ]
    for where, styles in uses:
        for style in styles:
            if style not in palette.styles:
                _refuse(file, f"{where}: there is no style {style!r}")
    for number, colour in enumerate(tab.colours, 1):
        if not palette.styles[colour.style].only_colours:
            _refuse(
                file,
                f"table 'colours', entry {number}, key 'style': a cell's text can only change its "
                "fill, text colour, bold, italic and strike",
            )
    if tab.colour is not None and tab.colour not in palette.colours:
        _refuse(file, f"key 'colour': there is no colour {tab.colour!r}; {HOW_TO_ADD}")


def _check_texts(file: Path, texts: list[str], own: set[str]) -> None:
    for text in texts:
        for word in placeholders(text):
            if word not in own and not _OF_THE_MATCH.fullmatch(word):
                _refuse(
                    file,
                    f"{{{word}}} in {text!r} has no meaning; write {{match}}, "
                    "{game}, {players}, {player1} or, on a player's own tab, {player}",
                )


def _refuse(file: Path, fault: str) -> None:
    raise TemplateError(f"{file_label(file)}, {fault}.")
