"""The end of a match as each viewer may know it, for a page that shows it in large type.

It is data beside the cells, like the countdowns, and contains only what the viewer's own texts and
events tell.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Final

from umpire.games.base import Outcome, TurningPoint
from umpire.games.results import Result, addressed
from umpire.games.text import in_full, join_words
from umpire.json_types import JsonObject
from umpire.match import Match, results, screen
from umpire.projections.judged_line import JudgedLine
from umpire.projections.match_history import MatchHistory
from umpire.projections.spreadsheets import Spreadsheet
from umpire.sheets.context import Page
from umpire.sheets.ranges import ASK, HEADLINE
from umpire.store.worldtime import duration

_LOST: Final = "You lost"
_NUMBERED: Final = re.compile(r"(.+) \d+")
"""The name of a round that has a number."""


@dataclass(frozen=True, slots=True)
class OnwardLinks:
    """The links from a closed match to its replay and the next match.

    All are the part of an address after `/s/<secret>/`. `watch` leads to the replay, None while
    there is none, and `again` has each player's link to the next match. `has_next_match` tells
    whether there will be one.
    """

    watch: str | None = None
    again: Mapping[str, str] = field(default_factory=dict)
    has_next_match: bool = False


NO_LINKS: Final = OnwardLinks()
"""The links of a match that has no replay and no next match."""


def endings(
    history: MatchHistory, spreadsheet: Spreadsheet, links: OnwardLinks
) -> Iterator[JsonObject]:
    """Yield the end of a match for each tab with a question or a headline.

    Yield nothing before the end of the match, and nothing for the console.
    """
    outcome = history.match.outcome
    if outcome is None or spreadsheet.is_console:
        return
    for page in spreadsheet.pages:
        name = next((name for name in (ASK, HEADLINE) if name in page.tab.named_rects), None)
        if name is not None:
            viewer = _viewer(page, spreadsheet)
            ending = _ending(history, outcome, viewer, links)
            opened = {
                "opened": dict(_revealed_cells(history.match, page, viewer)),
                "opened_pieces": dict(_revealed_pieces(history.match, viewer)),
            }
            yield {"range": page.name(name), "end": ending | opened}


def _viewer(page: Page, spreadsheet: Spreadsheet) -> str | None:
    return page.player or spreadsheet.viewer


def _ending(
    history: MatchHistory, outcome: Outcome, viewer: str | None, links: OnwardLinks
) -> JsonObject:
    match = history.match
    scores = _scores(history, viewer)
    unit, score = next(iter(scores.items()), ("", []))
    again = None if viewer is None else links.again.get(viewer)
    return {
        "won": _result_for(outcome, viewer, match.header.players),
        "headline": headline_for(outcome, viewer, match.header.players),
        "reason": _reason(match, outcome, viewer),
        "score": [*_said_to(viewer, score)],
        "unit": unit.lower(),
        "decisive": _decisive_moment(history, viewer),
        "numbers": list(_numbers(history, viewer, scores)),
        "watch": links.watch if match.closed else None,
        "again": again if match.closed else None,
        "played_again": links.has_next_match,
        "closed": match.closed,
        "match": match.header.meta.get("id"),
    }


def _revealed_cells(
    match: Match, page: Page, viewer: str | None
) -> Iterator[tuple[str, list[list[int]]]]:
    """Yield the cells that were hidden from a viewer until the match was closed, by range."""
    if not match.closed:
        return
    hidden, shown = screen(match.replace(closed=False), viewer), screen(match, viewer)
    for name in page.tab.named_rects:
        # A game may lay out more, or less, once nothing is hidden.
        rows = zip(hidden.get(name, ()), shown.get(name, ()), strict=False)
        cells = [
            [row, column]
            for row, (before, now) in enumerate(rows)
            for column, (old_text, text) in enumerate(zip(before, now, strict=False))
            if text and text != old_text
        ]
        if cells:
            yield page.name(name), cells


def _revealed_pieces(match: Match, viewer: str | None) -> Iterator[tuple[str, JsonObject]]:
    """Yield the pieces of each player that were hidden until the match was closed, by round."""
    if not match.closed:
        return
    hidden = {result.name: result for result in results(match.replace(closed=False), viewer)}
    for result in results(match, viewer):
        before = _pieces(hidden[result.name]) if result.name in hidden else {}
        opened = {
            player: [*(pieces - before.get(player, Counter())).elements()]
            for player, pieces in _pieces(result).items()
        }
        if any(opened.values()):
            yield result.name, {player: pieces for player, pieces in opened.items() if pieces}


def _pieces(result: Result) -> dict[str, Counter[str]]:
    """Return the pieces of each player in a result."""
    pieces: dict[str, Counter[str]] = {}
    for row in result.rows:
        if row.by is not None:
            shown = (*row.pieces, *chain.from_iterable(row.columns))
            pieces.setdefault(row.by, Counter()).update(filter(None, shown))
    return pieces


def _result_for(outcome: Outcome, viewer: str | None, players: tuple[str, ...]) -> str:
    if outcome.is_void:
        return "none"
    if not outcome.winners:
        return "draw"
    if viewer in outcome.winners:
        return "you"
    return "other" if viewer in players else "none"


def headline_for(outcome: Outcome, viewer: str | None, players: tuple[str, ...]) -> str:
    """Return the result in a few words, said to the viewer."""
    if outcome.is_void:
        return "The match is void"
    if not outcome.winners:
        return "A draw"
    if viewer in outcome.winners:
        others = [player for player in outcome.winners if player != viewer]
        return f"{join_words(['You', *others])} won"
    return _LOST if viewer in players else f"{join_words(outcome.winners)} won"


def _reason(match: Match, outcome: Outcome, viewer: str | None) -> str:
    """Return why the match ended so, as a sentence said to the viewer; empty if there is none."""
    if outcome.is_void:
        return "It has no result."
    why = match.game.reason(match.game.seen_by(match.state, viewer))
    if why:
        return _sentence(addressed(why, match.header.players, viewer))
    why = match.result.partition(": ")[2]
    if not why and headline_for(outcome, viewer, match.header.players) == _LOST:
        why = f"{join_words(outcome.winners)} won"
    return _sentence(why)


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}." if text else ""


def _said_to(viewer: str | None, score: list[tuple[str, float]]) -> Iterator[tuple[str, float]]:
    """Yield a score said to its reader, whose own comes first."""
    yield from (("You", number) for player, number in score if player == viewer)
    yield from ((player, number) for player, number in score if player != viewer)


def _scores(history: MatchHistory, viewer: str | None) -> dict[str, list[tuple[str, float]]]:
    """Return the scores of all players by title, if the viewer knows all of them."""
    match = history.match
    view = match.game.seen_by(match.state, viewer)
    return {
        title: [(player, counts[player]) for player in match.header.players]
        for title, counts in match.game.scores(view).items()
        if all(player in counts for player in match.header.players)
    }


def _numbers(
    history: MatchHistory, viewer: str | None, scores: Mapping[str, list[tuple[str, float]]]
) -> Iterator[list[str]]:
    """Yield other numbers of the match, each after its name."""
    if viewer in history.match.header.players:
        yield from _rounds_won(results(history.match, viewer), viewer)
    yield ["Time", duration(history.match.length)]
    if viewer is not None:
        own = [judged for judged in history.judged_lines if judged.line.by == viewer]
        yield ["Answers you sent", str(len(own))]
        if refused := sum(not judged.line.ok for judged in own):
            yield ["Of these refused", str(refused)]
    for title, score in list(scores.items())[1:]:
        counts = _said_to(viewer, score)
        yield [title, " · ".join(f"{player} {in_full(number)}" for player, number in counts)]


def _rounds_won(all_results: tuple[Result, ...], viewer: str | None) -> Iterator[list[str]]:
    """Yield how many of the rounds a player won, if all are numbered alike and any can be won."""
    if all(result.won is None for result in all_results):
        return
    matches = [_NUMBERED.fullmatch(result.name) for result in all_results]
    kinds = {match[1] if match else None for match in matches}
    if kinds and None not in kinds and len(kinds) == 1:
        won = sum(result.won == viewer for result in all_results)
        yield [f"{kinds.pop()}s won", f"{won} of {len(all_results)}"]


def _decisive_moment(history: MatchHistory, viewer: str | None) -> JsonObject | None:
    """Return the turning point that the game names, or else the answer that ended the match.

    Return None for a void match.
    """
    match = history.match
    if match.is_void:
        return None
    turning_point = match.game.turning_point(match.game.seen_by(match.state, viewer))
    if turning_point is not None:
        names = {result.name for result in results(match, viewer)}
        name = turning_point.title.partition(":")[0]
        line = _line_of(history, turning_point.told, viewer)
        return _turning_point(match, turning_point, line) | {"round": name if name in names else ""}
    last = _last_answer(history, viewer)
    if last is None:
        return None
    whose = "Your" if last.line.by == viewer else f"{last.line.by}'s"
    texts = _texts_from(history, last, viewer)
    if not texts:
        return None
    return _turning_point(match, TurningPoint(f"{whose} last answer", " ".join(texts)), last.line.n)


def _turning_point(match: Match, turning_point: TurningPoint, line: int | None) -> JsonObject:
    """Return a turning point as JSON, with its turn in the replay once the match is closed.

    Before that, the number would tell a viewer how many lines are hidden from them.
    """
    turn = line if match.closed else None
    return {
        "title": turning_point.title,
        "text": turning_point.text,
        "turn": turn,
        "rule": turning_point.rule,
    }


def _last_answer(history: MatchHistory, viewer: str | None) -> JudgedLine | None:
    """Return the last answer before the end of the match that was not taken back.

    In a directed game it is the viewer's own, or has an event for the viewer, who may not even know
    of other answers.
    """
    match, ended_by = history.match, history.ended_by or 0
    newest_first = reversed(history.lines_in_force())
    before = (judged for judged in newest_first if judged.line.n <= ended_by)
    answers = (
        judged for judged in before if judged.line.by in match.header.players and judged.line.ok
    )
    if match.game.is_directed:
        answers = (
            judged for judged in answers if judged.line.by == viewer or _texts_for(viewer, judged)
        )
    return next(answers, None)


def _texts_for(viewer: str | None, judged: JudgedLine) -> list[str]:
    return [event.text for event in judged.events if event.is_told_to(viewer)]


def _texts_from(history: MatchHistory, first: JudgedLine, viewer: str | None) -> list[str]:
    """Return the events for a viewer from a line on until the match ended."""
    return [
        text
        for judged in history.lines_in_force()
        if first.line.n <= judged.line.n <= (history.ended_by or 0) and not judged.is_undo
        for text in _texts_for(viewer, judged)
    ]


def _line_of(history: MatchHistory, beginning: str, viewer: str | None) -> int | None:
    """Return the number of the last line with an event for a viewer that begins like this."""
    return next(
        (
            judged.line.n
            for judged in reversed(history.lines_in_force())
            for text in _texts_for(viewer, judged)
            if beginning and text.startswith(beginning)
        ),
        None,
    )
