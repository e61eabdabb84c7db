"""The game as the match contract knows it: each question is passed to the module that knows."""

from collections.abc import Mapping
from typing import Any

from umpire.games.arcanoid import decisions, options, report
from umpire.games.arcanoid.answers import Answer, CallCard, Discards, Drawn, Opinion
from umpire.games.arcanoid.bot import sample, suggest
from umpire.games.arcanoid.components import DECK, FOOL, in_order, names
from umpire.games.arcanoid.form import form, join
from umpire.games.arcanoid.notation import read_answer, write
from umpire.games.arcanoid.rules import rounds
from umpire.games.arcanoid.rules.drawing import answer_refill, refill
from umpire.games.arcanoid.rules.forfeits import forfeit
from umpire.games.arcanoid.rules.moves import judge_move, make_move
from umpire.games.arcanoid.rules.stealing import answer_pledge, answer_steal
from umpire.games.arcanoid.rules.turns import answer_hermit
from umpire.games.arcanoid.screen import screen
from umpire.games.arcanoid.state import Asked, State, Terms, go_on
from umpire.games.arcanoid.trumps.calling import call_again, judge_call
from umpire.games.arcanoid.trumps.wheel import discard_for_wheel, judge_discards
from umpire.games.base import (
    CHANCE,
    Decision,
    Dice,
    Form,
    JsonObject,
    NotAllowed,
    NotUnderstood,
    Outcome,
    RandomSource,
    Screen,
    Step,
)
from umpire.games.legacy import Game as LegacyGame
from umpire.games.values import changed


class Arcanoid(LegacyGame):
    """Arcanoid under the rulings of its page."""

    id = "arcanoid"
    title = "Arcanoid"
    summary = "Four battles at once with the tarot, and a trump for every turn of fortune."
    seats = range(2, 11)
    option_help = options.HELP
    old_kinds = decisions.KINDS
    private = True

    def read_options(self, players: tuple[str, ...], given: Mapping[str, Any]) -> Terms:
        """Validate the header's options and the players' names."""
        return options.read_options(players, given)

    def schema(self) -> JsonObject:
        """Return the JSON schema of the options."""
        return options.schema()

    def reserve(self, options: Terms) -> None:
        """There is no reserve."""

    def begin(self, players: tuple[str, ...], options: Terms) -> State:
        """Return the match before its first deal."""
        return _untold(rounds.begin(options)).state

    def old_pending(self, state: State) -> tuple[Decision, ...]:
        """Return what is owed."""
        return decisions.pending(state)

    def ask(self, state: State, decision: Decision) -> str:
        """Ask for a decision."""
        return decisions.ask(state, decision)

    def read(self, state: State, decision: Decision, text: str) -> Answer:
        """Parse and judge an answer."""
        asked = _asked(state)
        actor = _actor(state, asked, decision)
        answer = read_answer(state, asked, actor, text)
        _judge(state, asked, actor, answer)
        return answer

    def write(self, answer: Answer) -> str:
        """Return the canonical text of an answer."""
        return write(answer)

    def missed(self, state: State, decision: Decision) -> Answer:
        """Return what stands for a limit that fell."""
        return decisions.missed(state, decision)

    def resolve(self, state: State, answers: Mapping[str, Answer]) -> Step[State]:
        """Apply an answer, or those of a group, and do all that follows on it."""
        asked = _asked(state)
        return _untold(go_on(_answered(state, asked, answers), asked))

    def forfeit(self, state: State, player: str) -> Step[State]:
        """Play on without a player."""
        return _untold(forfeit(state, player))

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended."""
        return state.outcome

    def deal(self, state: State, decision: Decision, dice: Dice) -> str:
        """Shuffle for a deal, or the discard pile for a refill."""
        cards = DECK if decision.kind == "deal" else in_order(state.discard)
        return " ".join(dice.draw(len(cards), cards))

    def report(self, state: State) -> JsonObject:
        """Return everything the umpire knows."""
        return report.report(state)

    def view(self, state: State, viewer: str | None) -> JsonObject:
        """Return what a viewer may know."""
        return report.view(state, viewer)

    def screen(self, view: JsonObject, viewer: str | None) -> Screen:
        """Lay a view out in blocks."""
        return screen(view, viewer)

    def suggest(self, state: State, decision: Decision) -> tuple[str, ...]:
        """Return legal answers to offer."""
        asked = _asked(state)
        return suggest(state, asked, _actor(state, asked, decision))

    def form(self, state: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        """Return the entry form of a decision."""
        return form(state, decision, filled)

    def join(self, state: State, decision: Decision, filled: Mapping[str, str]) -> str:
        """Return the line that a filled-in form stands for."""
        return join(state, decision, filled)

    def sample(self, state: State, decision: Decision, random: RandomSource) -> str:
        """Return a random legal answer."""
        asked = _asked(state)
        return sample(state, asked, _actor(state, asked, decision), random)


def _asked(state: State) -> Asked:
    assert state.asked is not None, "only asked while something is"
    return state.asked


def _actor(state: State, asked: Asked, decision: Decision) -> str:
    """Return the actor for whom a decision is answered; "" for chance."""
    return "" if asked.actors == (CHANCE,) else decisions.actor_of(state, decision)


def _untold(state: State) -> Step[State]:
    """Return a state and what is to be told of how it came about."""
    return Step(changed(state, told=()), state.told) if state.told else Step(state)


def _judge(state: State, asked: Asked, actor: str, answer: Answer) -> None:
    match answer:
        case Drawn(cards):
            _judge_drawn(state, asked, cards)
        case CallCard():
            judge_call(state, answer)
        case Discards():
            judge_discards(state, answer)
        case Opinion(yes):
            if yes and asked.kind == "steal" and FOOL not in state.usable(actor):
                raise NotAllowed("You do not have the Fool: say pass.")
        case _:
            judge_move(state, actor, answer)


def _judge_drawn(state: State, asked: Asked, cards: tuple[Any, ...]) -> None:
    if asked.kind == "deal":
        if len(cards) != len(DECK):
            raise NotUnderstood(f"All {len(DECK)} cards are dealt, not {len(cards)}.")
        if len(set(cards)) < len(cards):
            raise NotAllowed("A card is there twice.")
    elif sorted(cards) != sorted(state.discard):
        pile = names(in_order(state.discard))
        raise NotAllowed(f"These are not the cards of the discard pile, {pile}.")


def _answered(state: State, asked: Asked, answers: Mapping[str, Answer]) -> State:
    """Apply what was answered."""
    (answer, *_) = answers.values()
    match answer:
        case Drawn(cards):
            return rounds.deal(state, cards) if asked.kind == "deal" else refill(state, cards)
        case CallCard():
            return call_again(state, answer)
        case Discards():
            return discard_for_wheel(state, answer)
        case Opinion(yes):
            return _opined(state, asked, answers, yes=yes)
    return make_move(state, asked.actors[0], answer)


def _opined(state: State, asked: Asked, answers: Mapping[str, Answer], *, yes: bool) -> State:
    match asked.kind:
        case "steal":
            said = {by: isinstance(a, Opinion) and a.yes for by, a in answers.items()}
            return answer_steal(state, asked, said)
        case "pledge":
            return answer_pledge(state, asked, yes)
        case "hermit":
            return answer_hermit(state, yes)
    return answer_refill(state, yes)
