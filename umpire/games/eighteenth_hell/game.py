"""The Eighteenth Hell, as the match contract sees it: each question goes to its module."""

from collections.abc import Mapping
from inspect import cleandoc
from typing import Any, ClassVar

from umpire.games.base import (
    Bank,
    Decision,
    Dice,
    Form,
    JsonObject,
    Outcome,
    Periods,
    RandomSource,
    Screen,
    Step,
)
from umpire.games.eighteenth_hell import (
    bot,
    decisions,
    events,
    form,
    notation,
    options,
    report,
)
from umpire.games.eighteenth_hell.answers import Answer, Missed
from umpire.games.eighteenth_hell.effects import TYPES
from umpire.games.eighteenth_hell.options import Options
from umpire.games.eighteenth_hell.rules import bout, submission
from umpire.games.eighteenth_hell.screen import screen
from umpire.games.eighteenth_hell.state import State
from umpire.games.legacy import Game as LegacyGame
from umpire.games.legacy import Kind

_LINE = (
    "battlefields from 2 to 7, each with a colon and its units; in Round 1 then, after |, hells "
    "with their names, and spirit"
)

_KINDS = (
    Kind(
        "round1",
        "Both players, in secret: where the six units of Round 1 go, which hells are attempted, "
        "whether a spirit is invoked.",
        _LINE,
        (
            notation.EXAMPLE1,
            "2: -1, 3: 0 (disguised as 2); 4: -1 5: 1 -1 6: 4 | hell of Four",
            "3:1,-1,-1 5:2 6:0(4) 7:-1 | hells Four, Steam | spirit strength 3",
            "spirit: foresight attuned | hells: tong | 2:-1 3:3 4:-1 6:4 7:2",
        ),
        "round1_seconds, 90 by default; at the limit what is held counts, and who holds nothing "
        "loses the bout automatically.",
    ),
    Kind(
        "round2",
        "Both players, in secret: where the units left in hand go.",
        "battlefields from 2 to 7, each with a colon and its new units",
        (notation.EXAMPLE2,),
        "round2_seconds, 90 by default; the same happens at the limit.",
    ),
)


def _formats() -> dict[str, str]:
    effects = [
        f"{kind.example}\n{' '.join((kind.__doc__ or '').split())}\nParameters: {kind.takes}."
        for kind in TYPES
    ]
    return {
        "A hell": cleandoc(
            """
            hells is a list of objects with these four keys:
            name: what players type, 1 to 40 characters without , ; and |
            block: 1, 2, 3 or 4
            text: what players read, up to 400 characters
            effects: a list of up to 10 effects, see below; none is allowed
            Each block has one hell at least, all together are 40 at most.
            For example:
            {"name": "Boulder", "block": 4, "text": "You win only with 4 points more.",
             "effects": [{"type": "margin", "points": 4}]}
            """
        ),
        "Effects of a hell": "\n\n".join(effects),
        "What effects name": cleandoc(
            """
            "You" is the player who attempts the hell.
            fields: a list of battlefields from 2 to 7, e.g. [5, 6, 7]; left out: all six
            units: a list of units, e.g. ["-1", "0"]; left out: all six
            round: 1 or 2; rounds: a list of them; left out: both
            """
        ),
    }


class EighteenthHell(LegacyGame):
    """Two players, nine units each, six battlefields, seventeen hells and the eighteenth."""

    id: ClassVar[str] = "eighteenth-hell"
    title: ClassVar[str] = "The Eighteenth Hell"
    summary: ClassVar[str] = (
        "Two players win bouts over six battlefields to pass the hells, each of which bends their "
        "own rules; who wins a bout in the eighteenth with 44 points wins."
    )
    seats: ClassVar[range] = range(2, 3)
    option_help: ClassVar[Mapping[str, str]] = options.HELP
    old_kinds = _KINDS
    formats: ClassVar[Mapping[str, str]] = _formats()
    private: ClassVar[bool] = True

    def read_options(self, players: tuple[str, ...], given: Mapping[str, Any]) -> Options:
        """Validate the header's options. Raises BadOption."""
        first, second = players
        return options.read_options((first, second), given)

    def schema(self) -> JsonObject:
        """Return the JSON schema of the header's options."""
        return options.schema()

    def reserve(self, options: Options) -> Bank | Periods | None:
        """Return no reserve: there is none."""
        return None

    def begin(self, players: tuple[str, ...], options: Options) -> State:
        """Return the state in which the first bout begins."""
        return bout.begin(options.terms, options.standings)

    def old_pending(self, state: State) -> tuple[Decision, ...]:
        """Return what both players owe."""
        return decisions.pending(state)

    def ask(self, state: State, decision: Decision) -> str:
        """Ask for the pending round in one sentence with an example."""
        return decisions.ask(state, state.terms.side_of(decision.by))

    def read(self, state: State, decision: Decision, text: str) -> Answer:
        """Parse and judge a text: the whole of it must parse before anything is judged."""
        line = notation.read_line(text, state.terms.hells)
        return submission.judge(state, state.terms.side_of(decision.by), line)

    def write(self, answer: Answer) -> str:
        """Return the canonical text of an answer."""
        return notation.write(answer)

    def missed(self, state: State, decision: Decision) -> Answer:
        """Return what stands for a limit that fell. Ruling 4: the bout is lost."""
        return Missed()

    def resolve(self, state: State, answers: Mapping[str, Answer]) -> Step[State]:
        """Close the round that both have answered, or not."""
        first, second = state.terms.players
        closed = bout.close(state, (answers[first], answers[second]))
        return Step(closed.after, events.tell(closed))

    def forfeit(self, state: State, player: str) -> Step[State]:
        """End the match; the other player wins."""
        after = bout.forfeit(state, state.terms.side_of(player))
        return Step(after, events.tell_forfeit(player, after))

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended."""
        return state.outcome

    def deal(self, state: State, decision: Decision, dice: Dice) -> str:
        """Chance decides nothing in this game."""
        raise ValueError("nothing is left to chance in this game")

    def report(self, state: State) -> JsonObject:
        """Return the whole state."""
        return report.report(state)

    def view(self, state: State, viewer: str | None) -> JsonObject:
        """Return the state as a viewer may know it."""
        return report.view(state, viewer)

    def handout(self, state: State) -> JsonObject:
        """Return the list of the hells with their texts."""
        return report.handout(state)

    def screen(self, view: JsonObject, viewer: str | None) -> Screen:
        """Lay a whole view out in named blocks of cells."""
        return screen(view, viewer)

    def suggest(self, state: State, decision: Decision) -> tuple[str, ...]:
        """Return some legal answers for a drop-down."""
        return bot.suggest(state, state.terms.side_of(decision.by))

    def form(self, state: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        """Return the cells of the entry form."""
        return form.form(state, state.terms.side_of(decision.by), filled)

    def join(self, state: State, decision: Decision, filled: Mapping[str, str]) -> str:
        """Return the line that a filled-in form stands for."""
        return form.join(state, state.terms.side_of(decision.by), filled)

    def sample(self, state: State, decision: Decision, random: RandomSource) -> str:
        """Return a random legal answer in one of its spellings."""
        return bot.sample(state, state.terms.side_of(decision.by), random)
