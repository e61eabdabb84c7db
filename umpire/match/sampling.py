"""A match that may be the real one, as far as somebody knows: to think ahead in, not to keep."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from umpire.games.base import CHANCE, UMPIRE, RandomSource
from umpire.match.asking import random_answer
from umpire.match.header import Header
from umpire.match.reports import known_options
from umpire.match.state import Match, PendingDecision, Taken
from umpire.match.transitions import resumed_in
from umpire.match.viewers import read_viewer

_SEED_PARTS: Final = 8
"""Of eight hex digits each; drawn so, since a bot draws a seed for every thought."""


def sample_world(match: Match, viewer: str | None, random: RandomSource) -> Match:
    """Return a match to play on with that may be this one, as far as a viewer knows.

    Nothing in it depends on what the viewer may not know: `Game.determinize` fills in what is
    hidden in its state, nobody else holds an answer, what others have answered in secret is drawn
    at random, and chance is dealt from a new seed. It has no past, so nothing can be undone. None
    is the public; for UMPIRE only the chance that is still to come is another. Raises
    UnknownViewer, and NotImplementedError for a game that hides something without `determinize`.
    """
    viewer = read_viewer(match, viewer)
    state = match.state
    if viewer != UMPIRE:
        state = match.game.determinize(match.game.seen_by(state, viewer), random)
    cuts = match.cuts if match.is_cut else {who: _own(match, who, viewer) for who in match.cuts}
    header = replace(match.header, options=known_options(match, viewer))
    bare = match.replace(
        header=_with_new_seed(header, random),
        state=state,
        pending=tuple([_masked(each, viewer) for each in _owed(match, state, viewer)]),
        taken=(),
        chance_count=0,
        cuts=cuts,
        last_step=None,
        last_events=(),
    )
    return resumed_in(bare.replace(taken=tuple(_answered(match, bare, viewer, random))))


def _own(match: Match, who: str, viewer: str | None) -> str:
    return match.cuts[who] if viewer in (who, UMPIRE) else ""


def _with_new_seed(header: Header, random: RandomSource) -> Header:
    parts = [f"{int(random.random() * 2**32):08x}" for _ in range(_SEED_PARTS)]
    return replace(header, seed="".join(parts), meta={})


def _owed(match: Match, state: Any, viewer: str | None) -> Iterator[PendingDecision]:
    """Yield what is owed as far as the viewer knows, as the guessed state asks for it.

    In a game that is directed the id of a decision may tell how many there are that the viewer does
    not know of, so in the guess it may be another. The clock stays.
    """
    decisions = match.game.pending(state) if match.game.is_directed else ()
    by_owner = {decision.by: decision for decision in decisions}
    for pending in match.known_to(viewer):
        yield pending._replace(decision=by_owner.get(pending.by, pending.decision))


def _masked(pending: PendingDecision, viewer: str | None) -> PendingDecision:
    """Return what is owed without the answer that somebody else holds."""
    return (
        pending
        if viewer in (pending.by, UMPIRE)
        else PendingDecision(pending.decision, pending.rule, pending.clock)
    )


def _answered(
    match: Match, bare: Match, viewer: str | None, random: RandomSource
) -> Iterator[Taken]:
    """Yield the answers that the group of a decision has got, others' drawn at random."""
    for taken in match.taken:
        decision = taken.decision
        if viewer in (decision.by, UMPIRE):
            yield taken
        elif decision.by != CHANCE and match.knows(viewer, decision):
            say = random_answer(bare, PendingDecision(decision, "first", None), random)
            yield Taken(decision, decision.kind.read(bare.state, decision, say))
