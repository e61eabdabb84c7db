"""Sampling a match that may be the real one as far as a viewer knows, for bots to think ahead."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from umpire.games.base import CHANCE, UMPIRE, RandomSource
from umpire.match.asking import random_choice
from umpire.match.header import Header
from umpire.match.reports import known_options
from umpire.match.state import Match, PendingDecision, TakenAnswer
from umpire.match.transitions import enter_own_state
from umpire.match.viewers import read_viewer

_SEED_PARTS: Final = 8
"""So many numbers of eight hex digits make a seed; drawing it whole would take longer."""


def sample_world(match: Match, viewer: str | None, random: RandomSource) -> Match:
    """Return a match that may be this one as far as a viewer knows, for a bot to play on.

    Nothing in it depends on what the viewer may not know: `Game.determinize` guesses the hidden
    parts of the state, nobody else holds an answer, the secret answers of others are random, and
    chance has a new seed. It has no past, so nothing can be undone. None is the public; for UMPIRE
    only the seed is new. Raises UnknownViewer, and NotImplementedError for a game that hides
    something without `determinize`.
    """
    viewer = read_viewer(match, viewer)
    state = match.state
    if viewer != UMPIRE:
        state = match.game.determinize(match.game.seen_by(state, viewer), random)
    cuts = {
        player: text if match.is_cut or viewer in (player, UMPIRE) else ""
        for player, text in match.cuts.items()
    }
    header = replace(match.header, options=known_options(match, viewer))
    world = match.replace(
        header=_with_new_seed(header, random),
        state=state,
        pending=tuple(
            [_without_secrets(pending, viewer) for pending in _pending_in(match, state, viewer)]
        ),
        taken_answers=(),
        chance_count=0,
        cuts=cuts,
        last_step=None,
        last_events=(),
    )
    return enter_own_state(
        world.replace(taken_answers=tuple(_taken_in(match, world, viewer, random)))
    )


def _with_new_seed(header: Header, random: RandomSource) -> Header:
    parts = [f"{int(random.random() * 2**32):08x}" for _ in range(_SEED_PARTS)]
    return replace(header, seed="".join(parts), meta={})


def _pending_in(match: Match, state: Any, viewer: str | None) -> Iterator[PendingDecision]:
    """Yield the pending decisions of which the viewer knows, as the guessed state has them.

    In a game that the umpire directs, the id of a decision may reveal how many secret decisions
    there were, so the guess may have another id. The clock stays.
    """
    decisions = match.game.pending(state) if match.game.is_directed else ()
    by_owner = {decision.by: decision for decision in decisions}
    for pending in match.known_to(viewer):
        yield pending._replace(decision=by_owner.get(pending.by, pending.decision))


def _without_secrets(pending: PendingDecision, viewer: str | None) -> PendingDecision:
    """Return a pending decision without an answer that somebody else holds."""
    if viewer in (pending.by, UMPIRE):
        return pending
    return PendingDecision(pending.decision, pending.rule, pending.clock)


def _taken_in(
    match: Match, world: Match, viewer: str | None, random: RandomSource
) -> Iterator[TakenAnswer]:
    """Yield the answers that wait for their group, those of others drawn at random."""
    for answer in match.taken_answers:
        decision = answer.decision
        if viewer in (decision.by, UMPIRE):
            yield answer
        elif decision.by != CHANCE and match.knows(viewer, decision):
            pending = PendingDecision(decision, "first", None)
            yield TakenAnswer(decision, random_choice(world, pending, random))
