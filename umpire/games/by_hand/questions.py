"""Questions that are open, how their answers count, how players leave, and how a match ends."""

from collections.abc import Collection, Mapping

from umpire.games.base import UMPIRE, Event, Outcome, Step
from umpire.games.by_hand.cards import apart, places_of
from umpire.games.by_hand.forms import NO_ANSWER, OwnCards
from umpire.games.by_hand.state import Question, State
from umpire.games.by_hand.text import sentence
from umpire.games.text import counted, listed


def withdraw(state: State, players: Collection[str]) -> Step[State]:
    """Take the open questions of these players away, all at the same moment.

    Of those who are asked together the others remain.
    """
    after = [_withdrawn(one, players) if one.open else one for one in state.questions]
    events: list[Event] = []
    for was, now in zip(state.questions, after, strict=True):
        if now is was:
            continue
        gone = [name for name in now.withdrawn if name not in was.withdrawn]
        if was.is_hidden:
            events.append(Event("The question to you is withdrawn.", gone[0]))
            events.append(Event(f"The secret question to {gone[0]} is withdrawn.", UMPIRE))
        else:
            events.append(Event(f"The question to {listed(gone)} is withdrawn."))
    return Step(state.replace(questions=tuple(after)), tuple(events))


def _withdrawn(question: Question, players: Collection[str]) -> Question:
    left = tuple([name for name in question.open if name not in players])
    if left == question.open:
        return question
    gone = {*question.open, *question.withdrawn} - {*left}
    return question.replace(
        open=left, withdrawn=tuple([name for name in question.to if name in gone])
    )


def reveal(state: State, question: Question) -> Step[State]:
    """Make a question asked in secret public."""
    (name,) = question.to
    answer = question.answers.get(name)
    told = [f"{name} was asked in secret: {sentence(question.prompt)}"]
    if answer is not None:
        told.append(f"{name} answered: {sentence(answer)}")
    elif name in question.silent:
        told.append(f"{name} gave no answer.")
    shown = state.with_question(question, question.replace(revealed=True))
    return Step(shown, tuple([Event(text) for text in told]))


def count_answers(
    state: State, question: Question, answers: Mapping[str, str], silent: Collection[str]
) -> Step[State]:
    """Let the answers of some who were asked count, and move the cards that they name.

    NO_ANSWER is what a limit left without a default.
    """
    order = [name for name in question.to if name in answers]
    counted_now = {name: answers[name] for name in order if answers[name] != NO_ANSWER}
    after = question.replace(
        answers={**question.answers, **counted_now},
        open=tuple([name for name in question.open if name not in answers]),
        silent=tuple([n for n in question.to if n in silent or n in question.silent]),
        revealed=question.revealed or question.how != "in secret",
    )
    state = state.with_question(question, after)
    events: list[Event] = []
    for name in order:
        only = name if question.is_hidden else None
        if name not in counted_now:
            events.append(Event(f"{name} gave no answer.", only))
            continue
        how = " (by default)" if name in silent else ""
        events.append(Event(f"{name} answered{how}: {sentence(answers[name])}", only))
    form = question.form
    if isinstance(form, OwnCards) and form.pile is not None:
        for name, answer in counted_now.items():
            state, moved = _play(state, name, answer.split(), form.pile)
            events += moved
    return Step(state, tuple(events))


def _play(state: State, player: str, named: list[str], pile: str) -> tuple[State, list[Event]]:
    """Move cards from a hand to the top of a pile, the first one lowest (ruling 7).

    How many lie where is public, so that everybody is told (ruling 16).
    """
    hand = state.hands[player]
    places = [place for place in places_of(hand, named) if place is not None]
    if not places:
        return state, []
    cards, left = apart(hand, places)
    lying = state.piles[pile]
    state = state.with_cards({player: left, pile: cards[::-1] + lying.cards})
    what = " ".join(cards) if lying.open else counted(len(cards), "card")
    return state, [Event(f"{player} puts {what} onto {pile}.")]


def _close_questions(state: State) -> State:
    """Withdraw what is open at the end of a match; what was kept counts no more."""
    return withdraw(state, state.players).state


def leave(state: State, players: Collection[str]) -> Step[State]:
    """Take players out; what they are asked is withdrawn, and their hands stay (ruling 6)."""
    out = tuple([name for name in state.players if name in players or name in state.out])
    gone = [name for name in players if name not in state.out]
    events = (Event(f"{listed(gone)} {'is' if len(gone) == 1 else 'are'} out."),) if gone else ()
    withdrawn = withdraw(state.replace(out=out), players)
    return Step(withdrawn.state, events + withdrawn.events)


def forfeit(state: State, player: str) -> Step[State]:
    """Take a player out for good; of two or more the last one left wins, out or not."""
    if player in state.forfeited:
        return Step(state)
    gone = leave(state, [player])
    after = gone.state
    forfeited = tuple([n for n in state.players if n == player or n in state.forfeited])
    after = after.replace(forfeited=forfeited)
    left = [name for name in state.players if name not in forfeited]
    events = (Event(f"{player} forfeits."), *gone.events)
    if len(state.players) < 2 or len(left) != 1:
        return Step(after, events)
    after = ended(after, Outcome(left[0], "forfeit"), tuple(left))
    return Step(after, (*events, Event(f"{left[0]} wins: nobody else is left.")))


def ended(state: State, outcome: Outcome, winners: tuple[str, ...]) -> State:
    """Return a state in which the match is over, and nothing is asked or remains to be done."""
    return _close_questions(state).replace(todo=(), waiting=None, outcome=outcome, winners=winners)
