"""`steal`: whether the Fool is played for an attempted commitment, before it is laid down.

Who is asked tells nothing of where the Fool is (ruling 7): while its place is hidden everybody who
could have it is asked, at once and in secret; where it lies open only those whom it concerns are.
"""

from collections.abc import Iterable, Iterator, Mapping

from umpire.games.arcanoid.components import FOOL, SUITS
from umpire.games.arcanoid.rules.asking import YesNoKind
from umpire.games.arcanoid.rules.combinations import has_ace
from umpire.games.arcanoid.rules.drawing import complete
from umpire.games.arcanoid.rules.fool import able_to_steal, keep, play_fool
from umpire.games.arcanoid.rules.laying import settle
from umpire.games.arcanoid.rules.pledge import ask_pledge
from umpire.games.arcanoid.state import Asked, Attempt, State, Todo, ask, do_first, step_to
from umpire.games.base import Decision, NotAllowed, RandomSource, Step

_STEALABLE = frozenset({"numeric", "knave", "knight"})


class StealKind(YesNoKind):
    """Asked of a group of players, or of one actor where the Fool lies open."""

    name = "steal"
    task = "play the Fool or pass"
    asks = "Whether you steal a commitment with the Fool. All who may have the Fool are asked."
    notation = "fool or pass"
    examples = ("fool", "pass")
    limit = "poll_seconds; then you pass"
    yes = ("fool", "steal", "yes", "y")
    likely = 0.5

    def actor(self, state: State, decision: Decision) -> str:
        """Return the actor: a group is one of players, and who is asked alone may be a daemon."""
        return decision.by if state.question.secret else super().actor(state, decision)

    def pending(self, state: State) -> tuple[Decision, ...]:
        asked = state.question
        if not asked.secret:
            return super().pending(state)
        group, limit = f"{self.name} {asked.number}", self.seconds(state.terms)
        return tuple(
            [
                Decision(f"{group} {player}", player, self, limit, group=group, secret=True)
                for player in asked.actors
            ]
        )

    def ask(self, seen: State, decision: Decision) -> str:
        attempt = seen.attempt
        assert attempt is not None
        actor = self.actor(seen, decision)
        whose = "" if actor == decision.by else " for your daemon"
        by = seen.called(attempt.by)
        return f"{by} commits on {SUITS[attempt.field]}. Steal it{whose} with the Fool, or pass?"

    def read(self, state: State, decision: Decision, text: str) -> bool:
        plays = super().read(state, decision, text)
        if plays and FOOL not in state.usable(self.actor(state, decision)):
            raise NotAllowed("You do not have the Fool. Write pass.")
        return plays

    def apply(self, state: State, answers: Mapping[str, bool]) -> Step[State]:
        """Apply the one answer, or the group's: only one of them can have the Fool."""
        asked = state.question
        plays = [actor for actor in asked.actors if answers.get(state.player_of(actor))]
        actor = plays[0] if plays else asked.actors[0]
        return step_to(self.answered(state, actor, bool(plays)), asked)

    def answered(self, state: State, actor: str, answer: bool) -> State:
        return play_fool(state, actor) if answer else _let_pass(state)

    def suggest(self, seen: State, decision: Decision) -> tuple[str, ...]:
        """Return both words, to pass first: most of those asked do not have the Fool."""
        return (self.no[0], self.yes[0])

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> bool:
        if FOOL not in state.usable(self.actor(state, decision)):
            return False
        return super().random_choice(state, decision, random)


def attempt_to_commit(state: State, attempt: Attempt) -> State:
    """Lay a commitment down, after it has been asked for the Fool where it may be stolen."""
    if not _is_stealable(state, attempt):
        return complete(settle(state, attempt, attempt.by), attempt.by)
    return _ask_for_the_fool(state.changed(attempt=attempt))


def _is_stealable(state: State, attempt: Attempt) -> bool:
    # Ruling 10: on a tempered field the thief could not commit. [1, 1-0] A transmuted ace protects
    # too, and a Magician does not.
    if state.effects.temperance is not None and state.effects.temperance.field == attempt.field:
        return False
    laid = attempt.laid
    if laid.secret is not None:
        return True
    return laid.kind in _STEALABLE and not (state.variant.aces_protect and has_ace(laid))


def _ask_for_the_fool(state: State) -> State:
    if state.supply.fool_played:
        return keep(state)
    able = able_to_steal(state)
    if _is_among_justice(state):
        return do_first(state, *_one_by_one(state, able), (keep, ()))
    holder = _open_holder(state)
    if holder is not None:
        return ask(state, "steal", holder) if holder in able else keep(state)
    if any(FOOL in (seat.chariot or ()) for seat in state.seats.values()):
        return keep(state)
    players = [actor for actor in able if state.seats[actor].master is None]
    return ask(state, "steal", *players, secret=True) if players else keep(state)


def _is_among_justice(state: State) -> bool:
    return state.justice is not None and FOOL in state.justice.cards


def _open_holder(state: State) -> str | None:
    """Return who has the Fool where everybody sees it: a daemon's hand, or visible Strength."""
    for actor, seat in state.seats.items():
        if FOOL in seat.visible or (seat.master is not None and FOOL in seat.hand):
            return actor
    return None


def _one_by_one(state: State, able: list[str]) -> Iterator[Todo]:
    """Yield the questions while the Fool lies among the Justice cards.

    [0-8] In order, from who is next. [0-8-9] Before each active actor's place, and at the end, the
    Hermit's owner may pledge an extra move; ruling 42: before the own place too, where they are
    then asked without a pledge.
    """
    assert state.attempt is not None
    committer = state.attempt.by
    for actor in (*state.from_place(state.place)[1:], state.place):
        if actor == committer:
            continue
        if not state.seats[actor].finished:
            yield ask_pledge, (actor,)
        if actor in able:
            yield _ask_alone, (actor,)
    yield ask_pledge, (committer,)


def _ask_alone(state: State, actor: str) -> State:
    if state.attempt is None or actor not in able_to_steal(state):
        return state
    return ask(state, "steal", actor)


def ask_others(state: State, asked: Asked, gone: Iterable[str]) -> State:
    """Ask a group afresh without those who have left play."""
    others = [actor for actor in asked.actors if actor not in gone]
    return ask(state, "steal", *others, secret=asked.secret) if others else _let_pass(state)


def _let_pass(state: State) -> State:
    """Go on after the Fool was not played.

    One by one, the next in order is asked; where a group or one actor alone was, it is over.
    """
    return state if _is_among_justice(state) else keep(state)
