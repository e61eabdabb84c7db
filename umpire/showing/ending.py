"""How a match ended, for a page that shows its end large: for each viewer what they may know.

It is data beside the cells, as the countdowns are, and tells nothing that the viewer's own texts
and events do not tell.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from umpire.games.base import Outcome, TurningPoint
from umpire.games.text import in_full
from umpire.json_types import JsonObject
from umpire.match import Match, screen
from umpire.sheets.context import Page
from umpire.sheets.ranges import ASK, HEADLINE
from umpire.showing.judged_line import JudgedLine
from umpire.showing.match_history import MatchHistory
from umpire.showing.sentences import to_a_winner
from umpire.showing.spreadsheets import Spreadsheet
from umpire.store.worldtime import duration

_OPPONENT = ": the opponent "
"""Follows how somebody has won where a game says what the other player did."""


@dataclass(frozen=True, slots=True)
class Afterwards:
    """Where a match goes on once it is closed, as addresses that follow `/s/<secret>/`.

    `watch` is the replay's, None while there is none, and `again` each player's own place in the
    next match. `is_played_again` tells whether there will be one.
    """

    watch: str | None = None
    again: Mapping[str, str] = field(default_factory=dict)
    is_played_again: bool = False


NOTHING_YET: Final = Afterwards()
"""Of a match that has no replay and no next match yet."""


def endings(
    record: MatchHistory, spreadsheet: Spreadsheet, afterwards: Afterwards
) -> Iterator[JsonObject]:
    """Yield how the match ended for each tab that asks somebody or tells who is asked.

    While it is not over there is nothing to tell, and on the console never.
    """
    outcome = record.match.outcome
    if outcome is None or spreadsheet.is_console:
        return
    for page in spreadsheet.pages:
        name = next((one for one in (ASK, HEADLINE) if one in page.tab.named), None)
        if name is not None:
            viewer = _viewer(page, spreadsheet)
            told = _ending(record, outcome, viewer, afterwards)
            opened = dict(_opened(record.match, page, viewer))
            yield {"range": page.name(name), "end": {**told, "opened": opened}}


def _viewer(page: Page, spreadsheet: Spreadsheet) -> str | None:
    return page.player or spreadsheet.viewer


def _ending(
    record: MatchHistory, outcome: Outcome, viewer: str | None, afterwards: Afterwards
) -> JsonObject:
    match = record.match
    headline, reason = _told(record, outcome, viewer)
    scores = _scores(record, viewer)
    unit, score = next(iter(scores.items()), ("", []))
    again = None if viewer is None else afterwards.again.get(viewer)
    return {
        "won": _won(outcome, viewer, match.header.players),
        "headline": headline,
        "reason": reason,
        "score": score,
        "unit": unit.lower(),
        "decisive": _decisive(record, viewer),
        "numbers": list(_numbers(record, viewer, scores)),
        "watch": afterwards.watch if match.closed else None,
        "again": again if match.closed else None,
        "played_again": afterwards.is_played_again,
        "closed": match.closed,
        "match": match.header.meta.get("id"),
    }


def _opened(match: Match, page: Page, viewer: str | None) -> Iterator[tuple[str, list[list[int]]]]:
    """Yield what was hidden from a viewer until the match was closed: cells, by their ranges."""
    if not match.closed:
        return
    hidden, shown = screen(match.replace(closed=False), viewer), screen(match, viewer)
    for name in page.tab.named:
        # A game may lay out more, or less, once nothing is hidden.
        rows = zip(hidden.get(name, ()), shown.get(name, ()), strict=False)
        cells = [
            [row, column]
            for row, (before, now) in enumerate(rows)
            for column, (was, text) in enumerate(zip(before, now, strict=False))
            if text and text != was
        ]
        if cells:
            yield page.name(name), cells


def _won(outcome: Outcome, viewer: str | None, players: tuple[str, ...]) -> str:
    if outcome.is_void:
        return "none"
    if not outcome.winners:
        return "draw"
    if viewer in outcome.winners:
        return "you"
    return "other" if viewer in players else "none"


def _told(record: MatchHistory, outcome: Outcome, viewer: str | None) -> tuple[str, str]:
    """Return the result in a few words, and in a sentence how it came about."""
    match = record.match
    if outcome.is_void:
        return "The match is void", "It has no result."
    told = match.result
    if outcome.winner is None:
        return to_a_winner(outcome, viewer, told), ""
    headline = "You have won" if outcome.winner == viewer else f"{outcome.winner} has won"
    how = told.removeprefix(f"{outcome.winner} has won")
    others = [one for one in match.header.players if one != outcome.winner]
    if how.startswith(_OPPONENT) and len(others) == 1:
        return headline, f"{others[0]} {how.removeprefix(_OPPONENT)}."
    reason = how.lstrip(": ")
    return headline, f"{reason[0].upper()}{reason[1:]}." if reason else ""


def _scores(record: MatchHistory, viewer: str | None) -> dict[str, list[tuple[str, float]]]:
    """Return what the game counts of each player, by title, where all of it is known."""
    match = record.match
    seen = match.game.seen_by(match.state, viewer)
    return {
        title: [(player, counts[player]) for player in match.header.players]
        for title, counts in match.game.scores(seen).items()
        if all(player in counts for player in match.header.players)
    }


def _numbers(
    record: MatchHistory, viewer: str | None, scores: Mapping[str, list[tuple[str, float]]]
) -> Iterator[list[str]]:
    """Yield the numbers of the match beside its score, each with what it counts."""
    yield ["Time", duration(record.match.length)]
    if viewer is not None:
        own = [one for one in record.judged if one.line.by == viewer]
        yield ["Answers you sent", str(len(own))]
        if refused := sum(not one.line.ok for one in own):
            yield ["Of these refused", str(refused)]
    for title, score in list(scores.items())[1:]:
        yield [title, " · ".join(f"{player} {in_full(number)}" for player, number in score)]


def _decisive(record: MatchHistory, viewer: str | None) -> JsonObject | None:
    """Return what decided the match: what the game names, or else the answer that ended it.

    Nothing decided one that is void.
    """
    match = record.match
    if match.is_void:
        return None
    named = match.game.turning_point(match.game.seen_by(match.state, viewer))
    if named is not None:
        return _told_of(match, named, _where(record, named.told, viewer))
    last = _last_answer(record, viewer)
    if last is None:
        return None
    whose = "Your" if last.line.by == viewer else f"{last.line.by}'s"
    told = _from(record, last, viewer)
    if not told:
        return None
    return _told_of(match, TurningPoint(f"{whose} last answer", " ".join(told)), last.line.n)


def _told_of(match: Match, named: TurningPoint, line: int | None) -> JsonObject:
    """Return what is told of it, once the match is closed with its turn in the replay.

    Before that the number would tell a viewer how many lines they know nothing of.
    """
    turn = line if match.closed else None
    return {"title": named.title, "text": named.text, "turn": turn, "rule": named.rule}


def _last_answer(record: MatchHistory, viewer: str | None) -> JudgedLine | None:
    """Return the answer after which nothing more was answered before the match ended.

    It is none that was taken back. In a game that is directed it is one that told the viewer
    something: of others they may not even know.
    """
    match, ended_by = record.match, record.ended_by or 0
    before = (one for one in reversed(record.lines_in_force()) if one.line.n <= ended_by)
    answers = (one for one in before if one.line.by in match.header.players and one.line.ok)
    if match.game.is_directed:
        answers = (one for one in answers if one.line.by == viewer or _read_by(viewer, one))
    return next(answers, None)


def _read_by(viewer: str | None, judged: JudgedLine) -> list[str]:
    return [event.text for event in judged.events if event.is_told_to(viewer)]


def _from(record: MatchHistory, first: JudgedLine, viewer: str | None) -> list[str]:
    """Return what a viewer was told from a line on until the match ended."""
    return [
        text
        for one in record.lines_in_force()
        if first.line.n <= one.line.n <= (record.ended_by or 0) and not one.is_undo
        for text in _read_by(viewer, one)
    ]


def _where(record: MatchHistory, told: str, viewer: str | None) -> int | None:
    """Return the line of the log at which a viewer was told what begins so."""
    return next(
        (
            one.line.n
            for one in reversed(record.lines_in_force())
            for text in _read_by(viewer, one)
            if told and text.startswith(told)
        ),
        None,
    )
