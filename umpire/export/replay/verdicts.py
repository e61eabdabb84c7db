"""The analysis on the replay page: verdicts beside the answers, key moments, and a curve."""

from collections.abc import Mapping, Sequence

from umpire.export.analysis import Analysis, AnswerVerdict, KeyMoment
from umpire.export.replay.charts import Series
from umpire.json_types import JsonObject

CHANCES = "Chances when asked, as each player could see them, in percent"


def analysis_data(analysis: Analysis) -> JsonObject:
    """Return the analysis for the page's script: verdicts by line, and the moments in order."""
    return {
        "playouts": analysis.playouts,
        "given": analysis.answer_count,
        "verdicts": {str(verdict.line): _verdict(verdict) for verdict in analysis.verdicts},
        "moments": [_moment(moment) for moment in analysis.moments()],
    }


def _verdict(verdict: AnswerVerdict) -> JsonObject:
    data: JsonObject = {
        "looks": verdict.rating,
        "answer": verdict.answer,
        "worth": _percent(verdict.worth),
    }
    if verdict.rating in ("good", "lost"):
        data |= {"best": verdict.best, "chances": _percent(verdict.chances)}
    return data


def _moment(moment: KeyMoment) -> JsonObject:
    after = moment.after
    return {"n": moment.verdict.line, "after": None if after is None else _percent(after)}


def curve(
    analysis: Analysis, frame_of: Mapping[int, int], frames: int, players: Sequence[str]
) -> Series:
    """Return each player's chances in each frame, as of the last question to that player.

    `frame_of` has the frame after each line. The last frame has the result. An analysis that was
    stopped has no chances after its last answer.
    """
    chances: dict[str, dict[int, float]] = {player: {} for player in players}
    for verdict in analysis.verdicts:
        chances[verdict.player][frame_of[verdict.line - 1]] = _percent(verdict.chances)
    if analysis.is_whole:
        for player, worth in analysis.results.items():
            chances[player][frames - 1] = _percent(worth)
    last = max((frame for by_frame in chances.values() for frame in by_frame), default=-1)
    return {player: _fill_forward(by_frame, last, frames) for player, by_frame in chances.items()}


def _fill_forward(by_frame: Mapping[int, float], last: int, frames: int) -> list[float | None]:
    """Return the last number up to each frame, None before the first and after `last`."""
    values: list[float | None] = []
    now: float | None = None
    for frame in range(frames):
        now = by_frame.get(frame, now)
        values.append(now if frame <= last else None)
    return values


def _percent(share: float) -> int:
    return round(100 * share)
