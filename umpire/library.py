"""The functions that `import umpire` adds to the match contract; they know the installed games."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any

from umpire import __version__, catalogue
from umpire import match as contract
from umpire.games.base import AnyGame
from umpire.json_types import JsonObject, copy_json
from umpire.match import Judgement, Match, Verdict, judge, read_line
from umpire.match.header import parse_header, read_header

_TEXT, _ONLY = attrgetter("text"), attrgetter("only")


def list_games() -> tuple[AnyGame, ...]:
    """Return the installed games, sorted by their ids."""
    return tuple(game for _, game in sorted(catalogue.games().items()))


def begin(
    game: str | AnyGame,
    players: Sequence[str],
    options: Mapping[str, Any] | None = None,
    *,
    seed: str | None = None,
) -> Match:
    """Return a new match; the players are in seat order.

    `game` is the id of an installed game, or a game itself. With a `seed` of 64 hex digits a
    generator answers for chance; without one you `say` the answers of chance like a player's.
    Raises BadHeader.
    """
    games = catalogue.games() if isinstance(game, str) else {game.id: game}
    line = {
        "umpire": 1,
        "game": game if isinstance(game, str) else game.id,
        "players": list(players),
        "options": dict(options or {}),
    }
    header = parse_header(line if seed is None else {**line, "seed": seed}, games)
    return contract.begin(header, games[header.game]).match


def say(match: Match, who: str, text: str, t: float | None = None) -> Judgement:
    """Judge what a player, `chance` or `umpire` says at `t` seconds, or right now.

    A rejected text raises no error: the judgement's `ok` is false, and `error` says why.
    """
    return judge(match, {"t": match.now if t is None else t, "by": who, "say": text})


def report(match: Match) -> JsonObject:
    """Return the whole report, with everything the umpire knows. The caller may change it."""
    whole_report: JsonObject = copy_json(contract.report(match))
    return whole_report


def view(match: Match, viewer: str | None) -> JsonObject:
    """Return the report as a player may know it; None is the public. The caller may change it.

    UMPIRE (`umpire`) may know all of it. Raises UnknownViewer for anybody else.
    """
    masked_report: JsonObject = copy_json(contract.view(match, viewer))
    return masked_report


def adjudicate(script: Iterable[str | bytes]) -> Iterator[JsonObject]:
    """Yield the result of each line of a script after its header, then the report.

    `only` names for each of the `events` the one player who may read it, None for everybody.
    Raises BadHeader if the first line is not the header of an installed game.
    """
    lines = iter(script)
    header = read_header(next(lines, b""), catalogue.games())
    opening = contract.begin(header, catalogue.games()[header.game])
    match = opening.match
    for number, line in enumerate(lines, 2):
        judgement = judge(match, read_line(line))
        yield _result(number, judgement)
        match = judgement.match
    yield {**_events_if_any(opening), "report": report(match)}


def verify(
    log: Iterable[str | bytes], *, commitment: str | None = None, head: str | None = None
) -> Verdict:
    """Adjudicate a log again up to its first difference, and return the verdict.

    If you noted the `commitment` or the `head` of the log (in hex), it must have those. Raises
    BadHeader if the first line is not the header of an installed game. If that header says that
    another version of umpire judged the log, the verdict is that it differs.
    """
    games = catalogue.games()
    return contract.verify(log, games, commitment=commitment, head=head, version=__version__)


def _result(line: int, judgement: Judgement) -> JsonObject:
    if judgement.code is None:
        return {"line": line, "ok": True, **_events(judgement)}
    code, error = judgement.code, judgement.error
    return {"line": line, "ok": False, "code": code, "error": error, **_events_if_any(judgement)}


def _events_if_any(judgement: Judgement) -> JsonObject:
    """Return the events; without any, not even the keys."""
    return _events(judgement) if judgement.events else {}


def _events(judgement: Judgement) -> JsonObject:
    events = judgement.events
    return {"events": [*map(_TEXT, events)], "only": [*map(_ONLY, events)]}
