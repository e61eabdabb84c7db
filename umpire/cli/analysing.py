"""`umpire export --analyse`: judge each answer of a match, with progress on a terminal."""

from collections.abc import Iterator, Sequence

import click
from rich.console import Console
from rich.progress import track

from umpire.bots.thinking import value_for
from umpire.errors import UmpireError, UsageError
from umpire.export.analysis import (
    Analysis,
    AnswerVerdict,
    PlayerAnswer,
    evaluate_answer,
    player_answers,
)
from umpire.export.formats import ExportRequest
from umpire.games.base import UMPIRE
from umpire.store import MatchRow


def analyse(order: ExportRequest, playouts: int) -> Analysis:
    """Return the analysis of a closed match; Ctrl-C ends it early. Raises UmpireError."""
    _check(order)
    transcript = order.transcript
    answers = list(player_answers(order.match.log.replays))
    verdicts = tuple(_verdicts_until_stopped(answers, playouts))
    if len(verdicts) < len(answers):
        count = f"{len(verdicts)} of {len(answers)} answers"
        click.echo(f"umpire: stopped after {count}. The replay tells of those.", err=True)
    return Analysis(
        playouts=playouts,
        answer_count=len(answers),
        verdicts=verdicts,
        results={player: value_for(transcript.match, player) for player in transcript.row.players},
        undone_lines=frozenset(
            turn.number for turn in transcript.turns if turn.undone_by is not None
        ),
    )


def _verdicts_until_stopped(
    answers: Sequence[PlayerAnswer], playouts: int
) -> Iterator[AnswerVerdict]:
    """Yield the verdicts, with progress on a terminal, until Ctrl-C."""
    console = Console(stderr=True)
    progress = track(
        answers,
        "Analysing",
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    try:
        for answer in progress:
            yield evaluate_answer(answer, playouts)
    except NotImplementedError:
        title = answers[0].match.game.title
        raise UmpireError(
            f"{title} hides something that no bot can guess: leave out --analyse."
        ) from None
    except KeyboardInterrupt:
        return


def _check(order: ExportRequest) -> None:
    """Raise UmpireError if this match cannot be analysed, or not for this viewer."""
    match = order.match
    if order.viewer != UMPIRE:
        raise UsageError("--analyse tells what every player could know: leave out --as.")
    if match.game.is_directed:
        raise UmpireError(
            f"{match.game.title} is directed by its umpire, so no bot can think ahead in it: "
            "leave out --analyse."
        )
    if match.row.status != "closed":
        raise UmpireError(_not_closed(match.row))


def _not_closed(row: MatchRow) -> str:
    if row.status == "over":
        return f"Only a closed match is analysed: 'umpire close {row.id}' closes {row.id}."
    return f"Only a closed match is analysed, and {row.id} is not over."
