"""Rebuild a match from its log: every line is judged again, with the same result."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from umpire.errors import UmpireError
from umpire.games.base import UMPIRE, AnyGame, BadOption
from umpire.games.notation import plain
from umpire.match import (
    Header,
    Judgement,
    Match,
    begin,
    canonical_state,
    header_hash,
    judge,
    line_hash,
)
from umpire.store.records import LogLine


@dataclass(frozen=True, slots=True)
class Replayed:
    """A line of the log, the match before it, and its judgement."""

    line: LogLine
    before: Match
    judgement: Judgement


def opening(game: AnyGame, header: Header) -> Judgement:
    """Return the match before its first line. Raises UmpireError for options of another version."""
    try:
        return begin(header, game)
    except BadOption as error:
        raise UmpireError(
            f"The match's options do not fit this version of {game.title} ({error}): use the "
            "version of umpire that began the match."
        ) from error


def replay(game: AnyGame, header: Header, lines: Iterable[LogLine]) -> Iterator[Replayed]:
    """Judge a log's lines again, accepted and rejected ones, in order.

    Raises UmpireError naming the first line that comes out otherwise than it is kept.
    """
    match = opening(game, header).match
    last = header_hash(header.to_json())
    for line in lines:
        judgement = judge(match, as_input(line))
        if judgement.code != line.code or judgement.ok != line.ok:
            raise _differs(line, f"was {_judged(line.code)} and is now {_judged(judgement.code)}")
        last = chained(last, line, judgement.match)
        if last != line.hash:
            raise _differs(line, "leads to a different state than before")
        yield Replayed(line, match, judgement)
        match = judgement.match


def begins(line: LogLine) -> bool:
    """Return whether a line begins a match: most of what the umpire says starts no clock."""
    return line.by != UMPIRE or (line.ok and plain(line.say or "") == "resume")


def as_input(line: LogLine) -> dict[str, Any]:
    """Return a line as the match contract reads it: its `t`, `by` and `say`, those it has."""
    given = {"t": line.t, "by": line.by, "say": line.say}
    return {key: value for key, value in given.items() if value is not None}


def as_logged(line: LogLine) -> dict[str, Any]:
    """Return a line as it is in the log, without its hash."""
    more = {"code": line.code, "cell": line.cell, "note": line.note, "seed": line.seed}
    present = {key: value for key, value in more.items() if value is not None}
    return {**as_input(line), "at": line.at, "ok": line.ok, **present}


def chained(last: str, line: LogLine, match: Match) -> str:
    """Return the hash of a line which led to a match, after the one with the hash `last`."""
    return line_hash(last, as_logged(line), canonical_state(match.game.report(match.state)))


def _judged(code: str | None) -> str:
    return f"rejected ({code})" if code else "accepted"


def _differs(line: LogLine, how: str) -> UmpireError:
    return UmpireError(
        f"The log does not fit this version's rules: line {line.n} {how}. See 'umpire verify', and "
        "use the version of umpire that began the match."
    )
