"""What the tests of exports share: a match of the made-up game of numbers, played into a store."""

from collections.abc import Iterable, Sequence
from typing import Any

from umpire.games.base import CHANCE
from umpire.match import Header, begin, chance_answer, header_hash, judge, line_hash
from umpire.store import LogLine, Store
from umpire.store.worldtime import rfc3339

SEED = "5e" * 32
NOON = 1_767_268_800.0  # 2026-01-01T12:00:00Z

Said = Sequence[Any]


def play(
    store: Store,
    game: Any,
    said: Iterable[Said],
    *,
    players: tuple[str, ...] = ("Ana", "Bo"),
    options: dict[str, Any] | None = None,
    **more: Any,
) -> str:
    """Play a match into the store, chance answered from the seed, as a live match does."""
    header = Header(game.id, players, options or {})
    match = begin(header, game).match
    hashed = header_hash(header)
    lines: list[LogLine] = []

    def say(t: float, by: str | None, text: str | None, **of_this: Any) -> None:
        nonlocal match, hashed
        given = {"t": t, "by": by, "say": text}
        given = {key: value for key, value in given.items() if value is not None}
        judgement = judge(match, given)
        match = judgement.match
        if judgement.ok:
            hashed = line_hash(hashed, given, game.report(match.state))
        lines.append(
            LogLine(
                n=len(lines) + 2,
                t=t,
                by=by,
                say=text,
                at=rfc3339(NOON + t),
                ok=judgement.ok,
                code=judgement.code,
                error=judgement.error,
                cell=f"{by}!B{len(lines) + 5}" if by in players else None,
                hash=hashed if judgement.ok else None,
                **(more | of_this),
            )
        )
        if match.owed_by(CHANCE) is not None:
            say(t, CHANCE, chance_answer(match, SEED))

    if match.owed_by(CHANCE) is not None:
        say(0.0, CHANCE, chance_answer(match, SEED))
    for t, by, text, *note in said:
        say(t, by, text, **({"note": note[0]} if note else {}))
    match_id = store.new_id(game.id)
    store.create(
        match_id,
        header,
        SEED,
        engine="0.1.0",
        started=rfc3339(NOON),
        lines=lines,
        status=match.status,
        outcome=match.outcome,
    )
    return match_id
