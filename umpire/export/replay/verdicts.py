"""What the replay page tells of an analysis: a verdict beside each answer, moments and a curve."""

from collections.abc import Mapping, Sequence

from umpire.export.analysis import Analysis, AnswerVerdict, KeyMoment
from umpire.export.replay.charts import Series
from umpire.json_types import JsonObject

CHANCES = "Chances when asked, as each player could see them, in percent"


def verdicts_told(analysis: Analysis) -> JsonObject:
    """Return the analysis for the page's script: verdicts by line, and the moments in order."""
    return {
        "playouts": analysis.playouts,
        "given": analysis.given,
        "verdicts": {str(one.line): _verdict(one) for one in analysis.verdicts},
        "moments": [_moment(one) for one in analysis.moments()],
    }


def _verdict(one: AnswerVerdict) -> JsonObject:
    told: JsonObject = {"looks": one.looks, "answer": one.answer, "worth": _percent(one.worth)}
    if one.looks in ("good", "lost"):
        told |= {"best": one.best, "chances": _percent(one.chances)}
    return told


def _moment(moment: KeyMoment) -> JsonObject:
    after = moment.after
    return {"n": moment.verdict.line, "after": None if after is None else _percent(after)}


def curve(
    analysis: Analysis, frame_of: Mapping[int, int], frames: int, players: Sequence[str]
) -> Series:
    """Return each player's chances frame by frame: those they had when they were last asked.

    `frame_of` tells after which line there is which frame. In the last one is what came of it.
    Of an analysis that was stopped nothing is told beyond the last answer.
    """
    known: dict[str, dict[int, float]] = {player: {} for player in players}
    for one in analysis.verdicts:
        known[one.player][frame_of[one.line - 1]] = _percent(one.chances)
    if analysis.is_whole:
        for player, worth in analysis.ended.items():
            known[player][frames - 1] = _percent(worth)
    last = max((frame for found in known.values() for frame in found), default=-1)
    return {player: _kept(found, last, frames) for player, found in known.items()}


def _kept(found: Mapping[int, float], last: int, frames: int) -> list[float | None]:
    """Return for each frame the last number before it, None before the first and after `last`."""
    kept: list[float | None] = []
    now: float | None = None
    for frame in range(frames):
        now = found.get(frame, now)
        kept.append(now if frame <= last else None)
    return kept


def _percent(share: float) -> int:
    return round(100 * share)
