"""The replay page: one self-contained file, made from a match's transcript and its log.

All foreign texts and names are only data, in a block of JSON that no browser runs and that contains
no `<`. The page's script puts them into the texts of elements.
"""

import html
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from string import Template as Text

from umpire.export.analysis import Analysis
from umpire.export.policy import content_source
from umpire.export.replay.bundle import bundle, read_static
from umpire.export.replay.charts import LEFT, RIGHT, chart
from umpire.export.replay.deltas import changes
from umpire.export.replay.frames import (
    Pool,
    draw,
    encode_pane,
    fairness_of,
    frame_histories,
    is_used,
    looks,
    panes,
    piece_colors,
)
from umpire.export.replay.help_pages import rules_data
from umpire.export.replay.move_list import RowPool
from umpire.export.replay.verdicts import CHANCES, analysis_data, curve
from umpire.export.replay.views import View, turn_data, views_of, waits
from umpire.export.script import script_as
from umpire.export.transcript import Transcript, Turn
from umpire.games.base import CHANCE, UMPIRE
from umpire.json_types import JsonObject
from umpire.match import Match, Move, moves
from umpire.projections.match_history import MatchHistory
from umpire.sheets.context import Context
from umpire.sheets.template import find_template
from umpire.store import FIRST_LINE
from umpire.store.replay import chained_hash, other_engine

_OPENING = FIRST_LINE - 1
RESERVE = "Reserve time left, in seconds"


def replay_page(transcript: Transcript, analysis: Analysis | None = None) -> str:
    """Return the replay page for a transcript. Raises UmpireError.

    An analysis reveals what every player could know, so it needs a complete transcript.
    """
    if analysis is not None and not transcript.is_complete:
        raise ValueError("an analysis is only for viewers who may see all of a closed match")
    data, charts = _data(transcript)
    if analysis is None:
        return _fill_page(data | {"analysis": None}, charts, {})
    frame_of = {turn["n"]: turn["frame"] for turn in data["turns"]}
    frames = data["turns"][-1]["frame"] + 1
    chances = curve(analysis, frame_of, frames, transcript.row.players)
    whole_data = data | {"analysis": analysis_data(analysis)}
    return _fill_page(whole_data, charts, {CHANCES: chart(chances, (0, 100))})


def _data(transcript: Transcript) -> tuple[JsonObject, Mapping[str, str]]:
    row, match, viewer = transcript.row, transcript.match, transcript.viewer
    histories = transcript.log.histories
    template = find_template(row.game, transcript.log.template)
    context = Context(row.id, match.title, row.players, clock=match.header.clock)
    drawn_panes = panes(template, context, viewer)
    views, pool, rows = views_of(drawn_panes), Pool(), RowPool(transcript.turns)
    turns = {_OPENING: None} | {turn.number: turn for turn in transcript.turns}
    turns_data: list[JsonObject] = []
    frames: list[MatchHistory] = []
    match_moves = moves(histories[-1].match, viewer)
    part, move_at = "", _move_counter(match_moves)
    for number, history in frame_histories(histories, turns):
        if not frames or frames[-1] is not history:
            draw(drawn_panes, history, fairness_of(history, row.commitment, transcript.seed))
            for view in views:
                view.add_frame(history.match)
            frames.append(history)
        turn = _turn(transcript, turns[number], history.match, views, rows)
        place = {"frame": len(frames) - 1, "part": part, "move": move_at(history.match)}
        turns_data.append(turn | place)
        part = _part(history.match, viewer)
    used_panes = [pane for pane in drawn_panes if is_used(pane)]
    panes_data = [encode_pane(pane, pool) for pane in used_panes]
    of_first = [pane for pane in drawn_panes if pane.viewer == drawn_panes[0].viewer]
    rules = rules_data(of_first, pool)
    data = {
        "id": row.id,
        "game": match.title,
        "players": list(row.players),
        "viewer": viewer,
        "closed": transcript.closed,
        "status": match.status,
        "result": match.result or None,
        "log": [json.loads(line) for line in script_as(transcript, _chart_viewer(transcript))],
        "turns": turns_data,
        "moves": len(match_moves),
        "rows": rows.rows,
        "views": [view.data(used_panes) for view in views],
        "panes": panes_data,
        "rules": rules,
        "pieces": piece_colors(drawn_panes[0].page, drawn_panes[0].spreadsheet.template.palette),
        "texts": list(pool.texts),
        "looks": looks(pool),
        "chart": [LEFT, RIGHT],
        "proof": _proof(histories) if transcript.closed and _has_hashed_states(histories) else None,
    }
    return data, _charts([history.match for history in frames], _chart_viewer(transcript))


def _move_counter(match_moves: Sequence[Move]) -> Callable[[Match], int]:
    """Return a function that counts the moves that had been made at a moment of the match."""
    numbers = {id(move.step): number for number, move in enumerate(match_moves, 1)}

    def count(match: Match) -> int:
        return next((numbers[id(step)] for step in match.steps() if id(step) in numbers), 0)

    return count


def _chart_viewer(transcript: Transcript) -> str | None:
    """Return the viewer of charts and log: nobody in particular for a complete transcript."""
    return None if transcript.viewer == UMPIRE else transcript.viewer


def _turn(
    transcript: Transcript,
    turn: Turn | None,
    now: Match,
    views: Sequence[View],
    rows: RowPool,
) -> JsonObject:
    """Return the data of a turn, without the words of its log line, which the page looks up."""
    reserve = now.reserve_left()
    data: JsonObject = {
        "n": _OPENING if turn is None else turn.line.n,
        "reserve": [reserve[player] for player in transcript.row.players],
        "status": now.status,
    }
    if turn is None:
        opening = rows.of_events(transcript.opening)
        return data | {"rows": opening, "waits": waits(now, transcript.viewer)}
    more = {
        "fell_at": turn.first_limit_at,
        "effect": turn.effect,
        "understood": turn.understood,
        "error": turn.line.error,
        "undone": turn.undone_by,
        "fallen_undone": turn.limits_undone_by,
    }
    data |= turn_data(transcript, turn, now, views, rows)
    return data | {key: value for key, value in more.items() if value is not None}


def _part(match: Match, viewer: str | None) -> str:
    """Return the present bout or round of the match, "" if the game has none."""
    state = match.state if viewer == UMPIRE else match.game.seen_by(match.state, viewer)
    report = match.game.report(state)
    for name in ("bout", "round"):
        number = report.get(name)
        if isinstance(number, int) and number > 0:
            return f"{name.capitalize()} {number}"
    return ""


def _charts(matches: Sequence[Match], viewer: str | None) -> Mapping[str, str]:
    """Return the charts by their titles: the game's scores, and the reserve of each player."""
    game, players = matches[0].game, matches[0].header.players
    scores = [game.scores(game.seen_by(match.state, viewer)) for match in matches]
    reserves = [match.reserve_left() for match in matches]
    titles = dict.fromkeys(title for tallies in scores for title in tallies)
    series = {
        title: {
            player: [tallies.get(title, {}).get(player) for tallies in scores] for player in players
        }
        for title in titles
    }
    series[RESERVE] = {player: [left[player] for left in reserves] for player in players}
    charts = {title: lines for title, lines in series.items() if _says_something(lines.values())}
    return {title: chart(lines) for title, lines in charts.items()}


def _says_something(lines: Iterable[Sequence[float | None]]) -> bool:
    return any(value is not None for line in lines for value in line) and any(
        len(set(line)) > 1 for line in lines
    )


def _has_hashed_states(histories: Sequence[MatchHistory]) -> bool:
    """Return whether the states fit the hashes. Those of another version may not."""
    if other_engine(histories[0].match.header) is None:
        return True
    return all(
        chained_hash(before.hash, after.judged_lines[-1].line, after.match) == after.hash
        for before, after in pairwise(histories)
    )


def _proof(histories: Sequence[MatchHistory]) -> JsonObject:
    """Return the data for checking the log: all states, and the draws of chance."""
    states = [history.match.game.report(history.match.state) for history in histories]
    return {
        "first": states[0],
        "states": [list(changes(*pair)) for pair in pairwise(states)],
        "draws": [
            [line.n, before.match.chance_count + 1, pending.decision.kind.name]
            for before, after in pairwise(histories)
            for line in [after.judged_lines[-1].line]
            if line.by == CHANCE and line.ok
            for pending in [before.match.pending_of(CHANCE)]
            if pending is not None
        ],
    }


def _fill_page(data: JsonObject, charts: Mapping[str, str], chances: Mapping[str, str]) -> str:
    script = f"\n{bundle('replay/main.js')}"
    sheets = (
        "table/colours.css",
        "table/piece.css",
        "table/results.css",
        "table/drawers.css",
        "replay/page.css",
        "replay/beside.css",
    )
    style = "\n" + "".join(map(read_static, sheets))
    return Text(read_static("replay/page.html")).substitute(
        script=script,
        style=style,
        script_source=content_source(script),
        style_source=content_source(style),
        figures=_figures(charts),
        chances=_figures(chances),
        data=_inert_json(data),
    )


def _figures(charts: Mapping[str, str]) -> str:
    return "".join(
        f"<figure><figcaption>{html.escape(title)}</figcaption>{svg}</figure>"
        for title, svg in charts.items()
    )


_ESCAPES = {ord(char): f"\\u{ord(char):04x}" for char in "<>&\x7f\u2028\u2029"}


def _inert_json(data: JsonObject) -> str:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.translate(_ESCAPES)
