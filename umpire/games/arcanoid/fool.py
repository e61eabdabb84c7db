"""0, the Fool: an attempted commitment is laid down for its thief, or for its committer.

Who is asked tells nothing of where the Fool is (ruling 7): while its place is hidden everybody who
could have it is asked, at once and in secret; where it lies open only those whom it concerns are.
[0-8-9] Where it lies among the Justice cards the Hermit's owner may pledge an extra move for it:
that is asked before each active actor's place in the order in which the Fool is asked for, and at
the end; the move that is pledged is bound to that place.
"""

from collections.abc import Iterable, Iterator

from umpire.games.arcanoid.cards import FOOL, SUITS
from umpire.games.arcanoid.combinations import COUPLES, SIMPLE, has_ace, settle
from umpire.games.arcanoid.deck import complete
from umpire.games.arcanoid.kinds import PollKind
from umpire.games.arcanoid.state import USA, Attempt, Question, State, Todo
from umpire.games.base import Answers, Decision, NotAllowed, RandomSource, Tell
from umpire.games.kinds import secret_group
from umpire.games.page import Question as PageQuestion


class StealKind(PollKind):
    """Asked of a group of players, or of one actor where the Fool lies open."""

    name = "steal"
    task = "play the Fool or pass"
    asks = "Whether you steal a commitment with the Fool. All who may have the Fool are asked."
    yes = ("fool", "steal", "yes", "y")

    def pending(self, state: State) -> tuple[Decision, ...]:
        question = state.open_question
        if not question.secret:
            return super().pending(state)
        limit = self.seconds(state.terms)
        return secret_group(self, f"{self.name} {question.number}", question.actors, limit)

    def ask(self, view: State, decision: Decision) -> str:
        attempt, whose = view.attempt, self.whose(view, decision)
        assert attempt is not None
        commits = f"{view.name_of(attempt.by)} commits on {SUITS[attempt.field]}"
        return f"{commits}. Steal it{whose} with the Fool, or pass?"

    def question(self, view: State, decision: Decision) -> PageQuestion:
        attempt = view.attempt
        assert attempt is not None
        return PageQuestion(
            "Steal it with the Fool, or pass?",
            condition=f"{view.name_of(attempt.by)} commits on {SUITS[attempt.field]}.",
            otherwise=self.otherwise(decision),
        )

    def read(self, state: State, decision: Decision, text: str) -> bool:
        plays = super().read(state, decision, text)
        if plays and FOOL not in state.usable(self.actor(state, decision)):
            raise NotAllowed("You do not have the Fool. Write pass.")
        return plays

    def apply(self, state: State, answers: Answers[bool], tell: Tell) -> State:
        """Apply the one answer, or the group's: only one of them can have the Fool.

        The committer has answered, so silence here is not noted (ruling 45).
        """
        question = state.open_question
        plays = [actor for actor in question.actors if answers.get(state.player_of(actor))]
        actor = plays[0] if plays else question.actors[0]
        return self.answered(state, actor, bool(plays), tell).go_on(question, tell)

    def answered(self, state: State, actor: str, answer: bool, tell: Tell) -> State:
        return _play_fool(state, actor, tell) if answer else state

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        """Return both words, to pass first: most of those asked do not have the Fool."""
        return (self.no[0], self.yes[0])

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> bool:
        if FOOL not in state.usable(self.actor(state, decision)):
            return False
        return super().random_choice(state, decision, random)


def attempt_to_commit(state: State, attempt: Attempt, tell: Tell) -> State:
    """Lay a commitment down, after it has been asked for the Fool where it may be stolen."""
    if not _is_stealable(state, attempt):
        return complete(settle(state, attempt, attempt.by, tell), attempt.by)
    agenda = (*_questions(state, attempt.by), (_keep, ()), *state.agenda)
    return state.replace(attempt=attempt, agenda=agenda)


def _is_stealable(state: State, attempt: Attempt) -> bool:
    # Ruling 10: on a tempered field the thief could not commit. [1, 1-0] A transmuted ace protects
    # too, and a Magician does not.
    temperance, commitment = state.effects.temperance, attempt.commitment
    if temperance is not None and temperance.field == attempt.field:
        return False
    if commitment.secret is not None:
        return True
    return commitment.kind in SIMPLE and not (state.variant.aces_protect and has_ace(commitment))


def _questions(state: State, committer: str) -> Iterator[Todo]:
    """Yield the questions; each is left out later if it does not arise any more.

    [0-8] In order, from the next actor, while the Fool lies among the Justice cards. [0-8-9] Before
    each active actor's place, and at the end, the Hermit's owner may pledge an extra move. By
    ruling 42 before the own place too, where they are then asked without a pledge.
    """
    if state.supply.fool_played:
        return
    if state.justice is not None and FOOL in state.justice.cards:
        for actor in (*state.from_place(state.place)[1:], state.place):
            if actor != committer:
                yield _ask_pledge, (actor,)
                yield _ask_alone, (actor,)
        yield _ask_pledge, (committer,)
        return
    for actor, seat in state.seats.items():
        if FOOL in seat.visible or (seat.master is not None and FOOL in seat.hand):
            yield _ask_alone, (actor,)
            return
    if not any(FOOL in (seat.chariot or ()) for seat in state.seats.values()):
        yield _ask_group, ()


def _ask_alone(state: State, actor: str, tell: Tell) -> State:
    return state.ask("steal", actor) if actor in _able_to_steal(state) else state


def _ask_group(state: State, tell: Tell) -> State:
    players = [actor for actor in _able_to_steal(state) if state.seats[actor].master is None]
    return state.ask("steal", *players, secret=True) if players else state


def ask_others(state: State, question: Question, actors: Iterable[str]) -> State:
    """Ask a group afresh without these actors, who have left play."""
    others = [actor for actor in question.actors if actor not in actors]
    return state.ask("steal", *others, secret=question.secret) if others else state


class PledgeKind(PollKind):
    """Asked of the Hermit's owner; ruling 41: a pledge is kept by place in the playing order."""

    name = "pledge"
    task = "pledge an extra move or pass"
    asks = "Whether you play the Fool of Justice now, and pledge an extra move for it."
    yes = ("pledge", "yes", "y", "fool")

    def ask(self, view: State, decision: Decision) -> str:
        before = view.name_of(view.open_question.before or "")
        return f"Pledge an extra move before {before} to play the Fool of Justice, or pass?"

    def question(self, view: State, decision: Decision) -> PageQuestion:
        before = view.name_of(view.open_question.before or "")
        return PageQuestion(
            "Play the Fool of Justice, or pass?",
            condition=f"You pledge an extra move before {before} for it.",
            otherwise=self.otherwise(decision),
        )

    def answered(self, state: State, actor: str, answer: bool, tell: Tell) -> State:
        hermit, before = state.effects.hermit, state.open_question.before
        if not answer or hermit is None or before is None:
            return state
        state.tell_move(actor, f"pledges an extra move before {state.name_of(before)}", tell)
        pledged = hermit._replace(pledged=(*hermit.pledged, before))
        return _play_fool(state.with_effects(hermit=pledged), actor, tell)


def _ask_pledge(state: State, before: str, tell: Tell) -> State:
    hermit = state.effects.hermit
    if hermit is None or not hermit.unpledged or hermit.by not in _able_to_steal(state):
        return state
    if state.seats[before].finished:
        return state
    return state.ask("pledge", hermit.by, before=before)


def _able_to_steal(state: State) -> list[str]:
    """Return the actors that could steal the attempted commitment, if any, in playing order.

    Ruling 9: a lone ace is a commitment too.
    """
    attempt = state.attempt
    if attempt is None:
        return []
    return [
        actor
        for actor in state.active
        if actor not in (attempt.by, USA) and state.seats[actor].fields[attempt.field] is None
    ]


def _play_fool(state: State, thief: str, tell: Tell) -> State:
    """Discard the Fool, and lay the commitment down for the thief.

    A thief looks at a secret one first, which may be its committer's still. Ruling 34: it stays
    face down.
    """
    attempt = state.attempt
    assert attempt is not None
    state = state.discard_cards(thief, FOOL).with_supply(fool_played=True)
    state.tell_move(thief, f"plays the Fool on {SUITS[attempt.field]}", tell, (FOOL,))
    owner, commitment = thief, attempt.commitment
    if commitment.secret is not None:
        knowing = {*commitment.secret, state.player_of(thief)}
        secret = tuple([player for player in state.terms.players if player in knowing])
        attempt = attempt._replace(commitment=commitment._replace(secret=secret))
        is_protected = state.variant.aces_protect and has_ace(commitment)
        if commitment.kind in COUPLES or is_protected:
            owner = attempt.by
            tell(f"It cannot be stolen: {state.name_of(owner)} keeps it.")
    return complete(settle(state, attempt, owner, tell), attempt.by, thief)


def _keep(state: State, tell: Tell) -> State:
    """Lay the commitment down for its committer, unless it was stolen."""
    attempt = state.attempt
    if attempt is None:
        return state
    return complete(settle(state, attempt, attempt.by, tell), attempt.by)
