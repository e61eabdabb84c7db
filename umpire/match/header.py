"""The header of a script: its game, players and options."""

import re
from codecs import BOM_UTF8
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from umpire.errors import UmpireError
from umpire.games.base import CHANCE, PUBLIC, UMPIRE, AnyGame, BadOption
from umpire.games.names import likeness_key, named
from umpire.games.options import ContractOptions, read_model
from umpire.games.text import is_printable, join_words, printable
from umpire.json_types import JsonObject
from umpire.match.script import read_line
from umpire.validation_errors import first_error

_LONGEST_NAME = 32
_FORBIDDEN_BEGINNINGS = "=+-@"
"""A spreadsheet may take a name that begins with one of these for a formula."""
_RESERVED_NAMES = frozenset(("all", "board", CHANCE, PUBLIC, UMPIRE))
"""Umpire uses these names itself, so no player may have them."""
_SEED = re.compile(r"[0-9a-fA-F]{64}")
_CONTRACT_OPTIONS = frozenset(ContractOptions.model_fields)


class BadHeader(UmpireError, ValueError):
    """The header is wrong; `field` says where: `players[1]`, `options.bank_seconds`."""

    exit_code = 2

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(printable(f"{field}: {problem}"))
        self.field = field
        self.problem = printable(problem)


@dataclass(frozen=True)  # without slots, for the cached properties
class Header:
    """The header of a match; `players` are in seat order, `options` as in the script."""

    game: str
    players: tuple[str, ...]
    options: JsonObject = field(default_factory=dict)
    seed: str | None = field(default=None, repr=False)
    """64 lower-case hex digits; with a seed, chance is answered automatically."""
    meta: JsonObject = field(default_factory=dict)
    """Information about a log; it does not change the match."""

    @cached_property
    def clock(self) -> bool:
        """Whether there are time limits."""
        return bool(self.options.get("clock", True))

    @cached_property
    def cut(self) -> bool:
        """Whether the players cut before the game's first decision."""
        return bool(self.options.get("cut", False))

    @cached_property
    def update(self) -> float:
        """The seconds that are added to every time limit."""
        return float(self.options.get("update", 0))

    @property
    def game_options(self) -> JsonObject:
        """The options that are the game's own."""
        return {key: value for key, value in self.options.items() if key not in _CONTRACT_OPTIONS}

    def to_json(self) -> JsonObject:
        """Return the header as a line of a script."""
        line: JsonObject = {
            "umpire": 1,
            "game": self.game,
            "players": list(self.players),
            "options": self.options,
        }
        if self.seed is not None:
            line["seed"] = self.seed
        if self.meta:
            line["meta"] = self.meta
        return line


def read_header(line: str | bytes, games: Mapping[str, AnyGame]) -> Header:
    """Read and check the first line of a script for one of these games. Raises BadHeader."""
    return parse_header(read_first_line(line), games)


def read_first_line(line: str | bytes, *, unique: bool = False) -> JsonObject:
    """Return the first line of a script, unchecked. Raises BadHeader if it is no JSON object.

    `unique` is as in `read_line`.
    """
    # some editors begin a file with a byte order mark
    line = line.removeprefix("\ufeff") if isinstance(line, str) else line.removeprefix(BOM_UTF8)
    header_line = read_line(line, unique=unique)
    if header_line is None:
        raise BadHeader("header", "the first line of a script must be a JSON object")
    return header_line


def parse_header(header_line: JsonObject, games: Mapping[str, AnyGame]) -> Header:
    """Return the checked header of a match of one of these games. Raises BadHeader."""
    try:
        model = _Header.model_validate(header_line)
    except ValidationError as error:
        raise _bad_header(first_error(error)) from error
    header = Header(
        game=model.game,
        players=tuple(model.players),
        options=model.options,
        seed=model.seed,
        meta=model.meta,
    )
    check_header(header, games)
    return header


def check_header(header: Header, games: Mapping[str, AnyGame]) -> None:
    """Check a header against the contract and the rules of its game. Raises BadHeader."""
    game = games.get(header.game)
    if game is None:
        ids = ", ".join(sorted(games)) or "none"
        raise BadHeader("game", f"there is no game {header.game!r}; the games are: {ids}")
    _check_players(header.players, game)
    options, game_options = header.options, header.game_options
    try:
        read_model(ContractOptions, {k: v for k, v in options.items() if k not in game_options})
        game.read_options(header.players, game_options)
        game.check_new_options(game_options)
    except BadOption as error:
        field = f"options.{error.field}" if error.field else "options"
        raise BadHeader(field, error.problem) from error


def is_seed(value: object) -> bool:
    """Return whether a value is a seed: a text of 64 hex digits."""
    return isinstance(value, str) and _SEED.fullmatch(value) is not None


def _check_seed(seed: str | None) -> str:
    if seed is None or not is_seed(seed):
        raise ValueError
    return seed.lower()


class _Header(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore", hide_input_in_errors=True)

    umpire: Annotated[float, Field(ge=1, le=1)]
    game: str
    players: list[str]
    options: dict[str, Any]
    seed: Annotated[str | None, AfterValidator(_check_seed)] = None
    meta: dict[str, Any] = Field(default_factory=dict)


_REQUIREMENTS = {
    "umpire": "must be the number 1, the version of the contract",
    "game": "must be a text, the id of a game",
    "players": "must be a list of names",
    "options": "must be an object",
    "seed": "must be a text of 64 hex digits",
    "meta": "must be an object",
}


def _bad_header(error: ErrorDetails) -> BadHeader:
    field, *rest = map(str, error["loc"])
    if error["type"] == "missing":
        return BadHeader(field, f"is missing; it {_REQUIREMENTS[field]}")
    if rest:
        return BadHeader(f"{field}[{rest[0]}]", "must be a name, as a text")
    return BadHeader(field, _REQUIREMENTS[field])


def _check_players(players: tuple[str, ...], game: AnyGame) -> None:
    if len(players) not in game.seats:
        least, most = game.seats[0], game.seats[-1]
        number = f"{least}" if least == most else f"{least} to {most}"
        raise BadHeader("players", f"{game.title} takes {number} players, not {len(players)}")
    check_names(players)
    for seat, name in enumerate(players):
        if problem := game.check_player(name):
            raise BadHeader(f"players[{seat}]", problem)


def check_names(players: Sequence[str]) -> None:
    """Check that these can be the names of players of the same match. Raises BadHeader."""
    earlier: dict[str, str] = {}
    for seat, name in enumerate(players):
        key = likeness_key(name)
        problem = _name_problem(name, key)
        if not problem and earlier.get(key) == name:
            problem = f"{named(name)} is named twice; each player has a name of their own"
        elif not problem and key in earlier:
            alike = f"{named(name)} is too much like {named(earlier[key])}"
            problem = f"{alike}: case, width, spaces and joiners make no difference"
        if problem:
            raise BadHeader(f"players[{seat}]", problem)
        earlier[key] = name


def _name_problem(name: str, key: str) -> str:
    """Return why no player may have this name, which has `key`; empty if a player may."""
    if not 1 <= len(name) <= _LONGEST_NAME:
        return f"a name has 1 to {_LONGEST_NAME} characters, not {len(name)}"
    if not is_printable(name) or name != name.strip():
        return f"{named(name)} must be printable, without a space at the beginning or end"
    if key.startswith(tuple(_FORBIDDEN_BEGINNINGS)):
        return f"{named(name)} must not begin with {join_words(_FORBIDDEN_BEGINNINGS, 'or')}"
    if key in _RESERVED_NAMES:
        return f"nobody may be called {named(name)}: Umpire uses that name itself"
    return ""
