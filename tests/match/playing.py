"""What the tests of the contract share: the toy game played from lines as short tuples."""

import json
from collections.abc import Iterable
from typing import Any

from toy import GAME

from umpire.match import Judgement, Match, begin, judge, read_header, report

GAMES = {GAME.id: GAME}
Line = tuple[Any, ...]


def header_line(*phases: Any, players: Iterable[str] = ("Ana", "Bo"), **more: Any) -> str:
    """A header; a phase that is a text stands for who is asked."""
    given = [{"who": phase} if isinstance(phase, str) else phase for phase in phases]
    seed = {"seed": more.pop("seed")} if "seed" in more else {}
    options = {"phases": given, **more} if given else more
    line = {"umpire": 1, "game": GAME.id, "players": list(players), "options": options, **seed}
    return json.dumps(line)


def begun(*phases: Any, **more: Any) -> Match:
    header = read_header(header_line(*phases, **more), GAMES)
    return begin(header, GAME).match


def as_object(line: Line) -> dict[str, Any]:
    """`(t,)`, `(t, by, say)`: a line as a script has it."""
    return dict(zip(("t", "by", "say"), line, strict=False))


def tell(match: Match, *lines: Line) -> list[Judgement]:
    """Judge lines one after another."""
    judged = []
    for line in lines:
        judged.append(judge(match, as_object(line)))
        match = judged[-1].match
    return judged


def after(match: Match, *lines: Line) -> Match:
    """The match after lines all of which are accepted."""
    for line in lines:
        judgement = judge(match, as_object(line))
        assert judgement.ok, f"{line}: {judgement.error}"
        match = judgement.match
    return match


def code(match: Match, *line: Any) -> str | None:
    """The code of one line, None if it is accepted."""
    return judge(match, as_object(line)).code


def texts(judgement: Judgement) -> list[str]:
    return [event.text for event in judgement.events]


def said(match: Match) -> list[list[Any]]:
    """Whose numbers have been taken and applied, in order."""
    return [list(one) for one in report(match)["state"]["said"]]


def owing(match: Match) -> list[str]:
    return [pending.by for pending in match.pending]
