"""Denizens of Tartarus, as the match contract sees it: each question goes to its module."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from umpire.games.base import (
    Bank,
    Decision,
    Dice,
    Form,
    JsonObject,
    NotAllowed,
    Outcome,
    RandomSource,
    Screen,
    Step,
)
from umpire.games.denizens_of_tartarus import (
    bot,
    decisions,
    events,
    form,
    formats,
    notation,
    options,
    report,
)
from umpire.games.denizens_of_tartarus.answers import (
    Ban,
    Deal,
    Declare,
    Pass,
    Said,
    Seats,
    TimedOut,
    Turn,
)
from umpire.games.denizens_of_tartarus.options import Options
from umpire.games.denizens_of_tartarus.rules import opening, turn
from umpire.games.denizens_of_tartarus.rules.turn import Played
from umpire.games.denizens_of_tartarus.screen import screen
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.legacy import Game as LegacyGame

Answer = Seats | Deal | Ban | Declare | Played | TimedOut
"""What is taken. A turn is judged by playing it out, so it comes with what came of it."""

_READERS: Final[dict[str, Callable[[str], Said]]] = {
    "seats": notation.read_seats,
    "deal": notation.read_deal,
    "ban": notation.read_ban,
    "declare": notation.read_declare,
    "turn": notation.read_turn,
}


class DenizensOfTartarus(LegacyGame):
    """Two players, 25 shared cards, seven modules; three modules won win the match."""

    id: ClassVar[str] = "denizens-of-tartarus"
    title: ClassVar[str] = "Denizens of Tartarus"
    summary: ClassVar[str] = (
        "Two players play cards from a shared, open deck onto seven modules; who has won three "
        "of them at the end of their own turn wins."
    )
    seats: ClassVar[range] = range(2, 3)
    option_help: ClassVar[Mapping[str, str]] = options.HELP
    old_kinds = decisions.KINDS
    formats: ClassVar[Mapping[str, str]] = formats.FORMATS

    def read_options(self, players: tuple[str, ...], given: Mapping[str, Any]) -> Options:
        """Validate the header's options. Raises BadOption."""
        first, second = players
        return options.read_options((first, second), given)

    def reserve(self, options: Options) -> Bank:
        """Return the bank."""
        return Bank(options.terms.limits.bank)

    def begin(self, players: tuple[str, ...], options: Options) -> State:
        """Return the state before the first decision."""
        return opening.begin(options)

    def old_pending(self, state: State) -> tuple[Decision, ...]:
        """Return the one decision that is owed, if any."""
        return decisions.pending(state)

    def ask(self, state: State, decision: Decision) -> str:
        """Ask for the decision that is owed, in one sentence with an example."""
        return decisions.ask(state)

    def read(self, state: State, decision: Decision, text: str) -> Answer:
        """Parse and judge a text: the whole of it must parse before anything is judged."""
        said = _READERS[decision.kind](text)
        if isinstance(said, Pass):
            # Ruling 9: there is no passing.
            raise NotAllowed("You cannot pass: play a card on a module, some play is always legal.")
        if isinstance(said, Turn):
            return turn.play(state, said)
        _resolved(state, decision.by, said)
        return said

    def write(self, answer: Answer) -> str:
        """Return the canonical text of an answer."""
        return notation.write(answer.turn if isinstance(answer, Played) else answer)

    def missed(self, state: State, decision: Decision) -> Answer:
        """Return what stands for a limit that fell. Ruling 3: only a turn costs the match."""
        match decision.kind:
            case "seats":
                return opening.seats_as_given(state)
            case "ban":
                return Ban(opening.first_letter_left(state))
            case "declare":
                return Declare(None)
        return TimedOut()

    def resolve(self, state: State, answers: Mapping[str, Answer]) -> Step[State]:
        """Apply the answer of the one decision."""
        ((by, answer),) = answers.items()
        return _resolved(state, by, answer)

    def forfeit(self, state: State, player: str) -> Step[State]:
        """End the match; the other player wins."""
        after = turn.lose(state, player, "forfeit")
        return Step(after, events.tell_forfeit(player, after))

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended."""
        return state.outcome

    def deal(self, state: State, decision: Decision, dice: Dice) -> str:
        """Draw a starting configuration."""
        return notation.write_configuration(opening.deal(dice))

    def report(self, state: State) -> JsonObject:
        """Return the whole state."""
        return report.report(state)

    def view(self, state: State, viewer: str | None) -> JsonObject:
        """Return what everybody may know, which is nearly all."""
        return report.view(state)

    def screen(self, view: JsonObject, viewer: str | None) -> Screen:
        """Lay a whole view out in named blocks of cells."""
        return screen(view, viewer)

    def suggest(self, state: State, decision: Decision) -> tuple[str, ...]:
        """Return legal answers for a drop-down."""
        return bot.suggest(state, decision)

    def schema(self) -> JsonObject:
        """Return the JSON schema of the header's options."""
        return options.schema()

    def form(self, state: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        """Return the cells of the entry form and what they offer."""
        return form.form(state, decision, filled)

    def join(self, state: State, decision: Decision, filled: Mapping[str, str]) -> str:
        """Return the line that the entry form stands for."""
        return form.join(state, decision, filled)

    def sample(self, state: State, decision: Decision, random: RandomSource) -> str:
        """Return a random legal answer in one of its spellings."""
        return bot.sample(state, decision, random)


def _resolved(state: State, by: str, answer: Answer) -> Step[State]:
    """Apply an answer and tell of it. Raises NotAllowed if the rules forbid it."""
    match answer:
        case Played():
            played = answer if answer.before is state else turn.play(state, answer.turn)
            return Step(played.after, events.tell_turn(played))
        case Seats():
            after = opening.take_seats(state, answer)
            return Step(after, events.tell_seats(after))
        case Deal():
            after = opening.show(state, answer.configuration)
            return Step(after, events.tell_deal(after))
        case Ban():
            after = opening.ban(state, answer)
            return Step(after, events.tell_ban(by, after))
        case Declare():
            after = opening.declare(state, answer)
            return Step(after, events.tell_declare(by, after))
        case TimedOut():
            after = turn.lose(state, by, "time")
            return Step(after, events.tell_out_of_time(by, after))
