"""Documents about a game for people and programs: its options, decisions and data formats."""

from pathlib import Path

from umpire.catalogue import summary_of
from umpire.errors import UsageError
from umpire.games.base import AnyGame, AnyKind
from umpire.games.options import ContractOptions, help_of, schema_of
from umpire.json_types import JsonObject
from umpire.shipped_folders import shipped_folder


def describe_game(game: AnyGame) -> JsonObject:
    """Return everything about a game."""
    return {
        **summary_of(game),
        "options": {**game.option_help, **help_of(ContractOptions)},
        "kinds": [_describe_kind(kind) for kind in game.kinds if kind.asks],
        "formats": dict(game.formats),
        "complete_games": {
            name: _first_remark(file) for name, file in complete_games(game).items()
        },
    }


def complete_games(game: AnyGame) -> dict[str, Path]:
    """Return the options files that come with Umpire for a game, each a game to play, by name.

    There are some only where the options are the game.
    """
    folder = shipped_folder("examples") / game.id
    return {file.name: file for file in sorted(folder.glob("*.toml")) if game.starter}


def _first_remark(file: Path) -> str:
    """Return what an options file says of itself in its first line."""
    return file.read_text("utf-8").partition("\n")[0].removeprefix("#").strip()


def options_schema(game: AnyGame) -> JsonObject:
    """Return the JSON schema of a game's options, including those that every game has."""
    own = game.schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **own,
        "title": f"The options of {game.title}",
        "properties": {**own["properties"], **schema_of(ContractOptions)["properties"]},
    }


def write_starter(game: AnyGame, file: Path) -> None:
    """Write an options file with which an umpire of this game begins.

    It is the complete game of the file's name, or else the game's `starter`. Raises UsageError.
    """
    complete_game = complete_games(game).get(file.name)
    text = complete_game.read_text("utf-8") if complete_game else game.starter
    if not text:
        raise UsageError(
            f"{game.title} has no options file to begin with. Its options: umpire games {game.id}."
        )
    try:
        with file.open("x", encoding="utf-8") as new:
            new.write(text)
    except FileExistsError:
        raise UsageError(f"{file} is there already: give another name.") from None
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}.") from None


def _describe_kind(kind: AnyKind) -> JsonObject:
    return {
        "name": kind.name,
        "asks": kind.asks,
        "notation": kind.notation,
        "examples": kind.examples,
        "limit": kind.limit,
    }
