"""Rebuild a match from its log by judging every line again.

A log that another version of umpire began may lead to other states under this version. As long as
every line has the same judgement, the match goes on with the stored hashes.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from umpire import __version__
from umpire.catalogue import find_game
from umpire.errors import UmpireError
from umpire.games.base import UMPIRE, AnyGame, BadOption, Outcome
from umpire.games.text import normalize
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
from umpire.store.records import LogLine, MatchRow
from umpire.store.store import Store

_SHARED_VICTORY = "shared"
"""The reason code in a game by hand that several players have won."""


@dataclass(frozen=True, slots=True)
class ReplayedLine:
    """A line of the log, the match before it, and its judgement."""

    line: LogLine
    before: Match
    judgement: Judgement


def open_match(game: AnyGame, header: Header) -> Judgement:
    """Return the match before its first line.

    Raises UmpireError if its options do not fit this version.
    """
    try:
        return begin(header, game)
    except BadOption as error:
        engine = other_engine(header)
        began = "the version of umpire" if engine is None else f"umpire {engine}, the version"
        raise UmpireError(
            f"The match's options do not fit this version of {game.title} ({error}): use {began} "
            "that began the match."
        ) from error


def replay(game: AnyGame, header: Header, lines: Iterable[LogLine]) -> Iterator[ReplayedLine]:
    """Judge a log's lines again, accepted and rejected ones, in order.

    Raises UmpireError with the first line that has another judgement than before or, in a log that
    this version began, leads to another state.
    """
    match = open_match(game, header).match
    last = header_hash(header.to_json())
    is_own = other_engine(header) is None
    for line in lines:
        judgement = judge_again(match, line)
        # the hash of another version is of a state that this one cannot always make again
        if is_own and chained_hash(last, line, judgement.match) != line.hash:
            raise _mismatch(header, f"line {line.n} leads to a different state than before")
        last = line.hash
        yield ReplayedLine(line, match, judgement)
        match = judgement.match


def judge_again(match: Match, line: LogLine) -> Judgement:
    """Judge a line of the log again. Raises UmpireError if the judgement is not the same."""
    judgement = judge(match, as_input(line))
    if judgement.code == line.code and judgement.ok == line.ok:
        return judgement
    before, now = _verdict_in_words(line.code), _verdict_in_words(judgement.code)
    raise _mismatch(match.header, f"line {line.n} was {before} and is now {now}")


def check_result(row: MatchRow, match: Match, last: int) -> None:
    """Check that a match that is over has the same result under this version.

    `last` is the number of its last line. Raises UmpireError.
    """
    if not row.is_over or other_engine(match.header) is None:
        return
    before, now = _result_in_words(row.outcome), _result_in_words(match.outcome)
    if before != now:
        raise _mismatch(match.header, f"after line {last} it was {before} and is now {now}")


def other_engine(header: Header) -> str | None:
    """Return the version of umpire that began a log, None if it is this version."""
    engine = header.meta.get("engine", __version__)
    return None if engine == __version__ else str(engine)


def outcome_of(store: Store, row: MatchRow) -> Outcome | None:
    """Return how a match ended, None if it has not ended.

    Stores of earlier versions lack the names of players who have won together. The log has them.
    """
    outcome = row.outcome
    if outcome is None or outcome.winners or outcome.reason != _SHARED_VICTORY:
        return outcome
    with suppress(UmpireError):  # the game may not be installed, or have other rules now
        for replayed in replay(find_game(row.game), row.header(), store.lines(row.id)):
            outcome = replayed.judgement.match.outcome or outcome
    return outcome


def begins_match(line: LogLine) -> bool:
    """Return whether a line begins a match. Of the umpire's lines only `resume` does."""
    return line.by != UMPIRE or (line.ok and normalize(line.say or "") == "resume")


def as_input(line: LogLine) -> dict[str, Any]:
    """Return a line as an input of the match contract: its `t`, `by` and `say`, if it has them."""
    fields = {"t": line.t, "by": line.by, "say": line.say}
    return {key: value for key, value in fields.items() if value is not None}


def as_logged(line: LogLine) -> dict[str, Any]:
    """Return a line as JSON for the log, without its hash."""
    more = {"code": line.code, "cell": line.cell, "note": line.note, "seed": line.seed}
    present = {key: value for key, value in more.items() if value is not None}
    return {**as_input(line), "at": line.at, "ok": line.ok, **present}


def chained_hash(last: str, line: LogLine, match: Match) -> str:
    """Return the hash of a line that led to this match; `last` is the hash of the line before."""
    return line_hash(last, as_logged(line), canonical_state(match.game.report(match.state)))


def _verdict_in_words(code: str | None) -> str:
    return f"rejected ({code})" if code else "accepted"


def _result_in_words(outcome: Outcome | None) -> str:
    if outcome is None:
        return "not over"
    how = f"won by {outcome.winner}" if outcome.winner else "over without a winner"
    return f"{how} ({outcome.reason})"


def _mismatch(header: Header, how: str) -> UmpireError:
    engine = other_engine(header)
    if engine is None:
        return UmpireError(
            f"The log does not fit this version's rules: {how}. See 'umpire verify', and use the "
            "version of umpire that began the match."
        )
    return UmpireError(
        f"The log was begun by umpire {engine} and does not fit the rules of umpire {__version__}, "
        f"which this is: {how}, so nothing was changed; go on with umpire {engine}."
    )
