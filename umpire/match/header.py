"""The first line of a script: which game, who plays, under which options."""

import re
from codecs import BOM_UTF8
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from umpire.errors import UmpireError
from umpire.faults import first_fault
from umpire.games.base import CHANCE, PUBLIC, UMPIRE, AnyGame, BadOption
from umpire.games.names import likeness_key, named
from umpire.games.options import ContractOptions, read_model
from umpire.games.text import is_printable, listed, printable
from umpire.json_types import JsonObject
from umpire.match.script import read_line

_NAME_LENGTH = 32
_NO_NAME_BEGINS = "=+-@"
"""With these a cell, a drop-down or a table of values may read a name as a formula."""
_NO_NAMES = frozenset(("all", "board", CHANCE, PUBLIC, UMPIRE))
"""What Umpire calls everybody, their board, and those who play no game; so no player is."""
_SEED = re.compile(r"[0-9a-fA-F]{64}")
_OF_THE_CONTRACT = frozenset(ContractOptions.model_fields)


class BadHeader(UmpireError, ValueError):
    """The header is wrong; `field` names where, e.g. `players[1]` or `options.bank_seconds`."""

    exit_code = 2

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(printable(f"{field}: {problem}"))
        self.field = field
        self.problem = printable(problem)


@dataclass(frozen=True)  # without slots: what every line asks of the options is read once
class Header:
    """What a match is played by; `players` are in seat order, `options` as they were given."""

    game: str
    players: tuple[str, ...]
    options: JsonObject = field(default_factory=dict)
    seed: str | None = field(default=None, repr=False)
    """64 lower-case hex digits: the generator answers chance by itself."""
    meta: JsonObject = field(default_factory=dict)
    """What a log says of itself; it means nothing to the match."""

    @cached_property
    def clock(self) -> bool:
        """Whether time limits fall at all."""
        return bool(self.options.get("clock", True))

    @cached_property
    def cut(self) -> bool:
        """Whether the players cut before the first decision of the game."""
        return bool(self.options.get("cut", False))

    @cached_property
    def update(self) -> float:
        """The seconds by which every time limit is longer."""
        return float(self.options.get("update", 0))

    @property
    def game_options(self) -> JsonObject:
        """The options that are the game's own."""
        return {key: value for key, value in self.options.items() if key not in _OF_THE_CONTRACT}

    def to_json(self) -> JsonObject:
        """Return the header as a script writes it."""
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
    """Read a script's first line for one of these games. Raises BadHeader naming the field."""
    return header_of(read_first_line(line), games)


def read_first_line(line: str | bytes, *, unique: bool = False) -> JsonObject:
    """Read a script's first line as it is written. Raises BadHeader if it is no JSON object.

    `unique` is as in `read_line`.
    """
    given = read_line(_without_mark(line), unique=unique)
    if given is None:
        raise BadHeader("header", "the first line of a script must be a JSON object")
    return given


def header_of(given: JsonObject, games: Mapping[str, AnyGame]) -> Header:
    """Return a header, checked, of a match of one of these games. Raises BadHeader."""
    try:
        read = _Header.model_validate(given)
    except ValidationError as error:
        raise _in_words(first_fault(error)) from error
    header = Header(
        game=read.game,
        players=tuple(read.players),
        options=read.options,
        seed=read.seed,
        meta=read.meta,
    )
    check(header, games)
    return header


def check(header: Header, games: Mapping[str, AnyGame]) -> None:
    """Check what the contract and the game ask of a header. Raises BadHeader naming the field."""
    game = games.get(header.game)
    if game is None:
        known = ", ".join(sorted(games)) or "none"
        raise BadHeader("game", f"there is no game {header.game!r}; the games are: {known}")
    _check_players(header.players, game)
    own = header.game_options
    try:
        read_model(ContractOptions, {k: v for k, v in header.options.items() if k not in own})
        game.read_options(header.players, own)
    except BadOption as error:
        where = f"options.{error.field}" if error.field else "options"
        raise BadHeader(where, error.problem) from error


def _without_mark(line: str | bytes) -> str | bytes:
    """Drop the byte order mark with which some editors begin a file."""
    if isinstance(line, str):
        return line.removeprefix("\ufeff")
    return line.removeprefix(BOM_UTF8)


def is_seed(value: object) -> bool:
    """Return whether a value is a seed: a text of 64 hex digits."""
    return isinstance(value, str) and _SEED.fullmatch(value) is not None


def _seed(given: str | None) -> str:
    if given is None or not is_seed(given):
        raise ValueError
    return given.lower()


class _Header(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore", hide_input_in_errors=True)

    umpire: Annotated[float, Field(ge=1, le=1)]
    game: str
    players: list[str]
    options: dict[str, Any]
    seed: Annotated[str | None, AfterValidator(_seed)] = None
    meta: dict[str, Any] = Field(default_factory=dict)


_WANTED = {
    "umpire": "must be the number 1, the version of the contract",
    "game": "must be a text, the id of a game",
    "players": "must be a list of names",
    "options": "must be an object",
    "seed": "must be a text of 64 hex digits",
    "meta": "must be an object",
}


def _in_words(error: ErrorDetails) -> BadHeader:
    name, *inside = error["loc"]
    if error["type"] == "missing":
        return BadHeader(str(name), f"is missing; it {_WANTED[str(name)]}")
    if inside:
        return BadHeader(f"{name}[{inside[0]}]", "must be a name, as a text")
    return BadHeader(str(name), _WANTED[str(name)])


def _check_players(players: tuple[str, ...], game: AnyGame) -> None:
    if len(players) not in game.seats:
        few, many = game.seats[0], game.seats[-1]
        number = f"{few}" if few == many else f"{few} to {many}"
        raise BadHeader("players", f"{game.title} takes {number} players, not {len(players)}")
    check_names(players)
    for seat, name in enumerate(players):
        if problem := game.check_player(name):
            raise BadHeader(f"players[{seat}]", problem)


def check_names(players: Sequence[str]) -> None:
    """Check that these can be players of one match. Raises BadHeader naming the field."""
    seen: dict[str, str] = {}
    for seat, name in enumerate(players):
        where, key = f"players[{seat}]", likeness_key(name)
        if problem := _refused(name, key):
            raise BadHeader(where, problem)
        if seen.get(key) == name:
            raise BadHeader(
                where, f"{named(name)} is named twice; each player has a name of their own"
            )
        if key in seen:
            alike = f"{named(name)} is too much like {named(seen[key])}"
            raise BadHeader(where, f"{alike}: case, width, spaces and joiners make no difference")
        seen[key] = name


def _refused(name: str, key: str) -> str:
    """Return why no player may have this name, which is compared by `key`; empty if one may."""
    if not 1 <= len(name) <= _NAME_LENGTH:
        return f"a name has 1 to {_NAME_LENGTH} characters, not {len(name)}"
    if not is_printable(name) or name != name.strip():
        return f"{named(name)} must be printable, without a space at the beginning or end"
    if key.startswith(tuple(_NO_NAME_BEGINS)):
        return f"{named(name)} must not begin with {listed(_NO_NAME_BEGINS, 'or')}"
    if key in _NO_NAMES:
        return f"nobody may be called {named(name)}: Umpire uses that name itself"
    return ""
